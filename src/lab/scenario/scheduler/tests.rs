use super::*;
use crate::parameter::fields::{self, Json};
use crate::scenario::Scenario;
use serde_json::{Value, json};

#[test]
fn short_form_both_ways() {
    let b3 = Scheduler::named("b3").unwrap().with("lslt", 0.8);
    let scenario =
        Scenario { schedulers: vec![Scheduler::named("no-share").unwrap(), b3.clone()].into(), ..Scenario::default() };
    assert_eq!(scenario.to_compact_value()["schedulers"], json!(["no-share", { "policy": "b3", "lslt": 0.8 }]));
    let read = |value: Value| fields::parse::<Scheduler>(&value);
    assert_eq!(read(json!("no-share")), Some(Scheduler::named("no-share").unwrap()));
    assert_eq!(read(b3.write()), Some(b3));
    assert_eq!(read(json!("firstfit")), None);
    assert_eq!(read(json!({"polcy": "b3"})), None);
}

/// The name of a scheduler with these settings, in a scenario that has no other scheduler.
fn name(scheduler: Value) -> String {
    let scenario = json!({ "schedulers": [scheduler], "network": { "model": network(&scheduler) } });
    Scenario::from_value(&scenario).unwrap().scheduler_names().remove(0)
}

fn network(scheduler: &Value) -> &'static str {
    match scheduler["policy"] == "fuzzy" {
        true => "cluster",
        false => "dynamic",
    }
}

#[test]
fn names_show_what_matters() {
    for (scheduler, expected) in [
        (json!({ "policy": "b3", "lslt": 0.8, "penalty": 2 }), "b3 (chunk 0.85, lslt 0.8)"),
        (json!({ "policy": "b1", "lslt": 0.8, "penalty": 2 }), "b1 (lslt 0.8)"),
        (json!({ "policy": "a1", "objective": "least-demand" }), "a1 (objective least-demand)"),
        (
            json!({ "policy": "fixed", "chunk": 0.5, "penalty": 1.25, "queue": "fcfs" }),
            "fixed (penalty 1.25, queue fcfs)",
        ),
        (
            json!({ "policy": "first-fit", "queue": { "backfill": "conservative", "reservations": 7 } }),
            "first-fit (7 reservations)",
        ),
        (
            json!({ "policy": "first-fit", "queue": {
                "order": "fcfs", "backfill": "easy", "tried": "queue", "reservations": 7, "overrun": "run-on", "pass": "instant",
            } }),
            "first-fit (queue easy)",
        ),
        (
            json!({ "policy": "fuzzy", "refresh_s": 60, "retries": 3, "high_load": 0.7, "queue": "easy" }),
            "fuzzy (refresh_s 60, retries 3, high_load 0.7)",
        ),
        (json!("first-fit"), "first-fit"),
        (json!({ "policy": "tla", "spreads": "all", "simulation_order": "strict" }), "tla"),
        (
            json!({
                "policy": "tla", "simulation_depth": 160, "allocation_depth": 4,
                "simulation_policy": "worst-fit", "score": "bounded-slowdown",
            }),
            "tla (simulation_depth 160, simulation_policy worst-fit, allocation_depth 4, score bounded-slowdown)",
        ),
        (json!({ "policy": "b3", "label": "mine" }), "mine"),
    ] {
        assert_eq!(name(scheduler), expected);
    }
}

#[test]
fn names_for_people_have_no_ids() {
    let scenario = json!({ "schedulers": [
        "no-share", { "policy": "b3", "lslt": 0.8 }, { "policy": "first-fit", "queue": "easy" },
        { "policy": "first-fit", "queue": "conservative" }, { "policy": "a1", "objective": "least-demand" },
        { "policy": "fixed", "penalty": 1.25 }, { "policy": "b1", "label": "mine" }, "b1", "b1",
    ] });
    assert_eq!(
        Scenario::from_value(&scenario).unwrap().scheduler_labels(),
        [
            "No share",
            "B3 (chunk 85 %, LSLT 0.8)",
            "First-fit (EASY)",
            "First-fit (conservative)",
            "A1 (objective least demand)",
            "Fixed penalty (penalty 1.25)",
            "mine",
            "B1",
            "B1 (2)"
        ]
    );
}

#[test]
fn made_names_differ_and_take_no_label() {
    let scenario = json!({
        "queue": "conservative",
        "schedulers": [
            "b1", "b1", { "policy": "b1", "label": "b1 (2)" }, { "policy": "b1", "queue": { "reservations": 3 } },
            { "policy": "b2", "label": "b3" }, { "policy": "b1" },
        ],
    });
    assert_eq!(
        Scenario::from_value(&scenario).unwrap().scheduler_names(),
        ["b1", "b1 (3)", "b1 (2)", "b1 (3 reservations)", "b3", "b1 (4)"]
    );
}
