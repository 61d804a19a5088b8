//! A1, satisfy (J5 §5, equations 9–11): co-allocation that saturates no link beyond the threshold.
//!
//! On every cluster the nodes that a job may take are [0, n₁] ∪ [n₂, n] of eq. 9, cut by the free nodes (eq. 10): a few,
//! or so many that few are left to talk to. Wanted are xᵢ from these sets with Σ xᵢ = n (eq. 11). The paper tries all
//! combinations, O(pᵐ). But n₂ > n/2 wherever there is a gap between the two parts, so that **at most one cluster can
//! use its upper part**, which leaves sums of intervals: [`first`] is O(m), [`least`] looks at each cluster with an upper
//! part once, and neither depends on the size of the job.

mod first;
mod least;
mod ranges;
mod refusal;

use super::local::{local, migrate};
use super::refusals::all_steps;
use crate::platform::{Placement, State, Topology};
use crate::scenario::Objective;
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::{Job, Pattern};
use ranges::{Limit, Range};

/// A1: the nodes of a job are spread so that no link is loaded beyond the threshold. Clusters at or over it are left
/// out.
#[derive(Clone, Debug)]
pub struct A1 {
    lslt: f64,
    objective: Objective,
    /// By link.
    limits: Vec<Limit>,
    /// Scratch, by cluster.
    ranges: Vec<Range>,
    first: first::Scratch,
    least: least::Scratch,
}

impl A1 {
    /// For the platform of `idle`, with the threshold `lslt`: no link is loaded beyond this share of its capacity.
    pub fn new(idle: &State, lslt: f64, objective: Objective) -> A1 {
        let limit = |&capacity_bps: &u64| Limit::of(capacity_bps, lslt);
        A1 {
            lslt,
            objective,
            limits: idle.capacity_bps().iter().map(limit).collect(),
            ranges: Vec::new(),
            first: first::Scratch::default(),
            least: least::Scratch::default(),
        }
    }

    /// Equations 9 and 10.
    #[inline]
    fn find_ranges(&mut self, state: &State, job: &Job) {
        self.ranges.clear();
        // The equations are about all-to-all jobs on a star; others are not co-allocated.
        if state.platform().topology != Topology::Star || job.pattern != Pattern::AllToAll {
            self.ranges.resize(state.free().len(), Range::CLOSED);
            return;
        }
        let links = state.free().iter().zip(state.load_bps()).zip(&self.limits);
        self.ranges
            .extend(links.map(|((&free, &load), limit)| Range::of(job, free, load, limit)));
    }

    /// Equation 11; false if there is no solution. No cluster holds the whole job.
    fn satisfy(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.find_ranges(state, job);
        match self.objective {
            Objective::First => self.first.solve(&self.ranges, job.nodes, placement),
            Objective::LeastDemand => self.least.solve(&self.ranges, job.nodes, placement),
        }
    }
}

