//! Dotted paths into the values of a scenario: `platform.clusters.0.nodes`, `schedulers.4.lslt`. A sweep may vary a parameter of all entries of a list:
//! `schedulers.*.lslt`.

use crate::base::problem::Problem;
use crate::parameter::constants::constants_of_text;
use crate::parameter::json::shortened;
use crate::parameter::path::is_index;
pub use crate::parameter::path::{Values, covers, expanded, get, get_mut};
use crate::parameter::{Kind, Parameter};
use crate::scenario::{declared, queue};
use serde_json::{Map, Value, json};

/// Maximum length of a path \[bytes\].
const MOST_BYTES: usize = 200;

/// The places that `path` stands for: they exist in the scenario, and a run reads the parameter there. A path without
/// `*` has at most one place.
pub fn places(scenario: &dyn Values, path: &str) -> Vec<String> {
    let Some(parameter) = declared::find(path) else {
        return Vec::new();
    };
    let matters = |place: &String| get(scenario, place).is_some() && parameter.relevant(place, scenario);
    expanded(scenario, path).into_iter().filter(matters).collect()
}

/// Sets the value at `path`. An index that is one more than the last index of a list appends an entry. The path may be
/// unknown: the checks report an unknown path, and propose a similar path.
pub fn set(root: &mut Value, path: &str, new: Value) -> Result<(), Problem> {
    if path.len() > MOST_BYTES || path.split('.').any(str::is_empty) {
        return Err(Problem::new(
            format!("`{}`", shortened(path, 60)),
            "is no path",
            "names and list indices joined by dots, such as platform.clusters.0.nodes",
            "",
        ));
    }
    let mut value = root;
    let mut passed = 0;
    for segment in path.split('.') {
        let place = path[..passed].trim_end_matches('.');
        // A scheduler may be given by the name of its policy, and a queue by a name.
        if let Value::String(name) = value {
            if covers("schedulers.*", place) {
                *value = json!({ "policy": name });
            } else if (place == "queue" || covers("schedulers.*.queue", place))
                && let Some(settings) = queue::named(name)
            {
                *value = Value::Object(settings);
            }
        }
        value = match value {
            Value::Object(map) => map.entry(segment).or_insert_with(|| left_out(&path[..passed + segment.len()])),
            Value::Array(list) => entry(list, place, segment)?,
            other => {
                let place = shortened(place, 60);
                return Err(Problem::new(
                    shortened(path, 60),
                    format!("leads through {place}, which is {}", crate::parameter::json::quoted(other)),
                    "a path through objects and lists",
                    format!("Set {place} as a whole"),
                ));
            }
        };
        passed += segment.len() + 1;
    }
    *value = new;
    Ok(())
}

/// Initial value at a place that does not exist: for a list its default, so that a single entry of the list can be set;
/// otherwise an empty object.
fn left_out(place: &str) -> Value {
    let default = declared::find(place).map(Parameter::default);
    let list = default.filter(|default| default.is_array());
    list.cloned().unwrap_or_else(|| Value::Object(Map::new()))
}

/// The entry of the list at `place` with the index `segment`. If the index is the length of the list, a new entry is
/// appended.
fn entry<'v>(list: &'v mut Vec<Value>, place: &str, segment: &str) -> Result<&'v mut Value, Problem> {
    let count = list.len();
    let index = segment.parse().ok().filter(|_| is_index(segment));
    if index == Some(count) {
        list.push(Value::Object(Map::new()));
    }
    index.and_then(|index: usize| list.get_mut(index)).ok_or_else(|| {
        let place = shortened(place, 60);
        Problem::new(
            format!("{place}.{}", shortened(segment, 40)),
            format!("does not exist: {place} is shorter"),
            format!("an index from 0 to {count}; {count} appends one"),
            "",
        )
    })
}

