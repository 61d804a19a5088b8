//! A1, satisfy (J5 §5, equations 9–11): co-allocation that saturates no link beyond the threshold.
//!
//! On every cluster, a job may take few nodes, or so many that only few of its nodes are elsewhere and talk to them:
//! the number is in [0, n₁] ∪ [n₂, n] (eq. 9) and limited by the free nodes (eq. 10). A solution is a set of xᵢ from
//! these ranges with Σ xᵢ = n (eq. 11). The paper tries all combinations, O(pᵐ). But n₂ > n/2 wherever there is a gap
//! between the two parts, so that **at most one cluster can use its upper part**. The possible sums then form few
//! intervals: [`first`] is O(m) (O(m log m) if clusters are sorted), and [`least`] considers each cluster with an upper part once. Neither depends on the
//! size of the job.
//!
//! This holds wherever demands depend only on the sizes of the pieces: for all-to-all jobs and rings, on a star and in a tree
//! (with sites in the role of clusters). Elsewhere solutions are searched one by one ([`search`]): with clusters by index and, if
//! this search gives up, again with most free nodes first.

mod explained;
mod first;
mod least;
mod ranges;
mod reach;
mod refusal;
mod search;
mod sums;
#[cfg(test)]
mod tests;

use super::local::{local, migrate};
use super::refusals::{all_steps, spread_below};
use crate::models::jones::{ClusterOrder, NodeOrder, Objective};
use crate::network::demand::Traffic;
use crate::platform::{Placement, State, Topology, sort_by_cluster};
use crate::scheduler::Policy;
use crate::scheduler::choice::Choice;
use crate::scheduler::refusal::Refusal;
use crate::workload::{Job, Pattern};
use ranges::{Limit, Range, Site};
use search::{Order, Outcome, Search};
use std::cell::RefCell;
use std::cmp::Reverse;

/// Number of steps after which a search gives up. The search then has taken some tenths of a millisecond.
pub const SEARCH_STEPS: u32 = 10_000;

/// The orders of clusters in the two searches. The second search is made only if the first one gives up.
const ORDERS: [Order; 2] = [Order::Index, Order::MostFree];

/// Largest number of steps that all searches for a job take together.
pub const ALL_SEARCH_STEPS: u32 = SEARCH_STEPS * ORDERS.len() as u32;

/// A1: spreads the nodes of a job so that no link is loaded beyond the threshold. It ignores clusters whose link is at or over
/// the threshold.
#[derive(Clone, Debug)]
pub struct A1 {
    lslt: f64,
    objective: Objective,
    clusters: ClusterOrder,
    nodes: NodeOrder,
    search_steps: u32,
    /// True if the last job was declined because the searches gave up.
    gave_up: bool,
    /// Limits of each link.
    limits: Vec<Limit>,
    /// Buffer: possible nodes of each cluster.
    ranges: Vec<Range>,
    /// Buffer: the sites in order; a star is a single site.
    sites: Vec<Site>,
    /// Buffer: clusters in the order in which they are tried, if this is not by index.
    order: Vec<u32>,
    /// Buffer: possible nodes of each cluster, in this order.
    sorted: Vec<Range>,
    first: first::Scratch,
    least: least::Scratch,
    /// Lower bound of the bandwidth that later jobs demand \[bit/s\]; 0 if some jobs have a communication pattern that
    /// eq. 9 does not cover.
    expected_bps: Option<f64>,
    /// Buffer of [`reach`].
    shares: RefCell<Vec<(f64, f64)>>,
}

impl A1 {
    /// A1 for the platform of `idle`: no link is loaded beyond the share `lslt` of its capacity.
    pub fn new(idle: &State, lslt: f64, objective: Objective) -> A1 {
        let limit = |&capacity_bps: &u64| Limit::of(capacity_bps, lslt);
        A1 {
            lslt,
            objective,
            clusters: ClusterOrder::default(),
            nodes: NodeOrder::default(),
            search_steps: SEARCH_STEPS,
            gave_up: false,
            limits: idle.capacity_bps().iter().map(limit).collect(),
            ranges: Vec::new(),
            sites: Vec::new(),
            order: Vec::new(),
            sorted: Vec::new(),
            first: first::Scratch::default(),
            least: least::Scratch::default(),
            expected_bps: None,
            shares: RefCell::default(),
        }
    }

