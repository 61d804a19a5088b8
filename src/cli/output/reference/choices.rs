//! Orders of the queue, workloads and networks.

use super::{About, heading, item, link, links};
use crate::models::{Loads, registry};
use crate::parameter::{Kind, Parameter};
use crate::scenario::checks::models_with;
use crate::scenario::declared::{self, table};
use crate::words::markdown::escape;

pub(super) fn orders(_: &About<'_>) -> String {
    let described = |own: &crate::models::QueueOrder| {
        let info = own.info();
        let mut text = begun(own.name(), info.label, info.help);
        if info.reads_estimates {
            text += &item("Goes by the estimates of run times.");
        }
        text + &read(&["queue"], info.settings.iter().copied()) + "\n"
    };
    registry::current().orders().iter().map(described).collect()
}

pub(super) fn networks(_: &About<'_>) -> String {
    let described = |own: crate::models::NetworkModel| {
        let info = own.info();
        let mut text = begun(own.name(), info.label, info.help);
        text += &item(match info.loads {
            Loads::Links => "Concerns jobs on several clusters; what they ask of links is measured.",
            Loads::Nothing => "Concerns jobs on several clusters, each by itself.",
            Loads::OwnCluster => "Concerns every job, on the network of the one cluster where it runs.",
            Loads::Both => {
                "Concerns every job, on the network of each cluster where it runs and on the links between them."
            }
        });
        text + &read(&["network"], info.settings.iter().copied()) + "\n"
    };
    registry::current().networks().map(described).collect()
}

/// The workloads, each with the parameters that only some workloads have. Parameters that every workload has are left
/// out.
pub(super) fn workloads(_: &About<'_>) -> String {
    let Some(Kind::Choice { choices, .. }) = declared::find(MODEL).map(|own| own.kind) else {
        return String::new();
    };
    let described = |own: &crate::parameter::Choice| {
        let has = |models: Vec<&str>| models.contains(&own.name);
        let settings = (table().iter()).filter(|parameter| models_with(parameter).is_some_and(has));
        let linked = |own: &Parameter| link(own.path.trim_start_matches("workload."), own.path);
        let settings: Vec<String> = settings.map(linked).collect();
        let mut text = begun(own.name, own.label, own.help);
        text += &item(&format!("Has: {}.", settings.join(", ")));
        text + "\n"
    };
    choices.iter().map(described).collect()
}

const MODEL: &str = "workload.model";

fn begun(name: &str, label: &str, help: &str) -> String {
    format!("{}`{name}`\n\n{}\n\n", heading(2, label, name), escape(help))
}

fn read<'a>(above: &[&str], settings: impl IntoIterator<Item = &'a str>) -> String {
    links(above, settings).map_or_else(String::new, |links| item(&format!("Reads: {links}.")))
}
