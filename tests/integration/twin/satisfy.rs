//! The search of A1, second implementation.

use super::Solution;
use crate::messages;
use metasched::models::jones::Objective;
use metasched::network::demand::Traffic;
use metasched::platform::Platform;
use metasched::workload::Job;
use std::collections::HashMap;
use std::ops::Range;

/// The problem that A1 solves, on a star or in a tree.
pub(super) struct Satisfy<'a> {
    pub(super) platform: &'a Platform,
    pub(super) job: &'a Job,
    pub(super) free: &'a [u32],
    pub(super) loads: &'a [u64],
    pub(super) lslt: f64,
    pub(super) objective: Objective,
    /// The clusters that may be used, by index.
    pub(super) clusters: Vec<usize>,
}

impl Satisfy<'_> {
    /// The cheapest way to place the ranks from `next` on, on the clusters from position `at` on. Of several ways with
    /// equal cost, it is the first in this order: clusters by index, each with the most nodes first. `site` is the
    /// first rank of the current site. `known` stores the results of earlier calls.
    pub(super) fn from(
        &self,
        at: usize,
        next: u32,
        mut site: u32,
        known: &mut HashMap<(usize, u32, u32), Option<Solution>>,
    ) -> Option<Solution> {
        let missing = self.job.nodes - next;
        let core_of = |at: usize| {
            let links = messages::links_of(self.platform, *self.clusters.get(at)?);
            links.get(1).copied()
        };
        if at > 0 && core_of(at) != core_of(at - 1) {
            if !core_of(at - 1).is_none_or(|core| self.fits(core, site..next)) {
                return None;
            }
            site = next;
        }
        let Some(&cluster) = self.clusters.get(at) else {
            return (missing == 0).then(|| (0, Vec::new()));
        };
        if let Some(known) = known.get(&(at, next, site)) {
            return known.clone();
        }
        let mut best: Option<Solution> = None;
        for nodes in (0..=missing.min(self.free[cluster])).rev() {
            if !self.fits(cluster, next..next + nodes) {
                continue;
            }
            let cost = match self.objective {
                Objective::First => 0,
                Objective::LeastDemand => nodes * (self.job.nodes - nodes),
            };
            let rest = self.from(at + 1, next + nodes, site, known);
            if let Some((costs, mut pieces)) = rest
                && best.as_ref().is_none_or(|b| costs + cost < b.0)
            {
                if nodes > 0 {
                    pieces.insert(0, (cluster, nodes));
                }
                best = Some((costs + cost, pieces));
            }
        }
        known.insert((at, next, site), best.clone());
        best
    }

    pub(super) fn fits(&self, link: usize, ranks: Range<u32>) -> bool {
        let asked = Traffic::of(self.job).cut_bps(ranks.clone());
        let capacity = self.platform.link_capacities_bps()[link] as f64;
        ranks.is_empty() || (self.loads[link] + asked) as f64 / capacity <= self.lslt
    }
}
