//! B1, largest free first (J5 §5).

use super::fill::{FreeBelow, below, fill, largest_first};
use super::local::{local, migrate};
use super::refusals::{all_steps, spread_below};
use crate::platform::{Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// B1: First-fit on the clusters whose link is below the threshold.
#[derive(Clone, Copy, Debug)]
pub struct B1 {
    /// LSLT: clusters are excluded if their link is loaded to this share of its capacity or more.
    pub lslt: f64,
}

impl Policy for B1 {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        FreeBelow::reach(state, self.lslt)
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        local(state, job, placement) || migrate(state, job, placement) || {
            let clusters = largest_first(state, below(state, self.lslt));
            fill(state, job.nodes, clusters, placement)
        }
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        all_steps(state, job, || spread_below(state, job, self.lslt))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{job, load, placed, state};
    use super::*;

    #[test]
    fn leaves_out_links_at_the_threshold() {
        let mut state = state(&[30, 50, 40, 40]);
        let mut b1 = B1 { lslt: 0.5 };
        assert_eq!(placed(&mut b1, &state, &job(0, 100)), Some(vec![(1, 50), (2, 40), (3, 10)]));
        // Links have 1000 Mbps. A load of one bit per second less than the threshold is below it; a load equal to the
        // threshold is not.
        load(&mut state, 1, 500_000_000);
        load(&mut state, 2, 499_999_999);
        assert_eq!(placed(&mut b1, &state, &job(0, 100)), Some(vec![(2, 40), (3, 40), (0, 20)]));
        assert_eq!(b1.reach(&state, 0), 110);
        assert_eq!(placed(&mut b1, &state, &job(0, 111)), None);
        // A whole job needs no link.
        assert_eq!(placed(&mut b1, &state, &job(0, 50)), Some(vec![(1, 50)]));
    }
}
