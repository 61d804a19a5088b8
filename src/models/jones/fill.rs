//! Filling clusters one after the other, and the clusters that the B-modules may fill (J5 §5).

use crate::platform::{Piece, Placement, State};

/// The cluster after `last` in the order "most free nodes first, ties by index", among those for which `wanted` is
/// true; and its number of free nodes.
#[inline]
fn next_largest(state: &State, last: Option<(u32, usize)>, wanted: impl Fn(usize) -> bool) -> Option<(u32, usize)> {
    let mut largest: Option<(u32, usize)> = None;
    for (cluster, &free) in state.free().iter().enumerate() {
        let later = last.is_none_or(|(f, c)| free < f || (free == f && cluster > c));
        if later && free > largest.map_or(0, |(most, _)| most) && wanted(cluster) {
            largest = Some((free, cluster));
        }
    }
    largest
}

/// The clusters with free nodes for which `wanted` is true, most free nodes first, ties by index. Few clusters are
/// needed for a job, so searching for the next largest each time is faster than sorting all.
#[inline]
pub(super) fn largest_first(state: &State, wanted: impl Fn(usize) -> bool) -> impl Iterator<Item = usize> {
    let mut last = None;
    std::iter::from_fn(move || {
        last = next_largest(state, last, &wanted);
        last.map(|(_, cluster)| cluster)
    })
}

/// Fills the clusters in the given order until `nodes` nodes are placed. If the clusters have too few free nodes:
/// false, and `placement` is empty.
#[inline]
pub(super) fn fill(
    state: &State,
    nodes: u32,
    clusters: impl Iterator<Item = usize>,
    placement: &mut Placement,
) -> bool {
    let mut missing = nodes;
    for cluster in clusters {
        let nodes = state.free()[cluster].min(missing);
        placement.push(Piece { cluster: cluster as u32, nodes });
        missing -= nodes;
        if missing == 0 {
            return true;
        }
    }
    placement.clear();
    false
}

/// True for a cluster whose link is below the threshold. The B-modules use only such clusters.
#[inline]
pub(super) fn below(state: &State, lslt: f64) -> impl Fn(usize) -> bool {
    move |cluster| state.cluster_saturation(cluster) < lslt
}

/// Free nodes of the clusters whose link is below the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FreeBelow {
    /// Number of free nodes of all these clusters together.
    pub total: u64,
    /// Number of free nodes of the cluster with most free nodes among these.
    pub most: u32,
}

impl FreeBelow {
    #[inline]
    pub fn of(state: &State, lslt: f64) -> FreeBelow {
        let below = below(state, lslt);
        let mut sum = FreeBelow { total: 0, most: 0 };
        for (cluster, &free) in state.free().iter().enumerate() {
            if free > 0 && below(cluster) {
                sum.total += u64::from(free);
                sum.most = sum.most.max(free);
            }
        }
        sum
    }

    /// Size of the largest job that can start: on any single cluster, or spread over all clusters with a link below the
    /// threshold.
    #[inline]
    pub fn reach(state: &State, lslt: f64) -> u64 {
        FreeBelow::of(state, lslt).total.max(u64::from(state.most_free()))
    }
}
