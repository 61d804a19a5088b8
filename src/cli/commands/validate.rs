//! `metasched validate`: checks a scenario and shows its size: runs, jobs, time.

use crate::ENGINE_VERSION;
use crate::base::problem::{Problem, Problems};
use crate::cli::execute::Resources;
use crate::cli::execute::estimate::{self, Estimate};
use crate::cli::input::given::Given;
use crate::cli::input::log;
use crate::cli::input::source::{Points, Source};
use crate::cli::output::format::{Content, Format, OutputOptions};
use crate::cli::output::summary;
use crate::cli::output::table::flattened;
use crate::cli::session::{Failure, Session, Terminal};
use crate::experiment::{Plan, SLOWS_DOWN, offered_loads, slows_down};
use crate::export::table::{Document, Table};
use crate::logs::{Log, remarks};
use crate::scenario::advice;
use crate::words::number::{counted, fixed};
use clap::Args;
use serde_json::{Value, json};
use std::sync::Arc;

/// Usage with a scenario and with a preset.
pub const USAGE: &str = "\
metasched validate [OPTIONS] <SCENARIO|LINK|->
       metasched validate [OPTIONS] --preset <NAME>";

/// Examples of `metasched validate --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched validate mine.json
  metasched validate --preset jones2005-baselines --replications 20
  metasched validate --strict mine.json
  metasched validate mine.json --json

Prints \"valid\" and a summary, or every problem (exit code 2). A setting that nothing in the scenario reads, \
such as the threshold of a policy that has none, is a line of the summary, and with --strict a problem.";

/// Arguments of `validate`.
#[derive(Args, Clone, Debug)]
pub struct Validate {
    #[command(flatten)]
    resources: Resources,

    /// Fail if the scenario has a setting that no run reads, or a sweep that changes nothing.
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    output: OutputOptions,
}

/// Width of the name column \[characters\].
const NAMES: usize = 11;

impl Validate {
    /// Checks the scenario and its log, and simulates the beginnings of some runs, for less than a second, to estimate the
    /// total time.
    ///
    /// # Errors
    /// All problems of the scenario, or a log that cannot be read.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        let given = self.source.load(session, Points::All)?;
        let plan = Plan::new(&given.scenario)?;
        let unread = given.unread()?;
        // The default sweep is nobody's mistake.
        let is_default = |own: &Problem| own.place.starts_with("experiment.sweep.") && !given.is_written(&own.place);
        if self.strict && !unread.iter().all(is_default) {
            return Err(Failure::Input(Problems(unread)));
        }
        let log = given.log(session)?;
        let output = self.output.begin(session, Format::OF_ONE)?;
        let log = log.read(session)?;
        let threads = self.resources.threads(plan.tasks().len());
        let valid = Valid {
            given: &given,
            plan: &plan,
            log: log.as_ref(),
            unread,
            threads,
            time: estimate::estimate(plan.tasks(), log.as_ref(), threads)?,
        };
        output.print(
            session,
            Content {
                text: &|terminal| valid.text(terminal),
                json: &|| Ok(valid.json()),
                csv: flattened(&valid.json()),
                document: Some(Document::of(vec![Table::new(
                    ["scenario".to_owned(), "valid".to_owned()],
                    valid.lines().into_iter().map(|(name, value)| [name.to_owned(), value]),
                )])),
            },
        )
    }
}

/// A valid scenario with its size and estimated time.
struct Valid<'a> {
    given: &'a Given,
    plan: &'a Plan,
    log: Option<&'a Arc<Log>>,
    unread: Vec<Problem>,
    threads: usize,
    /// Estimated time of all runs.
    time: Estimate,
}

impl Valid<'_> {
    fn text(&self, terminal: Terminal) -> String {
        let lines = self.lines().into_iter();
        let lines = lines.map(|(name, value)| terminal.row(name, NAMES, &value));
        "valid\n".to_owned() + &lines.collect::<String>()
    }

    fn json(&self) -> Value {
        let experiment = &self.given.scenario.experiment;
        let unread = self.unread.iter().map(ToString::to_string);
        json!({
            "engine_version": ENGINE_VERSION,
            "scenario_digest": self.given.scenario.digest(),
            "title": self.given.headline(),
            "offered_load": offered_loads(&self.given.scenario),
            "schedulers": self.given.scenario.scheduler_names(),
            "points": self.plan.points().len(),
            "replications": experiment.replications,
            "runs": self.plan.tasks().len(),
            "jobs": self.plan.jobs(log::jobs(self.log)),
            "threads": self.threads,
            "time_s": self.time.seconds,
            "time_is_least": self.time.is_least,
            "not_read": unread.collect::<Vec<_>>(),
        })
    }

    /// The lines of the summary: label and text.
    fn lines(&self) -> Vec<(&'static str, String)> {
        let scenario = &self.given.scenario;
        let mut lines = vec![
            ("title", self.given.headline().into_owned()),
            ("platform", summary::platform(scenario)),
            ("workload", summary::workload(scenario, self.log.map(Arc::as_ref))),
        ];
        if let Some(log) = self.log {
            lines.extend(advice::homes(log, scenario).map(|homes| ("homes", homes)));
            lines.extend(remarks(log).into_iter().map(|remark| ("log", remark)));
        }
        lines.extend(self.load().map(|load| ("load", load)));
        lines.push(("rules", summary::rules(scenario)));
        lines.push(("schedulers", scenario.scheduler_names().join(", ")));
        let sweeps = summary::sweeps(scenario).into_iter();
        lines.extend(sweeps.map(|sweep| ("sweep", sweep)));
        let jobs = log::jobs(self.log);
        lines.push(("extent", summary::extent(self.plan, jobs)));
        lines.push(("time", self.time()));
        let unread = self.unread.iter();
        lines.extend(unread.map(|setting| ("not read", setting.to_string())));
        lines.push(("digest", scenario.digest()));
        lines
    }

    /// Offered load: arriving work divided by the capacity of all nodes.
    fn load(&self) -> Option<String> {
        let [least, most] = offered_loads(&self.given.scenario)?;
        let range = match least == most {
            true => fixed(most, 3),
            false => format!("{}…{}", fixed(least, 3), fixed(most, 3)),
        };
        let growing = match most >= 1.0 {
            true => ": more than all nodes can do, so queues will grow",
            false => "",
        };
        Some(range + growing)
    }

    fn time(&self) -> String {
        let threads = counted(self.threads as u64, "thread");
        let slower = match self.plan.tasks().iter().any(slows_down) {
            true => format!(". {SLOWS_DOWN}"),
            false => String::new(),
        };
        format!("{} on {threads}{slower}", self.time.words())
    }
}
