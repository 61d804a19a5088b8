//! B2, least saturated link first (J5 §5).

use super::fill::{FreeBelow, fill};
use super::local::{local, migrate};
use super::refusals::{all_steps, spread_below};
use crate::platform::{Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// Of the clusters that have free nodes and a link below the threshold, the next one after `last` in the order "least
/// saturated link first, ties by index".
#[inline]
fn next_least_saturated(state: &State, last: Option<(f64, usize)>, lslt: f64) -> Option<(f64, usize)> {
    let mut least: Option<(f64, usize)> = None;
    for (cluster, &free) in state.free().iter().enumerate() {
        let saturation = state.cluster_saturation(cluster);
        let later = last.is_none_or(|(s, c)| saturation > s || (saturation == s && cluster > c));
        if free > 0 && later && saturation < least.map_or(lslt, |(least, _)| least) {
            least = Some((saturation, cluster));
        }
    }
    least
}

/// B2: fills the clusters whose link is below the threshold, those with the least saturated link first (demand over capacity),
/// ties by index.
#[derive(Clone, Copy, Debug)]
pub struct B2 {
    /// LSLT: clusters are excluded if their link is loaded to this share of its capacity or more.
    pub lslt: f64,
}

impl Policy for B2 {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        FreeBelow::reach(state, self.lslt)
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        local(state, job, placement) || migrate(state, job, placement) || {
            let mut last = None;
            let clusters = std::iter::from_fn(|| {
                last = next_least_saturated(state, last, self.lslt);
                last.map(|(_, cluster)| cluster)
            });
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
    fn least_saturated_first_then_by_index() {
        let mut state = state(&[30, 50, 40, 40]);
        let mut b2 = B2 { lslt: 1.0 };
        assert_eq!(placed(&mut b2, &state, &job(0, 100)), Some(vec![(0, 30), (1, 50), (2, 20)]));
        load(&mut state, 0, 400_000_000);
        load(&mut state, 1, 300_000_000);
        load(&mut state, 3, 300_000_000);
        assert_eq!(placed(&mut b2, &state, &job(0, 100)), Some(vec![(2, 40), (1, 50), (3, 10)]));
        load(&mut state, 1, 700_000_000);
        assert_eq!(placed(&mut b2, &state, &job(0, 111)), None);
        assert_eq!(placed(&mut b2, &state, &job(0, 110)), Some(vec![(2, 40), (3, 40), (0, 30)]));
    }
}
