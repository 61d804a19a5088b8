//! What all workloads have.

use super::{Communication, ESTIMATE_FACTOR, Estimates, HomeRule, Oversized};

/// What all workloads have, whatever their jobs come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shared {
    /// How many jobs arrive.
    pub jobs: u64,
    /// Which cluster a job belongs to.
    pub home: HomeRule,
    /// What becomes of a job that is larger than every cluster.
    pub oversized: Oversized,
    /// Load to reach, if any.
    pub load: Option<f64>,
    /// How jobs communicate; if each draws for how much of its run time, the most that it may.
    pub communication: Communication,
    /// What users say about run times.
    pub estimates: Estimates,
    /// The factor of it.
    pub estimate_factor: f64,
}

/// All jobs that there are, as they are if nothing is said of them.
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
