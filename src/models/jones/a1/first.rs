//! The first solution of J5 eq. 11 in the order "clusters by index, on each the most nodes first", or the fewest first. (Callers
//! that want another order of clusters sort the ranges.)
//!
//! A pass from the last cluster back computes the sums that the clusters from each one on can reach. A pass forward then gives
//! each cluster the most nodes (or the fewest) for which the later ones can reach the rest. In a tree, the sums of a site are limited by its core
//! link.
//!
//! The sets are few intervals. At most one cluster uses its upper part, so the sums of some clusters are
//!
//! ```text
//!   [0, Σ lowᵢ]   and, for each cluster u with an upper part,   [fromᵤ, mostᵤ + Σ lowᵢ over i ≠ u]
//! ```
//!
//! and most of these overlap. So the cost is O(clusters), for any size of the job.

use super::ranges::{Range, Site};
use super::sums::Sums;
use crate::models::jones::NodeOrder;
use crate::platform::{Piece, Placement};

/// Buffers of [`solve`](Scratch::solve).
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// For each cluster: the possible sums of nodes over the later clusters of its site.
    later: Vec<Sums>,
    /// For each site: the possible sums of nodes over the later sites.
    beyond: Vec<Sums>,
}

impl Scratch {
    /// Writes the solution to `placement`; false if there is no solution. `ranges` are the numbers of nodes that each
    /// cluster may give; `sites` cover all clusters in order.
    pub fn solve(
        &mut self,
        ranges: &[Range],
        sites: &[Site],
        nodes: u32,
        first: NodeOrder,
        placement: &mut Placement,
    ) -> bool {
        if usable(ranges) < u64::from(nodes) || !self.reaches(ranges, sites, nodes) {
            return false;
        }
        let mut missing = nodes;
        for (site, beyond) in sites.iter().zip(&self.beyond) {
            let totals = beyond.lacking(missing).within(&site.core);
            let mut here = 0;
            for cluster in site.clusters.clone() {
                let nodes = given(&ranges[cluster], here, &self.later[cluster], &totals, first);
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

    /// Fills the buffers. True if all clusters together can give exactly `nodes` nodes.
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

/// Upper bound of the size of a job: the sum of the lower parts of all clusters, plus the largest number of nodes
/// gained if one cluster uses its upper part.
pub fn usable(ranges: &[Range]) -> u64 {
    let low: u64 = ranges.iter().map(|range| u64::from(range.low)).sum();
    let upper = ranges.iter().filter(|range| range.has_upper());
    let adds = upper.map(|range| range.most - range.low).max();
    low + u64::from(adds.unwrap_or(0))
}

/// The most or the fewest nodes that a cluster can give if clusters of its site already give `here` nodes. The later clusters of the
/// site must be able to add one of the sums `later`, such that the total of the site is one of `totals`.
fn given(range: &Range, here: u32, later: &Sums, totals: &Sums, first: NodeOrder) -> u32 {
    let signed = |(a, b): (u32, u32)| (i64::from(a), i64::from(b));
    let (mut most, mut fewest) = (0, i64::MAX);
    for (a, b) in range.parts().map(signed) {
        for (t, u) in totals.intervals().iter().copied().map(signed) {
            for (y, z) in later.intervals().iter().copied().map(signed) {
                let least = a.max(t - i64::from(here) - z);
                let nodes = b.min(u - i64::from(here) - y);
                if nodes >= least {
                    most = most.max(nodes);
                    fewest = fewest.min(least);
                }
            }
        }
    }
    match first {
        NodeOrder::MostFirst => most as u32,
        // There is always a number, because the clusters together can give the whole job.
        NodeOrder::FewestFirst => fewest.min(most) as u32,
    }
}
