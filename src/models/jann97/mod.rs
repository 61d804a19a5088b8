//! Model of the Cornell SP2 after Jann and others (1997): ten size classes, each with its own gaps and run times.

mod hyper_erlang;
mod jobs;
mod settings;

pub use jobs::Jann97;
pub use settings::{ClassSizes, Jann97 as Settings, JannClass};

use crate::base::problem::Problem;
use crate::logs::Log;
use crate::models::Model;
use crate::models::workload::{Arrivals, HasShared, WorkloadInfo, WorkloadSettings};
use crate::parameter::wrong_way_round;
use crate::workload::Source;
use serde_json::{Value, json};

/// The model: a workload only.
pub const MODEL: Model = Model { name: "jann97", workloads: &[&WORKLOAD], ..Model::NEW };

/// The workload of Jann 97.
pub static WORKLOAD: WorkloadInfo = WorkloadInfo::spread(
    [
        "jann97",
        "Jann 97",
        "Model of the Cornell SP2 after Jann and others: ten classes of size, each with gaps and run times of its own.",
    ],
    &[Settings::PARAMETERS, JannClass::PARAMETERS],
    || Box::new(Settings::default()),
);

impl WorkloadSettings for Settings {
    fn info(&self) -> &'static WorkloadInfo {
        &WORKLOAD
    }

    fn check(&self) -> Vec<Problem> {
        let classes = self.classes.iter().enumerate();
        classes.filter_map(|(i, class)| wrong_way_round(class.sizes, &format!("workload.classes.{i}.sizes"))).collect()
    }

    fn classes(&self) -> Vec<String> {
        let name = |[low, high]: [u32; 2]| match low == high {
            true => format!("size {low}"),
            false => format!("sizes {low}–{high}"),
        };
        self.classes.iter().map(|class| name(class.sizes)).collect()
    }

    fn platform(&self, _log: Option<&Log>) -> Option<Value> {
        let largest = self.classes.iter().map(|class| class.sizes[1]).max();
        Some(json!({ "clusters": [{ "nodes": largest }] }))
    }

    fn source(&self, arrivals: &Arrivals<'_>) -> Result<Box<dyn Source>, Problem> {
        let model = Jann97::new(self, arrivals.seed, arrivals.replication);
        Ok(arrivals.spread(Box::new(model), self.classes.len(), &self.shared()))
    }
}
