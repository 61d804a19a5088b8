//! Rules about several settings of schedulers and queues.

use crate::base::problem::Problem;
use crate::parameter::json::quoted;
use crate::scenario::Scenario;
use crate::scenario::checks::findings::Findings;
use crate::scenario::queue::{OwnQueue, Queue};

/// Applies all rules of schedulers.
pub(in crate::scenario) fn check(scenario: &Scenario, findings: &mut Findings) {
    labels_differ(scenario, findings);
    settings_agree(scenario, findings);
}

/// Applies the rules that policies and queue orders have for their settings.
pub(in crate::scenario) fn settings_agree(scenario: &Scenario, findings: &mut Findings) {
    for (i, own) in scenario.schedulers.iter().enumerate() {
        let check = own.policy.info().check;
        for problem in check(&own.own, own.policy, &format!("schedulers.{i}")) {
            findings.add(|| problem);
        }
    }
    let mut orders: Vec<(String, Queue)> = vec![("queue".to_owned(), Queue::clone(&scenario.queue))];
    for (i, own) in scenario.schedulers.iter().enumerate() {
        if own.common.queue != OwnQueue::default() {
            orders.push((format!("schedulers.{i}.queue"), own.queue(scenario)));
        }
    }
    for (place, queue) in orders {
        for problem in (queue.order.info().check)(&queue.own, &place) {
            findings.add(|| problem);
        }
    }
}

/// Given labels must differ. Generated names always do.
fn labels_differ(scenario: &Scenario, findings: &mut Findings) {
    let labels: Vec<_> = scenario.schedulers.iter().map(|own| &own.common.label).collect();
    for (i, label) in labels.iter().enumerate() {
        if let Some(text) = label
            && let Some(first) = labels[..i].iter().position(|other| other == label)
        {
            findings.add(|| {
                Problem::new(
                    format!("schedulers.{i}.label"),
                    format!("is {}, as that of schedulers.{first}", quoted(&text.as_str().into())),
                    "labels that differ",
                    "Change one of them, or leave it out",
                )
            });
        }
    }
}
