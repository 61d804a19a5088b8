//! The description of a workload model, and how its jobs are drawn.

use crate::base::problem::Problem;
use crate::parameter::fields::Json;
use crate::parameter::{Parameter, When};
use crate::platform::Platform;
use crate::workload::{HomeRule, Homes, JobModel, Modelled, Shared, Source};
use serde_json::Value;
use std::any::Any;
use std::fmt::Debug;

/// The function that makes the requests that are added to the jobs of a log. The first argument is the frequency of
/// these requests, as a multiple of the default.
pub type JoinLog = fn(f64, &Shared, &Arrivals<'_>) -> Box<dyn Source>;

/// The description of a workload model.
pub struct WorkloadInfo {
    /// The model's name in JSON: "lublin99".
    pub name: &'static str,
    /// The model's label: "Lublin 99".
    pub label: &'static str,
    /// The help text, one sentence.
    pub help: &'static str,
    /// The declarations of its settings, below `workload.`.
    pub declared: &'static [&'static [Parameter]],
    /// Those settings that only some workloads have and that this workload reads: [`WorkloadInfo::WITHOUT_HOMES`] or
    /// none.
    pub reads: &'static [&'static str],
    /// The setting that limits each job's share of communication, and the name of this limit. `None` if all jobs have
    /// the same share.
    pub most_communication: Option<(&'static str, &'static str)>,
    /// True if a job is submitted either to one cluster or to all clusters together.
    pub origins: bool,
    /// True if the jobs depend on the hour of the day. Time 0 is then midnight before a Monday.
    pub has_days: bool,
    /// The properties of the jobs for which the Standard Workload Format has no fields; empty if there are no such
    /// properties.
    pub not_in_swf: &'static str,
    /// Makes the default settings.
    pub settings: fn() -> Box<dyn WorkloadSettings>,
    /// Makes requests that are added to the jobs of a log until the log ends. `None` if the model has no such requests.
    pub joins: Option<JoinLog>,
}

impl WorkloadInfo {
    /// The settings that are read by workloads in which a rule gives each job its home cluster, and in which all jobs
    /// communicate for the same share of their run time.
    pub const WITHOUT_HOMES: &'static [&'static str] = &["home", "oversized", "compute_fraction"];

    /// A model in which a rule gives each job its home cluster, made from its name, label and help. Struct update fills
    /// in the other fields.
    pub const fn spread(
        [name, label, help]: [&'static str; 3],
        declared: &'static [&'static [Parameter]],
        settings: fn() -> Box<dyn WorkloadSettings>,
    ) -> WorkloadInfo {
        WorkloadInfo {
            name,
            label,
            help,
            declared,
            reads: WorkloadInfo::WITHOUT_HOMES,
            most_communication: None,
            origins: false,
            has_days: false,
            not_in_swf: "",
            settings,
            joins: None,
        }
    }
}

impl Debug for WorkloadInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// What a model needs to make its jobs: platform, seed and replication.
pub struct Arrivals<'a> {
    /// The platform, with the numbers of nodes that its clusters really have.
    pub platform: &'a Platform,
    /// The scenario's seed.
    pub seed: &'a str,
    /// The number of the replication.
    pub replication: u32,
}

impl Arrivals<'_> {
    /// The jobs of a model with `classes` classes of jobs, in which a rule gives each job its home cluster.
    pub fn spread(&self, model: Box<dyn JobModel>, classes: usize, shared: &Shared) -> Box<dyn Source> {
        let clusters = self.platform.clusters.len() as u32;
        let homes = match shared.home {
            HomeRule::Queue | HomeRule::Partition => Homes::in_turn(0..classes as u32, clusters),
            HomeRule::Random => Homes::drawn(clusters, self.seed, self.replication),
            HomeRule::First => Homes::First,
        };
        let estimates = (shared.estimates, shared.estimate_factor);
        let jobs = Modelled::new(model, shared.jobs, homes, &shared.communication, estimates);
        Box::new(jobs)
    }
}

/// The settings of a workload model.
pub trait WorkloadSettings: Any + Json + HasShared + Send + Sync {
    /// The description of the workload model.
    fn info(&self) -> &'static WorkloadInfo;

    /// The problems if settings contradict each other.
    fn check(&self) -> Vec<Problem> {
        Vec::new()
    }

    /// The problem if the settings do not suit `nodes`, the number of nodes of all clusters together.
    fn check_nodes(&self, _nodes: u64) -> Option<Problem> {
        None
    }

    /// The names of the job classes; empty if there are no classes.
    fn classes(&self) -> Vec<String> {
        Vec::new()
    }

