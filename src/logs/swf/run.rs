//! An observer that writes the schedule of a run as a log: submission time, wait and run time of each job. The
//! partition is the cluster on which the job ran.
//!
//! A log is in order of submission, so ended jobs are kept until all earlier jobs have ended.

use super::{Fractions, SwfHeader, SwfJob, SwfWriter, Times};
use crate::base::problem::Problem;
use crate::engine::{Failed, Observer, Running};
use crate::logs::LogJobs;
use crate::scheduler::Rejection;
use crate::workload::Job;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Status of a job that was killed because it exceeded its estimate.
const FAILED: u8 = 0;

/// Writes each job when this job and all jobs submitted before have ended. After an error, nothing more is written, but
/// the run goes on; [`finish`](Self::finish) returns the error.
#[derive(Debug)]
pub struct SwfFile<W: Write> {
    writer: SwfWriter<W>,
    logged: Option<LogJobs>,
    fractions: Fractions,
    /// Number of the next job to write.
    next: u64,
    /// Ended jobs that wait to be written, because an earlier job has not ended.
    early: BTreeMap<u64, SwfJob>,
    failure: Option<SwfFailure>,
}

/// Reasons why a schedule is not written.
#[derive(Debug)]
pub enum SwfFailure {
    /// Writing failed.
    Output(io::Error),
    /// The log format cannot express the schedule.
    Refused(Problem),
}

impl<W: Write> SwfFile<W> {
    /// Begins the log of a run.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn new(out: W, header: &SwfHeader, logged: Option<LogJobs>, fractions: Fractions) -> io::Result<SwfFile<W>> {
        Ok(SwfFile {
            writer: SwfWriter::new(out, header, Times::Whole)?,
            logged,
            fractions,
            next: 0,
            early: BTreeMap::new(),
            failure: None,
        })
    }

    /// True if writing has failed. Then the rest of the run is not needed.
    pub fn failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Ends the log and returns the output.
    ///
    /// # Errors
    /// If writing to the output has failed, or if a log cannot describe one of the jobs.
    pub fn finish(mut self) -> Result<W, SwfFailure> {
        // Writes the ended jobs that were held back because earlier jobs have not ended in the run.
        for (_, job) in std::mem::take(&mut self.early) {
            self.write(&job);
        }
        match self.failure {
            Some(failure) => Err(failure),
            None => self.writer.finish().map_err(SwfFailure::Output),
        }
    }

    fn add(&mut self, id: u64, job: SwfJob) {
        self.early.insert(id, job);
        while let Some(job) = self.early.remove(&self.next) {
            self.next += 1;
            self.write(&job);
        }
    }

    fn write(&mut self, job: &SwfJob) {
        if self.failure.is_none() {
            self.failure = self.writer.write(job).err().map(SwfFailure::Output);
        }
    }
}

impl<W: Write> Observer for SwfFile<W> {
    fn rejected(&mut self, job: &Job, _why: Rejection) {
        if self.failure.is_none() {
            let logged = self.logged.as_ref().map(|log| log.of_job(job));
            self.add(job.id, SwfJob::rejected(job, logged.as_ref()));
        }
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        self.end(now_s, running, running.killed);
    }

    /// A job that waits again is written when it ends.
    fn failed(&mut self, now_s: f64, running: &Running, failed: &Failed) {
        if !failed.requeued {
            self.end(now_s, running, true);
        }
    }
}

impl<W: Write> SwfFile<W> {
    fn end(&mut self, now_s: f64, running: &Running, killed: bool) {
        if self.failure.is_some() {
            return;
        }
        let job = &running.job;
        let logged = self.logged.as_ref().map(|log| log.of_job(job));
        let times_s = [running.start_s, now_s];
        let ran = SwfJob::ran(job, &running.placement, times_s, logged.as_ref(), self.fractions);
        match ran {
            Ok(mut ran) => {
                if killed {
                    ran.status = Some(FAILED);
                }
                self.add(job.id, ran);
            }
            Err(problem) => self.failure = Some(SwfFailure::Refused(problem)),
        }
    }
}
