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
    fn pieces(self, state: &State, job: &Job) -> impl Iterator<Item = Piece> {
        let (home, clusters) = (job.home, state.free().len() as u32);
        (0..).zip(self.0.of(job)).map(move |(at, nodes)| Piece { cluster: (home + at) % clusters, nodes })
    }
}

impl Policy for OrderedComponents {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        state.total_free()
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let fits = |piece: Piece| piece.nodes <= state.free()[piece.cluster as usize];
        let all_fit = self.pieces(state, job).all(fits);
        if all_fit {
            placement.extend(self.pieces(state, job));
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
        self.pieces(state, job).find_map(refuse).into_iter().collect()
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
    }
}
