//! `--jobs-out`: one table with the jobs of all runs, in the columns of evalys and Batsim.
//!
//! Runs are simulated in parallel. The first run is written directly to the table, each other run to a temporary part
//! file. At the end the parts are appended in the order of the plan, so the number of threads has no effect.

use crate::base::problem::Problem;
use crate::cli::session::new_file::is_standard_output;
use crate::cli::session::{Failure, NewFile, Session, folder_of};
use crate::experiment::{Plan, Task};
use crate::export::jobs::{self, OfRun};
use crate::export::jobs_file::JobsFile;
use crate::export::runs::runs;
use crate::logs::LogJobs;
use crate::words::number;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// Maximum number of runs per table, because each run has a temporary file until the end.
const MOST_RUNS: usize = 10_000;

/// The table for the jobs of all tasks.
#[derive(Debug)]
pub struct JobsOut {
    path: PathBuf,
    /// Descriptions of the runs, by index of the task.
    runs: Vec<OfRun>,
    written: Mutex<Written>,
}

#[derive(Debug)]
struct Written {
    /// The file of the table. It is `None` while the first run writes to the file.
    table: Option<NewFile>,
    /// By index of the task: true if the part file of the task's run is complete.
    parts: Vec<bool>,
    /// The folder of the parts, deleted when dropped.
    folder: Option<TempDir>,
}

impl JobsOut {
    /// A table for the tasks of `plan`.
    ///
    /// # Errors
    /// If there are too many runs, or the file cannot be created.
    pub fn new(session: &mut Session, path: &Path, plan: &Plan) -> Result<JobsOut, Failure> {
        is_file_name("--jobs-out", path, "jobs.csv")?;
        let tasks = plan.tasks().len();
        if tasks > MOST_RUNS {
            return Err(Problem::new(
                "--jobs-out",
                format!("would write the jobs of {} runs", number::count(tasks as u64)),
                format!("at most {}", number::count(MOST_RUNS as u64)),
                "Choose with --scheduler, --replications, or `run` for a single point",
            )
            .into());
        }
        // The table is created now: if its folder does not exist, the error is reported at once and not after hours.
        let mut table = NewFile::create(session, path)?;
        let sweeps = plan.scenario().experiment.sweep.iter();
        jobs::header(&mut table, sweeps.map(|sweep| sweep.parameter.as_str()))
            .map_err(|error| Failure::unwritable(path.display(), &error))?;
        Ok(JobsOut {
            path: path.to_owned(),
            runs: runs(plan),
            written: Mutex::new(Written { table: Some(table), parts: vec![false; tasks], folder: None }),
        })
    }

    /// The observer that writes the jobs of a task.
    ///
    /// # Errors
    /// If the file for the task cannot be created.
    pub fn open(&self, index: usize, task: &Task, logged: Option<LogJobs>) -> Result<JobsFile<NewFile>, Failure> {
        let first = match index {
            0 => self.written().table.take(),
            _ => None,
        };
        let file = match first {
            Some(table) => table,
            None => self.part(index).map_err(|error| self.unwritable(&error))?,
        };
        let unknown = OfRun::default();
        let of_run = self.runs.get(index).unwrap_or(&unknown);
        Ok(JobsFile::of_task(file, task, logged, of_run)?)
    }

    /// Ends the file of a task.
    ///
    /// # Errors
    /// If the file could not be written.
    pub fn close(&self, index: usize, file: JobsFile<NewFile>) -> Result<(), Failure> {
        let file = file.finish().map_err(|error| self.unwritable(&error))?;
        if index == 0 {
            self.written().table = Some(file);
            return Ok(());
        }
        file.finish()?;
        if let Some(is_complete) = self.written().parts.get_mut(index) {
            *is_complete = true;
        }
        Ok(())
    }

    /// Completes the table.
    ///
    /// # Errors
    /// If the table cannot be written.
    pub fn finish(self) -> Result<(), Failure> {
        let Written { table, parts, folder } = self.written.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(mut table) = table else {
            return Ok(());
        };
        let complete = (0..parts.len()).filter(|&index| parts[index]);
        for path in complete.filter_map(|index| Some(part_in(folder.as_ref()?, index))) {
            let copied = File::open(&path).and_then(|mut part| io::copy(&mut part, &mut table));
            copied.map_err(|error| table.unwritable(&error))?;
            // Deletes the part, so that the disk has space for the next one.
            let _ = fs::remove_file(path);
        }
        table.finish()
    }

    /// Creates the file for the part of a task: in the folder of the table, or in the system's temporary folder if the
    /// table is not an ordinary file.
    fn part(&self, index: usize) -> io::Result<NewFile> {
        let mut written = self.written();
        let folder = match written.folder.take() {
            Some(folder) => folder,
            None => {
                let is_ordinary = fs::metadata(&self.path).map_or(true, |about| about.is_file());
                match is_ordinary && !is_standard_output(&self.path) {
                    true => tempfile::Builder::new().prefix(".metasched-").tempdir_in(folder_of(&self.path))?,
                    false => tempfile::tempdir()?,
                }
            }
        };
        let part = File::create(part_in(&folder, index));
        written.folder = Some(folder);
        Ok(NewFile::in_place(part?, &self.path))
    }

    fn unwritable(&self, error: &io::Error) -> Failure {
        Failure::unwritable(self.path.display(), error)
    }

    fn written(&self) -> std::sync::MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn part_in(folder: &TempDir, index: usize) -> PathBuf {
    folder.path().join(index.to_string())
}

/// Checks that `flag` names a file.
///
/// # Errors
/// If `path` is a folder or has no file name.
pub fn is_file_name(flag: &str, path: &Path, example: &str) -> Result<(), Problem> {
    if !path.is_dir() && path.file_name().is_some() {
        return Ok(());
    }
    Err(Problem::new(
        flag,
        format!("is \"{}\"", path.display()),
        format!("the name of a file, such as {example}, or - for standard output"),
        "",
    ))
}
