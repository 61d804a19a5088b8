//! Settings that all workloads have.

use super::{Communication, ESTIMATE_FACTOR, Estimates, HomeRule, Oversized};

/// Settings that all workloads have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shared {
    /// Number of jobs.
    pub jobs: u64,
    /// Rule that decides the home cluster of a job.
    pub home: HomeRule,
    /// Treatment of jobs that are larger than every cluster.
    pub oversized: Oversized,
    /// Target load, if any.
    pub load: Option<f64>,
    /// Communication of jobs. If each job draws its share of communication, this is the maximum share.
    pub communication: Communication,
    /// Kind of run time estimates.
    pub estimates: Estimates,
    /// Factor of the estimates.
    pub estimate_factor: f64,
}

/// Default settings: the jobs of the source, unchanged.
impl Default for Shared {
    fn default() -> Shared {
        Shared {
            jobs: u64::MAX,
            home: HomeRule::default(),
            oversized: Oversized::default(),
            load: None,
            communication: Communication::USUAL,
            estimates: Estimates::default(),
            estimate_factor: ESTIMATE_FACTOR,
        }
    }
}
