//! `metasched compare`: schedulers compared with one of them, in a scenario or on a log.

use crate::ENGINE_VERSION;
use crate::base::problem::Problem;
use crate::cli::execute::{Execution, Resources};
use crate::cli::input::given::Given;
use crate::cli::input::log::{self, Logs};
use crate::cli::input::names;
use crate::cli::input::settings::Settings;
use crate::cli::input::source::{Points, Source};
use crate::cli::output::comparison::{Compared, document, numbers};
use crate::cli::output::format::{Content, Format, OutputOptions};
use crate::cli::output::made_by::MadeBy;
use crate::cli::output::table;
use crate::cli::session::{Failure, Session};
use crate::experiment::Plan;
use crate::experiment::compare::{Comparison, Months};
use crate::experiment::measure::{self, Measure};
use crate::logs::{Clock, Log};
use crate::parameter::json::shortened;
use crate::scenario::of_log::{self, About};
use crate::scenario::{Checked, Scenario, link};
use crate::words::nearest::nearest;
use clap::Args;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

/// Usage with a scenario, with a log, and with a preset.
pub const USAGE: &str = "\
metasched compare [OPTIONS] <SCENARIO|LINK|-> [SCHEDULER]...
       metasched compare [OPTIONS] <LOG> [SCHEDULER]...
       metasched compare [OPTIONS] --preset <NAME> [SCHEDULER]...";

/// Examples of `metasched compare --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched compare jobs.swf                      EASY and others on a log
  metasched compare jobs.swf easy conservative --measure mean_bounded_slowdown
  metasched compare mine.json easy sjf --measure mean_wait_s --csv
  metasched compare --preset landing ideal b3 --set workload.bsbw_mbps=300

The first scheduler is the one that the others are compared with; without names, \
all schedulers are compared with the first of the scenario. A scheduler is found by its name, its label, \
its policy or its queue, if only one has it.

Exit codes: 0 done, 1 failed while running, 2 wrong input, 128 + N stopped by \
signal N.";

/// The measures that are compared unless others are chosen.
const USUAL: [&str; 3] = ["mean_wait_s", "mean_turnaround_s", "mean_bounded_slowdown"];

/// Arguments of `compare`.
#[derive(Args, Clone, Debug)]
pub struct Compare {
    /// A scenario file (JSON), - for standard input, a share link in quotes, or a job log; with --preset a scheduler.
    #[arg(value_name = "SCENARIO|LINK|LOG")]
    scenario: Option<OsString>,

    /// The schedulers; the others are compared with the first one. Without them, all schedulers of the scenario.
    #[arg(value_name = "SCHEDULER")]
    schedulers: Vec<OsString>,

    /// A scenario that comes with the program; `metasched presets` lists them.
    #[arg(long, short, value_name = "NAME", value_parser = names::PRESETS, hide_possible_values = true)]
    preset: Option<String>,

    /// A measure, by its name in the results' JSON. Repeatable; groups of jobs are compared by the first one.
    #[arg(long, value_name = "MEASURE", value_parser = names::MEASURES, hide_possible_values = true)]
    measure: Vec<String>,

    #[command(flatten)]
    settings: Settings,

    #[command(flatten)]
    logs: Logs,

    #[command(flatten)]
    resources: Resources,

    #[command(flatten)]
    output: OutputOptions,
}

