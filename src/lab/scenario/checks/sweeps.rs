//! Rules of sweeps, and the scenarios at their points.

use crate::base::problem::Problem;
use crate::parameter::json::{quoted, tidied};
use crate::parameter::{Kind, Parameter};
use crate::scenario::checks::findings::Findings;
use crate::scenario::checks::point_rules::check_point;
use crate::scenario::declared::find;
use crate::scenario::language::path;
use crate::scenario::language::value::value_problem;
use crate::scenario::{Scenario, Sweep};
use crate::words::nearest::nearest;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Makes the scenarios at the points of a sweep, which may have thousands of points. A swept number never decides
/// whether another setting is read, so the places of swept settings are found once. Points that have equal values in a
/// part of the scenario share this part.
pub struct Points {
    /// The scenario without sweeps.
    scenario: Scenario,
    /// Swept parameters, each with the places that it stands for.
    places: Vec<(String, Vec<String>)>,
    /// For each part of the scenario and each combination of swept values in this part: a scenario with these values.
    known: BTreeMap<(&'static str, String), Scenario>,
}

impl Points {
    /// Points of the sweeps of `scenario`.
    pub fn of(scenario: &Scenario) -> Points {
        let places = scenario.experiment.sweep.iter().map(|sweep| {
            let places = path::places(scenario, &sweep.parameter);
            (sweep.parameter.clone(), places)
        });
        let places = places.collect();
        let mut scenario = scenario.clone();
        scenario.set([("experiment.sweep", json!([]))]);
        Points { scenario, places, known: BTreeMap::new() }
    }

    /// The scenario with these values of swept parameters. Nothing is checked: the checks of a scenario cover its sweeps.
    ///
    /// # Errors
    /// A value does not fit its parameter: a mistake in Metasched.
    pub fn at(&mut self, parameters: &Map<String, Value>) -> Result<Scenario, Problem> {
        let mut here = self.scenario.clone();
        for &part in Scenario::PARTS {
            let in_part = |place: &str| place.strip_prefix(part).is_some_and(|rest| rest.starts_with('.'));
            let values =
                self.places.iter().filter_map(|(parameter, places)| Some((places, parameters.get(parameter)?)));
            let values: Vec<(&str, &Value)> = values
                .flat_map(|(places, value)| places.iter().map(move |place| (place.as_str(), value)))
                .filter(|(place, _)| in_part(place))
                .collect();
            if values.is_empty() {
                continue;
            }
            let text: String = values.iter().map(|(_, value)| format!("{value} ")).collect();
            let known = match self.known.entry((part, text)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let mut made = self.scenario.clone();
                    if !made.set(values.iter().map(|(place, value)| (*place, (*value).clone())))
                        || !follow(&mut made, &values)
                    {
                        let wrong = format!("cannot be put at {parameters:?}");
                        let remedy = "This is a mistake in Metasched: please report it";
                        return Err(Problem::new("experiment.sweep", wrong, "", remedy));
                    }
                    new.insert(made)
                }
            };
            here.share(part, known);
        }
        Ok(here)
    }
}

/// Sets settings of schedulers that depend on swept settings, such as weights that share what the swept weights leave
/// of 1. Returns false if a setting cannot be set.
fn follow(scenario: &mut Scenario, swept: &[(&str, &Value)]) -> bool {
    let mut dependent = Vec::new();
    for (i, own) in scenario.schedulers.iter().enumerate() {
        let is_swept = |setting: &str| swept.iter().any(|(place, _)| *place == format!("schedulers.{i}.{setting}"));
        let settings = (own.policy.info().swept)(&own.own, &is_swept);
        dependent.extend(settings.into_iter().map(|(setting, value)| (format!("schedulers.{i}.{setting}"), value)));
    }
    dependent.is_empty() || scenario.set(dependent.iter().map(|(place, value)| (place.as_str(), value.clone())))
}

