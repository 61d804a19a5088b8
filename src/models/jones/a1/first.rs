//! The first solution of J5 eq. 11 in the order "clusters by index, on each the most nodes first".
//!
//! From the last cluster back: which sums do the clusters from here on reach? Then forward: each cluster takes the most
//! that leaves the later ones a sum that they reach. In a tree the sums of a site are cut by what its core link allows.
//!
//! The sets are few intervals: since at most one cluster uses its upper part, the sums of some clusters are
//!
//! ```text
//!   [0, Σ lowᵢ]   and, for each cluster u with an upper part,   [fromᵤ, mostᵤ + Σ lowᵢ over i ≠ u]
//! ```
//!
//! and most of these overlap. So the cost is O(clusters), whatever the size of the job.

use super::ranges::{Range, Site};
use super::sums::Sums;
use crate::platform::{Piece, Placement};

/// Scratch of [`solve`](Scratch::solve).
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// By cluster: sums of the later clusters of its site.
    later: Vec<Sums>,
    /// By site: sums of the later sites.
    beyond: Vec<Sums>,
}

impl Scratch {
    /// Writes the solution; false if there is none. `ranges` has what each cluster may give, `sites` follow each other.
    pub fn solve(&mut self, ranges: &[Range], sites: &[Site], nodes: u32, placement: &mut Placement) -> bool {
        if usable(ranges) < u64::from(nodes) || !self.reaches(ranges, sites, nodes) {
            return false;
        }
        let mut missing = nodes;
        for (site, beyond) in sites.iter().zip(&self.beyond) {
            let totals = beyond.lacking(missing).within(&site.core);
            let mut here = 0;
            for cluster in site.clusters.clone() {
                let nodes = most(&ranges[cluster], here, &self.later[cluster], &totals);
                if nodes > 0 {
                    placement.push(Piece { cluster: cluster as u32, nodes });
                    here += nodes;
                    missing -= nodes;
                    if missing == 0 {
                        return true;
                    }
                }
            }
        }
        true
    }

    /// Fills the scratch; whether all clusters together reach `nodes`.
    fn reaches(&mut self, ranges: &[Range], sites: &[Site], nodes: u32) -> bool {
        self.later.resize(ranges.len(), Sums::default());
        self.beyond.resize(sites.len(), Sums::default());
        let mut all = Sums::only(0);
        for (site, beyond) in sites.iter().zip(&mut self.beyond).rev() {
            let mut own = Sums::only(0);
            for cluster in site.clusters.clone().rev() {
                let with = own.plus(&ranges[cluster], nodes);
                self.later[cluster] = std::mem::replace(&mut own, with);
            }
            let with = all.plus_all(&own.within(&site.core), nodes);
            *beyond = std::mem::replace(&mut all, with);
        }
        all.contains(nodes)
    }
}

/// No job larger than this is possible: all lower parts, and the upper part that adds most.
pub fn usable(ranges: &[Range]) -> u64 {
    let low: u64 = ranges.iter().map(|range| u64::from(range.low)).sum();
    let upper = ranges.iter().filter(|range| range.has_upper());
    let adds = upper.map(|range| range.most - range.low).max();
    low + u64::from(adds.unwrap_or(0))
}

/// The most that a cluster can give if `here` nodes of the site are taken, so that with some number of `later` the site
/// comes to one of `totals`.
fn most(range: &Range, here: u32, later: &Sums, totals: &Sums) -> u32 {
    let signed = |(a, b): (u32, u32)| (i64::from(a), i64::from(b));
    let mut most = 0;
    for (a, b) in range.parts().map(signed) {
        for (t, u) in totals.intervals().iter().copied().map(signed) {
            for (y, z) in later.intervals().iter().copied().map(signed) {
                let least = a.max(t - i64::from(here) - z);
                let nodes = b.min(u - i64::from(here) - y);
                if nodes >= least {
                    most = most.max(nodes);
                }
            }
        }
    }
    most as u32
}
