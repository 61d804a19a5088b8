//! The run of the page's scenario as a state machine, without document and workers: how it starts, what has come of it and from where, what of
//! that is shown, and how it ends.
//!
//! Results of a task come from the memory of the page, from the store of the browser, or from a worker. Results of a whole preset may come
//! from a file, computed beforehand; they stay until the run has been computed here and can be compared with them.

use super::run::{Run, Speed};
use super::tabs::view::View;
use super::tuning::Tuner;
use crate::experiment::{Plan, Results, TaskResult};
use std::rc::Rc;

/// Runs that are expected to take longer begin with a sketch \[s\].
const SKETCHED_S: f64 = 1.0;
/// Runs that are expected to take longer do not start by themselves \[s\].
const LONG_S: f64 = 120.0;
/// The same of runs whose results are there, computed beforehand \[s\].
const VERIFIED_S: f64 = 5.0;
/// New results are shown at most this often \[ms\], and less often when putting them together takes long. A frame with a new
/// figure takes the browser some 30 ms on a machine without graphics hardware, which the workers could use.
const REFRESH_MS: f64 = 250.0;
/// So long an old figure stays when new results begin to come \[ms\].
const OLD_FIGURE_MS: f64 = 600.0;
/// Results that come later in a run than this are worth storing \[ms\]: those before are computed again as quickly as found.
const WORTH_STORING_MS: f64 = 2000.0;

/// What the workers have in hand.
#[derive(Default)]
pub enum State {
    /// The scenario has changed, and its run is not planned yet.
    #[default]
    Changed,
    /// The run is planned and begins next.
    Planned,
    /// The run, or its sketch.
    Running,
    /// A search for constants of a formula, in place of the run.
    Searching(Box<Search>),
    /// Nothing: the run was not begun, or was stopped.
    Idle,
    /// Nothing: all results are there.
    Done,
}

/// A search for constants.
pub struct Search {
    /// How far it is.
    pub tuner: Tuner,
    /// What the workers have of it.
    pub plan: Rc<Plan>,
}

/// What is to be shown next.
pub enum Next {
    /// These results.
    Show(View),
    /// What is shown, until there is more or some time has passed.
    Wait,
    /// What is shown.
    Nothing,
}

/// What all tasks of the workers were, when they have ended.
#[derive(Debug, PartialEq)]
pub enum Ended {
    /// The sketch: the run itself is next.
    Sketch,
    /// Tasks of a search, which goes on.
    Search,
    /// The run.
    Run,
}

/// The run of the present scenario.
pub struct Runs {
    state: State,
    run: Option<Run>,
    shown: Option<View>,
    speed: Speed,
    /// How long putting results together took last time \[ms\].
    merge_ms: f64,
    /// Results of the run from a file, until it has been computed here.
    file: Option<Rc<Results>>,
}

impl Runs {
    /// Nothing yet, with so many workers.
    pub fn new(workers: usize) -> Runs {
        let speed = Speed::guess(workers);
        Runs { state: State::Changed, run: None, shown: None, speed, merge_ms: 0.0, file: None }
    }

