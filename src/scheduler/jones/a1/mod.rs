//! A1, satisfy (J5 §5, equations 9–11): co-allocation that saturates no link beyond the threshold.
//!
//! On every cluster the nodes that a job may take are [0, n₁] ∪ [n₂, n] of eq. 9, cut by the free nodes (eq. 10): a few,
//! or so many that few are left to talk to. Wanted are xᵢ from these sets with Σ xᵢ = n (eq. 11). The paper tries all
//! combinations, O(pᵐ). But n₂ > n/2 wherever there is a gap between the two parts, so that **at most one cluster can
//! use its upper part**, which leaves sums of a few intervals: [`first`] is O(m), [`least`] looks at each cluster with an
//! upper part once, and neither depends on the size of the job.
//!
//! This holds wherever demands depend on the sizes of the pieces alone: for all-to-all jobs and rings, on a star and,
//! sites taking the part of clusters, in a tree. Elsewhere solutions are sought one by one ([`search`]).

mod first;
mod least;
mod ranges;
mod reach;
mod refusal;
mod search;
mod sums;

use super::local::{local, migrate};
use super::refusals::{all_steps, spread_below};
use crate::network::demand::Traffic;
use crate::platform::{Placement, State, Topology};
use crate::scenario::Objective;
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::{Job, Pattern};
use ranges::{Limit, Range, Site};
use search::{Outcome, Search};
use std::cell::RefCell;

/// A search that has tried so many pieces gives up: some tenths of a millisecond.
pub const SEARCH_STEPS: u32 = 10_000;

/// A1: the nodes of a job are spread so that no link is loaded beyond the threshold. Clusters at or over it are left
/// out.
#[derive(Clone, Debug)]
pub struct A1 {
    lslt: f64,
    objective: Objective,
    search_steps: u32,
    /// By link.
    limits: Vec<Limit>,
    /// Scratch, by cluster.
    ranges: Vec<Range>,
    /// Scratch, in order; one for all on a star.
    sites: Vec<Site>,
    first: first::Scratch,
    least: least::Scratch,
    /// What the jobs to come ask for at least \[bit/s\]: 0 if some ask in a pattern that is not bounded by eq. 9.
    expected_bps: Option<f64>,
    /// Scratch of [`reach`].
    shares: RefCell<Vec<(f64, f64)>>,
}

impl A1 {
    /// For the platform of `idle`, with the threshold `lslt`: no link is loaded beyond this share of its capacity.
    pub fn new(idle: &State, lslt: f64, objective: Objective) -> A1 {
        let limit = |&capacity_bps: &u64| Limit::of(capacity_bps, lslt);
        A1 {
            lslt,
            objective,
            search_steps: SEARCH_STEPS,
            limits: idle.capacity_bps().iter().map(limit).collect(),
            ranges: Vec::new(),
            sites: Vec::new(),
            first: first::Scratch::default(),
            least: least::Scratch::default(),
            expected_bps: None,
            shares: RefCell::default(),
        }
    }

    /// The same with another number of steps after which a search gives up.
    pub fn with_search_steps(self, search_steps: u32) -> A1 {
        A1 {
            search_steps,
            ..self
        }
    }

    /// Equations 9 and 10; false if demands depend on more than the sizes of the pieces.
    #[inline]
    fn find_ranges(&mut self, state: &State, job: &Job) -> bool {
        self.ranges.clear();
        self.sites.clear();
        let traffic = Traffic::of(job);
        let range = |free: u32, link: usize| {
            let load_bps = state.load_bps()[link];
            Range::of(&traffic, job.nodes, free, load_bps, &self.limits[link])
        };
        let clusters = state.free().len();
        match state.platform().topology {
            Topology::Star => self.sites.push(Site {
                clusters: 0..clusters,
                core: Range::all(job.nodes),
            }),
            Topology::Tree {
                clusters_per_site, ..
            } => {
                for first in (0..clusters).step_by(clusters_per_site as usize) {
                    let core = state.platform().core_link(first as u32);
                    let core = core.and_then(|link| range(job.nodes, link as usize));
                    let Some(core) = core else { return false };
                    self.sites.push(Site {
                        clusters: first..clusters.min(first + clusters_per_site as usize),
                        core,
                    });
                }
            }
            Topology::Mesh => return false,
        }
        for site in &self.sites {
            let closed = site.core == Range::CLOSED;
            for cluster in site.clusters.clone() {
                let free = if closed { 0 } else { state.free()[cluster] };
                let Some(range) = range(free, cluster) else {
                    return false;
                };
                self.ranges.push(range);
            }
        }
        true
    }

    /// Equation 11. No cluster holds the whole job.
    fn satisfy(&mut self, state: &State, job: &Job, placement: &mut Placement) -> Outcome {
        let by_size = self.find_ranges(state, job);
        let solved = match self.objective {
            Objective::First if by_size => {
                self.first
                    .solve(&self.ranges, &self.sites, job.nodes, placement)
            }
            Objective::LeastDemand if by_size && state.platform().topology == Topology::Star => {
                self.least.solve(&self.ranges, job.nodes, placement)
            }
            objective => {
                let steps = self.search_steps;
                let search = Search::new(state, job, &self.limits, self.lslt, objective, steps);
                return search.solve(placement);
            }
        };
        if solved {
            Outcome::Found
        } else {
            Outcome::Impossible
        }
    }
}

