//! Files that are written while tasks run.

use crate::cli::execute::jobs_out::JobsOut;
use crate::cli::execute::swf_out::SwfOut;
use crate::cli::session::{Failure, NewFile};
use crate::experiment::Task;
use crate::experiment::log_jobs;
use crate::export::jobs_file::JobsFile;
use crate::logs::Log;
use crate::logs::swf::SwfFile;
use std::sync::Arc;

/// The output files of a command: the jobs of all runs, and the schedule of a single run.
#[derive(Debug)]
pub struct Files {
    /// `--jobs-out`.
    pub jobs: Option<JobsOut>,
    /// `--swf-out`.
    pub swf: Option<SwfOut>,
}

/// The observers of one run that write the run's jobs and schedule to files.
pub type Writing = (Option<JobsFile<NewFile>>, Option<SwfFile<NewFile>>);

impl Files {
    /// True if there are any files.
    pub fn any(&self) -> bool {
        self.jobs.is_some() || self.swf.is_some()
    }

    /// Begins to write the files for the run of a task.
    ///
    /// # Errors
    /// If a file cannot be created.
    pub fn open(&self, index: usize, task: &Task, log: Option<&Arc<Log>>) -> Result<Writing, Failure> {
        let logged = log_jobs::of_task(task, log)?;
        let jobs = self.jobs.as_ref();
        let jobs = jobs.map(|jobs| jobs.open(index, task, logged.clone()));
        let swf = self.swf.as_ref();
        let swf = swf.map(|swf| swf.open(task, log.map(Arc::as_ref), logged));
        Ok((jobs.transpose()?, swf.transpose()?))
    }

    /// Ends the output of a task's run in each file.
    ///
    /// # Errors
    /// If a file could not be written.
    pub fn close(&self, index: usize, (jobs, swf): Writing) -> Result<(), Failure> {
        if let (Some(files), Some(file)) = (&self.jobs, jobs) {
            files.close(index, file)?;
        }
        if let (Some(files), Some(file)) = (&self.swf, swf) {
            files.close(file)?;
        }
        Ok(())
    }

    /// Completes the files.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn finish(self) -> Result<(), Failure> {
        self.jobs.map_or(Ok(()), JobsOut::finish)
    }
}

/// True if a file could not be written, so that the run can stop.
pub fn failed((jobs, swf): &Writing) -> bool {
    jobs.as_ref().is_some_and(JobsFile::failed) || swf.as_ref().is_some_and(SwfFile::failed)
}
