//! Offered load of a scenario before it runs, and the settings that keep it after the platform has changed.

use super::plan::combinations;
use super::task::Task;
use crate::models::Queues;
use crate::scenario::build;
use crate::scenario::checks::sweeps::Points;
use crate::scenario::language::path::Values;
use crate::scenario::{Backfill, Checked, Scenario, Scheduler};
use crate::scheduler::backfilling::Depth;
use serde_json::Value;

/// Path of the load that jobs are scaled to.
const LOAD: &str = "workload.load";
/// Largest relative difference between two loads that count as equal; settings are rounded to four digits.
const EQUAL: f64 = 0.002;

/// Smallest and largest offered load of all points: arriving work divided by the capacity of all nodes. `None` if no
/// load is known before the simulation.
pub fn offered_loads(scenario: &Scenario) -> Option<[f64; 2]> {
    let mut points = Points::of(scenario);
    // What jobs send does not change their work.
    let sends = |parameter: &str| ["workload.bsbw_mbps", "workload.compute_fraction"].contains(&parameter);
    let matters = |parameter: &str| {
        (parameter.starts_with("platform.") || parameter.starts_with("workload.")) && !sends(parameter)
    };
    let sweeps = scenario.experiment.sweep.iter().filter(|own| matters(&own.parameter));
    let mut loads = combinations(sweeps).into_iter().filter_map(|point| at_point(&points.at(&point).ok()?));
    let first = loads.next()?;
    Some(loads.fold([first, first], |[least, most], load| [least.min(load), most.max(load)]))
}

/// Capacity of all nodes: the sum of their speeds, and their number.
fn capacity(scenario: &Scenario) -> (f64, f64) {
    let platform = build::platform::sized(scenario, 0);
    let speeds = platform.clusters.iter().map(|own| f64::from(own.nodes) * own.speed);
    (speeds.sum(), platform.nodes() as f64)
}

fn at_point(scenario: &Scenario) -> Option<f64> {
    let (speed, nodes) = capacity(scenario);
    if let Some(load) = scenario.workload.load() {
        return Some(load * nodes / speed);
    }
    Some(scenario.workload.work_per_s(scenario.platform.cluster_count())? / speed)
}

/// Sentence about tasks that [slow down](slows_down), without a full stop.
pub const SLOWS_DOWN: &str = "Each job takes longer to simulate than the one before: the queue grows without bound, and all waiting jobs have \
     a reservation or are looked at. Fewer queue.reservations, or a smaller simulation_depth, limit this";

/// True if the work per job of a task grows without bound: more work arrives than the nodes can do, and every waiting job
/// has a reservation, which moves with the expected ends of running jobs, or is simulated by a policy that looks ahead.
pub fn slows_down(task: &Task) -> bool {
    looks_at_all(&task.scenario, &task.scheduler) && at_point(&task.scenario).is_some_and(|load| load >= 1.0)
}

/// [`slows_down`] for a scenario: true for any of its points and schedulers.
pub fn may_slow_down(scenario: &Scenario) -> bool {
    scenario.schedulers.iter().any(|own| looks_at_all(scenario, own))
        && offered_loads(scenario).is_some_and(|[_, most]| most >= 1.0)
}

/// True if a scheduler plans or simulates all waiting jobs.
fn looks_at_all(scenario: &Scenario, scheduler: &Scheduler) -> bool {
    let (policy, queue) = (scheduler.policy.info(), scheduler.queue(scenario));
    let reserves_all = queue.rules.backfill == Backfill::Conservative && queue.depth() == Depth::ALL;
    policy.queues == Queues::Common && (policy.by_depth.is_some() || reserves_all)
}

/// True if two loads are equal, apart from rounded settings.
pub fn are_equal_loads(a: f64, b: f64) -> bool {
    (a - b).abs() <= EQUAL * a.max(b)
}

