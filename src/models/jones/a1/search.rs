//! Search for solutions of J5 eq. 11 if the load of a link depends on more than the size of a piece. Solutions are
//! tried one after the other, in the order "clusters by index, on each the most nodes first".
//!
//! Ranks are placed on the clusters by index, so on a star or in a tree the demand of a cluster depends only on the
//! number of ranks placed before it; states without a solution are not tried again. On a mesh there are too many
//! combinations to try all, so the search gives up after a number of steps.
//!
//! If small clusters are first, the search may give up before it reaches the large ones. So there is a second order,
//! "clusters with most free nodes first": few large pieces, and few links that carry much. The demand of a piece then
//! depends on later clusters, except for all-to-all traffic on a mesh, which depends on sizes only. Only in this case
//! links are checked piece by piece; otherwise all are checked when all ranks are placed.

use super::ranges::Limit;
use crate::models::jones::Objective;
use crate::network::demand::{Traffic, demands};
use crate::platform::{Demand, Piece, Placement, State, Topology, mesh_link, sort_by_cluster};
use crate::workload::{Job, Pattern};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The placement is a solution: the first one or, depending on the objective, the one with the least demand among
    /// all solutions (or among those found before the search gave up).
    Found,
    /// There is no solution.
    Impossible,
    /// No solution was found within the limit of steps.
    GaveUp,
}

/// The order in which clusters are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Clusters in the order of their indices.
    Index,
    /// Most free nodes first, ties by index.
    MostFree,
}

/// A cluster of the search, and the numbers of nodes that are still to be tried on it.
struct Level {
    /// Number of ranks placed on earlier clusters.
    next: u32,
    /// The first rank of the cluster's site.
    site: u32,
    /// Number of solutions found before the search came to this cluster.
    found: u64,
    /// This number of nodes and all smaller ones are untried; `None` if all numbers have been tried.
    untried: Option<u32>,
    /// True if the last piece in `taken` belongs to this cluster.
    taken: bool,
}

/// A search in progress.
pub struct Search<'a> {
    state: &'a State,
    job: &'a Job,
    traffic: Traffic,
    limits: &'a [Limit],
    objective: Objective,
    order: Order,
    /// The clusters that have free nodes and a link below the threshold, in the order of the search. The second number
    /// is the sum of free nodes of the cluster and all later clusters.
    open: Vec<(u32, u64)>,
    steps: u32,
    gave_up: bool,
    taken: Placement,
    /// States that are known to have no solution: position in `open`, number of ranks placed, and first rank of the
    /// site.
    hopeless: BTreeSet<(usize, u32, u32)>,
    found: u64,
    best: Option<(u64, Placement)>,
}