    /// What the workers have in hand.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state in one word, as scripts and styles read it.
    pub fn word(&self) -> &'static str {
        match self.state {
            State::Idle => "idle",
            State::Done => "done",
            _ => "running",
        }
    }

    /// Whether the workers simulate.
    pub fn is_running(&self) -> bool {
        matches!(self.state, State::Running | State::Searching(_))
    }

    /// Another scenario: nothing more comes of the run before.
    pub fn change(&mut self) {
        (self.state, self.run, self.file) = (State::Changed, None, None);
    }

    /// The workers have something else in hand.
    pub fn set_state(&mut self, state: State) {
        self.state = state;
    }

    /// Expected duration of a run of so many jobs \[s\].
    pub fn seconds(&self, jobs: u64) -> f64 {
        self.speed.seconds(jobs)
    }

    /// Whether a run of so many jobs begins with a sketch.
    pub fn is_sketched(&self, jobs: u64) -> bool {
        self.seconds(jobs) > SKETCHED_S
    }

    /// Whether a run of so many jobs does not start by itself; less is enough where there are results from a file.
    pub fn is_long(&self, jobs: u64, in_file: bool) -> bool {
        self.seconds(jobs) > if in_file { VERIFIED_S } else { LONG_S }
    }

    /// This is the run now, or its sketch, of which `jobs` are to be simulated.
    pub fn take(&mut self, plan: &Rc<Plan>, jobs: u64, is_sketch: bool, now_ms: f64) {
        self.file = None;
        self.run = Some(Run::new(plan.clone(), jobs, is_sketch, now_ms));
    }

    /// The run.
    pub fn run(&self) -> Option<&Run> {
        self.run.as_ref()
    }

    /// Whether this is the run of that plan.
    pub fn has(&self, plan: &Rc<Plan>) -> bool {
        self.run.as_ref().is_some_and(|run| Rc::ptr_eq(&run.plan, plan))
    }

    /// What is shown.
    pub fn shown(&self) -> Option<&View> {
        self.shown.as_ref()
    }

    /// This is shown now.
    pub fn show(&mut self, view: View) {
        self.shown = Some(view);
    }

    /// What is shown, as results of a scenario that was left.
    pub fn faded(&self) -> Option<View> {
        self.shown.clone().map(|view| View { faded: true, ..view })
    }

    /// The search in hand.
    pub fn search(&mut self) -> Option<&mut Search> {
        match &mut self.state {
            State::Searching(search) => Some(search),
            _ => None,
        }
    }

    /// Whether results of the run came from a file and it has not been computed here.
    pub fn is_from_file(&self) -> bool {
        self.file.is_some()
    }

    /// The run, if what a worker computes now is worth storing.
    pub fn worth_storing(&self, now_ms: f64) -> Option<&Run> {
        let run = self.run.as_ref().filter(|run| now_ms - run.started_ms >= WORTH_STORING_MS)?;
        matches!(self.state, State::Running).then_some(run)
    }

    /// The result of a task has come, `computed` by a worker or found in memory or store.
    pub fn put(&mut self, task: usize, result: TaskResult, computed: bool) {
        match (&mut self.state, &mut self.run) {
            (State::Searching(search), _) => search.put(task, result),
            (_, Some(run)) => {
                run.known += usize::from(!computed);
                run.put(task, result);
            }
            _ => {}
        }
    }

    /// A task was given up. Returns all problems of the run, if this is a new one.
    pub fn fail(&mut self, problem: String) -> Option<&[String]> {
        self.run.as_mut()?.fail(problem)
    }

    /// Results of the whole run have come from a file: what is shown of them.
    pub fn put_file(&mut self, plan: Rc<Plan>, results: Results) -> View {
        let results = Rc::new(results);
        self.file = Some(results.clone());
        View { plan, results, faded: false, sketch: false, without_log: false }
    }

    /// Time to wait until new results are shown \[ms\].
    pub fn refresh_ms(&self) -> f64 {
        (self.merge_ms * 12.0).clamp(REFRESH_MS, 4000.0)
    }

    /// What is to be shown now of the results so far; they are the `last` ones if nothing more comes.
    pub fn next(&mut self, last: bool, now_ms: impl Fn() -> f64) -> Next {
        let run = self.run.as_mut().filter(|run| run.has_any());
        let Some(run) = run.filter(|_| !matches!(self.state, State::Searching(_))) else {
            return Next::Nothing;
        };
        // What came from a file is all of it.
        if !last && self.file.is_some() {
            return Next::Nothing;
        }
        let began_ms = now_ms();
        let fresh = began_ms - run.started_ms < OLD_FIGURE_MS;
        let shown = self.shown.as_ref();
        let waits = shown.is_some_and(|view| view.faded && fresh || view.sketch && !run.is_sketch);
        if !last && waits && !run.has_figure() {
            return Next::Wait;
        }
        let results = Rc::new(run.merged());
        self.merge_ms = now_ms() - began_ms;
        let (plan, sketch) = (run.plan.clone(), run.is_sketch);
        Next::Show(View { plan, results, faded: false, sketch, without_log: false })
    }

    /// The workers have ended all tasks that they had in hand.
    pub fn ended(&mut self, now_ms: f64) -> Ended {
        match (&self.state, &self.run) {
            (State::Searching(_), _) => Ended::Search,
            (_, Some(run)) if run.is_sketch => Ended::Sketch,
            (_, run) => {
                if let Some(run) = run {
                    self.speed.measured(run.jobs, (now_ms - run.started_ms) / 1e3);
                }
                Ended::Run
            }
        }
    }

    /// Digests of the results of the file, if there was one, and of the results that were computed here and are shown.
    pub fn verify(&mut self) -> Option<[String; 2]> {
        let file = self.file.take()?;
        let here = self.shown.as_ref().map(|view| view.results.run_digest());
        Some([file.run_digest(), here.unwrap_or_default()])
    }
}

impl Search {
    fn put(&mut self, task: usize, result: TaskResult) {
        if let Some(task) = self.plan.tasks().get(task) {
            self.tuner.put(task, result);
        }
    }
}

#[cfg(test)]
mod tests;
