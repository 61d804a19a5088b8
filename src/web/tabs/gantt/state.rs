//! State of the Gantt chart: run, window, story, and pending requests.

use crate::chart::gantt_chart::colouring::Colouring;
use crate::chart::view::{GanttView, MOST_SHOWN, usual_scheduler};
use crate::experiment::Plan;
use crate::logs::AskedJob;
use crate::web::gantt_pane::questions::Questions;
use crate::web::tabs::shown::Shown;
use crate::web::wanted::What;
use std::rc::Rc;

/// Numbers of jobs per window: the default, and alternatives. The largest is drawn coarsely in one frame, then in full in about a second.
const WINDOWS: [u64; 4] = [400, 4000, 40_000, MOST_SHOWN];
/// Runs of at most this many jobs get an overview automatically; that takes about a second.
const FEW_JOBS: u64 = 200_000;

/// The run, the window and the story.
#[derive(Debug, Default)]
pub struct GanttState {
    /// Number of jobs in the log, if the plan uses one.
    pub log_jobs: u64,
    shown: Shown,
    scheduler: usize,
    from_s: f64,
    /// Index of the window size.
    size: usize,
    /// Start times of the previous windows.
    before: Vec<f64>,
    /// The job with an open story.
    job: Option<AskedJob>,
    /// True if a visitor requested the story; false if a link did.
    job_was_asked_for: bool,
    /// Questions to the workers.
    pub questions: Questions,
    /// True if a visitor has requested the overview; it is then recorded for a run of any length.
    wants_overview: bool,
    /// True while a visitor moves a value of the scenario.
    is_moving: bool,
    /// The job to select once its window has arrived.
    mark: Option<u64>,
    /// What the colours say.
    pub colouring: Colouring,
    /// View for the next plan.
    wanted: Option<GanttView>,
    /// True if requests are sent immediately. Initially they wait for the figure above, unless a visitor acts.
    eager: bool,
}

impl GanttState {
    /// Sets the plan. Keeps the run if the plan has it, otherwise shows First-fit in the first third of the sweep.
    /// Pending requests are sent again for the new plan.
    pub fn set_plan(&mut self, plan: &Rc<Plan>) {
        let scenario = plan.scenario();
        let old = self.shown.plan().map(|old| old.scenario());
        if old.is_none_or(|old| old.schedulers != scenario.schedulers) {
            self.scheduler = usual_scheduler(plan);
        }
        // A repeated run of the same scenario shows the same window.
        let same = old == Some(scenario);
        self.shown.set_plan(plan);
        self.questions = Questions::default();
        (self.wants_overview, self.is_moving) = (false, false);
        if !same {
            self.go_to_start();
        }
        if let Some(view) = self.wanted.take() {
            self.follow(&view, plan);
        }
    }

    /// Sets the plan of a position of a moved value: the same run and window, without the overview.
    pub fn follow_move(&mut self, plan: &Rc<Plan>) {
        if self.shown.plan().is_some_and(|own| own.tasks().len() == plan.tasks().len()) {
            self.shown.set_plan(plan);
            self.questions = Questions::default();
            self.is_moving = true;
        }
    }

    /// True while a visitor moves a value of the scenario.
    pub fn is_moving(&self) -> bool {
        self.is_moving
    }

    /// Sets the view for the next plan. If the view does not name a run, requests wait for the figure above.
    pub fn view_as(&mut self, view: &GanttView) {
        self.eager |= *view != GanttView::default();
        self.wanted = Some(*view);
    }

    fn follow(&mut self, view: &GanttView, plan: &Plan) {
        self.scheduler = view.scheduler.map_or(usual_scheduler(plan), |at| at as usize);
        self.shown.follow(view.point, view.replication);
        self.go_to_start();
        self.from_s = view.from_s.unwrap_or(0.0);
        let jobs = view.jobs.unwrap_or(0);
        self.size = WINDOWS.partition_point(|own| *own < jobs);
        (self.job, self.mark) = (view.story.map(AskedJob::Number), view.job);
        self.job_was_asked_for = false;
        self.colouring = view.colour.and_then(Colouring::find).unwrap_or_default();
    }

