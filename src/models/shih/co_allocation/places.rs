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
    /// True if places may load links beyond the threshold. These are the places of First-fit, B1 and B2.
    pub all: bool,
    /// True if jobs may pass each other in the simulation.
    pub passing: bool,
}

/// Finds the places for a job. The order of clusters by speed, B3 and the largest cluster come from the simulation.
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

    /// Upper bound of the size of jobs for which a place exists.
    pub fn reach(&self, simple: &Simple, state: &State, home: u32) -> u64 {
        let total = state.total_free();
        match self.spreading.all || total > u64::from(simple.largest) {
            true => total,
            false => simple.spread.reach(state, home).max(self.a1.reach(state, home)),
        }
    }

    /// Finds all places: single clusters from the fastest to the slowest; if there are none, those of
    /// [`spread`](Places::spread).
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

    /// Finds the places of model 1's policies, and that of First-fit if the job could not run otherwise.
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

    /// The refusals if the job has no place: for each policy, the reason of its last step (co-allocate). `None` if the
    /// job has a place.
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
