//! Combines all replications of a scheduler at a point into one result: means, intervals, quantiles, groups.

use super::measure::{self, Measure};
use super::results::{GroupResult, KeptReservations, Quantiles, RunResult};
use super::runner::TaskResult;
use crate::base::digest::Digest;
use crate::metrics::collector::{Distribution, Measures};
use crate::metrics::confidence::{Estimate, estimate};
use crate::metrics::energy::Energy;
use crate::metrics::groups::GroupMeasures;
use crate::metrics::histogram;
use crate::metrics::outages::OutageMeasures;
use crate::metrics::reservations::Reservations;
use crate::metrics::resources::ResourceMeasures;
use crate::metrics::submitted::Submitted;
use crate::metrics::users::Users;
use crate::scheduler::facts::Counters;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One scheduler's replications as one result.
pub(super) fn summarize(runs: &[&TaskResult]) -> RunResult {
    let over = |of: &dyn Fn(&Measures) -> f64| -> Estimate {
        let values: Vec<f64> = runs.iter().map(|run| of(&run.measures)).collect();
        estimate(&values)
    };
    let one_run = are_one_run(runs);
    // A run without ended jobs has no mean. If no run has a mean, the mean of all runs is NaN (null in JSON).
    let over_jobs = |of: &dyn Fn(&Measures) -> f64| -> Estimate {
        let runs = runs.iter().map(|run| &run.measures);
        let values: Vec<f64> = runs.filter(|run| run.jobs > 0).map(of).collect();
        estimate(&values)
    };
    let sum = |of: &dyn Fn(&Measures) -> u64| runs.iter().map(|run| of(&run.measures)).sum::<u64>();
    let jobs = sum(&|m| m.jobs);
    let largest = |of: &dyn Fn(&Measures) -> f64| runs.iter().map(|run| of(&run.measures)).fold(0.0, f64::max);
    let by_index = |of: &dyn Fn(&Measures) -> &Vec<f64>| {
        let indices = 0..of(&runs[0].measures).len();
        indices.map(|index| over(&|m| of(m).get(index).copied().unwrap_or(0.0)).mean).collect()
    };
    let quantiles = |of: &dyn Fn(&Measures) -> &Distribution| {
        let own = || runs.iter().map(|run| of(&run.measures));
        let max = own().map(|own| own.largest).fold(0.0, f64::max);
        let counts = own().flat_map(|own| own.counts.iter().copied());
        let [p50, p90, p95, p99] = histogram::quantiles(counts, max, [0.5, 0.9, 0.95, 0.99]);
        let known = |value: f64| if jobs > 0 { value } else { f64::NAN };
        let [p50, p90, p95, p99, max] = [p50, p90, p95, p99, max].map(known);
        Quantiles { p50, p90, p95, p99, max }
    };
    let mut digest = Digest::EMPTY;
    runs.iter().for_each(|run| digest.add_text(&run.digest));
    let turnaround = over_jobs(&|m| m.turnaround_s.mean);
    let wait = over_jobs(&|m| m.wait_s.mean);
    let slowdown = over_jobs(&|m| m.slowdown.mean);
    let bounded = over_jobs(&|m| m.bounded_slowdown.mean);
    let mut reservations = Reservations::default();
    runs.iter().for_each(|run| reservations += run.measures.reservations);
    let unfairness = (runs.iter()).filter_map(|run| run.measures.unfairness).reduce(|mut sum, own| {
        sum += own;
        sum
    });
    let mut counters = Counters::default();
    runs.iter().for_each(|run| counters += &run.measures.counters);
    let mut ci95 = match one_run {
        true => over_blocks(&runs[0].measures),
        false => BTreeMap::new(),
    };
    let mut interval = |key: &str, own: Estimate| match one_run {
        true => ci95.remove(key).flatten(),
        false => finite(own.ci95),
    };
    let energy = Energy::mean(runs.iter().filter_map(|run| run.measures.energy.as_ref())).unwrap_or_default();
    RunResult {
        scheduler: String::new(),
        jobs,
        digest: digest.to_string(),
        unstable: runs.iter().any(|run| run.measures.unstable),
        mean_turnaround_s: turnaround.mean,
        turnaround_ci95_s: interval("mean_turnaround_s", turnaround),
        mean_wait_s: wait.mean,
        wait_ci95_s: interval("mean_wait_s", wait),
        mean_slowdown: slowdown.mean,
        slowdown_ci95: interval("mean_slowdown", slowdown),
        mean_bounded_slowdown: bounded.mean,
        bounded_slowdown_ci95: interval("mean_bounded_slowdown", bounded),
        ci95,
        blocks: runs[0].measures.blocks.clone().filter(|_| one_run).map(Arc::new),
        co_allocated_share: sum(&|m| m.co_allocated_jobs) as f64 / (jobs as f64).max(1.0),
        mean_penalty: over_jobs(&|m| m.mean_penalty).mean,
        mean_network_slowdown: {
            let means = (runs.iter()).filter_map(|run| run.measures.mean_network_slowdown);
            let means: Vec<f64> = means.collect();
            (!means.is_empty()).then(|| estimate(&means).mean)
        },
        reservations: (reservations.jobs > 0).then(|| KeptReservations::of(&reservations)),
        unfairness: unfairness.as_ref().map(KeptReservations::of),
        mean_eligible_wait_s: {
            let waits: Vec<f64> = runs.iter().filter_map(|run| run.measures.eligible_wait_s).collect();
            (!waits.is_empty()).then(|| estimate(&waits).mean)
        },
        counters,
        submitted: submitted(one_run, runs.iter().map(|run| (run.measures.submitted, run.measures.turnaround_s.mean))),
        utilisation: over(&|m| m.utilisation).mean,
        cluster_utilisation: by_index(&|m| &m.cluster_utilisation),
        link_utilisation: by_index(&|m| &m.link_utilisation),
        makespan_s: over(&|m| m.makespan_s).mean,
        loss_of_capacity: over(&|m| m.loss_of_capacity).mean,
        energy_kwh: energy.total_kwh,
        cluster_energy_kwh: energy.clusters_kwh,
        outages: OutageMeasures::mean(runs.iter().filter_map(|run| run.measures.outages.as_ref())),
        resources: ResourceMeasures::mean(runs.iter().filter_map(|run| run.measures.resources.as_ref())),
        users: Users::mean(runs.iter().filter_map(|run| run.measures.users.as_ref())),
        mean_queue_length: over(&|m| m.mean_queue_length).mean,
        longest_queue: largest(&|m| m.longest_queue as f64) as u64,
        max_link_saturation: largest(&|m| m.max_link_saturation),
        offered_load: over(&|m| m.offered_load).mean,
        replications: runs.len() as u32,
        replication_mean_turnaround_s: Vec::new(),
        each: Vec::new(),
        job_times: Arc::default(),
        rejected_jobs: sum(&|m| m.rejected_jobs),
        not_found_jobs: sum(&|m| m.not_found_jobs),
        warmup_jobs: sum(&|m| m.warmup_jobs),
        turnaround_quantiles_s: quantiles(&|m| &m.turnaround_s),
        wait_quantiles_s: quantiles(&|m| &m.wait_s),
        slowdown_quantiles: quantiles(&|m| &m.slowdown),
        bounded_slowdown_quantiles: quantiles(&|m| &m.bounded_slowdown),
        paired: None,
        groups: groups(runs),
    }
}

