//! Makes the stream of jobs of a scenario's workload.

use super::platform::sized;
use crate::base::problem::Problem;
use crate::logs::Log;
use crate::models::workload::Arrivals;
use crate::platform::Amounts;
use crate::scenario::{Estimates, Oversized, Scenario};
use crate::workload::load::{self, LoadMeter};
use crate::workload::{Source, Split, able, inaccurate, requesting, varied};
use std::sync::Arc;

/// The jobs of one replication of a checked scenario. `log` is the log from which the workload takes its jobs, if the
/// workload is a log.
///
/// # Errors
/// If the workload is a log and `log` is missing, or if a load is required of jobs that all arrive at the same time.
pub fn source(scenario: &Scenario, replication: u32, log: Option<&Arc<Log>>) -> Result<Box<dyn Source>, Problem> {
    let factor = factor(scenario, replication, log)?;
    scaled(scenario, replication, log, factor)
}

/// Factor on the run times that gives these jobs the required load; `None` if no load is required.
///
/// # Errors
/// The errors of [`source`].
pub fn factor(scenario: &Scenario, replication: u32, log: Option<&Arc<Log>>) -> Result<Option<f64>, Problem> {
    let Some(wanted) = scenario.workload.load() else {
        return Ok(None);
    };
    let mut meter = meter(scenario, replication, log)?;
    while !meter.advance(u64::MAX) {}
    meter.factor(wanted).map(Some)
}

/// A meter that measures the load of the scenario's jobs before they are scaled. To measure takes as long as reading
/// the log or drawing all jobs.
///
/// # Errors
/// If the workload is a log and `log` is missing.
pub fn meter(scenario: &Scenario, replication: u32, log: Option<&Arc<Log>>) -> Result<LoadMeter, Problem> {
    let source = prepared(scenario, replication, log)?;
    let processors = sized(scenario, replication).nodes();
    Ok(LoadMeter::new(source, processors))
}

/// The jobs with their run times multiplied by the factor of a [`LoadMeter`], if a load is required.
///
/// # Errors
/// If the workload is a log and `log` is missing.
pub fn scaled(
    scenario: &Scenario,
    replication: u32,
    log: Option<&Arc<Log>>,
    factor: Option<f64>,
) -> Result<Box<dyn Source>, Problem> {
    let source = prepared(scenario, replication, log)?;
    Ok(match factor {
        Some(factor) => load::scaled(source, factor),
        None => source,
    })
}

