//! What a job may take of one cluster (J5 eq. 9 and 10).

use crate::network::demand::most_nodes_within;
use crate::workload::Job;

/// A link's loads around the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The least load with a saturation of LSLT or more \[bit/s\].
    pub threshold_bps: u64,
    /// The greatest load with a saturation of at most LSLT \[bit/s\].
    pub most_bps: u64,
}

impl Limit {
    /// Found with the very division by which saturations are measured, so that none exceeds LSLT by rounding.
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
        Limit {
            threshold_bps,
            most_bps: threshold_bps - u64::from(!exact),
        }
    }
}

/// The nodes that a job may take of a cluster: [0, low] ∪ [from, most]. There is an upper part only behind a gap; then
/// `from` is more than half of the job, and `low` less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// End of the lower part.
    pub low: u32,
    /// Begin of the upper part; [`Range::NO_UPPER`] if there is none.
    pub from: u32,
    /// End of the upper part.
    pub most: u32,
}

impl Range {
    pub const NO_UPPER: u32 = u32::MAX;

    /// Only nothing.
    pub const CLOSED: Range = Range {
        low: 0,
        from: Range::NO_UPPER,
        most: 0,
    };

    /// With `free` nodes, fewer than the job needs, behind a link that carries `load_bps`.
    #[inline]
    pub fn of(job: &Job, free: u32, load_bps: u64, limit: &Limit) -> Range {
        if free == 0 || load_bps >= limit.threshold_bps {
            return Range::CLOSED;
        }
        let within = most_nodes_within(job.bsbw_bps, job.nodes, limit.most_bps - load_bps);
        if within == job.nodes / 2 {
            return Range {
                low: free,
                ..Range::CLOSED
            };
        }
        let from = job.nodes - within;
        Range {
            low: within.min(free),
            from: if free < from { Range::NO_UPPER } else { from },
            most: free,
        }
    }

    #[inline]
    pub fn has_upper(&self) -> bool {
        self.from != Range::NO_UPPER
    }
}