/// The groups that have jobs in any run.
fn groups(runs: &[&TaskResult]) -> Vec<GroupResult> {
    let all = || runs.iter().flat_map(|run| &run.measures.groups);
    let work: f64 = all().map(|group| group.work).sum();
    let one_run = are_one_run(runs);
    let names = runs[0].measures.groups.iter().map(|group| &group.group);
    let of_name = |(place, name): (usize, &String)| {
        let own = || all().filter(|group| group.group == *name && group.jobs > 0);
        let over = |of: &dyn Fn(&GroupMeasures) -> f64| estimate(&own().map(of).collect::<Vec<_>>());
        let turnaround = over(&|group| group.mean_turnaround_s);
        (own().next().is_some()).then(|| GroupResult {
            group: name.clone(),
            jobs: own().map(|group| group.jobs).sum(),
            work_share: own().map(|group| group.work).sum::<f64>() / work,
            mean_turnaround_s: turnaround.mean,
            turnaround_ci95_s: finite(turnaround.ci95).filter(|_| !one_run),
            mean_wait_s: over(&|group| group.mean_wait_s).mean,
            mean_bounded_slowdown: over(&|group| group.mean_bounded_slowdown).mean,
            submitted: submitted(one_run, own().map(|group| (group.submitted, group.mean_turnaround_s))),
            jobs_paired: None,
            place: place as u32,
        })
    };
    names.enumerate().filter_map(of_name).collect()
}

