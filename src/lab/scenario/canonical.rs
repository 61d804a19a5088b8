//! Writes a scenario as JSON text: for people with all settings that runs read, for links and digests with all settings
//! that are not default.

use crate::parameter::Kind;
use crate::scenario::declared::find;
use crate::scenario::{Parameter, Scenario, queue};
use serde_json::{Map, Value, json};

impl Scenario {
    /// Indented JSON for people, without settings that have no value or are not read.
    pub fn to_json(&self) -> String {
        let keep = |parameter: &Parameter, path: &str, value: &Value| {
            let matters = !path.starts_with("schedulers.") && parameter.relevant(path, self);
            matters || value != parameter.default()
        };
        let value = self.pruned(&keep);
        let mut text = String::new();
        write(&value, 0, &mut text);
        text.push('\n');
        text
    }

    /// JSON on one line, without settings at their defaults. The text keeps its meaning as long as no default changes;
    /// a changed default raises the version [`SCHEMA`](crate::scenario::SCHEMA).
    pub fn to_compact_json(&self) -> String {
        self.to_compact_value().to_string()
    }

    /// Value of [`to_compact_json`](Scenario::to_compact_json): an object whose first key is the schema.
    pub(super) fn to_compact_value(&self) -> Value {
        self.pruned(&|parameter, path, value| path == "schema" || value != parameter.default())
    }

    fn pruned(&self, keep: &dyn Fn(&Parameter, &str, &Value) -> bool) -> Value {
        let mut value = self.to_value();
        if let Value::Object(map) = &mut value {
            prune(map, "", keep);
        }
        value
    }
}

/// Removes parameters below `path` (empty, or ending in a dot) that have no value or for which `keep` is false. Objects
/// that become empty are removed too.
fn prune(map: &mut Map<String, Value>, path: &str, keep: &dyn Fn(&Parameter, &str, &Value) -> bool) {
    map.retain(|key, value| {
        if value.is_null() {
            return false;
        }
        let place = format!("{path}{key}");
        let Some(parameter) = find(&place) else {
            // The value is a part of the scenario with parameters of its own, or a field that a different model
            // declares.
            let Value::Object(inner) = value else {
                return true;
            };
            prune(inner, &format!("{place}."), keep);
            let name = match place.as_str() {
                "queue" => queue::name_of(inner).filter(|_| !inner.is_empty()),
                _ if key == "queue" => queue::own_name_of(inner),
                _ => None,
            };
            let empty = inner.is_empty();
            if let Some(name) = name {
                *value = name.into();
            }
            return !empty;
        };
        let selects = place.starts_with("schedulers.") && key == "policy";
        if !selects && !keep(parameter, &place, value) {
            return false;
        }
        if let (Kind::List { .. }, Value::Array(list)) = (parameter.kind, value) {
            for (i, entry) in list.iter_mut().enumerate() {
                if let Value::Object(inner) = entry {
                    prune(inner, &format!("{place}.{i}."), keep);
                    // A scheduler with no setting but its policy is written as the name of the policy.
                    if place == "schedulers" && inner.len() == 1 {
                        *entry = inner["policy"].take();
                    }
                }
            }
        }
        true
    });
}

/// Writes indented JSON; a list or an object that fits on one line is not broken.
fn write(value: &Value, depth: usize, out: &mut String) {
    const WIDTH: usize = 100;
    let flat = spaced(value);
    if depth > 0 && flat.len() + 2 * depth <= WIDTH {
        out.push_str(&flat);
        return;
    }
    let mut lines = |open: char, close: char, entries: Vec<(String, &Value)>| {
        out.push(open);
        for (i, (key, entry)) in entries.into_iter().enumerate() {
            out.push_str(if i > 0 { ",\n" } else { "\n" });
            out.push_str(&"  ".repeat(depth + 1));
            out.push_str(&key);
            write(entry, depth + 1, out);
        }
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
        out.push(close);
    };
    match value {
        Value::Object(map) => {
            lines('{', '}', map.iter().map(|(key, entry)| (format!("{}: ", json!(key)), entry)).collect())
        }
        Value::Array(list) => lines('[', ']', list.iter().map(|entry| (String::new(), entry)).collect()),
        _ => out.push_str(&flat),
    }
}

/// JSON on one line, with spaces after colons and commas.
fn spaced(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let entries: Vec<String> =
                map.iter().map(|(key, entry)| format!("{}: {}", json!(key), spaced(entry))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Array(list) => {
            let entries: Vec<String> = list.iter().map(spaced).collect();
            format!("[{}]", entries.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Network, Scheduler, Swf, Workload};

    #[test]
    fn the_default_is_compact() {
        assert_eq!(Scenario::default().to_compact_json(), "{\"schema\":2}");
    }

    #[test]
    fn only_differences_are_compact() {
        let scenario = Scenario {
            workload: Workload::new(Swf { path: "kth.swf".into(), ..Swf::default() }).into(),
            schedulers: vec![Scheduler::named("first-fit").unwrap(), Scheduler::named("b3").unwrap().with("lslt", 0.8)]
                .into(),
            ..Scenario::default()
        };
        assert_eq!(
            scenario.to_compact_json(),
            r#"{"schema":2,"workload":{"model":"swf","path":"kth.swf"},"schedulers":["first-fit",{"policy":"b3","lslt":0.8}]}"#
        );
    }

    #[test]
    fn pretty_shows_what_matters() {
        let text = Scenario::default().to_json();
        assert!(text.contains("\"network\": { \"model\": \"dynamic\", \"sharing\": \"proportional\" }"), "{text}");
        assert!(
            text.contains("\"clusters\": [{ \"count\": 4, \"nodes\": 100, \"link_mbps\": 1000, \"speed\": 1 }]"),
            "{text}"
        );
        assert!(!text.contains("runtime_cv") && !text.contains("null"), "{text}");
        let text = Scenario { network: Network::named("fixed").unwrap().into(), ..Scenario::default() }.to_json();
        assert!(text.contains("\"penalty\": 1.2"), "{text}");
    }
}