    /// Settings that differ from the defaults. `marked` is the selected job.
    pub fn view(&self, marked: Option<u64>) -> GanttView {
        if let Some(wanted) = &self.wanted {
            return *wanted;
        }
        let Some(plan) = self.shown.plan() else {
            return GanttView::default();
        };
        let (point, replication) = self.shown.chosen();
        GanttView {
            scheduler: Some(self.scheduler as u64).filter(|_| self.scheduler != usual_scheduler(plan)),
            point,
            replication,
            from_s: (self.from_s > 0.0).then_some(self.from_s),
            jobs: self.is_large().then_some(self.jobs()),
            job: self.mark.or(marked).filter(|job| Some(*job) != self.job()),
            story: self.job(),
            colour: self.colouring.name(),
        }
    }

    /// The job to select in the window that has arrived.
    pub fn take_mark(&mut self) -> Option<u64> {
        self.mark.take()
    }

    /// Experiment, point and replication.
    pub fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Index of the scheduler.
    pub fn scheduler(&self) -> usize {
        self.scheduler
    }

    /// Start of the window \[s\].
    pub fn from_s(&self) -> f64 {
        self.from_s
    }

    /// Maximum number of jobs in the window.
    pub fn jobs(&self) -> u64 {
        WINDOWS[self.size.min(WINDOWS.len() - 1)]
    }

    /// True if the window is larger than the default.
    pub fn is_large(&self) -> bool {
        self.size > 0
    }

    /// Available window sizes for this run, and the index of the current one.
    pub fn sizes(&self) -> (&'static [u64], usize) {
        let all = self.shown.plan().map_or(0, |plan| plan.scenario().arrivals(self.log_jobs));
        let larger = WINDOWS.partition_point(|own| *own < all);
        (&WINDOWS[..(larger + 1).max(self.size + 1).min(WINDOWS.len())], self.size)
    }

    /// Changes the window size on the visitor's request.
    pub fn resize(&mut self, size: usize) {
        self.size = size;
        self.eager = true;
    }

    /// Number of the job with an open story; `None` until the number of a job in the log is found.
    pub fn job(&self) -> Option<u64> {
        match self.job {
            Some(AskedJob::Number(job)) => Some(job),
            _ => None,
        }
    }

    /// True if a story is open or awaited.
    pub fn has_story(&self) -> bool {
        self.job.is_some()
    }

    /// True if there is no earlier window.
    pub fn is_at_start(&self) -> bool {
        self.before.is_empty() && self.from_s <= 0.0
    }

    /// Name of the run.
    pub fn title(&self) -> String {
        self.shown.title(self.scheduler)
    }

    /// Shows the run of a point and a scheduler on the visitor's request.
    pub fn pick(&mut self, point: usize, scheduler: usize) {
        (self.shown.point, self.scheduler) = (point, scheduler);
        self.eager = true;
        self.go_to_start();
    }

    /// Shows the run at a value of a sweep, both given by their indices, on the visitor's request. The last sweep varies fastest.
    pub fn look_at(&mut self, sweep: usize, value: usize) {
        let Some(plan) = self.shown.plan() else { return };
        let lengths: Vec<usize> = plan.scenario().experiment.sweep.iter().map(|own| own.values.len()).collect();
        let stride: usize = lengths.iter().skip(sweep + 1).product();
        if let Some(length) = lengths.get(sweep).filter(|length| value < **length) {
            let present = self.shown.point / stride.max(1) % length;
            self.pick(self.shown.point - present * stride + value * stride, self.scheduler);
        }
    }

    /// Shows another replication on the visitor's request.
    pub fn pick_replication(&mut self, replication: u32) {
        self.shown.replication = replication;
        self.eager = true;
        self.go_to_start();
    }

    /// Shows the window from a time on the visitor's request.
    pub fn move_to(&mut self, from_s: f64) {
        self.from_s = from_s;
        self.eager = true;
    }

