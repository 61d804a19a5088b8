//! `metasched sweep`: all points.

use crate::base::problem::Problem;
use crate::cli::commands::run::simulate;
use crate::cli::execute::Threads;
use crate::cli::input::settings;
use crate::cli::input::source::{Points, Source};
use crate::cli::printed::failure::Failure;
use crate::cli::printed::output::Output;
use clap::Args;

/// Both ways to name a scenario.
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

Exit codes: 0 done, 1 failed while running, 2 wrong input, 130 stopped.";

/// Arguments of `sweep`.
#[derive(Args, Clone, Debug)]
pub struct Sweep {
    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    source: Source,

    /// Vary a parameter, instead of what the scenario varies: a list or from..to:step. Twice for every combination.
    #[arg(long, value_name = "PATH=VALUES")]
    over: Vec<String>,

    #[command(flatten)]
    output: Output,
}

impl Sweep {
    /// Simulates all points of the scenario and prints the results.
    ///
    /// # Errors
    /// Wrong input, or a file that cannot be read or written.
    pub fn carry_out(&self) -> Result<(), Failure> {
        let points = match self.over.is_empty() {
            true => Points::All,
            false => Points::Over(settings::sweep(&self.over)?),
        };
        let given = self.source.load(points)?;
        if given.scenario.experiment.sweep.is_empty() {
            return Err(Problem::new(
                "experiment.sweep",
                "is empty, so there is nothing to vary",
                "one or two parameters",
                "Give one, such as --over workload.bsbw_mbps=200..900:100; `metasched run` simulates a single point",
            )
            .into());
        }
        simulate(&given, &self.output, None, self.threads)
    }
}
