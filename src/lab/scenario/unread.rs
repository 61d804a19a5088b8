//! Finds given settings that no run reads, by the conditions of their declarations. An example is a given threshold
//! under a policy that has no threshold.

use crate::base::problem::{Problem, Problems};
use crate::parameter::Parameter;
use crate::parameter::json::quoted;
use crate::scenario::declared::{find, table};
use crate::scenario::language::path::{self, Values};
use crate::scenario::{Checked, Scenario};
use crate::scenario::{queue, upgrade};
use serde_json::Value;

/// A setting that no run reads.
struct Unread {
    parameter: &'static Parameter,
    place: String,
    problem: Problem,
}

impl Scenario {
    /// One problem for each given setting that no run of this scenario reads. The problem says under which condition
    /// the setting would be read.
    pub fn unread(&self) -> Vec<Problem> {
        split(self.to_value(), is_given).1
    }

    /// The problems of [`unread`](Scenario::unread), and those of unread settings that the user's JSON `written` sets to their defaults.
    pub fn unread_as_written(&self, written: &Value) -> Vec<Problem> {
        let (read, mut problems) = split(self.to_value(), is_given);
        let mut written = written.clone();
        upgrade::by_our_names(&mut written);
        let written = &written;
        // An entry that equals a default entry of the list does not count as written by the user: a program may have
        // written the whole entry.
        let usual = |place: &str| {
            let ends = place.match_indices('.').map(|(end, _)| (&place[..end], &place[end + 1..]));
            ends.into_iter().any(|(list, rest)| {
                let index = rest.split('.').next().unwrap_or_default();
                let entry = find(list).and_then(|list| path::get(list.default(), index));
                entry.is_some() && entry == path::get(written, &format!("{list}.{index}"))
            })
        };
        let is_written = |place: &str| path::get(written, place).filter(|_| !usual(place));
        for parameter in table() {
            let default = parameter.default();
            for place in path::expanded(&read, parameter.path) {
                let same = self.at(&place) == Some(default);
                let Some(value) = is_written(&place).filter(|_| same) else {
                    continue;
                };
                problems.extend(unread_at(parameter, &place, value, &read));
            }
        }
        problems.extend(replaced_queue(written));
        problems
    }
}

impl Checked {
    /// Sets every given setting that no run reads to its default. If there are such settings, the changed scenario is
    /// checked again.
    ///
    /// # Errors
    /// The changed scenario does not pass the checks: a mistake in Metasched.
    pub fn without_given_unread(self) -> Result<Checked, Problems> {
        match split(self.to_value(), is_given) {
            (_, unread) if unread.is_empty() => Ok(self),
            (read, _) => Scenario::from_value(&read),
        }
    }
}

/// The values of a scenario in which every setting that no run reads has its default.
pub(crate) fn without_unread(values: Value) -> Value {
    split(values, |_, _| true).0
}

/// The problem that the scenario's queue is given but not read, because every scheduler names its own queue.
fn replaced_queue(written: &Value) -> Option<Problem> {
    let names_its_own = |scheduler: &Value| scheduler["queue"].is_string();
    let schedulers = written["schedulers"].as_array()?;
    let wrong = "is given, which is not read here, because every scheduler names a queue of its own";
    let allowed = "queue only if a scheduler names none";
    (!written["queue"].is_null() && schedulers.iter().all(names_its_own))
        .then(|| Problem::new("queue", wrong, allowed, "Leave it out"))
}

/// Sets unread settings to their defaults. Returns the values and one problem per setting. Settings for which `counts`
/// (given the place and the value) is false are left as they are.
fn split(mut value: Value, counts: fn(&str, &Value) -> bool) -> (Value, Vec<Problem>) {
    let mut problems: Vec<Problem> = Vec::new();
    loop {
        let mut found = unread(&value);
        found.retain(|own| path::get(&value, &own.place).is_some_and(|there| counts(&own.place, there)));
        if found.is_empty() {
            return (value, problems);
        }
        for Unread { parameter, place, problem } in found {
            // The list that contained the setting may have been removed.
            if let Some(own) = path::get_mut(&mut value, &place) {
                *own = parameter.default().clone();
                if problems.last() != Some(&problem) {
                    problems.push(problem);
                }
            }
        }
        // Because of the changed settings, further settings may now be unread.
    }
}

/// True if the user, not a default, gave the value at `place`. The values inside a default list do not count as given.
fn is_given(place: &str, value: &Value) -> bool {
    let ends = place.match_indices('.').map(|(end, _)| end);
    !ends.into_iter().any(|end| {
        let (list, rest) = (&place[..end], &place[end + 1..]);
        find(list).and_then(|list| path::get(list.default(), rest)) == Some(value)
    })
}

/// The settings of a scenario that no run reads and that do not have their default.
fn unread(scenario: &Value) -> Vec<Unread> {
    let mut found = Vec::new();
    for parameter in table() {
        if parameter.when.is_empty() {
            continue;
        }
        for place in path::expanded(scenario, parameter.path) {
            let Some(value) = path::get(scenario, &place) else {
                continue;
            };
            if value == parameter.default() {
                continue;
            }
            if let Some(problem) = unread_at(parameter, &place, value, scenario) {
                found.push(Unread { parameter, place, problem });
            }
        }
    }
    found
}

