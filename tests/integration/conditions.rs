//! What is declared to matter does, and nothing else: each parameter is varied alone, in scenarios of all models.
//!
//! Runs are of the scenario as it stands, not of its projection, which the conditions make.

use crate::identity::simulated;
use metasched::parameter::Parameter;
use metasched::scenario::Kind;
use metasched::scenario::declared;
use metasched::scenario::language::path;
use metasched::scenario::{Checked, Scenario};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const SCHEDULERS: [(&str, &str); 8] = [
    (
        "dynamic",
        r#"["no-share", "first-fit", "fixed", { "policy": "b3", "lslt": 0.6 }, "a1"]"#,
    ),
    (
        "dynamic",
        r#"["tla", { "policy": "tla-coalloc", "lslt": 0.6 }, { "policy": "b1", "queue": { "backfill": "conservative" }, "sharing": "max-min" }]"#,
    ),
    (
        "dynamic",
        r#"[{ "policy": "b2", "queue": { "order": "multifactor", "backfill": "none" } },
             { "policy": "no-share", "queue": { "order": "multifactor", "backfill": "easy", "max_age_s": 300, "half_life_s": 600 } }]"#,
    ),
    (
        "unlimited",
        r#"["first-fit", { "policy": "b4", "lslt": 0.3, "queue": "easy" }]"#,
    ),
    (
        "fixed",
        r#"["first-fit", { "policy": "fixed", "penalty": 1.5 }]"#,
    ),
    ("unlimited", r#"["fuzzy", "first-fit"]"#),
    (
        "wan",
        r#"["meta-asp-star", { "policy": "meta-fcfs", "control": "no" }, { "policy": "meta-fcfs", "control": "ihs-fixed" }, { "policy": "meta-ffih", "control": "ihs-demand" }]"#,
    ),
    (
        "cluster",
        r#"["fuzzy", "grid-best-fit", { "policy": "grid-least-loaded", "refresh_s": 200, "retries": 0, "idle_nodes": "low-load" }]"#,
    ),
];

const WORKLOADS: [&str; 9] = [
    r#"{ "jobs_per_cluster": 15, "interarrival_s": 60, "bsbw_mbps": 900, "estimates": "factor", "clusters": [{ "runtime_s": 300 }] }"#,
    r#"{ "jobs_per_cluster": 15, "interarrival_s": 60, "bsbw_mbps": 900, "estimates": "f-model", "runtime_distribution": "hyper-exponential",
         "clusters": [{ "runtime_distribution": "hyper-exponential", "runtime_cv": 3 }, { "runtime_distribution": "exponential" }] }"#,
    r#"{ "model": "lublin99", "jobs": 60, "oversized": "split", "bsbw_mbps": 900, "estimates": "factor", "load": 0.9 }"#,
    r#"{ "model": "lublin99", "jobs": 60, "types": "on", "oversized": "split" }"#,
    r#"{ "model": "feitelson96", "jobs": 60, "most_repeats": 3, "oversized": "split", "load": 0.9 }"#,
    r#"{ "model": "jann97", "jobs": 60, "oversized": "split", "load": 0.9 }"#,
    r#"{ "model": "jann97", "jobs": 60, "oversized": "split", "class_sizes": "as-logged" }"#,
    r#"{ "model": "metacomputer", "jobs": 60, "compression": 3 }"#,
    r#"{ "model": "grid", "jobs": 60, "mean_interarrival_s": 10, "tasks": [1, 12] }"#,
];

const PLATFORMS: [&str; 3] = [
    r#"{ "clusters": [{ "count": 2, "nodes": 40 }, { "count": 2, "nodes": 60, "speed": 2 }] }"#,
    r#"{ "clusters": [{ "count": 4, "nodes": 40 }], "sizes": [30, 70], "speed_heterogeneity": 0.1, "topology": "tree", "core_mbps": 700 }"#,
    r#"{ "clusters": [{ "count": 4, "nodes": 40 }], "topology": "mesh" }"#,
];

/// Every combination that is a scenario.
fn scenarios() -> Vec<Checked> {
    let json = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    let mut all = Vec::new();
    for (network, schedulers) in SCHEDULERS {
        for workload in WORKLOADS {
            for platform in PLATFORMS {
                let scenario = json!({
                    "platform": json(platform),
                    "workload": json(workload),
                    "network": { "model": network },
                    "schedulers": json(schedulers),
                    "queue": { "reservations": 2, "max_age_s": 400 },
                    "experiment": { "sweep": [], "replications": 1 },
                });
                all.extend(Scenario::from_value(&scenario));
            }
        }
    }
    all
}

