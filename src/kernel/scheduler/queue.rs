//! The waiting queue, indexed by size. In O(log n) for n jobs, it finds the first job in queue order that needs at most
//! a given number of nodes.
//!
//! Jobs are at consecutive positions in order of arrival; a job that starts leaves a hole. Above the positions is a
//! tree of minima with sixteen children per node. Level 0 has the size at each position (holes: `HOLE`), level k the
//! minimum of sixteen entries of level k − 1. When all positions are used, holes are removed, and the new capacity is
//! at least twice the number of waiting jobs.

use crate::workload::Job;

const CHILDREN: usize = 16;
const HOLE: u32 = u32::MAX;

/// The children of one node of the tree.
type Family = [u32; CHILDREN];

/// Bit mask of the children that need at most `reach` nodes.
#[inline]
fn small(family: &Family, reach: u32) -> u32 {
    let mut found = 0;
    for (bit, &nodes) in family.iter().enumerate() {
        found |= u32::from(nodes <= reach) << bit;
    }
    found
}

/// Minimum of a family.
fn least_of(family: &Family) -> u32 {
    family.iter().copied().fold(HOLE, u32::min)
}

/// Waiting jobs in order of arrival.
#[derive(Clone, Debug)]
pub struct WaitingQueue {
    jobs: Vec<Job>,
    /// Minima for each level, in groups of sixteen entries (families) that are filled up with holes. The top level is
    /// one family.
    levels: Vec<Vec<Family>>,
    /// Size of the smallest job.
    least: u32,
    waiting: usize,
}

impl Default for WaitingQueue {
    fn default() -> WaitingQueue {
        WaitingQueue::of(Vec::new(), CHILDREN)
    }
}

impl WaitingQueue {
    /// Builds a queue from these jobs, with capacity for `capacity` jobs. Grows the list in place if possible: a second
    /// copy would double the memory.
    fn of(mut jobs: Vec<Job>, capacity: usize) -> WaitingQueue {
        jobs.reserve_exact(capacity - jobs.len());
        let mut levels = Vec::new();
        let mut least: Vec<u32> = jobs.iter().map(|job| job.nodes).collect();
        let mut families = capacity.div_ceil(CHILDREN);
        loop {
            let mut level = vec![[HOLE; CHILDREN]; families];
            for (family, own) in level.iter_mut().zip(least.chunks(CHILDREN)) {
                family[..own.len()].copy_from_slice(own);
            }
            least = level.iter().map(least_of).collect();
            levels.push(level);
            if families == 1 {
                break;
            }
            families = families.div_ceil(CHILDREN);
        }
        WaitingQueue { waiting: jobs.len(), jobs, levels, least: least.first().copied().unwrap_or(HOLE) }
    }

    /// Number of waiting jobs.
    #[inline]
    pub fn len(&self) -> usize {
        self.waiting
    }

    /// True if no job waits.
    pub fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// Position after the last job. A search from this position finds only jobs that are added later.
    #[inline]
    pub fn end(&self) -> usize {
        self.jobs.len()
    }

    /// Adds a job at the end. All positions that were returned before become invalid.
    #[inline]
    pub fn push(&mut self, job: Job) {
        if self.jobs.len() == self.levels[0].len() * CHILDREN {
            self.squeeze();
        }
        let mut at = self.jobs.len();
        self.jobs.push(job);
        self.waiting += 1;
        self.least = self.least.min(job.nodes);
        for level in &mut self.levels {
            let entry = &mut level[at / CHILDREN][at % CHILDREN];
            if *entry <= job.nodes {
                break;
            }
            *entry = job.nodes;
            at /= CHILDREN;
        }
    }

    /// The job at a position that [`first`](WaitingQueue::first) returned.
    #[inline]
    pub fn get(&self, position: usize) -> &Job {
        &self.jobs[position]
    }

    /// Removes the job at a position that [`first`](WaitingQueue::first) returned.
    #[inline]
    pub fn remove(&mut self, position: usize) -> Job {
        let job = self.jobs[position];
        self.waiting -= 1;
        if self.waiting == 0 {
            self.clear(position);
            return job;
        }
        let mut at = position;
        let mut least = HOLE;
        for height in 0..self.levels.len() {
            let family = &mut self.levels[height][at / CHILDREN];
            family[at % CHILDREN] = least;
            at /= CHILDREN;
            let parent = match self.levels.get(height + 1) {
                Some(level) => level[at / CHILDREN][at % CHILDREN],
                None => self.least,
            };
            // A smaller job is the minimum of this node of the tree, so nothing changes at the levels above.
            if parent < job.nodes {
                return job;
            }
            least = least_of(&self.levels[height][at]);
            if least == parent {
                return job;
            }
        }
        self.least = least;
        job
    }

