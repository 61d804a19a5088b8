//! Workloads: streams of jobs in order of arrival.

mod communication;
mod estimate;
mod groups;
mod homes;
mod joined;
pub mod load;
mod modelled;
mod pattern;
mod shared;
pub mod speed_up;
pub mod split;
pub mod swf;
pub mod synthetic;
pub mod trace;

pub use communication::Communication;
pub use estimate::{EstimateLaw, Estimates, Inaccurate};
pub use groups::{GroupBy, Groups, MOST_GROUPS};
pub use homes::{HomeRule, Homes};
pub use joined::Joined;
#[cfg(any(test, feature = "testing"))]
pub use modelled::statistics;
pub use modelled::{Draft, JobModel, Modelled, earliest};
pub use pattern::Pattern;
pub use shared::Shared;
pub use split::{Oversized, Split};

/// Jobs of a model if nothing is said.
pub const JOBS: u64 = 10_000;
/// Most jobs of a run.
pub const MOST_JOBS: u64 = 1_000_000_000;
/// How many times too long estimates are if nothing is said.
pub const ESTIMATE_FACTOR: f64 = 2.0;

/// Run times below this count as this much in the bounded slowdown \[s\].
pub const SLOWDOWN_BOUND_S: f64 = 10.0;

/// A job as it arrives; rigid unless `moldable`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Job {
    /// Number in order of arrival, from 0; ties in time are broken by it.
    pub id: u64,
    /// Arrival (submission) time \[s\].
    pub arrival_s: f64,
    /// Index of the cluster that it arrives at.
    pub home: u32,
    /// Nodes it needs, at least 1; the most that it can use if it is moldable, its average parallelism A.
    pub nodes: u32,
    /// T_E: its run time alone on as many nodes of one cluster of speed 1 \[s\], positive.
    pub runtime_s: f64,
    /// K = T_P / T_E: share of the run time spent computing, the rest communicates.
    pub compute_fraction: f64,
    /// Bisection bandwidth \[bit/s\].
    pub bsbw_bps: f64,
    /// Which of its nodes talk to each other.
    pub pattern: Pattern,
    /// What its user says about `runtime_s` \[s\]: all that a scheduler may know of it.
    pub estimate_s: f64,
    /// Its queue and partition in the log or its type in the model, as the workload numbers them; 0 without.
    pub class: u16,
    /// Its user, as the log numbers them; 0 without.
    pub user: u16,
    /// σ of its [`speed_up`](speed_up::speed_up): how much its parallelism varies, at least 0.
    pub parallelism_variance: f64,
    /// Whether it may run on any number of nodes up to `nodes`.
    pub moldable: bool,
    /// What a cluster other than its home must be sent to run it \[MB\].
    pub size_mb: f64,
    /// Whether its user submitted it to its home cluster directly.
    pub local: bool,
}

/// A job of one node for one second that does not communicate.
impl Default for Job {
    fn default() -> Job {
        Job {
            id: 0,
            arrival_s: 0.0,
            home: 0,
            nodes: 1,
            runtime_s: 1.0,
            compute_fraction: 1.0,
            bsbw_bps: 0.0,
            pattern: Pattern::AllToAll,
            estimate_s: 1.0,
            class: 0,
            user: 0,
            parallelism_variance: 0.0,
            moldable: false,
            size_mb: 0.0,
            local: false,
        }
    }
}

impl Job {
    /// R = 1 − K: share of its run time spent communicating.
    #[inline]
    #[must_use]
    pub fn communicates(&self) -> f64 {
        1.0 - self.compute_fraction
    }
}

/// No jobs at all.
pub struct Nothing;

impl Source for Nothing {
    fn next(&mut self) -> Option<Job> {
        None
    }

    fn total(&self) -> Option<u64> {
        Some(0)
    }
}

/// A stream of jobs in order of arrival; ids count up from 0.
pub trait Source {
    /// The next job, or `None` when all have arrived.
    fn next(&mut self) -> Option<Job>;

    /// How many jobs the whole stream has, if that is known beforehand.
    fn total(&self) -> Option<u64>;

    /// Place among the [records](swf::Log::records) of its log of the job that came last; none if it is of no log.
    fn record(&self) -> Option<usize> {
        None
    }
}
