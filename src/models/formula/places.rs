//! The places that a score compares.
//!
//! A job can run whole on each cluster with enough free nodes, or be spread in three ways: over the clusters with most free
//! nodes, over its home and then the clusters with most free nodes, and over the clusters with the least loaded links. Each way
//! fills one cluster after the other.

use crate::platform::{Piece, Placement, State, sort_by_cluster};
use crate::scheduler::order::ordered as key;
use crate::scheduler::outlook::Outlook;
use crate::workload::Job;
use std::cmp::Reverse;

/// Calls `found` with every place of at most `most` pieces: first the places on a single cluster, by index, then the
/// spreads over several clusters.
pub(super) fn each(state: &State, job: &Job, most: usize, mut found: impl FnMut(&Placement)) {
    for (cluster, _) in state.with_free(job.nodes) {
        let (cluster, nodes) = (cluster as u32, job.nodes);
        found(&smallvec::smallvec![Piece { cluster, nodes }]);
    }
    if most < 2 || u64::from(job.nodes) > state.total_free() {
        return;
    }
    let fewest_free = |cluster: usize| u64::from(u32::MAX - state.free()[cluster]);
    // The spread over the clusters with most free nodes has the fewest pieces. If it has too many pieces, every spread
    // has too many.
    let Some(largest) = spread(state, job.nodes, most, |cluster| (0, fewest_free(cluster))) else {
        return;
    };
    let home = job.home as usize;
    let home_first = spread(state, job.nodes, most, |cluster| (u64::from(cluster != home), fewest_free(cluster)));
    let emptiest =
        spread(state, job.nodes, most, |cluster| (key(state.cluster_saturation(cluster)), fewest_free(cluster)));
    let home_first = home_first.filter(|own| *own != largest);
    let emptiest = emptiest.filter(|own| *own != largest && home_first.as_ref() != Some(own));
    let all = [Some(largest), home_first, emptiest];
    // A spread with a single piece is a place on one cluster, which `found` has already received.
    let several = all.iter().flatten().filter(|own| own.len() > 1);
    several.for_each(found);
}

/// Finds the clusters that can hold the whole job only after running jobs have ended, and the expected start on each:
/// the time when enough nodes are given back, or now if the running jobs have exceeded their estimates. Nodes reserved
/// for other jobs stay reserved.
pub(super) fn each_later(outlook: &Outlook, state: &State, job: &Job, later: &mut Vec<(u32, f64)>) {
    later.clear();
    for (cluster, own) in (0..).zip(&state.platform().clusters) {
        let free = state.free()[cluster as usize];
        if own.nodes < job.nodes || free >= job.nodes {
            continue;
        }
        let mut given_back = 0;
        let mut ends = outlook.ends().iter().filter(|end| end.cluster == cluster);
        let enough = ends.find(|end| {
            given_back += end.nodes;
            free + given_back >= job.nodes
        });
        later.extend(enough.map(|end| (cluster, end.end_s.max(outlook.now_s()))));
    }
}

/// Fills the clusters in the order of their ranks, ties by index, until `nodes` nodes are placed; then sorts the pieces
/// by cluster. `None` if more than `most` clusters would be needed.
fn spread(state: &State, nodes: u32, most: usize, rank: impl Fn(usize) -> (u64, u64)) -> Option<Placement> {
    let mut placement = Placement::new();
    let (mut missing, mut last) = (nodes, None);
    while missing > 0 {
        // Few clusters are needed, so searching for the next cluster each time is faster than sorting all clusters.
        let open = (0..state.free().len()).filter(|&cluster| state.free()[cluster] > 0);
        let ranked = open.map(|cluster| (rank(cluster), cluster));
        let next = ranked.filter(|own| last.is_none_or(|last| *own > last)).min();
        let (_, cluster) = next.filter(|_| placement.len() < most)?;
        let nodes = state.free()[cluster].min(missing);
        placement.push(Piece { cluster: cluster as u32, nodes });
        missing -= nodes;
        last = next;
    }
    sort_by_cluster(&mut placement);
    Some(placement)
}

/// The largest number of free nodes that any set of `pieces` clusters has together.
pub(super) fn most_nodes(state: &State, pieces: usize) -> u64 {
    let mut free = state.free().to_vec();
    free.sort_unstable_by_key(|&own| Reverse(own));
    free.iter().take(pieces).map(|&own| u64::from(own)).sum()
}