    /// When the last job has left, restart at position 0.
    fn clear(&mut self, last: usize) {
        let mut at = last;
        for level in &mut self.levels {
            level[at / CHILDREN][at % CHILDREN] = HOLE;
            at /= CHILDREN;
        }
        self.least = HOLE;
        self.jobs.clear();
    }

    /// The first position at or after `from` with a job that needs at most `reach` nodes; `reach` is below `u32::MAX`.
    #[inline]
    pub fn first(&self, from: usize, reach: u32) -> Option<usize> {
        if self.least > reach {
            return None;
        }
        let mut at = from;
        let mut height = 0;
        // Climb: search the later entries of the family, then continue with the entries after the parent.
        loop {
            let level = self.levels.get(height)?;
            let family = at / CHILDREN;
            let found = small(level.get(family)?, reach) & (u32::MAX << (at % CHILDREN));
            if found != 0 {
                at = family * CHILDREN + found.trailing_zeros() as usize;
                break;
            }
            at = family + 1;
            height += 1;
        }
        // Descend to the first position whose job is small enough.
        for level in self.levels[..height].iter().rev() {
            at = at * CHILDREN + small(&level[at], reach).trailing_zeros() as usize;
        }
        Some(at)
    }

    /// Removes the holes. If this frees less than half of the positions, increases the capacity.
    #[cold]
    fn squeeze(&mut self) {
        let capacity = self.levels[0].len() * CHILDREN;
        let wanted = (2 * self.waiting).next_multiple_of(CHILDREN);
        let sizes = self.levels[0].iter().flatten();
        let mut is_held = sizes.map(|&nodes| nodes != HOLE);
        self.jobs.retain(|_| is_held.next() == Some(true));
        let jobs = std::mem::take(&mut self.jobs);
        *self = WaitingQueue::of(jobs, capacity.max(wanted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn job(id: u64, nodes: u32) -> Job {
        Job { id, nodes, ..Job::default() }
    }

    proptest! {
        /// Compares with a list, searched linearly.
        #[test]
        fn equals_a_walked_list(steps in prop::collection::vec((0u32..3, 1u32..60, 0usize..400), 1..600)) {
            let mut queue = WaitingQueue::default();
            let mut list: Vec<Job> = Vec::new();
            for (id, (what, nodes, after)) in steps.into_iter().enumerate() {
                if what < 2 {
                    queue.push(job(id as u64, nodes));
                    list.push(job(id as u64, nodes));
                } else {
                    // Takes the first job that is small enough, then the next one after it, as a scheduler does.
                    let found = queue.first(0, nodes).map(|at| (at, *queue.get(at)));
                    let expected = list.iter().position(|j| j.nodes <= nodes);
                    prop_assert_eq!(found.map(|f| f.1.id), expected.map(|at| list[at].id));
                    if let (Some((at, _)), Some(place)) = (found, expected) {
                        let larger = nodes + after as u32 % 20;
                        let behind = queue.first(at + 1, larger).map(|at| queue.get(at).id);
                        let walked = list[place + 1..].iter().find(|j| j.nodes <= larger).map(|j| j.id);
                        prop_assert_eq!(behind, walked);
                        queue.remove(at);
                        list.remove(place);
                    }
                }
                prop_assert_eq!(queue.len(), list.len());
            }
        }
    }

    #[test]
    fn a_hundred_thousand_jobs_and_holes() {
        let mut queue = WaitingQueue::default();
        for id in 0..100_000 {
            queue.push(job(id, 50 + (id % 7) as u32));
        }
        queue.push(job(100_000, 3));
        let at = queue.first(0, 10).unwrap();
        assert_eq!(queue.remove(at).id, 100_000);
        assert_eq!(queue.first(0, 10), None);
        for id in 0..100_000 {
            let at = queue.first(0, u32::MAX - 1).unwrap();
            assert_eq!(queue.remove(at).id, id);
        }
        assert!(queue.is_empty());
    }
}
