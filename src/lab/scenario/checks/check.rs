//! Checks of single parameters by the table of declarations: unknown names, wrong types, values out of range. Checks of several parameters together are
//! in [`rules`](crate::scenario::checks::rules).

use super::findings::Findings;
use super::misplaced::{names, no_object, unknown};
use super::model_parameters::{is_for_no_model, out_of_place};
use crate::base::problem::Problem;
use crate::parameter::json::quoted;
use crate::parameter::{Kind, Parameter};
use crate::scenario::declared::{find, table};
use crate::scenario::language::value::value_problem;
use serde_json::{Map, Value};

/// Key under which editors look for the address of our JSON Schema. It is not part of the scenario.
pub(in crate::scenario) const SCHEMA_ADDRESS: &str = "$schema";

/// Checks names, types and ranges. Returns the value without wrong settings, so the rules can be applied to the others.
pub(in crate::scenario) fn structure(value: &Value, findings: &mut Findings) -> Value {
    match value {
        Value::Object(map) => {
            let mut walk = Walk { root: value, next: 0, findings };
            Value::Object(walk.object("", "", map))
        }
        other => {
            findings.add(|| {
                Problem::new(
                    "the scenario",
                    format!("is {}", quoted(other)),
                    "a JSON object",
                    "Put it in braces: { … }",
                )
            });
            Value::Object(Map::new())
        }
    }
}

struct Walk<'v, 'f> {
    root: &'v Value,
    /// Index in the table of parameters, one after the declaration that was found last.
    next: usize,
    findings: &'f mut Findings,
}

impl Walk<'_, '_> {
    /// The object `map` at `path` without wrong settings. `pattern` is the path of the object in the table of
    /// parameters; `path` and `pattern` are empty or end in a dot.
    fn object(&mut self, path: &str, pattern: &str, map: &Map<String, Value>) -> Map<String, Value> {
        let mut sound = Map::new();
        for (key, value) in map {
            let place = format!("{path}{key}");
            let declared = format!("{pattern}{key}");
            if let Some(parameter) = self.declared(&declared) {
                if let Some(value) = self.parameter(parameter, &place, value) {
                    sound.insert(key.clone(), value);
                }
            } else if is_part(&declared) {
                match value {
                    Value::Object(inner) => {
                        let inner = self.object(&format!("{place}."), &format!("{declared}."), inner);
                        sound.insert(key.clone(), Value::Object(inner));
                    }
                    // A scheduler's queue may be null: every setting of it is optional.
                    Value::Null if declared == "schedulers.*.queue" => {}
                    other => self.findings.add(|| no_object(place, &declared, other)),
                }
            } else if declared == SCHEMA_ADDRESS {
                self.findings.add(|| no_address(value));
            } else {
                let root = self.root;
                self.findings.add(|| unknown(path, pattern, key, root));
            }
        }
        sound
    }

    /// The declaration with exactly this path. JSON that Metasched wrote has the order of the table, so the search
    /// begins after the declaration that was found last.
    fn declared(&mut self, path: &str) -> Option<&'static Parameter> {
        let table = table();
        let mut places = (self.next..table.len()).chain(0..self.next);
        let found = places.find(|&place| table[place].path == path)?;
        self.next = found + 1;
        Some(&table[found])
    }

    fn parameter(&mut self, parameter: &Parameter, place: &str, value: &Value) -> Option<Value> {
        if let Some(problem) = out_of_place(parameter, place, self.root) {
            self.findings.add(|| problem);
            return None;
        }
        if let Some(problem) = value_problem(parameter, place, value) {
            self.findings.add(|| problem);
            return None;
        }
        if is_for_no_model(parameter, self.root) {
            return None;
        }
        match (parameter.kind, value) {
            (Kind::List { of, .. }, Value::Array(list)) => {
                let entries = list.iter().enumerate();
                Some(Value::Array(
                    entries.map(|(i, entry)| self.entry(parameter, of, &format!("{place}.{i}"), entry)).collect(),
                ))
            }
            _ => Some(value.clone()),
        }
    }

    /// A list entry without wrong settings; an empty object if all are wrong.
    fn entry(&mut self, list: &Parameter, of: &str, place: &str, entry: &Value) -> Value {
        let pattern = format!("{}.*.", list.path);
        match entry {
            Value::Object(map) => {
                return Value::Object(self.object(&format!("{place}."), &pattern, map));
            }
            // Short form of a scheduler: the name of its policy.
            Value::String(_) if list.path == "schedulers" => {
                let policy = find("schedulers.0.policy").and_then(|policy| value_problem(policy, place, entry));
                match policy {
                    Some(problem) => self.findings.add(|| problem),
                    None => return entry.clone(),
                }
            }
            other => self.findings.add(|| {
                let short = if list.path == "schedulers" { "the name of a policy, or " } else { "" };
                Problem::new(
                    place,
                    format!("is {}", quoted(other)),
                    format!("{short}an object with {}", names(&pattern).join(", ")),
                    format!("Describe the {of} in braces: {{ … }}"),
                )
            }),
        }
        Value::Object(Map::new())
    }
}

/// True if parameters are declared below `pattern`.
fn is_part(pattern: &str) -> bool {
    table().iter().any(|parameter| {
        parameter.path.strip_prefix(pattern).is_some_and(|rest| rest.starts_with('.') && !rest.starts_with(".*"))
    })
}

