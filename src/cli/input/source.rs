//! The source of a scenario: a preset, a file, standard input or a share link.

use crate::ENGINE_VERSION;
use crate::base::problem::{Problem, Problems};
use crate::cli::external;
use crate::cli::input::given::Given;
use crate::cli::input::log::Logs;
use crate::cli::input::names;
use crate::cli::input::outages::OutagesFile;
use crate::cli::input::over;
use crate::cli::input::settings::Settings;
use crate::cli::output::bundle;
use crate::cli::session::{Failure, Messages, STANDARD_INPUT, Session};
use crate::experiment::stored::Origin;
use crate::paper::Preset;
use crate::parameter::json::{self, MOST_BYTES, shortened};
use crate::scenario::{Checked, Scenario, link, presets, releases};
use crate::words::nearest::nearest;
use clap::Args;
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A scenario on the command line.
#[derive(Args, Clone, Debug)]
pub struct Source {
    /// A scenario file (JSON), a folder of --bundle, - for standard input, or a share link in quotes.
    #[arg(value_name = "SCENARIO|LINK", conflicts_with = "preset")]
    scenario: Option<OsString>,

    /// A scenario that comes with the program; `metasched presets` lists them.
    #[arg(long, short, value_name = "NAME", value_parser = names::PRESETS, hide_possible_values = true)]
    preset: Option<String>,

    #[command(flatten)]
    outages: OutagesFile,

    #[command(flatten)]
    settings: Settings,

    #[command(flatten)]
    logs: Logs,
}

/// Selects the points of a scenario that are simulated.
#[derive(Clone, Debug, PartialEq)]
pub enum Points {
    /// All points of the scenario's sweep.
    All,
    /// One point: the sweep is ignored.
    One,
    /// One point, which is chosen: each swept parameter has one value, or is set by the command line.
    Chosen,
    /// All points of another sweep, which is given as JSON of `experiment.sweep`.
    Over(Value),
}

impl Points {
    /// The points of the sweep that the texts `over` describe; the points of the scenario's own sweep if `over` is
    /// empty.
    ///
    /// # Errors
    /// If an entry of `over` cannot be parsed.
    pub fn over(over: &[String]) -> Result<Points, Problems> {
        match over {
            [] => Ok(Points::All),
            given => over::sweep(given).map(Points::Over),
        }
    }
}

/// A positional argument: a scenario or a term of the glossary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word<'a> {
    /// A description of a scenario: "the file x.json".
    Scenario(String),
    /// Text that is not a scenario.
    Text(&'a str),
    /// No argument.
    Missing,
}

