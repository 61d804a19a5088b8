//! Rules for sharing a full link equally among its jobs. Both rules are max-min fair; they equalize different
//! quantities.
//!
//! | rule | level of a job | use of link i at a level |
//! |---|---|---|
//! | proportional (J5 §3.5) | its share sⱼ ∈ (0, 1] | sⱼ · Dᵢⱼ |
//! | max-min | its bandwidth bⱼ = sⱼ · Bⱼ, where Bⱼ = maxᵢ Dᵢⱼ | bⱼ · Dᵢⱼ / Bⱼ |
//!
//! So the use of a link by a job is its level times a weight. At its top level, the job has its whole demand: level 1
//! under the proportional rule, Bⱼ under max-min.
//!
//! **Exact sums.** Weights are whole numbers, so their sums do not depend on the order of the jobs. Demands are whole
//! bits per second already. The max-min weight Dᵢⱼ / Bⱼ is counted in units of 2⁻³⁸ and rounded up, so no link exceeds
//! its capacity (each job may leave 2⁻³⁸ of its bandwidth unused). Levels are in units of 2³⁸ bit/s, which changes no
//! digit. The sums do not overflow even if each of the 50 million nodes of the largest platform runs a job on one link.

use crate::parameter::declare::choices;
use crate::platform::Demands;

choices! {
    /// The quantity that co-allocated jobs on a full link get equally.
    Sharing = Proportional, {
        /// All get the same share of what they ask for, as in the papers.
        Proportional = "proportional", "Proportional";
        /// All get the same bandwidth, but none more than it asks for.
        MaxMin = "max-min", "Max-min fair";
    }
}

/// Number of units of weight that equal the weight 1 under the max-min rule.
const UNITS: f64 = (1u64 << 38) as f64;

impl Sharing {
    /// Level at which a job has its whole demand.
    #[inline(always)]
    pub(super) fn top(self, demands: &Demands) -> f64 {
        match self {
            Sharing::Proportional => 1.0,
            Sharing::MaxMin => {
                let largest = demands.iter().map(|demand| demand.bps).max();
                largest.unwrap_or(0) as f64 / UNITS
            }
        }
    }

    /// The share of a job's demand that the job has at `level`, which is below its top level `top`.
    #[inline(always)]
    pub(super) fn share(self, level: f64, top: f64) -> f64 {
        match self {
            Sharing::Proportional => level,
            Sharing::MaxMin => level / top,
        }
    }

    /// Bandwidth on a link per unit of level, for a job with a demand of `bps` on the link.
    #[inline(always)]
    pub(super) fn weight(self, bps: u64, top: f64) -> u64 {
        match self {
            Sharing::Proportional => bps,
            Sharing::MaxMin => (bps as f64 / top).ceil() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Demand;
    use smallvec::smallvec;

    #[test]
    fn weights_are_shares_of_the_largest_demand() {
        let demands: Demands =
            smallvec![Demand { link: 0, bps: 300 }, Demand { link: 4, bps: 900 }, Demand { link: 1, bps: 450 }];
        let top = Sharing::MaxMin.top(&demands);
        assert_eq!(top * UNITS, 900.0);
        let weight = |bps| Sharing::MaxMin.weight(bps, top);
        assert_eq!(weight(900), 1 << 38);
        assert_eq!(weight(450), 1 << 37);
        // 2³⁸ / 3 = 91625968981.33…
        assert_eq!(weight(300), 91_625_968_982);
        assert_eq!(weight(0), 0);
        assert_eq!(Sharing::Proportional.top(&demands), 1.0);
        assert_eq!(Sharing::Proportional.weight(300, 1.0), 300);
    }
}
