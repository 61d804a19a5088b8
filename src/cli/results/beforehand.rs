//! Experiments whose results were computed beforehand, as the page shows them too.

use crate::experiment::{Complete, Plan, Results};
use crate::scenario::{Detail, GroupBy};
use clap::Args;
use std::fs;
use std::path::PathBuf;

/// Where results are that were computed beforehand.
#[derive(Args, Clone, Debug, Default)]
pub struct Beforehand {
    /// Take what an experiment comes to from DIR/PRESET.json, if that is of the same scenario and engine, and simulate the others.
    ///
    /// The files are what `sweep --preset PRESET --json --runs` prints; those of this page are in www/results. What is there is taken in its
    /// own size, whatever --replications says.
    #[arg(long, value_name = "DIR")]
    computed: Option<PathBuf>,
}

impl Beforehand {
    /// What was computed of a plan; none if there is nothing, or if it is of another scenario or engine. Files do not hold the groups and the
    /// jobs of each run, so that experiments about them are simulated.
    pub fn results(&self, preset: &str, plan: &Plan) -> Option<Results> {
        let experiment = &plan.scenario().experiment;
        if experiment.group_by != GroupBy::None || experiment.detail == Detail::Jobs {
            return None;
        }
        let file = self.computed.as_ref()?.join(format!("{preset}.json"));
        let complete: Complete = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
        complete.with_runs()?.taken_up(plan)
    }
}
