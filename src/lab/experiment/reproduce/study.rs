//! Makes the scenarios of a paper's studies.

use crate::base::problem::{Problem, Problems};
use crate::paper::{Study, Tier};
use crate::scenario::{Checked, Scenario, presets};
use serde_json::json;

/// The scenario of a study in a tier, unchecked.
///
/// # Errors
/// Only if the preset is invalid.
pub fn scenario(study: &Study, tier: Tier) -> Result<Scenario, Problems> {
    let mut scenario = preset(&study.preset)?.into_scenario();
    if !study.only.is_empty() {
        let names = scenario.scheduler_names();
        let all = scenario.schedulers.values().as_array().into_iter().flatten().zip(&names);
        let chosen = all.filter(|(_, name)| study.only.contains(name)).map(|(own, _)| own.clone()).collect();
        scenario.set([("schedulers", chosen), ("experiment.sweep", json!([]))]);
    }
    let size = study.size(tier);
    if let Some(jobs) = size.jobs {
        let setting = match scenario.experiment.completions {
            Some(_) => "experiment.completions",
            None => &scenario.workload.jobs_setting(),
        };
        scenario.set([(setting, jobs.into())]);
    }
    if let Some(replications) = size.replications {
        scenario.set([("experiment.replications", replications.into())]);
    }
    Ok(scenario)
}

fn preset(name: &str) -> Result<Checked, Problems> {
    match presets::find(name) {
        Some(preset) => presets::scenario(preset),
        None => {
            Err(Problem::new("preset", format!("{name} is missing"), "", "Add it to the presets of the paper's model")
                .into())
        }
    }
}
