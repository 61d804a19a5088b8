//! Makes the scenarios of a paper's studies.

use crate::base::problem::{Problem, Problems};
use crate::paper::{Size, Study, Tier};
use crate::scenario::{Checked, Scenario, presets};

/// The scenario of a study in a tier, unchecked.
///
/// # Errors
/// Only if the preset is invalid.
pub fn scenario(study: &Study, tier: Tier) -> Result<Scenario, Problems> {
    let mut scenario = preset(&study.preset)?.into_scenario();
    if !study.only.is_empty() {
        let names = scenario.scheduler_names();
        let mut names = names.iter();
        scenario.schedulers.retain(|_| names.next().is_some_and(|name| study.only.contains(name)));
        scenario.experiment.sweep.clear();
    }
    apply(study.size(tier), &mut scenario);
    Ok(scenario)
}

fn apply(size: Size, scenario: &mut Scenario) {
    match (size.jobs, &mut scenario.experiment.completions) {
        (Some(jobs), Some(completions)) => *completions = jobs,
        (Some(jobs), None) => scenario.workload.set_jobs(jobs),
        (None, _) => {}
    }
    if let Some(replications) = size.replications {
        scenario.experiment.replications = replications;
    }
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
