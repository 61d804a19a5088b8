//! Model of several machines by Lublin and Feitelson (1999, published 2003): sizes, run times that grow with size, and a daily
//! cycle of arrivals.

mod agreement;
mod daily_cycle;
mod jobs;
mod settings;

pub use jobs::Lublin99;
pub use settings::{JobTypes, Lublin99 as Settings, LublinLaw, LublinStream};

use crate::base::problem::Problem;
use crate::logs::Log;
use crate::models::Model;
use crate::models::workload::{Arrivals, HasShared, WorkloadInfo, WorkloadSettings};
use crate::workload::Source;
use serde_json::{Value, json};

/// The model: a workload only.
pub const MODEL: Model = Model { name: "lublin99", workloads: &[&WORKLOAD], ..Model::NEW };

/// The workload of Lublin 99.
pub static WORKLOAD: WorkloadInfo = WorkloadInfo {
    reads: &["home", "oversized", "compute_fraction", "processors"],
    has_days: true,
    ..WorkloadInfo::spread(
        [
            "lublin99",
            "Lublin 99",
            "Model of several machines by Lublin and Feitelson: sizes, run times that grow with them, a daily cycle of arrivals.",
        ],
        &[Settings::PARAMETERS, LublinStream::PARAMETERS],
        || Box::new(Settings::default()),
    )
};

impl WorkloadSettings for Settings {
    fn info(&self) -> &'static WorkloadInfo {
        &WORKLOAD
    }

    fn check(&self) -> Vec<Problem> {
        agreement::check(self)
    }

    fn classes(&self) -> Vec<String> {
        let names: &[&str] = match self.types {
            JobTypes::Off => &["all types"],
            JobTypes::On => &["interactive", "batch"],
        };
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn entry(&self, list: &str, index: usize) -> Option<&'static str> {
        match (list, self.types, index) {
            ("workload.streams", JobTypes::Off, _) => Some("All jobs"),
            ("workload.streams", JobTypes::On, 0) => Some("Interactive jobs"),
            ("workload.streams", JobTypes::On, _) => Some("Batch jobs"),
            _ => None,
        }
    }

    fn platform(&self, _log: Option<&Log>) -> Option<Value> {
        let streams = 0..self.laws().len();
        let largest = streams.map(|stream| u64::from(self.largest(stream))).max();
        Some(json!({ "clusters": [{ "nodes": largest.max(Some(self.processors)) }] }))
    }

    fn source(&self, arrivals: &Arrivals<'_>) -> Result<Box<dyn Source>, Problem> {
        let model = Lublin99::new(self, arrivals.seed, arrivals.replication);
        Ok(arrivals.spread(Box::new(model), self.laws().len(), &self.shared()))
    }
}
