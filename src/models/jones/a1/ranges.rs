//! The number of nodes that a job may take of one cluster, or of all clusters of a site (J5 eq. 9 and 10).

use crate::network::demand::Traffic;

/// The loads at which a link's saturation reaches the threshold LSLT.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The least load with a saturation of LSLT or more \[bit/s\].
    pub threshold_bps: u64,
    /// The greatest load with a saturation of at most LSLT \[bit/s\].
    pub most_bps: u64,
}

impl Limit {
    /// The saturation is computed by the same division as elsewhere. So rounding never lets the measured saturation
    /// exceed LSLT.
    pub fn of(capacity_bps: u64, lslt: f64) -> Limit {
        let saturation = |load: u64| load as f64 / capacity_bps as f64;
        let (mut threshold_bps, mut end) = (0, u64::MAX);
        while threshold_bps < end {
            let middle = threshold_bps + (end - threshold_bps) / 2;
            if saturation(middle) >= lslt {
                end = middle;
            } else {
                threshold_bps = middle + 1;
            }
        }
        let exact = saturation(threshold_bps) <= lslt;
        Limit { threshold_bps, most_bps: threshold_bps - u64::from(!exact) }
    }
}

/// The numbers of nodes that a job may take of a cluster: [0, low] ∪ [from, most]. The second part, the upper one,
/// exists only if there is a gap between both; then `from` is more than half of the job, and `low` is less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// End of the lower part: a number of nodes.
    pub low: u32,
    /// Start of the upper part; [`Range::NO_UPPER`] if there is none.
    pub from: u32,
    /// End of the upper part: a number of nodes.
    pub most: u32,
}

impl Range {
    pub const NO_UPPER: u32 = u32::MAX;

    /// The range that allows no nodes.
    pub const CLOSED: Range = Range { low: 0, from: Range::NO_UPPER, most: 0 };

    /// The range that allows any number of nodes up to `nodes`.
    pub fn all(nodes: u32) -> Range {
        Range { low: nodes, ..Range::CLOSED }
    }

    /// The range for a job of `nodes` nodes on a cluster with `free` free nodes, whose link carries `load_bps`. `None`
    /// if the job's demand depends on more than the number of nodes.
    #[inline]
    pub fn of(traffic: &Traffic, nodes: u32, free: u32, load_bps: u64, limit: &Limit) -> Option<Range> {
        if free == 0 || load_bps >= limit.threshold_bps {
            return Some(Range::CLOSED);
        }
        let within = traffic.most_nodes_within(limit.most_bps - load_bps)?;
        let (low, from) =
            if within == nodes / 2 { (free, Range::NO_UPPER) } else { (within.min(free), nodes - within) };
        Some(Range { low, from: if free < from { Range::NO_UPPER } else { from }, most: free })
    }

    /// The lower part of the range, and its upper part if there is one.
    #[inline]
    pub fn parts(&self) -> impl Iterator<Item = (u32, u32)> + Clone + use<> {
        let upper = self.has_upper().then_some((self.from, self.most));
        std::iter::once((0, self.low)).chain(upper)
    }

    #[inline]
    pub fn has_upper(&self) -> bool {
        self.from != Range::NO_UPPER
    }
}

/// A site: the clusters behind one core link, and the numbers of nodes that they may give together. On a star, all
/// clusters belong to one site.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Indices of the site's clusters.
    pub clusters: std::ops::Range<usize>,
    /// The range that the core link allows.
    pub core: Range,
}
