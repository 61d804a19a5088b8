//! A run that is measured, and may be watched beside that.

use super::collector::Collector;
use super::story::StoryRecorder;
use super::timeline::Recorder;
use crate::engine::{Observer, Progress, Simulation};

/// A run with its measures, and with what watches it.
pub type Measured<O> = Simulation<(Collector, Option<O>)>;

/// What is recorded of a run besides its measures: nothing, its timeline, or the story of a job.
pub type Watch = Option<(Option<Recorder>, Option<StoryRecorder>)>;

/// An observer of measured runs.
pub trait Watcher: Observer + Sized {
    /// Advances a run that it watches, as [`Simulation::advance`]. The engine is generic over its observer, and generic code is compiled
    /// where it is used: an observer that says here how it advances has its engine compiled in its own package, for speed.
    fn advance(run: &mut Measured<Self>, events: u64) -> Progress {
        run.advance(events)
    }
}

/// That of the page, whose other packages are compiled for size.
impl Watcher for Watch {
    #[inline(never)]
    fn advance(run: &mut Measured<Watch>, events: u64) -> Progress {
        run.advance(events)
    }
}

impl Watcher for () {}
impl Watcher for Recorder {}
impl Watcher for StoryRecorder {}

impl<A: Watcher, B: Watcher> Watcher for (Option<A>, Option<B>) {}
