//! `metasched slurm`: writes a sweep, or the replications of one point, as a job array of Slurm. A last job prints the
//! results.

use crate::base::problem::Problem;
use crate::cli::commands::sweep;
use crate::cli::input::given::Given;
use crate::cli::input::log;
use crate::cli::input::source::{Points, Source};
use crate::cli::input::whole::whole;
use crate::cli::output::format::Destination;
use crate::cli::session::{Failure, Session};
use crate::experiment::Plan;
use crate::scenario::{Swf, link};
use crate::words::number::{count, counted};
use clap::Args;
use std::path::Path;

/// Usage with a scenario and with a preset, followed by arguments of sbatch.
pub const USAGE: &str = "\
metasched slurm [OPTIONS] --shards <N> <SCENARIO|LINK|-> [-- SBATCH-ARGS]
       metasched slurm [OPTIONS] --shards <N> --preset <NAME> [-- SBATCH-ARGS]";

/// Examples of `metasched slurm --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched slurm mine.json --shards 20 -o sweep.sh -- --account=abc --time=60
  bash sweep.sh                               in a folder that all nodes share

The script submits an array of jobs, and a last job that writes the results as CSV.

Exit codes: 0 done, 2 wrong input.";

/// Arguments of `slurm`.
#[derive(Args, Clone, Debug)]
pub struct Slurm {
    /// Elements of the array: the runs are divided into N shares of equal work.
    #[arg(long, value_name = "N", value_parser = whole(1..=100_000))]
    shards: u32,

    #[command(flatten)]
    source: Source,

    /// Vary a parameter, instead of the scenario's own sweep: as for `sweep`.
    #[arg(long, value_name = "PATH=VALUES")]
    over: Vec<String>,

    #[command(flatten)]
    destination: Destination,

    /// More arguments of sbatch: account, partition, time, memory.
    #[arg(last = true, value_name = "SBATCH-ARGS")]
    sbatch: Vec<String>,
}

impl Slurm {
    /// Prints the script.
    ///
    /// # Errors
    /// Wrong input.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        let given = self.source.load(session, Points::over(&self.over)?)?;
        sweep::assert_shared(&given)?;
        let tasks = Plan::new(&given.scenario)?.tasks().len();
        if self.shards as usize > tasks {
            session.messages.warning(&format!(
                "the scenario has {}, so no more than {} of the {} shares have anything to do: --shards {tasks} is enough",
                counted(tasks as u64, "task"),
                count(tasks as u64),
                count(self.shards.into())
            ));
        }
        let scenario = match given.unchanged_preset() {
            Some(name) => link::of_preset(name),
            None => link::encode(&given.scenario),
        };
        let logs = match folder_of_logs(&given)? {
            Some(folder) => format!(" --logs {}", quoted(&folder)?),
            None => String::new(),
        };
        let digest = given.scenario.digest();
        // The digest in the name separates the files of different sweeps in the same folder.
        let files = format!("results-{}", digest.get(..8).unwrap_or(&digest));
        let print = if given.scenario.experiment.sweep.is_empty() { "run" } else { "sweep" };
        let (shards, scenario) = (self.shards, quoted(&scenario)?);
        let script = format!(
            "\
#!/bin/bash
# {headline}: {shards} shares of equal work, then a job that prints all.
# Start this script by `bash` in a folder that all nodes share: it submits an array of jobs and the last job, which writes {files}.csv.
# Finished tasks are in the folder {files}: an element that is requeued goes on where it was, the last job computes what is missing, and so
# does this script if it is started again. With `print` it prints the results here, in any form: `bash THIS-SCRIPT print --json`.
#SBATCH --job-name=metasched
#SBATCH --open-mode=append
#SBATCH --requeue
{more}set -eu
of=({scenario}{logs} --results {files} --threads \"${{SLURM_CPUS_PER_TASK:-1}}\")
case \"${{1:-}}\" in
share) exec metasched sweep \"${{of[@]}}\" --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" ;;
print) exec metasched {print} \"${{of[@]}}\" \"${{@:2}}\" ;;
*)
  array=$(sbatch --parsable --array=1-{shards} --output=metasched-%A_%a.log \"$0\" share)
  array=${{array%%;*}}
  echo \"The array of shares is job $array\"
  exec sbatch --dependency=afterany:\"$array\" --output=metasched-%j.log \"$0\" print --csv --output {files}.csv ;;
esac
",
            headline = given.headline().replace(char::is_control, " "),
            more = directives(&self.sbatch)?,
        );
        self.destination.begin(session)?.print_text(session, &script)
    }
}

/// The `#SBATCH` lines: one option per line, with its value.
fn directives(arguments: &[String]) -> Result<String, Problem> {
    let mut lines = String::new();
    for argument in arguments {
        let wrong = match argument {
            own if own.is_empty() => "is empty".to_owned(),
            own if own.contains(char::is_control) => format!("has a control character: {own:?}"),
            own if own.starts_with("--array") || own == "-a" => format!("sets the array: {own}"),
            _ => String::new(),
        };
        if !wrong.is_empty() {
            let allowed = "options of sbatch but --array, which --shards sets";
            return Err(Problem::new("SBATCH-ARGS", wrong, allowed, "Leave it out"));
        }
        let plain = !argument.contains([' ', '#', '"', '\'', '\\']);
        let word = match plain {
            true => argument.clone(),
            false => format!("\"{}\"", argument.replace('\\', "\\\\").replace('"', "\\\"")),
        };
        // "-p short" is one option.
        match argument.starts_with('-') || lines.is_empty() {
            true => lines += &format!("\n#SBATCH {word}"),
            false => lines += &format!(" {word}"),
        }
    }
    Ok(match lines.trim_start() {
        "" => String::new(),
        lines => lines.to_owned() + "\n",
    })
}

/// The folder of the scenario's log; `None` if the scenario has no log.
fn folder_of_logs(given: &Given) -> Result<Option<String>, Problem> {
    let Some(swf) = given.scenario.workload.of::<Swf>() else {
        return Ok(None);
    };
    let found = given.logs.find(Path::new(&swf.path), given.folder.as_deref());
    let found = found.and_then(|path| Some(std::path::absolute(path).ok()?.parent()?.display().to_string()));
    found.map(Some).ok_or_else(|| {
        let wrong = format!("{} is not found", swf.path);
        Problem::new("workload.path", wrong, "a file that this machine has too", log::remedy())
    })
}

/// A word quoted for the shell.
fn quoted(word: &str) -> Result<String, Problem> {
    let quoted = shlex::try_quote(word).map(|own| own.into_owned());
    quoted.map_err(|_| Problem::new("the scenario", "has a character that no shell takes", "", ""))
}
