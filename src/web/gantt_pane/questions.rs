//! Requests of one pane to the workers: a window of a run, the overview of the whole run, and the story of a job.

use crate::logs::AskedJob;
use crate::metrics::timeline::Window;
use crate::web::wanted::What;

/// A request. `awaited` is true until the answer has arrived.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Asked<T> {
    task: usize,
    what: T,
    awaited: bool,
}

/// The last request of each kind. An equal request is not sent again.
#[derive(Debug, Default)]
pub struct Questions {
    /// Begin \[s\] and number of jobs of the window.
    window: Option<Asked<(f64, usize)>>,
    overview: Option<Asked<()>>,
    story: Option<Asked<AskedJob>>,
}

impl Questions {
    /// Requests a window that begins at `from_s` and has `jobs` jobs.
    pub fn ask_window(&mut self, task: usize, from_s: f64, jobs: usize) -> Option<What> {
        asks(&mut self.window, task, (from_s, jobs)).then(|| {
            // A worker records one timeline at a time.
            self.overview.take_if(|asked| asked.awaited);
            What::Timeline(Window { from_s, jobs, overview: false })
        })
    }

    /// Requests the overview of a run, if the window has arrived.
    pub fn ask_overview(&mut self, task: usize) -> Option<What> {
        let asks = self.has_window() && asks(&mut self.overview, task, ());
        asks.then_some(What::Timeline(Window { from_s: 0.0, jobs: 0, overview: true }))
    }

    /// Asks for the story of a job.
    pub fn ask_story(&mut self, task: usize, job: impl Into<AskedJob>) -> Option<What> {
        let job = job.into();
        asks(&mut self.story, task, job.clone()).then_some(What::Story(job))
    }

    /// Forgets the requested story, because no story is wanted, or because this story shall be requested again.
    pub fn forget_story(&mut self) {
        self.story = None;
    }

    /// Forgets the requests that have no answer yet, because their answers will not come. The requests can then be sent
    /// again.
    pub fn forget_awaited(&mut self) {
        self.window.take_if(|asked| asked.awaited);
        self.overview.take_if(|asked| asked.awaited);
        self.story.take_if(|asked| asked.awaited);
    }

    /// Handles the arrival of a window of a task. True if the window was awaited.
    pub fn window_came(&mut self, task: usize) -> bool {
        came(&mut self.window, |asked| asked.task == task)
    }

    /// Handles the arrival of the overview of a task. True if the overview was awaited.
    pub fn overview_came(&mut self, task: usize) -> bool {
        came(&mut self.overview, |asked| asked.task == task)
    }

    /// Handles the arrival of the story of a job in a task. True if the story was awaited. A job that was asked for by its
    /// number in the log is known by its number from now on.
    pub fn story_came(&mut self, task: usize, job: u64) -> bool {
        let is_it = |what: &AskedJob| matches!(what, AskedJob::InLog(_)) || *what == AskedJob::Number(job);
        let awaited = came(&mut self.story, |asked| asked.task == task && is_it(&asked.what));
        if let Some(asked) = self.story.as_mut().filter(|_| awaited) {
            asked.what = job.into();
        }
        awaited
    }

    /// Handles the answer that there is no story. True if a story was awaited.
    pub fn story_failed(&mut self) -> bool {
        came(&mut self.story, |_| true)
    }

    /// True if the window of the last request has arrived.
    pub fn has_window(&self) -> bool {
        self.window.is_some_and(|asked| !asked.awaited)
    }

    /// True if a window of this task has arrived, and no other window was requested since.
    pub fn has_window_of(&self, task: usize) -> bool {
        self.window.is_some_and(|asked| !asked.awaited && asked.task == task)
    }

    /// True if the overview that has arrived or is awaited belongs to this task.
    pub fn has_overview_of(&self, task: usize) -> bool {
        self.overview.is_some_and(|asked| asked.task == task)
    }

    /// True if the story of this job in this task has arrived.
    pub fn has_story_of(&self, task: usize, job: u64) -> bool {
        self.story == Some(Asked { task, what: job.into(), awaited: false })
    }
}

/// Stores a request. True if it is new.
fn asks<T: PartialEq>(asked: &mut Option<Asked<T>>, task: usize, what: T) -> bool {
    if asked.as_ref().is_some_and(|own| own.task == task && own.what == what) {
        return false;
    }
    *asked = Some(Asked { task, what, awaited: true });
    true
}

/// Records the arrival of an answer. True if the answer was awaited.
fn came<T>(asked: &mut Option<Asked<T>>, is_it: impl FnOnce(&Asked<T>) -> bool) -> bool {
    let awaited = asked.as_mut().filter(|own| own.awaited && is_it(own));
    awaited.map(|own| own.awaited = false).is_some()
}
