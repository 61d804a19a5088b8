//! What a scenario may say in several ways, and what older versions of the format said, as it is said now.

use crate::models::Policy;
use crate::parameter::path;
use crate::scenario::checks::check::SCHEMA_ADDRESS;
use crate::scenario::declared::find;
use crate::scenario::language::value::value_problem;
use crate::scenario::queue;
use serde_json::{Map, Value, json};

/// How many jobs had a reservation in a conservative queue of schema 1 that did not say so.
const FORMER_RESERVATIONS: u32 = 100;

/// A scenario in which everything has one form: queues are objects, and what schema 1 meant by leaving something out is
/// written in. What cannot be understood stays as it is, for the checks.
pub(super) fn upgraded(mut value: Value) -> Value {
    if let Value::Object(map) = &mut value {
        if map.get(SCHEMA_ADDRESS).is_some_and(Value::is_string) {
            map.shift_remove(SCHEMA_ADDRESS);
        }
        if map.get("schema") == Some(&json!(1)) {
            from_schema_1(map);
            map.insert("schema".to_owned(), json!(2));
        }
        one_form(map, false);
        for scheduler in list(map, &["schedulers"]) {
            if let Value::Object(own) = scheduler {
                one_form(own, true);
            }
        }
        for sweep in list(map, &["experiment", "sweep"]) {
            if let Some(Value::String(parameter)) = sweep.get_mut("parameter") {
                *parameter = place(parameter);
            }
        }
    }
    by_our_names(&mut value);
    value
}

/// Gives the settings of schedulers the names that we write where a policy has others for them.
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

/// The other names that a scheduler's policy has for its settings, each with ours.
fn other_names(scheduler: &Value) -> &'static [(&'static str, &'static str)] {
    let policy = scheduler.get("policy").and_then(Value::as_str);
    let policy = policy.and_then(Policy::named);
    policy.map_or(&[], |own| own.info().also)
}

/// Whether a value under such a name is one that a setting of another policy takes, which has that name.
fn is_of_another(name: &str, value: &Value) -> bool {
    let declared = find(&format!("schedulers.*.{name}"));
    declared.is_some_and(|declared| value_problem(declared, "", value).is_none())
}

/// The list at a path; empty if there is none.
fn list<'m>(map: &'m mut Map<String, Value>, path: &[&str]) -> impl Iterator<Item = &'m mut Value> {
    let mut names = path.iter();
    let first = names.next().and_then(|name| map.get_mut(*name));
    let found = first.and_then(|first| names.try_fold(first, |value, name| value.get_mut(name)));
    found.and_then(Value::as_array_mut).into_iter().flatten()
}

/// Where the parameter at a path, which may be of an older form, stands; in a scheduler of this scenario a value may be given under
/// another name.
pub(super) fn place_in(scenario: &Value, path: &str, value: &Value) -> String {
    let place = place(path);
    let (scheduler, name) = place.rsplit_once('.').unwrap_or_default();
    let names = path::get(scenario, scheduler).map_or(&[][..], other_names);
    match names.iter().find(|(other, _)| *other == name) {
        Some((other, own)) if !is_of_another(other, value) => format!("{scheduler}.{own}"),
        _ => place,
    }
}

/// Where the parameter at a path, which may be of an older form, stands.
fn place(path: &str) -> String {
    match path.strip_suffix("reservations") {
        Some(before) if before.is_empty() || (before.starts_with("schedulers.") && before.split('.').count() == 3) => {
            format!("{before}queue.reservations")
        }
        _ => path.to_owned(),
    }
}

/// The name of a queue and the number of reservations beside it as one object; a scheduler `may_inherit` them.
fn one_form(map: &mut Map<String, Value>, may_inherit: bool) {
    if let Some(settings) = map.get("queue").and_then(Value::as_str).and_then(queue::named) {
        map.insert("queue".to_owned(), Value::Object(settings));
    }
    let Some(reservations) = map.get("reservations").cloned() else {
        return;
    };
    let given_twice = map
        .get("queue")
        .is_some_and(|queue| queue.get("reservations").is_some_and(|own| own != "all" && *own != reservations));
    let queue = map.entry("queue").or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(queue) = queue
        && !given_twice
        && (may_inherit || !reservations.is_null())
    {
        if !reservations.is_null() {
            queue.insert("reservations".to_owned(), reservations);
        }
        map.shift_remove("reservations");
    }
}

