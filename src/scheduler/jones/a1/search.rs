//! The solutions of J5 eq. 11 where what a link carries depends on more than the size of a piece: one after the other in
//! the order "clusters by index, on each the most nodes first".
//!
//! Ranks lie on the clusters by index, so on a star or a tree what clusters ask depends on the ranks placed before them
//! only by their number; what has been found hopeless is not tried again. On a mesh there are more ways than anybody could
//! try, so the search gives up after a number of steps.

use super::ranges::Limit;
use crate::network::demand::{Traffic, demands};
use crate::platform::{Piece, Placement, State, Topology, mesh_link};
use crate::scenario::Objective;
use crate::workload::Job;
use std::collections::BTreeSet;
use std::ops::Range;

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The placement is the solution: the first or, of all, one of least demand; of those that were seen if the search
    /// gave up.
    Found,
    /// There is no solution.
    Impossible,
    /// No solution was found in so many steps.
    GaveUp,
}

/// A search in progress.
pub struct Search<'a> {
    state: &'a State,
    job: &'a Job,
    traffic: Traffic,
    limits: &'a [Limit],
    objective: Objective,
    /// Clusters with free nodes behind links below the threshold, and the free nodes of each and all later ones.
    open: Vec<(u32, u64)>,
    steps: u32,
    gave_up: bool,
    taken: Placement,
    /// Position in `open`, ranks placed, and the first rank of its site: no solution goes on from here.
    hopeless: BTreeSet<(usize, u32, u32)>,
    found: u64,
    best: Option<(u64, Placement)>,
}

impl<'a> Search<'a> {
    /// Tries at most `steps` pieces.
    pub fn new(
        state: &'a State,
        job: &'a Job,
        limits: &'a [Limit],
        lslt: f64,
        objective: Objective,
        steps: u32,
    ) -> Search<'a> {
        let mut open = Vec::new();
        let mut left = 0;
        for (cluster, &free) in state.free().iter().enumerate().rev() {
            if free > 0 && state.cluster_saturation(cluster) < lslt {
                left += u64::from(free);
                open.push((cluster as u32, left));
            }
        }
        open.reverse();
        Search {
            state,
            job,
            traffic: Traffic::of(job),
            limits,
            objective,
            open,
            steps,
            gave_up: false,
            taken: Placement::new(),
            hopeless: BTreeSet::new(),
            found: 0,
            best: None,
        }
    }

    /// Writes the solution to `placement`, which comes empty.
    pub fn solve(mut self, placement: &mut Placement) -> Outcome {
        self.explore(0, 0, 0);
        match self.best {
            Some((_, best)) => {
                *placement = best;
                Outcome::Found
            }
            None if self.gave_up => Outcome::GaveUp,
            None => Outcome::Impossible,
        }
    }

    /// Places the ranks from `next` on, on the open clusters from `at` on; the site that is being filled begins with rank
    /// `site`. True if the search is over.
    fn explore(&mut self, at: usize, next: u32, site: u32) -> bool {
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
        let again = platform.topology != Topology::Mesh;
        if again && self.hopeless.contains(&(at, next, site)) {
            return false;
        }
        let found = self.found;
        let most = self.state.free()[cluster as usize].min(missing);
        for nodes in (0..=most).rev() {
            if self.steps == 0 {
                self.gave_up = true;
                return true;
            }
            self.steps -= 1;
            if nodes == 0 {
                if self.explore(at + 1, next, site) {
                    return true;
                }
            } else if self.links_fit(cluster, next..next + nodes) {
                self.taken.push(Piece { cluster, nodes });
                if self.explore(at + 1, next + nodes, site) {
                    return true;
                }
                self.taken.pop();
            }
        }
        if again && self.found == found {
            self.hopeless.insert((at, next, site));
        }
        false
    }

    /// All ranks are placed. True if that is all that is wanted.
    fn solution(&mut self) -> bool {
        self.found += 1;
        let asked = match self.objective {
            Objective::First => 0,
            Objective::LeastDemand => {
                let demands = demands(self.state.platform(), self.job, &self.taken);
                demands.iter().map(|demand| demand.bps).sum()
            }
        };
        if self.best.as_ref().is_none_or(|(least, _)| asked < *least) {
            self.best = Some((asked, self.taken.clone()));
        }
        self.objective == Objective::First
    }

    fn fits(&self, link: u32, bps: u64) -> bool {
        let link = link as usize;
        let left = self.limits[link]
            .most_bps
            .checked_sub(self.state.load_bps()[link]);
        left.is_some_and(|left| bps <= left)
    }

    /// Whether the core link of the site that was filled last carries what its ranks ask.
    fn core_fits(&self, ranks: Range<u32>) -> bool {
        let last = self.taken.last();
        let core = last.and_then(|piece| self.state.platform().core_link(piece.cluster));
        ranks.is_empty() || core.is_none_or(|link| self.fits(link, self.traffic.cut_bps(ranks)))
    }

    /// Whether the cluster's link, or in a mesh its links to the clusters before, carry what these ranks ask.
    fn links_fit(&self, cluster: u32, ranks: Range<u32>) -> bool {
        if self.state.platform().topology != Topology::Mesh {
            return self.fits(cluster, self.traffic.cut_bps(ranks));
        }
        let mut next = 0;
        self.taken.iter().all(|piece| {
            let others = next..next + piece.nodes;
            next = others.end;
            let link = mesh_link(piece.cluster, cluster);
            self.fits(link, self.traffic.between_bps(others, ranks.clone()))
        })
    }
}
