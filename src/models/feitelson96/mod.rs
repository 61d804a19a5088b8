//! A model like Feitelson's of 1996: sizes follow a harmonic law, and jobs are repeated.

mod harmonic;
mod jobs;
mod settings;

pub use jobs::Feitelson96;
pub use settings::Feitelson96 as Settings;

use crate::base::problem::Problem;
use crate::logs::Log;
use crate::models::Model;
use crate::models::workload::{Arrivals, HasShared, WorkloadInfo, WorkloadSettings};
use crate::workload::Source;
use serde_json::{Value, json};

/// The model: a workload only.
pub const MODEL: Model = Model { name: "feitelson96", workloads: &[&WORKLOAD], ..Model::NEW };

/// The description of the workload like Feitelson 96.
pub static WORKLOAD: WorkloadInfo = WorkloadInfo {
    reads: &["home", "oversized", "compute_fraction", "processors"],
    ..WorkloadInfo::spread(
        [
            "feitelson96",
            "Like Feitelson 96",
            "Like Feitelson's model of 1996: sizes by a harmonic law, jobs that are run again and again.",
        ],
        &[Settings::PARAMETERS],
        || Box::new(Settings::default()),
    )
};

impl WorkloadSettings for Settings {
    fn info(&self) -> &'static WorkloadInfo {
        &WORKLOAD
    }

    fn platform(&self, _log: Option<&Log>) -> Option<Value> {
        Some(json!({ "clusters": [{ "nodes": self.processors }] }))
    }

    fn source(&self, arrivals: &Arrivals<'_>) -> Result<Box<dyn Source>, Problem> {
        let model = Feitelson96::new(self, arrivals.seed, arrivals.replication);
        Ok(arrivals.spread(Box::new(model), 1, &self.shared()))
    }
}
