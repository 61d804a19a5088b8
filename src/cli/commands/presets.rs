//! `metasched presets`: scenarios that come with the program.

use crate::ENGINE_VERSION;
use crate::cli::input::names;
use crate::cli::input::source::preset;
use crate::cli::output::format::{Content, Format, OutputOptions};
use crate::cli::session::{Failure, Session, Terminal};
use crate::export::table::Table;
use crate::paper::Preset;
use crate::scenario::presets;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;

/// Examples of `metasched presets --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched presets
  metasched presets jones2005-fig9 -o mine.json
  metasched presets --format csv";

/// Arguments of `presets`.
#[derive(Args, Clone, Debug)]
pub struct Presets {
    /// Print this preset's scenario as JSON.
    #[arg(value_name = "NAME", value_parser = names::PRESETS, hide_possible_values = true)]
    name: Option<String>,

    #[command(flatten)]
    output: OutputOptions,
}

impl Presets {
    /// Prints the list, or one scenario.
    ///
    /// # Errors
    /// If the preset does not exist.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        match &self.name {
            Some(name) => {
                let text = presets::scenario(preset("presets", name)?)?.to_json();
                self.output.begin(session, &[Format::Json])?.print_text(session, &text)
            }
            None => {
                let output = self.output.begin(session, Format::ALL)?;
                // To compute the digest of a preset takes time, because the scenario must be built. So it is computed
                // for JSON only.
                let entries: Vec<Value> = match output.format {
                    Format::Json | Format::Jsonl => {
                        let entries = presets::all().iter().map(entry);
                        entries.collect::<Result<_, _>>()?
                    }
                    _ => Vec::new(),
                };
                let json = || Ok(entries.clone().into());
                output.print(session, Content { text: &list, json: &json, csv: table(), document: None })
            }
        }
    }
}

fn entry(preset: &'static Preset) -> Result<Value, Failure> {
    let digest = presets::scenario(preset)?.digest();
    Ok(json!({ "name": preset.name, "title": preset.title, "about": preset.about, "source": preset.source,
                "scenario_digest": digest, "engine_version": ENGINE_VERSION }))
}

fn table() -> Table {
    let row = |own: &'static Preset| [&own.name, &own.title, &own.about, &own.source].map(String::as_str);
    Table::new(["name", "title", "about", "source"], presets::all().iter().map(row))
}

fn list(terminal: Terminal) -> String {
    let mut text = String::new();
    let width = presets::all().iter().map(|preset| preset.name.len()).max().unwrap_or(0);
    for preset in presets::all() {
        text += &terminal.row(&preset.name, width + 2, &preset.title);
        text += &terminal.row("", width + 2, &preset.about);
    }
    let more = "`metasched presets NAME` prints one, `metasched run --preset NAME` runs one point of it, and `metasched sweep --preset NAME` all \
                that it varies.";
    let _ = write!(text, "\n{}\n", terminal.fit(more, 0).join("\n"));
    text
}
