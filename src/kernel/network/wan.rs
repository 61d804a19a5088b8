//! Wide-area links (Gehring and Preiß §4.3): communication between clusters is slower than within one, independent of
//! other traffic.

use crate::platform::{Placement, nodes_of};
use crate::workload::Job;

/// Factor by which wide-area links lengthen a job's run time Seq / S(n): 1 + Comm · (ratio − 1) · φ. Comm is the share
/// of communication in the run time of the job on A nodes, and `ratio` is BW_MPP / BW_WAN.
#[inline]
#[must_use]
pub fn slowdown(job: &Job, placement: &Placement, ratio: f64) -> f64 {
    let communicates = job.communicates();
    1.0 + communicates * (ratio - 1.0) * afar(job, placement)
}

/// φ: the share of the communication that uses wide-area links. For a rigid, synchronous job, one wide-area link sets
/// the pace: φ = 1 (eq. 4). For a moldable, asynchronous job, φ is the share of the job's nodes outside its largest
/// piece (eq. 5).
fn afar(job: &Job, placement: &Placement) -> f64 {
    if placement.len() < 2 {
        return 0.0;
    }
    if !job.moldable {
        return 1.0;
    }
    let nodes = nodes_of(placement);
    let together = placement.iter().map(|piece| piece.nodes).max();
    f64::from(nodes - together.unwrap_or(0)) / f64::from(nodes)
}

#[cfg(test)]
mod tests {
    use super::super::{Network, dedicated_s};
    use super::*;
    use crate::platform::{Cluster, Piece, Platform};

    /// Run time \[s\] on clusters of speed 1, as the engine computes it.
    fn runtime_s(job: &Job, pieces: &[(u32, u32)], ratio: f64) -> f64 {
        let cluster = Cluster { nodes: 8, capacity_bps: 1, speed: 1.0 };
        let platform = Platform::star(vec![cluster; 4]);
        Network::Wan(ratio).planned_s(&platform, job, &placed(pieces))
    }

    fn placed(pieces: &[(u32, u32)]) -> Placement {
        let piece = |&(cluster, nodes)| Piece { cluster, nodes };
        pieces.iter().map(piece).collect()
    }

    /// A job of 100 s on 8 nodes, a quarter of it communication. Without variance of the parallelism, the job takes 200
    /// s on 4 nodes.
    fn job(moldable: bool) -> Job {
        Job { nodes: 8, runtime_s: 100.0, compute_fraction: 0.75, moldable, ..Job::default() }
    }

    /// At a ratio of 25 and φ = 1, the run time is 1 + ¼ · 24 = 7 times as long.
    #[test]
    fn synchronous_jobs_wait_for_the_slowest_link() {
        for (pieces, wanted_s) in
            [(&[(3, 8)][..], 100.0), (&[(0, 7), (1, 1)], 700.0), (&[(0, 4), (1, 2), (2, 2)], 700.0)]
        {
            assert_eq!(runtime_s(&job(false), pieces, 25.0), wanted_s);
            assert_eq!(runtime_s(&job(false), pieces, 1.0), 100.0);
        }
    }

    /// φ is 0, 1/8 and 4/8 for placements on eight nodes, and 0 and 1/4 for placements on four nodes.
    #[test]
    fn asynchronous_jobs_wait_in_proportion() {
        for (pieces, wanted_s) in [
            (&[(3, 8)][..], 100.0),
            (&[(0, 7), (1, 1)], 175.0),
            (&[(0, 2), (1, 4), (2, 2)], 400.0),
            (&[(2, 4)], 200.0),
            (&[(2, 1), (0, 3)], 500.0),
        ] {
            assert_eq!(runtime_s(&job(true), pieces, 25.0), wanted_s);
        }
    }

    /// Clusters of speed 1 and ½: the slower cluster doubles the time. The split of the job matters only in the
    /// wide-area model.
    #[test]
    fn every_network_plans_by_hand() {
        let cluster = |speed| Cluster { nodes: 8, capacity_bps: 1, speed };
        let platform = Platform::star(vec![cluster(1.0), cluster(0.5)]);
        let (split, few) = (placed(&[(0, 6), (1, 2)]), placed(&[(0, 4)]));
        let planned = |network: &Network| [&split, &few].map(|own| network.planned_s(&platform, &job(true), own));
        assert_eq!(planned(&Network::Wan(25.0)), [500.0, 200.0]);
        assert_eq!(planned(&Network::Fixed(1.5)), [300.0, 200.0]);
        assert_eq!(planned(&Network::Unlimited), [200.0, 200.0]);
        assert_eq!(dedicated_s(&platform, &job(true), &split), 200.0);
    }
}
