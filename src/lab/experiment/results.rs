//! The results of an experiment, as they are written to JSON. Names are part of the contract.

use crate::base::digest::Digest;
use crate::metrics::job_times::{JobByJob, JobTime};
use crate::metrics::reservations::Reservations;
use crate::metrics::submitted::Submitted;
use crate::models::measure::Never;
use crate::models::registry;
use crate::scheduler::facts::{Counters, KILLED_JOBS};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Everything that an experiment came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The version of the engine that computed them.
    pub engine_version: u32,
    /// Digest of the scenario, 16 hexadecimal digits.
    pub scenario_digest: String,
    /// One per combination of swept values, one for a scenario without a sweep.
    pub points: Vec<Arc<Point>>,
}

impl Results {
    /// One digest of all runs: equal if, and but for chance only if, every one of them is.
    pub fn run_digest(&self) -> String {
        let mut digest = Digest::EMPTY;
        for result in self.points.iter().flat_map(|point| &point.results) {
            digest.add_text(&result.digest);
        }
        digest.to_string()
    }

    /// What never happened at some point although jobs were left waiting there, with the names of the schedulers.
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
    /// One per scheduler, in the scenario's order.
    pub results: Vec<RunResult>,
}

/// One scheduler at one point. Means are over the replications' means, intervals are 95 % by Student's t.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// Name of the scheduler.
    pub scheduler: String,
    /// Jobs that ended and count, over all replications.
    pub jobs: u64,
    /// Digest of the events of all replications, 16 hexadecimal digits.
    pub digest: String,
    /// Whether the queue grew without bound in any replication: means then depend on the length of the run.
    pub unstable: bool,
    /// \[s\]
    #[serde(deserialize_with = "number_or_null")]
    pub mean_turnaround_s: f64,
    /// Half width of the interval \[s\]: over replications, or over 20 batches of the only one; null if there is none.
    pub turnaround_ci95_s: Option<f64>,
    /// \[s\]
    #[serde(deserialize_with = "number_or_null")]
    pub mean_wait_s: f64,
    /// Half width of the interval over replications \[s\].
    pub wait_ci95_s: Option<f64>,
    /// Turnaround over run time at speed 1.
    #[serde(deserialize_with = "number_or_null")]
    pub mean_slowdown: f64,
    /// Half width of the interval over replications.
    pub slowdown_ci95: Option<f64>,
    /// The same with run times below 10 s counted as 10 s, at least 1.
    #[serde(deserialize_with = "number_or_null")]
    pub mean_bounded_slowdown: f64,
    /// Half width of the interval over replications.
    pub bounded_slowdown_ci95: Option<f64>,
    /// Share of jobs that ran on more than one cluster.
    #[serde(deserialize_with = "number_or_null")]
    pub co_allocated_share: f64,
    /// Mean over those of time on the nodes / dedicated run time; 1 if there are none.
    #[serde(deserialize_with = "number_or_null")]
    pub mean_penalty: f64,
    /// Mean over the jobs that shared the network of a single cluster of the same; left out if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_network_slowdown: Option<f64>,
    /// How reservations were kept, over all replications; left out if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reservations: Option<Kept>,
    /// What the scheduler counted in all replications, a key for each counter; none for most schedulers.
    #[serde(flatten, deserialize_with = "known_counters")]
    pub counters: Counters,
    /// All submitted jobs, if some had not ended when the runs did; left out if all had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted: Option<Submitted>,
    /// Node-seconds used / (nodes × length of the run).
    pub utilisation: f64,
    /// The same by cluster.
    pub cluster_utilisation: Vec<f64>,
    /// Bits sent / (capacity × length of the run), by link.
    pub link_utilisation: Vec<f64>,
    /// Time average of the number of waiting jobs.
    pub mean_queue_length: f64,
    /// Most jobs that an arrival found waiting.
    pub longest_queue: u64,
    /// Largest demand / capacity of any link at any time.
    pub max_link_saturation: f64,
    /// Work that arrives / what all nodes can do.
    pub offered_load: f64,
    /// Replications in these numbers.
    pub replications: u32,
    /// Mean turnaround of each replication \[s\], null where it has not finished. Equal replications have equal jobs, so
    /// that any two schedulers, or points with the same jobs, can be paired.
    #[serde(default)]
    pub replication_mean_turnaround_s: Vec<Option<f64>>,
    /// Each replication by itself, where it has finished, for spreads of any measure; not written.
    #[serde(skip)]
    pub each: Vec<Option<Arc<RunResult>>>,
    /// Jobs for which this scheduler had no place even with everything idle, over all replications: dropped and not in the
    /// means.
    pub rejected_jobs: u64,
    /// Those of them for which there may be a place that its search did not find.
    #[serde(default)]
    pub not_found_jobs: u64,
    /// Jobs at the start of the runs left out as warm-up, over all replications.
    pub warmup_jobs: u64,
    /// Each job of a replication that counts, by id, if they are kept; of a single replication only.
    #[serde(skip)]
    pub job_times: Arc<[JobTime]>,
    /// \[s\]
    pub turnaround_quantiles_s: Quantiles,
    /// \[s\]
    pub wait_quantiles_s: Quantiles,
    /// Quantiles of the slowdown.
    pub slowdown_quantiles: Quantiles,
    /// Quantiles of the bounded slowdown.
    pub bounded_slowdown_quantiles: Quantiles,
    /// Against the first scheduler of the scenario, on the same jobs; null for that one itself.
    pub paired: Option<Paired>,
    /// Each of the experiment's groups of jobs by itself; left out if it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupResult>,
}

