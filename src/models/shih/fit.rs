//! Which of the clusters with room a job gets.

use crate::base::random::Stream;
use std::cmp::Reverse;

/// A cluster that has room for the job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roomy {
    /// Its place in the order from fast to slow.
    pub rank: usize,
    /// Its index.
    pub cluster: u32,
    /// Its free nodes.
    pub free: u32,
}

/// How one of the clusters with room is chosen. Ties go to the faster cluster, then to the lower index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// BF: the fewest nodes left over.
    Best,
    /// FF: the fastest; equal speeds by index, so that it is first-fit where all are alike.
    Fastest,
    /// WF: the most nodes left over.
    Worst,
    /// MF: the median of the nodes left over, of an even number of clusters the lower one.
    Median,
    /// RF: any, with equal chances.
    Random,
    /// First-fit: the lowest index.
    Index,
}

impl Fit {
    /// The rank of one of the clusters with room, which come from fast to slow. Of several RF takes the one whose number, below
    /// their count, it draws.
    #[inline]
    pub(super) fn choose(
        self,
        mut roomy: impl Iterator<Item = Roomy> + Clone,
        draw: impl FnOnce(u32) -> u32,
    ) -> Option<usize> {
        // The first of several equal ones is the fastest.
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

/// The one in the middle of the order "fewest free nodes first, ties from fast to slow": nothing is sorted, but the size is
/// sought bit by bit.
fn median(roomy: impl Iterator<Item = Roomy> + Clone) -> Option<Roomy> {
    let middle = roomy.clone().count().checked_sub(1)? / 2;
    let smaller = |size: u32| roomy.clone().filter(|c| c.free < size).count();
    // The greatest size than which no more than `middle` are smaller.
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