impl Compare {
    /// Simulates the schedulers, and prints the comparison.
    ///
    /// # Errors
    /// Wrong input, such as a scheduler that does not exist or a sweep.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        let (scenario, first) = match self.preset {
            Some(_) => (None, self.scenario.as_ref()),
            None => (self.scenario.clone(), None),
        };
        let names: Vec<&OsString> = first.into_iter().chain(&self.schedulers).collect();
        let source = Source::new(scenario, self.preset.clone(), self.settings.clone(), self.logs.clone());
        self.output.among(Format::OF_ONE)?;
        let (given, early) = match source.log() {
            Some(path) => self.of_log(session, &path)?,
            None => (source.load(session, Points::Chosen)?, None),
        };
        let measures = self.measures(&given.scenario)?;
        let chosen = chosen(&given.scenario, &names)?;
        let scenario = only(&given.scenario, &chosen)?;
        given.note_unread(session.messages)?;
        let output = self.output.begin(session, Format::OF_ONE)?;
        let log = match early {
            Some(log) => {
                log::advise(session.messages, &scenario, Some(&*log));
                Some(log)
            }
            None => given.log(session)?.read(session)?,
        };
        let kept = of_log::keeping_jobs(&scenario, log::jobs(log.as_ref()));
        let plan = Plan::new(&kept)?;
        let results = Execution::new(session.messages, self.resources, log.as_ref(), None).results(&plan)?;
        let runs = results.points.first().map_or(&[][..], |point| &point.results);
        let clock = log.as_ref().and_then(|log| Clock::of(&log.header));
        let months = months(&scenario, log.as_deref(), clock.as_ref());
        let (names, labels) = (given.scenario.scheduler_names(), given.scenario.scheduler_labels());
        let named = |&at: &usize| Some((names.get(at)?.clone(), labels.get(at)?.clone()));
        let named: Vec<(String, String)> = chosen.iter().filter_map(named).collect();
        let Some(comparison) = Comparison::of(runs, &named, &measures, months) else {
            return Ok(());
        };
        let headline = match (given.own_title().is_empty(), log.as_ref()) {
            (true, Some(log)) => log.name.clone().into(),
            _ => given.headline(),
        };
        let compared = Compared {
            headline: &headline,
            scenario: &scenario,
            log: log.as_deref(),
            comparison: &comparison,
            story: story(&given, &scenario, &comparison),
        };
        output.print(
            session,
            Content {
                text: &|terminal| table::text(&document(&compared), terminal),
                json: &|| self.data(&compared, &named),
                csv: numbers(&comparison),
                document: Some(document(&compared)),
            },
        )
    }

    /// The scenario of a log, and the log. The settings of the command line can choose jobs of the log, so the log is
    /// read before the size of its machine is known.
    fn of_log(&self, session: &mut Session, path: &Path) -> Result<(Given, Option<Arc<Log>>), Failure> {
        let path = path.display().to_string();
        let unknown = About { path: path.clone(), jobs: 0, largest: 1, machine: None, users: 2 };
        let unread = of_log::scenario(&unknown)?;
        let reading = self.settings.apply(&unread, None)?;
        let given = self.given(reading);
        let log = given.log(session)?.read_alone(session)?;
        let about = log.as_ref().map_or(unknown, |log| About::of(&path, log));
        let usual = of_log::scenario(&about)?;
        let scenario = self.settings.apply(&usual, None)?;
        Ok((self.given(scenario), log))
    }

    /// A scenario that is from no file, whose log is looked for as the command line says.
    fn given(&self, scenario: Checked) -> Given {
        let mut given = Given::of(scenario);
        given.logs = self.logs.clone();
        given
    }

    /// The measures to compare, which are defined for the scenario.
    fn measures(&self, scenario: &Scenario) -> Result<Vec<&'static Measure>, Problem> {
        if self.measure.is_empty() {
            return Ok(USUAL.iter().filter_map(|key| measure::named(key)).collect());
        }
        let defined: Vec<&'static Measure> = measure::of(scenario).collect();
        let find = |key: &String| {
            let found = defined.iter().find(|own| own.key == key).copied();
            found.ok_or_else(|| {
                let keys: Vec<&str> = defined.iter().map(|own| own.key).collect();
                let remedy = match nearest(key, keys.iter().copied()) {
                    Some(near) => format!("Did you mean {near}?"),
                    None => "Choose one of these".to_owned(),
                };
                let wrong = match measure::named(key) {
                    Some(_) => format!("is {key}, which is not defined for this scenario"),
                    None => format!("is {}, which is no measure", shortened(key, 60)),
                };
                Problem::new("--measure", wrong, keys.join(", "), remedy)
            })
        };
        self.measure.iter().map(find).collect()
    }

    fn data(&self, own: &Compared<'_>, named: &[(String, String)]) -> serde_json::Result<Value> {
        let quoted = |text: &String| format!("'{}'", text.replace('\'', "'\\''"));
        let names = named.iter().map(|(name, _)| quoted(name));
        let measures = self.measure.iter().map(|key| format!("--measure {key}"));
        let link = quoted(&link::encode(own.scenario));
        let parts: Vec<String> = std::iter::once(link).chain(names).chain(measures).collect();
        let made_by = MadeBy::of_command(format!("metasched compare {}", parts.join(" ")));
        Ok(json!({
            "engine_version": ENGINE_VERSION,
            "scenario_digest": own.scenario.digest(),
            "sentence": own.comparison.sentence(),
            "comparison": serde_json::to_value(own.comparison)?,
            "story": own.story,
            "made_by": made_by,
        }))
    }
}

/// The periods in which the jobs of a log are grouped.
fn months<'c>(scenario: &Scenario, log: Option<&Log>, clock: Option<&'c Clock>) -> Months<'c> {
    match (log, clock) {
        _ if !scenario.workload.is_log() => Months::None,
        (Some(log), Some(clock)) => Months::Calendar(clock, log.first_submit_s()),
        _ => Months::Days,
    }
}

/// The scenario with only the chosen schedulers.
fn only(scenario: &Checked, chosen: &[usize]) -> Result<Checked, Failure> {
    let all = scenario.to_value();
    let own = chosen.iter().map(|&at| all["schedulers"][at].clone());
    Ok(scenario.with("schedulers", &own.collect())?)
}

