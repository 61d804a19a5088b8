//! A task in progress that can record its timeline, or the story of one job.

use super::runner::{Runner, TaskResult};
use super::task::Task;
use crate::base::problem::Problem;
use crate::engine::Progress;
use crate::logs::Log;
use crate::metrics::story::StoryRecorder;
use crate::metrics::timeline::Recorder;
use crate::metrics::watched::{self, Watch};
use std::sync::Arc;

/// A [`Runner`] with an optional observer.
pub struct Watched(Runner<Watch>);

impl Watched {
    /// Prepares a task; simulates nothing.
    ///
    /// # Errors
    /// As [`Runner::new`].
    pub fn new(task: &Task, log: Option<Arc<Log>>, watch: Watch) -> Result<Watched, Problem> {
        Runner::advanced_by(watched::advance, task, log, watch).map(Watched)
    }

    /// Simulates about `events` more arrivals and ends.
    ///
    /// # Errors
    /// As [`Runner::advance`].
    pub fn advance(&mut self, events: u64) -> Result<Progress, Problem> {
        self.0.advance(events)
    }

    /// Number of jobs that have ended, over all passes.
    pub fn ended(&self) -> u64 {
        self.0.ended()
    }

    /// True if the rest of the run would add nothing to the record.
    pub fn has_seen_all(&self) -> bool {
        let watch = self.0.observer().and_then(Option::as_ref);
        watch.is_some_and(|(timeline, story)| {
            timeline.as_ref().is_some_and(Recorder::closed) || story.as_ref().is_some_and(StoryRecorder::complete)
        })
    }

    /// The result and the record. For an unfinished task, they cover the part simulated so far.
    pub fn finish(self) -> (TaskResult, Watch) {
        let (result, watch) = self.0.finish();
        (result, watch.flatten())
    }
}