impl Policy for A1 {
    fn expect(&mut self, job: &Job) {
        let bsbw_bps = match job.pattern {
            Pattern::AllToAll | Pattern::Ring => job.bsbw_bps,
            Pattern::Grid | Pattern::Tree | Pattern::MasterWorker => 0.0,
        };
        self.expected_bps = Some(
            self.expected_bps
                .map_or(bsbw_bps, |least| least.min(bsbw_bps)),
        );
    }

    fn reach(&self, state: &State, _home: u32) -> u64 {
        let bsbw_bps = self.expected_bps.unwrap_or(0.0);
        if bsbw_bps == 0.0 || state.platform().topology == Topology::Mesh {
            return state.total_free();
        }
        let shares = &mut self.shares.borrow_mut();
        let reach = reach::reach(state, &self.limits, bsbw_bps, shares) as u64;
        reach.min(state.total_free()).max(state.most_free().into())
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        local(state, job, placement)
            || migrate(state, job, placement)
            || (u64::from(job.nodes) <= state.total_free()
                && self.satisfy(state, job, placement) == Outcome::Found)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        all_steps(state, job, || {
            let few = match self.find_ranges(state, job) {
                true => refusal::too_few(state, job, self.lslt, &self.ranges),
                false => spread_below(state, job, self.lslt),
            };
            few.or_else(|| {
                let outcome = self.satisfy(state, job, &mut Placement::new());
                let gave_up = outcome == Outcome::GaveUp;
                (outcome != Outcome::Found).then_some(Refusal::Satisfy {
                    lslt: self.lslt,
                    steps: gave_up.then_some(self.search_steps),
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{job, load, placed, state};
    use super::*;
    use crate::network::demand::demands;
    use crate::platform::{Cluster, Demand, Piece, Platform};
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
            &smallvec::smallvec![Demand {
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

    /// The paper's nested loops: every way to take the job's nodes from clusters below the threshold so that no link
    /// exceeds it, in the order "clusters by index, on each the most nodes first", handed to `found` until that returns
    /// true.
    fn combinations(
        state: &State,
        job: &Job,
        lslt: f64,
        taken: &mut Vec<u32>,
        found: &mut dyn FnMut(&Placement) -> bool,
    ) -> bool {
        let cluster = taken.len();
        let missing = job.nodes - taken.iter().sum::<u32>();
        if cluster == state.free().len() {
            let pieces = (0..).zip(taken.iter().copied());
            let pieces = pieces.filter(|&(_, nodes)| nodes > 0);
            let placement = pieces
                .map(|(cluster, nodes)| Piece { cluster, nodes })
                .collect();
            let saturation = |demand: &Demand| {
                let link = demand.link as usize;
                (state.load_bps()[link] + demand.bps) as f64 / state.capacity_bps()[link] as f64
            };
            let demands = demands(state.platform(), job, &placement);
            return missing == 0
                && demands.iter().all(|demand| saturation(demand) <= lslt)
                && found(&placement);
        }
        let later: u32 = state.free()[cluster + 1..].iter().sum();
        let open = state.cluster_saturation(cluster) < lslt;
        let most = if open {
            missing.min(state.free()[cluster])
        } else {
            0
        };
        for nodes in (missing.saturating_sub(later)..=most).rev() {
            taken.push(nodes);
            if combinations(state, job, lslt, taken, found) {
                return true;
            }
            taken.pop();
        }
        false
    }

    fn topologies() -> impl Strategy<Value = Topology> {
        prop_oneof![
            4 => Just(Topology::Star),
            4 => (1u32..4, 1u64..20).prop_map(|(clusters_per_site, mbps)| Topology::Tree {
                clusters_per_site,
                core_bps: mbps * 1_000_000,
            }),
            2 => Just(Topology::Mesh),
        ]
    }

    /// Clusters with free nodes and loaded links of all capacities; megabits, so that ties and exact fits are frequent.
    fn situations() -> impl Strategy<Value = (State, Job, f64)> {
        let cluster = (0u32..9, 1u64..12);
        let half_mbps = prop_oneof![3 => 0u64..6, 1 => 0u64..20];
        let bsbw = prop_oneof![1 => Just(0.0), 1 => Just(1e-9), 8 => (1u32..40).prop_map(|mbps| f64::from(mbps) * MBPS)];
        let lslt = prop_oneof![Just(1.0), Just(0.0), Just(0.5), 0.0f64..2.0];
        let pattern = prop_oneof![Just(Pattern::AllToAll), prop::sample::select(Pattern::ALL)];
        (
            prop::collection::vec(cluster, 1..6),
            topologies(),
            prop::collection::vec(half_mbps, 15),
            (1u32..24, bsbw, pattern),
            lslt,
        )
            .prop_map(
                |(clusters, topology, loads, (nodes, bsbw_bps, pattern), lslt)| {
                    let cluster = |(nodes, mbps): (u32, u64)| Cluster {
                        nodes,
                        capacity_bps: mbps * 1_000_000,
                        speed: 1.0,
                    };
                    let mut state = State::idle(Platform {
                        clusters: clusters.into_iter().map(cluster).collect(),
                        topology,
                    });
                    let links = state.capacity_bps().len() as u32;
                    for (link, half_mbps) in (0..links).zip(loads) {
                        load(&mut state, link, half_mbps * 500_000);
                    }
                    let job = Job {
                        bsbw_bps,
                        pattern,
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
            if job.nodes <= state.most_free() {
                return Ok(());
            }
            let pieces = |placement: &Placement| -> Vec<(u32, u32)> {
                placement.iter().map(|p| (p.cluster, p.nodes)).collect()
            };
            let mut first = None;
            combinations(&state, &job, lslt, &mut Vec::new(), &mut |placement| {
                first = Some(pieces(placement));
                true
            });
            let solved = |objective| {
                let mut policy = A1::new(&state, lslt, objective).with_search_steps(u32::MAX);
                placed(&mut policy, &state, &job)
            };
            if first.is_some() {
                let mut expecting = a1(&state, lslt);
                prop_assert_eq!(expecting.reach(&state, 0), state.total_free());
                expecting.expect(&job);
                prop_assert!(u64::from(job.nodes) <= expecting.reach(&state, 0));
            }
            prop_assert_eq!(solved(Objective::First), first);
            let by_size = matches!(job.pattern, Pattern::AllToAll | Pattern::Ring);
            let spread = by_size && state.platform().topology == Topology::Star;
            let mut least = None;
            combinations(&state, &job, lslt, &mut Vec::new(), &mut |placement| {
                let asked: u64 = if spread {
                    placement.iter().map(|p| u64::from(p.nodes * (job.nodes - p.nodes))).sum()
                } else {
                    demands(state.platform(), &job, placement).iter().map(|d| d.bps).sum()
                };
                if least.as_ref().is_none_or(|(smallest, _)| asked < *smallest) {
                    least = Some((asked, pieces(placement)));
                }
                false
            });
            prop_assert_eq!(solved(Objective::LeastDemand), least.map(|(_, pieces)| pieces));
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

    /// Sites {0, 1} and {2, 3}; core links of 800 Mbps. Of 40 nodes at 1000 Mbps a core link lets 11 (797.5; 12 ask for
    /// 840) or 29 and more pass.
    #[test]
    fn a_core_link_holds_back_a_whole_site() {
        let cluster = Cluster {
            nodes: 30,
            capacity_bps: 1_000_000_000,
            speed: 1.0,
        };
        let state = State::idle(Platform {
            clusters: vec![cluster; 4],
            topology: Topology::Tree {
                clusters_per_site: 2,
                core_bps: 800_000_000,
            },
        });
        let job = |nodes| Job {
            bsbw_bps: 1000.0 * MBPS,
            ..job(0, nodes)
        };
        let mut policy = a1(&state, 1.0);
        // Within the site nothing passes the core.
        let whole = Some(vec![(0, 30), (1, 10)]);
        assert_eq!(placed(&mut policy, &state, &job(40)), whole);
        let mut busy = state.clone();
        let taken: Placement = smallvec::smallvec![
            Piece {
                cluster: 1,
                nodes: 30
            },
            Piece {
                cluster: 3,
                nodes: 19
            }
        ];
        busy.claim(&taken, &crate::platform::Demands::new());
        // 30 in site 0 need the other 10, which may pass.
        let apart = Some(vec![(0, 30), (2, 10)]);
        assert_eq!(placed(&mut policy, &busy, &job(40)), apart);
        // 18 free in cluster 0: at most 11 may be there, and the rest in site 1.
        let more: Placement = smallvec::smallvec![Piece {
            cluster: 0,
            nodes: 12
        }];
        busy.claim(&more, &crate::platform::Demands::new());
        let apart = Some(vec![(0, 11), (2, 29)]);
        assert_eq!(placed(&mut policy, &busy, &job(40)), apart);
    }

    /// Pieces of a and b nodes exchange a · b / 10 Mbps, so a · b ≤ 600: eight times 24, or 30 and seven times 20, are too
    /// few for 200, but there are many ways to see that.
    #[test]
    fn a_search_gives_up_and_says_so() {
        let cluster = Cluster {
            nodes: 30,
            capacity_bps: 60_000_000,
            speed: 1.0,
        };
        let state = State::idle(Platform {
            clusters: vec![cluster; 8],
            topology: Topology::Mesh,
        });
        let job = Job {
            bsbw_bps: 1000.0 * MBPS,
            ..job(0, 200)
        };
        let mut policy = a1(&state, 1.0);
        assert_eq!(placed(&mut policy, &state, &job), None);
        assert_eq!(
            policy.refusals(&state, &job).last(),
            Some(&Refusal::Satisfy {
                lslt: 1.0,
                steps: Some(SEARCH_STEPS)
            })
        );
    }
}
