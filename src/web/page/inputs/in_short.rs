//! One-line summary of a form section: chosen options, and values that differ from their defaults.

use crate::parameter::{Parameter, Section};
use crate::scenario::language::path::Values;
use crate::scenario::{Kind, Scenario, declared};
use crate::web::page::inputs::field;
use crate::words::number::counted;
use serde_json::Value;

/// Summary of a form section.
pub fn section(section: Section, scenario: &Scenario) -> String {
    let mut parts = Vec::new();
    match section {
        Section::Platform => {
            parts.push(counted(scenario.platform.cluster_count(), "cluster"));
            parts.push(counted(scenario.platform.node_count(), "node"));
        }
        Section::Schedulers => parts.push(counted(scenario.schedulers.len() as u64, "scheduler")),
        Section::Experiment => {
            let sweeps = scenario.experiment.sweep.iter();
            parts.extend(sweeps.map(|own| counted(own.values.len() as u64, "point")));
        }
        Section::Workload | Section::Network => {}
    }
    let own = declared::table()
        .iter()
        .filter(|own| own.section() == section && !own.path.contains('*') && own.relevant(own.path, scenario));
    parts.extend(own.filter_map(|own| part(own, scenario.at(own.path)?)));
    parts.join(" · ")
}

/// Summary of one parameter: the label of a choice, or a number with label and unit. `None` for other parameters, and
/// for most values that are equal to their defaults.
fn part(parameter: &Parameter, value: &Value) -> Option<String> {
    let differs = value != parameter.default() && !value.is_null();
    match parameter.kind {
        Kind::Choice { choices, .. } if differs || parameter.name() == "model" => {
            let chosen = choices.iter().find(|own| Some(own.name) == value.as_str());
            chosen.map(|own| own.label.to_owned())
        }
        Kind::Number { .. } | Kind::Integer { .. } | Kind::Count { .. } if differs => {
            Some(format!("{} {} {}", parameter.label, field::text_of(value), parameter.unit).trim_end().to_owned())
        }
        _ => None,
    }
}
