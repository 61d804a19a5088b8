//! Waiting jobs in an order that changes with time. The jobs are sorted at most once per instant, and only as far as
//! they are needed.

use super::order::{Order, Place};
use crate::workload::Job;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Jobs that are too large are skipped one by one, up to the share 1 / `PATIENCE` of the remaining jobs. Then all
/// remaining jobs that are too large are removed at once.
const PATIENCE: usize = 1 << 5;

/// Waiting jobs, and the order of the jobs that were small enough at one instant.
#[derive(Debug, Default)]
pub struct VaryingQueue {
    /// All jobs, not in order. The jobs that were small enough at the last sort come first.
    jobs: Vec<Job>,
    /// The positions in the order at the last sort, of the jobs that were small enough.
    places: Vec<Place>,
    /// Heap of the jobs that were neither skipped nor taken since the last sort, by position, each with its index in
    /// `jobs`.
    turns: BinaryHeap<Reverse<(Place, usize)>>,
    /// Indices in `jobs` of the jobs that were taken.
    taken: Vec<usize>,
}

impl VaryingQueue {
    /// Adds a job. It is ignored until the next [`sort`](VaryingQueue::sort).
    pub fn push(&mut self, job: Job) {
        self.jobs.push(job);
    }

    /// Sorts the jobs that need at most `reach` nodes by their current positions. Ignores the others.
    pub fn sort(&mut self, reach: u32, order: &Order, now_s: f64) {
        self.tidy();
        let mut within = 0;
        for at in 0..self.jobs.len() {
            if self.jobs[at].nodes <= reach {
                if within < at {
                    self.jobs.swap(within, at);
                }
                within += 1;
            }
        }
        self.places.clear();
        order.places(&self.jobs[..within], now_s, &mut self.places);
        let mut turns = std::mem::take(&mut self.turns).into_vec();
        turns.clear();
        turns.extend(self.places.iter().copied().zip(0..).map(Reverse));
        self.turns = BinaryHeap::from(turns);
    }

    /// Removes the jobs that were taken.
    fn tidy(&mut self) {
        // Jobs are removed from the end of the list, so that the indices of earlier jobs stay valid.
        self.taken.sort_unstable();
        for at in self.taken.drain(..).rev() {
            self.jobs.swap_remove(at);
        }
    }

    /// The first remaining job that needs at most `reach` nodes. Jobs before it are skipped for this instant, because
    /// `reach` never grows within an instant.
    pub fn head(&mut self, reach: u32) -> Option<&Job> {
        let mut patience = self.turns.len() / PATIENCE;
        while let Some(&Reverse((_, at))) = self.turns.peek() {
            if self.jobs[at].nodes <= reach {
                return Some(&self.jobs[at]);
            }
            if patience == 0 {
                let jobs = &self.jobs;
                let within = |turn: &Reverse<(Place, usize)>| jobs[turn.0.1].nodes <= reach;
                self.turns.retain(within);
            } else {
                patience -= 1;
                self.turns.pop();
            }
        }
        None
    }

    /// Passes the head.
    pub fn pass(&mut self) {
        self.turns.pop();
    }

    /// Removes the head of the queue and returns it.
    pub fn take(&mut self) -> Option<Job> {
        let Reverse((_, at)) = self.turns.pop()?;
        self.taken.push(at);
        Some(self.jobs[at])
    }

    /// Removes the job with this number; false if it does not wait.
    pub fn withdraw(&mut self, job: u64) -> bool {
        let mut waiting = self.jobs.iter().enumerate().filter(|(at, _)| !self.taken.contains(at));
        let Some((at, _)) = waiting.find(|(_, own)| own.id == job) else {
            return false;
        };
        self.turns.retain(|turn| turn.0.1 != at);
        self.taken.push(at);
        true
    }

    /// The first remaining job in the order of the last sort.
    pub fn first(&self) -> Option<&Job> {
        let Reverse((_, at)) = self.turns.peek()?;
        Some(&self.jobs[*at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduler::order::Fixed;
    use proptest::prelude::*;

    proptest! {
        /// Compares with a list that is sorted again each time. In the second half of the test, the order is reversed.
        /// After each sort, `reach` decreases step by step, and jobs are withdrawn.
        #[test]
        fn equals_a_sorted_list(
            rounds in prop::collection::vec((prop::collection::vec((1u32..50, 0u32..4), 0..150), 0u32..60), 1..12),
        ) {
            let mut queue = VaryingQueue::default();
            let mut list: Vec<Job> = Vec::new();
            let mut id = 0;
            let orders = [Order::by(Fixed(|job| job.nodes.into())), Order::by(Fixed(|job| -f64::from(job.nodes)))];
            for (round, (steps, most)) in rounds.iter().enumerate() {
                for (nodes, _) in steps {
                    let job = Job { id, nodes: *nodes, ..Job::default() };
                    id += 1;
                    queue.push(job);
                    list.push(job);
                }
                let order = &orders[round % 2];
                queue.sort(*most, order, 0.0);
                list.sort_by_key(|job| order.place(job, 0.0));
                let first = list.iter().find(|job| job.nodes <= *most);
                prop_assert_eq!(queue.first(), first);
                let (mut at, mut reach) = (0, *most);
                for (nodes, what) in steps {
                    at += list[at..].iter().take_while(|job| job.nodes > reach).count();
                    prop_assert_eq!(queue.head(reach), list.get(at));
                    if *what == 3 {
                        let gone = list.iter().position(|job| job.id == u64::from(*nodes));
                        prop_assert_eq!(queue.withdraw((*nodes).into()), gone.is_some());
                        if let Some(gone) = gone {
                            list.remove(gone);
                            at -= usize::from(gone < at);
                        }
                        continue;
                    }
                    if *what > 0 {
                        queue.pass();
                        at = list.len().min(at + 1);
                    } else if at < list.len() {
                        prop_assert_eq!(queue.take(), Some(list.remove(at)));
                        reach -= reach / 10;
                    }
                }
            }
        }
    }
}