impl Source {
    /// The positional argument, for a command that takes a scenario or a term.
    pub fn word(&self) -> Word<'_> {
        match (&self.preset, &self.scenario) {
            (Some(name), _) => Word::Scenario(format!("--preset {}", shortened(name, 60))),
            (None, None) => Word::Missing,
            (None, Some(given)) => {
                let path = Path::new(given);
                let file = || format!("the file {}", shortened(&path.display().to_string(), 200));
                match given.to_str() {
                    Some("-") => Word::Scenario(STANDARD_INPUT.to_owned()),
                    _ if path.exists() => Word::Scenario(file()),
                    Some(text) if looks_like_link(text) => Word::Scenario("the link".to_owned()),
                    Some(text) if presets::find(text).is_none() => Word::Text(text),
                    Some(name) => Word::Scenario(format!("--preset {name}")),
                    None => Word::Scenario(file()),
                }
            }
        }
    }

    /// The scenario after the command line's settings are applied.
    ///
    /// # Errors
    /// If no scenario is given, or the scenario has problems (all are listed).
    pub fn load(&self, session: &mut Session, points: Points) -> Result<Given, Failure> {
        let mut given = self.read(session)?;
        given.logs = self.logs.clone();
        if let Some(events) = self.outages.read(session)? {
            given.scenario =
                given.scenario.with("platform.events", &events).map_err(|problems| within("--outages", problems))?;
            given.written["platform"]["events"] = events;
        }
        let is_chosen = points == Points::Chosen;
        let is_one = points == Points::One;
        let (mut left_out, mut sweep) = (Vec::new(), None);
        match points {
            Points::All => {}
            Points::Chosen => given.scenario = self.without_set_sweeps(&given.scenario)?,
            Points::One => {
                left_out = given.scenario.experiment.sweep.clone();
                given.scenario = given.scenario.without_sweeps();
            }
            Points::Over(other) => sweep = Some(other),
        }
        if !self.settings.is_empty() || sweep.is_some() {
            let changed = self.settings.apply(&given.scenario, sweep);
            given.scenario = changed.map_err(|problems| within("command line", problems))?;
            self.settings.write_into(&mut given.written);
            given.drawn_seed = self.settings.drawn_seed(session.messages, &given.scenario);
        }
        if is_one {
            given.scenario = given.scenario.without_sweeps();
        }
        left_out.iter().for_each(|sweep| given.note_left_out(session.messages, sweep));
        match is_chosen {
            true => assert_one_point(&given).map(|()| given),
            false => Ok(given),
        }
    }

    /// The scenario without the sweeps of parameters that the command line sets.
    fn without_set_sweeps(&self, scenario: &Checked) -> Result<Checked, Problems> {
        let all = scenario.to_value();
        let sweeps = all["experiment"]["sweep"].as_array().into_iter().flatten();
        let is_set = |sweep: &&Value| sweep["parameter"].as_str().is_some_and(|path| self.settings.gives(path));
        let left: Vec<Value> = sweeps.filter(|sweep| !is_set(sweep)).cloned().collect();
        match left.len() == scenario.experiment.sweep.len() {
            true => Ok(scenario.clone()),
            false => scenario.with("experiment.sweep", &left.into()),
        }
    }

    /// A scenario, or a preset by its name, with settings.
    pub fn new(scenario: Option<OsString>, preset: Option<String>, settings: Settings, logs: Logs) -> Source {
        Source { scenario, preset, settings, logs, outages: OutagesFile::default() }
    }

    /// The bundle (a folder made by `--bundle`) that is given in place of a scenario, if any.
    pub fn bundle(&self) -> Option<&Path> {
        let path = Path::new(self.scenario.as_ref()?);
        bundle::scenario_in(path).map(|_| path)
    }

    /// The path of the job log that is given in place of a scenario; `None` if none is given.
    pub fn log(&self) -> Option<PathBuf> {
        let given = self.scenario.as_ref()?;
        let path = Path::new(given);
        let found = self.logs.find(path, None)?;
        let mut start = Vec::new();
        File::open(&found).ok()?.take(MOST_SNIFFED).read_to_end(&mut start).ok()?;
        let is_link = std::str::from_utf8(&start).is_ok_and(looks_like_link);
        (!is_link && is_log(&start)).then(|| path.to_owned())
    }

    /// The scenario of a link found at `place`. The command line's settings are not applied.
    ///
    /// # Errors
    /// All problems of the link.
    pub fn of_link(&self, messages: Messages, place: &str, link: &str) -> Result<Given, Failure> {
        Ok(Given { logs: self.logs.clone(), ..open_link(messages, place, link)? })
    }

    /// The scenario before any setting of the command line is applied.
    ///
    /// # Errors
    /// Same as [`Source::load`].
    fn read(&self, session: &mut Session) -> Result<Given, Failure> {
        match (&self.preset, &self.scenario) {
            (Some(name), _) => {
                let opened = preset("--preset", name)?;
                Ok(Given {
                    origin: Some(opened),
                    written: opened.scenario.clone(),
                    ..Given::of(presets::scenario(opened)?)
                })
            }
            (None, Some(given)) if given == "-" => {
                let bytes =
                    bounded(session.take_standard_input()?).map_err(|error| unreadable(STANDARD_INPUT, &error))?;
                scenario_or_link(session.messages, STANDARD_INPUT, bytes)
            }
            (None, Some(given)) => {
                let path = Path::new(given);
                match given.to_str() {
                    Some(text) if looks_like_link(text) && !path.exists() => {
                        open_link(session.messages, "the link", text)
                    }
                    _ => open_file(session, path),
                }
            }
            (None, None) => {
                let remedy = "`metasched presets` lists scenarios that come with the program, such as --preset landing";
                Err(Problem::new("the scenario", "is missing", WANTED, remedy).into())
            }
        }
    }
}

/// Checks that a scenario has a single point.
fn assert_one_point(given: &Given) -> Result<(), Failure> {
    let sweeps = &given.scenario.experiment.sweep;
    let Some(sweep) = sweeps.iter().find(|sweep| sweep.values.len() > 1) else {
        return Ok(());
    };
    let value = sweep.values.first().copied().unwrap_or_default();
    Err(Problem::new(
        "experiment.sweep",
        format!("varies {} over {} values", sweep.parameter, sweep.values.len()),
        "one point",
        format!("Choose a value, such as --set {}={value}", sweep.parameter),
    )
    .into())
}

