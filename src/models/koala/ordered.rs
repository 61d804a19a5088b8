//! Ordered requests: the request names the cluster of each component.

use super::components::Components;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// Places the first component of a job on its home, and the others on the clusters after it, in a circle.
#[derive(Clone, Copy, Debug)]
pub struct OrderedComponents(pub Components);

impl OrderedComponents {
    /// The component and cluster of each piece.
    fn pieces(self, state: &State, job: &Job) -> Placement {
        let clusters = &state.platform().clusters;
        let order = (0..clusters.len()).map(|at| (job.home as usize + at) % clusters.len());
        let parts = self.0.that_fit(job, order.clone().map(|cluster| clusters[cluster].nodes));
        parts.into_iter().zip(order).map(|(nodes, cluster)| Piece { cluster: cluster as u32, nodes }).collect()
    }
}

impl Policy for OrderedComponents {
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
        let pieces = self.pieces(state, job);
        let all_fit = pieces.iter().all(|piece| piece.nodes <= state.free()[piece.cluster as usize]);
        if all_fit {
            placement.extend(pieces);
        }
        all_fit
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        let refuse = |piece: Piece| {
            let (free, nodes) = (state.free()[piece.cluster as usize], piece.nodes);
            let sentence =
                format!("its component of {nodes} is for cluster {}, which has {free} free", piece.cluster + 1);
            let refusal = || Refusal::new("component", sentence);
            (nodes > free).then(|| refusal().with("cluster", piece.cluster).with("nodes", nodes).with("free", free))
        };
        self.pieces(state, job).into_iter().find_map(refuse).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::placed;
    use super::*;

    #[test]
    fn components_go_where_the_request_says() {
        let mut policy = OrderedComponents(Components { limit: 10, most: 3 });
        // Components of 9, 8 and 8 nodes, from cluster 3 on.
        assert_eq!(placed(&mut policy, &[8, 8, 9], 2, 25), Some(vec![(2, 9), (0, 8), (1, 8)]));
        assert_eq!(placed(&mut policy, &[7, 20, 9], 2, 25), None);
        assert_eq!(placed(&mut policy, &[7, 20, 9], 1, 10), Some(vec![(1, 10)]));
        assert_eq!(placed(&mut policy, &[7, 20, 9], 0, 8), None);
        // Components of 30, 30 and 29 nodes fit on the idle clusters of 30 nodes; those of 31 and 30 do not, and the job is not split.
        let mut large = OrderedComponents(Components { limit: 40, most: 2 });
        assert_eq!(placed(&mut large, &[30, 29, 30], 0, 59), Some(vec![(0, 30), (1, 29)]));
        assert_eq!(placed(&mut large, &[30, 30, 30], 0, 61), None);
    }
}
