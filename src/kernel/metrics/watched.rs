//! A run that is measured, and may be watched beside that.

use super::collector::Collector;
use super::story::StoryRecorder;
use super::timeline::Recorder;
use crate::engine::{Progress, Simulation};

/// A run with its measures, and with what watches it.
pub type Measured<O> = Simulation<(Collector, Option<O>)>;

/// What is recorded of a run besides its measures: nothing, its timeline, or the story of a job.
pub type Watch = Option<(Option<Recorder>, Option<StoryRecorder>)>;

/// Advances a watched run, as [`Simulation::advance`]. The engine is generic over its observer and compiled where it is used: for the page here,
/// in the package that is compiled for speed.
pub fn advance(run: &mut Measured<Watch>, events: u64) -> Progress {
    run.advance(events)
}
