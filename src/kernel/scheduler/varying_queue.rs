//! Waiting jobs in an order that changes with time: sorted as far as one looks, once per instant.

use super::order::{Order, Place};
use crate::workload::Job;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Of the jobs that have a turn, this share may be passed one by one because they are beyond reach before all such are sorted out.
const PATIENCE: usize = 1 << 5;

/// Waiting jobs, and the order of those within reach at one instant.
#[derive(Debug, Default)]
pub struct VaryingQueue {
    /// In no order, but those that were within reach when they were sorted come first.
    jobs: Vec<Job>,
    /// Of the jobs that were within reach.
    places: Vec<Place>,
    /// Those that have not been passed or taken since they were sorted, by place; with where each stands in `jobs`.
    turns: BinaryHeap<Reverse<(Place, usize)>>,
    /// Where in `jobs` those stand that were taken.
    taken: Vec<usize>,
}

impl VaryingQueue {
    /// A job joins; it is not looked at before the next [`sort`](VaryingQueue::sort).
    pub fn push(&mut self, job: Job) {
        self.jobs.push(job);
    }

    /// Puts the jobs that need at most `reach` nodes at their places of now; the others have no turn.
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

    /// Removes what was taken.
    fn tidy(&mut self) {
        // From the end on, so that those before stay where they are.
        self.taken.sort_unstable();
        for at in self.taken.drain(..).rev() {
            self.jobs.swap_remove(at);
        }
    }

    /// The first job that has not been passed and needs at most `reach` nodes, which never becomes more at one instant: those
    /// before it are passed.
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

    /// Goes past the head.
    pub fn pass(&mut self) {
        self.turns.pop();
    }

    /// Takes the head out.
    pub fn take(&mut self) -> Option<Job> {
        let Reverse((_, at)) = self.turns.pop()?;
        self.taken.push(at);
        Some(self.jobs[at])
    }

    /// The first job that has a turn, at the instant at which they were sorted last.
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
        /// Against a list that is sorted anew, with keys that turn round in the second half; of the jobs that are within reach
        /// when they are sorted, fewer and fewer are.
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
                for (_, what) in steps {
                    at += list[at..].iter().take_while(|job| job.nodes > reach).count();
                    prop_assert_eq!(queue.head(reach), list.get(at));
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
