//! Cluster minimization (CM) and flexible cluster minimization (FCM): as few clusters as possible.

use super::components::Components;
use super::unordered::most_free_first;
use crate::models::refusals::co_allocate;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;
use smallvec::SmallVec;

/// CM: several components may share a cluster. One cluster after the other, the one with most free nodes first, takes the
/// largest of the remaining components as long as these fit.
#[derive(Clone, Copy, Debug)]
pub struct ClusterMinimization(pub Components);

impl Policy for ClusterMinimization {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        state.total_free()
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let mut left: SmallVec<[u32; 8]> = self.0.of(job).collect();
        for (free, cluster) in most_free_first(state) {
            let mut nodes = 0;
            left.retain(|component| {
                let fits = nodes + *component <= free;
                nodes += if fits { *component } else { 0 };
                !fits
            });
            if nodes > 0 {
                placement.push(Piece { cluster, nodes });
            }
            if left.is_empty() {
                return true;
            }
        }
        placement.clear();
        false
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        match self.place(state, job, &mut Placement::new()) {
            true => Vec::new(),
            false => vec![self.0.no_room(state, job)],
        }
    }
}

/// FCM: the scheduler splits the job. The cluster with most free nodes takes as much of it as it has room for, and so on.
#[derive(Clone, Copy, Debug)]
pub struct FlexibleClusterMinimization;

impl Policy for FlexibleClusterMinimization {
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
        if u64::from(job.nodes) > state.total_free() {
            return false;
        }
        let mut missing = job.nodes;
        for (free, cluster) in most_free_first(state) {
            let nodes = free.min(missing);
            missing -= nodes;
            placement.push(Piece { cluster, nodes });
            if missing == 0 {
                break;
            }
        }
        true
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        let free = state.total_free();
        (u64::from(job.nodes) > free).then(|| co_allocate(free)).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::placed;
    use super::*;

    #[test]
    fn components_share_clusters() {
        let mut cm = ClusterMinimization(Components { limit: 10, most: 9 });
        // Three components: 9, 8 and 8 nodes. Cluster 2 takes the first two (17 of 20 nodes), cluster 3 the last.
        assert_eq!(placed(&mut cm, &[7, 20, 9], 0, 25), Some(vec![(1, 17), (2, 8)]));
        assert_eq!(placed(&mut cm, &[7, 25, 9], 0, 25), Some(vec![(1, 25)]));
        // There are 25 free nodes, but no room for the third component.
        assert_eq!(placed(&mut cm, &[7, 9, 9], 0, 25), None);
        assert_eq!(placed(&mut cm, &[7, 9, 7], 0, 25), None);
    }

    #[test]
    fn flexible_requests_fill_what_is_free() {
        let mut fcm = FlexibleClusterMinimization;
        assert_eq!(placed(&mut fcm, &[7, 9, 9], 0, 25), Some(vec![(1, 9), (2, 9), (0, 7)]));
        assert_eq!(placed(&mut fcm, &[7, 9, 8], 0, 25), None);
        assert_eq!(placed(&mut fcm, &[7, 9, 9], 0, 9), Some(vec![(1, 9)]));
    }
}
