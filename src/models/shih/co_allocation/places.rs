//! The places for a job in look-ahead co-allocation: on any single cluster with room, else spread as in model 1.

use super::super::linked::Simple;
use super::super::one_cluster::{put, roomy};
use crate::models::jones::Objective;
use crate::models::jones::{A1, B1, B2, FirstFit};
use crate::platform::{Placement, State, sort_by_cluster};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// Settings that determine how jobs are spread over several clusters.
#[derive(Clone, Copy, Debug)]
pub struct Spreading {
    /// B3's chunk.
    pub chunk: f64,
    /// LSLT: the threshold of A1, B1, B2 and B3.
    pub lslt: f64,
    /// True if places that load links beyond the threshold are candidates too: the places of First-fit, B1 and B2.
    pub all: bool,
    /// True if jobs may pass each other in the simulation.
    pub passing: bool,
}

/// Finds the candidate places for a job. The simulation provides the order of clusters by speed, the policy B3, and the
/// size of the largest cluster.
#[derive(Clone, Debug)]
pub(super) struct Places {
    spreading: Spreading,
    pub a1: A1,
}

impl Places {
    /// Places on the platform of `idle`.
    pub fn new(idle: &State, spreading: Spreading) -> Places {
        Places { spreading, a1: A1::new(idle, spreading.lslt, Objective::First) }
    }

    /// Upper bound of the size of a job for which there is a place now.
    pub fn reach(&self, simple: &Simple, state: &State, home: u32) -> u64 {
        let total = state.total_free();
        match self.spreading.all || total > u64::from(simple.largest) {
            true => total,
            false => simple.spread.reach(state, home).max(self.a1.reach(state, home)),
        }
    }

    /// Finds all places of a job: the single clusters with room, from the fastest to the slowest. If no cluster has
    /// room, the places of [`spread`](Places::spread).
    pub fn of(&mut self, simple: &mut Simple, state: &State, job: &Job, all: &mut Vec<Placement>) {
        for cluster in roomy(&simple.ranks, state.free(), job.nodes) {
            let mut placement = Placement::new();
            put(job, cluster.cluster, &mut placement);
            all.push(placement);
        }
        if all.is_empty() {
            self.spread(simple, state, job, all);
        }
    }

    /// Finds the places that the policies of model 1 would use, and the place of First-fit if the job could not run
    /// otherwise.
    fn spread(&mut self, simple: &mut Simple, state: &State, job: &Job, all: &mut Vec<Placement>) {
        let lslt = self.spreading.lslt;
        let ask = |policy: &mut dyn Policy, all: &mut Vec<Placement>| {
            let mut placement = Placement::new();
            if policy.place(state, job, &mut placement) {
                sort_by_cluster(&mut placement);
                if !all.contains(&placement) {
                    all.push(placement);
                }
            }
        };
        ask(&mut simple.spread, all);
        ask(&mut self.a1, all);
        if self.spreading.all {
            ask(&mut FirstFit, all);
            ask(&mut B1 { lslt }, all);
            ask(&mut B2 { lslt }, all);
        }
        if all.is_empty() && job.nodes > simple.largest {
            ask(&mut FirstFit, all);
        }
    }

    /// The refusals if the job has no place: for each policy, the reason why its last step (co-allocate) declined the
    /// job. `None` if the job has a place.
    pub fn refusals(&mut self, simple: &mut Simple, state: &State, job: &Job) -> Option<Vec<Refusal>> {
        let mut places = Vec::new();
        self.spread(simple, state, job, &mut places);
        if !places.is_empty() {
            return None;
        }
        let spreads: &mut [&mut dyn Policy] = match self.spreading.all {
            true => &mut [&mut FirstFit],
            false => &mut [&mut simple.spread, &mut self.a1],
        };
        let refusals = spreads.iter_mut().map(|own| own.refusals(state, job).pop());
        Some(refusals.flatten().collect())
    }
}
