//! The description of a grid's workload.

use super::jobs::{Grid, GridJobs};
use crate::base::problem::Problem;
use crate::models::workload::{Arrivals, WorkloadInfo, WorkloadSettings};
use crate::parameter::wrong_way_round;
use crate::workload::Source;
use serde_json::{Value, json};

/// Jobs that are submitted to one cluster and may be sent to another.
pub static WORKLOAD: WorkloadInfo = WorkloadInfo {
    name: "grid",
    label: "Grid",
    help: "Jobs of a grid after Vahdat-Nejad and Monsefi: rigid ones that communicate more or less, and have data to be sent along.",
    declared: &[Grid::PARAMETERS],
    reads: &[],
    most_communication: Some(("most_ratio", "communication R")),
    origins: false,
    has_days: false,
    not_in_swf: "the share R of its run time that a job communicates, of which the queue is the third, and its size",
    settings: || Box::new(Grid::default()),
    joins: None,
};

impl WorkloadSettings for Grid {
    fn info(&self) -> &'static WorkloadInfo {
        &WORKLOAD
    }

    fn check(&self) -> Vec<Problem> {
        let ranges = [wrong_way_round(self.tasks, "workload.tasks"), wrong_way_round(self.size_mb, "workload.size_mb")];
        ranges.into_iter().flatten().collect()
    }

    fn classes(&self) -> Vec<String> {
        ["low", "medium", "high"].map(|third| format!("{third} R")).to_vec()
    }

    fn about(&self, number: &dyn Fn(&str, f64) -> String) -> Option<String> {
        let [fewest, most] = self.tasks.map(f64::from);
        let [least_mb, most_mb] = self.size_mb.map(f64::from);
        Some(format!(
            "{} jobs of a grid, one each {} s, {}–{} nodes, {}–{} MB, {} s (exponential)",
            number("jobs", self.jobs as f64),
            number("mean_interarrival_s", self.mean_interarrival_s),
            number("tasks.0", fewest),
            number("tasks.1", most),
            number("size_mb.0", least_mb),
            number("size_mb.1", most_mb),
            number("mean_runtime_s", self.mean_runtime_s),
        ))
    }

    fn platform(&self) -> Option<Value> {
        Some(json!({ "clusters": [{ "count": 30 }], "sizes": [1, 100], "size_law": "uniform" }))
    }

    fn source(&self, arrivals: &Arrivals<'_>) -> Box<dyn Source> {
        let clusters = arrivals.platform.clusters.len() as u32;
        Box::new(GridJobs::new(self, clusters, arrivals.seed, arrivals.replication))
    }
}
