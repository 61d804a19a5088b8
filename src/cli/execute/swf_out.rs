//! `--swf-out`: the schedule of a run as a job log.

use crate::base::problem::Problem;
use crate::cli::execute::jobs_out::is_file_name;
use crate::cli::session::failure::STANDARD_OUTPUT;
use crate::cli::session::{Failure, NewFile, Session};
use crate::experiment::{Plan, Task};
use crate::export::jobs::OfRun;
use crate::export::runs;
use crate::export::schedule;
use crate::logs::Log;
use crate::logs::LogJobs;
use crate::logs::swf::Fractions;
use crate::logs::swf::{SwfFailure, SwfFile};
use crate::scenario::Scenario;
use crate::words::number;
use std::fs::File;
use std::io::{self, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The file for the schedule of a single run.
#[derive(Debug)]
pub struct SwfOut {
    path: PathBuf,
    /// The file; `None` after the run has begun.
    file: Mutex<Option<NewFile>>,
    /// Temporary file for a schedule that is printed to standard output. The schedule is printed at the end, because a
    /// log may not be able to express one of the last jobs.
    held_back: Option<File>,
    scenario: Scenario,
    of_run: OfRun,
}

impl SwfOut {
    /// A log file for the only task of `plan`.
    ///
    /// # Errors
    /// If `plan` has several tasks, or the file cannot be created.
    pub fn new(session: &mut Session, path: &Path, plan: &Plan) -> Result<SwfOut, Failure> {
        is_file_name("--swf-out", path, "schedule.swf")?;
        let runs = plan.tasks().len();
        if runs != 1 {
            return Err(Problem::new(
                "--swf-out",
                format!("would hold {} runs", number::count(runs as u64)),
                "one run: a log is one schedule",
                "Choose it with --scheduler and --replications 1; --jobs-out has many runs in one table",
            )
            .into());
        }
        let unwritable = |error| Failure::unwritable("temporary file", &error);
        let (file, held_back) = match path == Path::new(STANDARD_OUTPUT) {
            false => (NewFile::create(session, path)?, None),
            true => {
                session.give_standard_output();
                let file = tempfile::tempfile().map_err(unwritable)?;
                (NewFile::in_place(file.try_clone().map_err(unwritable)?, path), Some(file))
            }
        };
        Ok(SwfOut {
            path: path.to_owned(),
            file: Mutex::new(Some(file)),
            held_back,
            scenario: plan.scenario().clone().into_scenario(),
            of_run: runs::runs(plan).into_iter().next().unwrap_or_default(),
        })
    }

    /// The observer that writes the schedule.
    ///
    /// # Errors
    /// If the head of the log cannot be written, or the file was opened before.
    pub fn open(&self, task: &Task, log: Option<&Log>, logged: Option<LogJobs>) -> Result<SwfFile<NewFile>, Failure> {
        let begun = self.file.lock().unwrap_or_else(PoisonError::into_inner).take();
        let file = begun.ok_or_else(|| self.failed(SwfFailure::Output(io::ErrorKind::AlreadyExists.into())))?;
        schedule::begin(file, task, (&self.scenario, &self.of_run), log, logged, Fractions::Refused)
            .map_err(|failure| self.failed(failure))
    }

    /// Completes the log.
    ///
    /// # Errors
    /// If the log could not be written, or a job is not representable in a log.
    pub fn close(&self, file: SwfFile<NewFile>) -> Result<(), Failure> {
        let file = file.finish().map_err(|failure| self.failed(failure))?;
        file.finish()?;
        let Some(mut held_back) = self.held_back.as_ref() else {
            return Ok(());
        };
        let mut out = NewFile::standard_output();
        let copied = held_back.rewind().and_then(|()| io::copy(&mut held_back, &mut out));
        copied.map_err(|error| out.unwritable(&error))?;
        out.finish()
    }

    fn failed(&self, failure: SwfFailure) -> Failure {
        match failure {
            SwfFailure::Output(error) => Failure::unwritable(self.path.display(), &error),
            SwfFailure::Refused(problem) => {
                Problem { place: format!("--swf-out: {}", problem.place), ..problem }.into()
            }
        }
    }
}