/// Checks the sweeps of a scenario that has no other problem.
pub(in crate::scenario) fn check(scenario: &Scenario, findings: &mut Findings) {
    if scenario.experiment.sweep.is_empty() {
        return;
    }
    let mut fit = true;
    for (i, sweep) in scenario.experiment.sweep.iter().enumerate() {
        let place = format!("experiment.sweep.{i}");
        if let Some(problem) = sweep_problem(sweep, &place, scenario) {
            findings.add(|| problem);
            fit = false;
        }
    }
    if let [first, second] = scenario.experiment.sweep.as_slice()
        && (path::covers(&first.parameter, &second.parameter) || path::covers(&second.parameter, &first.parameter))
    {
        fit = false;
        findings.add(|| {
            let varied = match first.parameter == second.parameter {
                true => "as in the first sweep",
                false => "which the first sweep varies too",
            };
            Problem::new(
                "experiment.sweep.1.parameter",
                format!("is {}, {varied}", quoted(&Value::from(second.parameter.as_str()))),
                "another parameter",
                "Put all values into one sweep",
            )
        });
    }
    if fit {
        corners_hold(scenario, findings);
    }
}

/// First problem of one sweep.
fn sweep_problem(sweep: &Sweep, place: &str, scenario: &Scenario) -> Option<Problem> {
    let name = sweep.parameter.as_str();
    let parameter = find(name)?;
    // The default sweep is allowed where bandwidth is not read: its curves are level lines.
    let by_default = *sweep == Sweep::default();
    if path::places(scenario, name).is_empty() && !by_default {
        let (wrong, allowed, remedy) = nowhere(parameter, name, scenario);
        let wrong = format!("is {name}, {wrong}");
        return Some(Problem::new(format!("{place}.parameter"), wrong, allowed, remedy));
    }
    let one = end_of_pair(parameter, name);
    sweep
        .values
        .iter()
        .enumerate()
        .find_map(|(i, &number)| value_problem(&one, &format!("{place}.values.{i}"), &tidied(Value::from(number))))
}

/// Reason why a sweep of `name` would change nothing: what is wrong, what is allowed, what to do.
fn nowhere(parameter: &Parameter, name: &str, scenario: &Scenario) -> (String, String, String) {
    if let Some(unknown) = unknown_constant(parameter, name, scenario) {
        return unknown;
    }
    let (wrong, allowed, remedy) = no_place(parameter, name, scenario);
    (wrong, allowed, remedy.to_owned())
}

/// Reason why a sweep of `name` would change nothing, if `name` is a constant that the scheduler or queue at this path
/// does not have.
fn unknown_constant(parameter: &Parameter, name: &str, scenario: &Scenario) -> Option<(String, String, String)> {
    let (all, constant) = name.rsplit_once('.')?;
    let (all, Kind::Constants { .. }) = (path::get(scenario, all)?.as_object()?, parameter.kind) else {
        return None;
    };
    if all.contains_key(constant) || parameter.unmet(name, scenario).is_some() {
        return None;
    }
    let names: Vec<&str> = all.keys().map(String::as_str).collect();
    let remedy = match nearest(constant, names.iter().copied()) {
        Some(near) => format!("Did you mean {near}?"),
        None => "Declare it, or sweep one that is declared".to_owned(),
    };
    let allowed = match names.is_empty() {
        true => "one of its constants, of which there are none".to_owned(),
        false => format!("one of its constants: {}", names.join(", ")),
    };
    Some(("which is not declared".to_owned(), allowed, remedy))
}