/// The jobs with the run times of their model or log (before they are scaled to a load), with estimates, and split if
/// they are too large.
fn prepared(scenario: &Scenario, replication: u32, log: Option<&Arc<Log>>) -> Result<Box<dyn Source>, Problem> {
    let replication = scenario.experiment.redraw.of_jobs(replication);
    let platform = sized(scenario, replication);
    let arrivals = Arrivals { platform: &platform, seed: &scenario.seed, replication, log };
    let mut source = scenario.workload.source(&arrivals)?;
    let variation = scenario.workload.varied().law();
    if !variation.is_none() {
        source = varied(source, variation, &scenario.seed, replication);
    }
    let (estimates, factor) = scenario.workload.estimates();
    if estimates == Estimates::FModel {
        source = inaccurate(source, factor, &scenario.seed, replication);
    }
    // Oversized jobs are split into pieces of the size of the largest cluster.
    let largest = platform.clusters.iter().map(|cluster| cluster.nodes).max();
    if let Some(piece) = largest.filter(|_| scenario.workload.shared().oversized == Oversized::Split) {
        source = Box::new(Split::new(source, piece));
    }
    let abilities = scenario.workload.varied().abilities();
    if !abilities.is_none() {
        let nodes = platform.clusters.iter().map(|cluster| cluster.nodes).collect();
        source = able(source, abilities, nodes, &scenario.seed, replication);
    }
    if !platform.resources.is_none() {
        let kinds = scenario.workload.requests().iter();
        let kinds = kinds.map(|own| (own.share, Amounts::of(own.memory_gb, own.gpus))).collect();
        let per_node = &platform.resources.per_node;
        source = requesting(source, kinds, per_node, &scenario.seed, replication);
    }
    Ok(source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::read;
    use crate::scenario::Checked;
    use crate::workload::Job;
    use serde_json::json;

    fn log() -> Arc<Log> {
        // The work is 4·10 + 1·100 + 3·20 = 200 processor seconds within 100 s, a load of 2 processors.
        let text = "1 50 -1 10 4 -1 -1 4 20\n2 110 -1 100 1\n3 150 -1 20 3\n";
        Arc::new(read("three.swf", &mut text.as_bytes()).unwrap())
    }

    fn scenario(workload: serde_json::Value) -> Checked {
        let platform = json!({"clusters": [{"nodes": 5}, {"nodes": 3}]});
        Scenario::from_value(&json!({"platform": platform, "workload": workload})).unwrap()
    }

    #[test]
    fn homes_of_a_batsim_workload_are_clusters_of_the_platform() {
        let text = r#"{ "nb_res": 4, "profiles": { "p": { "type": "delay", "delay": 10 } }, "jobs": [
            { "id": "3", "subtime": 0, "res": 1, "profile": "p", "home_cluster": 2 } ] }"#;
        let log = read("w.json", &mut text.as_bytes()).unwrap();
        let swf = scenario(json!({"model": "swf", "path": "w.json", "home": "first"}));
        let beyond = source(&swf, 0, Some(&Arc::new(log))).err().unwrap().to_string();
        assert_eq!(
            beyond,
            "w.json: the home_cluster of job 3 is 2. Allowed: at most 1: the log's jobs belong to 2 clusters, from 0 on. \
             Correct it, or add clusters to the platform"
        );
    }

    /// On eight processors the load is 0.25. For a load of 0.75, every run time and every requested time is multiplied
    /// by three.
    #[test]
    fn a_log_by_hand() {
        let swf = |load| json!({"model": "swf", "path": "three.swf", "estimates": "requested", "load": load});
        let (plain, scaled) = (scenario(swf(json!(null))), scenario(swf(json!(0.75))));
        let jobs = source(&plain, 0, Some(&log())).unwrap();
        let mut meter = LoadMeter::new(jobs, 8);
        let ends = [2, 1, 1].map(|jobs| meter.advance(jobs));
        assert_eq!((ends, meter.load()), ([false, false, true], Some(0.25)));
        let mut jobs = source(&scaled, 0, Some(&log())).unwrap();
        let jobs: Vec<Job> = std::iter::from_fn(|| jobs.next()).collect();
        let times: Vec<_> = jobs.iter().map(|job| (job.arrival_s, job.runtime_s, job.estimate_s)).collect();
        assert_eq!(times, [(0.0, 30.0, 60.0), (60.0, 300.0, 300.0), (100.0, 60.0, 60.0)]);
    }

    /// Jobs of 4, 1 and 3 nodes from the first cluster, of 5 nodes.
    #[test]
    fn jobs_of_a_log_get_what_only_some_schedulers_use() {
        let varied = json!({"moldable_share": 1, "most_variance": 0, "local_share": 1, "data_mb": [7, 7]});
        let swf = |varied| json!({"model": "swf", "path": "three.swf", "home": "first", "varied": varied});
        let [mut plain, mut drawn] =
            [json!({}), varied].map(|varied| source(&scenario(swf(varied)), 0, Some(&log())).unwrap());
        for _ in 0..3 {
            let job = plain.next().unwrap();
            assert_eq!(drawn.next(), Some(Job { moldable: true, local: true, size_mb: 7.0, ..job }));
        }
        assert_eq!(drawn.next(), None);
    }

    #[test]
    fn every_model_reaches_the_load() {
        for model in ["synthetic", "lublin99", "feitelson96", "jann97"] {
            let jobs = if model == "synthetic" { "jobs_per_cluster" } else { "jobs" };
            let workload = json!({"model": model, jobs: 3000, "load": 0.8, "oversized": "split"});
            let mut workload = workload;
            if model == "synthetic" {
                workload.as_object_mut().unwrap().remove("oversized");
            }
            let mut meter = LoadMeter::new(source(&scenario(workload), 0, None).unwrap(), 8);
            assert!(meter.advance(u64::MAX));
            let reached = meter.load().unwrap();
            assert!((reached - 0.8).abs() < 1e-12, "{model}: {reached}");
        }
    }

    #[test]
    fn one_job_has_no_load() {
        let one = scenario(json!({"model": "jann97", "jobs": 1, "load": 0.5}));
        let problem = source(&one, 0, None).err().unwrap();
        assert!(
            problem.to_string().starts_with("workload.load is 0.5, but all jobs arrive at the same time"),
            "{problem}"
        );
    }
}
