//! Which run the Gantt chart shows, which window of it, whose story is open beside it, and what of that is awaited.

use crate::chart::curve::results;
use crate::chart::look::{GanttLook, MOST_SHOWN, usual_point, usual_scheduler};
use crate::experiment::Plan;
use crate::metrics::timeline::Window;
use crate::scenario::Workload;
use crate::web::wanted::What;
use std::rc::Rc;

/// Jobs of a window: as usual, and what can be chosen instead. A frame of the largest takes some 120 ms, and 30 while it is dragged.
const WINDOWS: [u64; 4] = [400, 4000, 40_000, MOST_SHOWN];
/// Runs of at most so many jobs are watched from beginning to end without being asked: that takes a second or so.
const FEW_JOBS: u64 = 200_000;

/// What was asked for, and whether it is still on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Asked<T> {
    task: usize,
    what: T,
    awaited: bool,
}

/// The run, the window and the story.
#[derive(Debug, Default)]
pub struct GanttState {
    /// Jobs of the log, if the plan reads one.
    pub log_jobs: u64,
    plan: Option<Rc<Plan>>,
    point: usize,
    scheduler: usize,
    replication: u32,
    from_s: f64,
    /// Which of the windows, by its size.
    size: usize,
    /// Beginnings of the windows before this one.
    before: Vec<f64>,
    /// The job whose story is open.
    job: Option<u64>,
    /// Whether a visitor asked for that story, and not a link.
    job_was_asked_for: bool,
    /// Beginning and jobs of the window.
    window: Option<Asked<(f64, u64)>>,
    story: Option<Asked<u64>>,
    /// The overview of the whole run.
    overview: Option<Asked<()>>,
    /// Whether a visitor wants the overview, however long the run is.
    wants_overview: bool,
    /// The job to be marked when its window has come.
    mark: Option<u64>,
    /// How the next plan is to be looked at.
    wanted: Option<GanttLook>,
    /// Whether it asks at once. At first it waits for the figure above it, unless a visitor wants something.
    eager: bool,
}

impl GanttState {
    /// Runs of another plan: the same run if there is one, else First-fit in the first third of the sweep. What was asked for is
    /// of the plan before, and is asked for again.
    pub fn set_plan(&mut self, plan: &Rc<Plan>) {
        let scenario = plan.scenario();
        let points = plan.points().len();
        let fresh = self
            .plan
            .as_ref()
            .is_none_or(|old| old.scenario().schedulers != scenario.schedulers || old.points().len() != points);
        if fresh {
            self.scheduler = usual_scheduler(plan);
            self.point = usual_point(plan);
        }
        let last = scenario.experiment.replications.saturating_sub(1);
        self.replication = self.replication.min(last);
        // A run of the same scenario once more shows the same window.
        let same = self.plan.as_ref();
        let same = same.is_some_and(|old| old.scenario() == scenario);
        self.plan = Some(plan.clone());
        (self.window, self.story, self.overview) = (None, None, None);
        self.wants_overview = false;
        if !same {
            self.go_to_start();
        }
        if let Some(look) = self.wanted.take() {
            self.follow(&look, plan);
        }
    }

    /// The next plan is to be looked at like this; one that says nothing of runs waits for the figure above.
    pub fn look_as(&mut self, look: &GanttLook) {
        self.eager |= *look != GanttLook::default();
        self.wanted = Some(*look);
    }

    fn follow(&mut self, look: &GanttLook, plan: &Plan) {
        let place = |at: Option<u64>, usual: usize| at.map_or(usual, |at| at as usize);
        self.scheduler = place(look.scheduler, usual_scheduler(plan));
        self.point = place(look.point, usual_point(plan));
        self.replication = look.replication.unwrap_or(0) as u32;
        self.go_to_start();
        self.from_s = look.from_s.unwrap_or(0.0);
        let jobs = look.jobs.unwrap_or(0);
        self.size = WINDOWS.partition_point(|own| *own < jobs);
        (self.job, self.mark) = (look.story, look.job);
        self.job_was_asked_for = false;
    }

    /// What is not as usual; `marked` is the job that is marked now.
    pub fn look(&self, marked: Option<u64>) -> GanttLook {
        if let Some(wanted) = &self.wanted {
            return *wanted;
        }
        let Some(plan) = &self.plan else {
            return GanttLook::default();
        };
        let place = |at: usize, usual: usize| (at != usual).then_some(at as u64);
        GanttLook {
            scheduler: place(self.scheduler, usual_scheduler(plan)),
            point: place(self.point, usual_point(plan)),
            replication: place(self.replication as usize, 0),
            from_s: (self.from_s > 0.0).then_some(self.from_s),
            jobs: self.is_large().then_some(self.jobs()),
            job: self.mark.or(marked).filter(|job| Some(*job) != self.job),
            story: self.job,
        }
    }

