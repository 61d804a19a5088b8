//! Workloads: streams of jobs in order of arrival.

mod abilities;
mod changed;
mod communication;
mod demands;
mod dependency;
mod estimate;
mod groups;
mod homes;
mod joined;
pub mod load;
mod modelled;
mod requests;
mod shared;
pub mod speed_up;
pub mod split;

pub use abilities::{Abilities, able};
pub use changed::changed;
pub use communication::{Communication, Pattern};
pub use demands::{DemandKind, DemandLaw, MOST_UNIFORM_CV, Variation, varied};
pub use dependency::{After, Dependencies, Dependency};
pub use estimate::{EstimateLaw, Estimates, inaccurate};
pub use groups::{GroupBy, Groups, MOST_GROUPS};
pub use homes::{HomeRule, Homes};
pub use joined::Joined;
#[cfg(any(test, feature = "testing"))]
pub use modelled::statistics;
pub use modelled::{Draft, JobModel, Modelled, earliest};
pub use requests::requesting;
pub use shared::Shared;
pub use split::{Oversized, Split};

use crate::platform::Amounts;
use std::collections::VecDeque;
use std::sync::Arc;

/// Default number of jobs of a model.
pub const JOBS: u64 = 10_000;
/// Maximum number of jobs of a run.
pub const MOST_JOBS: u64 = 1_000_000_000;
/// Default ratio of estimate to run time.
pub const ESTIMATE_FACTOR: f64 = 2.0;

/// Default of τ, the lower bound of the run time in the bounded slowdown \[s\].
pub const SLOWDOWN_BOUND_S: f64 = 10.0;
/// Lower bound of the run time in the slowdown \[s\], so that the slowdown of no job is infinite. Much shorter than the
/// run times of all workloads.
pub const SHORTEST_RUN_S: f64 = 1e-6;

/// Slowdown of a job that ran for `run_s` \[s\]: turnaround over run time.
#[inline]
pub fn slowdown(turnaround_s: f64, run_s: f64) -> f64 {
    turnaround_s / run_s.max(SHORTEST_RUN_S)
}

/// Bounded slowdown of a job that ran for `run_s` \[s\], with the bound τ = `bound_s` \[s\]; at least 1.
#[inline]
pub fn bounded_slowdown(turnaround_s: f64, run_s: f64, bound_s: f64) -> f64 {
    slowdown(turnaround_s, run_s.max(bound_s)).max(1.0)
}

/// A job as it arrives. Its number of nodes is fixed unless it is `moldable`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Job {
    /// Number in order of arrival, from 0. Jobs with the same arrival time are ordered by number.
    pub id: u64,
    /// Arrival (submission) time \[s\].
    pub arrival_s: f64,
    /// Index of the home cluster, where the job arrives.
    pub home: u32,
    /// Number of nodes, at least 1. For a moldable job, the maximum number of nodes, which equals its average
    /// parallelism A.
    pub nodes: u32,
    /// T_E: run time of the job if it runs alone on `nodes` nodes of one cluster of speed 1 \[s\], positive.
    pub runtime_s: f64,
    /// K = T_P / T_E: share of the run time that is computation; the rest is communication.
    pub compute_fraction: f64,
    /// Bisection bandwidth \[bit/s\].
    pub bsbw_bps: f64,
    /// Communication pattern.
    pub pattern: Pattern,
    /// User's estimate of `runtime_s` \[s\]: all that a scheduler may know about the run time.
    pub estimate_s: f64,
    /// Class: queue and partition in the log, or type in the model, as numbered by the workload; 0 if there is none.
    pub class: u16,
    /// User, as numbered by the log; 0 if there is none.
    pub user: u16,
    /// σ of the job's [`speed_up`](speed_up::speed_up): variance of its parallelism, at least 0.
    pub parallelism_variance: f64,
    /// True if the job may run on any number of nodes up to `nodes`.
    pub moldable: bool,
    /// Data that must be sent to another cluster before the job can run there \[MB\].
    pub size_mb: f64,
    /// True if the user submitted the job directly to its home cluster.
    pub local: bool,
    /// Memory and GPUs that the job needs on each of its nodes.
    pub asks: Amounts,
}

/// A job that runs on one node for one second without communication.
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
            asks: Amounts::NONE,
        }
    }
}

impl Job {
    /// R = 1 − K: share of the job's run time that is communication.
    #[inline]
    #[must_use]
    pub fn communicates(&self) -> f64 {
        1.0 - self.compute_fraction
    }
}

/// Jobs of a list.
impl Source for VecDeque<Job> {
    fn next(&mut self) -> Option<Job> {
        self.pop_front()
    }

    fn total(&self) -> Option<u64> {
        Some(self.len() as u64)
    }
}

/// A stream of jobs in order of arrival, numbered from 0.
pub trait Source {
    /// The next job, or `None` when all have arrived.
    fn next(&mut self) -> Option<Job>;

    /// Total number of jobs in the stream, if known in advance.
    fn total(&self) -> Option<u64>;

    /// Index in the log of the record of the last returned job; `None` if this job is not from a log.
    fn record(&self) -> Option<usize> {
        None
    }

    /// Dependencies of the jobs, by their numbers; `None` if no job waits for another.
    fn dependencies(&self) -> Option<Arc<Dependencies>> {
        None
    }
}