/// Length of the beginning of a file that tells a log from a scenario \[bytes\].
const MOST_SNIFFED: u64 = 1 << 16;

/// True if a file that begins so is a job log, not a scenario: a compressed file, a table, or a workload of Batsim, which
/// is JSON too.
fn is_log(start: &[u8]) -> bool {
    let first = start.iter().find(|byte| !byte.is_ascii_whitespace() && !b"\xEF\xBB\xBF".contains(*byte));
    match first {
        None => false,
        Some(b'{') => start.windows(8).any(|bytes| bytes == b"\"nb_res\""),
        Some(_) => true,
    }
}

/// The preset with this name; `by` is the flag or command that gave the name, for messages.
///
/// # Errors
/// If the preset does not exist.
pub fn preset(by: &str, name: &str) -> Result<&'static Preset, Problem> {
    presets::find(name).ok_or_else(|| {
        let names: Vec<&str> = presets::all().iter().map(|preset| preset.name.as_str()).collect();
        let remedy = match near_preset(name) {
            Some(near) => format!("Did you mean {near}?"),
            None => "`metasched presets` describes them".into(),
        };
        let place = format!("{by} {}", shortened(name, 60));
        Problem::new(place, "is not the name of a preset", names.join(", "), remedy)
    })
}

/// The preset with the most similar name, if it is similar enough.
fn near_preset(given: &str) -> Option<&'static str> {
    nearest(given, presets::all().iter().map(|preset| preset.name.as_str()))
}

/// True if `text` is a link, not a file name or JSON.
pub fn looks_like_link(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['<', '(', '"', '\'']);
    let fragment = text.split_once('#').map_or(text, |(_, fragment)| fragment);
    let encoding = fragment.split_once('.').is_some_and(|(version, body)| {
        version.bytes().all(|b| b.is_ascii_digit())
            && !version.is_empty()
            && (body.len() >= 8 || text.starts_with('#'))
            && !body.contains('/')
    });
    let address = text.starts_with("http://") || text.starts_with("https://");
    !text.starts_with('{') && (address || encoding || ["p=", "talk="].iter().any(|key| fragment.starts_with(key)))
}

/// The problem with a link to a talk or a lesson, which is not a scenario.
fn of_the_page(text: &str) -> Option<Problem> {
    let fragment = text.split_once('#').map_or(text, |(_, fragment)| fragment);
    let kinds = [("talk=", "talk"), ("p=talk-", "talk"), ("p=lesson-", "lesson")];
    let (_, kind) = kinds.iter().find(|(key, _)| fragment.starts_with(key))?;
    Some(Problem::new(
        "the link",
        format!("is that of a {kind}, which the page opens"),
        "a link to a scenario",
        "Draw its steps by `metasched figure --talk LINK --out DIR`, or open it on the page, where Share has a link to the scenario of each step",
    ))
}

fn open_link(messages: Messages, place: &str, text: &str) -> Result<Given, Failure> {
    if let Some(problem) = of_the_page(text) {
        return Err(within(place, problem.into()).into());
    }
    let opened = link::decode(text).map_err(|problems| within(place, problems))?;
    let remedy = "Ask the sender for the scenario and the program as files: a link starts no program";
    external::assert_none(&opened.scenario, place, remedy)?;
    if opened.engine != ENGINE_VERSION {
        let release = match releases::last_with(opened.engine) {
            Some(release) => format!("; metasched {release} has that engine"),
            None => String::new(),
        };
        messages.warning(&format!(
            "{place} was made with engine {}; this is engine {ENGINE_VERSION}, so the numbers may differ{release}",
            opened.engine
        ));
    }
    Ok(Given {
        origin: opened.preset.and_then(presets::find),
        link: Some(opened.clone()),
        ..Given::of(opened.scenario)
    })
}

/// Opens a scenario file, or the scenario file in a bundle.
fn open_file(session: &mut Session, path: &Path) -> Result<Given, Failure> {
    let of_bundle = bundle::scenario_in(path);
    let path = of_bundle.as_deref().unwrap_or(path);
    let place = shortened(&path.display().to_string(), 200);
    let bytes = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => bounded(file),
    });
    let bytes = bytes.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => not_there(&place, path.as_os_str()),
        _ => unreadable(&place, &error),
    })?;
    session.read(path)?;
    let given = scenario_or_link(session.messages, &place, bytes)?;
    Ok(Given { folder: path.parent().map(Path::to_owned), ..given })
}

const WANTED: &str = "a scenario file (JSON), - for standard input, a share link, or --preset NAME";

