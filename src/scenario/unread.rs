//! Settings that a scenario gives and no run reads, by what is declared: the threshold of a policy that has none.

use crate::base::problem::Problem;
use crate::scenario::Scenario;
use crate::scenario::language::json::quoted;
use crate::scenario::language::parameter::{Parameter, find, table};
use crate::scenario::language::{fields, path};
use serde_json::Value;

/// A setting that is not read.
struct Unread {
    parameter: &'static Parameter,
    place: String,
    problem: Problem,
}

impl Scenario {
    /// All settings other than the default that nothing in this scenario reads: which, and what would read it.
    pub fn unread(&self) -> Vec<Problem> {
        let (whole, mut problems) = (self.to_value(), self.split().1);
        problems.retain(|problem| !in_default_list(&whole, &problem.place));
        problems
    }

    /// This scenario with everything at its default that nothing in it reads.
    ///
    /// # Errors
    /// None but a mistake in Metasched.
    pub fn without_unread(&self) -> Result<Scenario, Problem> {
        fields::parse(&self.split().0).ok_or_else(|| {
            let wrong = "cannot be read without what does not matter in it";
            let remedy = "This is a mistake in Metasched: please report it";
            Problem::new("the scenario", wrong, "", remedy)
        })
    }

    /// What is read of the expanded scenario, and what is not.
    fn split(&self) -> (Value, Vec<Problem>) {
        let mut value = self.to_value();
        let mut problems: Vec<Problem> = Vec::new();
        loop {
            let found = unread(&value);
            if found.is_empty() {
                return (value, problems);
            }
            for Unread {
                parameter,
                place,
                problem,
            } in found
            {
                // The list that it was in may have gone before it.
                if let Some(own) = path::get_mut(&mut value, &place) {
                    *own = parameter.default().clone();
                    problems.push(problem);
                }
            }
            // What goes may have been what made something else matter.
        }
    }
}

/// Whether `place` is in a list of an expanded scenario that is as it is by default: all of it is there without being given.
fn in_default_list(scenario: &Value, place: &str) -> bool {
    let ends = place.match_indices('.').map(|(end, _)| &place[..end]);
    ends.filter_map(|list| Some((find(list)?, path::get(scenario, list)?)))
        .any(|(list, value)| value == list.default())
}

/// What stands in an expanded scenario, is not default, and is not read.
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
            if let Some(why) = parameter.unmet(&place, scenario) {
                let wrong = format!(
                    "is {}, which is not read here{}",
                    quoted(value),
                    why.because(&place, scenario)
                );
                let allowed = format!("{place} only if {}", why.words(&place));
                let problem = Problem::new(&place, wrong, allowed, "Leave it out");
                found.push(Unread {
                    parameter,
                    place,
                    problem,
                });
            }
        }
    }
    found
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
        let scenario = json!({ "schedulers": [{ "policy": "first-fit", "chunk": 0.5 }, { "policy": "b3", "chunk": 0.5 }] });
        assert_eq!(
            unread(scenario),
            [
                "schedulers.0.chunk is 0.5, which is not read here, because schedulers.0.policy is \"first-fit\"; \
              allowed: schedulers.0.chunk only if schedulers.0.policy is b3 or tla-coalloc. Leave it out"
            ]
        );
        assert_eq!(unread(json!({})), [""; 0]);
    }

    #[test]
    fn what_only_an_unread_choice_would_read_is_named_too() {
        let scenario = json!({ "schedulers": [{ "policy": "meta-ffih", "queue": "conservative", "reservations": 3 }] });
        let places: Vec<String> = Scenario::from_value(&scenario)
            .unwrap()
            .unread()
            .into_iter()
            .map(|problem| problem.place)
            .collect();
        assert_eq!(places, ["schedulers.0.queue", "schedulers.0.reservations"]);
    }

    #[test]
    fn without_it_the_scenario_is_the_same_and_all_of_it_is_read() {
        let scenario =
            json!({ "schedulers": [{ "policy": "first-fit", "chunk": 0.5, "lslt": 0.5 }, "b1"] });
        let cut = Scenario::from_value(&scenario)
            .unwrap()
            .without_unread()
            .unwrap();
        assert_eq!(
            cut,
            Scenario::from_value(&json!({ "schedulers": ["first-fit", "b1"] })).unwrap()
        );
        assert!(cut.unread().is_empty());
    }

    #[test]
    fn every_preset_reads_all_that_it_gives() {
        for preset in presets::all() {
            let unread = preset.scenario().unwrap().unread();
            assert!(unread.is_empty(), "{}: {unread:?}", preset.name);
        }
    }
}
