//! The choice of a scheduler in the form. The first group are the usual schedulers of one queue; each sets policy and queue.
//! The other groups are the policies.

use crate::models::Policy;
use crate::models::standard::ONE_QUEUE;
use crate::parameter::{Choice, Parameter};
use crate::scenario::language::path::Values;
use crate::scenario::{Kind, Scenario, one_queue};
use serde_json::{Value, json};

/// The choices of a parameter as the form lists them; `None` if the parameter is no choice.
pub fn choices(parameter: &Parameter) -> Option<Vec<Choice>> {
    let Kind::Choice { choices, .. } = parameter.kind else { return None };
    let usual = ONE_QUEUE.iter().map(|own| own.choice).filter(|_| parameter.path == "schedulers.*.policy");
    Some(usual.chain(choices.iter().copied()).collect())
}

/// Index of the scheduler whose policy is at a path.
fn scheduler_at(place: &str) -> Option<usize> {
    place.strip_prefix("schedulers.")?.strip_suffix(".policy")?.parse().ok()
}

/// The value that the control of a path shows: a usual scheduler instead of its policy, otherwise the scenario's value.
pub fn shown(scenario: &Scenario, place: &str) -> Option<Value> {
    let scheduler = scheduler_at(place).and_then(|index| scenario.schedulers.get(index));
    let usual = scheduler.and_then(|own| one_queue::of(own, scenario));
    usual.map(|usual| usual.choice.name.into()).or_else(|| scenario.at(place).cloned())
}

/// The settings that a chosen value stands for: policy and queue of a usual scheduler. A policy chosen in place of a usual
/// scheduler gets the scenario's queue. A label that names the former usual scheduler is removed.
pub fn settings(scenario: &Scenario, place: &str, value: Value) -> Vec<(String, Value)> {
    let Some(index) = scheduler_at(place) else { return vec![(place.to_owned(), value)] };
    let queue = format!("schedulers.{index}.queue");
    let name = value.as_str().unwrap_or_default();
    let usual = ONE_QUEUE.iter().find(|own| own.choice.name == name).filter(|_| Policy::named(name).is_none());
    let before = scenario.schedulers.get(index).and_then(|own| one_queue::of(own, scenario));
    let mut settings = match (usual, before) {
        (Some(usual), _) => {
            let policy = one_queue::scheduler(usual).policy;
            vec![(place.to_owned(), policy.name().into()), (queue, one_queue::queue(usual))]
        }
        (None, Some(_)) => vec![(place.to_owned(), value), (queue, json!({}))],
        (None, None) => vec![(place.to_owned(), value)],
    };
    let label = format!("schedulers.{index}.label");
    if before.is_some_and(|before| scenario.at(&label).and_then(Value::as_str) == Some(before.choice.label)) {
        settings.push((label, Value::Null));
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Checked, declared};

    fn with(scenario: &Scenario, value: &str) -> Checked {
        let settings = settings(scenario, "schedulers.1.policy", value.into());
        scenario.with_all(settings.iter().map(|(place, value)| (place.as_str(), value.clone()))).unwrap()
    }

    #[test]
    fn usual_schedulers_come_first_and_set_policy_and_queue() {
        let policy = declared::find("schedulers.1.policy").unwrap();
        let all = choices(policy).unwrap();
        let labels: Vec<&str> = all.iter().map(|own| own.label).take(6).collect();
        assert_eq!(labels, ["FCFS", "EASY", "Conservative", "SJF + EASY", "Fair share", "No share"]);
        let mut scenario = Checked::default();
        for own in ONE_QUEUE.iter().map(|own| own.choice) {
            scenario = with(&scenario, own.name);
            assert_eq!(scenario.scheduler_labels()[1], own.label);
            assert_eq!(shown(&scenario, "schedulers.1.policy"), Some(own.name.into()));
        }
        // A policy instead: the queue is the scenario's again, and the label does not lie.
        scenario = scenario.with("schedulers.1.label", &"Fair share".into()).unwrap();
        let back = with(&scenario, "migration-only");
        assert_eq!(back, Checked::default());
        // An own queue that is none of the usual ones stays.
        let njf = Checked::default().with("schedulers.1.queue", &"njf".into()).unwrap();
        assert_eq!(with(&njf, "first-fit").scheduler_labels()[1], "First-fit (NJF)");
    }

    #[test]
    fn other_parameters_show_their_own_values() {
        let scenario = Checked::default();
        assert_eq!(shown(&scenario, "schedulers.0.policy"), Some("no-share".into()));
        assert_eq!(shown(&scenario, "seed"), Some("1".into()));
        assert_eq!(settings(&scenario, "seed", "easy".into()), [("seed".to_owned(), "easy".into())]);
        assert_eq!(choices(declared::find("seed").unwrap()), None);
    }
}
