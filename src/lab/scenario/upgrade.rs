//! What a scenario may say in several ways, and what older versions of the format said, as it is said now.

use crate::scenario::queue;
use serde_json::{Map, Value, json};

/// How many jobs had a reservation in a conservative queue of schema 1 that did not say so.
const FORMER_RESERVATIONS: u32 = 100;

/// A scenario in which everything has one form: queues are objects, and what schema 1 meant by leaving something out is
/// written in. What cannot be understood stays as it is, for the checks.
pub(super) fn upgraded(mut value: Value) -> Value {
    if let Value::Object(map) = &mut value {
        // It tells editors where our JSON Schema is.
        if map.get("$schema").is_some_and(Value::is_string) {
            map.shift_remove("$schema");
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
    value
}

/// The list at a path; empty if there is none.
fn list<'m>(map: &'m mut Map<String, Value>, path: &[&str]) -> impl Iterator<Item = &'m mut Value> {
    let mut names = path.iter();
    let first = names.next().and_then(|name| map.get_mut(*name));
    let found = first.and_then(|first| names.try_fold(first, |value, name| value.get_mut(name)));
    found.and_then(Value::as_array_mut).into_iter().flatten()
}

/// Where the parameter at a path, which may be of an older form, stands.
pub fn place(path: &str) -> String {
    match path.strip_suffix("reservations") {
        Some(before)
            if before.is_empty()
                || (before.starts_with("schedulers.") && before.split('.').count() == 3) =>
        {
            format!("{before}queue.reservations")
        }
        _ => path.to_owned(),
    }
}

/// The name of a queue and the number of reservations beside it as one object; a scheduler `may_inherit` them.
fn one_form(map: &mut Map<String, Value>, may_inherit: bool) {
    if let Some(settings) = map
        .get("queue")
        .and_then(Value::as_str)
        .and_then(queue::named)
    {
        map.insert("queue".to_owned(), Value::Object(settings));
    }
    let Some(reservations) = map.get("reservations").cloned() else {
        return;
    };
    let given_twice = map.get("queue").is_some_and(|queue| {
        queue
            .get("reservations")
            .is_some_and(|own| own != "all" && *own != reservations)
    });
    let queue = map
        .entry("queue")
        .or_insert_with(|| Value::Object(Map::new()));
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
        let read =
            |value: &Value| Scenario::from_value(value).unwrap_or_else(|e| panic!("{value}: {e}"));
        assert_eq!(read(&old), read(&new));
    }

    #[test]
    fn what_schema_1_left_out_is_written_in() {
        same(
            json!({ "schema": 1, "queue": "conservative" }),
            json!({ "queue": { "backfill": "conservative", "reservations": 100 } }),
        );
        same(
            json!({ "schema": 2, "queue": "conservative" }),
            json!({ "queue": { "backfill": "conservative" } }),
        );
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
            problems.contains("reservations is not known")
                && problems.contains("queue.reservations"),
            "{problems}"
        );
        assert_eq!(
            place("schedulers.*.reservations"),
            "schedulers.*.queue.reservations"
        );
        assert_eq!(place("queue.reservations"), "queue.reservations");
    }
}