fn not_there(place: &str, name: &OsStr) -> Problem {
    let name = name.to_string_lossy();
    let remedy = match near_preset(&name) {
        Some(near) => format!("Did you mean --preset {near}?"),
        None if name.trim_start().starts_with('{') => {
            "To give JSON itself, send it to standard input: echo '{…}' | metasched … -".into()
        }
        None => "Check the path; `metasched presets` lists scenarios that come with the program".into(),
    };
    Problem::new(place, "does not exist", WANTED, remedy)
}

fn unreadable(place: &str, error: &io::Error) -> Problem {
    let wrong = match error.kind() {
        io::ErrorKind::IsADirectory => "is a folder".to_owned(),
        _ => format!("cannot be read: {error}"),
    };
    Problem::new(place, wrong, WANTED, "")
}

/// Reads all bytes of the input, but stops after one byte more than the limit for scenarios.
pub fn bounded(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The scenario in a file: JSON, or a link.
fn scenario_or_link(messages: Messages, place: &str, bytes: Vec<u8>) -> Result<Given, Failure> {
    let log = |wrong: &str| {
        let remedy = "A scenario names its log as workload.path; `metasched trace` describes a log";
        Problem::new(place, wrong, "a scenario (JSON)", remedy)
    };
    if bytes.starts_with(b"\x1F\x8B") || bytes.starts_with(b"\xFD7zXZ\0") {
        return Err(log("is compressed, so it is no scenario").into());
    }
    if bytes.starts_with(b";") {
        return Err(log("looks like a job log").into());
    }
    if bytes.starts_with(Origin::BEGIN) {
        let wrong = "is a results file, as --results writes them";
        let remedy = "Give the scenario, and --results with the folder of this file";
        return Err(Problem::new(place, wrong, "a scenario (JSON)", remedy).into());
    }
    if bytes.len() > MOST_BYTES {
        let wrong = format!("is more than {MOST_BYTES} bytes long");
        return Err(log(&wrong).into());
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let wrong = format!("is no text: byte {} is not UTF-8", error.utf8_error().valid_up_to() + 1);
        Problem::new(place, wrong, "a scenario (JSON)", "Save it as UTF-8")
    })?;
    if looks_like_link(text.trim_start_matches('\u{feff}')) {
        return open_link(messages, place, &text);
    }
    let value = json::parse(&text).map_err(|problem| within(place, problem.into()))?;
    let scenario = Scenario::from_value(&value).map_err(|problems| within(place, problems))?;
    Ok(Given { without_schema: value.get("schema").is_none(), written: value, ..Given::of(scenario) })
}

/// Adds the file (or other source) to the place of each problem.
pub fn within(place: &str, problems: Problems) -> Problems {
    let inside = |problem: Problem| match problem.place.as_str() {
        "the link" | "the scenario" => Problem { place: place.to_owned(), ..problem },
        inner => Problem { place: format!("{place}: {inner}"), ..problem },
    };
    Problems(problems.0.into_iter().map(inside).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_files_are_told_apart() {
        let link = link::encode(&Scenario::default());
        for given in [
            link.as_str(),
            &link[1..],
            "#2.AAAA",
            "#9.foo",
            "#p=landing",
            "p=landing",
            "#talk=talk.json",
            "https://example.org/x",
            " <http://a/#2.x>",
        ] {
            assert!(looks_like_link(given), "{given}");
        }
        for given in [
            "s.json",
            "1.json",
            "a#b.json",
            "a#2.json",
            "#b.json",
            "../1.23/scenario.json",
            "{\"title\": \"#2.abcdefghij\"}",
            "",
        ] {
            assert!(!looks_like_link(given), "{given}");
        }
    }

    #[test]
    fn logs_and_scenarios_are_told_apart() {
        for log in ["; Version: 2.2\n", " 1 0 -1 5 1", "JobID|User\n1|a", "\u{feff}\n{\"jobs\": [], \"nb_res\": 4}"] {
            assert!(is_log(log.as_bytes()), "{log}");
        }
        assert!(is_log(b"\x1F\x8B\x08"));
        for other in ["", "\n", "{\"schema\": 2}", " {\"workload\": {\"jobs\": 4}}"] {
            assert!(!is_log(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn misspelled_presets_find_their_name() {
        assert_eq!(preset("--preset", "landing").unwrap().name, "landing");
        let wrong = preset("--preset", "lading").unwrap_err();
        assert_eq!(wrong.remedy, "Did you mean landing?");
    }
}