/// Other values to try at a place.
fn others(kind: Kind, value: &Value) -> Vec<Value> {
    match kind {
        Kind::Number { min, max, step } => {
            let own = value.as_f64().unwrap_or(min);
            let tries = [
                own * 0.5,
                own * 2.0 + step,
                own + step,
                own - step,
                min,
                (min + max) / 2.0,
            ];
            let fits = tries
                .into_iter()
                .filter(|new| (min..=max).contains(new) && *new != own);
            fits.map(Value::from).collect()
        }
        Kind::Integer { min, max, .. } => {
            let own = value.as_u64().unwrap_or(min);
            let tries = [own / 2, own * 2 + 1, own + 1, own.saturating_sub(1)];
            let fits = tries
                .into_iter()
                .filter(|new| (min..=max).contains(new) && *new != own);
            fits.map(Value::from).collect()
        }
        Kind::Count { .. } => [json!(1), json!(3), json!("all")]
            .into_iter()
            .filter(|new| new != value)
            .collect(),
        Kind::Pair { min, max } => {
            let ends = |place: usize| value[place].as_u64().unwrap_or(min);
            let (low, high) = (ends(0), ends(1));
            let tries = [
                (low, low),
                (high, high),
                (low, high + 3),
                (low + 1, high + 2),
            ];
            let fits = tries
                .into_iter()
                .filter(|(low, high)| *low >= min && *high <= max);
            fits.map(|(low, high)| json!([low, high]))
                .filter(|new| new != value)
                .collect()
        }
        Kind::Choice { choices, .. } => {
            let names = choices.iter().map(|choice| Value::from(choice.name));
            names.filter(|name| name != value).collect()
        }
        _ => Vec::new(),
    }
}

/// Choices of models are varied by the scenarios themselves, and an experiment does not belong to a single run.
fn is_setting(parameter: &Parameter) -> bool {
    let decides = [
        "workload.model",
        "network.model",
        "schedulers.*.policy",
        "schema",
    ];
    !decides.contains(&parameter.path) && !parameter.path.starts_with("experiment")
}

/// Declared to matter, but not shown by so few jobs: why.
const NOT_SHOWN: [(&str, &str); 7] = [
    ("queue.half_life_s", "only the jobs of logs have users"),
    (
        "queue.weight_fair_share",
        "only the jobs of logs have users",
    ),
    (
        "schedulers.*.level_very_small",
        "a little more than 0 makes no other cluster the best",
    ),
    (
        "schedulers.*.queue.half_life_s",
        "only the jobs of logs have users",
    ),
    (
        "schedulers.*.queue.weight_fair_share",
        "only the jobs of logs have users",
    ),
    (
        "workload.rate_t5",
        "what moves an arrival makes the rate negative at an end of the day",
    ),
    ("workload.rate_t7", "as that of t to the fifth"),
];

#[test]
fn what_is_declared_to_matter_does_and_nothing_else() {
    let mut shown = BTreeSet::new();
    // By network, parameter and whether it matters: in how many scenarios it was varied.
    let mut varied: BTreeMap<(&str, &str, bool), usize> = BTreeMap::new();
    // Of those that matter, the ones that could be varied at all.
    let mut declared = BTreeSet::new();
    let mut wrong = BTreeSet::new();
    for scenario in scenarios() {
        let whole = scenario.to_value();
        let usual: Vec<_> = (0..scenario.schedulers.len())
            .map(|index| simulated(&scenario, index))
            .collect();
        for parameter in declared::table().iter().filter(|own| is_setting(own)) {
            for place in path::expanded(&whole, parameter.path) {
                let Some(value) = path::get(&whole, &place) else {
                    continue;
                };
                let relevant = parameter.relevant(&place, &whole);
                if relevant && shown.contains(parameter.path) {
                    continue;
                }
                let times = varied
                    .entry((scenario.network.model.name(), parameter.path, relevant))
                    .or_default();
                *times += 1;
                if *times > if relevant { 30 } else { 20 } {
                    continue;
                }
                // One value is enough to show that nothing changes.
                let tries = others(parameter.kind, value);
                let accepted = tries.into_iter().filter_map(|new| {
                    let mut changed = whole.clone();
                    path::set(&mut changed, &place, new.clone()).ok()?;
                    Some((new, Scenario::from_value(&changed).ok()?))
                });
                for (new, changed) in accepted.take(if relevant { 4 } else { 1 }) {
                    if relevant {
                        declared.insert(parameter.path);
                    }
                    // Settings that no decision reads can still change a measure, such as the load of a link: only digests count for them.
                    let differs = (0..usual.len()).any(|index| {
                        match (simulated(&changed, index), &usual[index]) {
                            (Ok(own), Ok(usual)) if relevant => own != *usual,
                            (Ok(own), Ok(usual)) => own.digest != usual.digest,
                            (own, usual) => own.is_ok() != usual.is_ok(),
                        }
                    });
                    if differs && relevant {
                        shown.insert(parameter.path);
                        break;
                    }
                    if differs {
                        wrong.insert(format!("{place} = {new} in {}", scenario.to_compact_json()));
                    }
                }
            }
        }
    }
    let wrong: Vec<_> = wrong.into_iter().collect();
    assert!(
        wrong.is_empty(),
        "{} that should not matter do:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let unseen: Vec<&str> = declared.difference(&shown).copied().collect();
    assert_eq!(
        unseen,
        NOT_SHOWN.map(|(path, _)| path),
        "declared to matter, but not seen to"
    );
}
