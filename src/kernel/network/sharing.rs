//! What the jobs on a full link get equally of. Both rules are max-min fair; they differ in what they level.
//!
//! | rule | the level of a job | its use of link i at a level |
//! |---|---|---|
//! | proportional (J5 §3.5) | its share sⱼ ∈ (0, 1] | sⱼ · Dᵢⱼ |
//! | max-min | its bandwidth bⱼ = sⱼ · Bⱼ, where Bⱼ = maxᵢ Dᵢⱼ | bⱼ · Dᵢⱼ / Bⱼ |
//!
//! So a job's use of a link is its level times a weight, and it has all that it asks for at its top level: 1, or Bⱼ.
//!
//! **Exact sums.** Weights are whole numbers, so that their sums do not depend on the order of the jobs. Demands are whole
//! bits per second already. Of max-min, the weight Dᵢⱼ / Bⱼ is counted in units of 2⁻³⁸ and rounded up, so that no link
//! gets more than its capacity (it may be left 2⁻³⁸ of each of its jobs' bandwidths); levels are in units of 2³⁸ bit/s,
//! which changes no digit. A job for each of the 50 million nodes of the largest platform on one link do not overflow.

use crate::parameter::declare::choices;
use crate::platform::Demands;

choices! {
    /// What co-allocated jobs on a full link get equally of.
    Sharing = Proportional, {
        /// All get the same share of what they ask for, as in the papers.
        Proportional = "proportional", "Proportional";
        /// All get the same bandwidth, but none more than it asks for.
        MaxMin = "max-min", "Max-min fair";
    }
}

/// Units of a max-min weight in 1.
const UNITS: f64 = (1u64 << 38) as f64;

impl Sharing {
    /// The level at which a job has all that it asks for.
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

    /// The share of what it asks for that a job has at a level, below its top.
    #[inline(always)]
    pub(super) fn share(self, level: f64, top: f64) -> f64 {
        match self {
            Sharing::Proportional => level,
            Sharing::MaxMin => level / top,
        }
    }

    /// What a job with a demand of `bps` on a link uses of it per level.
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
