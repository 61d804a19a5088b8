//! What the models of the whole system's jobs have in common, and logs with them: jobs that belong to no cluster by
//! themselves.

use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, When};
use crate::scenario::workloads::workload::{HomeRule, JOBS};

/// Parameters of Lublin 99 alone.
pub(in crate::scenario) const LUBLIN99: When = When::one_of("workload.model", &["lublin99"]);
/// Parameters of Feitelson 96 alone.
pub(in crate::scenario) const FEITELSON96: When = When::one_of("workload.model", &["feitelson96"]);
/// Parameters of Jann 97 alone.
pub(in crate::scenario) const JANN97: When = When::one_of("workload.model", &["jann97"]);
/// Parameters of the metacomputer's jobs alone.
pub(in crate::scenario) const METACOMPUTER: When =
    When::one_of("workload.model", &["metacomputer"]);
/// Parameters of a grid's jobs alone.
pub(in crate::scenario) const GRID: When = When::one_of("workload.model", &["grid"]);
/// Parameters of the models that scale to a machine.
pub(in crate::scenario) const SCALABLE: When =
    When::one_of("workload.model", &["lublin99", "feitelson96"]);
/// Parameters of all models of the whole system.
const MODELS: When = When::one_of(
    "workload.model",
    &["lublin99", "feitelson96", "jann97", "metacomputer", "grid"],
);
/// Parameters of all that belongs to no cluster by itself, neither drawn for single clusters nor submitted to them.
const GLOBAL: When = When::one_of(
    "workload.model",
    &["swf", "lublin99", "feitelson96", "jann97"],
);

choices! {
    /// What becomes of a job that is larger than every cluster.
    Oversized = Keep, later &[], {
        /// It stays as it is; a scheduler that does not co-allocate cannot start it.
        Keep = "keep", "Keep";
        /// It arrives as several jobs: pieces of the size of the largest cluster, and a rest.
        Split = "split", "Split";
    }
}

parameters! {
    /// What all workloads have whose jobs belong to no cluster by themselves.
    Global at "workload." {
        /// How many jobs arrive.
        jobs: u64 = 10_000, "Jobs" in "jobs", Kind::integer(1, JOBS, 1000), when &[MODELS];
        /// Which cluster a job of a log or of a model of the whole system belongs to.
        home: HomeRule = HomeRule::default(), "Home cluster", HomeRule::KIND, when &[GLOBAL];
        /// What becomes of a job that is larger than every cluster.
        oversized: Oversized = Oversized::default(), "Oversized jobs", Oversized::KIND, when &[GLOBAL];
    }
}

/// Declares a model of the whole system: its own parameters, and those that all have, which are declared by [`Global`] and
/// with the synthetic workload.
macro_rules! model {
    ($(#[$meta:meta])* $name:ident { $($own:tt)* }) => {
        $crate::parameter::declare::parameters! {
            $(#[$meta])*
            $name at "workload." {
                /// How many jobs arrive.
                jobs: u64 = $crate::scenario::Global::default().jobs;
                $($own)*
                /// Which cluster a job belongs to.
                home: $crate::scenario::HomeRule = $crate::scenario::HomeRule::default();
                /// What becomes of a job that is larger than every cluster.
                oversized: $crate::scenario::Oversized = $crate::scenario::Oversized::default();
                /// Load to reach, if any.
                load: Option<f64> = None;
                /// Share K of the run time that a job computes.
                compute_fraction: f64 = $crate::scenario::Synthetic::default().compute_fraction;
                /// Bisection bandwidth of every job.
                bsbw_mbps: f64 = $crate::scenario::Synthetic::default().bsbw_mbps;
                /// Which nodes of a job talk to each other.
                pattern: $crate::scenario::Pattern = $crate::scenario::Pattern::default();
                /// What users say about the run times of their jobs.
                estimates: $crate::scenario::Estimates = $crate::scenario::Estimates::default();
                /// Estimated over actual run time.
                estimate_factor: f64 = $crate::scenario::Synthetic::default().estimate_factor;
            }
        }

        impl $name {
            /// What it has in common with all global workloads.
            pub fn global(&self) -> $crate::scenario::Global {
                $crate::scenario::Global {
                    jobs: self.jobs,
                    home: self.home,
                    oversized: self.oversized,
                }
            }
        }
    };
}
pub(in crate::scenario) use model;
