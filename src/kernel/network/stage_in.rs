//! Stage-in: a job that runs away from its home first gets its data there.
//!
//! The data of a job are at its home. Every other cluster of the placement gets all of them, over the links of its way from the
//! home, at the capacity of the narrowest one; all these clusters at the same time. The job holds its nodes meanwhile. Transfers
//! share links neither with each other nor with running jobs, so their time is known when the job is placed.

use crate::platform::{BITS_PER_MB, Placement, Platform};
use crate::workload::Job;

/// Time \[s\] in which a job gets its data on the clusters of a placement: the longest of their times. 0 on a platform without
/// stage-in.
#[inline]
#[must_use]
pub fn stage_in_s(platform: &Platform, job: &Job, placement: &Placement) -> f64 {
    if !platform.stages_in {
        return 0.0;
    }
    placement.iter().map(|piece| stage_in_on_s(platform, job, piece.cluster)).fold(0.0, f64::max)
}

/// Time \[s\] in which a job gets its data on one cluster: 0 at its home, and on a platform without stage-in.
#[must_use]
pub fn stage_in_on_s(platform: &Platform, job: &Job, cluster: u32) -> f64 {
    if !platform.stages_in || cluster == job.home {
        return 0.0;
    }
    job.size_mb * BITS_PER_MB / platform.narrowest_bps(job.home, cluster) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{Cluster, Piece};

    /// 100 MB are 8 · 10⁸ bits: 8 s at 100 Mbps, 80 s at 10 Mbps.
    #[test]
    fn times_by_hand() {
        let cluster = |mbps: u64| Cluster { nodes: 9, capacity_bps: mbps * 1_000_000, speed: 1.0 };
        let mut platform = Platform::star(vec![cluster(100), cluster(1000), cluster(10)]);
        let job = Job { size_mb: 100.0, home: 0, ..Job::default() };
        let time_s = |platform: &Platform, clusters: &[u32]| {
            let pieces = clusters.iter().map(|&cluster| Piece { cluster, nodes: 1 });
            stage_in_s(platform, &job, &pieces.collect())
        };
        assert_eq!(time_s(&platform, &[1, 2]), 0.0);
        platform.stages_in = true;
        assert_eq!(
            [&[0][..], &[1], &[2], &[0, 1], &[0, 1, 2]].map(|own| time_s(&platform, own)),
            [0.0, 8.0, 80.0, 8.0, 80.0]
        );
    }
}
