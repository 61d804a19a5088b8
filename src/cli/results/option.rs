//! The option that names a folder of results.

use super::folder::ResultsFolder;
use crate::base::problem::Problem;
use crate::cli::printed::failure::Failure;
use clap::Args;
use std::path::PathBuf;

/// Where results of tasks are kept.
#[derive(Args, Clone, Debug, Default)]
pub struct ResultsOption {
    /// Keep the result of every finished task in the folder DIR, and use those that are there.
    ///
    /// A command that was stopped goes on where it was if it is given again; its output is the same as without. Each process writes a file of
    /// its own, so several may use the folder at the same time, on several machines too.
    #[arg(long, value_name = "DIR", display_order = 901)]
    pub results: Option<PathBuf>,
}

impl ResultsOption {
    /// Opens the folder, if one is named. `drawn_seed` is the seed that was drawn for this command.
    ///
    /// # Errors
    /// If the seed was drawn, or the folder cannot be used.
    pub fn open(&self, drawn_seed: Option<&str>) -> Result<Option<ResultsFolder>, Failure> {
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
        ResultsFolder::open(path).map(Some)
    }
}
