//! A1, satisfy (J5 §5, equations 9–11): co-allocation that saturates no link beyond the threshold.
//!
//! On every cluster the nodes that a job may take are [0, n₁] ∪ [n₂, n] of eq. 9, cut by the free nodes (eq. 10): a few,
//! or so many that few are left to talk to. Wanted are xᵢ from these sets with Σ xᵢ = n (eq. 11). The paper tries all
//! combinations, O(pᵐ). But n₂ > n/2 wherever there is a gap between the two parts, so that **at most one cluster can use
//! its upper part**, and the sums that the others reach are all numbers from 0 to the sum of their lower ends. So the
//! sums that all clusters reach are
//!
//! ```text
//!   [0, Σ lowᵢ]   and, for each cluster u with an upper part,   [fromᵤ, mostᵤ + Σ lowᵢ over i ≠ u]
//! ```
//!
//! and the same holds for the clusters from any index on, which is all that a walk needs to give each cluster the most
//! that leaves the others a remainder they can reach: O(m), however large the job.

use super::local::{local, migrate};
use crate::network::demand::most_nodes_within;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::Policy;
use crate::workload::Job;

/// The nodes that a job may take on a cluster: [0, low] ∪ [from, most].
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    low: u32,
    /// [`NO_UPPER`] if there is no upper part.
    from: u32,
    most: u32,
}

const NO_UPPER: u32 = u32::MAX;

/// A link's integer loads around the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Limit {
    /// The least load with a saturation of LSLT or more \[bit/s\].
    threshold_bps: u64,
    /// The greatest load with a saturation of at most LSLT \[bit/s\].
    most_bps: u64,
}

impl Limit {
    fn of(capacity_bps: u64, lslt: f64) -> Limit {
        let saturation = |load: u64| load as f64 / capacity_bps as f64;
        let (mut below, mut least) = (0, u64::MAX);
        if saturation(0) >= lslt {
            least = 0;
        }
        while below + 1 < least {
            let middle = below + (least - below) / 2;
            if saturation(middle) >= lslt {
                least = middle;
            } else {
                below = middle;
            }
        }
        let exact = saturation(least) <= lslt;
        Limit {
            threshold_bps: least,
            most_bps: if exact {
                least
            } else {
                least.saturating_sub(1)
            },
        }
    }
}

/// A1: the first solution in the order "clusters by index, on each the most nodes first". Clusters at or over the
/// threshold are left out.
#[derive(Clone, Debug)]
pub struct A1 {
    /// By link.
    limits: Vec<Limit>,
    /// Scratch, by cluster.
    ranges: Vec<Range>,
    /// Scratch, by cluster: the least `from` among the later clusters whose upper part makes up for what the lower parts
    /// lack.
    later: Vec<u32>,
}

impl A1 {
    /// For the platform of `idle`, with the threshold `lslt`: no link is loaded beyond this share of its capacity.
    pub fn new(idle: &State, lslt: f64) -> A1 {
        let limit = |&capacity_bps: &u64| Limit::of(capacity_bps, lslt);
        A1 {
            limits: idle.capacity_bps().iter().map(limit).collect(),
            ranges: Vec::new(),
            later: Vec::new(),
        }
    }

    /// Equations 9 and 10 for every cluster.
    fn find_ranges(&mut self, state: &State, job: &Job) {
        let range = |((&free, &load), limit): ((&u32, &u64), &Limit)| {
            if free == 0 || load >= limit.threshold_bps {
                return Range {
                    low: 0,
                    from: NO_UPPER,
                    most: 0,
                };
            }
            let within = most_nodes_within(job.bsbw_bps, job.nodes, limit.most_bps - load);
            let from = job.nodes - within;
            let gap = within < job.nodes / 2;
            Range {
                low: if gap { within.min(free) } else { free },
                from: if gap && free >= from { from } else { NO_UPPER },
                most: free,
            }
        };
        let links = state.free().iter().zip(state.load_bps()).zip(&self.limits);
        self.ranges.clear();
        self.ranges.extend(links.map(range));
    }

    /// Solves equation 11; false if there is no solution. No cluster holds the whole job.
    fn satisfy(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.find_ranges(state, job);
        // Σ low over the clusters not yet walked past.
        let mut rest: u64 = self.ranges.iter().map(|r| u64::from(r.low)).sum();
        let lacking = u64::from(job.nodes).saturating_sub(rest);
        if lacking > 0 && !self.find_later(lacking) {
            return false;
        }
        let mut missing = job.nodes;
        for (cluster, range) in self.ranges.iter().enumerate() {
            rest -= u64::from(range.low);
            let upper = range.most.min(missing);
            let lower = range.low.min(missing);
            let nodes = if upper >= range.from && u64::from(missing - upper) <= rest {
                upper
            } else if u64::from(missing - lower) <= rest {
                lower
            } else {
                lower.min(missing - self.later[cluster])
            };
            if nodes > 0 {
                placement.push(Piece {
                    cluster: cluster as u32,
                    nodes,
                });
                missing -= nodes;
                if missing == 0 {
                    break;
                }
            }
        }
        true
    }

    /// Fills `later` for a job that is `lacking` nodes too large for the lower parts; false if no upper part helps.
    fn find_later(&mut self, lacking: u64) -> bool {
        let mut least = NO_UPPER;
        self.later.resize(self.ranges.len(), NO_UPPER);
        for (range, later) in self.ranges.iter().zip(&mut self.later).rev() {
            *later = least;
            if range.from != NO_UPPER && u64::from(range.most - range.low) >= lacking {
                least = least.min(range.from);
            }
        }
        least != NO_UPPER
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
}
