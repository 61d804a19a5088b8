//! Experiments are divided into tasks, whose results are merged. The merged results do not depend on the order of the
//! tasks, on where they run, or on tasks being shared.

use metasched::engine::Progress;
use metasched::experiment::{self, Plan, RunResult, Runner, TaskResult};
use metasched::scenario::{Checked, Scenario};
use serde_json::json;

fn scenario(extra: serde_json::Value) -> Checked {
    let mut value = json!({
        "workload": { "jobs_per_cluster": 300 },
        "schedulers": ["no-share", "migration-only", "ideal", "first-fit", "fixed"],
        "experiment": { "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 500, 800] }], "replications": 3 }
    });
    for (key, part) in extra.as_object().expect("an object") {
        value[key] = part.clone();
    }
    Scenario::from_json(&value.to_string()).expect("a valid scenario")
}

fn run_task(plan: &Plan, task: usize, step: u64) -> TaskResult {
    let mut runner = Runner::new(&plan.tasks()[task], None, ()).expect("a runner");
    while runner.advance(step).expect("jobs") == Progress::Running {}
    runner.finish().0
}

#[test]
fn order_and_steps_do_not_matter() {
    let scenario = scenario(json!({}));
    let plan = Plan::new(&scenario).unwrap();
    let forward = experiment::run(&scenario, None).unwrap();
    let mut done = vec![None; plan.tasks().len()];
    for task in (0..plan.tasks().len()).rev() {
        done[task] = Some(run_task(&plan, task, 13));
    }
    assert_eq!(plan.merge(&done), forward);
}

/// Each of the three baselines has one set of tasks, which serves all three points. Each of the other two schedulers
/// has a set of tasks for each point.
#[test]
fn baselines_run_once() {
    let plan = Plan::new(&scenario(json!({}))).unwrap();
    assert_eq!(plan.tasks().len(), (3 + 2 * 3) * 3);
    assert_eq!(plan.task_of(0, 1, 2), plan.task_of(2, 1, 2));
    assert_ne!(plan.task_of(0, 3, 0), plan.task_of(2, 3, 0));
    assert_eq!(plan.task_of(0, 1, 3), None);
    assert_eq!(plan.task_of(3, 1, 0), None);
}

/// A baseline whose task is shared by all points has, at each point, the same history as in a run of this point alone.
#[test]
fn a_shared_baseline_is_the_same_run() {
    let swept = experiment::run(&scenario(json!({})), None).unwrap();
    let alone = scenario(json!({
        "workload": { "jobs_per_cluster": 300, "bsbw_mbps": 800 },
        "schedulers": ["migration-only"],
        "experiment": { "sweep": [], "replications": 3 }
    }));
    let alone = experiment::run(&alone, None).unwrap();
    assert_eq!(swept.points[2].results[1].digest, alone.points[0].results[0].digest);
}

/// Sweeps the threshold of all schedulers that have a threshold. The baseline runs once. Each other result equals the
/// result with the threshold set by hand.
#[test]
fn a_star_sweeps_every_scheduler_that_has_the_parameter() {
    let scenario = scenario(json!({
        "schedulers": ["ideal", "b3", { "policy": "b3", "chunk": 0.7 }],
        "experiment": { "replications": 1, "sweep": [
            { "parameter": "workload.bsbw_mbps", "values": [300, 700] },
            { "parameter": "schedulers.*.lslt", "values": [0.4, 1] } ] }
    }));
    let plan = Plan::new(&scenario).unwrap();
    assert_eq!(plan.tasks().len(), 1 + 2 * 4);
    let swept = experiment::run(&scenario, None).unwrap();
    let alone = scenario
        .with_all([
            ("experiment.sweep", json!([])),
            ("workload.bsbw_mbps", json!(700)),
            ("schedulers.1.lslt", json!(0.4)),
            ("schedulers.2.lslt", json!(0.4)),
        ])
        .unwrap();
    let alone = experiment::run(&alone, None).unwrap();
    for (swept, alone) in swept.points[2].results.iter().zip(&alone.points[0].results) {
        assert_eq!(swept.digest, alone.digest);
    }
    assert_ne!(swept.points[2].results[1].digest, swept.points[3].results[1].digest);
}

/// The scheduler Fixed uses the penalty that First-fit measures on the same jobs.
#[test]
fn fixed_runs_on_the_measured_penalty() {
    let results = experiment::run(&scenario(json!({})), None).unwrap();
    for point in &results.points {
        let (dynamic, fixed) = (&point.results[3], &point.results[4]);
        assert!((dynamic.mean_penalty - fixed.mean_penalty).abs() < 1e-9);
    }
    assert!(results.points[2].results[3].mean_penalty > 1.01);
}

/// With two sweeps, the penalty of the scheduler Fixed at every point and replication is the penalty that First-fit has
/// at the same point. If this penalty is set by hand, the run is the same.
#[test]
fn fixed_follows_two_sweeps() {
    let scenario = scenario(json!({
        "schedulers": ["first-fit", "fixed"],
        "experiment": { "replications": 1, "sweep": [
            { "parameter": "workload.bsbw_mbps", "values": [300, 900] },
            { "parameter": "workload.compute_fraction", "values": [0.4, 0.8] } ] }
    }));
    let results = experiment::run(&scenario, None).unwrap();
    let mut penalties = Vec::new();
    for point in &results.points {
        let [dynamic, fixed] = &point.results[..] else { panic!("two results") };
        let mut by_hand = scenario
            .with_all([("experiment.sweep", json!([])), ("schedulers.1.penalty", json!(dynamic.mean_penalty))])
            .unwrap();
        for (path, value) in &point.parameters {
            by_hand = by_hand.with(path, value).unwrap();
        }
        let by_hand = experiment::run(&by_hand, None).unwrap();
        assert_eq!(fixed.digest, by_hand.points[0].results[1].digest);
        penalties.push(dynamic.mean_penalty);
    }
    assert!(penalties[2] > penalties[3] && penalties[2] > penalties[0]);
}

/// The results contain each replication, so that replications can be paired. The differences of the pairs equal the
/// reported comparison with the first scheduler.
#[test]
fn replications_are_told_one_by_one() {
    let scenario = scenario(json!({}));
    let plan = Plan::new(&scenario).unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    for point in &results.points {
        let means = |index: usize| &point.results[index].replication_mean_turnaround_s;
        for (index, result) in point.results.iter().enumerate() {
            assert_eq!(means(index).len(), 3);
            let mean = means(index).iter().flatten().sum::<f64>() / 3.0;
            assert!((mean - result.mean_turnaround_s).abs() < 1e-9 * mean);
            let differences = means(index).iter().zip(means(0));
            let difference = differences.map(|(a, b)| a.unwrap() - b.unwrap()).sum::<f64>() / 3.0;
            let reported = result.paired.as_ref().map_or(0.0, |p| p.mean_turnaround_difference_s);
            assert!((difference - reported).abs() < 1e-9 * mean);
        }
    }
    let mut done = vec![None; plan.tasks().len()];
    let second = plan.task_of(0, 3, 1).unwrap();
    done[second] = Some(run_task(&plan, second, 1000));
    let partial = &plan.merge(&done).points[0].results[0].replication_mean_turnaround_s;
    assert!(matches!(partial[..], [None, Some(_), None]));
}

#[test]
fn partial_results_have_what_is_done() {
    let scenario = scenario(json!({}));
    let plan = Plan::new(&scenario).unwrap();
    let mut done = vec![None; plan.tasks().len()];
    assert!(plan.merge(&done).points.iter().all(|point| point.results.is_empty()));
    let task = plan.task_of(1, 3, 0).unwrap();
    done[task] = Some(run_task(&plan, task, 1000));
    let results = plan.merge(&done);
    let [only] = &results.points[1].results[..] else { panic!("one result") };
    assert_eq!((only.scheduler.as_str(), only.replications), ("first-fit", 1));
    assert_eq!(plan.merge(&done[..3]).points.len(), 3, "a short list is unfinished tasks");
}

/// A warm-up excludes jobs from measures, but does not change the history.
#[test]
fn warm_up_leaves_the_history_alone() {
    let plain = experiment::run(&scenario(json!({})), None).unwrap();
    let cut = scenario(json!({})).with("experiment.warmup", &json!("mser5")).unwrap();
    let cut = experiment::run(&cut, None).unwrap();
    for (a, b) in plain.points.iter().zip(&cut.points) {
        for (a, b) in a.results.iter().zip(&b.results) {
            // A run without warm-up measures the penalty of the scheduler Fixed, whether or not the scenario has a
            // warm-up.
            assert_eq!(a.digest, b.digest, "{}", a.scheduler);
            assert_eq!(a.jobs, b.jobs + b.warmup_jobs);
        }
    }
}

#[test]
fn too_large_jobs_are_counted_and_block_nobody() {
    let scenario = scenario(json!({
        "platform": { "clusters": [{ "nodes": 100 }, { "nodes": 20 }] },
        "workload": { "jobs_per_cluster": 300, "nodes": [10, 130], "interarrival_s": 2000 }
    }));
    let results = experiment::run(&scenario, None).unwrap();
    for run in &results.points[0].results {
        assert!(run.rejected_jobs > 0, "{}", run.scheduler);
        assert_eq!(run.jobs + run.rejected_jobs, 2 * 300 * 3, "{}", run.scheduler);
    }
    let rejected = |index: usize| results.points[0].results[index].rejected_jobs;
    assert!(rejected(0) > rejected(1), "at home alone more is impossible than with migration");
    assert!(rejected(1) > rejected(2), "and with migration more than with co-allocation");
}

#[test]
fn on_one_cluster_the_same_jobs_are_too_large_for_everybody() {
    let scenario = scenario(json!({
        "platform": { "clusters": [{ "nodes": 100, "speed": 2 }, { "nodes": 20 }] },
        "workload": { "jobs_per_cluster": 300, "nodes": [10, 130], "interarrival_s": 2000 },
        "schedulers": ["migration-only", "best-fit", "median-fit", "random-fit", "ai2", "tla",
                       { "policy": "tla", "queue": "sjf" }, { "policy": "worst-fit", "queue": "njf" }],
        "experiment": { "sweep": [], "replications": 2 }
    }));
    let results = experiment::run(&scenario, None).unwrap();
    let rejected = results.points[0].results[0].rejected_jobs;
    assert!(rejected > 0);
    for run in &results.points[0].results {
        assert_eq!((run.jobs, run.rejected_jobs), (2 * 300 * 2 - rejected, rejected), "{}", run.scheduler);
    }
}

/// Estimates, even wrong ones, do not matter to schedulers that do not read them. So such a scheduler runs only once
/// for all estimates (S fig. 8).
#[test]
fn estimates_matter_to_who_goes_by_them() {
    let scenario = scenario(json!({
        "workload": { "jobs_per_cluster": 300, "nodes": [10, 90], "interarrival_s": 400, "estimates": "f-model" },
        "queue": "fcfs",
        "schedulers": ["best-fit", "ai2", "tla", { "policy": "best-fit", "queue": "sjf" },
                       { "policy": "best-fit", "queue": "njf" }],
        "experiment": { "sweep": [{ "parameter": "workload.estimate_factor", "values": [1.5, 8] }], "replications": 1 }
    }));
    let plan = Plan::new(&scenario).unwrap();
    assert_eq!(plan.tasks().len(), 3 + 2 * 2);
    let results = experiment::run(&scenario, None).unwrap();
    for (index, same) in [true, true, false, false, true].into_iter().enumerate() {
        let digest = |point: usize| &results.points[point].results[index].digest;
        assert_eq!(digest(0) == digest(1), same, "{index}");
    }
}

/// An overloaded system is reported as overloaded, and a busy but stable system is not.
#[test]
fn overload_is_flagged() {
    let workload =
        |interarrival_s: f64| json!({ "jobs_per_cluster": 5000, "interarrival_s": interarrival_s, "bsbw_mbps": 900 });
    let run = |interarrival_s: f64| {
        let scenario = scenario(json!({
            "workload": workload(interarrival_s),
            "schedulers": ["migration-only", "first-fit"],
            "experiment": { "sweep": [], "replications": 2 }
        }));
        let results = experiment::run(&scenario, None).unwrap();
        results.points[0].results.iter().map(|r| r.unstable).collect::<Vec<_>>()
    };
    assert_eq!(run(120.0), [true, true], "load 1.125");
    assert_eq!(run(150.0), [false, true], "load 0.9, and First-fit's traffic fills the links");
    assert!(!run(200.0)[0], "load 0.675");
}

/// Every point of a sweep gives the same results as the scenario with the values of this point set by hand.
#[test]
fn points_are_the_scenario_with_their_values() {
    let swept = scenario(json!({
        "experiment": { "sweep": [
            { "parameter": "platform.clusters.0.nodes", "values": [90, 110] },
            { "parameter": "workload.runtime_s", "values": [300, 400.5] }
        ], "replications": 1 },
        "schedulers": ["first-fit"]
    }));
    let plan = Plan::new(&swept).unwrap();
    assert_eq!(plan.points().len(), 4);
    for (index, point) in plan.points().iter().enumerate() {
        let mut by_hand = swept.clone().without_sweeps();
        for (path, value) in &point.parameters {
            by_hand = by_hand.with(path, value).unwrap();
        }
        let mut by_hand = by_hand.into_scenario();
        // The scenario of a task contains no schedulers, because the task names its own.
        by_hand.set([("schedulers", json!([]))]);
        assert_eq!(*plan.tasks()[plan.task_of(index, 0, 0).unwrap()].scenario, by_hand);
    }
}

/// The mean of the turnarounds of single jobs equals the reported mean. Compared with an equal scheduler, no job is
/// faster. The groups together contain all jobs.
#[test]
fn jobs_are_compared_one_by_one() {
    let scenario = scenario(json!({
        "workload": { "jobs_per_cluster": 200, "bsbw_mbps": 800 },
        "schedulers": ["first-fit", { "policy": "first-fit", "label": "again" }, "no-share"],
        "experiment": { "sweep": [], "replications": 3, "detail": "jobs", "group_by": "home" },
    }));
    let results = experiment::run(&scenario, None).unwrap();
    let [first, again, alone] = &results.points[0].results[..] else { panic!("three schedulers") };
    assert!(first.paired.is_none());
    for run in [first, again, alone] {
        for own in run.each.iter().flatten() {
            assert_eq!(own.job_times.len(), 800);
            let sum: f64 = own.job_times.iter().map(|job| job.turnaround_s).sum();
            let off = (sum / 800.0 / own.mean_turnaround_s - 1.0).abs();
            assert!(off < 1e-12, "{off}");
        }
    }
    let jobs = |run: &RunResult| run.paired.clone().unwrap().jobs.unwrap();
    let same = jobs(again);
    assert_eq!((same.jobs, same.ahead, same.behind), (2400, 0, 0));
    let own = jobs(alone);
    assert!(own.ahead > 100 && own.behind > 100, "{own:?}");
    let groups = || alone.groups.iter().filter_map(|group| group.jobs_paired.as_ref());
    assert_eq!(groups().count(), 4);
    for (total, of) in [
        (own.jobs, groups().map(|jobs| jobs.jobs).sum::<u64>()),
        (own.ahead, groups().map(|jobs| jobs.ahead).sum()),
        (own.behind, groups().map(|jobs| jobs.behind).sum()),
    ] {
        assert_eq!(total, of);
    }
}

/// If any parameter that a grid reads is swept, each value has its own run. Replications have different random numbers.
#[test]
fn grids_share_no_runs_that_differ() {
    let grid = |experiment: serde_json::Value| {
        scenario(json!({
            "platform": { "clusters": [{ "count": 4, "nodes": 40 }], "most_network_load": 0.6 },
            "workload": { "model": "grid", "jobs": 120, "tasks": [1, 30] },
            "network": { "model": "cluster" },
            "schedulers": ["grid-shortest-queue", "grid-random"],
            "experiment": experiment,
        }))
    };
    for (parameter, values) in [
        ("network.wan_mbps", [1.0, 8.0]),
        ("network.least_share", [0.05, 0.5]),
        ("network.invocation_ms.1", [50.0, 5000.0]),
        ("platform.most_network_load", [0.1, 0.9]),
        ("workload.most_ratio", [0.2, 0.7]),
        ("workload.size_mb.1", [2.0, 20.0]),
        ("schedulers.*.refresh_s", [0.0, 1000.0]),
    ] {
        let swept = grid(json!({
            "replications": 1, "sweep": [{ "parameter": parameter, "values": values }],
        }));
        let plan = Plan::new(&swept).unwrap();
        assert_eq!(plan.tasks().len(), 4, "{parameter}");
        let results = experiment::run(&swept, None).unwrap();
        // A random choice does not read the state of the clusters.
        let schedulers = if parameter.ends_with("refresh_s") { 1 } else { 2 };
        for scheduler in 0..schedulers {
            let digest = |point: usize| &results.points[point].results[scheduler].digest;
            assert_ne!(digest(0), digest(1), "{parameter}");
        }
    }
    let keys = |redraw: &str| {
        let twice = json!({ "replications": 2, "sweep": [], "redraw": redraw });
        let plan = Plan::new(&grid(twice)).unwrap();
        let keys: Vec<String> = plan.tasks().iter().map(experiment::Task::key).collect();
        [keys[0] == keys[1], keys[2] == keys[3]]
    };
    assert_eq!(keys("everything"), [false, false]);
    assert_eq!(keys("speeds"), [true, false]);
}
