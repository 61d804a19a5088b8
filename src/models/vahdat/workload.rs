//! The description of a grid's workload.

use super::jobs::{Grid, GridJobs};
use crate::base::problem::Problem;
use crate::logs::Log;
use crate::models::workload::{Arrivals, WorkloadInfo, WorkloadSettings};
use crate::parameter::wrong_way_round;
use crate::workload::Source;
use serde_json::{Value, json};

/// Jobs that are submitted to one cluster and may be sent to another.
pub static WORKLOAD: WorkloadInfo = WorkloadInfo {
    reads: &[],
    most_communication: Some(("most_ratio", "communication R")),
    not_in_swf: "the share R of its run time that a job communicates, of which the queue is the third, and its size",
    ..WorkloadInfo::spread(
        [
            "grid",
            "Grid",
            "Jobs of a grid after Vahdat-Nejad and Monsefi: rigid ones that communicate more or less, and have data to be sent along.",
        ],
        &[Grid::PARAMETERS],
        || Box::new(Grid::default()),
    )
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

    fn about(&self, number: &dyn Fn(&str, f64) -> String, _log: Option<&Log>) -> String {
        let [fewest, most] = self.tasks.map(f64::from);
        let [least_mb, most_mb] = self.size_mb.map(f64::from);
        format!(
            "{} jobs of a grid, one each {} s, {}–{} nodes, {}–{} MB, {} s (exponential)",
            number("jobs", self.jobs as f64),
            number("mean_interarrival_s", self.mean_interarrival_s),
            number("tasks.0", fewest),
            number("tasks.1", most),
            number("size_mb.0", least_mb),
            number("size_mb.1", most_mb),
            number("mean_runtime_s", self.mean_runtime_s),
        )
    }

    fn platform(&self, _log: Option<&Log>) -> Option<Value> {
        Some(json!({ "clusters": [{ "count": 30 }], "sizes": [1, 100], "size_law": "uniform" }))
    }

    fn source(&self, arrivals: &Arrivals<'_>) -> Result<Box<dyn Source>, Problem> {
        let clusters = arrivals.platform.clusters.len() as u32;
        Ok(Box::new(GridJobs::new(self, clusters, arrivals.seed, arrivals.replication)))
    }
}