/// The JSON value of a `text` that a user typed for the parameter at `path` (`--set path=text`, or a form field). Texts
/// and names need no quotes; pairs and lists need no brackets.
pub fn value_from_text(path: &str, text: &str) -> Value {
    let text = text.trim();
    let json = |text: &str| serde_json::from_str::<Value>(text).ok();
    let plain = || Value::from(text);
    let Some(parameter) = declared::find(path) else {
        return json(text).unwrap_or_else(plain);
    };
    if parameter.optional() && matches!(text, "" | "null") {
        return Value::Null;
    }
    let list = || json(text).filter(Value::is_array).or_else(|| json(&format!("[{text}]"))).unwrap_or_else(plain);
    match parameter.kind_at(path).unwrap_or(parameter.kind) {
        // Line breaks in the editor only make a formula readable.
        Kind::Formula { .. } => text.replace(char::is_control, " ").into(),
        Kind::Text { .. } | Kind::Hex { .. } | Kind::Choice { .. } | Kind::Path => plain(),
        Kind::Constants { .. } => json(text).filter(Value::is_object).unwrap_or_else(|| constants_of_text(text)),
        Kind::Pair { .. } | Kind::Numbers { .. } => list(),
        Kind::Texts { .. } => match json(text).filter(Value::is_array) {
            Some(list) => list,
            None => text.split_whitespace().map(Value::from).collect(),
        },
        Kind::Table(table) => match list() {
            Value::Array(cells) => table.of(cells),
            _ => text.split(',').map(|cell| Value::from(cell.trim())).collect(),
        },
        _ => json(text).unwrap_or_else(plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_through_objects_and_lists() {
        let mut value = json!({"platform": {"clusters": [{"nodes": 100}]}, "title": "x"});
        set(&mut value, "platform.clusters.0.nodes", json!(64)).unwrap();
        set(&mut value, "platform.clusters.1.nodes", json!(32)).unwrap();
        assert_eq!(value["platform"]["clusters"], json!([{"nodes": 64}, {"nodes": 32}]));
        assert_eq!(get(&value, "platform.clusters.1.nodes"), Some(&json!(32)));
        assert_eq!(get(&value, "platform.clusters.2.nodes"), None);
        assert_eq!(get(&value, "platform.clusters.01x"), None);
    }

    /// A scheduler given by its policy, and a list with one given entry.
    #[test]
    fn sets_what_was_left_out() {
        let mut value = json!({"schedulers": ["b3", "fuzzy"]});
        set(&mut value, "schedulers.0.lslt", json!(0.8)).unwrap();
        set(&mut value, "schedulers.1.ratio_sets.0.2", json!(0.4)).unwrap();
        set(&mut value, "workload.nodes.1", json!(20)).unwrap();
        assert_eq!(
            value,
            json!({
                "schedulers": [
                    {"policy": "b3", "lslt": 0.8},
                    {"policy": "fuzzy", "ratio_sets": [[0, 0, 0.4], [0, 0.5, 1], [0.5, 1, 1]]},
                ],
                "workload": {"nodes": [10, 20]},
            })
        );
        let mut title = json!({"title": "x"});
        assert!(set(&mut title, "title.0", json!(1)).is_err());
    }

    #[test]
    fn a_star_stands_for_entries_at_which_the_parameter_matters() {
        let scenario = json!({
            "schedulers": [
                {"policy": "b3", "lslt": 1, "penalty": null}, {"policy": "ideal", "lslt": 1, "penalty": null},
                {"policy": "b3", "lslt": 2, "penalty": null}, {"policy": "fixed", "lslt": 1, "penalty": null}],
            "workload": {"model": "synthetic", "clusters": [{"nodes": null}, {"nodes": [1, 2]}]}});
        let places = |path| places(&scenario, path);
        assert_eq!(places("schedulers.*.lslt"), ["schedulers.0.lslt", "schedulers.2.lslt"]);
        assert_eq!(places("schedulers.2.lslt"), ["schedulers.2.lslt"]);
        assert_eq!(places("schedulers.*.penalty"), ["schedulers.3.penalty"]);
        assert_eq!(places("workload.clusters.*.nodes.1"), ["workload.clusters.1.nodes.1"]);
        for nowhere in ["schedulers.1.lslt", "schedulers.9.lslt", "platform.clusters.*.nodes", "schedulers.*", "*"] {
            assert_eq!(places(nowhere), [""; 0], "{nowhere}");
        }
        assert!(covers("schedulers.*.lslt", "schedulers.10.lslt"));
        assert!(covers("schedulers.*.lslt", "schedulers.*.lslt"));
        assert!(!covers("schedulers.*.lslt", "schedulers.01.lslt"));
        assert!(!covers("schedulers.*.lslt", "schedulers.1.lslt.0"));
        assert!(!covers("schedulers.1.lslt", "schedulers.*.lslt"));
    }

    #[test]
    fn explains_what_cannot_be_set() {
        let mut value = json!({"platform": {"clusters": [{}]}, "title": "x"});
        let mut problem = |path: &str| set(&mut value, path, json!(1)).unwrap_err().to_string();
        assert!(problem("platform.clusters.7.nodes").contains("platform.clusters is shorter"));
        assert!(problem("platform.clusters.first").starts_with("platform.clusters.first does not exist"));
        assert!(problem("title.deep").contains("leads through title, which is \"x\""));
        assert!(problem("platform..clusters").contains("is no path"));
        assert!(problem("").contains("is no path"));
        assert!(problem("platform.clusters.99999999999999999999.é").len() < 200);
        // A value that was set before may have any name.
        let mut value = json!({"a\u{1b}": "x", "b\u{1b}": []});
        for path in ["a\u{1b}.c", "b\u{1b}.7"] {
            let problem = set(&mut value, path, json!(1)).unwrap_err().to_string();
            assert!(!problem.contains(char::is_control), "{problem:?}");
        }
    }

    #[test]
    fn typed_text_becomes_the_value_that_is_meant() {
        for (path, text, value) in [
            ("seed", "2", json!("2")),
            ("queue", "fcfs", json!("fcfs")),
            ("workload.bsbw_mbps", " 1e3 ", json!(1000.0)),
            ("workload.nodes", "10, 90", json!([10, 90])),
            ("workload.nodes", "[10, 90]", json!([10, 90])),
            ("workload.nodes.0", "4", json!(4)),
            ("experiment.sweep.0.values", "100", json!([100])),
            ("schedulers.5.penalty", "", Value::Null),
            ("schedulers.1", "ideal", json!("ideal")),
            ("experiment.sweep", "[]", json!([])),
            ("schedulers.0.ratio_sets.1.2", "0.9", json!(0.9)),
            ("schedulers.0.ratio_sets.1", "[0, 1, 1]", json!([0, 1, 1])),
            ("schedulers.0.ratio_sets", "1, 2, 3, 4, 5, 6, 7, 8, 9", json!([[1, 2, 3], [4, 5, 6], [7, 8, 9]])),
            ("schedulers.0.ratio_sets", "[1, 2, 3], [4]", json!([[1, 2, 3], [4]])),
            ("schedulers.0.ratio_sets", "[[1, 2, 3]]", json!([[1, 2, 3]])),
            ("schedulers.0.network_rules.4", "large", json!("large")),
            ("schedulers.0.network_rules", "large, small", json!(["large", "small"])),
            ("schedulers.0.network_rules", "[\"large\"]", json!(["large"])),
            ("workload.runtime_s", "fast", json!("fast")),
            ("schedulers.0.place_score", " if(home,\n\t1, 2)\n", json!("if(home,  1, 2)")),
        ] {
            assert_eq!(value_from_text(path, text), value, "{path}={text}");
        }
    }
}
