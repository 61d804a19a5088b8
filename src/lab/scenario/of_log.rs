//! The scenario of a log alone: the usual schedulers of one queue on a machine of the log's size.

use crate::base::problem::{Problem, Problems};
use crate::logs::{Log, Reading};
use crate::models::standard::{ONE_QUEUE, OneQueue};
use crate::parameter::fields::Json;
use crate::platform::MOST_NODES_PER_CLUSTER;
use crate::scenario::{Backfill, Checked, Detail, Scenario, Swf, one_queue};
use serde_json::{Value, json};

/// How the log of a scenario is read; `None` if its workload is no log.
///
/// # Errors
/// If a bound or a filter cannot be parsed, or the time zone does not exist.
pub fn reading(scenario: &Scenario) -> Option<Result<Reading, Problem>> {
    let read = scenario.workload.of::<Swf>()?.reading();
    // Drawn requests take the place of those in the log.
    let resources = scenario.platform.has_resources() && scenario.workload.requests().is_empty();
    Some(read.map(|own| Reading { resources, ..own }))
}

/// The usual scheduler that needs the users of jobs.
const FAIR_SHARE: &str = "fair-share";

/// Facts about a log that determine its scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// Path or name of the log.
    pub path: String,
    /// Number of usable jobs.
    pub jobs: u64,
    /// Processors of the largest job.
    pub largest: u32,
    /// Processors of the machine, if the header of the log has them.
    pub machine: Option<f64>,
    /// Number of known users.
    pub users: u32,
}

impl About {
    /// The facts about a log at `path`.
    pub fn of(path: &str, log: &Log) -> About {
        About {
            path: path.to_owned(),
            jobs: log.records().len() as u64,
            largest: log.largest(),
            machine: log.header.processors(),
            users: log.user_count() as u32,
        }
    }

    /// Nodes of the machine. No job is larger.
    fn nodes(&self) -> u64 {
        let machine = self.machine.map_or(0, |processors| processors as u64);
        machine.max(self.largest.into()).clamp(1, MOST_NODES_PER_CLUSTER)
    }
}

/// The scenario of a log: EASY, conservative backfilling, SJF with EASY and fair share, on one cluster of the size of
/// the machine. Fair share needs several users. Nothing is swept.
///
/// # Errors
/// If the path of the log is too long for a scenario.
pub fn scenario(about: &About) -> Result<Checked, Problems> {
    // Without backfilling, the queue of most logs grows.
    let compared =
        |own: &&OneQueue| own.backfill != Backfill::None.name() && (own.choice.name != FAIR_SHARE || about.users > 1);
    let schedulers: Vec<Value> = ONE_QUEUE.iter().filter(compared).map(labelled).collect();
    Scenario::from_value(&json!({
        "platform": { "clusters": [{ "count": 1, "nodes": about.nodes() }] },
        "workload": { "model": "swf", "path": about.path },
        "schedulers": schedulers,
        "experiment": { "sweep": [], "replications": 1 },
    }))
}

/// The JSON of a usual scheduler with its label, which is its name in the results.
fn labelled(own: &OneQueue) -> Value {
    let mut scheduler = one_queue::scheduler(own);
    scheduler.common.label = Some(own.choice.label.to_owned());
    scheduler.write()
}

/// The scenario, set to keep the times of single jobs, for a comparison job by job. Unchanged if there are too many jobs.
/// `log_jobs` is the number of jobs in the log, if the workload is a log.
pub fn keeping_jobs(scenario: &Checked, log_jobs: u64) -> Checked {
    let detail = ("experiment.detail", Detail::Jobs.name().into());
    // The check of the scenario must know the number of jobs without the log.
    let jobs = scenario.workload.jobs_setting();
    let kept = match scenario.workload.is_log() && log_jobs > 0 {
        true => scenario.with_all([(jobs.as_str(), scenario.arrivals(log_jobs).into()), detail]),
        false => scenario.with_all([detail]),
    };
    kept.unwrap_or_else(|_| scenario.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::read;

    const LOG: &str = "; MaxProcs: 100\n\
        1 0 -1 50 64 -1 -1 64 -1 -1 1 3\n\
        2 10 -1 50 8 -1 -1 8 -1 -1 1 4\n";

    #[test]
    fn a_log_has_a_machine_of_its_size_and_four_schedulers() {
        let about = About::of("a.swf", &read("a.swf", &mut LOG.as_bytes()).unwrap());
        let found = (about.jobs, about.largest, about.machine, about.users);
        assert_eq!(found, (2, 64, Some(100.0), 2));
        let own = scenario(&about).unwrap();
        assert_eq!(own.scheduler_names(), ["EASY", "Conservative", "SJF + EASY", "Fair share"]);
        assert_eq!((own.platform.cluster_count(), own.platform.node_count()), (1, 100));
        assert_eq!((own.experiment.point_count(), own.experiment.detail), (1, Detail::Means));
        let kept = keeping_jobs(&own, about.jobs);
        assert_eq!((kept.workload.jobs(), kept.experiment.detail), (2, Detail::Jobs));
    }

    /// A header that is too small does not make jobs impossible. A log without users has no fair share. The jobs of a
    /// long log are not kept one by one.
    #[test]
    fn doubtful_logs() {
        let about = About { path: "b.swf".into(), jobs: 700_000, largest: 128, machine: Some(64.0), users: 0 };
        let own = scenario(&about).unwrap();
        assert_eq!((own.platform.node_count(), own.schedulers.len()), (128, 3));
        assert_eq!(keeping_jobs(&own, about.jobs), own);
        assert!(scenario(&About { path: "x".repeat(2000), ..about }).is_err());
    }
}
