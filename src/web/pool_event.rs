//! Events from the worker pool to the page.

use crate::experiment::TaskResult;
use crate::web::messages::LogSummary;
use crate::web::runs::Source;
use crate::web::wanted::{Answer, Asker};

/// An event from the worker pool.
#[derive(Clone, Debug)]
pub enum PoolEvent {
    /// A task of the current run is done.
    TaskDone {
        /// Index in the plan.
        task: usize,
        /// Result of the task.
        result: Box<TaskResult>,
        /// Where it was found.
        source: Source,
    },
    /// A task of the current run is given up; the others continue.
    TaskFailed {
        /// Index in the plan.
        task: usize,
        /// Readable reason.
        problem: String,
    },
    /// Progress of the run, sent four times a second and at its end.
    Progress {
        /// Jobs that have ended.
        ended_jobs: u64,
        /// Total number of jobs to simulate.
        total_jobs: u64,
        /// Remaining time at the speed of the last seconds.
        seconds_left: Option<f64>,
    },
    /// All tasks of the run are done or given up.
    Finished,
    /// Answer to the last request of its kind from this tab.
    Answer {
        /// Name of the tab.
        asker: Asker,
        /// Index of the task in the plan of the request.
        task: usize,
        /// The answer.
        answer: Answer,
    },
    /// Share of the log that has been read, from 0 to 1.
    LogProgress(f64),
    /// The log has been read.
    LogReady(LogSummary),
    /// A problem, readable; everything else continues.
    Problem(String),
    /// A worker died and was replaced; readable reason.
    WorkerReplaced(String),
}
