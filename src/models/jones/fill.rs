//! Filling clusters one after the other, and the clusters that the B-modules may fill (J5 §5).

use crate::platform::{Piece, Placement, State};

/// The next `wanted` cluster after `last` in the order "most free nodes first, ties by index", and its number of free
/// nodes.
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

/// The `wanted` clusters with free nodes, most free nodes first, ties by index. A job spans few clusters, so searching for the
/// next largest is faster than sorting all.
#[inline]
pub(super) fn largest_first(state: &State, wanted: impl Fn(usize) -> bool) -> impl Iterator<Item = usize> {
    let mut last = None;
    std::iter::from_fn(move || {
        last = next_largest(state, last, &wanted);
        last.map(|(_, cluster)| cluster)
    })
}

/// Fills the clusters in their order until `nodes` are placed; false, with `placement` unchanged, if they have too few.
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

/// True for clusters whose link is below the threshold. The B-modules exclude the others.
#[inline]
pub(super) fn below(state: &State, lslt: f64) -> impl Fn(usize) -> bool {
    move |cluster| state.cluster_saturation(cluster) < lslt
}

/// Free nodes behind links below the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FreeBelow {
    /// Free nodes of all these clusters together.
    pub total: u64,
    /// Free nodes of the one of these clusters that has most.
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

    /// Size of the largest job that migrates or spreads over all these clusters.
    #[inline]
    pub fn reach(state: &State, lslt: f64) -> u64 {
        FreeBelow::of(state, lslt).total.max(u64::from(state.most_free()))
    }
}
