//! Which results are kept while a command runs, and where.

use super::about::About;
use super::cache;
use super::file::ResultsFile;
use super::shard::Shard;
use crate::base::problem::Problem;
use crate::cli::input::source::Given;
use crate::cli::printed::clock::{self, Since};
use crate::cli::printed::failure::Failure;
use crate::cli::printed::{own_files, say};
use crate::experiment::TaskResult;
use crate::experiment::stored::Line;
use crate::workload::swf::Log;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What takes no longer is quickly done again.
const WORTH_KEEPING: Duration = Duration::from_secs(30);

/// Where results are kept.
#[derive(Args, Clone, Debug, Default)]
pub struct Keep {
    /// Keep the result of every finished task in FILE, and use those that are there.
    ///
    /// A command that was stopped goes on where it was if it is given again; its output is the same as without. One process writes a file at
    /// a time.
    #[arg(long, value_name = "FILE", display_order = 901)]
    pub results: Option<PathBuf>,

    /// Keep nothing. Otherwise a command that runs for more than 30 s keeps its finished tasks in the user's cache folder until it is done.
    #[arg(long, conflicts_with = "results", display_order = 902)]
    no_results: bool,
}

impl Keep {
    /// From now on no output is written over the file, which is opened later, so that nothing is begun in it for a command that is refused.
    ///
    /// # Errors
    /// If what is printed goes to it.
    pub fn claim(&self) -> Result<(), Problem> {
        self.results.as_deref().map_or(Ok(()), own_files::protect)
    }

    /// Opens what was asked for, for a command whose seed may have been drawn for it.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn open(&self, drawn_seed: Option<&str>) -> Result<Keeping, Failure> {
        if let Some(path) = &self.results {
            if let Some(seed) = drawn_seed {
                return Err(Problem::new(
                    "--fresh-seed",
                    "is given with --results, but draws another seed each time, so that no command would go on from the file",
                    "--seed TEXT with --results",
                    format!("Give the seed that was drawn just now, --seed {seed}"),
                )
                .into());
            }
            let file = ResultsFile::open(path)?;
            return Ok(Keeping::File(file));
        }
        match cache::place(drawn_seed).filter(|_| !self.no_results) {
            Some(path) => Ok(Keeping::cache(path, drawn_seed)),
            None => Ok(Keeping::Nothing),
        }
    }
}

/// What a command keeps.
#[derive(Debug)]
pub enum Keeping {
    /// Nothing.
    Nothing,
    /// All results, in a file that the user named.
    File(ResultsFile),
    /// All results in the cache, if the command takes long.
    Cache {
        /// The file.
        path: PathBuf,
        /// The seed that was drawn for the command, and that goes on from there.
        drawn_seed: Option<String>,
        /// When the command began.
        begin: Since,
        /// What is there.
        cached: Mutex<Cached>,
    },
}

/// Results in the cache.
#[derive(Debug)]
pub enum Cached {
    /// What is written once the command has taken long enough: most commands do not, and pay for no line.
    Pending(Vec<(String, Arc<TaskResult>)>),
    /// They are written as they come.
    Written(ResultsFile),
    /// They cannot be written.
    Refused,
}

impl Keeping {
    fn cache(path: PathBuf, drawn_seed: Option<&str>) -> Keeping {
        let mut cached = Cached::Pending(Vec::new());
        if path.exists()
            && let Ok(file) = ResultsFile::open(&path)
        {
            say::note(&format!(
                "Going on with the command that was stopped, from {}; --no-results begins anew",
                path.display()
            ));
            cached = Cached::Written(file);
        }
        Keeping::Cache {
            path,
            drawn_seed: drawn_seed.map(str::to_owned),
            begin: Since::now(),
            cached: Mutex::new(cached),
        }
    }

    /// Says in the file that the user named that it is about this scenario, too, so that `merge` can print it.
    ///
    /// # Errors
    /// If its results there are of another log, or the file cannot be written.
    pub fn begin(&self, given: &Given, log: Option<&Log>, shard: Option<Shard>) -> Result<(), Failure> {
        match self {
            Keeping::File(file) => file.begin(&About::here(given.clone(), log, shard), log),
            Keeping::Nothing | Keeping::Cache { .. } => Ok(()),
        }
    }

    /// The result of the task of a key, if it was kept before this command began.
    pub fn result(&self, key: &str) -> Option<TaskResult> {
        match self {
            Keeping::Nothing => None,
            Keeping::File(file) => file.result(key),
            Keeping::Cache { cached, .. } => match &*locked(cached) {
                Cached::Written(file) => file.result(key),
                Cached::Pending(_) | Cached::Refused => None,
            },
        }
    }

    /// Keeps the result of the task of a key.
    ///
    /// # Errors
    /// If the file that the user named cannot be written.
    pub fn keep(&self, key: &str, result: &Arc<TaskResult>) -> Result<(), Failure> {
        let (path, drawn_seed, begin, cached) = match self {
            Keeping::Nothing => return Ok(()),
            Keeping::File(file) => return file.append(Line::of_task(key, result)),
            Keeping::Cache { path, drawn_seed, begin, cached } => (path, drawn_seed, begin, cached),
        };
        let mut cached = locked(cached);
        match &mut *cached {
            Cached::Pending(finished) => {
                finished.push((key.to_owned(), Arc::clone(result)));
                if begin.elapsed() >= WORTH_KEEPING {
                    let lines = finished.iter().map(|(key, result)| Line::of_task(key, result));
                    *cached = written(path, drawn_seed.as_deref(), lines);
                }
            }
            // The command goes on without.
            Cached::Written(file) if file.append(Line::of_task(key, result)).is_err() => {
                *cached = refused(path);
            }
            Cached::Written(_) | Cached::Refused => {}
        }
        Ok(())
    }

    /// The command is done: what was kept in the cache goes, what the user named is on the disk.
    ///
    /// # Errors
    /// If the disk did not take the file that the user named.
    pub fn finish(self) -> Result<(), Failure> {
        match self {
            Keeping::Nothing => {}
            Keeping::File(file) => file.sync()?,
            Keeping::Cache { path, cached, .. } => {
                if let Cached::Written(_) = *locked(&cached) {
                    let _ = fs::remove_file(path);
                }
            }
        }
        Ok(())
    }
}

fn locked(cached: &Mutex<Cached>) -> MutexGuard<'_, Cached> {
    cached.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The file in the cache with these lines; what cannot be kept there is not kept.
fn written(path: &Path, drawn_seed: Option<&str>, mut lines: impl Iterator<Item = String>) -> Cached {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    cache::tidy(path, clock::date());
    let file = folder.ok().and_then(|()| ResultsFile::open(path).ok());
    let file = file.filter(|file| lines.all(|line| file.append(line).is_ok()));
    let Some(file) = file else {
        return refused(path);
    };
    say::note(&format!(
        "Finished tasks are kept in {} until this command is done: given again{}, it goes on from there",
        path.display(),
        drawn_seed.map_or(String::new(), |seed| format!(" with --seed {seed} in place of --fresh-seed"))
    ));
    Cached::Written(file)
}

fn refused(path: &Path) -> Cached {
    say::warning(&format!(
        "finished tasks cannot be kept in {}, which another process uses or which cannot be written: a command that is stopped begins \
         anew. --results FILE keeps them elsewhere",
        path.display()
    ));
    Cached::Refused
}
