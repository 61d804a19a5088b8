//! Whole runs of scenarios with a metacomputer: a run that ends with non-empty queues, a run in which no job is too
//! large, and generated jobs added to those of a log.

use metasched::experiment::{self, RunResult};
use metasched::logs;
use metasched::models::gehring::measures::PLANNING_ROUNDS;
use metasched::scenario::Scenario;
use std::sync::Arc;

/// Requests of a small metacomputer under overload; a run ends when 500 of them have ended.
fn overloaded(scheduler: &str, replications: u32) -> RunResult {
    let text = format!(
        r#"{{ "platform": {{ "clusters": [{{ "count": 6 }}], "sizes": [8, 64] }}, "network": {{ "model": "wan" }},
              "workload": {{ "model": "metacomputer", "compression": 40 }}, "schedulers": [{scheduler}],
              "experiment": {{ "sweep": [], "replications": {replications}, "completions": 500, "group_by": "origin" }} }}"#
    );
    let scenario = Scenario::from_json(&text).unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    results.points[0].results[0].clone()
}

/// The run ends when its last required job ends, while other requests still wait. The time that these requests have
/// waited until then counts.
#[test]
fn queues_are_not_drained() {
    let run = overloaded(r#"{ "policy": "meta-asp", "control": "ihs-fixed" }"#, 3);
    assert!((1500..1510).contains(&run.jobs), "{}", run.jobs);
    let all = run.submitted.unwrap();
    assert!(all.unfinished_jobs > 0 && all.turnaround_ci95_s.is_some());
    assert!(run.counters.get(PLANNING_ROUNDS.name).unwrap() > 0);
    let [meta, local] = &run.groups[..] else { panic!() };
    assert_eq!((meta.group.as_str(), local.group.as_str()), ("meta", "local"));
    assert_eq!(meta.jobs + local.jobs, run.jobs);
    let unfinished = |group: &experiment::GroupResult| group.submitted.map_or(0, |all| all.unfinished_jobs);
    assert_eq!(unfinished(meta) + unfinished(local), all.unfinished_jobs);
    let mean = |group: &experiment::GroupResult| group.mean_turnaround_s;
    let (low, high) = (mean(local).min(mean(meta)), mean(local).max(mean(meta)));
    assert!(low <= run.mean_turnaround_s && run.mean_turnaround_s <= high);
}

/// An unfinished request counts with its time until the end of the run. The means of all submitted local and of all
/// submitted meta requests, weighted by the numbers of requests, give the mean over all requests.
#[test]
fn all_that_were_submitted_count() {
    let run = overloaded(r#"{ "policy": "meta-asp", "control": "ihs-fixed" }"#, 1);
    let value = |key| metasched::experiment::measure::find(key).value(&run);
    let [meta, local] = &run.groups[..] else { panic!() };
    let all =
        |group: &experiment::GroupResult| (group.jobs + group.submitted.map_or(0, |own| own.unfinished_jobs)) as f64;
    let sum = all(meta) * value("meta_submitted_turnaround_s") + all(local) * value("local_submitted_turnaround_s");
    let mean = sum / (all(meta) + all(local));
    assert!((mean / value("submitted_turnaround_s") - 1.0).abs() < 1e-12);
    assert!(value("meta_submitted_turnaround_s") > value("meta_turnaround_s"));
}

/// With so small a γ, no round takes place before the end of the run, so only local requests end.
#[test]
fn a_round_that_never_comes_leaves_the_local_requests() {
    let run = overloaded(r#"{ "policy": "meta-ffih", "control": "ihs-demand", "gamma": 1e-15 }"#, 3);
    assert_eq!(run.counters.get(PLANNING_ROUNDS.name), Some(0));
    assert_eq!(run.groups.iter().map(|group| group.group.as_str()).collect::<Vec<_>>(), ["local"]);
}

/// Sizes are drawn so that no request is rejected: every local request fits its machine, every meta request the pool.
#[test]
fn nobody_is_too_large() {
    for control in ["full", "limited", "ihs-fixed", "ihs-demand", "no"] {
        let scheduler = format!(r#"{{ "policy": "meta-fcfs", "control": "{control}" }}"#);
        let run = overloaded(&scheduler, 3);
        assert_eq!(run.rejected_jobs, 0, "{control}");
    }
}

/// A log is the local load of the first two of four machines. Generated meta requests are added to the log until it
/// ends, under every kind of control.
#[test]
fn a_log_is_the_local_load() {
    let line = |id: u32| format!("{id} {} 0 {} {}\n", 60 * id, 100 + id % 7 * 50, 1 + id % 20);
    let text: String = (1..=500).map(line).collect();
    let log = Arc::new(logs::read("local.swf", &mut text.as_bytes()).unwrap());
    for control in ["full", "limited", "ihs-fixed", "ihs-demand", "no"] {
        let text = format!(
            r#"{{ "platform": {{ "clusters": [{{ "count": 4, "nodes": 16 }}] }}, "network": {{ "model": "wan" }},
                  "workload": {{ "model": "swf", "path": "local.swf", "log_clusters": 2, "meta_compression": 10 }},
                  "schedulers": [{{ "policy": "meta-fcfs", "control": "{control}" }}],
                  "experiment": {{ "sweep": [], "replications": 2, "group_by": "origin" }} }}"#
        );
        let results = experiment::run(&Scenario::from_json(&text).unwrap(), Some(Arc::clone(&log))).unwrap();
        let run = &results.points[0].results[0];
        let [meta, local] = &run.groups[..] else { panic!("{control}") };
        // Of the 1000 jobs of the log, those of 17 to 20 processors fit on no single machine. With full control they
        // run on several machines together.
        let rejected = if control == "full" { 0 } else { 200 };
        assert_eq!((local.jobs, run.rejected_jobs), (1000 - rejected, rejected), "{control}");
        assert!(meta.jobs > 100, "{control}");
    }
}
