//! Converts alternative spellings in a scenario (names of queues, other names of settings) to one form.

use crate::models::Policy;
use crate::parameter::path;
use crate::scenario::checks::check::SCHEMA_ADDRESS;
use crate::scenario::declared::find;
use crate::scenario::language::value::value_problem;
use crate::scenario::queue;
use serde_json::{Map, Value};

/// A scenario in which queues are objects and settings have their declared names. Values that cannot be understood are left for the checks.
pub(super) fn upgraded(mut value: Value) -> Value {
    if let Value::Object(map) = &mut value {
        if map.get(SCHEMA_ADDRESS).is_some_and(Value::is_string) {
            map.shift_remove(SCHEMA_ADDRESS);
        }
        one_form(map);
        let schedulers = map.get_mut("schedulers").and_then(Value::as_array_mut);
        schedulers.into_iter().flatten().filter_map(Value::as_object_mut).for_each(one_form);
    }
    by_our_names(&mut value);
    value
}

/// Renames settings of schedulers that are given under another name that the policy has for them. The new name is the
/// declared name.
pub(super) fn by_our_names(scenario: &mut Value) {
    let schedulers = scenario.get_mut("schedulers").and_then(Value::as_array_mut);
    for scheduler in schedulers.into_iter().flatten() {
        for (other, own) in other_names(scheduler) {
            let is_free = find(&format!("schedulers.*.{own}")).is_some_and(|declared| {
                let given = scheduler.get(own);
                given.is_none_or(|given| given == declared.default())
            });
            if is_free
                && !is_of_another(other, &scheduler[*other])
                && let Value::Object(map) = scheduler
                && let Some(value) = map.shift_remove(*other)
            {
                map.insert((*own).to_owned(), value);
            }
        }
    }
}

/// The other names for settings that the policy of this scheduler accepts, each with the declared name of the setting.
fn other_names(scheduler: &Value) -> &'static [(&'static str, &'static str)] {
    let policy = scheduler.get("policy").and_then(Value::as_str);
    let policy = policy.and_then(Policy::named);
    policy.map_or(&[], |own| own.info().also)
}

/// True if another policy has a setting with this name that accepts this value.
fn is_of_another(name: &str, value: &Value) -> bool {
    let declared = find(&format!("schedulers.*.{name}"));
    declared.is_some_and(|declared| value_problem(declared, "", value).is_none())
}

/// The path of the setting that `path` means: the last name in `path` may be another name that the scheduler's policy
/// has for the setting.
pub(super) fn place_in(scenario: &Value, path: &str, value: &Value) -> String {
    let (scheduler, name) = path.rsplit_once('.').unwrap_or_default();
    let names = path::get(scenario, scheduler).map_or(&[][..], other_names);
    match names.iter().find(|(other, _)| *other == name) {
        Some((other, own)) if !is_of_another(other, value) => format!("{scheduler}.{own}"),
        _ => path.to_owned(),
    }
}

/// Replaces the name of a queue by its settings.
fn one_form(map: &mut Map<String, Value>) {
    if let Some(settings) = map.get("queue").and_then(Value::as_str).and_then(queue::named) {
        map.insert("queue".to_owned(), Value::Object(settings));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use serde_json::json;

    fn same(old: Value, new: Value) {
        let read = |value: &Value| Scenario::from_value(value).unwrap_or_else(|e| panic!("{value}: {e}"));
        assert_eq!(read(&old), read(&new));
    }

    #[test]
    fn choices_and_settings_have_other_names() {
        same(
            json!({ "queue": { "overrun": "killed" }, "schedulers": [
                { "policy": "formula", "score": "free" }, { "policy": "b1", "queue": { "overrun": "runs-on" } }] }),
            json!({ "queue": { "overrun": "kill" }, "schedulers": [
                { "policy": "formula", "place_score": "free" }, { "policy": "b1", "queue": { "overrun": "run-on" } }] }),
        );
        let formula = json!({ "schedulers": ["formula", { "policy": "tla", "score": "wait" }] });
        let scenario = Scenario::from_value(&formula).unwrap();
        let set = |at: usize, value: &str| scenario.with(&format!("schedulers.{at}.score"), &json!(value)).unwrap();
        assert_eq!(set(0, "free"), scenario.with("schedulers.0.place_score", &json!("free")).unwrap());
        let other = set(1, "fairness");
        assert_eq!(other.schedulers[1].setting("score"), Some(&json!("fairness")));
        // A setting that belongs to a different policy keeps its name, whether it is read or not.
        let unread = json!({ "schedulers": [{ "policy": "formula", "score": "wait" }] });
        let scheduler = &Scenario::from_value(&unread).unwrap().schedulers[0];
        assert_eq!(scheduler.setting("score"), Some(&json!("wait")));
        let twice = json!({ "schedulers": [{ "policy": "formula", "score": "free", "place_score": "-free" }] });
        let problems = Scenario::from_value(&twice).unwrap_err().to_string();
        assert!(problems.starts_with("schedulers.0.score is \"free\". Allowed: "), "{problems}");
    }
}