impl Policy for A1 {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        state.total_free()
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        local(state, job, placement)
            || migrate(state, job, placement)
            || (u64::from(job.nodes) <= state.total_free() && self.satisfy(state, job, placement))
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        all_steps(state, job, || {
            self.find_ranges(state, job);
            refusal::refusal(state, job, self.lslt, &self.ranges)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{job, load, placed, state};
    use super::*;
    use crate::network::demand::link_demand_bps;
    use proptest::prelude::*;

    const MBPS: f64 = 1e6;

    fn a1(state: &State, lslt: f64) -> A1 {
        A1::new(state, lslt, Objective::First)
    }

    /// 40 nodes at 1000 Mbps: x nodes ask for 2.5 · x · (40 − x) Mbps, so a link with 500 Mbps left takes up to 5
    /// (437.5; six ask for 510) or at least 35.
    #[test]
    fn few_nodes_or_nearly_all() {
        let mut state = state(&[38, 30, 30, 30]);
        let job = Job {
            bsbw_bps: 1000.0 * MBPS,
            ..job(0, 40)
        };
        // At threshold 1 anything fits: halves ask for 1000 Mbps.
        let mut policy = a1(&state, 1.0);
        assert_eq!(
            placed(&mut policy, &state, &job),
            Some(vec![(0, 38), (1, 2)])
        );
        let mut policy = a1(&state, 0.5);
        assert_eq!(
            placed(&mut policy, &state, &job),
            Some(vec![(0, 38), (1, 2)])
        );
        // Link 0 has 400 Mbps left: up to 4 nodes (360) or at least 36.
        load(&mut state, 0, 100_000_000);
        assert_eq!(
            placed(&mut policy, &state, &job),
            Some(vec![(0, 38), (1, 2)])
        );
        // 187.5 Mbps: 1 node (97.5; two ask for 190) or 39, which it does not have. The others take 5 each.
        load(&mut state, 0, 212_500_000);
        assert_eq!(placed(&mut policy, &state, &job), None);
        // 190 Mbps: two nodes or 38.
        state.release(
            &Placement::new(),
            &smallvec::smallvec![crate::platform::Demand {
                link: 0,
                bps: 2_500_000
            }],
        );
        assert_eq!(
            placed(&mut policy, &state, &job),
            Some(vec![(0, 38), (1, 2)])
        );
    }

    #[test]
    fn the_least_demand_may_not_be_the_first() {
        let state = state(&[20, 30, 39]);
        let job = Job {
            bsbw_bps: 1000.0 * MBPS,
            ..job(0, 40)
        };
        assert_eq!(
            placed(&mut a1(&state, 1.0), &state, &job),
            Some(vec![(0, 20), (1, 20)])
        );
        let mut least = A1::new(&state, 1.0, Objective::LeastDemand);
        assert_eq!(
            placed(&mut least, &state, &job),
            Some(vec![(0, 1), (2, 39)])
        );
    }

    /// The paper's nested loops: every combination in the order "clusters by index, on each the most nodes first",
    /// handed to `found` until that returns true.
    fn combinations(
        state: &State,
        job: &Job,
        lslt: f64,
        taken: &mut Vec<u32>,
        found: &mut dyn FnMut(&[u32]) -> bool,
    ) -> bool {
        let cluster = taken.len();
        let missing = job.nodes - taken.iter().sum::<u32>();
        if cluster == state.free().len() {
            return missing == 0 && found(taken);
        }
        let saturation = |asked: u64| {
            (state.load_bps()[cluster] + asked) as f64 / state.capacity_bps()[cluster] as f64
        };
        for nodes in (0..=missing.min(state.free()[cluster])).rev() {
            let demand = link_demand_bps(job.bsbw_bps, job.nodes, nodes);
            if nodes > 0 && (saturation(0) >= lslt || saturation(demand) > lslt) {
                continue;
            }
            taken.push(nodes);
            if combinations(state, job, lslt, taken, found) {
                return true;
            }
            taken.pop();
        }
        false
    }

    /// Clusters with free nodes and loaded links of all capacities; megabits, so that ties and exact fits are frequent.
    fn situations() -> impl Strategy<Value = (State, Job, f64)> {
        let cluster = (0u32..9, 1u64..12, 0u64..14);
        let bsbw = prop_oneof![1 => Just(0.0), 1 => Just(1e-9), 8 => (1u32..40).prop_map(|mbps| f64::from(mbps) * MBPS)];
        let lslt = prop_oneof![Just(1.0), Just(0.0), Just(0.5), 0.0f64..2.0];
        (prop::collection::vec(cluster, 1..6), 1u32..24, bsbw, lslt).prop_map(
            |(clusters, nodes, bsbw_bps, lslt)| {
                let cluster = |&(nodes, mbps, _): &(u32, u64, u64)| crate::platform::Cluster {
                    nodes,
                    capacity_bps: mbps * 1_000_000,
                    speed: 1.0,
                };
                let platform =
                    crate::platform::Platform::star(clusters.iter().map(cluster).collect());
                let mut state = State::idle(platform);
                for (link, &(_, _, half_mbps)) in clusters.iter().enumerate() {
                    load(&mut state, link as u32, half_mbps * 500_000);
                }
                let job = Job {
                    bsbw_bps,
                    ..job(0, nodes)
                };
                (state, job, lslt)
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn equals_the_exhaustive_search((state, job, lslt) in situations()) {
            let pieces = |taken: &[u32]| -> Vec<(u32, u32)> {
                let all = (0..).zip(taken.iter().copied());
                all.filter(|&(_, nodes)| nodes > 0).collect()
            };
            let mut placement = Placement::new();
            if local(&state, &job, &mut placement) || migrate(&state, &job, &mut placement) {
                return Ok(());
            }
            let mut first = None;
            combinations(&state, &job, lslt, &mut Vec::new(), &mut |taken| {
                first = Some(pieces(taken));
                true
            });
            prop_assert_eq!(placed(&mut a1(&state, lslt), &state, &job), first);
            let mut least = None;
            combinations(&state, &job, lslt, &mut Vec::new(), &mut |taken| {
                let asked: u32 = taken.iter().map(|x| x * (job.nodes - x)).sum();
                if least.as_ref().is_none_or(|(smallest, _)| asked < *smallest) {
                    least = Some((asked, pieces(taken)));
                }
                false
            });
            let mut policy = A1::new(&state, lslt, Objective::LeastDemand);
            prop_assert_eq!(placed(&mut policy, &state, &job), least.map(|(_, pieces)| pieces));
        }

        /// Whatever the numbers, the limit is the last load that is not over the threshold.
        #[test]
        fn limits_have_no_rounding(capacity_bps in 1u64..10_000_000_000_000, lslt in 0.0f64..=10.0) {
            let limit = Limit::of(capacity_bps, lslt);
            let saturation = |load: u64| load as f64 / capacity_bps as f64;
            prop_assert!(saturation(limit.most_bps) <= lslt && saturation(limit.most_bps + 1) > lslt);
            prop_assert!(saturation(limit.threshold_bps) >= lslt);
            prop_assert!(limit.threshold_bps == 0 || saturation(limit.threshold_bps - 1) < lslt);
        }
    }

    #[test]
    fn jobs_of_millions_of_nodes_are_as_quick() {
        let state = state(&[2_000_000_000, 1_000_000_000, 500_000_000, 500_000_000]);
        let job = Job {
            bsbw_bps: 1000.0 * MBPS,
            ..job(0, 4_000_000_000)
        };
        let all = vec![
            (0, 2_000_000_000),
            (1, 1_000_000_000),
            (2, 500_000_000),
            (3, 500_000_000),
        ];
        for objective in Objective::ALL {
            let mut policy = A1::new(&state, 1.0, *objective);
            assert_eq!(placed(&mut policy, &state, &job), Some(all.clone()));
            let mut policy = A1::new(&state, 0.9, *objective);
            assert_eq!(placed(&mut policy, &state, &job), None);
        }
    }
}
