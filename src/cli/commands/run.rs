//! `metasched run`: simulates one point.

use crate::base::problem::Problem;
use crate::cli::execute::{Execution, Resources};
use crate::cli::input::given::Given;
use crate::cli::input::source::{Points, Source};
use crate::cli::output::bundle;
use crate::cli::output::results_output::ResultsOutput;
use crate::cli::results::ResultsOption;
use crate::cli::session::{Failure, Session};
use crate::experiment::Plan;
use crate::scenario::SCHEMA;
use clap::Args;
use std::path::{Path, PathBuf};

/// Usage with a scenario and with a preset.
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
  metasched sweep mine.json --bundle kept && metasched run kept
                                       keep an experiment, and repeat it

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
    output: ResultsOutput,

    /// Also write the schedule of the only run as a job log (SWF), wait times filled in.
    ///
    /// With - it goes to standard output instead of the results.
    /// Jobs keep the number, submission, user, queue and requested time of their own log; the partition is the cluster
    /// that a job ran on. Logs have whole seconds and one partition per job: a run with fractions or co-allocated jobs
    /// is refused.
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with = "results")]
    swf_out: Option<PathBuf>,
}

impl Run {
    /// Simulates one point of the scenario and prints the results.
    ///
    /// # Errors
    /// Wrong input, or a file that cannot be read or written.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        match self.source.bundle() {
            Some(folder) => self.repeat(session, folder),
            None => {
                let given = self.source.load(session, Points::One)?;
                simulate(session, &given, self.resources, &self.results, &self.output, self.swf_out.as_deref())
            }
        }
    }

    /// Simulates the scenario of a bundle into another bundle, and compares the two.
    fn repeat(&self, session: &mut Session, folder: &Path) -> Result<(), Failure> {
        if self.results.results.is_some() || self.output.jobs_out.is_some() {
            let wrong = "is a bundle, which cannot be repeated with --results or --jobs-out";
            let remedy = format!("Leave them out, or give {} instead", folder.join("scenario.json").display());
            return Err(Problem::new(folder.display().to_string(), wrong, "", remedy).into());
        }
        let given = self.source.load(session, Points::All)?;
        bundle::assert_repeatable(folder, &given.scenario)?;
        let temporary = tempfile::tempdir().map_err(|error| Failure::unwritable("a temporary folder", &error))?;
        let mut output = self.output.clone();
        let again = output.bundle.get_or_insert_with(|| temporary.path().to_owned()).clone();
        simulate(session, &given, self.resources, &self.results, &output, self.swf_out.as_deref())?;
        bundle::compare(session.messages, folder, &again)
    }
}

/// Simulates all points of a scenario and prints the results. All outputs are created before a log is read or anything
/// is simulated.
///
/// # Errors
/// Wrong input, or a file that cannot be read or written.
pub fn simulate(
    session: &mut Session,
    given: &Given,
    resources: Resources,
    results: &ResultsOption,
    output: &ResultsOutput,
    swf_out: Option<&Path>,
) -> Result<(), Failure> {
    let log = given.log(session)?;
    let plan = Plan::new(&given.scenario)?;
    if given.without_schema {
        let words = format!("the scenario does not say its schema: it is read as {SCHEMA}, that of this version");
        session.messages.note(&words);
    }
    given.note_unread(session.messages)?;
    let (begun, files) = output.begin(session, &plan, swf_out)?;
    let folder = results.open_for(session, given)?;
    let log = log.read(session)?;
    let execution = Execution::new(session.messages, resources, log.as_ref(), folder.as_ref());
    let results = match files.any() {
        true => execution.written(&plan, files)?,
        false => execution.results(&plan)?,
    };
    output.print(session, begun, given, &plan, &results, log.as_deref())
}
