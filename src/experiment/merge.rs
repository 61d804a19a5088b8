//! Putting the tasks' results together, in the order of the plan whatever the order of their coming.

use super::plan::{Plan, PlanPoint};
use super::results::{Paired, Point, Quantiles, Results, RunResult};
use super::runner::TaskResult;
use crate::ENGINE_VERSION;
use crate::base::digest::Digest;
use crate::metrics::collector::{Distribution, Measures};
use crate::metrics::confidence::{Estimate, estimate};
use crate::metrics::histogram::Histogram;

/// Batches for the interval of a single run.
const BATCHES: usize = 20;

impl Plan {
    /// The results of the tasks that have finished (`None`: not yet), by index of the task. A scheduler without any
    /// finished replication is left out of its point.
    pub fn merge(&self, done: &[Option<TaskResult>]) -> Results {
        Results {
            engine_version: ENGINE_VERSION,
            scenario_digest: self.scenario.digest(),
            points: self
                .points()
                .iter()
                .map(|point| self.merge_point(point, done))
                .collect(),
        }
    }

    fn merge_point(&self, point: &PlanPoint, done: &[Option<TaskResult>]) -> Point {
        let replications = self.scenario.experiment.replications as usize;
        let of = |scheduler: usize| {
            let first = point.first_task[scheduler];
            done.get(first..first + replications).unwrap_or(&[])
        };
        let results = point
            .schedulers
            .iter()
            .enumerate()
            .filter_map(|(index, name)| {
                let finished: Vec<&TaskResult> = of(index).iter().flatten().collect();
                if finished.is_empty() {
                    return None;
                }
                let mut result = summarize(name, &finished);
                result.replication_mean_turnaround_s =
                    of(index).iter().map(mean_turnaround).collect();
                result.paired = (index > 0)
                    .then(|| paired(&point.schedulers[0], of(index), of(0)))
                    .flatten();
                Some(result)
            });
        Point {
            parameters: point.parameters.clone(),
            results: results.collect(),
        }
    }
}

/// One scheduler's replications as one result.
fn summarize(scheduler: &str, runs: &[&TaskResult]) -> RunResult {
    let over = |of: &dyn Fn(&Measures) -> f64| -> Estimate {
        let values: Vec<f64> = runs.iter().map(|run| of(&run.measures)).collect();
        estimate(&values)
    };
    let sum = |of: &dyn Fn(&Measures) -> u64| runs.iter().map(|run| of(&run.measures)).sum::<u64>();
    let largest = |of: &dyn Fn(&Measures) -> f64| {
        runs.iter().map(|run| of(&run.measures)).fold(0.0, f64::max)
    };
    let by_index = |of: &dyn Fn(&Measures) -> &Vec<f64>| {
        let indices = 0..of(&runs[0].measures).len();
        indices
            .map(|index| over(&|m| of(m).get(index).copied().unwrap_or(0.0)).mean)
            .collect()
    };
    let quantiles = |of: &dyn Fn(&Measures) -> &Distribution| {
        let mut all = Histogram::default();
        for run in runs {
            let own = of(&run.measures);
            all.merge(&Histogram::from_sparse(&own.counts, own.largest));
        }
        Quantiles {
            p50: all.quantile(0.5),
            p90: all.quantile(0.9),
            p95: all.quantile(0.95),
            p99: all.quantile(0.99),
            max: all.largest(),
        }
    };
    let mut digest = Digest::EMPTY;
    runs.iter().for_each(|run| digest.add_text(&run.digest));
    let turnaround = over(&|m| m.turnaround_s.mean);
    let wait = over(&|m| m.wait_s.mean);
    let slowdown = over(&|m| m.slowdown.mean);
    let bounded = over(&|m| m.bounded_slowdown.mean);
    let jobs = sum(&|m| m.jobs);
    let turnaround_ci95_s = match runs {
        [only] => batch_interval(&only.measures),
        _ => finite(turnaround.ci95),
    };
    RunResult {
        scheduler: scheduler.to_owned(),
        jobs,
        digest: digest.to_string(),
        unstable: runs.iter().any(|run| run.measures.unstable),
        mean_turnaround_s: turnaround.mean,
        turnaround_ci95_s,
        mean_wait_s: wait.mean,
        wait_ci95_s: finite(wait.ci95),
        mean_slowdown: slowdown.mean,
        slowdown_ci95: finite(slowdown.ci95),
        mean_bounded_slowdown: bounded.mean,
        bounded_slowdown_ci95: finite(bounded.ci95),
        co_allocated_share: sum(&|m| m.co_allocated_jobs) as f64 / (jobs as f64).max(1.0),
        mean_penalty: over(&|m| m.mean_penalty).mean,
        utilisation: over(&|m| m.utilisation).mean,
        cluster_utilisation: by_index(&|m| &m.cluster_utilisation),
        link_utilisation: by_index(&|m| &m.link_utilisation),
        mean_queue_length: over(&|m| m.mean_queue_length).mean,
        longest_queue: largest(&|m| m.longest_queue as f64) as u64,
        max_link_saturation: largest(&|m| m.max_link_saturation),
        offered_load: over(&|m| m.offered_load).mean,
        replications: runs.len() as u32,
        replication_mean_turnaround_s: Vec::new(),
        rejected_jobs: sum(&|m| m.rejected_jobs),
        warmup_jobs: sum(&|m| m.warmup_jobs),
        turnaround_quantiles_s: quantiles(&|m| &m.turnaround_s),
        wait_quantiles_s: quantiles(&|m| &m.wait_s),
        slowdown_quantiles: quantiles(&|m| &m.slowdown),
        bounded_slowdown_quantiles: quantiles(&|m| &m.bounded_slowdown),
        paired: None,
    }
}

/// The interval of a single run: its jobs in order of completion in 20 batches, taken as independent.
fn batch_interval(run: &Measures) -> Option<f64> {
    let means = &run.turnaround_batches_s;
    let size = means.len() / BATCHES;
    if size == 0 {
        return None;
    }
    let rest = &means[means.len() - size * BATCHES..];
    let batches: Vec<f64> = rest
        .chunks_exact(size)
        .map(|batch| batch.iter().sum::<f64>() / size as f64)
        .collect();
    finite(estimate(&batches).ci95)
}

/// The paired difference over the replications that both have finished.
fn paired(
    versus: &str,
    own: &[Option<TaskResult>],
    other: &[Option<TaskResult>],
) -> Option<Paired> {
    let differences: Vec<f64> = own
        .iter()
        .zip(other)
        .filter_map(|(a, b)| Some(mean_turnaround(a)? - mean_turnaround(b)?))
        .collect();
    if differences.is_empty() {
        return None;
    }
    let difference = estimate(&differences);
    Some(Paired {
        versus: versus.to_owned(),
        mean_turnaround_difference_s: difference.mean,
        difference_ci95_s: finite(difference.ci95),
    })
}

/// Mean turnaround of a replication that has finished \[s\].
fn mean_turnaround(run: &Option<TaskResult>) -> Option<f64> {
    run.as_ref().map(|run| run.measures.turnaround_s.mean)
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
