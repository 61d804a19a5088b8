//! Waiting jobs in an order that changes with time: sorted as far as one looks, once per instant.

use super::order::Place;
use crate::workload::Job;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Waiting jobs, and their order at one instant.
#[derive(Debug, Default)]
pub struct VaryingQueue {
    /// In no order.
    jobs: Vec<(Place, Job)>,
    /// Those that have not been passed or taken since they were sorted, by place; with where each stands in `jobs`.
    turns: BinaryHeap<Reverse<(Place, usize)>>,
    /// Where in `jobs` those stand that were taken.
    taken: Vec<usize>,
}

impl VaryingQueue {
    /// A job joins; it is not looked at before the next [`sort`](VaryingQueue::sort).
    pub fn push(&mut self, job: Job) {
        self.jobs.push(((0, 0), job));
    }

    /// Puts all jobs at their places of now.
    pub fn sort(&mut self, place: impl Fn(&Job) -> Place) {
        self.tidy();
        let mut turns = std::mem::take(&mut self.turns).into_vec();
        turns.clear();
        for (at, (own, job)) in self.jobs.iter_mut().enumerate() {
            *own = place(job);
            turns.push(Reverse((*own, at)));
        }
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

    /// The first job that has not been passed.
    pub fn head(&self) -> Option<&Job> {
        let Reverse((_, at)) = self.turns.peek()?;
        Some(&self.jobs[*at].1)
    }

    /// Goes past the head.
    pub fn pass(&mut self) {
        self.turns.pop();
    }

    /// Takes the head out.
    pub fn take(&mut self) -> Option<Job> {
        let Reverse((_, at)) = self.turns.pop()?;
        self.taken.push(at);
        Some(self.jobs[at].1)
    }

    /// The first of all jobs at the instant at which they were sorted last.
    pub fn first(&self) -> Option<&(Place, Job)> {
        let waiting = self.jobs.iter().enumerate();
        let waiting = waiting.filter(|(at, _)| !self.taken.contains(at));
        waiting.map(|(_, own)| own).min_by_key(|own| own.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against a list that is sorted anew, with keys that turn round in the second half.
        #[test]
        fn equals_a_sorted_list(rounds in prop::collection::vec(prop::collection::vec((0u32..50, 0u8..3), 0..30), 1..12)) {
            let mut queue = VaryingQueue::default();
            let mut list: Vec<Job> = Vec::new();
            let mut id = 0;
            for (round, steps) in rounds.iter().enumerate() {
                for (nodes, _) in steps {
                    let job = Job { id, nodes: *nodes, ..Job::default() };
                    id += 1;
                    queue.push(job);
                    list.push(job);
                }
                let place = |job: &Job| match round % 2 {
                    0 => (u64::from(job.nodes), job.id),
                    _ => (u64::from(99 - job.nodes), job.id),
                };
                queue.sort(place);
                list.sort_by_key(place);
                prop_assert_eq!(queue.first().map(|own| own.1), list.first().copied());
                let mut at = 0;
                for (_, what) in steps {
                    prop_assert_eq!(queue.head(), list.get(at));
                    if *what == 0 {
                        queue.pass();
                        at += 1;
                    } else if at < list.len() {
                        prop_assert_eq!(queue.take(), Some(list.remove(at)));
                    }
                }
            }
        }
    }
}