    /// The name of entry `index` in a list of settings; `None` if entries have no names of their own.
    fn entry(&self, _list: &str, _index: usize) -> Option<&'static str> {
        None
    }

    /// The arrival rates by day and at night; `None` if the rate does not depend on the time of day.
    fn arrivals_per_h(&self) -> Option<ArrivalRates> {
        None
    }

    /// A description of the jobs beyond their number and their homes; `None` if there is no more to say. `number`
    /// formats the number of a setting.
    fn about(&self, _number: &dyn Fn(&str, f64) -> String) -> Option<String> {
        None
    }

    /// The platform of the published model, as scenario JSON; `None` if the model fits any platform.
    fn platform(&self) -> Option<Value> {
        None
    }

    /// The jobs, in order of arrival.
    fn source(&self, arrivals: &Arrivals<'_>) -> Box<dyn Source>;
}

/// Arrival rates over the day.
pub struct ArrivalRates {
    /// Jobs per hour at a time of the day \[h\].
    pub at: Box<dyn Fn(f64) -> f64>,
    /// Jobs per hour at night.
    pub at_night: f64,
    /// The path of the setting below which the form draws the rates.
    pub setting: &'static str,
}

/// Access to the settings that all workload models have.
pub trait HasShared {
    /// The shared settings of this workload.
    fn shared(&self) -> Shared;
}

/// Condition: the workload model is one of these.
pub const fn of_model(name: &'static [&'static str]) -> When {
    When::one_of("workload.model", name)
}

/// Declares the settings of a model whose jobs get their home cluster from a rule: the model's own settings and the shared ones.
#[macro_export]
macro_rules! jobs_without_homes {
    ($(#[$meta:meta])* $name:ident { $($own:tt)* }) => {
        $crate::parameters! {
            $(#[$meta])*
            $name at "workload." {
                /// Number of jobs that arrive.
                jobs: u64 = $crate::workload::JOBS;
                $($own)*
                /// Rule for the home cluster of a job.
                home: $crate::workload::HomeRule = $crate::workload::HomeRule::default();
                /// Rule for a job that is larger than every cluster.
                oversized: $crate::workload::Oversized = $crate::workload::Oversized::default();
                /// Target load, if any.
                load: Option<f64> = None;
                /// Share K of the run time that a job computes.
                compute_fraction: f64 = $crate::workload::Communication::USUAL.compute_fraction;
                /// Bisection bandwidth of every job \[Mbps\].
                bsbw_mbps: f64 = $crate::workload::Communication::USUAL.bsbw_mbps;
                /// Communication pattern: the pairs of nodes that talk to each other.
                pattern: $crate::workload::Pattern = $crate::workload::Pattern::default();
                /// Rule for the run time that users estimate for their jobs.
                estimates: $crate::workload::Estimates = $crate::workload::Estimates::default();
                /// Ratio of estimated to actual run time.
                estimate_factor: f64 = $crate::workload::ESTIMATE_FACTOR;
            }
        }

        impl $crate::models::workload::HasShared for $name {
            fn shared(&self) -> $crate::workload::Shared {
                $crate::workload::Shared {
                    jobs: self.jobs,
                    home: self.home,
                    oversized: self.oversized,
                    load: self.load,
                    communication: $crate::workload::Communication {
                        compute_fraction: self.compute_fraction,
                        bsbw_mbps: self.bsbw_mbps,
                        pattern: self.pattern,
                    },
                    estimates: self.estimates,
                    estimate_factor: self.estimate_factor,
                }
            }
        }
    };
}
pub use jobs_without_homes;

/// Declares the settings of a model whose jobs have homes of their own. Each job draws the share of its run time in which it
/// communicates, at most `$most`.
#[macro_export]
macro_rules! jobs_with_homes {
    ($(#[$meta:meta])* $name:ident, $most:ident { $($own:tt)* }) => {
        $crate::parameters! {
            $(#[$meta])*
            $name at "workload." {
                /// Number of jobs that arrive.
                jobs: u64 = $crate::workload::JOBS;
                $($own)*
                /// Target load, if any.
                load: Option<f64> = None;
                /// Bisection bandwidth of every job \[Mbps\].
                bsbw_mbps: f64 = $crate::workload::Communication::USUAL.bsbw_mbps;
                /// Communication pattern: the pairs of nodes that talk to each other.
                pattern: $crate::workload::Pattern = $crate::workload::Pattern::default();
                /// Rule for the run time that users estimate for their jobs.
                estimates: $crate::workload::Estimates = $crate::workload::Estimates::default();
                /// Ratio of estimated to actual run time.
                estimate_factor: f64 = $crate::workload::ESTIMATE_FACTOR;
            }
        }

        impl $crate::models::workload::HasShared for $name {
            fn shared(&self) -> $crate::workload::Shared {
                $crate::workload::Shared {
                    jobs: self.jobs,
                    home: $crate::workload::HomeRule::Random,
                    oversized: $crate::workload::Oversized::Keep,
                    load: self.load,
                    communication: $crate::workload::Communication {
                        compute_fraction: 1.0 - self.$most,
                        bsbw_mbps: self.bsbw_mbps,
                        pattern: self.pattern,
                    },
                    estimates: self.estimates,
                    estimate_factor: self.estimate_factor,
                }
            }
        }
    };
}
pub use jobs_with_homes;