    /// Shows the next window, from the end of this one, on the visitor's request.
    pub fn later(&mut self, end_s: f64) {
        self.before.push(self.from_s);
        self.move_to(end_s);
    }

    /// Shows the previous window on the visitor's request.
    pub fn earlier(&mut self) {
        let from_s = self.before.pop().unwrap_or(0.0);
        self.move_to(from_s);
    }

    /// Opens the story of a job on the visitor's request.
    pub fn tell(&mut self, job: impl Into<AskedJob>) {
        self.job = Some(job.into());
        self.job_was_asked_for = true;
        // The story is requested again even if it is open, because a click on the same job requests it.
        self.questions.forget_story();
        self.eager = true;
    }

    /// Handles the arrival of the story of a job. True if the story was awaited.
    pub fn story_came(&mut self, task: usize, job: u64) -> bool {
        let awaited = self.questions.story_came(task, job);
        if awaited {
            self.job = Some(job.into());
        }
        awaited
    }

    /// Closes the story, and drops a pending request for it.
    pub fn close_story(&mut self) {
        self.job = None;
        self.questions.forget_story();
    }

    /// Starts sending requests, because the figure above the chart is complete or takes too long.
    pub fn begin(&mut self) {
        self.eager = true;
    }

    /// The run was stopped, and the pending requests were dropped with it. The requests must be sent again.
    pub fn stopped(&mut self) {
        self.eager = true;
        self.questions.forget_awaited();
    }

    /// Index of the run's task in the plan.
    pub fn task(&self) -> Option<usize> {
        self.shown.task(self.scheduler)
    }

    /// Requests to send now, each with the index of its task.
    pub fn ask(&mut self) -> Vec<(usize, What)> {
        let Some(task) = self.task().filter(|_| self.eager) else {
            return Vec::new();
        };
        let (from_s, jobs, job) = (self.from_s, self.jobs() as usize, self.job.clone());
        let wants_overview = self.offers_overview() != Some(false) && !self.is_moving;
        let questions = &mut self.questions;
        let window = questions.ask_window(task, from_s, jobs);
        let story = job.and_then(|job| questions.ask_story(task, job));
        let overview = wants_overview.then(|| questions.ask_overview(task)).flatten();
        [window, story, overview].into_iter().flatten().map(|what| (task, what)).collect()
    }

    /// True if the overview is requested automatically after the window has arrived; false if the visitor must request
    /// the overview. `None` without a run.
    pub fn offers_overview(&self) -> Option<bool> {
        let scenario = self.shown.plan()?.scenario();
        Some(self.wants_overview || scenario.arrivals(self.log_jobs) <= FEW_JOBS)
    }

    /// Requests the overview for the visitor.
    pub fn want_overview(&mut self) {
        self.wants_overview = true;
        self.eager = true;
    }

    /// True if the chart moves to a busy time once such a time is known: a log starts on an empty machine, with little
    /// to see. False if the visitor or a link has chosen a window.
    pub fn opens_busy(&self) -> bool {
        let is_log = |plan: &Rc<Plan>| plan.scenario().workload.is_log();
        let is_chosen = self.job.is_some() || self.mark.is_some() || self.is_large();
        self.is_at_start() && !is_chosen && self.shown.plan().is_some_and(is_log)
    }

    /// Shows the window around a moment on the visitor's request. The visitor can go back.
    pub fn go_to(&mut self, time_s: f64) {
        self.before.push(self.from_s);
        self.move_to(time_s.floor().max(0.0));
    }

    /// Shows a job that starts at a moment, on the visitor's request.
    pub fn go_to_job(&mut self, job: u64, start_s: f64) {
        self.mark = Some(job);
        self.before.push(self.from_s);
        self.move_to(start_s.floor().max(0.0));
    }

    /// True if the chart moves to the story's job: the visitor requested the story, and the window has arrived. A link
    /// determines the view itself.
    pub fn follows_story(&self) -> bool {
        self.job_was_asked_for && self.questions.has_window()
    }

    fn go_to_start(&mut self) {
        self.from_s = 0.0;
        self.before.clear();
    }
}

#[cfg(test)]
mod tests;
