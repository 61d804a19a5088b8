//! What a model of a whole system's jobs is and reads, and how its jobs are drawn.

use crate::base::problem::Problem;
use crate::parameter::fields::Json;
use crate::parameter::{Parameter, When};
use crate::platform::Platform;
use crate::workload::{HomeRule, Homes, JobModel, Modelled, Shared, Source};
use serde_json::Value;
use std::any::Any;
use std::fmt::Debug;

/// Makes the requests that join a log, so many times as often as by default.
pub type JoinLog = fn(f64, &Shared, &Arrivals<'_>) -> Box<dyn Source>;

/// What a workload model is and reads.
pub struct WorkloadInfo {
    /// The name in JSON: "lublin99".
    pub name: &'static str,
    /// The name for people: "Lublin 99".
    pub label: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// The declarations of its settings, below `workload.`.
    pub declared: &'static [&'static [Parameter]],
    /// Which of the settings that not all workloads have it reads besides: [`WorkloadInfo::WITHOUT_HOMES`] or none.
    pub reads: &'static [&'static str],
    /// The setting with the greatest share of its run time that a job communicates, if each job draws its own, and what it is called.
    pub most_communication: Option<(&'static str, &'static str)>,
    /// Whether a job is submitted either to one cluster or to all together.
    pub origins: bool,
    /// Whether its clock starts at midnight before a Monday, since the hour of the day matters.
    pub has_days: bool,
    /// What of its jobs the Standard Workload Format has no fields for; may be empty.
    pub not_in_swf: &'static str,
    /// Its settings as they are by default.
    pub settings: fn() -> Box<dyn WorkloadSettings>,
    /// Requests that join the jobs of a log until these end, so many times as often as by default; none if it has no such.
    pub joins: Option<JoinLog>,
}

impl WorkloadInfo {
    /// What jobs read that belong to no cluster by themselves and communicate for one share of their run time.
    pub const WITHOUT_HOMES: &'static [&'static str] = &["home", "oversized", "compute_fraction"];

    /// A model whose jobs belong to no cluster by themselves, by its names in JSON and for people, and its settings; what else there is
    /// to say of it, by struct update.
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

/// Where jobs arrive.
pub struct Arrivals<'a> {
    /// The clusters, of the sizes that they have.
    pub platform: &'a Platform,
    /// The scenario's seed.
    pub seed: &'a str,
    /// The replication whose jobs these are.
    pub replication: u32,
}

impl Arrivals<'_> {
    /// The jobs of a model whose jobs have so many classes and belong to no cluster by themselves.
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
pub trait WorkloadSettings: Any + Json + HasShared + Copied + Send + Sync {
    /// What the model is.
    fn info(&self) -> &'static WorkloadInfo;

    /// What its settings must agree on and do not.
    fn check(&self) -> Vec<Problem> {
        Vec::new()
    }

    /// What does not go with so many nodes of all clusters together.
    fn check_nodes(&self, _nodes: u64) -> Option<Problem> {
        None
    }

    /// What the classes of its jobs are called; none if they have none.
    fn classes(&self) -> Vec<String> {
        Vec::new()
    }

    /// What entry `index` of one of its lists is called, if it has a name of its own.
    fn entry(&self, _list: &str, _index: usize) -> Option<&'static str> {
        None
    }

    /// How many jobs arrive per hour, at a time of the day \[h\], if that matters; and at night.
    fn arrivals_per_h(&self) -> Option<ArrivalRates> {
        None
    }

    /// What the jobs are like, if that is more than their number and their homes; `number` writes the number of a setting.
    fn about(&self, _number: &dyn Fn(&str, f64) -> String) -> Option<String> {
        None
    }

    /// The platform that the model is about, as a scenario has it; none if any will do.
    fn platform(&self) -> Option<Value> {
        None
    }

    /// The jobs, in order of arrival.
    fn source(&self, arrivals: &Arrivals<'_>) -> Box<dyn Source>;
}

/// What can be had a second time, and compared.
pub trait Copied {
    /// The same once more.
    fn copied(&self) -> Box<dyn WorkloadSettings>;

    /// Whether the other one is the same.
    fn same(&self, other: &dyn WorkloadSettings) -> bool;
}

impl<T: WorkloadSettings + Clone + PartialEq> Copied for T {
    fn copied(&self) -> Box<dyn WorkloadSettings> {
        Box::new(self.clone())
    }

