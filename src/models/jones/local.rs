//! Placement on a single cluster: the modules LA and MIG (J5 §5), and the strategies that use no other module.

use super::refusals;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// LA: places all nodes on the home cluster.
#[inline]
pub(super) fn local(state: &State, job: &Job, placement: &mut Placement) -> bool {
    let fits = job.nodes <= state.free()[job.home as usize];
    if fits {
        placement.push(Piece { cluster: job.home, nodes: job.nodes });
    }
    fits
}

/// MIG: places all nodes on one cluster, the one with the fewest free nodes among those with enough; ties go to the
/// lowest index.
#[inline]
pub(super) fn migrate(state: &State, job: &Job, placement: &mut Placement) -> bool {
    let mut best: Option<(u32, usize)> = None;
    for (cluster, free) in state.with_free(job.nodes) {
        if best.is_none_or(|(least, _)| free < least) {
            best = Some((free, cluster));
            if free == job.nodes {
                break;
            }
        }
    }
    if let Some((_, cluster)) = best {
        placement.push(Piece { cluster: cluster as u32, nodes: job.nodes });
    }
    best.is_some()
}

/// No share: every job runs on its home cluster.
#[derive(Clone, Copy, Debug)]
pub struct NoShare;

impl Policy for NoShare {
    fn reach(&self, state: &State, home: u32) -> u64 {
        u64::from(state.free()[home as usize])
    }

    fn stays_home(&self) -> bool {
        true
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn is_monotonic(&self) -> bool {
        true
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        local(state, job, placement)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        refusals::local(state, job).into_iter().collect()
    }
}

/// Migration only: a job runs at home if the home cluster has room, otherwise on one other cluster.
#[derive(Clone, Copy, Debug)]
pub struct MigrationOnly;

impl Policy for MigrationOnly {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        u64::from(state.most_free())
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn is_monotonic(&self) -> bool {
        true
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        local(state, job, placement) || migrate(state, job, placement)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        refusals::whole(state, job).unwrap_or_default()
    }
}
