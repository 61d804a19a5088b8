//! Runs share a result only if everything they read is equal: if a setting changes the run of a single scheduler, it
//! makes the same change when an equal scheduler with another label runs too, and in a sweep.
//!
//! The run alone is simulated from the whole scenario, without a plan, since plans decide which runs are shared.

use metasched::base::digest::Digest;
use metasched::engine::Progress;
use metasched::experiment::{self, Results, Runner, Task, TaskResult};
use metasched::scenario::Policy;
use metasched::scenario::declared;
use metasched::scenario::language::path;
use metasched::scenario::{Checked, Part, Scenario};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// Every setting of schedulers with a value that is not its default, and with those other settings that it needs.
const SETTINGS: [(&str, &str); 65] = [
    ("chunk", r#"{ "chunk": 0.4 }"#),
    ("lslt", r#"{ "lslt": 0.2 }"#),
    ("objective", r#"{ "objective": "least-demand" }"#),
    ("cluster_order", r#"{ "cluster_order": "most-free" }"#),
    ("node_order", r#"{ "node_order": "fewest-first" }"#),
    ("simulation_depth", r#"{ "simulation_depth": 1 }"#),
    ("simulation_policy", r#"{ "simulation_policy": "worst-fit" }"#),
    ("spreads", r#"{ "spreads": "all" }"#),
    ("simulation_order", r#"{ "simulation_order": "strict" }"#),
    ("allocation_depth", r#"{ "allocation_depth": 5 }"#),
    ("score", r#"{ "score": "fairness" }"#),
    ("control", r#"{ "control": "limited" }"#),
    ("alpha", r#"{ "alpha": 0.9 }"#),
    ("asp_share", r#"{ "asp_share": "equal" }"#),
    ("asp_order", r#"{ "asp_order": "submission" }"#),
    ("ffih_room", r#"{ "ffih_room": "drain" }"#),
    ("planned_with", r#"{ "planned_with": "present" }"#),
    ("round_surface", r#"{ "control": "ihs-fixed", "round_surface": "flat" }"#),
    ("kept_share", r#"{ "control": "ihs-fixed", "kept_share": 0.5 }"#),
    ("interval_s", r#"{ "control": "ihs-fixed", "interval_s": 60 }"#),
    ("gamma", r#"{ "control": "ihs-demand", "gamma": 0.01 }"#),
    ("round_every_s", r#"{ "control": "no", "round_every_s": 600 }"#),
    ("parts", r#"{ "control": "no", "parts": "independent" }"#),
    ("refresh_s", r#"{ "refresh_s": 500 }"#),
    ("retries", r#"{ "refresh_s": 500, "retries": 0 }"#),
    ("local_queue", r#"{ "local_queue": "fpfs" }"#),
    ("holds", r#"{ "holds": "more-than" }"#),
    ("waiting_jobs", r#"{ "waiting_jobs": "seated" }"#),
    ("idle_nodes", r#"{ "idle_nodes": "low-load" }"#),
    ("low_load", r#"{ "low_load": 0.05 }"#),
    ("high_load", r#"{ "high_load": 0.35 }"#),
    ("processors_weight", r#"{ "processors_weight": 0.9, "network_weight": 0.04, "wide_area_weight": 0.06 }"#),
    ("network_weight", r#"{ "processors_weight": 0.125, "network_weight": 0.8, "wide_area_weight": 0.075 }"#),
    ("wide_area_weight", r#"{ "processors_weight": 0.125, "network_weight": 0.05, "wide_area_weight": 0.825 }"#),
    ("largest_ratio", r#"{ "largest_ratio": 0.1 }"#),
    ("ratio_sets", r#"{ "ratio_sets": [[0, 0, 0.2], [0, 0.2, 0.3], [0.2, 1, 1]] }"#),
    ("share_sets", r#"{ "share_sets": [[0, 0, 0.9], [0.8, 0.9, 1], [0.9, 1, 1]] }"#),
    (
        "network_rules",
        r#"{ "network_rules": ["large", "large", "large", "moderate", "moderate", "small", "very-small", "very-small", "very-small"] }"#,
    ),
    ("invocation_sets", r#"{ "invocation_sets": [[0, 0, 45], [42, 45, 47], [45, 60, 60]] }"#),
    ("size_sets", r#"{ "size_sets": [[0, 0, 2], [1, 2, 3], [2, 4, 4]] }"#),
    (
        "wide_area_rules",
        r#"{ "wide_area_rules": ["very-small", "very-small", "small", "small", "moderate", "moderate", "large", "large", "large"] }"#,
    ),
    ("level_very_small", r#"{ "level_very_small": 0.2 }"#),
    ("level_small", r#"{ "level_small": 0.45 }"#),
    ("level_moderate", r#"{ "level_moderate": 0.9 }"#),
    ("level_large", r#"{ "level_large": 0.55 }"#),
    ("component_nodes", r#"{ "component_nodes": 5 }"#),
    ("bind", r#"{ "bind": "home" }"#),
    ("place_score", r#"{ "place_score": "free - 5 * pieces" }"#),
    ("constants", r#"{ "place_score": "a * free - pieces", "constants": { "a": -1 } }"#),
    ("most_pieces", r#"{ "most_pieces": 1 }"#),
    ("queue.order", r#"{ "queue": { "order": "saf" } }"#),
    ("queue.weight_age", r#"{ "queue": { "order": "multifactor", "weight_age": 9 } }"#),
    ("queue.weight_size", r#"{ "queue": { "order": "multifactor", "weight_size": 9 } }"#),
    ("queue.weight_fair_share", r#"{ "queue": { "order": "multifactor", "weight_fair_share": 9 } }"#),
    ("queue.max_age_s", r#"{ "queue": { "order": "multifactor", "max_age_s": 60 } }"#),
    ("queue.half_life_s", r#"{ "queue": { "order": "multifactor", "half_life_s": 10 } }"#),
    ("queue.priority", r#"{ "queue": { "order": "formula", "priority": "-r" } }"#),
    ("queue.constants", r#"{ "queue": { "order": "formula", "priority": "a * r - n", "constants": { "a": 9 } } }"#),
    ("queue.backfill", r#"{ "queue": { "backfill": "none" } }"#),
    ("queue.reservations", r#"{ "queue": { "reservations": 1 } }"#),
    ("queue.tried", r#"{ "queue": { "backfill": "easy", "tried": "widest" } }"#),
    ("queue.overrun", r#"{ "queue": { "overrun": "kill" } }"#),
    ("queue.pass", r#"{ "queue": { "pass": "event" } }"#),
    ("penalty", r#"{ "penalty": 3 }"#),
    ("sharing", r#"{ "sharing": "max-min" }"#),
];

/// A small busy system in which most settings have an effect.
fn scenario(policy: Policy, queue: &str, network: &str) -> Value {
    let workload = match network {
        "cluster" => {
            json!({ "model": "grid", "jobs": 60, "mean_interarrival_s": 10, "size_mb": [1, 6], "tasks": [1, 12] })
        }
        _ if policy.is_meta() => json!({ "model": "metacomputer", "jobs": 60, "compression": 200 }),
        _ => json!({
            "jobs_per_cluster": 15, "interarrival_s": 60, "nodes": [4, 40], "bsbw_mbps": 900,
            "estimates": "factor", "estimate_factor": 3,
        }),
    };
    let clusters = match network {
        "cluster" => json!([{ "count": 4, "nodes": 16 }]),
        _ => json!([{ "count": 2, "nodes": 48 }, { "count": 2, "nodes": 64, "speed": 2 }]),
    };
    json!({
        "platform": { "clusters": clusters, "most_node_load": 0.7, "most_network_load": 0.6 },
        "workload": workload,
        "network": { "model": network },
        "queue": queue,
        "experiment": { "replications": 1 },
    })
}

/// Pairs of a queue and a network with which a policy is tested: each queue on the dynamic network, and each network
/// with one of the queues.
fn contexts(policy: Policy) -> Vec<(&'static str, &'static str)> {
    if policy.is_grid() {
        return vec![("fpfs", "cluster"), ("fpfs", "dynamic"), ("fpfs", "levels")];
    }
    if policy.is_meta() {
        return vec![("fpfs", "wan"), ("conservative", "dynamic")];
    }
    let queues = ["fcfs", "fpfs", "easy", "conservative", "sjf", "njf"].map(|queue| (queue, "dynamic"));
    let networks = ["fixed", "unlimited", "wan", "levels"].map(|network| ("conservative", network));
    [&queues[..], &networks[..]].concat()
}

/// The scenario `base` with these schedulers and this sweep.
fn with(base: &Value, schedulers: &[&Value], sweep: Value) -> Result<Checked, String> {
    let mut whole = base.clone();
    whole["schedulers"] = json!(schedulers);
    whole["experiment"]["sweep"] = sweep;
    Scenario::from_value(&whole).map_err(|problems| problems.to_string())
}

/// The run of one scheduler of a scenario. No plan is made, so the whole scenario is simulated.
fn simulated(scenario: &Scenario, index: usize) -> Result<TaskResult, String> {
    let mut scenario = scenario.clone();
    let scheduler = Part::of(&scenario.schedulers.values()[index]).ok_or("no scheduler")?;
    scenario.set([("schedulers", json!([]))]);
    let task = Task { scenario: Arc::new(scenario), scheduler, replication: 0, single: false };
    let mut runner = Runner::new(&task, None, ()).map_err(|problem| problem.to_string())?;
    while runner.advance(u64::MAX).map_err(|problem| problem.to_string())? == Progress::Running {}
    Ok(runner.finish().0)
}

/// Digests of runs by their scenarios.
type Known = HashMap<String, String>;

/// The digest of the run of a scheduler that is the only one of its scenario.
fn alone(base: &Value, scheduler: &Value, known: &mut Known) -> Result<String, String> {
    let scenario = with(base, &[scheduler], json!([]))?;
    let text = scenario.to_compact_json();
    if let Some(digest) = known.get(&text) {
        return Ok(digest.clone());
    }
    let run = simulated(&scenario, 0)?;
    // The digest in results covers all replications; here there is one.
    let mut digest = Digest::EMPTY;
    digest.add_text(&run.digest);
    known.insert(text, digest.to_string());
    Ok(digest.to_string())
}

/// The digests of all runs, point by point.
fn planned(scenario: &Checked) -> Vec<String> {
    let results: Results = experiment::run(scenario, None).unwrap();
    let points = results.points.iter().flat_map(|point| &point.results);
    points.map(|run| run.digest.clone()).collect()
}

fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).unwrap()
}

/// A scheduler with the settings of several objects.
fn scheduler(policy: Policy, settings: &[&Map<String, Value>]) -> Value {
    let mut own = Map::new();
    own.insert("policy".to_owned(), policy.name().into());
    own.extend(settings.iter().flat_map(|&settings| settings.clone()));
    Value::Object(own)
}

/// The problems found when a setting is tested under a policy, with one queue and one network. Runs are looked up in
/// `known`, and added to it.
fn problems_of(
    policy: Policy,
    (setting, changed): (&str, &str),
    (queue, network): (&str, &str),
    known: &mut Known,
) -> Vec<String> {
    let base = scenario(policy, queue, network);
    let changed = object(changed);
    // Both sides of the comparison have the other settings that the tested setting needs. Weights are not among these
    // settings, because they must add up to 1 and so change together.
    let mut beside: Map<String, Value> = changed
        .iter()
        .filter(|(name, _)| *name != setting && !name.ends_with("_weight"))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if let (Some(of_queue), Some(Value::Object(queue))) = (setting.strip_prefix("queue."), beside.get_mut("queue")) {
        queue.shift_remove(of_queue);
    }
    let usual = scheduler(policy, &[&beside]);
    let other = scheduler(policy, &[&beside, &changed]);
    // Most policies have no such setting, and nothing is simulated.
    let (Ok(second), Ok(first)) = (alone(&base, &other, known), alone(&base, &usual, known)) else {
        return Vec::new();
    };
    let whole = Value::Object(changed.clone());
    let place = format!("{policy}, {setting}, {queue} on {network}");
    let mut found = Vec::new();
    let both = [first.clone(), second.clone()];
    let mut expect = |what: &str, scenario: Result<Checked, String>, runs: &[String]| match scenario {
        Ok(scenario) => {
            let digests = planned(&scenario);
            if digests != runs {
                found.push(format!("{place}: {what} gives {digests:?}, alone {runs:?}"));
            }
        }
        Err(why) => found.push(format!("{place}: {what} is refused: {why}")),
    };
    let label = |name: &str| object(&format!(r#"{{ "label": "{name}" }}"#));
    let labelled = [scheduler(policy, &[&beside, &label("a")]), scheduler(policy, &[&beside, &changed, &label("b")])];
    expect("one beside the other", with(&base, &[&labelled[0], &labelled[1]], json!([])), &both);
    let declared = declared::find(&format!("schedulers.*.{setting}")).unwrap();
    let is_number = declared.sweepable();
    if is_number && first != second {
        // An optional setting may have no number as its default.
        let values: Vec<&Value> = [Some(declared.default()), path::get(&whole, setting)]
            .into_iter()
            .flatten()
            .filter(|value| value.is_number())
            .collect();
        let runs = &both[2 - values.len()..];
        let sweep = json!([{ "parameter": format!("schedulers.0.{setting}"), "values": values }]);
        expect("swept", with(&base, &[&usual], sweep), runs);
    }
    found
}

#[test]
fn every_setting_of_every_policy_is_its_own_run_beside_others_and_swept() {
    let declared: Vec<&str> = declared::table()
        .iter()
        .filter_map(|parameter| parameter.path.strip_prefix("schedulers.*."))
        .filter(|setting| !matches!(*setting, "policy" | "label"))
        .collect();
    assert_eq!(declared, SETTINGS.map(|(setting, _)| setting), "SETTINGS has every setting of schedulers");
    let mut found = Vec::new();
    for &policy in Policy::all() {
        let mut known = Known::new();
        for changed in SETTINGS {
            for context in contexts(policy) {
                found.extend(problems_of(policy, changed, context, &mut known));
            }
        }
    }
    assert!(found.is_empty(), "{} runs are not their own:\n{}", found.len(), found.join("\n"));
}
