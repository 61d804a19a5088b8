//! The results of an experiment in their JSON form. Field names are part of the file format.

use crate::base::digest::Digest;
use crate::metrics::blocks::Blocks;
use crate::metrics::job_times::{JobByJob, JobTime};
use crate::metrics::outages::OutageMeasures;
use crate::metrics::reservations::Reservations;
use crate::metrics::resources::ResourceMeasures;
use crate::metrics::submitted::Submitted;
use crate::metrics::users::Users;
use crate::models::measure::Never;
use crate::models::registry;
use crate::scheduler::facts::{Counters, KILLED_JOBS};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// All results of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The version of the engine that computed the results.
    pub engine_version: u32,
    /// Digest of the scenario, 16 hexadecimal digits.
    pub scenario_digest: String,
    /// One point per combination of swept values; a single one without a sweep.
    pub points: Vec<Arc<Point>>,
}

impl Results {
    /// A digest of all runs. Two results with equal runs have equal digests; with different runs, digests are equal
    /// only by chance.
    pub fn run_digest(&self) -> String {
        let mut digest = Digest::EMPTY;
        for result in self.points.iter().flat_map(|point| &point.results) {
            digest.add_text(&result.digest);
        }
        digest.to_string()
    }

    /// Counters that are 0 at some point of the sweep although jobs were left waiting, each with the names of the
    /// schedulers.
    pub fn never(&self) -> Vec<(&'static Never, Vec<&str>)> {
        let counters = registry::current().counters().iter();
        let never = counters.filter_map(|own| {
            let mut names: Vec<&str> = Vec::new();
            let runs = self.points.iter().flat_map(|point| &point.results);
            for run in runs.filter(|run| run.left_waiting_without(own.name)) {
                if !names.contains(&run.scheduler.as_str()) {
                    names.push(&run.scheduler);
                }
            }
            Some((own.never.as_ref()?, names))
        });
        never.filter(|(_, names)| !names.is_empty()).collect()
    }
}

/// The results at one point of the sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The swept parameters and their values.
    pub parameters: Map<String, Value>,
    /// One result per scheduler, in the scenario's order.
    pub results: Vec<RunResult>,
}

