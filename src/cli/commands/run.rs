//! `metasched run`: one point.

use crate::base::number::counted;
use crate::base::problem::Problem;
use crate::cli::execute::{self, Meanwhile, Resources};
use crate::cli::input::log;
use crate::cli::input::source::{Given, Points, Source};
use crate::cli::printed::failure::Failure;
use crate::cli::printed::files::Files;
use crate::cli::printed::form::Sheet;
use crate::cli::printed::jobs_out::JobsOut;
use crate::cli::printed::output::{Output, ResultsForm};
use crate::cli::printed::say;
use crate::cli::printed::swf_out::SwfOut;
use crate::cli::results::{ResultsFolder, ResultsOption};
use crate::experiment::{Plan, Shared};
use crate::scenario::SCHEMA;
use crate::scenario::language::path;
use crate::workload::swf::Log;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Both ways to name a scenario.
pub const USAGE: &str = "\
metasched run [OPTIONS] <SCENARIO|LINK|->
       metasched run [OPTIONS] --preset <NAME>";

/// Examples of `metasched run --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched run --preset landing
  metasched run --preset landing --set workload.bsbw_mbps=300 --seed 7
  metasched run --preset landing --fresh-seed
  metasched run --preset landing --scheduler no-share --scheduler first-fit
  metasched run --preset landing --scheduler first-fit --replications 1 \\
      --jobs-out jobs.csv
  metasched run log.json --scheduler no-share --replications 1 \\
      --swf-out schedule.swf
  metasched presets landing > mine.json && metasched run mine.json --json
  metasched run mine.json --format latex --output table.tex --quiet

Exit codes: 0 done, 1 failed while running, 2 wrong input, 128 + N stopped by \
signal N.";

/// Arguments of `run`.
#[derive(Args, Clone, Debug)]
pub struct Run {
    #[command(flatten)]
    resources: Resources,

    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    results: ResultsOption,

    #[command(flatten)]
    output: Output,

    /// Also write the schedule of the only run as a job log (SWF), wait times filled in.
    ///
    /// With - it goes to standard output instead of the results.
    /// Jobs keep the number, submission, user, queue and requested time of their own log; the partition is the cluster that a job
    /// ran on. Times are whole seconds and a job has one partition: a run with others is refused.
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with = "results")]
    swf_out: Option<PathBuf>,
}

impl Run {
    /// Simulates one point of the scenario and prints the results.
    ///
    /// # Errors
    /// Wrong input, or a file that cannot be read or written.
    pub fn carry_out(&self) -> Result<(), Failure> {
        let given = self.source.load(Points::One)?;
        say_what_is_left_out(&given);
        let log = log::named(&given)?;
        let begun = Begun::new(&given, &self.output, self.swf_out.as_deref())?;
        let folder = self.results.open(given.drawn_seed.as_deref())?;
        let log = log.read()?;
        begun.simulate(&given, log.as_ref(), self.resources, folder.as_ref())
    }
}

/// A plan and what its results are written to: begun before a log is read or anything is simulated for nothing.
#[derive(Debug)]
pub struct Begun {
    plan: Plan,
    form: ResultsForm,
    sheet: Sheet,
    files: Files,
}

impl Begun {
    /// Begins the outputs of a scenario.
    ///
    /// # Errors
    /// Wrong input, or an output that cannot be written.
    pub fn new(given: &Given, output: &Output, swf_out: Option<&Path>) -> Result<Begun, Failure> {
        let plan = Plan::new(&given.scenario)?;
        if given.without_schema {
            say::note(&format!("the scenario does not say its schema: it is read as {SCHEMA}, that of this version"));
        }
        say_what_is_unread(given);
        let jobs_out = output.jobs_out.as_deref();
        if jobs_out.is_some() && jobs_out == swf_out {
            return Err(Problem::new(
                "--swf-out",
                "names the file of --jobs-out",
                "another file",
                "Give each a file of its own",
            )
            .into());
        }
        let form = &output.form;
        form.form.assert_alone("--jobs-out", jobs_out)?;
        form.form.assert_alone("--swf-out", swf_out)?;
        let sheet = form.begin()?;
        let files = Files {
            jobs: jobs_out.map(|path| JobsOut::new(path, &plan)).transpose()?,
            swf: swf_out.map(|path| SwfOut::new(path, &plan)).transpose()?,
        };
        Ok(Begun { plan, form: form.clone(), sheet, files })
    }

    /// Simulates all points of the scenario and prints the results.
    ///
    /// # Errors
    /// Wrong input, or a file that cannot be read or written.
    pub fn simulate(
        self,
        given: &Given,
        log: Option<&Arc<Log>>,
        resources: Resources,
        folder: Option<&ResultsFolder>,
    ) -> Result<(), Failure> {
        let Begun { plan, form, sheet, files } = self;
        let results = match files.any() {
            true => {
                let done = execute::run(plan.tasks(), log, resources, Meanwhile::Write(&files))?;
                files.finish()?;
                let done = done.into_iter().map(|own| own.map(Arc::unwrap_or_clone));
                plan.merge(&done.collect::<Vec<_>>())
            }
            // Replications in which nothing is drawn are the same simulation.
            false => {
                let shared = Shared::new(std::slice::from_ref(&plan), log.map(Arc::as_ref));
                let meanwhile = Meanwhile::Keep(folder, shared.keys());
                let done = execute::run(shared.tasks(), log, resources, meanwhile)?;
                shared.merge(0, &plan, &done)
            }
        };
        form.write(sheet, given, &plan, &results, log.map(Arc::as_ref))
    }
}

/// Says which settings of the scenario no run reads.
pub fn say_what_is_unread(given: &Given) {
    given.unread().iter().for_each(|setting| say::note(&setting.to_string()));
}

/// Says which sweeps of the scenario one point does not run.
pub fn say_what_is_left_out(given: &Given) {
    let value = given.scenario.to_value();
    for sweep in &given.left_out {
        let places = path::places(&value, &sweep.parameter);
        let mut here: Vec<String> =
            places.iter().filter_map(|place| path::get(&value, place).map(ToString::to_string)).collect();
        here.dedup();
        let here = match here.is_empty() {
            true => "it means nothing here".to_owned(),
            false => format!("it is {} here", here.join(", ")),
        };
        say::note(&format!(
            "The sweep over {} ({}) is left out: {here}. `metasched sweep` runs all of it",
            sweep.parameter,
            counted(sweep.values.len() as u64, "value")
        ));
    }
}
