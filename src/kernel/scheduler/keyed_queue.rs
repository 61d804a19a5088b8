//! Waiting jobs in any fixed order, indexed by size like the [queue in order of arrival](super::queue). The index finds
//! the first job that needs at most a given number of nodes without looking at all jobs.
//!
//! Consecutive jobs are in blocks, and a list has the smallest job size of each block. A search reads the jobs of at
//! most two blocks, and one number of each block in between. Adding or removing a job moves only the jobs of its block.

use super::order::Place;
use crate::workload::Job;

/// Maximum number of jobs per block. Full blocks are split in half.
const MOST: usize = 256;

/// Waiting jobs, ordered by their position in the order ([`Place`]).
#[derive(Clone, Debug, Default)]
pub struct KeyedQueue {
    /// No block is empty.
    blocks: Vec<Vec<(Place, Job)>>,
    /// Smallest job size of each block.
    least: Vec<u32>,
    waiting: usize,
}

impl KeyedQueue {
    /// Builds the queue from jobs that are already in order.
    pub fn sorted(jobs: impl IntoIterator<Item = (Place, Job)>) -> KeyedQueue {
        let mut queue = KeyedQueue::default();
        for (place, job) in jobs {
            match queue.blocks.last_mut() {
                Some(last) if last.len() < MOST / 2 => last.push((place, job)),
                _ => queue.blocks.push(vec![(place, job)]),
            }
            queue.waiting += 1;
        }
        queue.least = queue.blocks.iter().map(|block| least(block)).collect();
        queue
    }

    /// Number of waiting jobs.
    pub fn len(&self) -> usize {
        self.waiting
    }

    /// True if no job waits.
    pub fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// The block that contains a position, or the block into which a job with this position is inserted.
    fn block_of(&self, place: Place) -> usize {
        let starts_after = |block: &Vec<(Place, Job)>| block[0].0 <= place;
        self.blocks.partition_point(starts_after).saturating_sub(1)
    }

    /// Inserts a job at its place.
    pub fn insert(&mut self, place: Place, job: Job) {
        self.waiting += 1;
        let at = self.block_of(place);
        let Some(block) = self.blocks.get_mut(at) else {
            self.blocks.push(vec![(place, job)]);
            self.least.push(job.nodes);
            return;
        };
        let within = block.partition_point(|other| other.0 < place);
        block.insert(within, (place, job));
        self.least[at] = self.least[at].min(job.nodes);
        if block.len() > MOST {
            let second = block.split_off(MOST / 2);
            self.least[at] = least(block);
            self.least.insert(at + 1, least(&second));
            self.blocks.insert(at + 1, second);
        }
    }

    /// Removes the job at a place.
    pub fn remove(&mut self, place: Place) -> Option<Job> {
        let at = self.block_of(place);
        let block = self.blocks.get_mut(at)?;
        let within = block.binary_search_by_key(&place, |other| other.0).ok()?;
        let (_, job) = block.remove(within);
        self.waiting -= 1;
        if block.is_empty() {
            self.blocks.remove(at);
            self.least.remove(at);
        } else if self.least[at] == job.nodes {
            self.least[at] = least(block);
        }
        Some(job)
    }

    /// The first job from a position on that needs at most `reach` nodes.
    pub fn first(&self, from: Place, reach: u32) -> Option<&(Place, Job)> {
        let at = self.block_of(from);
        let small = |entry: &&(Place, Job)| entry.1.nodes <= reach;
        let block = self.blocks.get(at)?;
        let start = block.partition_point(|other| other.0 < from);
        block[start..].iter().find(small).or_else(|| {
            let next = self.least[at + 1..].iter().position(|&own| own <= reach)?;
            self.blocks[at + 1 + next].iter().find(small)
        })
    }

    /// All jobs in order.
    pub fn iter(&self) -> impl Iterator<Item = &(Place, Job)> {
        self.blocks.iter().flatten()
    }
}

fn least(block: &[(Place, Job)]) -> u32 {
    block.iter().map(|(_, job)| job.nodes).min().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn job(id: u64, nodes: u32) -> Job {
        Job { id, nodes, ..Job::default() }
    }

    proptest! {
        /// Compares with a sorted list, searched linearly.
        #[test]
        fn equals_a_walked_list(
            sorted in 0u64..900,
            steps in prop::collection::vec((0u32..3, 1u32..60, 0u64..400), 1..900),
        ) {
            let start: Vec<(Place, Job)> = (0..sorted).map(|i| ((i / 3, i), job(i, 7 + (i % 50) as u32))).collect();
            let mut queue = KeyedQueue::sorted(start.clone());
            let mut list = start;
            for (id, (what, nodes, key)) in (1000..).zip(steps) {
                if what < 2 {
                    let place = (key, id);
                    queue.insert(place, job(id, nodes));
                    list.push((place, job(id, nodes)));
                    list.sort_by_key(|entry| entry.0);
                } else {
                    let from = (key, 0);
                    let found = queue.first(from, nodes).copied();
                    let walked = list.iter().position(|(place, job)| *place >= from && job.nodes <= nodes);
                    prop_assert_eq!(found, walked.map(|at| list[at]));
                    if let Some(at) = walked {
                        let (place, gone) = list.remove(at);
                        prop_assert_eq!(queue.remove(place), Some(gone));
                        prop_assert_eq!(queue.remove(place), None);
                    }
                }
                prop_assert_eq!(queue.len(), list.len());
                prop_assert_eq!(queue.is_empty(), list.is_empty());
            }
            prop_assert!(queue.iter().eq(&list));
        }
    }
}
