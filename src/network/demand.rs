//! What a placed job asks of the links (J5 equations 1 and 8).

use crate::platform::{Demand, Demands, Placement, Platform, Topology};
use crate::workload::Job;

/// The part of the demand that depends on the job alone: 4 · BSBW / n² \[bit/s\].
#[inline]
fn unit_bps(bsbw_bps: f64, nodes: u32) -> f64 {
    let n = f64::from(nodes);
    4.0 * bsbw_bps / (n * n)
}

/// The demand of `here` of `nodes` nodes, in whole bits per second.
#[inline]
fn piece_bps(unit_bps: f64, nodes: u32, here: u32) -> u64 {
    let (n, here) = (f64::from(nodes), f64::from(here));
    (unit_bps * (here * (n - here)) + 0.5) as u64
}

/// Demand of one piece on its link \[bit/s\], rounded to whole bits per second.
///
/// With PPBW = BSBW · 4(n−1)/n² (eq. 8), equation 1 is BSBW · 4 nᵢ (n − nᵢ)/n²: zero on a single cluster, the whole
/// bisection bandwidth when the job is split in halves.
///
/// `bsbw_bps` is the job's bisection bandwidth, `nodes` its size n, `here` the nodes nᵢ of the piece.
#[inline]
pub fn link_demand_bps(bsbw_bps: f64, nodes: u32, here: u32) -> u64 {
    piece_bps(unit_bps(bsbw_bps, nodes), nodes, here)
}

/// The most nodes t ≤ n/2 whose demand fits `budget_bps`: the lower root n₁ of J5 eq. 9, and n₂ = n − t, because what t
/// nodes ask is what the other n − t ask. If t = ⌊n/2⌋ any number of nodes fits.
///
/// The root takes care of the rounding of the demand (demand ≤ budget exactly if unrounded it is below budget + ½) and is
/// checked with the very integers that the engine uses; if its own rounding put it off, they are searched.
#[inline]
pub fn most_nodes_within(bsbw_bps: f64, nodes: u32, budget_bps: u64) -> u32 {
    let unit = unit_bps(bsbw_bps, nodes);
    let half = nodes / 2;
    let fits = |here| piece_bps(unit, nodes, here) <= budget_bps;
    // t · (n − t) = product; the stable form of n/2 − √(n²/4 − product).
    let product = (budget_bps as f64 + 0.5) / unit;
    let n = f64::from(nodes);
    let discriminant = n * n - 4.0 * product;
    let root = if discriminant > 0.0 {
        half.min((2.0 * product / (n + discriminant.sqrt())) as u32)
    } else {
        half
    };
    if fits(root) && (root == half || !fits(root + 1)) {
        return root;
    }
    let (mut fitting, mut beyond) = (0, half + 1);
    while fitting + 1 < beyond {
        let middle = fitting + (beyond - fitting) / 2;
        if fits(middle) {
            fitting = middle;
        } else {
            beyond = middle;
        }
    }
    fitting
}

/// What a placed job asks of the links; nothing on a single cluster, or if it does not communicate.
#[inline]
pub fn demands(platform: &Platform, job: &Job, placement: &Placement) -> Demands {
    if placement.len() < 2 || job.bsbw_bps == 0.0 {
        return Demands::new();
    }
    let unit = unit_bps(job.bsbw_bps, job.nodes);
    match platform.topology {
        Topology::Star => placement
            .iter()
            .map(|piece| Demand {
                link: piece.cluster,
                bps: piece_bps(unit, job.nodes, piece.nodes),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Piece;
    use smallvec::smallvec;

    const MBPS: f64 = 1e6;

    /// Six nodes, three on cluster 1 (J5 fig. 5): 9 of its 15 messages leave. PPBW = 100·4·5/36 = 55.56 Mbps, so
    /// the demand is 3 · 55.56 · 9/15 = 100 Mbps: half of the job is here.
    #[test]
    fn figure_5_by_hand() {
        assert_eq!(link_demand_bps(100.0 * MBPS, 6, 3), 100_000_000);
        // Two of six: 4·2·4/36 = 0.888…
        assert_eq!(link_demand_bps(100.0 * MBPS, 6, 2), 88_888_889);
        // One of six: 4·1·5/36 = 0.555…
        assert_eq!(link_demand_bps(100.0 * MBPS, 6, 1), 55_555_556);
    }

    #[test]
    fn halves_ask_for_the_bisection_bandwidth_and_whole_jobs_for_nothing() {
        assert_eq!(link_demand_bps(300.0 * MBPS, 50, 25), 300_000_000);
        assert_eq!(link_demand_bps(300.0 * MBPS, 50, 50), 0);
        assert_eq!(link_demand_bps(300.0 * MBPS, 1, 1), 0);
        let whole: Placement = smallvec![Piece {
            cluster: 3,
            nodes: 50
        }];
        let job = Job {
            nodes: 50,
            bsbw_bps: 300.0 * MBPS,
            ..Job::default()
        };
        assert!(demands(&Platform::star(Vec::new()), &job, &whole).is_empty());
    }

    /// Counts messages: in one all-to-all every ordered pair of nodes exchanges one message; the share that crosses a
    /// link, times the nodes' bandwidth, is equation 1.
    #[test]
    fn equals_counted_messages() {
        let pieces = [3u32, 4, 2];
        let n: u32 = pieces.iter().sum();
        let ppbw = 500.0 * MBPS * 4.0 * f64::from(n - 1) / f64::from(n * n);
        for &here in &pieces {
            let mut crossing = 0;
            for _sender in 0..here {
                crossing += n - here;
            }
            let sent = here * (n - 1);
            let by_count = f64::from(here) * ppbw * f64::from(crossing) / f64::from(sent);
            let by_formula = link_demand_bps(500.0 * MBPS, n, here) as f64;
            assert!((by_count - by_formula).abs() <= 0.5 + 1e-6);
        }
    }
}