/// Problem of an address of the JSON Schema that is not a text.
fn no_address(value: &Value) -> Problem {
    Problem::new(SCHEMA_ADDRESS, format!("is {}", quoted(value)), "a text: where our JSON Schema is", "Leave it out")
}

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;
    use serde_json::{Value, json};

    /// All problems of a scenario, one per line.
    fn problems(value: Value) -> String {
        Scenario::from_value(&value).map_or_else(|problems| problems.to_string(), |_| "none".into())
    }

    #[test]
    fn one_message_in_full() {
        assert_eq!(
            problems(json!({"workload": {"bsbw_mbps": -5}})),
            "workload.bsbw_mbps is -5. Allowed: a number from 0 to 1\u{2009}000\u{2009}000 Mbps. Give a number in this range"
        );
        assert_eq!(
            problems(json!({"queue": "fcsf"})),
            "queue is \"fcsf\". Allowed: fcfs, fpfs, easy, conservative, sjf, njf, or an object. Did you mean fcfs?"
        );
        for queue in [json!("fifo"), json!({ "order": "FIFO" })] {
            let said = problems(json!({ "queue": queue }));
            assert!(said.ends_with(" Did you mean fcfs?"), "{said}");
        }
        assert_eq!(
            problems(json!({ "$schema": 5 })),
            "$schema is 5. Allowed: a text: where our JSON Schema is. Leave it out"
        );
    }

    #[test]
    fn what_workloads_of_other_models_have_is_not_called_allowed() {
        let key = problems(json!({ "workload": { "jobs_per_clutser": 3 } }));
        assert!(key.contains("Allowed: model, "), "{key}");
        assert!(key.contains("jobs_per_cluster, "), "{key}");
        assert!(!key.contains("node_gflops"), "{key}");
        let of_a_log = problems(json!({ "workload": { "model": "swf", "node_gflop": 3 } }));
        assert!(of_a_log.contains("Did you mean workload.node_gflops?"), "{of_a_log}");
        assert!(!of_a_log.contains("jobs_per_cluster"), "{of_a_log}");
    }

    #[test]
    fn all_problems_are_reported_at_once() {
        let all = problems(json!({
            "platfrom": {}, "queue": 3, "seed": 1,
            "workload": {"nodes": [50, 10.5]},
            "schedulers": ["first-fit", "fuzy", {"policy": "b3", "chunk": 2}],
        }));
        for part in [
            "platfrom is not known. Allowed: platform, workload, network, schedulers, queue,",
            "Did you mean platform?",
            "queue is 3.",
            "seed is 1. Allowed: a text of at most 64 characters. Put it in quotes: \"1\"",
            "workload.nodes is [50,10.5]",
            "Round it",
            "schedulers.1 is \"fuzy\"",
            "Did you mean fuzzy?",
            "schedulers.2.chunk is 2. Allowed: a number from 0.01 to 1",
        ] {
            assert!(all.contains(part), "{part} in\n{all}");
        }
        assert_eq!(all.lines().count(), 6, "{all}");
    }

    #[test]
    fn wrong_types_are_explained() {
        for (value, part) in [
            (json!([]), "the scenario is []. Allowed: a JSON object"),
            (json!({"platform": null}), "platform is null. Allowed: an object with clusters"),
            (json!({"platform": {"clusters": {}}}), "Write it as a list"),
            (json!({"platform": {"clusters": []}}), "Add a cluster group"),
            (json!({"platform": {"clusters": [7]}}), "platform.clusters.0 is 7. Allowed: an object with count, nodes"),
            (json!({"workload": {"runtime_s": "450"}}), "Write it without quotes: 450"),
            (json!({"workload": {"runtime_s": null}}), "workload.runtime_s is null"),
            (json!({"workload": {"jobs_per_cluster": 1e300}}), "from 1 to 1\u{2009}000\u{2009}000\u{2009}000 jobs"),
            (json!({"platform": {"clusters": [{"nodes": 4294967296u64}]}}), "from 1 to 10\u{2009}000\u{2009}000 nodes"),
            (json!({"title": "x".repeat(201)}), "it has 201 characters"),
            (json!({"title": "a\u{7}b"}), "control characters"),
            (json!({"schedulers": [null]}), "the name of a policy, or an object with policy"),
            (json!({"bsbw_mbps": 5}), "Did you mean workload.bsbw_mbps?"),
            (json!({"experiment": {"sweep": [{"values": [1, 1.0]}]}}), "1 is there twice"),
            (json!({"experiment": {"sweep": [{"values": ["a"]}]}}), "Give a number"),
            (json!({"schema": 3, "new": 1}), "schema is 3: the scenario was made by a newer version"),
            (json!({"schema": "2"}), "Write it without quotes: 2"),
            (json!({"schema": 1, "new": 1}), "schema is 1: the format before the first release, which is not read"),
            (json!({"schema": 0}), "schema is 0: no format has this number"),
            (json!({"workload": {"model": "swf", "path": "a", "sha256": "XY"}}), "64 hexadecimal digits"),
        ] {
            let all = problems(value);
            assert!(all.contains(part) && all.lines().count() == 1, "{part} in\n{all}");
        }
    }

    #[test]
    fn a_model_has_its_own_parameters() {
        assert_eq!(
            problems(json!({"workload": {"model": "swf", "path": "a.swf", "runtime_s": 5}})),
            "workload.runtime_s is given, but workload.model is swf. Allowed: only if workload.model is synthetic. \
             Leave it out, or choose the other model"
        );
        assert!(problems(json!({"workload": {"path": "a.swf"}})).contains("workload.model is synthetic"));
        let other = problems(json!({"workload": {"model": "grids", "runtime_s": 5}}));
        assert!(other.contains("Did you mean grid?") && other.lines().count() == 1, "{other}");
    }

    #[test]
    fn many_problems_are_counted() {
        let value = Value::Object((0..5000).map(|i| (format!("key{i}"), json!(0))).collect());
        let all = problems(value);
        assert_eq!(all.lines().count(), 51);
        assert!(all.ends_with("the scenario has 4950 more problems. Solve those above first"));
    }
}
