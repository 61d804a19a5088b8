//! `--swf-out`: the schedule of a run as a job log.

use crate::ENGINE_VERSION;
use crate::base::number;
use crate::base::problem::Problem;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::jobs_out::is_file_name;
use crate::cli::printed::new_file::NewFile;
use crate::experiment::{Plan, Task};
use crate::export::log_jobs::LogJobs;
use crate::export::swf::{Labels, Start, SwfHeader};
use crate::export::swf_file::{SwfFailure, SwfFile};
use crate::scenario::Scenario;
use crate::scenario::Workload as Model;
use crate::workload::swf::Log;
use crate::workload::trace::Clock;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Midnight, the first Monday of 1970 \[s\]: time 0 of a model that has a time of day.
const A_MONDAY_S: i64 = 4 * 86_400;

/// Where the schedule of the one run goes.
#[derive(Debug)]
pub struct SwfOut {
    path: PathBuf,
    /// Until the run begins.
    file: Mutex<Option<NewFile>>,
    scenario: Scenario,
    scheduler: String,
}

impl SwfOut {
    /// A log of the only task of `plan`.
    ///
    /// # Errors
    /// If it has several, or the file cannot be created.
    pub fn new(path: &Path, plan: &Plan) -> Result<SwfOut, Failure> {
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
        Ok(SwfOut {
            path: path.to_owned(),
            file: Mutex::new(Some(NewFile::create(path)?)),
            scenario: plan.scenario().clone().into_scenario(),
            scheduler: plan.scenario().scheduler_names().join(", "),
        })
    }

    /// Where the schedule is written.
    ///
    /// # Errors
    /// If it cannot be.
    pub fn open(
        &self,
        task: &Task,
        log: Option<&Log>,
        logged: Option<LogJobs>,
    ) -> Result<SwfFile<NewFile>, Failure> {
        let begun = self
            .file
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let file = match begun {
            Some(file) => file,
            None => NewFile::create(&self.path)?,
        };
        let platform = task.platform()?;
        let clusters = Labels::clusters(platform.clusters.len() as u64);
        let header = SwfHeader {
            computer: &computer(&self.scenario.workload, log),
            conversion: &conversion(),
            jobs: None,
            processors: Some(platform.nodes()),
            start: start(&self.scenario.workload, log),
            queues: log.map_or_else(|| clusters.clone(), Labels::queues),
            partitions: clusters,
            notes: &[
                format!(
                    "a simulated schedule by {}: wait time, run time and partition are those of the run",
                    self.scheduler
                ),
                format!("scenario {}", self.scenario.to_compact_json()),
            ],
        };
        SwfFile::new(file, &header, logged).map_err(|error| self.unwritable(&error))
    }

    /// Completes the log.
    ///
    /// # Errors
    /// If it could not be written, or a log cannot say what happened.
    pub fn close(&self, file: SwfFile<NewFile>) -> Result<(), Failure> {
        let file = file.finish().map_err(|failure| match failure {
            SwfFailure::Output(error) => self.unwritable(&error),
            SwfFailure::Refused(problem) => Problem {
                place: format!("--swf-out: {}", problem.place),
                ..problem
            }
            .into(),
        })?;
        file.finish()
    }

    fn unwritable(&self, error: &std::io::Error) -> Failure {
        Failure::unwritable(&self.path.display().to_string(), error)
    }
}

/// The machine: that of the log, or a model.
pub fn computer(workload: &Model, log: Option<&Log>) -> String {
    let told = log.and_then(|log| log.header.text("Computer"));
    told.map_or_else(
        || format!("{} (workload model)", workload.model().label()),
        str::to_owned,
    )
}

/// By what a log was made.
pub fn conversion() -> String {
    format!(
        "metasched {}, engine {ENGINE_VERSION}",
        env!("CARGO_PKG_VERSION")
    )
}

/// What time 0 is, where that is known: submissions are by the clock of their log.
pub fn start(workload: &Model, log: Option<&Log>) -> Option<Start> {
    match workload {
        Model::Of(own) if own.info().has_days => Some(Start {
            unix_s: A_MONDAY_S,
            east_s: 0,
        }),
        _ => {
            let clock = Clock::of(&log?.header)?;
            Some(Start {
                unix_s: clock.start_s,
                east_s: clock.offset_s,
            })
        }
    }
}