/// Settings with which the largest offered load of a scenario is `wanted`: other times between arrivals, or else other run
/// times. `None` if there are no such settings, for example because a sweep sets them.
pub fn settings_for_load(scenario: &Checked, wanted: f64) -> Option<Vec<(String, Value)>> {
    let keeps = |settings: &Vec<(String, Value)>| {
        let places = settings.iter().map(|(place, value)| (place.as_str(), value.clone()));
        let changed = scenario.with_all(places);
        !settings.is_empty()
            && changed.is_ok_and(|own| offered_loads(&own).is_some_and(|loads| are_equal_loads(loads[1], wanted)))
    };
    let faster = offered_loads(scenario).map_or(Vec::new(), |loads| scenario.workload.faster(wanted / loads[1]));
    let (speed, nodes) = capacity(scenario);
    let scaled = || scenario.at(LOAD).map(|_| vec![(LOAD.to_owned(), Value::from(wanted * speed / nodes))]);
    Some(faster).filter(keeps).or_else(|| scaled().filter(keeps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn scenario(text: &str) -> Checked {
        Scenario::from_json(text).unwrap()
    }

    #[test]
    fn work_per_job_grows_where_all_waiting_jobs_are_looked_at_in_overload() {
        let slows = |load: f64, scheduler: &str, queue: &str| {
            let text = format!(
                r#"{{ "workload": {{ "model": "lublin99", "load": {load} }}, "schedulers": ["{scheduler}"], "queue": {queue},
                      "experiment": {{ "sweep": [] }} }}"#
            );
            may_slow_down(&scenario(&text))
        };
        assert!(slows(1.0, "no-share", r#""conservative""#));
        assert!(slows(1.5, "tla", r#""fcfs""#));
        assert!(!slows(0.9, "no-share", r#""conservative""#));
        assert!(!slows(1.5, "no-share", r#""easy""#));
        assert!(!slows(1.5, "no-share", r#"{ "backfill": "conservative", "reservations": 100 }"#));
    }

    /// J5 §6: 30 nodes · 450 s / 150 s = 90 of 100 nodes.
    #[test]
    fn the_default_load() {
        assert_eq!(offered_loads(&Scenario::default()), Some([0.9, 0.9]));
        let text = r#"{ "workload": { "nodes": [1, 9], "sizes": "power-of-two" }, "platform": { "clusters": [{ "nodes": 10 }] },
                        "experiment": { "sweep": [{ "parameter": "workload.interarrival_s", "values": [150, 300] }] } }"#;
        // Mean size (1 + 2 + 4 + 8) / 4 = 3.75 nodes, times 3 / 10.
        assert_eq!(offered_loads(&scenario(text)), Some([0.5625, 1.125]));
    }

    /// Half of the nodes: twice the time between arrivals, also at the cluster that differs.
    #[test]
    fn the_load_is_kept_when_the_platform_changes() {
        let half = Checked::default().with("platform.clusters.0.nodes", &json!(50)).unwrap();
        assert_eq!(offered_loads(&half), Some([1.8, 1.8]));
        let settings = settings_for_load(&half, 0.9).unwrap();
        assert_eq!(settings, [("workload.interarrival_s".to_owned(), json!(300.0))]);
        let differs = half.with("workload.clusters", &json!([{}, { "interarrival_s": 75 }])).unwrap();
        // (3 + 2) · 90 of 200 nodes.
        assert_eq!(offered_loads(&differs), Some([2.25, 2.25]));
        let settings = settings_for_load(&differs, 1.125).unwrap();
        let second = ("workload.clusters.1.interarrival_s".to_owned(), json!(150.0));
        assert_eq!(settings, [("workload.interarrival_s".to_owned(), json!(300.0)), second]);
    }

    #[test]
    fn a_log_is_scaled_to_the_load() {
        let log = scenario(r#"{ "workload": { "model": "swf", "path": "a.swf" }, "experiment": { "sweep": [] } }"#);
        assert_eq!(offered_loads(&log), None);
        assert_eq!(settings_for_load(&log, 0.7), Some(vec![(LOAD.to_owned(), json!(0.7))]));
        let sweep = json!([{ "parameter": LOAD, "values": [0.5, 0.9] }]);
        let swept = log.with("experiment.sweep", &sweep).unwrap();
        assert_eq!(offered_loads(&swept), Some([0.5, 0.9]));
        assert_eq!(settings_for_load(&swept, 0.7), None);
    }
}