    fn same(&self, other: &dyn WorkloadSettings) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<T>().is_some_and(|other| other == self)
    }
}

/// How many jobs arrive at which time of the day.
pub struct ArrivalRates {
    /// Jobs per hour at a time of the day \[h\].
    pub at: Box<dyn Fn(f64) -> f64>,
    /// Jobs per hour at night.
    pub at_night: f64,
    /// The setting below which the form draws them.
    pub setting: &'static str,
}

/// Settings that all workload models have.
pub trait HasShared {
    /// What they are.
    fn shared(&self) -> Shared;

    /// Makes them so; what the model does not read stays as it is.
    fn share(&mut self, shared: Shared);
}

/// Parameters of one model alone.
pub const fn of_model(name: &'static [&'static str]) -> When {
    When::one_of("workload.model", name)
}

/// Declares the settings of a model whose jobs belong to no cluster by themselves: its own, and those that such models share.
#[macro_export]
macro_rules! jobs_without_homes {
    ($(#[$meta:meta])* $name:ident { $($own:tt)* }) => {
        $crate::parameters! {
            $(#[$meta])*
            $name at "workload." {
                /// How many jobs arrive.
                jobs: u64 = $crate::workload::JOBS;
                $($own)*
                /// Which cluster a job belongs to.
                home: $crate::workload::HomeRule = $crate::workload::HomeRule::default();
                /// What becomes of a job that is larger than every cluster.
                oversized: $crate::workload::Oversized = $crate::workload::Oversized::default();
                /// Load to reach, if any.
                load: Option<f64> = None;
                /// Share K of the run time that a job computes.
                compute_fraction: f64 = $crate::workload::Communication::USUAL.compute_fraction;
                /// Bisection bandwidth of every job.
                bsbw_mbps: f64 = $crate::workload::Communication::USUAL.bsbw_mbps;
                /// Which nodes of a job talk to each other.
                pattern: $crate::workload::Pattern = $crate::workload::Pattern::default();
                /// What users say about the run times of their jobs.
                estimates: $crate::workload::Estimates = $crate::workload::Estimates::default();
                /// Estimated over actual run time.
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

            fn share(&mut self, shared: $crate::workload::Shared) {
                self.jobs = shared.jobs;
                self.home = shared.home;
                self.oversized = shared.oversized;
                self.load = shared.load;
                self.compute_fraction = shared.communication.compute_fraction;
                self.bsbw_mbps = shared.communication.bsbw_mbps;
                self.pattern = shared.communication.pattern;
                self.estimates = shared.estimates;
                self.estimate_factor = shared.estimate_factor;
            }
        }
    };
}
pub use jobs_without_homes;

/// Declares the settings of a model whose jobs have homes of their own and draw for how much of their run time they communicate, at
/// most for the share that stands in `$most`.
#[macro_export]
macro_rules! jobs_with_homes {
    ($(#[$meta:meta])* $name:ident, $most:ident { $($own:tt)* }) => {
        $crate::parameters! {
            $(#[$meta])*
            $name at "workload." {
                /// How many jobs arrive.
                jobs: u64 = $crate::workload::JOBS;
                $($own)*
                /// Load to reach, if any.
                load: Option<f64> = None;
                /// Bisection bandwidth of every job.
                bsbw_mbps: f64 = $crate::workload::Communication::USUAL.bsbw_mbps;
                /// Which nodes of a job talk to each other.
                pattern: $crate::workload::Pattern = $crate::workload::Pattern::default();
                /// What users say about the run times of their jobs.
                estimates: $crate::workload::Estimates = $crate::workload::Estimates::default();
                /// Estimated over actual run time.
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

            fn share(&mut self, shared: $crate::workload::Shared) {
                // 1 − (1 − x) may differ from x in the last bit.
                if shared.communication.compute_fraction != 1.0 - self.$most {
                    self.$most = 1.0 - shared.communication.compute_fraction;
                }
                self.jobs = shared.jobs;
                self.load = shared.load;
                self.bsbw_mbps = shared.communication.bsbw_mbps;
                self.pattern = shared.communication.pattern;
                self.estimates = shared.estimates;
                self.estimate_factor = shared.estimate_factor;
            }
        }
    };
}
pub use jobs_with_homes;
