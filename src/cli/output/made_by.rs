//! The commit and the command that results include, so that they can be reproduced.
//!
//! The command is derived from the scenario, not from the typed arguments, so the command needs no file except the log.
//! The command is the same whether the results were computed in one run, resumed or merged. The command begins with
//! `metasched`; if you built your own program, replace `metasched` by its name.

use crate::scenario::{Checked, link, presets};
use serde::Serialize;
use serde_json::Value;

/// The commit of the program that computed the results, and the command that prints the results again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MadeBy {
    /// The commit that the program was built from, `unknown` outside a checkout; uncommitted changes are not reflected.
    pub commit: &'static str,
    /// Command that prints the results again, with the same engine. The log must have the same path, or be found by
    /// `--logs`.
    pub command: String,
}

impl MadeBy {
    /// The commit of this program, and the command that prints the results of this scenario.
    pub fn of(scenario: &Checked) -> MadeBy {
        let command = match scenario.experiment.sweep.is_empty() {
            true => "run",
            false => "sweep",
        };
        let named = match presets::matching(scenario) {
            Some(preset) => format!("--preset {}", preset.name),
            // Quotes are needed, because a shell would take the # of a link as the beginning of a comment.
            None => format!("'{}'", link::encode(scenario)),
        };
        MadeBy::of_command(format!("metasched {command} {named}"))
    }

    /// The commit of this program, and a command.
    pub fn of_command(command: String) -> MadeBy {
        MadeBy { commit: env!("METASCHED_COMMIT"), command }
    }

    /// Names and values of the two additional columns.
    pub fn columns(&self) -> [(&'static str, Value); 2] {
        let command = self.command.as_str().into();
        [("commit", self.commit.into()), ("command", command)]
    }
}
