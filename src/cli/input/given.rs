//! The scenario of a command, and where it is from.

use crate::base::problem::Problem;
use crate::cli::input::log::{self, Logs};
use crate::cli::session::{Failure, Messages, Session};
use crate::experiment::flat_sweeps;
use crate::paper::Preset;
use crate::scenario::language::path::{self, Values};
use crate::scenario::link::Opened;
use crate::scenario::{Checked, Sweep, presets};
use crate::words::number::counted;
use serde_json::Value;
use std::borrow::Cow;
use std::path::PathBuf;

/// A scenario that a command was given, with its source.
#[derive(Clone, Debug)]
pub struct Given {
    /// The scenario, with the command line's settings.
    pub scenario: Checked,
    /// The JSON of the file with the command line's settings; null if there is neither a file nor a setting.
    pub(super) written: Value,
    /// The folder of the scenario file, where the log may be.
    pub folder: Option<PathBuf>,
    /// The content of the link, if the scenario was given as a link.
    pub link: Option<Opened>,
    /// The preset that was given, as it is before any setting is applied.
    pub(super) origin: Option<&'static Preset>,
    /// The seed that `--fresh-seed` drew.
    pub drawn_seed: Option<String>,
    /// The option that names an additional folder in which the log is looked for.
    pub logs: Logs,
    /// True if the file has no schema version.
    pub without_schema: bool,
}

impl Given {
    /// A scenario without a source.
    pub fn of(scenario: Checked) -> Given {
        Given {
            scenario,
            written: Value::Null,
            folder: None,
            link: None,
            origin: None,
            drawn_seed: None,
            logs: Logs::default(),
            without_schema: false,
        }
    }

    /// Finds the log of the scenario without reading the log.
    ///
    /// # Errors
    /// If standard output is redirected to the log.
    pub fn log(&self, session: &mut Session) -> Result<log::Named<'_>, Failure> {
        log::named(session, &self.scenario, &self.logs, self.folder.as_deref())
    }

    /// Settings in the scenario that no run reads, and sweeps that change nothing.
    ///
    /// # Errors
    /// A mistake in Metasched: a point of the sweeps cannot be made.
    pub fn unread(&self) -> Result<Vec<Problem>, Problem> {
        let mut all = self.scenario.unread_as_written(&self.written);
        all.extend(flat_sweeps(&self.scenario)?);
        Ok(all)
    }

    /// Reports settings that no run reads, and sweeps that change nothing.
    ///
    /// # Errors
    /// Same as [`Given::unread`].
    pub fn note_unread(&self, messages: Messages) -> Result<(), Problem> {
        self.unread()?.iter().for_each(|setting| messages.note(&setting.to_string()));
        Ok(())
    }

    /// True if the user, not a default, gave what is at this place.
    pub fn is_written(&self, place: &str) -> bool {
        path::get(&self.written, place).is_some()
    }

    /// Reports that the scenario's sweep is ignored, because the command runs a single point.
    pub(super) fn note_left_out(&self, messages: Messages, sweep: &Sweep) {
        let places = path::places(&self.scenario, &sweep.parameter);
        let mut here: Vec<String> =
            places.iter().filter_map(|place| self.scenario.at(place).map(ToString::to_string)).collect();
        here.dedup();
        let here = match here.is_empty() {
            true => "it means nothing here".to_owned(),
            false => format!("it is {} here", here.join(", ")),
        };
        let values = counted(sweep.values.len() as u64, "value");
        messages.note(&format!(
            "The sweep over {} ({values}) is left out: {here}. `metasched sweep` runs all of it",
            sweep.parameter
        ));
    }

    /// The title of the scenario. A changed preset without a title has the title of the preset, with the suffix
    /// "(changed)".
    pub fn headline(&self) -> Cow<'_, str> {
        let of_origin = || self.origin.map(|preset| &preset.title);
        match (presets::shown_title(&self.scenario), of_origin()) {
            (Some(title), _) => title,
            (None, Some(title)) => format!("{title}{}", presets::CHANGED).into(),
            (None, None) => self.in_short().into(),
        }
    }

    /// "4 clusters, 400 nodes, 6 schedulers"
    fn in_short(&self) -> String {
        let (platform, schedulers) = (&self.scenario.platform, self.scenario.schedulers.len() as u64);
        let [clusters, nodes] = [(platform.cluster_count(), "cluster"), (platform.node_count(), "node")];
        let parts = [clusters, nodes, (schedulers, "scheduler")].map(|(count, noun)| counted(count, noun));
        parts.join(", ")
    }

    /// The heading of figures, which is the scenario's title. It is empty if the scenario has no title, as on the page.
    pub fn own_title(&self) -> Cow<'_, str> {
        match self.scenario.title.trim() {
            "" => "".into(),
            _ => self.headline(),
        }
    }

    /// Name of the preset, if the scenario is an unchanged preset.
    pub fn unchanged_preset(&self) -> Option<&'static str> {
        self.origin
            .filter(|preset| presets::scenario(preset).as_ref() == Ok(&self.scenario))
            .map(|preset| preset.name.as_str())
    }
}
