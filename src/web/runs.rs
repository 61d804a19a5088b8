//! The run of the page's scenario as a state machine, without document and workers: how it starts, which results have come, which are shown, and
//! how it ends.
//!
//! Results of tasks have three [sources](Source). The results of a whole preset may also come from a file with precomputed results. These
//! are kept until the run has been computed here, to compare the digests of both.

use super::run::{Run, Speed, sketch};
use super::tabs::snapshot::Snapshot;
use super::tuning::Tuner;
use crate::experiment::{Plan, Results, Task, TaskResult, plan};
use crate::scenario::Checked;
use std::rc::Rc;

/// Expected duration above which a run does not start automatically \[s\].
const LONG_S: f64 = 120.0;
/// Expected duration above which a run with precomputed results does not start automatically \[s\].
const VERIFIED_S: f64 = 5.0;
/// Minimum time between two updates of the figures \[ms\]; longer if merging results is slow. A frame with a new figure
/// takes about 30 ms without graphics hardware, time that the workers could use.
const REFRESH_MS: f64 = 250.0;
/// Time for which an old figure stays as it is while new results are computed \[ms\].
pub const OLD_FIGURE_MS: f64 = 600.0;
/// Running time after which results are stored \[ms\]. Results of shorter runs are recomputed as fast as they would be
/// found.
const WORTH_STORING_MS: f64 = 2000.0;

/// Source of the result of a task, in the order in which sources are asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// An earlier run of this visit.
    Memory,
    /// The store of the browser.
    Store,
    /// A worker, which has simulated the task.
    Worker,
}

/// Current activity of the workers.
#[derive(Default)]
pub enum State {
    /// No activity, because the scenario has changed and its run is not planned yet.
    #[default]
    Changed,
    /// No activity yet: the run is planned and starts next.
    Planned,
    /// Simulating the run or its sketch.
    Running,
    /// Searching constants of a formula, instead of the run.
    Searching(Box<Search>),
    /// No activity, because the run was not started or was stopped.
    Idle,
    /// No activity, because all results are available.
    Done,
}

/// A search for constants.
pub struct Search {
    /// State of the search.
    pub tuner: Tuner,
    /// Plan of the tasks that the workers simulate for the search.
    pub plan: Rc<Plan>,
    /// Path of the constants.
    pub place: String,
    /// Maximum number of points.
    pub budget: usize,
}

/// Next update of the display.
pub enum Next {
    /// Show these results.
    Show(Snapshot),
    /// Keep the displayed results until there are more results or some time has passed.
    Wait,
    /// Keep the display.
    Nothing,
}

/// Kind of the tasks that the workers have completed.
#[derive(Debug, PartialEq)]
pub enum Ended {
    /// The sketch: the run itself is next.
    Sketch,
    /// Tasks of a search, which continues.
    Search,
    /// The run.
    Run,
}

/// A value that a visitor moves.
struct Move {
    /// The experiment before the move, with its results.
    former: Option<(Rc<Plan>, Rc<Results>)>,
    /// Time of the last position \[ms\].
    asked_ms: f64,
}

/// The run of the present scenario.
pub struct Runs {
    state: State,
    run: Option<Run>,
    shown: Option<Snapshot>,
    speed: Speed,
    /// Time that the last merging of results took \[ms\].
    merge_ms: f64,
    /// Precomputed results of the run, until it has been computed here.
    file: Option<Rc<Results>>,
    moving: Option<Move>,
    /// The scenario of the last complete sketch.
    sketched: Option<Checked>,
    /// Number of parts into which the last sketch divided the jobs.
    parts: u64,
}

impl Runs {
    /// Initial state, with `workers` workers.
    pub fn new(workers: usize) -> Runs {
        let speed = Speed::guess(workers);
        Runs {
            state: State::Changed,
            run: None,
            shown: None,
            speed,
            merge_ms: 0.0,
            file: None,
            moving: None,
            sketched: None,
            parts: 1,
        }
    }