impl<'a> Search<'a> {
    /// A search of at most `steps` steps, which takes the clusters in this order.
    pub fn new(
        state: &'a State,
        job: &'a Job,
        limits: &'a [Limit],
        lslt: f64,
        objective: Objective,
        order: Order,
        steps: u32,
    ) -> Search<'a> {
        let free = |cluster: u32| state.free()[cluster as usize];
        let below = |&cluster: &u32| state.cluster_saturation(cluster as usize) < lslt;
        let clusters = (0..state.free().len() as u32).filter(|&cluster| free(cluster) > 0);
        let mut clusters: Vec<u32> = clusters.filter(below).collect();
        if order == Order::MostFree {
            clusters.sort_by_key(|&cluster| Reverse(free(cluster)));
        }
        let mut left = 0;
        let with_later = |cluster| {
            left += u64::from(free(cluster));
            (cluster, left)
        };
        let mut open: Vec<_> = clusters.into_iter().rev().map(with_later).collect();
        open.reverse();
        Search {
            state,
            job,
            traffic: Traffic::of(job),
            limits,
            objective,
            order,
            open,
            steps,
            gave_up: false,
            taken: Placement::new(),
            hopeless: BTreeSet::new(),
            found: 0,
            best: None,
        }
    }

    /// Writes the solution to `placement`, which must be empty, and sorts the pieces by cluster.
    pub fn solve(mut self, placement: &mut Placement) -> Outcome {
        self.explore();
        match self.best {
            Some((_, best)) => {
                *placement = best;
                sort_by_cluster(placement);
                Outcome::Found
            }
            None if self.gave_up => Outcome::GaveUp,
            None => Outcome::Impossible,
        }
    }

    /// Tries the ways to place the ranks until all ways are tried or the search is done. The search goes from cluster
    /// to cluster, perhaps through thousands of them, so the levels are kept in a list and not by recursive calls.
    fn explore(&mut self) {
        let mut levels: Vec<Level> = Vec::new();
        let mut over = self.enter(&mut levels, 0, 0);
        while let (false, Some(level)) = (over, levels.last_mut()) {
            if std::mem::take(&mut level.taken) {
                self.taken.pop();
            }
            let (next, site) = (level.next, level.site);
            let Some(nodes) = level.untried else {
                let nothing = self.found == level.found;
                levels.pop();
                if self.remembers() && nothing {
                    self.hopeless.insert((levels.len(), next, site));
                }
                continue;
            };
            if self.steps == 0 {
                self.gave_up = true;
                return;
            }
            self.steps -= 1;
            level.untried = nodes.checked_sub(1);
            let (cluster, _) = self.open[levels.len() - 1];
            if nodes == 0 {
                over = self.enter(&mut levels, next, site);
            } else if self.links_fit(cluster, next..next + nodes) {
                if let Some(level) = levels.last_mut() {
                    level.taken = true;
                }
                self.taken.push(Piece { cluster, nodes });
                over = self.enter(&mut levels, next + nodes, site);
            }
        }
    }

    /// Goes on to the next cluster with the ranks from `next` on, unless this state is known to have no solution.
    /// `site` is the first rank of the current site. True if the search is over.
    fn enter(&mut self, levels: &mut Vec<Level>, next: u32, site: u32) -> bool {
        let at = levels.len();
        let missing = self.job.nodes - next;
        if missing == 0 {
            return self.core_fits(site..next) && self.solution();
        }
        let Some(&(cluster, left)) = self.open.get(at) else {
            return false;
        };
        if u64::from(missing) > left {
            return false;
        }
        let platform = self.state.platform();
        let core = |piece: &Piece| platform.core_link(piece.cluster);
        let same_site = self.taken.last().and_then(core) == platform.core_link(cluster);
        let site = match same_site {
            true => site,
            false if self.core_fits(site..next) => next,
            false => return false,
        };
        if !(self.remembers() && self.hopeless.contains(&(at, next, site))) {
            let most = self.state.free()[cluster as usize].min(missing);
            levels.push(Level { next, site, found: self.found, untried: Some(most), taken: false });
        }
        false
    }

    /// True if the rest of the search depends only on two numbers: the ranks placed in total, and the ranks placed on
    /// the current site.
    fn remembers(&self) -> bool {
        self.order == Order::Index && self.state.platform().topology != Topology::Mesh
    }

    /// Handles a complete placement. True if the search is done.
    fn solution(&mut self) -> bool {
        if self.order == Order::MostFree {
            // All links are checked only here. A check counts as one step for each piece.
            let pieces = self.taken.len() as u32;
            self.steps = self.steps.saturating_sub(pieces);
        }
        let demands = || demands(self.state.platform(), self.job, &self.taken);
        let fits = |demand: &Demand| self.fits(demand.link, demand.bps);
        if self.order == Order::MostFree && !demands().iter().all(fits) {
            return false;
        }
        let asked = match self.objective {
            Objective::First => 0,
            Objective::LeastDemand => demands().iter().map(|demand| demand.bps).sum(),
        };
        self.found += 1;
        if self.best.as_ref().is_none_or(|(least, _)| asked < *least) {
            self.best = Some((asked, self.taken.clone()));
        }
        self.objective == Objective::First
    }

    fn fits(&self, link: u32, bps: u64) -> bool {
        let link = link as usize;
        let left = self.limits[link].most_bps.checked_sub(self.state.load_bps()[link]);
        left.is_some_and(|left| bps <= left)
    }

    /// True if the core link of the last filled site can carry the demand of the ranks on this site. True also if this
    /// demand is not yet known.
    fn core_fits(&self, ranks: Range<u32>) -> bool {
        if self.order == Order::MostFree {
            return true;
        }
        let last = self.taken.last();
        let core = last.and_then(|piece| self.state.platform().core_link(piece.cluster));
        ranks.is_empty() || core.is_none_or(|link| self.fits(link, self.traffic.cut_bps(ranks)))
    }

    /// True if the cluster's link can carry the demand of these ranks; in a mesh, if the links to all earlier clusters
    /// can. True also if this demand is not yet known.
    fn links_fit(&self, cluster: u32, ranks: Range<u32>) -> bool {
        let mesh = self.state.platform().topology == Topology::Mesh;
        let sizes_alone = mesh && self.job.pattern == Pattern::AllToAll;
        if self.order == Order::MostFree && !sizes_alone {
            return true;
        }
        if !mesh {
            return self.fits(cluster, self.traffic.cut_bps(ranks));
        }
        let mut next = 0;
        self.taken.iter().all(|piece| {
            let others = next..next + piece.nodes;
            next = others.end;
            let (a, b) = (piece.cluster.min(cluster), piece.cluster.max(cluster));
            let bps = self.traffic.between_bps(others, ranks.clone());
            self.fits(mesh_link(a, b), bps)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{job, state};
    use super::*;

    /// The test runs with a small stack, because a web worker has only about 1 MB.
    #[test]
    fn thousands_of_clusters_need_little_stack() {
        let pieces = || {
            let state = state(&[1; 4096]);
            let job = Job { pattern: Pattern::Grid, bsbw_bps: 1.0, ..job(0, 4096) };
            let limits = vec![Limit::of(1_000_000_000, 1.0); 4096];
            let (objective, order) = (Objective::First, Order::Index);
            let search = Search::new(&state, &job, &limits, 1.0, objective, order, 10_000);
            let mut placement = Placement::new();
            (search.solve(&mut placement), placement.len())
        };
        #[expect(clippy::disallowed_types, reason = "a stack as small as a worker's")]
        let small = std::thread::Builder::new().stack_size(256 * 1024);
        let found = small.spawn(pieces).unwrap().join().unwrap();
        assert_eq!(found, (Outcome::Found, 4096));
    }
}
