//! The measures of one run, as the collector returns them.

use crate::metrics::blocks::Blocks;
use crate::metrics::energy::Energy;
use crate::metrics::groups::GroupMeasures;
use crate::metrics::job_times::JobTime;
use crate::metrics::outages::OutageMeasures;
use crate::metrics::reservations::Reservations;
use crate::metrics::resources::ResourceMeasures;
use crate::metrics::submitted::Submitted;
use crate::metrics::users::Users;
use crate::scheduler::facts::Counters;
use serde::{Deserialize, Serialize};

/// The measures of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Number of measured jobs.
    pub jobs: u64,
    /// Jobs that this scheduler cannot place even on the idle platform. They are dropped when they arrive.
    pub rejected_jobs: u64,
    /// Rejected jobs for which the search gave up, although a placement may exist.
    pub not_found_jobs: u64,
    /// Number of jobs at the start that were not measured.
    pub warmup_jobs: u64,
    /// True if the queue grows without bound (see [`stability`](crate::metrics::stability)).
    pub unstable: bool,
    /// Arriving work per second, divided by the capacity of all nodes.
    pub offered_load: f64,
    /// Turnaround times \[s\].
    pub turnaround_s: Distribution,
    /// Waiting times \[s\].
    pub wait_s: Distribution,
    /// Slowdowns.
    pub slowdown: Distribution,
    /// Bounded slowdowns.
    pub bounded_slowdown: Distribution,
    /// Jobs that ran on more than one cluster.
    pub co_allocated_jobs: u64,
    /// Mean of (time on the nodes / dedicated run time) over the co-allocated jobs; 1 without such jobs.
    pub mean_penalty: f64,
    /// Mean of (time on the nodes / dedicated run time) over the jobs that shared a single cluster's network; `None`
    /// without such jobs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_network_slowdown: Option<f64>,
    /// Numbers of kept and missed reservations.
    pub reservations: Reservations,
    /// Delays of jobs after their fair start, if measured (see [`fairness`](crate::metrics::fairness)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfairness: Option<Reservations>,
    /// Waits of all jobs from the time at which they could start \[s\]; `None` if no job waited for another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eligible_wait_s: Option<f64>,
    /// Counters of the scheduler.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub counters: Counters,
    /// Turnaround of all submitted jobs, including the jobs of the warm-up; given only if some jobs have not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted: Option<Submitted>,
    /// Measures of the experiment's groups of jobs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupMeasures>,
    /// Share of all nodes in use: the mean over the run.
    pub utilisation: f64,
    /// Share of each cluster's nodes in use: the mean over the run.
    pub cluster_utilisation: Vec<f64>,
    /// Bits sent on each link, as a share of the bits that the link could carry during the run.
    pub link_utilisation: Vec<f64>,
    /// Maximum of demand / capacity over all links and times.
    pub max_link_saturation: f64,
    /// Share of all nodes that are idle while jobs wait: the mean over the run.
    pub loss_of_capacity: f64,
    /// Energy of the clusters, if the power of nodes is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub energy: Option<Energy>,
    /// Measures of outages, if the run has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outages: Option<OutageMeasures>,
    /// Measures of memory and GPUs, if clusters have any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<ResourceMeasures>,
    /// Measures of how users are treated, if the jobs have users.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub users: Option<Users>,
    /// Time average of the number of waiting jobs.
    pub mean_queue_length: f64,
    /// Largest number of waiting jobs at the arrival of a job.
    pub longest_queue: u64,
    /// Time of the last end \[s\].
    pub makespan_s: f64,
    /// Sums by blocks of jobs and stretches of time, if recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Blocks>,
    /// Times of each measured job, by id, if recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub job_times: Vec<JobTime>,
}

/// Mean and histogram of a measure over the jobs of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// Mean over the jobs.
    pub mean: f64,
    /// Occupied bins of the [`Histogram`](crate::metrics::histogram::Histogram) as (bin, count).
    pub counts: Vec<(u32, u64)>,
    /// The largest value.
    pub largest: f64,
}
