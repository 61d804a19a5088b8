//! An observer that writes the schedule of a run as a log: when each job was submitted, how long it waited and ran, and on which
//! cluster, its partition.
//!
//! A log is in order of submission, so what ended waits for those that came before it and still wait or run.

use super::log_jobs::LogJobs;
use super::swf::{Fractions, SwfHeader, SwfJob, SwfWriter, Times};
use crate::base::problem::Problem;
use crate::engine::{Observer, Running};
use crate::scheduler::Rejection;
use crate::workload::Job;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The status of a job that was killed because it outlived its estimate.
const FAILED: u8 = 0;

/// Writes each job when it and all before it have ended. What fails stops the file, not the run; [`finish`](Self::finish) tells.
#[derive(Debug)]
pub struct SwfFile<W: Write> {
    writer: SwfWriter<W>,
    logged: Option<LogJobs>,
    fractions: Fractions,
    /// Number of the job whose turn it is.
    next: u64,
    /// Jobs that have ended before their turn.
    early: BTreeMap<u64, SwfJob>,
    failure: Option<SwfFailure>,
}

/// Why a schedule is not written.
#[derive(Debug)]
pub enum SwfFailure {
    /// The output fails.
    Output(io::Error),
    /// Logs cannot say it.
    Refused(Problem),
}

impl<W: Write> SwfFile<W> {
    /// Begins the log of a run.
    ///
    /// # Errors
    /// If `out` fails.
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

    /// Whether the file has failed, so that the rest of the run is of no use to it.
    pub fn failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Ends the log and gives the output back.
    ///
    /// # Errors
    /// The first error of the output, or the first job that a log cannot describe.
    pub fn finish(mut self) -> Result<W, SwfFailure> {
        // Jobs before these did not end, as when a run is over before all have.
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
        if self.failure.is_some() {
            return;
        }
        let job = &running.job;
        let logged = self.logged.as_ref().map(|log| log.of_job(job));
        let times_s = [running.start_s, now_s];
        let ran = SwfJob::ran(job, &running.placement, times_s, logged.as_ref(), self.fractions);
        match ran {
            Ok(mut ran) => {
                if running.killed {
                    ran.status = Some(FAILED);
                }
                self.add(job.id, ran);
            }
            Err(problem) => self.failure = Some(SwfFailure::Refused(problem)),
        }
    }
}
