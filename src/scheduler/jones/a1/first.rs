//! The first solution of J5 eq. 11 in the order "clusters by index, on each the most nodes first".
//!
//! Since at most one cluster uses its upper part, the sums that a set of clusters reaches are
//!
//! ```text
//!   [0, Σ lowᵢ]   and, for each cluster u with an upper part,   [fromᵤ, mostᵤ + Σ lowᵢ over i ≠ u]
//! ```
//!
//! A walk gives each cluster the most that leaves the later ones a sum that they reach.

use super::ranges::Range;
use crate::platform::{Piece, Placement};

/// Scratch of [`solve`](Scratch::solve).
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// By cluster: the least `from` among the later clusters whose upper part makes up for what the lower parts lack.
    later: Vec<u32>,
}

impl Scratch {
    /// Writes the solution; false if there is none. O(clusters).
    pub fn solve(&mut self, ranges: &[Range], nodes: u32, placement: &mut Placement) -> bool {
        // Σ low over the clusters not yet walked past.
        let mut rest: u64 = ranges.iter().map(|range| u64::from(range.low)).sum();
        let lacking = u64::from(nodes).saturating_sub(rest);
        if lacking > 0 && !self.find_later(ranges, lacking) {
            return false;
        }
        let mut missing = nodes;
        for (cluster, range) in ranges.iter().enumerate() {
            rest -= u64::from(range.low);
            let upper = range.most.min(missing);
            let lower = range.low.min(missing);
            let nodes = if upper >= range.from && u64::from(missing - upper) <= rest {
                upper
            } else if u64::from(missing - lower) <= rest {
                lower
            } else {
                // A later cluster must use its upper part, for which enough must be missing.
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
    ///
    /// The walk takes whole lower parts, which leaves as much lacking, until one is cut so that just a later `from` is
    /// missing; from there on it takes nothing up to that cluster. So one table serves the whole walk.
    fn find_later(&mut self, ranges: &[Range], lacking: u64) -> bool {
        let mut least = Range::NO_UPPER;
        self.later.resize(ranges.len(), Range::NO_UPPER);
        for (range, later) in ranges.iter().zip(&mut self.later).rev() {
            *later = least;
            if range.has_upper() && u64::from(range.most - range.low) >= lacking {
                least = least.min(range.from);
            }
        }
        least != Range::NO_UPPER
    }
}
