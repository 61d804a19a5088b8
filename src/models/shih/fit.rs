//! The choice among the clusters with room for a job.

use crate::base::random::Stream;
use std::cmp::Reverse;

/// A cluster with room for the job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roomy {
    /// Rank of the cluster in the order from the fastest to the slowest.
    pub rank: usize,
    /// The cluster's index.
    pub cluster: u32,
    /// The cluster's free nodes.
    pub free: u32,
}

/// The rule by which a cluster is chosen among those with room. Ties go to the faster cluster, then to the lower index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// BF: fewest nodes left over.
    Best,
    /// FF: the fastest cluster. Of clusters with equal speed it is the one with the lowest index, so FF equals
    /// first-fit if all speeds are equal.
    Fastest,
    /// WF: most nodes left over.
    Worst,
    /// MF: the cluster with the median number of nodes left over; for an even number of clusters, the lower median.
    Median,
    /// RF: any cluster, with equal probability.
    Random,
    /// First-fit: the lowest index.
    Index,
}

impl Fit {
    /// The rank of the chosen cluster; `roomy` are the clusters with room, from fast to slow. If there is more than
    /// one, RF calls `draw`, which draws a random number below the number of these clusters.
    #[inline]
    pub(super) fn choose(
        self,
        mut roomy: impl Iterator<Item = Roomy> + Clone,
        draw: impl FnOnce(u32) -> u32,
    ) -> Option<usize> {
        // Of several clusters with an equal number of free nodes, the first one is the fastest.
        let chosen = match self {
            Fit::Fastest => roomy.next(),
            Fit::Best => roomy.min_by_key(|cluster| cluster.free),
            Fit::Worst => roomy.min_by_key(|cluster| Reverse(cluster.free)),
            Fit::Index => roomy.min_by_key(|cluster| cluster.cluster),
            Fit::Median => median(roomy),
            Fit::Random => match roomy.clone().count() {
                0 | 1 => roomy.next(),
                count => roomy.nth(draw(count as u32) as usize),
            },
        };
        chosen.map(|cluster| cluster.rank)
    }
}

/// The middle cluster in the order "fewest free nodes first, ties from fast to slow". The clusters are not sorted: a
/// binary search finds the number of free nodes that the middle cluster has.
fn median(roomy: impl Iterator<Item = Roomy> + Clone) -> Option<Roomy> {
    let middle = roomy.clone().count().checked_sub(1)? / 2;
    let smaller = |size: u32| roomy.clone().filter(|c| c.free < size).count();
    // The greatest number of free nodes such that at most `middle` clusters have fewer.
    let mut size = 0;
    for bit in (0..u32::BITS).rev() {
        let greater = size | (1 << bit);
        if smaller(greater) <= middle {
            size = greater;
        }
    }
    let before = smaller(size);
    roomy.filter(|c| c.free == size).nth(middle - before)
}

/// A uniform number below `count`.
pub(super) fn below(stream: &mut Stream, count: u32) -> u32 {
    stream.integer(0, count - 1)
}