    /// The job to be marked, for a window has come.
    pub fn take_mark(&mut self) -> Option<u64> {
        self.mark.take()
    }

    /// The plan whose runs it shows.
    pub fn plan(&self) -> Option<&Rc<Plan>> {
        self.plan.as_ref()
    }

    /// Index of the point.
    pub fn point(&self) -> usize {
        self.point
    }

    /// Index of the scheduler.
    pub fn scheduler(&self) -> usize {
        self.scheduler
    }

    /// The replication, from 0.
    pub fn replication(&self) -> u32 {
        self.replication
    }

    /// The beginning of the window \[s\].
    pub fn from_s(&self) -> f64 {
        self.from_s
    }

    /// Most jobs of the window.
    pub fn jobs(&self) -> u64 {
        WINDOWS[self.size.min(WINDOWS.len() - 1)]
    }

    /// Whether the window is larger than usual.
    pub fn is_large(&self) -> bool {
        self.size > 0
    }

    /// How many jobs a window of this run may have, and which of these it has.
    pub fn sizes(&self) -> (&'static [u64], usize) {
        let plan = self.plan.as_ref();
        let all = plan.map_or(0, |plan| plan.scenario().arrivals(self.log_jobs));
        let larger = WINDOWS.partition_point(|own| *own < all);
        (&WINDOWS[..(larger + 1).max(self.size + 1).min(WINDOWS.len())], self.size)
    }

    /// A visitor wants windows of this size.
    pub fn resize(&mut self, size: usize) {
        self.size = size;
        self.eager = true;
    }

    /// The job whose story is open.
    pub fn job(&self) -> Option<u64> {
        self.job
    }

    /// Whether there is nothing earlier to go to.
    pub fn is_at_start(&self) -> bool {
        self.before.is_empty() && self.from_s <= 0.0
    }

    /// Which run it is, in words.
    pub fn title(&self) -> String {
        let Some(plan) = &self.plan else {
            return String::new();
        };
        let name = results::label_of(plan, self.scheduler);
        let point = plan.points().get(self.point);
        let point = point.map(|point| results::words(plan.scenario(), &point.parameters));
        let number = self.replication + 1;
        match point.filter(|point| !point.is_empty()) {
            Some(point) => format!("{name} at {point}, replication {number}"),
            None => format!("{name}, replication {number}"),
        }
    }

    /// A visitor wants the run of a point and a scheduler.
    pub fn pick(&mut self, point: usize, scheduler: usize) {
        (self.point, self.scheduler) = (point, scheduler);
        self.eager = true;
        self.go_to_start();
    }

    /// A visitor wants another replication.
    pub fn pick_replication(&mut self, replication: u32) {
        self.replication = replication;
        self.eager = true;
        self.go_to_start();
    }

    /// A visitor wants the window from there on.
    pub fn move_to(&mut self, from_s: f64) {
        self.from_s = from_s;
        self.eager = true;
    }

    /// A visitor wants the window that begins where this one ends, and can go back.
    pub fn later(&mut self, end_s: f64) {
        self.before.push(self.from_s);
        self.move_to(end_s);
    }

    /// A visitor wants the window before.
    pub fn earlier(&mut self) {
        let from_s = self.before.pop().unwrap_or(0.0);
        self.move_to(from_s);
    }

    /// A visitor wants the story of a job.
    pub fn tell(&mut self, job: u64) {
        self.job = Some(job);
        self.job_was_asked_for = true;
        // Asked for again even if it is open: a click on the same job is a wish for it.
        self.story = None;
        self.eager = true;
    }

    /// The story is closed; if it is on its way, it is not wanted any more.
    pub fn close_story(&mut self) {
        (self.job, self.story) = (None, None);
    }

    /// The figure above stands, or takes too long: nothing waits any more.
    pub fn begin(&mut self) {
        self.eager = true;
    }

    /// What was on its way was taken away with a run that was stopped: it is to be asked for again.
    pub fn stopped(&mut self) {
        self.eager = true;
        self.window.take_if(|asked| asked.awaited);
        self.story.take_if(|asked| asked.awaited);
        self.overview.take_if(|asked| asked.awaited);
    }

    /// Index of the task of the chosen run in the plan.
    pub fn task(&self) -> Option<usize> {
        let plan = self.plan.as_ref()?;
        plan.task_of(self.point, self.scheduler, self.replication)
    }

