//! From a paper's studies to the scenarios that are run.

use super::claim::{Claim, Paper, Size, Study, Tier};
use crate::base::problem::{Problem, Problems};
use crate::scenario::{Scenario, presets};

impl Paper {
    /// All claims, by figure.
    pub fn claims(&self) -> impl Iterator<Item = &'static Claim> + use<> {
        self.claims.iter().copied().flatten()
    }

    /// The claims about a preset.
    pub fn claims_of(&self, preset: &str) -> impl Iterator<Item = &'static Claim> {
        self.claims().filter(move |claim| claim.preset == preset)
    }
}

impl Paper {
    /// What a preset of the paper is called among its own: "fig9" for "jones2005-fig9".
    pub fn short<'n>(&self, preset: &'n str) -> &'n str {
        let rest = preset.strip_prefix(self.name);
        rest.and_then(|rest| rest.strip_prefix('-'))
            .unwrap_or(preset)
    }
}

impl Study {
    /// What is run.
    ///
    /// # Errors
    /// Never, unless the preset is broken.
    pub fn scenario(&self, tier: Tier) -> Result<Scenario, Problems> {
        let mut scenario = preset(self.preset)?;
        if !self.only.is_empty() {
            let names = scenario.scheduler_names();
            let mut names = names.iter();
            scenario.schedulers.retain(|_| {
                names
                    .next()
                    .is_some_and(|name| self.only.contains(&name.as_str()))
            });
            scenario.experiment.sweep.clear();
        }
        self.size(tier).apply(&mut scenario);
        Ok(scenario)
    }

    /// How much of the preset a tier runs.
    pub fn size(&self, tier: Tier) -> Size {
        match tier {
            Tier::Quick => self.quick,
            Tier::Full => self.full,
        }
    }
}

impl Size {
    /// The preset as it is.
    pub const PRESET: Size = Size {
        jobs: None,
        replications: None,
    };

    fn apply(self, scenario: &mut Scenario) {
        match (self.jobs, &mut scenario.experiment.completions) {
            (Some(jobs), Some(completions)) => *completions = jobs,
            (Some(jobs), None) => scenario.workload.set_jobs(jobs),
            (None, _) => {}
        }
        if let Some(replications) = self.replications {
            scenario.experiment.replications = replications;
        }
    }
}

fn preset(name: &str) -> Result<Scenario, Problems> {
    match presets::find(name) {
        Some(preset) => preset.scenario(),
        None => Err(Problem::new(
            "preset",
            format!("{name} is missing"),
            "",
            "Restore src/scenario/presets.",
        )
        .into()),
    }
}
