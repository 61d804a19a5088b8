//! What the workers' pool tells the page.

use crate::experiment::TaskResult;
use crate::metrics::timeline::Timeline;
use crate::web::messages::LogSummary;
use crate::web::story_data::StoryData;

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
    /// The timeline that was asked for last.
    Timeline {
        /// Index in the plan.
        task: usize,
        /// What was recorded.
        timeline: Timeline,
    },
    /// The story that was asked for last.
    Story {
        /// Index in the plan.
        task: usize,
        /// What is shown of it.
        story: Box<StoryData>,
    },
    /// The story that was asked for last cannot be had: why, readable.
    StoryFailed(String),
    /// How much of the log has been read, from 0 to 1.
    LogProgress(f64),
    /// The log has been read.
    LogReady(LogSummary),
    /// What went wrong, readable; what else is going on goes on.
    Problem(String),
    /// A worker died and another took its place: what happened, readable.
    WorkerReplaced(String),
}
