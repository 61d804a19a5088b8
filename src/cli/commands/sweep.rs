//! `metasched sweep`: simulates all points, or a share of all runs.

use crate::base::problem::Problem;
use crate::cli::commands::run;
use crate::cli::execute::{Execution, Resources};
use crate::cli::input::given::Given;
use crate::cli::input::log;
use crate::cli::input::source::{Points, Source};
use crate::cli::output::results_output::ResultsOutput;
use crate::cli::results::{ResultsOption, Shard};
use crate::cli::session::{Failure, Session};
use crate::experiment::{Plan, Shared};
use crate::words::number::counted;
use clap::Args;

/// Usage with a scenario and with a preset.
pub const USAGE: &str = "\
metasched sweep [OPTIONS] <SCENARIO|LINK|->
       metasched sweep [OPTIONS] --preset <NAME>";

/// Examples of `metasched sweep --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched sweep --preset landing
  metasched sweep --preset landing --over workload.bsbw_mbps=200..900:100 --csv
  metasched sweep mine.json --over workload.bsbw_mbps=200,500 \\
      --over 'schedulers.*.lslt=0.4..1.2:0.2' --json
  metasched sweep mine.json --results mine             goes on after a stop
  metasched sweep mine.json --shard 3/8 --results mine on one machine of eight

Exit codes: 0 done, 1 failed while running, 2 wrong input, 128 + N stopped by \
signal N.";

/// Arguments of `sweep`.
#[derive(Args, Clone, Debug)]
pub struct Sweep {
    #[command(flatten)]
    resources: Resources,

    #[command(flatten)]
    source: Source,

    /// Vary a parameter, instead of the scenario's own sweep: a list or from..to:step. Twice for every combination.
    #[arg(long, value_name = "PATH=VALUES")]
    over: Vec<String>,

    /// Run only the K-th of N equal shares of the work, for the folder of --results.
    ///
    /// The shares are the same on every machine. When all have ended, the same command without --shard prints the
    /// results. `metasched slurm` writes a job array of shares. A scenario without a sweep is divided by schedulers and
    /// replications, and `run` prints it.
    #[arg(long, value_name = "K/N", allow_hyphen_values = true, requires = "results", conflicts_with_all = ["format", "json", "runs", "pairs", "csv", "output", "jobs_out"])]
    shard: Option<Shard>,

    #[command(flatten)]
    results: ResultsOption,

    #[command(flatten)]
    output: ResultsOutput,
}

impl Sweep {
    /// Simulates all points of the scenario and prints the results.
    ///
    /// # Errors
    /// Wrong input, or a file that cannot be read or written.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        let given = self.source.load(session, Points::over(&self.over)?)?;
        match self.shard {
            Some(shard) => self.simulate_share(session, &given, shard),
            None => {
                assert_varied(&given)?;
                run::simulate(session, &given, self.resources, &self.results, &self.output, None)
            }
        }
    }

    /// Simulates a share of the tasks; prints no results.
    fn simulate_share(&self, session: &mut Session, given: &Given, shard: Shard) -> Result<(), Failure> {
        assert_shared(given)?;
        given.note_unread(session.messages)?;
        let log = given.log(session)?;
        let folder = self.results.open_for(session, given)?;
        let log = log.read(session)?;
        let plan = Plan::new(&given.scenario)?;
        let shared = Shared::new([&plan], log.as_deref());
        let own = shard.own(shared.tasks(), log::jobs(log.as_ref()));
        let own = own.map(|index| (shared.tasks()[index].clone(), shared.keys()[index].clone()));
        let (own, keys): (Vec<_>, Vec<_>) = own.unzip();
        let messages = session.messages;
        let execution = Execution::new(messages, self.resources, log.as_ref(), folder.as_ref());
        execution.tasks(&own, &keys, |_, _| ())?;
        if let Some(folder) = &folder {
            let (tasks, folder) = (counted(own.len() as u64, "task"), folder.path().display());
            messages.note(&format!("Share {shard}: the results of its {tasks} are in {folder}"));
        }
        Ok(())
    }
}

/// Checks that the scenario has several runs that can be divided into shares: points, schedulers or replications.
///
/// # Errors
/// If there is only one run.
pub fn assert_shared(given: &Given) -> Result<(), Failure> {
    match Plan::new(&given.scenario)?.tasks().len() {
        0 | 1 => Err(Problem::new(
            "the scenario",
            "is a single run, so there is nothing to share",
            "several points, schedulers or replications",
            "Add some, such as --replications 20; `metasched run` simulates a single run",
        )
        .into()),
        _ => Ok(()),
    }
}

/// Checks that the scenario has a sweep.
///
/// # Errors
/// If the scenario has no sweep.
fn assert_varied(given: &Given) -> Result<(), Failure> {
    match given.scenario.experiment.sweep.is_empty() {
        false => Ok(()),
        true => Err(Problem::new(
            "experiment.sweep",
            "is empty, so there is nothing to vary",
            "one or two parameters",
            "Give one, such as --over workload.bsbw_mbps=200..900:100; `metasched run` simulates a single point, and --shard shares its replications",
        )
        .into()),
    }
}