/// Writes the defaults of schema 1 in: a hundred reservations in conservative queues, also in those of schedulers that inherit them from
/// the scenario, and estimates that are the run times of a log.
fn from_schema_1(map: &mut Map<String, Value>) {
    let conservative = |queue: Option<&Value>| queue.is_some_and(|queue| queue == "conservative");
    let mut reserving = conservative(map.get("queue"));
    for scheduler in list(map, &["schedulers"]) {
        let own = |name: &str| scheduler.get(name).filter(|own| !own.is_null());
        if conservative(own("queue")) && own("reservations").is_none() {
            reserving = true;
            let mut settings = queue::named("conservative").unwrap_or_default();
            settings.shift_remove("reservations");
            scheduler["queue"] = Value::Object(settings);
        }
    }
    if reserving && !map.contains_key("reservations") {
        map.insert("reservations".to_owned(), FORMER_RESERVATIONS.into());
    }
    if let Some(Value::Object(workload)) = map.get_mut("workload") {
        let logged = workload.get("model").is_some_and(|model| model == "swf");
        let exact = workload.get("estimates").is_none_or(|own| own == "exact");
        if logged && exact {
            workload.insert("estimates".to_owned(), "exact".into());
        } else if exact {
            // Of drawn jobs the run time is what is known.
            workload.shift_remove("estimates");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    fn same(old: Value, new: Value) {
        let read = |value: &Value| Scenario::from_value(value).unwrap_or_else(|e| panic!("{value}: {e}"));
        assert_eq!(read(&old), read(&new));
    }

    #[test]
    fn what_schema_1_left_out_is_written_in() {
        same(
            json!({ "schema": 1, "queue": "conservative" }),
            json!({ "queue": { "backfill": "conservative", "reservations": 100 } }),
        );
        same(json!({ "schema": 2, "queue": "conservative" }), json!({ "queue": { "backfill": "conservative" } }));
        same(
            json!({ "schema": 1, "workload": { "model": "swf", "path": "a" } }),
            json!({ "workload": { "model": "swf", "path": "a", "estimates": "exact" } }),
        );
        same(
            json!({ "schema": 1, "reservations": 7, "schedulers": [{ "policy": "b1", "queue": "conservative" },
                { "policy": "b1", "queue": "conservative", "reservations": 3 }, { "policy": "b1", "queue": "easy" }] }),
            json!({ "queue": { "reservations": 7 }, "schedulers": [
                { "policy": "b1", "queue": { "order": "fcfs", "backfill": "conservative", "tried": "queue", "overrun": "run-on", "pass": "instant" } },
                { "policy": "b1", "queue": "conservative", "reservations": 3 },
                { "policy": "b1", "queue": { "order": "fcfs", "backfill": "easy", "tried": "queue", "overrun": "run-on", "pass": "instant" } }] }),
        );
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
        // The setting of another policy stays what it is, read or not.
        let unread = json!({ "schedulers": [{ "policy": "formula", "score": "wait" }] });
        let scheduler = &Scenario::from_value(&unread).unwrap().schedulers[0];
        assert_eq!(scheduler.setting("score"), Some(&json!("wait")));
        let twice = json!({ "schedulers": [{ "policy": "formula", "score": "free", "place_score": "-free" }] });
        let problems = Scenario::from_value(&twice).unwrap_err().to_string();
        assert!(problems.starts_with("schedulers.0.score is \"free\"; allowed: "), "{problems}");
    }

    #[test]
    fn reservations_have_two_places() {
        same(
            json!({ "queue": "conservative", "reservations": 5, "schedulers": ["b1", { "policy": "b2", "reservations": "all" }],
                "experiment": { "sweep": [{ "parameter": "reservations", "values": [1, 5] }] } }),
            json!({ "queue": { "backfill": "conservative", "reservations": 5 },
                "schedulers": ["b1", { "policy": "b2", "queue": { "reservations": "all" } }],
                "experiment": { "sweep": [{ "parameter": "queue.reservations", "values": [1, 5] }] } }),
        );
        let twice = json!({ "queue": { "backfill": "conservative", "reservations": 5 }, "reservations": 6 });
        let problems = Scenario::from_value(&twice).unwrap_err().to_string();
        assert!(
            problems.contains("reservations is not known") && problems.contains("queue.reservations"),
            "{problems}"
        );
        assert_eq!(place("schedulers.*.reservations"), "schedulers.*.queue.reservations");
        assert_eq!(place("queue.reservations"), "queue.reservations");
    }
}
