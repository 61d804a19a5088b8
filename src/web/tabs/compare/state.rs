//! State of the comparison: two runs of the same experiment or of a bookmark, the job with open stories, and pending
//! requests.

use crate::chart::curve::results;
use crate::chart::view::{CompareView, usual_pair, with_side};
use crate::experiment::{Plan, PlanPoint};
use crate::metrics::timeline::Timeline;
use crate::web::gantt_pane::questions::Questions;
use crate::web::tabs::shown::Shown;
use crate::web::wanted::What;
use std::rc::Rc;

/// Number of jobs recorded per run.
pub const JOBS: usize = 10_000;

/// True if a recording contains the whole run.
pub fn is_whole(recorded: &Timeline) -> bool {
    recorded.jobs.len() < JOBS
}

/// The choices and the answers received.
#[derive(Debug, Default)]
pub struct CompareState {
    shown: Shown,
    /// The bookmark whose run is the second, if any.
    kept: Option<Kept>,
    /// Names of the two schedulers, to find them in the next scenario; `None` for the last two.
    names: Option<[String; 2]>,
    job: Option<u64>,
    /// Visible time range, if chosen by the visitor or a link \[s\].
    pub range_s: Option<[f64; 2]>,
    /// View for the next experiment.
    view: Option<CompareView>,
    /// Requests of both panes to the workers.
    pub questions: [Questions; 2],
}

/// A bookmark: an experiment stored under a name.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Name of the bookmark.
    pub name: String,
    /// Plan of its runs.
    pub plan: Rc<Plan>,
}

impl CompareState {
    /// Sets the experiment, which may be the same again.
    pub fn set_plan(&mut self, plan: &Rc<Plan>) {
        self.shown.set_plan(plan);
        *self = CompareState {
            shown: std::mem::take(&mut self.shown),
            kept: self.kept.take(),
            names: self.names.take(),
            view: self.view.take(),
            ..CompareState::default()
        };
        if let Some(view) = self.view.take() {
            let sides = [view.first, view.second].into_iter().enumerate();
            for (side, scheduler) in sides {
                if let Some(scheduler) = scheduler {
                    self.choose(side, scheduler as usize);
                }
            }
            self.shown.follow(view.point, view.replication);
            self.job = view.job;
            self.range_s = view.range_s();
        }
    }

    /// Sets the view for the next experiment.
    pub fn view_as(&mut self, view: CompareView) {
        (self.kept, self.names, self.view) = (None, None, Some(view));
    }

    /// Settings that differ from the defaults.
    pub fn view(&self) -> CompareView {
        if let Some(view) = &self.view {
            return *view;
        }
        let place = |at: usize| Some(at as u64);
        let (point, replication) = self.shown.chosen();
        // A link refers to one experiment only.
        let chosen = self.names.as_ref().filter(|_| self.kept.is_none());
        let chosen = chosen.and_then(|_| self.schedulers());
        CompareView {
            first: chosen.and_then(|both| place(both[0])),
            second: chosen.and_then(|both| place(both[1])),
            point,
            replication,
            job: self.job,
            from_s: self.range_s.map(|[from_s, _]| from_s),
            to_s: self.range_s.map(|[_, to_s]| to_s),
        }
    }

    /// The first run's experiment, point and replication.
    pub fn shown(&self) -> &Shown {
        &self.shown
    }

    /// The bookmark whose run is the second.
    pub fn kept(&self) -> Option<&Kept> {
        self.kept.as_ref()
    }

    /// Takes the second run from a bookmark, or from the present experiment.
    pub fn compare_with(&mut self, kept: Option<Kept>) {
        self.kept = kept;
        self.questions[1] = Questions::default();
        self.job = None;
    }

    /// Plan of one of the two runs.
    pub fn plan_of(&self, side: usize) -> Option<&Rc<Plan>> {
        let kept = self.kept.as_ref().filter(|_| side == 1);
        kept.map(|kept| &kept.plan).or(self.shown.plan())
    }

    /// Indices of the two schedulers in their experiments; `None` if there is only one to choose from.
    pub fn schedulers(&self) -> Option<[usize; 2]> {
        let plans = [self.plan_of(0)?, self.plan_of(1)?];
        let counts = plans.map(|plan| plan.scenario().schedulers.len());
        let place =
            |side: usize, name: &String| (0..counts[side]).find(|&at| results::name_of(plans[side], at) == *name);
        let chosen = self.names.as_ref();
        let chosen = chosen.map(|names| [0, 1].map(|side| place(side, &names[side])));
        if self.kept.is_some() {
            let own = chosen.and_then(|both| both[0]).unwrap_or(counts[0] - 1);
            let same = || place(1, &results::name_of(plans[0], own));
            let other = chosen.and_then(|both| both[1]).or_else(same);
            return Some([own, other.unwrap_or(counts[1] - 1)]);
        }
        match chosen {
            Some([Some(own), Some(other)]) if own != other => Some([own, other]),
            _ => usual_pair(plans[0]),
        }
    }

