//! One global queue that is not in order of arrival: shortest job first, or narrowest job first.
//!
//! As strict as FCFS: the job that comes first in the order starts as soon as it can be placed, and until then nobody else
//! does. A job that arrives takes its place in the order, which may be the first.

use super::facts::Facts;
use super::order::Order;
use super::placer::Placer;
use super::refusal::Refusal;
use super::{Policy, Scheduler, Submission, admission};
use crate::platform::{Placement, State};
use crate::workload::Job;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// A waiting job; the greatest is the one that comes first.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// [`Order::key`].
    key: (u64, u64),
    job: Job,
}

impl Ord for Turn {
    fn cmp(&self, other: &Turn) -> Ordering {
        other.key.cmp(&self.key)
    }
}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Turn) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Turn {
    fn eq(&self, other: &Turn) -> bool {
        self.key == other.key
    }
}

impl Eq for Turn {}

/// The global queue in an order of its own, with a placement policy.
pub struct OrderedQueue<P> {
    placer: Placer<P>,
    order: Order,
    queue: BinaryHeap<Turn>,
    /// The head's key, if it could not be placed and no nodes have become free since.
    blocked: Option<(u64, u64)>,
    /// Nothing in use: to tell whether a job could ever run.
    idle: State,
}

impl<P: Policy> OrderedQueue<P> {
    /// An empty queue on the platform of `idle`, which must be idle.
    pub fn new(policy: P, order: Order, idle: State) -> OrderedQueue<P> {
        OrderedQueue {
            placer: Placer::new(policy, order, &idle),
            order,
            queue: BinaryHeap::new(),
            blocked: None,
            idle,
        }
    }
}

impl<P: Policy> Scheduler for OrderedQueue<P> {
    fn submit(&mut self, job: &Job) -> Submission {
        let submission = admission(&mut self.placer.policy, &self.idle, job);
        if submission == Submission::Waiting {
            self.placer.policy.expect(job);
            self.placer.submit(job);
            let key = self.order.key(job);
            self.queue.push(Turn { key, job: *job });
        }
        submission
    }

    fn freed(&mut self, _cluster: u32) {
        self.blocked = None;
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        let head = self.queue.peek_mut()?;
        if self.blocked == Some(head.key) {
            return None;
        }
        self.placer.look(now_s);
        if self.placer.place_now(state, &head.job, placement) {
            let job = PeekMut::pop(head).job;
            self.placer.start(&job, placement);
            return Some(job);
        }
        self.blocked = Some(head.key);
        None
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        if admission(&mut self.placer.policy, &self.idle, job) != Submission::Waiting {
            return self.placer.policy.refusals(&self.idle, job);
        }
        match self.queue.peek() {
            Some(head) if head.key < self.order.key(job) => vec![Refusal::Turn {
                behind: head.job.id,
                nodes: head.job.nodes,
            }],
            _ => self.placer.policy.refusals(state, job),
        }
    }

    fn facts(&mut self) -> Option<&mut Facts> {
        self.placer.facts()
    }

    fn plans(&self) -> bool {
        self.placer.looks_ahead()
    }

    fn started(&mut self, slot: u32, end_s: f64) {
        self.placer.started(slot, end_s);
    }

    fn expect(&mut self, slot: u32, end_s: f64, granted: f64) {
        self.placer.expect(slot, end_s, granted);
    }

    fn ended(&mut self, slot: u32, now_s: f64) {
        self.placer.ended(slot, now_s);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{Cluster, Piece, Platform};
    use crate::scheduler::Rejection;

    /// A job runs on the first cluster, if it has room.
    struct OnTheFirst;

    impl Policy for OnTheFirst {
        fn reach(&self, state: &State, _home: u32) -> u64 {
            state.free()[0].into()
        }

        fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
            let fits = job.nodes <= state.free()[0];
            if fits {
                placement.push(Piece {
                    cluster: 0,
                    nodes: job.nodes,
                });
            }
            fits
        }

        fn refusals(&mut self, state: &State, _job: &Job) -> Vec<Refusal> {
            let free = state.free()[0];
            vec![Refusal::Local { home: 0, free }]
        }
    }

    /// Ten nodes, of which four are in use. The head by either order needs eight: it blocks the others, until a job that
    /// comes before it in the order arrives, or all nodes are free.
    #[test]
    fn the_head_of_the_order_blocks() {
        let platform = Platform::star(vec![Cluster {
            nodes: 10,
            capacity_bps: 1,
            speed: 1.0,
        }]);
        let idle = State::idle(platform);
        let job = |id, nodes, estimate_s| Job {
            id,
            nodes,
            estimate_s,
            ..Job::default()
        };
        for (order, late) in [
            (Order::Estimate, job(4, 6, 1.0)),
            (Order::Nodes, job(4, 6, 9.0)),
        ] {
            let mut queue = OrderedQueue::new(OnTheFirst, order, idle.clone());
            let mut state = idle.clone();
            let start = |queue: &mut OrderedQueue<_>, state: &mut State| {
                let mut placement = Placement::new();
                let job = queue.next_start(0.0, state, &mut placement)?;
                state.claim(&placement, &Default::default());
                Some((job.id, placement))
            };
            assert_eq!(
                queue.submit(&job(9, 11, 1.0)),
                Submission::Rejected(Rejection::Impossible)
            );
            queue.submit(&job(0, 4, 5.0));
            let (id, first) = start(&mut queue, &mut state).unwrap();
            assert_eq!(id, 0);
            for (id, nodes, estimate_s) in [(1, 9, 4.0), (2, 8, 3.0), (3, 10, 5.0)] {
                queue.submit(&job(id, nodes, estimate_s));
            }
            assert_eq!(start(&mut queue, &mut state), None);
            let turn = Refusal::Turn {
                behind: 2,
                nodes: 8,
            };
            assert_eq!(queue.refusals(&state, &job(1, 9, 4.0)), [turn]);
            let too_few = Refusal::Local { home: 0, free: 6 };
            assert_eq!(queue.refusals(&state, &job(2, 8, 3.0)), [too_few]);
            queue.submit(&late);
            let (id, second) = start(&mut queue, &mut state).unwrap();
            assert_eq!((id, start(&mut queue, &mut state)), (4, None));
            state.release(&first, &Default::default());
            state.release(&second, &Default::default());
            queue.freed(0);
            assert_eq!(start(&mut queue, &mut state).unwrap().0, 2);
            assert_eq!(start(&mut queue, &mut state), None);
        }
    }
}