fn no_place(parameter: &Parameter, name: &str, scenario: &Scenario) -> (String, String, &'static str) {
    let unmet = parameter.unmet(name, scenario);
    let found = unmet.and_then(|when| when.found(name, scenario));
    if let Some(when) = unmet
        && (found.is_some() || path::get(scenario, name).is_some())
    {
        return (
            format!("which changes nothing here{}", when.because(name, scenario)),
            format!("{name} only if {}", when.words(name)),
            "Sweep another parameter, or change the choice",
        );
    }
    let list = parameter.path.split_once(".*.").map(|(list, _)| list);
    let entries = |list: &str| path::get(scenario, list).and_then(Value::as_array).map(Vec::len);
    if let Some((list, count)) = list.and_then(|list| Some((list, entries(list)?))) {
        let index = name[list.len() + 1..].split('.').next().unwrap_or_default();
        if index == "*" {
            let allowed = match unmet {
                Some(when) => format!("only with an entry whose {}", when.words(name)),
                None => "only with an entry that has it".into(),
            };
            return (
                format!("which applies to none of the {count} entries of {list}"),
                allowed,
                "Sweep another parameter, or add such an entry",
            );
        }
        if index.parse::<usize>().is_ok_and(|index| index >= count) {
            return (
                format!("but there is no {list}.{index}, counted from 0"),
                format!("an index below {count}, or * for all"),
                "Correct the index, or add the entry",
            );
        }
    }
    (
        "which this scenario does not have".into(),
        "the path of a parameter that is there".into(),
        "Sweep another parameter, or give this one a value",
    )
}

/// The declaration of a single swept value. If the parameter is a pair of numbers, this is the declaration of one end
/// of the pair.
fn end_of_pair(parameter: &Parameter, path: &str) -> Parameter {
    let kind = parameter.kind_at(path).unwrap_or(parameter.kind);
    Parameter { kind, ..*parameter }
}