/// Indices of the schedulers with these names; all schedulers without names.
///
/// # Errors
/// If there is no such scheduler, several schedulers have the name, a scheduler is named twice, or there is only one.
fn chosen(scenario: &Scenario, names: &[&OsString]) -> Result<Vec<usize>, Problem> {
    let (own, labels) = (scenario.scheduler_names(), scenario.scheduler_labels());
    let two = |wrong: &str, remedy: &str| Problem::new("the schedulers", wrong, "at least two", remedy);
    if names.is_empty() {
        return match own.len() {
            0 | 1 => Err(two("are only one", "Add one to the scenario, or give several by --scheduler")),
            all => Ok((0..all).collect()),
        };
    }
    let mut chosen: Vec<usize> = Vec::new();
    for name in names {
        let name = name.to_string_lossy();
        let at = found(&name, &own, &labels)?;
        if chosen.contains(&at) {
            let place = format!("the scheduler {}", shortened(&name, 60));
            return Err(Problem::new(place, "is named twice", "each scheduler once", "Name another one"));
        }
        chosen.push(at);
    }
    match chosen.len() {
        1 => Err(two("are only one", &format!("Name another one of {}", own.join(", ")))),
        _ => Ok(chosen),
    }
}

/// Index of the scheduler with this name or label; or else of the only one with this policy or queue; or else of the
/// only one with this word in its name or label.
fn found(name: &str, names: &[String], labels: &[String]) -> Result<usize, Problem> {
    let wanted = name.to_lowercase();
    let lower = |text: &String| text.to_lowercase();
    let is = |text: &String| lower(text) == wanted;
    let is_part = |text: &String| {
        let text = lower(text);
        let policy = text.split(" (").next() == Some(&*wanted);
        policy || text.ends_with(&format!("(queue {wanted})"))
    };
    let has_word =
        |text: &String| lower(text).split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|word| word == wanted);
    let all = || names.iter().zip(labels);
    for fits in [&is as &dyn Fn(&String) -> bool, &is_part, &has_word] {
        let found: Vec<usize> =
            all().enumerate().filter(|(_, (name, label))| fits(name) || fits(label)).map(|(at, _)| at).collect();
        match *found {
            [] => {}
            [only] => return Ok(only),
            _ => {
                let several: Vec<&str> = found.iter().filter_map(|&at| names.get(at)).map(String::as_str).collect();
                let place = format!("the scheduler {}", shortened(name, 60));
                let wrong = format!("is not one scheduler: {} have this name", found.len());
                return Err(Problem::new(place, wrong, several.join(", "), "Give the whole name of one, in quotes"));
            }
        }
    }
    let remedy = match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("Did you mean {near}?"),
        None => "Name one of these, in quotes if it has blanks".to_owned(),
    };
    Err(Problem::new(format!("the scheduler {}", shortened(name, 60)), "does not exist", names.join(", "), remedy))
}

/// The command that tells the story of the job whose wait grows most: under the scheduler of the sentence, or the first
/// that makes a job wait longer.
fn story(given: &Given, scenario: &Checked, comparison: &Comparison) -> Option<String> {
    let told = comparison.best().or_else(|| comparison.others.iter().find(|own| own.worst().is_some()))?;
    let hit = told.worst()?;
    let at = comparison.others.iter().position(|own| own.scheduler == told.scheduler)? + 1;
    let two = only(scenario, &[0, at]).ok()?;
    let replication = match hit.replication {
        1 => String::new(),
        own => format!(" --replication {own}"),
    };
    let logs = match (&given.folder, scenario.workload.is_log()) {
        (Some(folder), true) if !folder.as_os_str().is_empty() => format!(" --logs '{}'", folder.display()),
        _ => String::new(),
    };
    Some(format!("metasched explain '{}' --job {}{replication}{logs}", link::encode(&two), hit.job))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedulers_are_found_by_short_names() {
        let schedulers = json!([
            { "policy": "no-share", "queue": "easy" },
            { "policy": "no-share", "queue": { "order": "sjf", "backfill": "easy" } },
            "b3",
            { "policy": "first-fit", "label": "Mine" },
        ]);
        let scenario = Scenario::from_value(&json!({ "schedulers": schedulers })).unwrap();
        let of = |names: &[&str]| {
            let names: Vec<OsString> = names.iter().map(OsString::from).collect();
            chosen(&scenario, &names.iter().collect::<Vec<_>>()).map_err(|problem| problem.to_string())
        };
        assert_eq!(of(&["b3", "easy"]), Ok(vec![2, 0]));
        assert_eq!(of(&["sjf", "mine", "EASY"]), Ok(vec![1, 3, 0]));
        assert_eq!(of(&[]), Ok(vec![0, 1, 2, 3]));
        for (names, wrong) in [
            (&["easy", "no-share (queue easy)"][..], "is named twice"),
            (&["no-share", "b3"], "is not one scheduler: 2 have this name"),
            (&["b4", "easy"], "the scheduler b4 does not exist"),
            (&["easy"], "the schedulers are only one"),
        ] {
            let problem = of(names).unwrap_err();
            assert!(problem.contains(wrong), "{problem}");
        }
    }
}
