//! A run with its measures and optional recordings.

use super::collector::Collector;
use super::story::StoryRecorder;
use super::timeline::Recorder;
use crate::engine::{Progress, Simulation};

/// A run with its measures and an optional observer.
pub type Measured<O> = Simulation<(Collector, Option<O>)>;

/// Optional recordings of a run in addition to its measures: its timeline, the story of a job.
pub type Watch = Option<(Option<Recorder>, Option<StoryRecorder>)>;

/// Advances a watched run; see [`Simulation::advance`]. The engine is generic over its observer and compiled where it
/// is used. This function makes sure that the code for the page is compiled here, in a package optimized for speed.
pub fn advance(run: &mut Measured<Watch>, events: u64) -> Progress {
    run.advance(events)
}
