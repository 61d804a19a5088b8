//! Unordered requests: the scheduler chooses a cluster of its own for each component.

use super::components::Components;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;
use smallvec::SmallVec;

/// Worst fit: the largest component goes to the cluster with most free nodes, the next to the next, and so on.
#[derive(Clone, Copy, Debug)]
pub struct UnorderedComponents(pub Components);

impl UnorderedComponents {
    /// The components of a job, the largest first.
    fn components(self, state: &State, job: &Job) -> SmallVec<[u32; 8]> {
        let mut clusters: SmallVec<[u32; 8]> = state.platform().clusters.iter().map(|own| own.nodes).collect();
        clusters.sort_unstable_by_key(|&nodes| std::cmp::Reverse(nodes));
        self.0.that_fit(job, clusters.into_iter())
    }
}

/// Free nodes and index of every cluster, most free nodes first, ties by index.
pub(super) fn most_free_first(state: &State) -> SmallVec<[(u32, u32); 8]> {
    let mut clusters: SmallVec<[(u32, u32); 8]> = state.free().iter().copied().zip(0..).collect();
    clusters.sort_unstable_by_key(|&(free, cluster)| (std::cmp::Reverse(free), cluster));
    clusters
}

impl Policy for UnorderedComponents {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        state.total_free()
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn is_monotonic(&self) -> bool {
        true
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let clusters = most_free_first(state);
        let parts = self.components(state, job);
        let all_fit = parts.iter().zip(&clusters).all(|(nodes, (free, _))| nodes <= free);
        if all_fit {
            let pairs = parts.into_iter().zip(&clusters);
            placement.extend(pairs.map(|(nodes, &(_, cluster))| Piece { cluster, nodes }));
        }
        all_fit
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        let clusters = most_free_first(state);
        let refuse = |(nodes, &(free, cluster)): (u32, &(u32, u32))| {
            let sentence = format!("its component of {nodes} finds no more than {free} free (cluster {})", cluster + 1);
            let refusal = || Refusal::new("component", sentence);
            (nodes > free).then(|| refusal().with("cluster", cluster).with("nodes", nodes).with("free", free))
        };
        self.components(state, job).into_iter().zip(&clusters).find_map(refuse).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::placed;
    use super::*;

    #[test]
    fn the_largest_component_goes_where_most_is_free() {
        let mut policy = UnorderedComponents(Components { limit: 10, most: 3 });
        // Components of 9, 8 and 8 nodes.
        assert_eq!(placed(&mut policy, &[8, 30, 9], 0, 25), Some(vec![(1, 9), (2, 8), (0, 8)]));
        assert_eq!(placed(&mut policy, &[7, 30, 9], 0, 25), None);
        // Equal clusters: the first one.
        assert_eq!(placed(&mut policy, &[9, 9, 9], 2, 9), Some(vec![(0, 9)]));
    }
}
