//! Random scenarios for tests, drawn from the table of parameters: a new parameter is tested without further work.

use crate::models::Loads;
use crate::parameter::json;
use crate::parameter::{Kind, Parameter};
use crate::scenario::checks::model_parameters;
use crate::scenario::declared::table;
use crate::scenario::language::path;
use crate::scenario::{Checked, NetworkModel, Policy, Scenario, Scheduler};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

/// A scenario that passes the checks. Most numbers are near their lower limit, so platforms and workloads are small.
pub fn scenario() -> impl Strategy<Value = Checked> {
    object("", "").prop_filter_map("rules", repaired).prop_flat_map(swept)
}

/// Any JSON value. Many names in the value are names of parameters.
pub fn nonsense() -> impl Strategy<Value = Value> {
    let names: Vec<&str> = table().iter().flat_map(|parameter| parameter.path.split('.')).collect();
    let key = prop_oneof![8 => select(names.clone()).prop_map(String::from), 1 => ".{0,8}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0u32..200).prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        select(names).prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..8)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

/// An object with some of the parameters declared below `pattern`.
fn object(path: &str, pattern: &str) -> BoxedStrategy<Value> {
    let mut fields: Vec<BoxedStrategy<Option<(String, Value)>>> = Vec::new();
    let mut parts = Vec::new();
    for parameter in table() {
        let Some(rest) = parameter.path.strip_prefix(pattern) else {
            continue;
        };
        let (name, below) = rest.split_once('.').map_or((rest, None), |(name, below)| (name, Some(below)));
        let value = match below {
            None if path == "experiment." && name == "sweep" => Just(json!([])).boxed(),
            None => value(parameter),
            Some(_) if name == "*" || parts.contains(&name) => continue,
            Some(below) if below.starts_with('*') => continue,
            Some(_) => {
                parts.push(name);
                object(&format!("{path}{name}."), &format!("{pattern}{name}."))
            }
        };
        let name = name.to_owned();
        let always = path == "experiment.";
        fields.push(
            (any::<bool>(), value)
                .prop_map(move |(given, value)| (given || always).then(|| (name.clone(), value)))
                .boxed(),
        );
    }
    fields.prop_map(|fields| Value::Object(fields.into_iter().flatten().collect())).boxed()
}

/// A value that the parameter allows.
pub fn value(parameter: &Parameter) -> BoxedStrategy<Value> {
    let value = match parameter.kind {
        Kind::Number { min, max, .. } => {
            prop_oneof![Just(min), Just(max), min..=max, min..=max.min(min + 10.0)]
                .prop_map(Value::from)
                .boxed()
        }
        Kind::Integer { min, max, .. } => {
            prop_oneof![20 => min..=max.min(min + 20), 1 => min..=max]
                .prop_map(Value::from)
                .boxed()
        }
        Kind::Count { max } => {
            prop_oneof![4 => (1..=20u64).prop_map(Value::from), 1 => (1..=max).prop_map(Value::from), 1 => Just(json!("all"))]
                .boxed()
        }
        Kind::Bytes { max } => (0..=max).prop_map(Value::from).boxed(),
        Kind::Pair { min, max } => {
            let end = prop_oneof![3 => min..=max.min(min + 100), 1 => min..=max];
            (end.clone(), end)
                .prop_map(|(a, b)| json!([a.min(b), a.max(b)]))
                .boxed()
        }
        Kind::Choice { choices, .. } => select(choices)
            .prop_map(|choice| Value::from(choice.name))
            .boxed(),
        // Numbers of a table may depend on each other. Scaling all of them together keeps their order.
        Kind::Table(table) => match table.cell {
            Kind::Number { .. } => {
                let cells = table.cells(parameter.default()).unwrap_or_default();
                let cells: Vec<f64> = cells.into_iter().filter_map(Value::as_f64).collect();
                let last = cells.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
                (0.0..=1.0, 0.05..=1.0)
                    .prop_map(move |(bent, scale)| {
                        let drawn = |x: &f64| Value::from(scale * x * (1.0 - bent + bent * x / last));
                        table.of(cells.iter().map(drawn).collect())
                    })
                    .boxed()
            }
            cell => {
                let cell = value(&Parameter { kind: cell, ..*parameter });
                prop::collection::vec(cell, 9).prop_map(|cells| table.of(cells)).boxed()
            }
        },
        Kind::Text { .. } if parameter.path == "workload.time_zone" => Just(json!("Europe/Berlin")).boxed(),
        // Bounds and filters of a log have a syntax of their own.
        Kind::Text { .. } if matches!(parameter.path, "workload.from" | "workload.until") => {
            select(vec!["job 3", "100", "2001-03-31", "2001-03-31 12:00"]).prop_map(Value::from).boxed()
        }
        Kind::Text { .. } if matches!(parameter.path, "workload.only" | "workload.without") => {
            select(vec!["user=3", "queue!=1,2 number=3..; status=5"]).prop_map(Value::from).boxed()
        }
        Kind::Text { max } => texts(&format!("\\PC{{0,{}}}", max.min(20))),
        Kind::Texts { most, max } => {
            prop::collection::vec(texts(&format!("\\PC{{0,{}}}", max.min(20))), 0..=most.min(3)).prop_map(Value::from).boxed()
        }
        // Constants are drawn separately, so only examples without constants are drawn here.
        Kind::Formula { examples, .. } => {
            let examples = examples.iter().filter(|own| own.constants.is_empty());
            let texts: Vec<&str> = examples.map(|own| own.text).collect();
            select(texts).prop_map(Value::from).boxed()
        }
        // Constants that the examples do not read are allowed too.
        Kind::Constants { max } => {
            let name = "[x-z][a-z0-9_]{5,10}";
            prop::collection::btree_map(name, -1000.0..1000.0, 0..=max.min(3))
                .prop_map(|all| {
                    let all = all.into_iter().map(|(name, own)| (name, Value::from(own)));
                    Value::Object(all.collect())
                })
                .boxed()
        }
        Kind::Hex { digits } => texts(&format!("[0-9a-f]{{{digits}}}")),
        Kind::Path => Just(json!("workload.bsbw_mbps")).boxed(),
        Kind::Numbers { .. } => Just(json!([100, 200.5])).boxed(),
        Kind::List { min, max, .. } => {
            let pattern = format!("{}.*.", parameter.path);
            prop::collection::vec(object(&pattern, &pattern), min..=max.min(min + 3))
                .prop_map(Value::from)
                .boxed()
        }
    };
    match parameter.optional() {
        true => prop_oneof![Just(Value::Null), value].boxed(),
        false => value,
    }
}

/// Texts that match a regular expression, as JSON values.
fn texts(expression: &str) -> BoxedStrategy<Value> {
    proptest::string::string_regex(expression).unwrap().prop_map(Value::from).boxed()
}

/// The scenario of a JSON value in which every single parameter is allowed. Parameters that break a rule together are
/// repaired; `None` if the repairs are not enough.
fn repaired(mut value: Value) -> Option<Checked> {
    model_parameters::drop_out_of_place(&mut value);
    let model = path::get(&value, "workload.model").and_then(Value::as_str);
    if model == Some("swf")
        && path::get(&value, "workload.path").and_then(Value::as_str).is_none_or(|path| path.trim().is_empty())
    {
        path::set(&mut value, "workload.path", json!("log.swf.gz")).unwrap();
    }
    let clusters = Scenario::from_value(&json!({"platform": {"clusters": path::get(&value, "platform.clusters")}}))
        .map_or(0, |scenario| scenario.platform.cluster_count());
    if let Some(Value::Object(platform)) = value.get_mut("platform") {
        let per_site = platform.get("clusters_per_site").and_then(Value::as_u64);
        if per_site.unwrap_or(2) >= clusters {
            platform.remove("topology");
        }
    }
    go_with_the_network(&mut value);
    have_room_for_outages(&mut value);
    have_known_resources(&mut value);
    stay_above_zero(&mut value);
    if let Some(Value::Array(schedulers)) = value.get_mut("schedulers") {
        for (i, scheduler) in schedulers.iter_mut().enumerate().skip(1) {
            scheduler["label"] = json!(format!("scheduler {i}"));
        }
        for scheduler in schedulers {
            let keys = ["processors_weight", "network_weight", "wide_area_weight"];
            if let Value::Object(own) = scheduler {
                own.retain(|key, _| !keys.contains(&key.as_str()));
            }
        }
    }
    Scenario::from_value(&value).ok()
}

/// Memory and GPUs that all policies know, no pools beside outages, and kinds of jobs whose shares add up to at most 1.
fn have_known_resources(value: &mut Value) {
    let schedulers = value.get("schedulers").and_then(Value::as_array);
    let policies = schedulers.into_iter().flatten().map(|own| own.get("policy").and_then(Value::as_str));
    let mut policies = policies.map(|name| name.and_then(Policy::named).unwrap_or(Scheduler::default().policy));
    let known = policies.all(Policy::knows_resources);
    if let Some(Value::Object(platform)) = value.get_mut("platform") {
        if platform.contains_key("events") || platform.contains_key("failures") {
            platform.remove("resources");
            platform.remove("stage_in");
        }
        if !known {
            platform.remove("stage_in");
        }
        let clusters = platform.get_mut("clusters").and_then(Value::as_array_mut);
        for cluster in clusters.into_iter().flatten().filter_map(Value::as_object_mut).filter(|_| !known) {
            cluster.remove("memory_gb");
            cluster.remove("gpus");
        }
    }
    for kinds in ["/workload/requests", "/workload/varied/kinds"] {
        let kinds = value.pointer_mut(kinds).and_then(Value::as_array_mut);
        for kind in kinds.into_iter().flatten() {
            kind["share"] = json!(0.05);
        }
    }
    // Neither bandwidths nor compute shares leave their ranges.
    if let Some(Value::Object(varied)) = value.pointer_mut("/workload/varied") {
        varied.remove("compute_spread");
        if varied.get("bsbw_law") == Some(&json!("uniform")) {
            varied.remove("bsbw_cv");
        }
    }
}

/// Outages of the first cluster that do not overlap; none under policies that cannot be used with outages.
fn have_room_for_outages(value: &mut Value) {
    let schedulers = value.get("schedulers").and_then(Value::as_array);
    let policies = schedulers.into_iter().flatten().map(|own| own.get("policy").and_then(Value::as_str));
    let policies = policies.map(|name| name.and_then(Policy::named).unwrap_or(Scheduler::default().policy));
    let policies: Vec<Policy> = policies.collect();
    let borne = policies.iter().all(|own| own.bears_outages());
    let weak_links = borne && !policies.iter().any(|own| own.info().looks_at_links);
    let Some(Value::Object(platform)) = value.get_mut("platform") else {
        return;
    };
    if !borne {
        platform.remove("events");
        platform.remove("failures");
    }
    if !weak_links {
        platform.remove("link_events");
    }
    let links = platform.get_mut("link_events").and_then(Value::as_array_mut);
    for (i, event) in links.into_iter().flatten().enumerate() {
        event["at"] = json!(1000 * i);
        event["until"] = json!(1000 * i + 500);
        event["link"] = json!(0);
    }
    let events = platform.get_mut("events").and_then(Value::as_array_mut);
    for (i, event) in events.into_iter().flatten().enumerate() {
        event["at"] = json!(1000 * i);
        event["until"] = json!(1000 * i + 500);
        event["cluster"] = json!(0);
        event["nodes"] = Value::Null;
    }
}

/// Keeps a metacomputer's arrival rate by day above zero: odd powers are 0, and even powers only add to the constant.
fn stay_above_zero(value: &mut Value) {
    let Some(Value::Object(workload)) = value.get_mut("workload") else {
        return;
    };
    if workload.get("model") != Some(&json!("metacomputer")) {
        return;
    }
    for k in 0..9 {
        let name = format!("rate_t{k}");
        let given = workload.get(&name).and_then(Value::as_f64);
        let sound = given.filter(|_| k % 2 == 0).map_or(0.0, f64::abs);
        workload.insert(name, json!(if k == 0 { sound.max(1.0) } else { sound }));
    }
}

/// If the network is that of a grid, sets grid policies and a star topology. Removes background loads of nodes where
/// grid policies may be used.
fn go_with_the_network(value: &mut Value) {
    let model = path::get(value, "network.model").and_then(Value::as_str);
    let model = model.and_then(NetworkModel::named).unwrap_or_default();
    let grid = model.info().loads == Loads::OwnCluster;
    if grid {
        let platform = value.get_mut("platform").and_then(Value::as_object_mut);
        if let Some(platform) = platform {
            platform.remove("topology");
        }
        let schedulers = value.get_mut("schedulers").and_then(Value::as_array_mut);
        if schedulers.is_none_or(|own| own.is_empty()) {
            value["schedulers"] = json!([{}]);
        }
    }
    let Some(Value::Array(schedulers)) = value.get_mut("schedulers") else {
        return;
    };
    let mut loaded = false;
    for scheduler in schedulers {
        let policy = scheduler.get("policy").and_then(Value::as_str);
        let of_grid = policy.is_some_and(|name| name.starts_with("grid-") || name == "fuzzy");
        if grid && !of_grid {
            scheduler["policy"] = json!("grid-random");
        }
        if grid || of_grid {
            scheduler["low_load"] = json!(0.1);
            scheduler["high_load"] = json!(0.7);
            loaded = true;
        }
    }
    if loaded && let Some(Value::Object(platform)) = value.get_mut("platform") {
        platform.insert("most_node_load".to_owned(), json!(0));
    }
    if loaded && let Some(Value::Object(network)) = value.get_mut("network") {
        network.insert("invocation_ms".to_owned(), json!([3, 70]));
    }
}

/// The scenario with a sweep over up to two parameters that it reads; without a sweep if the sweep breaks a rule.
fn swept(scenario: Checked) -> BoxedStrategy<Checked> {
    let whole = scenario.to_value();
    let candidates: Vec<BoxedStrategy<Value>> = table()
        .iter()
        .filter(|parameter| parameter.sweepable() && !parameter.varies_in_parts())
        .flat_map(|parameter| {
            let mut paths = vec![parameter.path.to_owned(), parameter.path.replace('*', "0")];
            paths.dedup();
            let there = |path: &String| !path::places(&whole, path).is_empty();
            let paths: Vec<String> = paths.into_iter().filter(there).collect();
            paths.into_iter().map(|path| sweep(parameter, path))
        })
        .collect();
    let count = candidates.len();
    (subsequence((0..count).collect::<Vec<_>>(), 0..=2.min(count)), candidates)
        .prop_map(move |(chosen, sweeps)| {
            let sweeps: Vec<Value> = chosen.into_iter().map(|i| sweeps[i].clone()).collect();
            scenario.with("experiment.sweep", &json!(sweeps)).unwrap_or_else(|_| scenario.clone())
        })
        .boxed()
}

fn sweep(parameter: &Parameter, path: String) -> BoxedStrategy<Value> {
    let given = value(parameter).prop_filter("a number", Value::is_number);
    prop::collection::vec(given, 1..4)
        .prop_map(move |mut values| {
            let number = |value: &Value| value.as_f64().unwrap();
            values.sort_by(|a, b| number(a).total_cmp(&number(b)));
            values.dedup_by_key(|value| number(value));
            json::tidied(Value::Object(Map::from_iter([
                ("parameter".to_owned(), json!(path)),
                ("values".to_owned(), json!(values)),
            ])))
        })
        .boxed()
}
