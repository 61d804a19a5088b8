//! Upper bound of the size of jobs that A1 could co-allocate now. Most waiting jobs are larger and need not be tried.
//!
//! Behind a link with the budget B, a job of BSBW b or more can have at most the share φ of its nodes, where φ is the lower root
//! of 4φ(1 − φ) = B/b; or, on at most one cluster, the share 1 − φ or more (J5 eq. 9 for shares). That holds for all sizes n, so
//! n ≤ Σ min(φᵢ n, freeᵢ), unless a cluster has freeᵢ ≥ (1 − φᵢ) n.

use super::ranges::Limit;
use crate::platform::State;

/// Number of times that the bound is inserted into the inequality. Each time the bound can become lower.
const ROUNDS: usize = 6;

/// Relative tolerance for rounding errors of shares and bounds.
const ROUNDING: f64 = 1.0 + 1e-9;

/// Upper bound of the size of a job that fits on several clusters and demands `bsbw_bps` or more, with all-to-all
/// traffic or in a ring. Only the own link of each cluster is considered; it has the same index as the cluster.
/// `shares` is a buffer.
pub fn reach(state: &State, limits: &[Limit], bsbw_bps: f64, shares: &mut Vec<(f64, f64)>) -> f64 {
    shares.clear();
    // Free nodes behind links that can carry the traffic of a part of any size.
    let mut any = 0.0;
    let mut upper: f64 = 0.0;
    let links = state.free().iter().zip(state.load_bps()).zip(limits);
    for ((&free, &load), limit) in links {
        if free == 0 || load >= limit.threshold_bps {
            continue;
        }
        let free = f64::from(free);
        // Demands are rounded to whole bits. So a demand that exceeds the budget by up to half a bit still fits.
        let asked = ((limit.most_bps - load) as f64 + 0.5) / bsbw_bps;
        if asked >= 1.0 {
            any += free;
        } else {
            let root = (1.0 - asked).sqrt();
            shares.push(((1.0 - root) / 2.0 * ROUNDING, free));
            upper = upper.max(2.0 * free / (1.0 + root));
        }
    }
    let mut lower = any + shares.iter().map(|share| share.1).sum::<f64>();
    for _ in 0..ROUNDS {
        let parts = shares.iter().map(|(share, free)| free.min(share * lower));
        lower = any + parts.sum::<f64>();
    }
    lower.max(upper) * ROUNDING
}
