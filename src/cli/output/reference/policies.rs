//! All policies, grouped by model.

use super::{About, code, heading, item, links};
use crate::models::{Policy, Queues, RunsOn};
use crate::parameter::Kind;
use crate::scenario::declared;
use crate::words::markdown::escape;

/// The path of the parameter that chooses a policy.
const PATH: &str = "schedulers.*.policy";

pub(super) fn body(_: &About<'_>) -> String {
    let choices = match declared::find(PATH).map(|own| own.kind) {
        Some(Kind::Choice { choices, .. }) => choices,
        _ => &[],
    };
    let (mut text, mut group) = (String::new(), "");
    for choice in choices {
        if choice.group != group {
            group = choice.group;
            text += &format!("## {}\n\n", escape(group));
        }
        if let Some(policy) = Policy::named(choice.name) {
            text += &described(policy);
        }
    }
    text
}

fn described(own: Policy) -> String {
    let info = own.info();
    let mut text = heading(3, own.label(), own.name());
    text += &format!("`{}`\n\n{}\n\n", own.name(), escape(info.help));
    text += &item(match info.queues {
        Queues::Common => "Jobs wait in one queue of all clusters.",
        Queues::Planned => "Jobs wait in the plan of a metacomputer.",
        Queues::PerCluster => "Jobs wait in the queue of the cluster that they are sent to.",
        Queues::Program => "Jobs wait as the program likes.",
    });
    text += &item(match info.co_allocates {
        true => "A job may run on several clusters.",
        false => "A job runs on one cluster.",
    });
    match info.network {
        RunsOn::Scenario => {}
        RunsOn::Unlimited => text += &item("Links carry everything, whatever the scenario says."),
        RunsOn::FixedPenalty(measured) => {
            text += &item(&format!(
                "Co-allocation costs every job the same: what it is given, else what a run of {} measures.",
                code(measured.name())
            ));
        }
    }
    if info.reads_estimates {
        text += &item("Goes by the estimates of run times.");
    }
    let settings = info.settings.iter().copied().flatten().copied();
    if let Some(links) = links(&["schedulers.*", "network"], settings) {
        text += &item(&format!("Reads: {links}."));
    }
    let counted: Vec<String> = info.counts.iter().map(|own| code(own.name)).collect();
    if !counted.is_empty() {
        text += &item(&format!("Counts: {}.", counted.join(", ")));
    }
    text + "\n"
}
