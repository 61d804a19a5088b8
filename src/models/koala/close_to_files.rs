//! Close to files (CF): components run where the data of the job arrive soonest.

use super::components::Components;
use crate::network::stage_in::stage_in_on_s;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// One component after the other, the largest first, goes to the cluster with room for which the transfer of the job's data takes
/// least time; of equally near clusters, to the one with most free nodes (worst fit). Several components may share a cluster.
#[derive(Clone, Copy, Debug)]
pub struct CloseToFiles(pub Components);

impl Policy for CloseToFiles {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        state.total_free()
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let mut left: SmallVec<[u32; 8]> = state.free().iter().copied().collect();
        let time_s = |cluster: u32| stage_in_on_s(state.platform(), job, cluster);
        for nodes in self.0.of(job) {
            let with_room = (0..).zip(&left).filter(|&(_, &free)| free >= nodes);
            let nearest = with_room.min_by(|&(one, one_free), &(other, other_free)| {
                let nearer = time_s(one).total_cmp(&time_s(other));
                nearer.then(Reverse(one_free).cmp(&Reverse(other_free)))
            });
            let Some((cluster, _)) = nearest else {
                placement.clear();
                return false;
            };
            left[cluster as usize] -= nodes;
            match placement.iter_mut().find(|piece| piece.cluster == cluster) {
                Some(piece) => piece.nodes += nodes,
                None => placement.push(Piece { cluster, nodes }),
            }
        }
        true
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        match self.place(state, job, &mut Placement::new()) {
            true => Vec::new(),
            false => vec![self.0.no_room(state, job)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::placed_on;
    use super::*;
    use crate::network::stage_in_s;
    use crate::platform::{Cluster, Platform};
    use proptest::prelude::*;

    /// Clusters of 30 nodes with links of these capacities \[Mbps\].
    fn platform(mbps: &[u64], stages_in: bool) -> Platform {
        let cluster = |&mbps: &u64| Cluster { nodes: 30, capacity_bps: mbps * 1_000_000, speed: 1.0 };
        Platform { stages_in, ..Platform::star(mbps.iter().map(cluster).collect()) }
    }

    fn job(home: u32, nodes: u32, size_mb: f64) -> Job {
        Job { home, nodes, size_mb, ..Job::default() }
    }

    /// From cluster 1, 100 MB take 8 s to cluster 2 (100 Mbps) and 80 s to cluster 3 (10 Mbps).
    #[test]
    fn components_by_hand() {
        let near = platform(&[1000, 100, 10], true);
        let mut cf = CloseToFiles(Components { limit: 10, most: 9 });
        let mut place = |free: &[u32], own| placed_on(&near, &mut cf, free, own);
        // Three components of 9, 8 and 8 nodes: two at home, where all fit no more, and one on the nearest other cluster.
        assert_eq!(place(&[18, 20, 30], job(0, 25, 100.0)), Some(vec![(0, 17), (1, 8)]));
        assert_eq!(place(&[30, 20, 30], job(0, 25, 100.0)), Some(vec![(0, 25)]));
        // Cluster 2 has room for none; the far cluster is taken at once.
        assert_eq!(place(&[9, 7, 30], job(0, 25, 100.0)), Some(vec![(0, 9), (2, 16)]));
        assert_eq!(place(&[9, 7, 15], job(0, 25, 100.0)), None);
        // Without data, all clusters are equally near: worst fit, and the first of equal ones.
        assert_eq!(place(&[18, 20, 30], job(0, 25, 0.0)), Some(vec![(2, 17), (1, 8)]));
        assert_eq!(place(&[20, 20, 20], job(2, 8, 0.0)), Some(vec![(0, 8)]));
        // From cluster 3 with its slow link, both others are 80 s away: the one with most free nodes.
        assert_eq!(place(&[20, 25, 7], job(2, 8, 100.0)), Some(vec![(1, 8)]));
    }

    /// The nodes that each cluster gives. Before each component, the clusters are sorted again; the first one with room gets it.
    fn twin(platform: &Platform, free: &[u32], job: &Job, sizes: &[u32]) -> Option<Vec<u32>> {
        let mut left = free.to_vec();
        for &size in sizes {
            let mut order: Vec<u32> = (0..free.len() as u32).collect();
            order.sort_by_key(|&own| Reverse(left[own as usize]));
            order.sort_by(|&a, &b| stage_in_on_s(platform, job, a).total_cmp(&stage_in_on_s(platform, job, b)));
            let cluster = order.into_iter().find(|&own| left[own as usize] >= size)?;
            left[cluster as usize] -= size;
        }
        Some(free.iter().zip(left).map(|(free, left)| free - left).collect())
    }

    /// The shortest stage-in of all ways to put components on clusters, by trying them; `None` if there is no way.
    fn shortest_s(platform: &Platform, free: &[u32], job: &Job, sizes: &[u32]) -> Option<f64> {
        let Some((&size, rest)) = sizes.split_first() else { return Some(0.0) };
        let ways = (0..free.len() as u32).filter_map(|cluster| {
            let mut left = free.to_vec();
            left[cluster as usize] = left[cluster as usize].checked_sub(size)?;
            Some(stage_in_on_s(platform, job, cluster).max(shortest_s(platform, &left, job, rest)?))
        });
        ways.min_by(f64::total_cmp)
    }

    proptest! {
        #[test]
        fn equals_its_twin_and_is_best_for_equal_components(
            clusters in prop::collection::vec((0u32..=30, prop::sample::select(vec![1u64, 10, 100, 1000])), 1..5),
            home in 0u32..5,
            (nodes, limit) in (1u32..60, 8u32..40),
            size_mb in prop::sample::select(vec![0.0, 1.0, 500.0]),
            stages_in in prop::bool::weighted(0.8),
        ) {
            let (free, mbps): (Vec<u32>, Vec<u64>) = clusters.into_iter().unzip();
            let platform = platform(&mbps, stages_in);
            let job = job(home % free.len() as u32, nodes, size_mb);
            let components = Components { limit, most: u32::MAX };
            let sizes: Vec<u32> = components.of(&job).collect();
            let pieces = placed_on(&platform, &mut CloseToFiles(components), &free, job);
            let by_cluster = |own: &Vec<(u32, u32)>| {
                let nodes = |cluster: usize| own.iter().filter(|own| own.0 as usize == cluster).map(|own| own.1).sum();
                (0..free.len()).map(nodes).collect::<Vec<u32>>()
            };
            prop_assert_eq!(pieces.as_ref().map(by_cluster), twin(&platform, &free, &job, &sizes));
            if sizes.iter().all(|&own| own == sizes[0]) {
                let placement = pieces.map(|own| own.into_iter().map(|(cluster, nodes)| Piece { cluster, nodes }).collect());
                let own_s = placement.map(|own: Placement| stage_in_s(&platform, &job, &own));
                prop_assert_eq!(own_s, shortest_s(&platform, &free, &job, &sizes));
            }
        }
    }
}
