//! A run that is measured, and may be watched beside that.

use super::collector::Collector;
use super::story::StoryRecorder;
use super::timeline::Recorder;
use crate::engine::Simulation;

/// A run with its measures, and with what watches it.
pub type Measured<O> = Simulation<(Collector, Option<O>)>;

/// What is recorded of a run besides its measures: nothing, its timeline, or the story of a job.
pub type Watch = Option<(Option<Recorder>, Option<StoryRecorder>)>;