    /// Chooses a scheduler for one side. If the other side would then show the same run, the other side changes too.
    pub fn choose(&mut self, side: usize, scheduler: usize) {
        let (Some(mut both), Some(own), Some(other)) = (self.schedulers(), self.plan_of(0), self.plan_of(1)) else {
            return;
        };
        match self.kept.is_none() {
            true => both = with_side(both, side, scheduler),
            false => both[side] = scheduler,
        }
        let names = [(own, both[0]), (other, both[1])];
        self.names = Some(names.map(|(plan, at)| results::name_of(plan, at)));
    }

    /// Chooses the point.
    pub fn choose_point(&mut self, point: usize) {
        self.shown.point = point;
    }

    /// Chooses the replication.
    pub fn choose_replication(&mut self, replication: u32) {
        self.shown.replication = replication;
    }

    /// The job with open stories.
    pub fn job(&self) -> Option<u64> {
        self.job
    }

    /// Opens the stories of a job, or closes them.
    pub fn tell(&mut self, job: Option<u64>) {
        self.job = job;
        self.questions.iter_mut().for_each(Questions::forget_story);
    }

    /// Discards the pending request, so that it can be sent again.
    pub fn forget_awaited(&mut self) {
        self.questions.iter_mut().for_each(Questions::forget_awaited);
    }

    /// Indices of the tasks of the two runs in their plans.
    fn tasks(&self) -> Option<[usize; 2]> {
        let both = self.schedulers()?;
        let task = |side: usize| {
            let plan = self.plan_of(side)?;
            let replications = plan.scenario().experiment.replications;
            let replication = self.shown.replication.min(replications.saturating_sub(1));
            plan.task_of(self.point_of(side)?, both[side], replication)
        };
        Some([task(0)?, task(1)?])
    }

    /// Index of the point in the experiment of one side. In a bookmark: the point with the same parameters, otherwise
    /// the first.
    pub fn point_of(&self, side: usize) -> Option<usize> {
        let (own, plan) = (self.shown.plan()?, self.plan_of(side)?);
        if Rc::ptr_eq(own, plan) {
            return Some(self.shown.point);
        }
        let parameters = &own.points().get(self.shown.point)?.parameters;
        let mut points = plan.points().iter();
        let same = points.position(|point| point.parameters == *parameters);
        Some(same.unwrap_or(0))
    }

    /// Points of the two runs if they differ, because the bookmark has no point with the present parameters.
    pub fn other_points(&self) -> Option<[&PlanPoint; 2]> {
        let point = |side| self.plan_of(side)?.points().get(self.point_of(side)?);
        let [own, other] = [point(0)?, point(1)?];
        (own.parameters != other.parameters).then_some([own, other])
    }

    /// True if the recordings of the two runs have arrived.
    pub fn is_recorded(&self) -> bool {
        self.tasks().is_some_and(|tasks| self.each(tasks, |own, task| own.has_window_of(task)))
    }

    /// True if the stories of the job in the two runs have arrived.
    pub fn has_stories(&self) -> bool {
        let both = self.tasks().zip(self.job);
        both.is_some_and(|(tasks, job)| self.each(tasks, |own, task| own.has_story_of(task, job)))
    }

    fn each(&self, tasks: [usize; 2], holds: impl Fn(&Questions, usize) -> bool) -> bool {
        self.questions.iter().zip(tasks).all(|(own, task)| holds(own, task))
    }