/// The result of one scheduler at one point. Means are means over the means of replications; intervals are 95 % by
/// Student's t.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// Name of the scheduler.
    pub scheduler: String,
    /// Number of measured jobs that ended, over all replications.
    pub jobs: u64,
    /// Digest of the events of all replications, 16 hexadecimal digits.
    pub digest: String,
    /// True if the queue grew without bound in any replication: means then depend on the length of the run.
    pub unstable: bool,
    /// Mean turnaround \[s\].
    #[serde(deserialize_with = "number_or_null")]
    pub mean_turnaround_s: f64,
    /// Half width of the interval \[s\] over replications, or over blocks of the jobs of a single run; null if there is none.
    pub turnaround_ci95_s: Option<f64>,
    /// Mean wait \[s\].
    #[serde(deserialize_with = "number_or_null")]
    pub mean_wait_s: f64,
    /// Half width of the interval \[s\].
    pub wait_ci95_s: Option<f64>,
    /// Mean slowdown: turnaround / run time at speed 1.
    #[serde(deserialize_with = "number_or_null")]
    pub mean_slowdown: f64,
    /// Half width of the interval.
    pub slowdown_ci95: Option<f64>,
    /// Mean bounded slowdown: run times below `experiment.slowdown_bound_s` count as this bound; at least 1.
    #[serde(deserialize_with = "number_or_null")]
    pub mean_bounded_slowdown: f64,
    /// Half width of the interval.
    pub bounded_slowdown_ci95: Option<f64>,
    /// Half widths of the intervals of further measures of a single run, by the names of the measures; null if there is none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ci95: BTreeMap<String, Option<f64>>,
    /// Share of jobs that ran on more than one cluster.
    #[serde(deserialize_with = "number_or_null")]
    pub co_allocated_share: f64,
    /// Mean over co-allocated jobs of time on the nodes / dedicated run time; 1 if there are none.
    #[serde(deserialize_with = "number_or_null")]
    pub mean_penalty: f64,
    /// Mean slowdown by the network of a single cluster, over the jobs that use such a network; left out if there are
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_network_slowdown: Option<f64>,
    /// Kept and missed reservations, over all replications; left out if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reservations: Option<KeptReservations>,
    /// Jobs with a fair start, of which those are missed that start later; given if the experiment measures unfairness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfairness: Option<KeptReservations>,
    /// Mean wait from the time at which a job could start \[s\], over all jobs; given if jobs waited for other jobs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_eligible_wait_s: Option<f64>,
    /// Counters of the scheduler, over all replications, one key each; most schedulers have none.
    #[serde(flatten, deserialize_with = "known_counters")]
    pub counters: Counters,
    /// Measures over all submitted jobs, if some jobs had not ended at the end of the runs; left out otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted: Option<Submitted>,
    /// Utilisation: node-seconds used / (nodes × length of the run).
    pub utilisation: f64,
    /// Utilisation of each cluster.
    pub cluster_utilisation: Vec<f64>,
    /// Utilisation of each link: bits sent / (capacity × length of the run).
    pub link_utilisation: Vec<f64>,
    /// Time from the first submission to the last end \[s\], including the warm-up.
    #[serde(default = "unknown", deserialize_with = "number_or_null")]
    pub makespan_s: f64,
    /// Loss of capacity: node-seconds that are idle while jobs wait / (nodes × length of the run).
    #[serde(default = "unknown", deserialize_with = "number_or_null")]
    pub loss_of_capacity: f64,
    /// Energy of all clusters \[kWh\]; left out unless the power of all nodes is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub energy_kwh: Option<f64>,
    /// Energy of each cluster \[kWh\], null if the power of its nodes is not given; left out if no power is given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cluster_energy_kwh: Vec<Option<f64>>,
    /// Measures of outages of nodes; left out if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outages: Option<OutageMeasures>,
    /// Measures of memory and GPUs; left out if clusters have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<ResourceMeasures>,
    /// How users are treated; left out if the jobs have no users.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub users: Option<Users>,
    /// Time average of the number of waiting jobs.
    pub mean_queue_length: f64,
    /// Largest number of waiting jobs at an arrival.
    pub longest_queue: u64,
    /// Largest demand / capacity of any link at any time.
    pub max_link_saturation: f64,
    /// Offered load: arriving work / capacity of all nodes.
    pub offered_load: f64,
    /// Number of replications.
    pub replications: u32,
    /// Mean turnaround of each replication \[s\], null if unfinished. Replications with the same number have the same
    /// jobs, so the results of two schedulers, or of two points with the same jobs, can be paired.
    #[serde(default)]
    pub replication_mean_turnaround_s: Vec<Option<f64>>,
    /// The result of each finished replication, for the spread of any measure; not written.
    #[serde(skip)]
    pub each: Vec<Option<Arc<RunResult>>>,
    /// Number of jobs, over all replications, for which this scheduler has no place even on an idle platform. They are
    /// dropped and not in the means.
    pub rejected_jobs: u64,
    /// Number of dropped jobs whose search for a place gave up, so that a place may exist.
    #[serde(default)]
    pub not_found_jobs: u64,
    /// Number of jobs left out as warm-up at the start of the runs, over all replications.
    pub warmup_jobs: u64,
    /// For a single run: its sums by blocks of jobs; not written.
    #[serde(skip)]
    pub blocks: Option<Arc<Blocks>>,
    /// For a single replication: its measured jobs by id, if they are kept.
    #[serde(skip)]
    pub job_times: Arc<[JobTime]>,
    /// Quantiles of the turnaround \[s\].
    pub turnaround_quantiles_s: Quantiles,
    /// Quantiles of the wait \[s\].
    pub wait_quantiles_s: Quantiles,
    /// Quantiles of the slowdown.
    pub slowdown_quantiles: Quantiles,
    /// Quantiles of the bounded slowdown.
    pub bounded_slowdown_quantiles: Quantiles,
    /// Comparison with the first scheduler on the same jobs; null for the first scheduler.
    pub paired: Option<Paired>,
    /// Results of the experiment's groups of jobs; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupResult>,
}

impl RunResult {
    /// True if jobs were left waiting at the end of the run and the counter is 0.
    fn left_waiting_without(&self, counter: &str) -> bool {
        self.counters.get(counter) == Some(0) && self.submitted.is_some()
    }
}

/// Value of a measure that older results lack.
fn unknown() -> f64 {
    f64::NAN
}

/// The mean of no jobs, NaN, is written as null, since JSON has no NaN.
fn number_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f64::NAN))
}

/// Counters are keys among other fields. Keys that no scheduler counts are rejected.
fn known_counters<'de, D: Deserializer<'de>>(from: D) -> Result<Counters, D::Error> {
    let read = Counters::deserialize(from)?;
    let known = registry::current().counters();
    let unknown = |name: &&str| *name != KILLED_JOBS && known.iter().all(|own| own.name != *name);
    if let Some(name) = read.names().find(unknown) {
        return Err(D::Error::custom(format!("unknown field `{name}`")));
    }
    Ok(read)
}