/// Applies the rules at the corners of the sweeps (combinations of smallest and largest values). Every rule is monotone
/// in every number: a rule that holds at the corners holds at all points between them.
fn corners_hold(scenario: &Scenario, findings: &mut Findings) {
    let mut corners = vec![(Map::new(), String::new())];
    for sweep in &scenario.experiment.sweep {
        let low = sweep.values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = sweep.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        corners = corners
            .into_iter()
            .flat_map(|corner| [(corner.clone(), low), (corner, high)])
            .map(|((mut at, words), end)| {
                at.insert(sweep.parameter.clone(), tidied(Value::from(end)));
                let joint = if words.is_empty() { "" } else { " and " };
                (at, format!("{words}{joint}{} = {end}", sweep.parameter))
            })
            .collect();
    }
    let mut points = Points::of(scenario);
    for (at, words) in corners {
        let Ok(at) = points.at(&at) else {
            continue;
        };
        let mut broken = Findings::default();
        check_point(&at, scenario.experiment.point_count(), &mut broken);
        // A problem that was found without the sweep is not reported again.
        if let Err(problems) = broken.result()
            && let Some(problem) = problems.0.into_iter().find(|own| !findings.knows(own))
        {
            findings.add(|| {
                Problem::new(
                    "experiment.sweep",
                    format!("breaks a rule at {words}: {} {}", problem.place, problem.wrong),
                    problem.allowed,
                    "Change the values of the sweep",
                )
            });
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn problems(value: Value) -> String {
        Scenario::from_value(&value).map_or_else(|problems| problems.to_string(), |_| "none".into())
    }

    #[test]
    fn what_is_wrong_at_every_point_is_said_once() {
        let nodes = json!({"workload": {"nodes": [60, 50]}});
        assert_eq!(problems(nodes).matches("[60, 50]").count(), 1);
    }

    fn sweep(parameter: &str, values: Value) -> Value {
        json!({"sweep": [{"parameter": parameter, "values": values}]})
    }

    #[test]
    fn sweeps_must_change_something() {
        for (experiment, part) in [
            (sweep("network.penalty", json!([2])), "changes nothing here, because network.model is \"dynamic\""),
            (sweep("workload.runtime_cv", json!([2])), "because workload.runtime_distribution is \"exponential\""),
            (sweep("schedulers.0.chunk", json!([0.5])), "because schedulers.0.policy is \"no-share\""),
            (
                sweep("schedulers.9.chunk", json!([0.5])),
                "is schedulers.9.chunk, but there is no schedulers.9, counted from 0. \
                 Allowed: an index below 6, or * for all. Correct the index, or add the entry",
            ),
            (sweep("platform.clusters.3.nodes", json!([64])), "there is no platform.clusters.3, counted from 0"),
            (
                sweep("workload.clusters.*.bsbw_mbps", json!([64])),
                "is workload.clusters.*.bsbw_mbps, which applies to none of the 0 entries of workload.clusters",
            ),
            (
                sweep("schedulers.*.lslt", json!([0.5, 11])),
                "experiment.sweep.0.values.1 is 11. Allowed: a number from 0 to 10",
            ),
            (sweep("schedulers.*.label", json!([1])), "Label cannot be swept"),
            (sweep("schedulers.*", json!([1])), "is \"schedulers.*\""),
            (sweep("workload.max_jobs", json!([64])), "only if workload.model is swf"),
            (sweep("queue.order", json!([1])), "Order cannot be swept"),
            (sweep("experiment.replications", json!([1])), "Replications cannot be swept"),
            (sweep("workload.nodes", json!([1])), "workload.nodes.0 or workload.nodes.1"),
            (sweep("workload.bsbw", json!([1])), "Did you mean workload.bsbw_mbps?"),
            (
                sweep("workload.bsbw_mbps", json!([5, -5])),
                "experiment.sweep.0.values.1 is -5. Allowed: a number from 0",
            ),
            (sweep("platform.clusters.0.nodes", json!([64, 64.5])), "experiment.sweep.0.values.1 is 64.5"),
            (
                sweep("workload.nodes.0", json!([10, 60])),
                "breaks a rule at workload.nodes.0 = 60: workload.nodes is [60, 50]",
            ),
        ] {
            let all = problems(json!({"experiment": experiment}));
            assert!(all.contains(part) && all.lines().count() == 1, "{part} in\n{all}");
        }
    }

    #[test]
    fn a_star_sweeps_the_entries_to_which_it_applies() {
        let with = |schedulers: Value, sweep: Value| {
            Scenario::from_value(&json!({"schedulers": schedulers, "experiment": {"sweep": sweep}}))
        };
        let lslt = json!({"parameter": "schedulers.*.lslt", "values": [0.5, 0.8]});
        let two = json!(["ideal", "b3", {"policy": "b3", "chunk": 0.7}]);
        let scenario = with(two.clone(), json!([lslt])).unwrap();
        let point = |value: Value| {
            let parameters = [("schedulers.*.lslt".to_owned(), value)];
            let here = Points::of(&scenario).at(&parameters.into_iter().collect()).unwrap();
            here.schedulers.iter().map(|own| own.number("lslt")).collect::<Vec<_>>()
        };
        assert_eq!(point(json!(0.5)), [1.0, 0.5, 0.5]);
        assert_eq!(scenario.scheduler_names(), ["ideal", "b3 (chunk 0.85)", "b3 (chunk 0.7)"]);
        let refused = |schedulers, sweep| with(schedulers, sweep).unwrap_err().to_string();
        assert_eq!(
            refused(json!(["ideal", "fixed"]), json!([lslt])),
            "experiment.sweep.0.parameter is schedulers.*.lslt, which applies to none of the 2 entries of schedulers. \
             Allowed: only with an entry whose schedulers.*.policy is a1 or b1 or b2 or b3 or b4 or tla-coalloc. Sweep another \
             parameter, or add such an entry"
        );
        let one = json!({"parameter": "schedulers.1.lslt", "values": [1]});
        let twice = "is \"schedulers.1.lslt\", which the first sweep varies too";
        assert!(refused(two.clone(), json!([lslt, one])).contains(twice));
        assert!(refused(two, json!([one, lslt])).contains("which the first sweep varies too"));
        // The names of schedulers do not contain swept settings, so these two are the same scheduler at every point.
        let same = json!(["b3", {"policy": "b3", "lslt": 0.7}]);
        let names = with(same, json!([lslt])).unwrap().scheduler_names();
        assert_eq!(names, ["b3 (chunk 0.85)", "b3 (chunk 0.85) (2)"]);
    }
}