    /// Current activity of the workers.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state as one word, for scripts and styles.
    pub fn word(&self) -> &'static str {
        match self.state {
            State::Idle => "idle",
            State::Done => "done",
            _ => "running",
        }
    }

    /// True if the workers are simulating.
    pub fn is_running(&self) -> bool {
        matches!(self.state, State::Running | State::Searching(_))
    }

    /// Discards the run because the scenario has changed.
    pub fn change(&mut self) {
        (self.state, self.run, self.file, self.moving) = (State::Changed, None, None, None);
    }

    /// A visitor has moved a value at a time.
    pub fn move_on(&mut self, asked_ms: f64) {
        let former = match self.moving.take() {
            Some(own) => own.former,
            None => self.shown.as_ref().map(|shown| (shown.plan.clone(), shown.results.clone())),
        };
        self.moving = Some(Move { former, asked_ms });
    }

    /// True while a visitor moves a value.
    pub fn is_moving(&self) -> bool {
        self.moving.is_some()
    }

    /// Sets the activity of the workers.
    pub fn set_state(&mut self, state: State) {
        self.state = state;
    }

    /// Expected duration of a run with `jobs` jobs \[s\].
    pub fn seconds(&self, jobs: u64) -> f64 {
        self.speed.seconds(jobs)
    }

    /// Prepares the sketch of a run that has not been sketched: guesses the number of parts, which saves plans.
    pub fn expect(&mut self, whole: &Plan, log_jobs: u64) {
        let first: Vec<Task> = whole.tasks().iter().filter(|task| task.replication == 0).cloned().collect();
        let jobs = plan::jobs(&first, log_jobs);
        self.parts = jobs.div_ceil(self.speed.sketch_jobs().max(1)).next_power_of_two();
    }

    /// The sketch of a scenario. `None` if the whole run takes no longer, or if the sketch is shown.
    pub fn sketch(&mut self, scenario: &Checked, log_jobs: u64) -> Option<Rc<Plan>> {
        let is_shown = self.sketched.as_ref() == Some(scenario) && self.shown.as_ref().is_some_and(|own| own.sketch);
        match is_shown {
            true => None,
            false => sketch(scenario, self.speed.sketch_jobs(), log_jobs, &mut self.parts),
        }
    }

    /// True if the workers simulate this number of jobs within the time of a sketch.
    pub fn is_short(&self, jobs: u64) -> bool {
        jobs <= self.speed.sketch_jobs()
    }

    /// True if a run with `jobs` jobs does not start automatically. The limit is lower with precomputed results.
    pub fn is_long(&self, jobs: u64, in_file: bool) -> bool {
        self.seconds(jobs) > if in_file { VERIFIED_S } else { LONG_S }
    }

    /// Starts a run or its sketch, with `jobs` jobs to simulate.
    pub fn take(&mut self, plan: &Rc<Plan>, jobs: u64, is_sketch: bool, now_ms: f64) {
        self.file = None;
        let asked_ms = self.moving.as_ref().map(|own| own.asked_ms);
        let mut run = Run::new(plan.clone(), jobs, is_sketch, now_ms);
        run.asked_ms = asked_ms;
        self.run = Some(run);
    }

    /// The current run.
    pub fn run(&self) -> Option<&Run> {
        self.run.as_ref()
    }

    /// True if the current run has this plan.
    pub fn has(&self, plan: &Rc<Plan>) -> bool {
        self.run.as_ref().is_some_and(|run| Rc::ptr_eq(&run.plan, plan))
    }

    /// The shown results.
    pub fn shown(&self) -> Option<&Snapshot> {
        self.shown.as_ref()
    }

    /// Sets the shown results.
    pub fn show(&mut self, snapshot: Snapshot) {
        self.shown = Some(snapshot);
    }

    /// The shown results, marked as results of a previous scenario.
    pub fn faded(&self) -> Option<Snapshot> {
        self.shown.clone().map(|snapshot| Snapshot { faded: true, ..snapshot })
    }

    /// The current search.
    pub fn search(&mut self) -> Option<&mut Search> {
        match &mut self.state {
            State::Searching(search) => Some(search),
            _ => None,
        }
    }

    /// True if the results are precomputed and the run has not been computed here.
    pub fn is_from_file(&self) -> bool {
        self.file.is_some()
    }

    /// The run, if it is so long that new results of workers are worth storing.
    pub fn worth_storing(&self, now_ms: f64) -> Option<&Run> {
        let run = self.run.as_ref().filter(|run| now_ms - run.started_ms >= WORTH_STORING_MS)?;
        matches!(self.state, State::Running).then_some(run)
    }

    /// The result of a task has come.
    pub fn put(&mut self, task: usize, result: TaskResult, source: Source) {
        match (&mut self.state, &mut self.run) {
            (State::Searching(search), _) => search.put(task, result),
            (_, Some(run)) => {
                run.known += usize::from(source != Source::Worker);
                run.put(task, result);
            }
            _ => {}
        }
    }

    /// Adds the problem of a task that was given up. Returns all problems of the run if this one is new.
    pub fn fail(&mut self, problem: String) -> Option<&[String]> {
        self.run.as_mut()?.fail(problem)
    }

    /// Adds precomputed results of the whole run; returns the view to show.
    pub fn put_file(&mut self, plan: Rc<Plan>, results: Results) -> Snapshot {
        let results = Rc::new(results);
        self.file = Some(results.clone());
        Snapshot::of(plan, results)
    }

    /// Time to wait before showing new results \[ms\].
    pub fn refresh_ms(&self) -> f64 {
        (self.merge_ms * 12.0).clamp(REFRESH_MS, 4000.0)
    }

    /// Decides whether to show the results so far or to keep the displayed results. `last` is true if no more results
    /// will come.
    pub fn next(&mut self, last: bool, now_ms: impl Fn() -> f64) -> Next {
        let run = self.run.as_mut().filter(|run| run.has_any());
        let Some(run) = run.filter(|_| !matches!(self.state, State::Searching(_))) else {
            return Next::Nothing;
        };
        // Precomputed results are complete, so they are shown unchanged.
        if !last && self.file.is_some() {
            return Next::Nothing;
        }
        let began_ms = now_ms();
        let fresh = began_ms - run.started_ms < OLD_FIGURE_MS;
        let old = self.shown.as_ref().filter(|shown| !Rc::ptr_eq(&shown.plan, &run.plan));
        let waits = old.is_some_and(|shown| fresh || shown.sketch && !run.is_sketch);
        if !last && waits && !run.has_figure() {
            return Next::Wait;
        }
        let results = Rc::new(run.merged());
        self.merge_ms = now_ms() - began_ms;
        Next::Show(Snapshot {
            sketch: run.is_sketch,
            former: self.moving.as_ref().and_then(|own| own.former.clone()),
            asked_ms: run.asked_ms,
            ..Snapshot::of(run.plan.clone(), results)
        })
    }

    /// Handles the end of all tasks of the workers. `scenario` is the present scenario.
    pub fn ended(&mut self, scenario: &Checked, now_ms: f64) -> Ended {
        match (&self.state, &self.run) {
            (State::Searching(_), _) => Ended::Search,
            (_, Some(run)) if run.is_sketch => {
                // Workers that are starting say nothing about the speed.
                if self.moving.is_some() {
                    self.speed.sketched(run.jobs, now_ms - run.started_ms);
                }
                self.sketched = Some(scenario.clone());
                Ended::Sketch
            }
            (_, run) => {
                if let Some(run) = run {
                    self.speed.measured(run.jobs, (now_ms - run.started_ms) / 1e3);
                }
                Ended::Run
            }
        }
    }

    /// Digests of the precomputed results, if there were any, and of the results computed here.
    pub fn verify(&mut self) -> Option<[String; 2]> {
        let file = self.file.take()?;
        let here = self.shown.as_ref().map(|snapshot| snapshot.results.run_digest());
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
