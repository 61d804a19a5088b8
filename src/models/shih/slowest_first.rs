//! The slowest cluster that has room: leaves fast nodes to jobs that come later.

use crate::models::policy::{Built, PolicyInfo};
use crate::platform::{Piece, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// What it is.
pub static SLOWEST_FIRST: PolicyInfo = PolicyInfo {
    name: "slowest-first",
    label: "Slowest-first",
    help: "One cluster: the slowest of those with room.",
    build: |_| Built::Place(Box::new(SlowestFirst)),
    ..PolicyInfo::ON_ONE_CLUSTER
};

struct SlowestFirst;

impl Policy for SlowestFirst {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        state.most_free().into()
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let speed = |cluster: usize| state.platform().clusters[cluster].speed;
        let roomy = state.with_free(job.nodes).map(|(cluster, _)| cluster);
        let slowest = roomy.min_by(|&a, &b| speed(a).total_cmp(&speed(b)));
        if let Some(cluster) = slowest {
            placement.push(Piece {
                cluster: cluster as u32,
                nodes: job.nodes,
            });
        }
        slowest.is_some()
    }

    fn refusals(&mut self, state: &State, _job: &Job) -> Vec<Refusal> {
        let free = state.most_free();
        let largest = (0..).zip(state.free()).find(|(_, own)| **own == free);
        let largest = largest.map(|(cluster, _)| Refusal::Migrate { cluster, free });
        largest.into_iter().collect()
    }
}
