//! The description of a metacomputer's workload.

use super::job_settings::Metacomputer;
use super::jobs::Requests;
use super::{WorkingDay, job_agreement};
use crate::base::problem::Problem;
use crate::logs::Log;
use crate::models::workload::{ArrivalRates, Arrivals, WorkloadInfo, WorkloadSettings};
use crate::workload::{GroupBy, Shared, Source};
use serde_json::{Value, json};

/// Requests to single machines and to all machines together.
pub static WORKLOAD: WorkloadInfo = WorkloadInfo {
    reads: &[],
    most_communication: Some(("most_communication", "communication")),
    has_days: true,
    not_in_swf: "the variance σ of a job's parallelism, the share Comm of its run time that it communicates, whether it is moldable \
                 (queues 2 and 4) or not, and whether it was submitted to its cluster (queues 3 and 4) or to all",
    ..WorkloadInfo::spread(
        [
            "metacomputer",
            "Metacomputer",
            "Jobs of a metacomputer after Gehring and Preiß: local and meta ones, rigid and moldable, arriving by the hour of the day.",
        ],
        &[Metacomputer::PARAMETERS],
        || Box::new(Metacomputer::default()),
    )
};

/// The requests to all machines together that are added to the jobs of a log, `compression` times as often as usual.
pub fn meta_requests(compression: f64, shared: &Shared, arrivals: &Arrivals<'_>) -> impl Source + use<> {
    let own = Metacomputer {
        jobs: u64::MAX,
        compression,
        p_local: 0.0,
        bsbw_mbps: shared.communication.bsbw_mbps,
        pattern: shared.communication.pattern,
        estimates: shared.estimates,
        estimate_factor: shared.estimate_factor,
        ..Metacomputer::default()
    };
    Requests::new(&own, arrivals.platform, arrivals.seed, arrivals.replication)
}

impl WorkloadSettings for Metacomputer {
    fn info(&self) -> &'static WorkloadInfo {
        &WORKLOAD
    }

    fn check(&self) -> Vec<Problem> {
        job_agreement::check(self)
    }

    fn check_platform(&self, _clusters: u64, nodes: u64) -> Option<Problem> {
        job_agreement::largest_fits(self, nodes)
    }

    fn classes(&self) -> Vec<String> {
        let ways = ["synchronous", "asynchronous"];
        let names = ["meta", "local"].map(|origin| ways.map(|way| format!("{origin} {way}")));
        names.into_iter().flatten().collect()
    }

    fn groups(&self) -> Vec<GroupBy> {
        vec![GroupBy::None, GroupBy::Queue, GroupBy::Home, GroupBy::Origin]
    }

    fn arrivals_per_h(&self) -> Option<ArrivalRates> {
        let day = WorkingDay::new(self);
        Some(ArrivalRates {
            at: Box::new(move |hour| day.rate_per_h(hour)),
            at_night: self.night_rate_per_h * self.compression,
            setting: "night_rate_per_h",
        })
    }

    fn about(&self, number: &dyn Fn(&str, f64) -> String, _log: Option<&Log>) -> String {
        format!(
            "{} jobs of a metacomputer, compression {}, synchronous share {}, local share {}",
            number("jobs", self.jobs as f64),
            number("compression", self.compression),
            number("p_sync", self.p_sync),
            number("p_local", self.p_local),
        )
    }

    fn platform(&self, _log: Option<&Log>) -> Option<Value> {
        Some(json!({ "clusters": [{ "count": 32 }], "sizes": [8, 1024] }))
    }

    fn source(&self, arrivals: &Arrivals<'_>) -> Result<Box<dyn Source>, Problem> {
        Ok(Box::new(Requests::new(self, arrivals.platform, arrivals.seed, arrivals.replication)))
    }
}
