//! What the settings of schedulers must agree on.

use crate::base::problem::Problem;
use crate::parameter::json::quoted;
use crate::scenario::Scenario;
use crate::scenario::checks::findings::Findings;
use crate::scenario::queue::{OwnQueue, Queue};

/// All of it.
pub(in crate::scenario) fn check(scenario: &Scenario, findings: &mut Findings) {
    labels_differ(scenario, findings);
    settings_agree(scenario, findings);
}

/// What the policies themselves ask of their settings, and the orders of queues of theirs.
pub(in crate::scenario) fn settings_agree(scenario: &Scenario, findings: &mut Findings) {
    for (i, own) in scenario.schedulers.iter().enumerate() {
        let check = own.policy.info().check;
        for problem in check(&own.own, own.policy, &format!("schedulers.{i}")) {
            findings.add(|| problem);
        }
    }
    let mut orders: Vec<(String, Queue)> = vec![("queue".to_owned(), scenario.queue.clone())];
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

/// Names that are made differ by themselves; labels are as they were given.
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
