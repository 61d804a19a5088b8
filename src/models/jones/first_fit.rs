//! First-fit (J5 §4.2; BFFF in J4).

use super::fill::{fill, largest_first};
use super::local::{local, migrate};
use super::refusals::all_steps;
use crate::models::refusals::co_allocate;
use crate::platform::{Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// First-fit: fills the cluster with most free nodes first and ignores links. With unlimited links this is the papers' Ideal.
#[derive(Clone, Copy, Debug)]
pub struct FirstFit;

impl Policy for FirstFit {
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
        local(state, job, placement)
            || migrate(state, job, placement)
            || fill(state, job.nodes, largest_first(state, |_| true), placement)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        let usable = state.total_free();
        let too_few = u64::from(job.nodes) > usable;
        all_steps(state, job, || too_few.then(|| co_allocate(usable)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::MigrationOnly;
    use super::super::testing::{job, placed, state};
    use super::*;

    #[test]
    fn home_first_then_tightest_then_largest() {
        let state = state(&[30, 50, 40, 40]);
        assert_eq!(placed(&mut FirstFit, &state, &job(0, 30)), Some(vec![(0, 30)]));
        assert_eq!(placed(&mut FirstFit, &state, &job(0, 31)), Some(vec![(2, 31)]));
        assert_eq!(placed(&mut MigrationOnly, &state, &job(0, 51)), None);
        assert_eq!(placed(&mut FirstFit, &state, &job(0, 100)), Some(vec![(1, 50), (2, 40), (3, 10)]));
        assert_eq!(placed(&mut FirstFit, &state, &job(0, 161)), None);
    }
}
