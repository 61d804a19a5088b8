//! `metasched presets`: scenarios that come with the program.

use crate::ENGINE_VERSION;
use crate::cli::input::source::preset;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::terminal::Terminal;
use crate::cli::printed::{output, say};
use crate::paper::Preset;
use crate::scenario::presets;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;

/// Examples of `metasched presets --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched presets
  metasched presets jones2005-fig9 > mine.json";

/// Arguments of `presets`.
#[derive(Args, Clone, Debug)]
pub struct Presets {
    /// Print this preset's scenario as JSON.
    #[arg(value_name = "NAME")]
    name: Option<String>,

    /// Print the list as JSON.
    #[arg(long)]
    json: bool,
}

impl Presets {
    /// Prints the list, or one scenario.
    ///
    /// # Errors
    /// If there is no such preset.
    pub fn carry_out(&self) -> Result<(), Failure> {
        match &self.name {
            Some(name) => {
                let found = preset("presets", name)?;
                say::result(&presets::scenario(found)?.to_json())
            }
            None if self.json => {
                let entry = |preset: &'static Preset| -> Result<Value, Failure> {
                    let digest = presets::scenario(preset)?.digest();
                    Ok(
                        json!({ "name": preset.name, "title": preset.title, "about": preset.about, "source": preset.source,
                               "scenario_digest": digest, "engine_version": ENGINE_VERSION }),
                    )
                };
                output::json(
                    &presets::all()
                        .iter()
                        .map(entry)
                        .collect::<Result<Vec<_>, _>>()?,
                )
            }
            None => say::result(&list(say::terminal())),
        }
    }
}

fn list(terminal: Terminal) -> String {
    let mut text = String::new();
    let width = presets::all()
        .iter()
        .map(|preset| preset.name.len())
        .max()
        .unwrap_or(0);
    for preset in presets::all() {
        text += &terminal.row(preset.name, width + 2, preset.title);
        text += &terminal.row("", width + 2, preset.about);
    }
    let more = "`metasched presets NAME` prints one, `metasched run --preset NAME` runs one point of it, and `metasched sweep --preset NAME` all \
                that it varies.";
    let _ = write!(text, "\n{}\n", terminal.fit(more, 0).join("\n"));
    text
}