    /// Requests to send now, each with the pane that asks and the task: first for the recordings of both runs, then for
    /// the stories of both runs.
    pub fn ask(&mut self) -> Vec<(usize, usize, What)> {
        let Some(tasks) = self.tasks() else { return Vec::new() };
        let job = self.job.filter(|_| self.is_recorded());
        let ask = |(pane, own): (usize, &mut Questions)| {
            let window = own.ask_window(tasks[pane], 0.0, JOBS);
            let question = window.or_else(|| own.ask_story(tasks[pane], job?))?;
            Some((pane, tasks[pane], question))
        };
        self.questions.iter_mut().enumerate().filter_map(ask).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::tabs::example::{bandwidth, plan};

    /// Requests to send now: pane, task, and true for a story.
    fn asked(state: &mut CompareState) -> Vec<(usize, usize, bool)> {
        let asked = state.ask().into_iter();
        asked.map(|(pane, task, what)| (pane, task, matches!(what, What::Story(_)))).collect()
    }

    /// The recordings of both runs are requested first, then the stories of both runs; each is requested once and only
    /// if needed.
    #[test]
    fn recordings_come_before_stories() {
        let plan = plan(&["no-share", "first-fit"], &[bandwidth(&[200, 400])]);
        let mut state = CompareState::default();
        assert_eq!(state.ask(), []);
        state.set_plan(&plan);
        let task = |scheduler| plan.task_of(0, scheduler, 0).unwrap();
        state.tell(Some(7));
        assert_eq!(asked(&mut state), [(0, task(0), false), (1, task(1), false)]);
        assert_eq!(asked(&mut state), [], "awaited");
        assert!(!state.questions[0].window_came(task(1)));
        assert!(state.questions[0].window_came(task(0)));
        assert_eq!(asked(&mut state), []);
        assert!(!state.is_recorded());
        assert!(state.questions[1].window_came(task(1)));
        assert!(state.is_recorded());
        assert!(!state.questions[1].window_came(task(1)), "it came already");
        assert_eq!(asked(&mut state), [(0, task(0), true), (1, task(1), true)]);
        assert!(!state.questions[0].story_came(task(0), 8));
        assert!(state.questions[0].story_came(task(0), 7));
        assert!(!state.has_stories());
        assert!(state.questions[1].story_came(task(1), 7));
        assert!(state.has_stories());
        assert_eq!(asked(&mut state), []);
        state.tell(Some(7));
        assert_eq!(asked(&mut state).len(), 2, "a click on the same job asks again");
        // A change of the replication while stories are awaited requests the recordings again.
        state.choose_replication(1);
        assert!(!state.is_recorded() && !state.has_stories());
        let others = [0, 1].map(|at| (at, plan.task_of(0, at, 1).unwrap(), false));
        assert_eq!(asked(&mut state), others);
        state.forget_awaited();
        assert_eq!(asked(&mut state), others, "asked again");
    }

    #[test]
    fn two_different_schedulers_by_their_names() {
        let three = plan(&["no-share", "first-fit", "ideal"], &[]);
        let mut state = CompareState::default();
        state.set_plan(&three);
        assert_eq!(state.schedulers(), Some([1, 2]), "the last two");
        state.choose(0, 2);
        assert_eq!(state.schedulers(), Some([2, 1]), "the other makes way");
        state.choose(1, 0);
        assert_eq!(state.schedulers(), Some([2, 0]));
        let other = plan(&["ideal", "first-fit", "no-share"], &[]);
        state.set_plan(&other);
        assert_eq!(state.schedulers(), Some([0, 2]));
        state.set_plan(&plan(&["no-share"], &[]));
        assert_eq!((state.schedulers(), state.ask()), (None, vec![]));
    }

    #[test]
    fn a_link_brings_two_runs_and_a_job_with_the_next_experiment() {
        let three = plan(&["no-share", "first-fit", "b3"], &[bandwidth(&[200, 400])]);
        let view = CompareView {
            first: Some(2),
            second: Some(0),
            point: Some(1),
            replication: Some(1),
            job: Some(7),
            from_s: Some(20.0),
            to_s: Some(90.0),
        };
        let mut state = CompareState::default();
        state.view_as(view);
        assert_eq!(state.view(), view);
        state.set_plan(&three);
        assert_eq!(state.schedulers(), Some([2, 0]));
        assert_eq!((state.shown().point, state.shown().replication, state.job()), (1, 1, Some(7)));
        assert_eq!(state.view(), view);
        // Without choices, the link is empty.
        state.view_as(CompareView::default());
        state.set_plan(&three);
        assert_eq!(state.view(), CompareView::default());
    }

    /// The second run is from a bookmark: the scheduler with the same name, at the point with the same bandwidth.
    #[test]
    fn a_kept_experiment_is_the_second_run() {
        let present = plan(&["no-share", "first-fit"], &[bandwidth(&[200, 400])]);
        let kept = plan(&["ideal", "first-fit", "b3"], &[bandwidth(&[400])]);
        let mut state = CompareState::default();
        state.set_plan(&present);
        state.choose_point(1);
        state.compare_with(Some(Kept { name: "before".to_owned(), plan: kept.clone() }));
        assert_eq!(state.schedulers(), Some([1, 1]));
        assert_eq!(state.point_of(1), Some(0));
        let first = present.task_of(1, 1, 0).unwrap();
        let second = kept.task_of(0, 1, 0).unwrap();
        assert_eq!(asked(&mut state), [(0, first, false), (1, second, false)]);
        assert!(state.questions[0].window_came(first) && state.questions[1].window_came(second));
        assert!(state.is_recorded());
        // Any scheduler of the bookmark, also with the same index in both lists.
        state.choose(1, 2);
        state.choose(0, 0);
        assert_eq!(state.schedulers(), Some([0, 2]));
        assert_eq!(state.view().first, None, "links do not know it");
        // The bookmark stays with the next experiment. After returning to one experiment its recording is ignored.
        state.set_plan(&present);
        assert_eq!(state.kept().map(|own| own.name.as_str()), Some("before"));
        state.compare_with(None);
        assert_eq!(state.schedulers(), Some([0, 1]));
        assert!(!state.is_recorded());
        // The bookmark has only a run at 400 Mbps.
        state.compare_with(Some(Kept { name: "before".to_owned(), plan: kept.clone() }));
        state.choose_point(0);
        assert!(state.other_points().is_some());
        state.choose_point(1);
        assert!(state.other_points().is_none());
        state.compare_with(None);
        assert!(state.other_points().is_none());
        // A single scheduler can be compared with a bookmark.
        state.set_plan(&plan(&["no-share"], &[]));
        assert_eq!(state.schedulers(), None);
        state.compare_with(Some(Kept { name: "before".to_owned(), plan: kept }));
        assert_eq!(state.schedulers(), Some([0, 2]));
    }
}
