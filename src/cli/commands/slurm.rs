//! `metasched slurm`: a sweep as a job array of Slurm.

use crate::base::problem::Problem;
use crate::cli::commands::sweep;
use crate::cli::input::source::{Points, Source};
use crate::cli::printed::failure::Failure;
use crate::cli::printed::say;
use crate::scenario::{Workload, link};
use clap::Args;
use std::path::Path;

/// How the scenario and the arguments of sbatch are named.
pub const USAGE: &str = "\
metasched slurm --shards <N> <SCENARIO|LINK|-> [-- SBATCH-ARGS]
       metasched slurm --shards <N> --preset <NAME> [-- SBATCH-ARGS]";

/// Examples of `metasched slurm --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched slurm mine.json --shards 20 -- --account=abc --time=1:00:00 > sweep.sh
  sbatch sweep.sh                             in a folder that all nodes share
  metasched merge results-*.jsonl --csv > results.csv

Exit codes: 0 done, 2 wrong input.";

/// Arguments of `slurm`.
#[derive(Args, Clone, Debug)]
pub struct Slurm {
    /// Elements of the array: the sweep is cut into so many shares of equal work.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shards: u32,

    #[command(flatten)]
    source: Source,

    /// What sbatch is given beside: account, partition, time, memory.
    #[arg(last = true, value_name = "SBATCH-ARGS")]
    sbatch: Vec<String>,
}

impl Slurm {
    /// Prints the script.
    ///
    /// # Errors
    /// Wrong input.
    pub fn carry_out(&self) -> Result<(), Failure> {
        let given = self.source.load(Points::All)?;
        sweep::assert_varied(&given)?;
        if let Some(odd) = self
            .sbatch
            .iter()
            .find(|own| own.contains(char::is_control))
        {
            let wrong = format!("has a control character: {odd:?}");
            return Err(Problem::new("SBATCH-ARGS", wrong, "text", "Leave it out").into());
        }
        let scenario = match given.unchanged_preset() {
            Some(name) => link::of_preset(name),
            None => link::encode(&given.scenario),
        };
        let mut logs = String::new();
        if let Workload::Swf(swf) = &given.scenario.workload
            && let Some(path) = given
                .logs
                .find(Path::new(&swf.path), given.folder.as_deref())
        {
            let path = std::path::absolute(&path).unwrap_or(path);
            let folder = path.parent().unwrap_or(&path).display().to_string();
            logs = format!(" --logs {}", quoted(&folder)?);
        }
        let more: Vec<String> = self
            .sbatch
            .iter()
            .map(|own| format!("#SBATCH {own}\n"))
            .collect();
        let (shards, more, scenario) = (self.shards, more.concat(), quoted(&scenario)?);
        say::result(&format!(
            "\
#!/bin/bash
# {headline}: {shards} shares of equal work.
# Submit it by `sbatch` in a folder that all nodes share. An element that was stopped goes on where it was when it is requeued, or submitted
# again. When all have ended:
#   metasched merge results-*.jsonl --csv > results.csv
# and to see what is missing:
#   metasched merge results-*.jsonl --status
#SBATCH --job-name=metasched
#SBATCH --array=1-{shards}
#SBATCH --output=metasched-%A_%a.log
#SBATCH --open-mode=append
#SBATCH --requeue
{more}set -eu
exec metasched sweep {scenario} \\
  --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" --results \"results-$SLURM_ARRAY_TASK_ID.jsonl\" \\
  --threads \"${{SLURM_CPUS_PER_TASK:-1}}\"{logs}
",
            headline = given.headline().replace(char::is_control, " "),
        ))
    }
}

/// A word as the shell reads it back.
fn quoted(word: &str) -> Result<String, Problem> {
    let quoted = shlex::try_quote(word).map(|own| own.into_owned());
    quoted.map_err(|_| {
        Problem::new(
            "the scenario",
            "has a character that no shell takes",
            "",
            "",
        )
    })
}
