//! What the workers' pool tells the page.

use crate::experiment::TaskResult;
use crate::web::messages::LogSummary;
use crate::web::wanted::{Answer, Asker};

/// What the pool tells the page.
#[derive(Clone, Debug)]
pub enum PoolEvent {
    /// A task of the present run is done.
    TaskDone {
        /// Index in the plan.
        task: usize,
        /// What it came to.
        result: Box<TaskResult>,
        /// It was simulated just now; the result was not known before.
        computed: bool,
    },
    /// A task of the present run is given up; the others go on.
    TaskFailed {
        /// Index in the plan.
        task: usize,
        /// Why, readable.
        problem: String,
    },
    /// How far the run is, four times a second and at its end.
    Progress {
        /// Jobs that have ended.
        ended_jobs: u64,
        /// Jobs to simulate in all.
        total_jobs: u64,
        /// Time left at the pace of the last seconds.
        seconds_left: Option<f64>,
    },
    /// All tasks of the run are done or given up.
    Finished,
    /// Answer to the last question of its kind from this tab.
    Answer {
        /// The tab.
        asker: Asker,
        /// Index of the task in the plan of the question.
        task: usize,
        /// The answer.
        answer: Answer,
    },
    /// How much of the log has been read, from 0 to 1.
    LogProgress(f64),
    /// The log has been read.
    LogReady(LogSummary),
    /// What went wrong, readable; what else is going on goes on.
    Problem(String),
    /// A worker died and another took its place: what happened, readable.
    WorkerReplaced(String),
}
