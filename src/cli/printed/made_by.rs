//! By what results were made, so that a file of them can be traced and made again: the program's commit, and a command.
//!
//! The command is that of the scenario, not the one that was typed: it needs no file but the log, and no earlier setting, and it is the same
//! whether the results were computed at once, taken up again or merged. It names `metasched`; where a program of your own computed them, give it
//! with that program's name.

use crate::scenario::{Checked, link, presets};
use serde::Serialize;
use serde_json::Value;

/// Commit and command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MadeBy {
    /// The commit that the program was built from, `unknown` outside of a checkout; uncommitted changes do not show.
    pub commit: &'static str,
    /// What prints the results again, of the same engine; a log must be found by the same path, or by `--logs`.
    pub command: String,
}

impl MadeBy {
    /// By this program, of a scenario.
    pub fn of(scenario: &Checked) -> MadeBy {
        let command = match scenario.experiment.sweep.is_empty() {
            true => "run",
            false => "sweep",
        };
        let named = match presets::matching(scenario) {
            Some(preset) => format!("--preset {}", preset.name),
            // A link begins a comment where it is not in quotes.
            None => format!("'{}'", link::encode(scenario)),
        };
        MadeBy { commit: env!("METASCHED_COMMIT"), command: format!("metasched {command} {named}") }
    }

    /// The columns that rows have of it, and what stands there.
    pub fn columns(&self) -> [(&'static str, Value); 2] {
        let command = self.command.as_str().into();
        [("commit", self.commit.into()), ("command", command)]
    }
}
