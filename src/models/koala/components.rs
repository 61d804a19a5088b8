//! The components of a job.

use crate::models::refusals::co_allocate;
use crate::platform::State;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;
use smallvec::{SmallVec, smallvec};

/// The rule by which a job is split into components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Components {
    /// Largest number of nodes of a component.
    pub limit: u32,
    /// Largest number of components.
    pub most: u32,
}

impl Components {
    /// The sizes of the components of a job in nodes, the largest first. There are as few as the limit permits, but at most
    /// [`most`](Components::most), even if these are larger than the limit; their sizes differ by at most one node.
    pub fn of(self, job: &Job) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator {
        let count = job.nodes.div_ceil(self.limit.max(1)).clamp(1, self.most.max(1));
        let (size, larger) = (job.nodes / count, job.nodes % count);
        (0..count).map(move |at| size + u32::from(at < larger))
    }

    /// The refusal of a job whose components find no place on free nodes, although several may share a cluster.
    pub fn no_room(self, state: &State, job: &Job) -> Refusal {
        if u64::from(job.nodes) > state.total_free() {
            return co_allocate(state.total_free());
        }
        let size = self.of(job).next().unwrap_or(job.nodes);
        let count = self.of(job).len();
        let sentence = format!("the clusters have no room for {count} components of up to {size}");
        Refusal::new("component", sentence).with("components", count).with("nodes", size)
    }

    /// The components of a job that are placed on different clusters, whose sizes in nodes are given in the order of the
    /// components. A job that could never start in this way is not split.
    pub fn that_fit(self, job: &Job, clusters: impl Iterator<Item = u32>) -> SmallVec<[u32; 8]> {
        let parts: SmallVec<[u32; 8]> = self.of(job).collect();
        match parts.iter().zip(clusters).all(|(&part, nodes)| part <= nodes) {
            true => parts,
            false => smallvec![job.nodes],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_by_hand() {
        let of = |limit, most, nodes| {
            let job = Job { nodes, ..Job::default() };
            Components { limit, most }.of(&job).collect::<Vec<_>>()
        };
        assert_eq!(of(16, 4, 16), [16]);
        assert_eq!(of(16, 4, 17), [9, 8]);
        assert_eq!(of(16, 4, 50), [13, 13, 12, 12]);
        // Five components of at most 16 nodes would be needed, but there are four clusters.
        assert_eq!(of(16, 4, 66), [17, 17, 16, 16]);
        assert_eq!(of(1, 4, 3), [1, 1, 1]);
    }
}
