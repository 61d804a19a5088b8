//! Options about results: the folder in which they are stored, precomputed results, and shares of a sweep.

use super::folder::ResultsFolder;
use crate::base::problem::Problem;
use crate::cli::external;
use crate::cli::input::given::Given;
use crate::cli::session::{Failure, Session};
use crate::experiment::{Complete, Plan, Results, Task, plan};
use crate::scenario::{Detail, GroupBy};
use clap::Args;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

/// The option for the folder of results.
#[derive(Args, Clone, Debug, Default)]
pub struct ResultsOption {
    /// Store the result of every finished task in the folder DIR, and reuse the results that are there.
    ///
    /// A command that was stopped resumes if it is given again; its output is the same as without this option. Each
    /// process writes its own file, so several may use the folder at the same time, on several machines too.
    #[arg(long, value_name = "DIR", display_order = 901)]
    pub results: Option<PathBuf>,
}

impl ResultsOption {
    /// Opens the folder, if one is named, for results of this scenario.
    ///
    /// # Errors
    /// If a seed was drawn for this command, a program decides, or the folder cannot be used.
    pub fn open_for(&self, session: &Session, given: &Given) -> Result<Option<ResultsFolder>, Failure> {
        if self.results.is_some() {
            let remedy = "Leave --results out: a program may decide otherwise the next time";
            external::assert_none(&given.scenario, "the scenario for --results", remedy)?;
        }
        self.open(session, given.drawn_seed.as_deref())
    }

    /// Opens the folder, if one is named. `drawn_seed` is the seed drawn for this command.
    ///
    /// # Errors
    /// If a seed was drawn, or the folder cannot be used.
    pub fn open(&self, session: &Session, drawn_seed: Option<&str>) -> Result<Option<ResultsFolder>, Failure> {
        let Some(path) = &self.results else {
            return Ok(None);
        };
        if let Some(seed) = drawn_seed {
            return Err(Problem::new(
                "--fresh-seed",
                "is given with --results, but draws another seed each time, so that no command would go on from the folder",
                "--seed TEXT with --results",
                format!("Give the seed that was drawn just now, --seed {seed}"),
            )
            .into());
        }
        ResultsFolder::open(session, path).map(Some)
    }
}

/// The option for precomputed results.
#[derive(Args, Clone, Debug, Default)]
pub struct Precomputed {
    /// Use the results in DIR/PRESET.json for each experiment with the same scenario and engine, and simulate the
    /// others.
    ///
    /// The files are the output of `sweep --preset PRESET --json --runs`; those of this page are in www/results. Their
    /// number of replications is used, even with --replications. Experiments with groups of jobs (group_by) or with
    /// single jobs (detail) are always simulated: the files have these for no single replication.
    #[arg(long, value_name = "DIR")]
    computed: Option<PathBuf>,
}

impl Precomputed {
    /// The precomputed results of a plan; `None` if there is no file for the preset, or the file is from a different
    /// scenario or engine, or if a claim may compare groups or single jobs of a replication, which the files lack.
    pub fn results(&self, preset: &str, plan: &Plan) -> Option<Results> {
        let experiment = &plan.scenario().experiment;
        if experiment.group_by != GroupBy::None || experiment.detail == Detail::Jobs {
            return None;
        }
        let file = self.computed.as_ref()?.join(format!("{preset}.json"));
        let complete: Complete = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
        complete.with_runs()?.taken_up(plan)
    }
}

/// Maximum number of shares of one sweep.
const MOST: u32 = 100_000;

/// The K-th of N equal shares of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Number of the share, from 1.
    number: u32,
    of: u32,
}

impl Shard {
    /// Indices of the tasks in this share; `log_jobs` is the number of jobs in the log.
    pub fn own(self, tasks: &[Task], log_jobs: u64) -> impl Iterator<Item = usize> + use<> {
        let shares = plan::shares(tasks, self.of, log_jobs).into_iter().enumerate();
        shares.filter_map(move |(index, share)| (share + 1 == self.number).then_some(index))
    }
}

/// Text such as "3/8".
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST => Ok(Shard { number, of }),
            _ => Err(format!("a share is K/N with 1 ≤ K ≤ N ≤ {MOST}, such as 3/8")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_written_as_they_are_read() {
        assert_eq!("3/8".parse::<Shard>().unwrap().to_string(), "3/8");
        for wrong in ["", "3", "0/8", "9/8", "1/0", "-1/8", "1/100001", "a/b", "1/8/2", "4294967296/4294967297"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