impl RunResult {
    /// Whether jobs were left waiting at the end, and what is counted so never happened.
    fn left_waiting_without(&self, counter: &str) -> bool {
        self.counters.get(counter) == Some(0) && self.submitted.is_some()
    }
}

/// JSON has no NaN: a mean of no jobs is written as null.
fn number_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f64::NAN))
}

/// Counters are keys beside others: those that no scheduler counts are mistakes.
fn known_counters<'de, D: Deserializer<'de>>(from: D) -> Result<Counters, D::Error> {
    let read = Counters::deserialize(from)?;
    let known = registry::current().counters();
    let unknown = |name: &&str| *name != KILLED_JOBS && known.iter().all(|own| own.name != *name);
    if let Some(name) = read.names().find(unknown) {
        return Err(D::Error::custom(format!("unknown field `{name}`")));
    }
    Ok(read)
}

/// A group of jobs under one scheduler at one point. Means are over the means of the replications in which it has jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupResult {
    /// Its name.
    pub group: String,
    /// Jobs that ended and count, over all replications.
    pub jobs: u64,
    /// Its share of the work (nodes × run time) of all groups.
    pub work_share: f64,
    /// \[s\]
    #[serde(deserialize_with = "number_or_null")]
    pub mean_turnaround_s: f64,
    /// Half width of the interval over replications \[s\]; null with one.
    pub turnaround_ci95_s: Option<f64>,
    /// \[s\]
    #[serde(deserialize_with = "number_or_null")]
    pub mean_wait_s: f64,
    /// Run times below 10 s counted as 10 s, at least 1.
    #[serde(deserialize_with = "number_or_null")]
    pub mean_bounded_slowdown: f64,
    /// All of the group that were submitted, if some had not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted: Option<Submitted>,
    /// Its jobs one by one against the first scheduler of the scenario; left out for that one itself, and unless they are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jobs_paired: Option<JobByJob>,
    /// Its place among all groups, also those without jobs; not written.
    #[serde(skip)]
    pub place: u32,
}

/// How reservations were kept (see [`reservations`](crate::metrics::reservations)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Jobs that had a reservation.
    pub jobs: u64,
    /// Those of them that started later than they were promised first.
    pub missed: u64,
    /// The share of these.
    pub missed_share: f64,
    /// Mean over these of start − promised start \[s\]; 0 if there are none.
    pub mean_lateness_s: f64,
    /// The largest \[s\].
    pub max_lateness_s: f64,
}

impl Kept {
    pub(super) fn of(all: &Reservations) -> Kept {
        Kept {
            jobs: all.jobs,
            missed: all.missed,
            missed_share: all.missed_share(),
            mean_lateness_s: all.mean_lateness_s(),
            max_lateness_s: all.max_lateness_s(),
        }
    }
}

/// Quantiles over the jobs of all replications, off by less than 1 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quantiles {
    /// Median.
    #[serde(deserialize_with = "number_or_null")]
    pub p50: f64,
    /// 90 %.
    #[serde(deserialize_with = "number_or_null")]
    pub p90: f64,
    /// 95 %.
    #[serde(deserialize_with = "number_or_null")]
    pub p95: f64,
    /// 99 %.
    #[serde(deserialize_with = "number_or_null")]
    pub p99: f64,
    /// Largest value.
    #[serde(deserialize_with = "number_or_null")]
    pub max: f64,
}

/// The difference to another scheduler, replication by replication on identical jobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Paired {
    /// Name of the other scheduler.
    pub versus: String,
    /// This mean turnaround less the other's \[s\]; negative is better.
    #[serde(deserialize_with = "number_or_null")]
    pub mean_turnaround_difference_s: f64,
    /// Half width of its interval \[s\]; null with one replication.
    pub difference_ci95_s: Option<f64>,
    /// The same jobs one by one; left out unless they are kept.
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
