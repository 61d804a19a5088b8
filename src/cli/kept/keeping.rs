//! Which results are kept while a command runs, and where.

use super::file::ResultsFile;
use crate::cli::printed::clock::Since;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::{say, stopped};
use crate::experiment::TaskResult;
use crate::experiment::stored::Line;
use clap::Args;
use etcetera::BaseStrategy;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What takes no longer is quickly done again.
const WORTH_KEEPING: Duration = Duration::from_secs(30);

/// Where results are kept.
#[derive(Args, Clone, Debug, Default)]
pub struct Keep {
    /// Keep the result of every finished task in FILE, and go on from what is there.
    ///
    /// A command that was stopped, or stopped by a power cut, goes on where it was; its output is the same as without. One process writes
    /// a file. `metasched merge` puts several together.
    #[arg(long, value_name = "FILE", display_order = 901)]
    pub results: Option<PathBuf>,

    /// Keep nothing. Otherwise what takes more than 30 s is kept in the user's cache folder until it is done.
    #[arg(long, conflicts_with = "results", display_order = 902)]
    no_results: bool,
}

impl Keep {
    /// Opens what was asked for.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn open(&self) -> Result<Keeping, Failure> {
        match (&self.results, self.no_results) {
            (Some(path), _) => {
                let file = ResultsFile::open(path)?;
                stopped::kept_in(Some(path));
                Ok(Keeping::File(file))
            }
            (None, true) => Ok(Keeping::Nothing),
            (None, false) => Ok(Keeping::WhatTakesLong),
        }
    }
}

/// What a command keeps.
#[derive(Debug)]
pub enum Keeping {
    /// Nothing.
    Nothing,
    /// All, in this file.
    File(ResultsFile),
    /// Runs of more than half a minute, until they are done.
    WhatTakesLong,
}

impl Keeping {
    /// Where the tasks of these keys are kept.
    pub fn store(&self, keys: &[String]) -> Store<'_> {
        match self {
            Keeping::Nothing => Store::Nothing,
            Keeping::File(file) => Store::File(file),
            Keeping::WhatTakesLong => Store::in_cache(keys),
        }
    }
}

/// Where the results of one run are kept.
#[derive(Debug)]
pub enum Store<'a> {
    /// Nowhere.
    Nothing,
    /// In a file of the user's.
    File(&'a ResultsFile),
    /// In the cache.
    Cache {
        /// The file.
        path: PathBuf,
        /// When the run began.
        begin: Since,
        /// What is there.
        cached: Mutex<Cached>,
    },
}

/// Results in the cache.
#[derive(Debug)]
pub enum Cached {
    /// Lines that are written once the run has taken long enough.
    Pending(Vec<String>),
    /// They are written as they come.
    Written(ResultsFile),
    /// They cannot be written.
    Refused,
}

impl Store<'_> {
    fn in_cache(keys: &[String]) -> Store<'static> {
        let Ok(folders) = etcetera::choose_base_strategy() else {
            return Store::Nothing;
        };
        let mut name = Sha256::new();
        keys.iter().for_each(|key| name.update(key));
        let name: String = name
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let path = folders
            .cache_dir()
            .join("metasched")
            .join(format!("{name}.jsonl"));
        let mut cached = Cached::Pending(Vec::new());
        if path.exists() {
            cached = written(&path, Vec::new());
        }
        if let Cached::Written(_) = cached {
            say::note(&format!(
                "Going on with the run that was stopped, from {}; --no-results begins anew",
                path.display()
            ));
        }
        Store::Cache {
            path,
            begin: Since::now(),
            cached: Mutex::new(cached),
        }
    }

    /// The result of a task, if it was kept.
    pub fn result(&self, key: &str) -> Option<TaskResult> {
        match self {
            Store::Nothing => None,
            Store::File(file) => file.result(key),
            Store::Cache { cached, .. } => {
                match &*cached.lock().unwrap_or_else(PoisonError::into_inner) {
                    Cached::Written(file) => file.result(key),
                    Cached::Pending(_) | Cached::Refused => None,
                }
            }
        }
    }

    /// Keeps the result of a task.
    ///
    /// # Errors
    /// If the file that the user named cannot be written.
    pub fn keep(&self, key: &str, result: &TaskResult) -> Result<(), Failure> {
        let (path, begin, cached) = match self {
            Store::Nothing => return Ok(()),
            Store::File(file) => return file.keep(key, result),
            Store::Cache {
                path,
                begin,
                cached,
            } => (path, begin, cached),
        };
        let mut cached = cached.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *cached {
            Cached::Pending(lines) => {
                lines.extend(Line::of_task(key, result));
                if begin.elapsed() >= WORTH_KEEPING {
                    *cached = written(path, std::mem::take(lines));
                }
            }
            // The run goes on without.
            Cached::Written(file) if file.keep(key, result).is_err() => *cached = refused(path),
            Cached::Written(_) | Cached::Refused => {}
        }
        Ok(())
    }

    /// All tasks are done.
    ///
    /// # Errors
    /// If the disk did not take the file that the user named.
    pub fn finish(self) -> Result<(), Failure> {
        match self {
            Store::Nothing => Ok(()),
            Store::File(file) => file.sync(),
            Store::Cache { path, cached, .. } => {
                let cached = cached.into_inner().unwrap_or_else(PoisonError::into_inner);
                if let Cached::Written(_) = cached {
                    let _ = fs::remove_file(path);
                    stopped::kept_in(None);
                }
                Ok(())
            }
        }
    }
}

/// The file in the cache with these lines; what cannot be kept there is not kept.
fn written(path: &Path, lines: Vec<String>) -> Cached {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let file = folder.ok().and_then(|()| ResultsFile::open(path).ok());
    let file = file.filter(|file| lines.into_iter().all(|line| file.append(line).is_ok()));
    let Some(file) = file else {
        return refused(path);
    };
    stopped::kept_in(Some(path));
    say::note(&format!(
        "Finished tasks are kept in {} until all are: the same command goes on from there if this one is stopped",
        path.display()
    ));
    Cached::Written(file)
}

fn refused(path: &Path) -> Cached {
    stopped::kept_in(None);
    say::warning(&format!(
        "finished tasks cannot be kept in {}: if this run is stopped it begins anew. --results FILE keeps them elsewhere",
        path.display()
    ));
    Cached::Refused
}
