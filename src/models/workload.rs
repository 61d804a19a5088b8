//! The description of a workload (a model of jobs, or a log), and how its jobs are made.

pub mod demands;

use crate::base::problem::Problem;
use crate::logs::Log;
use crate::models::workload::demands::Varied;
use crate::parameter::declare::parameters;
use crate::parameter::fields::Json;
use crate::parameter::{Kind, Parameter, When};
use crate::platform::{MOST_GPUS, MOST_MEMORY_GB, Platform};
use crate::words::number::several;
use crate::workload::{GroupBy, HomeRule, Homes, JobModel, Modelled, Shared, Source};
use serde_json::Value;
use std::any::Any;
use std::fmt::{self, Display};
use std::sync::Arc;

/// The description of a workload.
pub struct WorkloadInfo {
    /// The name in JSON: "lublin99".
    pub name: &'static str,
    /// The label: "Lublin 99".
    pub label: &'static str,
    /// The help text, one sentence.
    pub help: &'static str,
    /// The declarations of its settings, below `workload.`.
    pub declared: &'static [&'static [Parameter]],
    /// Those settings that only some workloads have and that this workload reads: [`WorkloadInfo::WITHOUT_HOMES`] or
    /// none.
    pub reads: &'static [&'static str],
    /// The setting with the number of jobs.
    pub jobs: &'static str,
    /// True if the jobs of each cluster are drawn separately. The setting `jobs` is then a number per cluster.
    pub per_cluster: bool,
    /// True if the jobs are read from a log.
    pub is_log: bool,
    /// The setting that limits each job's share of communication, and the name of this limit. `None` if all jobs have
    /// the same share.
    pub most_communication: Option<(&'static str, &'static str)>,
    /// True if the jobs depend on the hour of the day. Time 0 is then midnight before a Monday.
    pub has_days: bool,
    /// The properties of the jobs for which the Standard Workload Format has no fields; empty if there are no such
    /// properties.
    pub not_in_swf: &'static str,
    /// Makes the default settings.
    pub settings: fn() -> Box<dyn WorkloadSettings>,
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
            jobs: "jobs",
            per_cluster: false,
            is_log: false,
            most_communication: None,
            has_days: false,
            not_in_swf: "",
            settings,
        }
    }

    /// True if a scenario with this workload reads the parameter `what`: the number of jobs, or one of those settings
    /// that only some workloads have.
    pub fn reads(&self, what: &str) -> bool {
        self.jobs == what || self.reads.contains(&what)
    }
}

impl Display for WorkloadInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What a workload needs to make its jobs: platform, seed, replication, and the log if the jobs are read from one.
pub struct Arrivals<'a> {
    /// The platform, with the numbers of nodes that its clusters really have.
    pub platform: &'a Platform,
    /// The scenario's seed.
    pub seed: &'a str,
    /// The number of the replication.
    pub replication: u32,
    /// The log, if it is available.
    pub log: Option<&'a Arc<Log>>,
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

    /// The problem if the settings do not suit a platform of `clusters` clusters with `nodes` nodes together.
    fn check_platform(&self, _clusters: u64, _nodes: u64) -> Option<Problem> {
        None
    }

    /// The names of the job classes; empty if there are no classes.
    fn classes(&self) -> Vec<String> {
        Vec::new()
    }

    /// The properties by which the jobs can be grouped.
    fn groups(&self) -> Vec<GroupBy> {
        let typed = !self.classes().is_empty();
        let all = [GroupBy::None, GroupBy::Queue, GroupBy::Home, GroupBy::Origin].into_iter();
        let known = |by: &GroupBy| match by {
            GroupBy::Queue => typed,
            GroupBy::Origin => self.varied().has_origins(),
            _ => true,
        };
        all.filter(known).collect()
    }

    /// Number of jobs that arrive at `clusters` clusters, before oversized jobs are split. For a log, the number of jobs
    /// to read at most.
    fn arrivals(&self, _clusters: u64) -> u64 {
        self.shared().jobs
    }

    /// True if the jobs that arrive at `clusters` clusters are different for each seed and replication.
    fn is_random(&self, _clusters: u64) -> bool {
        true
    }

    /// The work that arrives at `clusters` clusters in a second \[node seconds\]; `None` if it is not known before the jobs
    /// are made.
    fn work_per_s(&self, _clusters: u64) -> Option<f64> {
        None
    }

    /// Settings with which jobs arrive `times` times as fast, to four digits; empty if the workload has no such settings.
    fn faster(&self, _times: f64) -> Vec<(String, Value)> {
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

    /// A description of the jobs in a few words. `number` formats the number of a setting.
    fn about(&self, number: &dyn Fn(&str, f64) -> String, _log: Option<&Log>) -> String {
        let (info, shared) = (self.info(), self.shared());
        let jobs = several(&number(info.jobs, shared.jobs as f64), "job");
        format!("{jobs} of {}, home {}", info.label, shared.home)
    }

    /// The platform of the published model or of the log, as scenario JSON; `None` if the workload fits any platform.
    fn platform(&self, _log: Option<&Log>) -> Option<Value> {
        None
    }

    /// The jobs, in order of arrival.
    ///
    /// # Errors
    /// If the workload is a log that is not available or does not fit the platform, or if the settings have not been
    /// checked and contradict each other.
    fn source(&self, arrivals: &Arrivals<'_>) -> Result<Box<dyn Source>, Problem>;
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

    /// The kinds of jobs that ask for memory or GPUs.
    fn requests(&self) -> &[Request];

    /// Communication that differs from job to job.
    fn varied(&self) -> &Varied;
}

/// Some policy knows memory and GPUs.
pub const RESOURCES: &[When] = &[When::policy_reads("platform.resources")];

parameters! {
    /// Jobs that ask for memory or GPUs.
    Request at "workload.requests.*." {
        /// Share of the jobs that are of this kind, drawn job by job; the jobs of no kind need nodes only.
        share: f64 = 0.5, "Share of jobs", Kind::number(0.0, 1.0, 0.1), when RESOURCES;
        /// GPUs for each node of the job.
        gpus: f64 = 0.0, "GPUs per node" in "GPUs", Kind::number(0.0, MOST_GPUS, 1.0), when RESOURCES;
        /// Memory for each node of the job.
        memory_gb: f64 = 0.0, "Memory per node" in "GB", Kind::number(0.0, MOST_MEMORY_GB, 1.0), when RESOURCES;
    }
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
                /// Memory and GPUs that jobs ask for; declared with the synthetic workload.
                requests: Vec<$crate::models::workload::Request> = Vec::new();
                /// Communication that differs from job to job.
                varied: $crate::models::workload::demands::Varied = $crate::models::workload::demands::Varied::default();
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

            fn requests(&self) -> &[$crate::models::workload::Request] {
                &self.requests
            }

            fn varied(&self) -> &$crate::models::workload::demands::Varied {
                &self.varied
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
                /// Memory and GPUs that jobs ask for; declared with the synthetic workload.
                requests: Vec<$crate::models::workload::Request> = Vec::new();
                /// Communication that differs from job to job.
                varied: $crate::models::workload::demands::Varied = $crate::models::workload::demands::Varied::default();
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

            fn requests(&self) -> &[$crate::models::workload::Request] {
                &self.requests
            }

            fn varied(&self) -> &$crate::models::workload::demands::Varied {
                &self.varied
            }
        }
    };
}
pub use jobs_with_homes;
