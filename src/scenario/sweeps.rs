//! What a sweep must agree on with the scenario that it varies.

use super::check::Findings;
use super::json::{quoted, tidied};
use super::parameter::{Kind, Parameter, find};
use super::rules::check_point;
use super::value::value_problem;
use super::{Scenario, Sweep, path};
use crate::base::problem::Problem;
use serde_json::Value;

/// Checks the sweeps of a scenario that is sound otherwise.
pub(super) fn check(scenario: &Scenario, findings: &mut Findings) {
    let value = scenario.to_value();
    let mut fit = true;
    for (i, sweep) in scenario.experiment.sweep.iter().enumerate() {
        let place = format!("experiment.sweep.{i}");
        if let Some(problem) = sweep_problem(sweep, &place, &value) {
            findings.add(|| problem);
            fit = false;
        }
    }
    if let [first, second] = scenario.experiment.sweep.as_slice()
        && first.parameter == second.parameter
    {
        fit = false;
        findings.add(|| {
            Problem::new(
                "experiment.sweep.1.parameter",
                format!(
                    "is {}, as in the first sweep",
                    quoted(&Value::from(second.parameter.as_str()))
                ),
                "another parameter",
                "Put all values into one sweep",
            )
        });
    }
    if fit {
        corners_hold(scenario, &value, findings);
    }
}

/// The first problem of one sweep in the scenario with the expanded `value`.
fn sweep_problem(sweep: &Sweep, place: &str, value: &Value) -> Option<Problem> {
    let name = sweep.parameter.as_str();
    let parameter = find(name)?;
    if let Some((other, when)) = parameter.unmet(name, value) {
        let now = path::get(value, &other).map_or_else(|| "missing".into(), quoted);
        return Some(Problem::new(
            format!("{place}.parameter"),
            format!("is {name}, which changes nothing here, because {other} is {now}"),
            format!("{name} only if {other} is {}", when.is.join(" or ")),
            "Sweep another parameter, or change the choice",
        ));
    }
    if path::get(value, name).is_none() {
        return Some(Problem::new(
            format!("{place}.parameter"),
            format!("is {name}, which this scenario does not have"),
            "the path of a parameter that is there; entries of a list are counted from 0",
            "Correct the index, or add the entry",
        ));
    }
    let one = end_of_pair(parameter, name);
    sweep.values.iter().enumerate().find_map(|(i, &number)| {
        value_problem(
            &one,
            &format!("{place}.values.{i}"),
            &tidied(Value::from(number)),
        )
    })
}

/// The declaration for one value of a sweep: of a pair, one end is swept; and a sweep gives a value even if that is optional.
fn end_of_pair(parameter: &Parameter, path: &str) -> Parameter {
    let kind = match parameter.kind {
        Kind::Pair { min, max } if parameter.matches(path) => Kind::Pair { min, max },
        Kind::Pair { min, max } => Kind::integer(min, max, 1),
        kind => kind,
    };
    Parameter { kind, ..*parameter }
}

/// Every rule is monotone in every number, so that a rule that holds at the ends of the sweeps holds between them.
fn corners_hold(scenario: &Scenario, value: &Value, findings: &mut Findings) {
    let mut corners = vec![(value.clone(), String::new())];
    for sweep in &scenario.experiment.sweep {
        let low = sweep.values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = sweep
            .values
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        corners = corners
            .into_iter()
            .flat_map(|corner| [(corner.clone(), low), (corner, high)])
            .map(|((mut at, words), end)| {
                let set = path::set(&mut at, &sweep.parameter, tidied(Value::from(end)));
                let joint = if words.is_empty() { "" } else { " and " };
                (
                    set.map_or(Value::Null, |()| at),
                    format!("{words}{joint}{} = {end}", sweep.parameter),
                )
            })
            .collect();
    }
    for (at, words) in corners {
        let Ok(at) = serde_json::from_value::<Scenario>(at) else {
            continue;
        };
        let mut broken = Findings::default();
        check_point(&at, &mut broken);
        if let Err(problems) = broken.result()
            && let Some(problem) = problems.0.into_iter().next()
        {
            findings.add(|| {
                Problem::new(
                    "experiment.sweep",
                    format!(
                        "breaks a rule at {words}: {} {}",
                        problem.place, problem.wrong
                    ),
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

    fn sweep(parameter: &str, values: Value) -> Value {
        json!({"sweep": [{"parameter": parameter, "values": values}]})
    }

    #[test]
    fn sweeps_must_change_something() {
        for (experiment, part) in [
            (
                sweep("network.penalty", json!([2])),
                "changes nothing here, because network.model is \"dynamic\"",
            ),
            (
                sweep("workload.runtime_cv", json!([2])),
                "because workload.runtime_distribution is \"exponential\"",
            ),
            (
                sweep("schedulers.0.chunk", json!([0.5])),
                "because schedulers.0.policy is \"no-share\"",
            ),
            (
                sweep("schedulers.9.chunk", json!([0.5])),
                "schedulers.9.policy is missing",
            ),
            (
                sweep("platform.clusters.3.nodes", json!([64])),
                "which this scenario does not have",
            ),
            (
                sweep("workload.max_jobs", json!([64])),
                "only if workload.model is swf",
            ),
            (sweep("queue", json!([1])), "Queue cannot be swept"),
            (
                sweep("experiment.replications", json!([1])),
                "Replications cannot be swept",
            ),
            (
                sweep("workload.nodes", json!([1])),
                "workload.nodes.0 or workload.nodes.1",
            ),
            (
                sweep("workload.bsbw", json!([1])),
                "Did you mean workload.bsbw_mbps?",
            ),
            (
                sweep("workload.bsbw_mbps", json!([5, -5])),
                "experiment.sweep.0.values.1 is -5; allowed: a number from 0",
            ),
            (
                sweep("platform.clusters.0.nodes", json!([64, 64.5])),
                "experiment.sweep.0.values.1 is 64.5",
            ),
            (
                sweep("workload.nodes.0", json!([10, 60])),
                "breaks a rule at workload.nodes.0 = 60: workload.nodes is [60, 50]",
            ),
        ] {
            let all = problems(json!({"experiment": experiment}));
            assert!(
                all.contains(part) && all.lines().count() == 1,
                "{part} in\n{all}"
            );
        }
    }
}