/// The problem that no run reads the `value` at `place`; `None` if a run reads it.
fn unread_at(parameter: &Parameter, place: &str, value: &Value, scenario: &Value) -> Option<Problem> {
    let why = parameter.unmet(place, scenario)?;
    let because = why.because(place, scenario);
    let words = why.words(place);
    // If a whole queue is unread, one problem stands for all of its settings.
    let queue = place.rsplit_once('.').map(|(part, _)| part);
    let queue = queue.filter(|part| part.ends_with("queue") && *why == queue::COMMON);
    let (named, what) = match queue {
        Some(queue) => (queue, "given".to_owned()),
        None => (place, quoted(value)),
    };
    let wrong = format!("is {what}, which is not read here{because}");
    let allowed = format!("{named} only if {words}");
    Some(Problem::new(named, wrong, allowed, "Leave it out"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::presets;
    use serde_json::json;

    fn unread(scenario: Value) -> Vec<String> {
        let scenario = Scenario::from_value(&scenario).unwrap();
        scenario.unread().iter().map(Problem::to_string).collect()
    }

    #[test]
    fn what_is_not_read_is_named_with_what_would_read_it() {
        let scenario =
            json!({ "schedulers": [{ "policy": "first-fit", "chunk": 0.5 }, { "policy": "b3", "chunk": 0.5 }] });
        assert_eq!(
            unread(scenario),
            ["schedulers.0.chunk is 0.5, which is not read here, because schedulers.0.policy is \"first-fit\". \
              Allowed: schedulers.0.chunk only if schedulers.0.policy is b3 or tla-coalloc. Leave it out"]
        );
        assert_eq!(unread(json!({})), [""; 0]);
    }

    #[test]
    fn a_queue_that_every_scheduler_replaces_is_named() {
        let problems = |written: Value| {
            let scenario = Scenario::from_value(&written).unwrap();
            scenario.unread_as_written(&written).len()
        };
        let queue = json!({ "overrun": "kill" });
        let own = |queue: Value| json!({ "policy": "b3", "queue": queue });
        let named = [own(json!("easy")), own(json!("fcfs"))];
        assert_eq!(problems(json!({ "queue": queue, "schedulers": named })), 1);
        // A scheduler's queue that is an object replaces only the settings that the object has, so the scenario's queue
        // is read.
        let partly = [own(json!("easy")), own(json!({ "order": "sjf" }))];
        assert_eq!(problems(json!({ "queue": queue, "schedulers": partly })), 0);
        assert_eq!(problems(json!({ "schedulers": named })), 0);
    }

    /// A threshold of 1 is the default. It is reported nevertheless, because the user who wrote it expects an effect.
    #[test]
    fn what_is_written_at_its_default_is_named_too() {
        let written = json!({ "schedulers": [{ "policy": "first-fit", "lslt": 1 }, { "policy": "b1", "lslt": 1 }] });
        let scenario = Scenario::from_value(&written).unwrap();
        assert_eq!(scenario.unread(), []);
        let named = scenario.unread_as_written(&written);
        assert_eq!(named.len(), 1, "{named:?}");
        let text = named[0].to_string();
        let start = "schedulers.0.lslt is 1, which is not read here, because schedulers.0.policy is \"first-fit\"";
        assert!(text.starts_with(start), "{text}");
    }

    #[test]
    fn what_only_an_unread_choice_would_read_is_named_too() {
        let scenario = json!({ "schedulers": [{ "policy": "meta-ffih", "queue": { "backfill": "conservative", "reservations": 3 } }] });
        let places: Vec<String> =
            Scenario::from_value(&scenario).unwrap().unread().into_iter().map(|problem| problem.place).collect();
        assert_eq!(places, ["schedulers.0.queue"]);
    }

    #[test]
    fn without_it_the_scenario_is_the_same_and_all_of_it_is_read() {
        let scenario = json!({ "schedulers": [{ "policy": "first-fit", "chunk": 0.5, "lslt": 0.5 }, "b1"] });
        let cut = without_unread(Scenario::from_value(&scenario).unwrap().to_value());
        let cut = Scenario::from_value(&cut).unwrap();
        assert_eq!(cut, Scenario::from_value(&json!({ "schedulers": ["first-fit", "b1"] })).unwrap());
        assert!(cut.unread().is_empty());
    }

    /// Default classes of a workload are not reported, even if one class in the list was changed.
    #[test]
    fn lists_that_are_there_by_default_stay() {
        let jann97 = |classes: Value| json!({ "workload": { "model": "jann97", "classes": classes } });
        let plain = Scenario::from_value(&json!({ "workload": { "model": "jann97" } })).unwrap();
        assert_eq!(plain.clone().without_given_unread().unwrap(), plain);
        let classes = plain.to_value()["workload"]["classes"].clone();
        assert!(unread(jann97(classes.clone())).is_empty());
        let mut changed = classes.clone();
        changed[2]["top_share"] = json!(0.5);
        let named = unread(jann97(changed));
        assert_eq!(named.len(), 1, "{named:?}");
        assert!(named[0].starts_with("workload.classes.2.top_share is 0.5"), "{named:?}");
    }

    #[test]
    fn every_preset_reads_all_that_it_gives() {
        for preset in presets::all() {
            let unread = presets::scenario(preset).unwrap().unread_as_written(&preset.scenario);
            assert!(unread.is_empty(), "{}: {unread:?}", preset.name);
        }
    }
}