    /// A1 that tries clusters, and numbers of nodes on each, in these orders. On a mesh, and for patterns with which demands
    /// depend on more than the sizes of pieces, the searches have their own orders; in a tree, clusters go by index.
    pub fn in_order(self, clusters: ClusterOrder, nodes: NodeOrder) -> A1 {
        A1 { clusters, nodes, ..self }
    }

    /// A1 with this limit of steps for each search.
    pub fn with_search_steps(self, search_steps: u32) -> A1 {
        A1 { search_steps, ..self }
    }

    /// Applies equations 9 and 10. False if the demand on links depends on more than the sizes of the pieces.
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
            Topology::Star => self.sites.push(Site { clusters: 0..clusters, core: Range::all(job.nodes) }),
            Topology::Tree { clusters_per_site, .. } => {
                for first in (0..clusters).step_by(clusters_per_site as usize) {
                    let core = state.platform().core_link(first as u32);
                    let core = core.and_then(|link| range(job.nodes, link as usize));
                    let Some(core) = core else { return false };
                    self.sites.push(Site { clusters: first..clusters.min(first + clusters_per_site as usize), core });
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

    /// The first solution, in the order of search.
    fn solve_first(&mut self, state: &State, nodes: u32, placement: &mut Placement) -> bool {
        let by_index = self.clusters == ClusterOrder::Index || state.platform().topology != Topology::Star;
        if by_index {
            return self.first.solve(&self.ranges, &self.sites, nodes, self.nodes, placement);
        }
        let order = &mut self.order;
        order.clear();
        order.extend(0..state.free().len() as u32);
        order.sort_by_key(|&cluster| Reverse(state.free()[cluster as usize]));
        self.sorted.clear();
        self.sorted.extend(order.iter().map(|&cluster| self.ranges[cluster as usize]));
        let solved = self.first.solve(&self.sorted, &self.sites, nodes, self.nodes, placement);
        for piece in placement.iter_mut() {
            piece.cluster = order[piece.cluster as usize];
        }
        sort_by_cluster(placement);
        solved
    }

    /// Solves equation 11 for a job that does not fit on any single cluster.
    fn satisfy(&mut self, state: &State, job: &Job, placement: &mut Placement) -> Outcome {
        let by_size = self.find_ranges(state, job);
        let solved = match self.objective {
            Objective::First if by_size => self.solve_first(state, job.nodes, placement),
            Objective::LeastDemand if by_size && state.platform().topology == Topology::Star => {
                self.least.solve(&self.ranges, job.nodes, placement)
            }
            objective => {
                let solve = |order| {
                    let (limits, lslt, steps) = (&self.limits, self.lslt, self.search_steps);
                    Search::new(state, job, limits, lslt, objective, order, steps).solve(placement)
                };
                let mut outcomes = ORDERS.into_iter().map(solve);
                let decided = outcomes.find(|&outcome| outcome != Outcome::GaveUp);
                return decided.unwrap_or(Outcome::GaveUp);
            }
        };
        if solved { Outcome::Found } else { Outcome::Impossible }
    }
}

impl Policy for A1 {
    fn expect(&mut self, job: &Job) {
        let bsbw_bps = match job.pattern {
            Pattern::AllToAll | Pattern::Ring => job.bsbw_bps,
            Pattern::Grid | Pattern::Tree | Pattern::MasterWorker => 0.0,
        };
        self.expected_bps = Some(self.expected_bps.map_or(bsbw_bps, |least| least.min(bsbw_bps)));
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
        self.gave_up = false;
        if local(state, job, placement) || migrate(state, job, placement) {
            return true;
        }
        if u64::from(job.nodes) > state.total_free() {
            return false;
        }
        let outcome = self.satisfy(state, job, placement);
        self.gave_up = outcome == Outcome::GaveUp;
        outcome == Outcome::Found
    }

    fn gave_up(&self) -> bool {
        self.gave_up
    }

    fn chosen(&mut self, now_s: f64, state: &State, job: &Job, placement: &Placement) -> Option<Choice> {
        let spread = placement.len() > 1 && state.platform().topology == Topology::Star;
        if !(spread && self.find_ranges(state, job)) {
            return None;
        }
        explained::choice(now_s, self.lslt, state, job, placement, &self.ranges)
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
                let steps = self.search_steps.saturating_mul(ORDERS.len() as u32);
                (outcome != Outcome::Found).then(|| refusal::no_way(self.lslt, gave_up.then_some(steps)))
            })
        })
    }
}