/// True if there is only one run, or if nothing is random and all replications are the same. Such runs say nothing about the
/// variation between replications.
fn are_one_run(runs: &[&TaskResult]) -> bool {
    runs.windows(2).all(|two| two[0].digest == two[1].digest)
}

/// The measures over all submitted jobs, from [`Submitted::over`] the replications; without an interval if all
/// replications are the same run.
fn submitted(one_run: bool, replications: impl Iterator<Item = (Option<Submitted>, f64)>) -> Option<Submitted> {
    let mut submitted = Submitted::over(replications)?;
    submitted.turnaround_ci95_s = submitted.turnaround_ci95_s.filter(|_| !one_run);
    Some(submitted)
}

/// Half widths of the intervals of a single run over its blocks of jobs, by the names of the measures: `None` if the queue grows without
/// bound, or the blocks depend on each other. Empty without blocks.
fn over_blocks(run: &Measures) -> BTreeMap<String, Option<f64>> {
    let Some(blocks) = &run.blocks else {
        return BTreeMap::new();
    };
    let half = |own: &Measure| {
        let found = blocks.interval(own.series?).ok().filter(|_| !run.unstable);
        Some((own.key.to_owned(), found.map(|found| found.ci95)))
    };
    measure::all().iter().filter_map(half).collect()
}

pub(super) fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Progress;
    use crate::experiment::{Plan, Runner};
    use crate::logs;
    use crate::scenario::Scenario;

    /// 400 jobs of a log on one cluster, without randomness: several replications are as informative as one.
    #[test]
    fn replications_that_are_one_run_have_its_interval() {
        let line = |i: u64| {
            let (submit, run, nodes) = (i * 250, 10 + i * 7919 % 900, 1 + i * 31 % 40);
            format!("{i} {submit} -1 {run} {nodes} -1 -1 {nodes} {run} -1 1 1 1 1 1 1 -1 -1\n")
        };
        let text: String = (1..=400).map(line).collect();
        let log = Arc::new(logs::read("own.swf", &mut text.as_bytes()).unwrap());
        let summary = |replications: u32| {
            let scenario = serde_json::json!({
                "workload": {"model": "swf", "path": "own.swf"}, "platform": {"clusters": [{"nodes": 64}]},
                "schedulers": ["no-share"], "experiment": {"replications": replications},
            });
            let scenario = Scenario::from_json(&scenario.to_string()).unwrap();
            let plan = Plan::new(&scenario).unwrap();
            let run = |task| {
                let mut runner = Runner::new(task, Some(Arc::clone(&log)), ()).unwrap();
                while runner.advance(1000).unwrap() == Progress::Running {}
                runner.finish().0
            };
            let runs: Vec<TaskResult> = plan.tasks().iter().take(replications as usize).map(run).collect();
            summarize(&runs.iter().collect::<Vec<_>>())
        };
        let (once, thrice) = (summary(1), summary(3));
        assert!(once.turnaround_ci95_s.is_some_and(|half| half > 0.0));
        assert_eq!(thrice.turnaround_ci95_s, once.turnaround_ci95_s);
        assert!(once.wait_ci95_s.is_some_and(|half| half > 0.0) && once.ci95["utilisation"].is_some());
        assert_eq!((thrice.wait_ci95_s, thrice.ci95), (once.wait_ci95_s, once.ci95));
        assert_eq!(thrice.jobs, 1200);
    }
}
