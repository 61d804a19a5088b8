//! The plan is compared with that of a simple planner, which computes every projection separately.
//! (`tests/integration/identity.rs` tests whether a projection contains all that a run reads.)

use super::*;
use crate::experiment::Plan;
use crate::scenario::Checked;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::json;

const SCHEDULERS: [&str; 8] = [
    r#""no-share""#,
    r#""first-fit""#,
    r#""ideal""#,
    r#"{ "policy": "b3", "label": "mine" }"#,
    r#"{ "policy": "b3", "chunk": 0.6, "queue": "conservative" }"#,
    r#"{ "policy": "migration-only", "queue": "easy" }"#,
    r#"{ "policy": "best-fit", "queue": { "backfill": "conservative", "reservations": 7 } }"#,
    r#"{ "policy": "first-fit", "queue": "easy", "label": "second" }"#,
];

const SWEEPS: [&str; 9] = [
    "workload.bsbw_mbps",
    "workload.compute_fraction",
    "workload.mean_runtime_s",
    "workload.estimate_factor",
    "platform.clusters.0.link_mbps",
    "platform.clusters.*.nodes",
    "queue.reservations",
    "schedulers.*.lslt",
    "schedulers.*.chunk",
];

/// A task as text: scenario and scheduler.
type Written = (String, String);

fn written(read: &Projection) -> Written {
    (read.scenario.to_value().to_string(), read.scheduler.values().to_string())
}

/// The values reached by one step of a path.
fn below<'v>(place: &'v mut Value, step: &str) -> Vec<&'v mut Value> {
    match (place, step) {
        (Value::Array(list), "*") => list.iter_mut().collect(),
        (Value::Array(list), at) => vec![&mut list[at.parse::<usize>().unwrap()]],
        (Value::Object(map), name) => map.get_mut(name).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The scenario at a point, with its values set one by one.
fn here(scenario: &Scenario, point: &Map<String, Value>) -> Checked {
    let mut whole = scenario.to_value();
    whole["experiment"]["sweep"] = json!([]);
    for (parameter, value) in point {
        let mut places = vec![&mut whole];
        for step in parameter.split('.') {
            places = places.into_iter().flat_map(|place| below(place, step)).collect();
        }
        for place in places {
            *place = value.clone();
        }
    }
    Scenario::from_value(&whole).unwrap()
}

/// The projections of every scheduler at every point.
fn literal(scenario: &Scenario, parameters: &[Map<String, Value>]) -> Vec<Written> {
    let mut all = Vec::new();
    for point in parameters {
        let here = here(scenario, point);
        for index in 0..here.schedulers.len() {
            all.push(written(&Projection::of(&here, index).unwrap()));
        }
    }
    all
}

/// Checks that a scenario's tasks equal those of the literal planner.
fn agrees(text: Value) {
    let scenario = Scenario::from_value(&text).unwrap();
    let plan = Plan::new(&scenario).unwrap();
    let points: Vec<_> = plan.points().iter().map(|point| point.parameters.clone()).collect();
    let wanted = literal(&scenario, &points);
    let schedulers = scenario.schedulers.len();
    for (cell, wanted) in wanted.iter().enumerate() {
        let first = plan.task_of(cell / schedulers, cell % schedulers, 0).unwrap();
        let task = &plan.tasks()[first];
        let own = (task.scenario.to_value().to_string(), task.scheduler.values().to_string());
        assert_eq!(own, *wanted);
    }
}

#[test]
fn a_sweep_of_a_single_value_sets_it() {
    agrees(json!({
        "schedulers": [{ "policy": "b3", "chunk": 0.6 }],
        "experiment": { "sweep": [{ "parameter": "schedulers.*.chunk", "values": [0.2] }] },
    }));
}

#[test]
fn a_sweep_of_reservations_reaches_a_queue_of_its_own() {
    agrees(json!({
        "schedulers": [{ "policy": "b3", "queue": "conservative" }, "b1", { "policy": "b1", "queue": { "reservations": 5 } }],
        "experiment": { "sweep": [{ "parameter": "queue.reservations", "values": [60, 120] }] },
    }));
    agrees(json!({
        "queue": "conservative",
        "schedulers": ["b3", { "policy": "b1", "queue": { "reservations": 5 } }],
        "experiment": { "sweep": [{ "parameter": "schedulers.1.queue.reservations", "values": [1, 100] }] },
    }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Tasks are shared exactly if the schedulers and all settings that they read are equal. Each task has the scenario
    /// of its point.
    #[test]
    fn tasks_are_shared_where_nothing_differs(
        schedulers in subsequence(SCHEDULERS.to_vec(), 1..=8),
        swept in subsequence(SWEEPS.to_vec(), 0..=2),
        estimates in select(vec!["exact", "factor", "f-model"]),
        values in prop::collection::vec(1_u32..=9, 2),
    ) {
        let list = |parameter: &str| {
            let unit = match parameter {
                "workload.compute_fraction" | "schedulers.*.lslt" | "schedulers.*.chunk" => 0.1,
                _ => 60.0,
            };
            let mut list: Vec<f64> = values.iter().map(|&value| f64::from(value) * unit).collect();
            list.dedup();
            list
        };
        let sweep: Vec<Value> = swept
            .iter()
            .map(|parameter| json!({ "parameter": parameter, "values": list(parameter) }))
            .collect();
        let schedulers: Value = serde_json::from_str(&format!("[{}]", schedulers.join(", "))).unwrap();
        let text = json!({
            "workload": { "jobs_per_cluster": 10, "estimates": estimates },
            "schedulers": schedulers,
            "experiment": { "sweep": sweep, "replications": 2 },
        });
        let Ok(scenario) = Scenario::from_value(&text) else { return Ok(()) };
        let plan = Plan::new(&scenario).unwrap();
        let points: Vec<_> = plan.points().iter().map(|point| point.parameters.clone()).collect();
        let wanted = literal(&scenario, &points);
        let cells = points.len() * scenario.schedulers.len();
        let firsts: Vec<usize> = (0..cells)
            .map(|cell| plan.task_of(cell / scenario.schedulers.len(), cell % scenario.schedulers.len(), 0).unwrap())
            .collect();
        for (cell, &first) in firsts.iter().enumerate() {
            let task = &plan.tasks()[first];
            let own = (task.scenario.to_value().to_string(), task.scheduler.values().to_string());
            prop_assert_eq!(&own, &wanted[cell]);
            for (other, &second) in firsts[..cell].iter().enumerate() {
                prop_assert_eq!(first == second, wanted[cell] == wanted[other], "{} {}", cell, other);
            }
        }
        let distinct: std::collections::BTreeSet<&Written> = wanted.iter().collect();
        prop_assert_eq!(plan.tasks().len(), 2 * distinct.len());
    }
}