    /// What is to be asked for now, each with the index of its task.
    pub fn ask(&mut self) -> Vec<(usize, What)> {
        let task = self.task().filter(|_| self.eager);
        let Some(task) = task else { return Vec::new() };
        let mut wishes = Vec::new();
        let (from_s, jobs) = (self.from_s, self.jobs());
        if asks(&mut self.window, task, (from_s, jobs)) {
            let window = Window { from_s, jobs: jobs as usize, overview: false };
            wishes.push((task, What::Timeline(window)));
            // A worker records one timeline at a time.
            self.overview.take_if(|asked| asked.awaited);
        }
        if let Some(job) = self.job
            && asks(&mut self.story, task, job)
        {
            wishes.push((task, What::Story(job)));
        }
        let window_is_here = self.window.as_ref().is_some_and(|asked| !asked.awaited);
        if window_is_here && self.offers_overview() != Some(false) && asks(&mut self.overview, task, ()) {
            let window = Window { from_s: 0.0, jobs: 0, overview: true };
            wishes.push((task, What::Timeline(window)));
        }
        wishes
    }

    /// Whether the overview of the run is asked for as soon as a window is here (true) or only if a visitor wants it (false); none without a
    /// run.
    pub fn offers_overview(&self) -> Option<bool> {
        let scenario = self.plan.as_ref()?.scenario();
        Some(self.wants_overview || scenario.arrivals(self.log_jobs) <= FEW_JOBS)
    }

    /// A visitor wants the overview.
    pub fn want_overview(&mut self) {
        self.wants_overview = true;
        self.eager = true;
    }

    /// Whether the run is opened at a busy time when that is known: a log begins on an empty machine, where there is little to see. What a
    /// visitor or a link has chosen stays.
    pub fn opens_busy(&self) -> bool {
        let is_log = |plan: &Rc<Plan>| matches!(plan.scenario().workload, Workload::Swf(_));
        let is_chosen = self.job.is_some() || self.mark.is_some() || self.is_large();
        self.is_at_start() && !is_chosen && self.plan.as_ref().is_some_and(is_log)
    }

    /// The overview of a task has come; whether it is the one that is awaited.
    pub fn overview_came(&mut self, task: usize) -> bool {
        came(&mut self.overview, |asked| asked.task == task)
    }

    /// Whether what there is of an overview is of this task.
    pub fn has_overview_of(&self, task: usize) -> bool {
        self.overview.as_ref().is_some_and(|asked| asked.task == task)
    }

    /// A visitor wants the window around a moment, and can go back.
    pub fn go_to(&mut self, time_s: f64) {
        self.before.push(self.from_s);
        self.move_to(time_s.floor().max(0.0));
    }

    /// A visitor wants to see a job that starts at a moment.
    pub fn go_to_job(&mut self, job: u64, start_s: f64) {
        self.mark = Some(job);
        self.before.push(self.from_s);
        self.move_to(start_s.floor().max(0.0));
    }

    /// Whether the chart moves to the job of a story if it shows another part of the run: a visitor asked for the story, and the window is
    /// here. A link says itself what is seen.
    pub fn follows_story(&self) -> bool {
        let is_here = self.window.as_ref().is_some_and(|asked| !asked.awaited);
        self.job_was_asked_for && is_here
    }

    /// A window of a task has come; whether it is the one that is awaited.
    pub fn window_came(&mut self, task: usize) -> bool {
        came(&mut self.window, |asked| asked.task == task)
    }

    /// The story of a job in a task has come; whether it is the one that is awaited.
    pub fn story_came(&mut self, task: usize, job: u64) -> bool {
        came(&mut self.story, |asked| (asked.task, asked.what) == (task, job))
    }

    /// The story that was asked for last cannot be had; whether it is awaited.
    pub fn story_failed(&mut self) -> bool {
        came(&mut self.story, |_| true)
    }

    fn go_to_start(&mut self) {
        self.from_s = 0.0;
        self.before.clear();
    }
}

/// Notes what is asked for; whether it was not asked for already.
fn asks<T: PartialEq>(asked: &mut Option<Asked<T>>, task: usize, what: T) -> bool {
    let same = |own: &Asked<T>| own.task == task && own.what == what;
    if asked.as_ref().is_some_and(same) {
        return false;
    }
    *asked = Some(Asked { task, what, awaited: true });
    true
}

/// Notes that what is awaited has come, if it is that.
fn came<T>(asked: &mut Option<Asked<T>>, is_it: impl FnOnce(&Asked<T>) -> bool) -> bool {
    let awaited = asked.as_mut().filter(|own| own.awaited && is_it(own));
    awaited.map(|own| own.awaited = false).is_some()
}

#[cfg(test)]
mod tests;