/// The result of a group of jobs under one scheduler at one point. Means are over the means of the replications in which the
/// group has jobs.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupResult {
    /// Name of the group.
    pub group: String,
    /// Number of measured jobs that ended, over all replications.
    pub jobs: u64,
    /// Share of the work (nodes × run time) of all groups.
    pub work_share: f64,
    /// Mean turnaround \[s\].
    #[serde(deserialize_with = "number_or_null")]
    pub mean_turnaround_s: f64,
    /// Half width of the interval over replications \[s\]; null with one.
    pub turnaround_ci95_s: Option<f64>,
    /// Mean wait \[s\].
    #[serde(deserialize_with = "number_or_null")]
    pub mean_wait_s: f64,
    /// Mean bounded slowdown: run times below `experiment.slowdown_bound_s` count as this bound; at least 1.
    #[serde(deserialize_with = "number_or_null")]
    pub mean_bounded_slowdown: f64,
    /// Measures over all submitted jobs of the group, if some had not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted: Option<Submitted>,
    /// Comparison with the first scheduler, job by job; left out for the first scheduler, and if jobs are not kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jobs_paired: Option<JobByJob>,
    /// Index among all groups, including those without jobs; not written.
    #[serde(skip)]
    pub place: u32,
}

/// Kept and missed reservations (see [`reservations`](crate::metrics::reservations)).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeptReservations {
    /// Number of jobs with a reservation.
    pub jobs: u64,
    /// Number of jobs that started later than their first promised start.
    pub missed: u64,
    /// Share of missed reservations.
    pub missed_share: f64,
    /// Mean lateness (start − promised start) of missed reservations \[s\]; 0 if there are none.
    pub mean_lateness_s: f64,
    /// Largest lateness \[s\].
    pub max_lateness_s: f64,
}

impl KeptReservations {
    pub(super) fn of(all: &Reservations) -> KeptReservations {
        KeptReservations {
            jobs: all.jobs,
            missed: all.missed,
            missed_share: all.missed_share(),
            mean_lateness_s: all.mean_lateness_s(),
            max_lateness_s: all.max_lateness_s(),
        }
    }
}

/// Quantiles over the jobs of all replications, with an error below 1 %.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quantiles {
    /// Median of the jobs' values.
    #[serde(deserialize_with = "number_or_null")]
    pub p50: f64,
    /// The 90 % quantile.
    #[serde(deserialize_with = "number_or_null")]
    pub p90: f64,
    /// The 95 % quantile.
    #[serde(deserialize_with = "number_or_null")]
    pub p95: f64,
    /// The 99 % quantile.
    #[serde(deserialize_with = "number_or_null")]
    pub p99: f64,
    /// Largest value.
    #[serde(deserialize_with = "number_or_null")]
    pub max: f64,
}

/// The difference between two schedulers, replication by replication on identical jobs.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Paired {
    /// Name of the other scheduler.
    pub versus: String,
    /// The mean turnaround of this scheduler minus that of the other scheduler \[s\]. A negative difference is better.
    #[serde(deserialize_with = "number_or_null")]
    pub mean_turnaround_difference_s: f64,
    /// Half width of the interval of the difference \[s\]; null if there is only one replication.
    pub difference_ci95_s: Option<f64>,
    /// The comparison of the two schedulers job by job; left out if single jobs are not kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jobs: Option<JobByJob>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::vahdat::measures::DENIALS;

    #[test]
    fn counters_are_keys_of_their_own_and_come_back() {
        let run = RunResult { counters: Counters::of(DENIALS.name, 7), ..RunResult::default() };
        let text = serde_json::to_string(&run).unwrap();
        let keys = r#""mean_penalty":0.0,"denials":7,"utilisation":0.0"#;
        assert!(text.contains(keys), "{text}");
        assert_eq!(serde_json::from_str::<RunResult>(&text).unwrap(), run);
        let unknown = text.replace("denials", "denied");
        let refused = serde_json::from_str::<RunResult>(&unknown).unwrap_err();
        assert!(refused.to_string().starts_with("unknown field `denied`"), "{refused}");
    }

    #[test]
    fn a_mean_of_no_jobs_comes_back() {
        let run = RunResult { mean_wait_s: f64::NAN, ..RunResult::default() };
        let text = serde_json::to_string(&run).unwrap();
        assert!(text.contains(r#""mean_wait_s":null"#), "{text}");
        let read: RunResult = serde_json::from_str(&text).unwrap();
        assert_eq!(format!("{read:?}"), format!("{run:?}"));
    }
}
