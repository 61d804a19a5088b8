//! State of the tab: the runs, the window, the moment, the job with an open story, and pending requests.

use crate::chart::curve::results;
use crate::chart::view::{MachineView, usual_machines};
use crate::experiment::Plan;
use crate::web::gantt_pane::questions::Questions;
use crate::web::gantt_pane::scene::Moment;
use crate::web::tabs::shown::Shown;
use crate::web::wanted::What;
use std::rc::Rc;

/// Numbers of jobs in a window: the default, and alternatives.
const WINDOWS: [u64; 3] = [400, 1000, 4000];

/// The choices and the pending requests.
#[derive(Debug, Default)]
pub struct MachineState {
    shown: Shown,
    /// Names of the two schedulers, equal for one alone; `None` for the default.
    names: Option<[String; 2]>,
    from_s: f64,
    /// Index of the window size.
    size: usize,
    /// The shown moment; `None` for the middle of the window.
    moment: Option<Moment>,
    /// Side and number of the job with an open story.
    story: Option<(usize, u64)>,
    /// View for the next experiment.
    wanted: Option<MachineView>,
    /// Requests of both sides to the workers.
    pub questions: [Questions; 2],
}

impl MachineState {
    /// Sets the experiment, which may be the same again. Runs, moment and story stay, so that the same jobs are shown at the same moment.
    pub fn set_plan(&mut self, plan: &Rc<Plan>) {
        self.shown.set_plan(plan);
        self.questions = Default::default();
        let Some(view) = self.wanted.take() else { return };
        self.names = None;
        for (side, scheduler) in [view.first, view.second].into_iter().enumerate() {
            if let Some(scheduler) = scheduler {
                self.put(side, scheduler as usize);
            }
        }
        self.shown.follow(view.point, view.replication);
        self.from_s = view.from_s.unwrap_or(0.0);
        self.size = WINDOWS.partition_point(|own| *own < view.jobs.unwrap_or(0)).min(WINDOWS.len() - 1);
        self.moment = view.at_s.map(|time_s| Moment { time_s, slide_s: None });
        self.story = view.job.map(|job| (0, job));
    }

    /// Sets the view for the next experiment.
    pub fn view_as(&mut self, view: MachineView) {
        self.wanted = Some(view);
    }

    /// Settings that differ from the defaults.
    pub fn view(&self) -> MachineView {
        if let Some(view) = &self.wanted {
            return *view;
        }
        let (point, replication) = self.shown.chosen();
        let chosen = self.names.as_ref().and_then(|_| self.schedulers());
        MachineView {
            first: chosen.map(|own| own.0 as u64),
            second: chosen.map(|own| own.1.unwrap_or(own.0) as u64),
            point,
            replication,
            from_s: Some(self.from_s).filter(|own| *own > 0.0),
            jobs: Some(self.jobs()).filter(|_| self.size > 0),
            at_s: self.moment.map(|own| (own.time_s * 1e3).round() / 1e3),
            job: self.story.map(|own| own.1),
        }
    }

    /// Experiment, point and replication.
    pub fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Indices of the first scheduler, and of the second if there are two.
    pub fn schedulers(&self) -> Option<(usize, Option<usize>)> {
        let plan = self.shown.plan()?;
        let count = plan.scenario().schedulers.len();
        let place = |name: &String| (0..count).find(|&at| results::name_of(plan, at) == *name);
        let chosen = self.names.as_ref().and_then(|[first, second]| Some([place(first)?, place(second)?]));
        let [first, second] = chosen.or_else(|| usual_machines(plan))?;
        Some((first, Some(second).filter(|own| *own != first)))
    }

    /// Chooses a scheduler for one side on the visitor's request. `None` as the second one: the first one alone.
    pub fn choose(&mut self, side: usize, scheduler: Option<usize>) {
        let first = self.schedulers().map_or(0, |own| own.0);
        self.put(side, scheduler.unwrap_or(first));
        self.story = None;
    }

    fn put(&mut self, side: usize, scheduler: usize) {
        let (Some(plan), Some((first, second))) = (self.shown.plan(), self.schedulers()) else { return };
        let both = match (side, second) {
            // If one is alone, the other side follows.
            (0, None) => [scheduler; 2],
            // If both sides would show the same run, they swap.
            (0, Some(second)) if second == scheduler => [second, first],
            (0, Some(second)) => [scheduler, second],
            _ => [first, scheduler],
        };
        self.names = Some(both.map(|at| results::name_of(plan, at)));
    }

    /// Chooses the point on the visitor's request.
    pub fn choose_point(&mut self, point: usize) {
        self.shown.point = point;
    }

    /// Chooses the replication on the visitor's request: other jobs, so that the story is closed.
    pub fn choose_replication(&mut self, replication: u32) {
        self.shown.replication = replication;
        self.story = None;
    }

    /// Maximum number of jobs in the window.
    pub fn jobs(&self) -> u64 {
        WINDOWS.get(self.size).copied().unwrap_or(WINDOWS[0])
    }

    /// The window sizes, and the index of the current one.
    pub fn sizes(&self) -> (&'static [u64], usize) {
        (&WINDOWS, self.size)
    }

    /// Changes the window size on the visitor's request.
    pub fn resize(&mut self, size: usize) {
        self.size = size;
    }

    /// The shown moment, within a window \[s\].
    pub fn moment(&self, [from_s, to_s]: [f64; 2]) -> Moment {
        let middle_s = from_s + (to_s - from_s) / 2.0;
        let moment = self.moment.unwrap_or(Moment { time_s: middle_s, slide_s: None });
        Moment { time_s: moment.time_s.min(to_s).max(from_s), ..moment }
    }

    /// Shows a moment.
    pub fn look_at(&mut self, moment: Moment) {
        self.moment = Some(moment);
    }

    /// Side and number of the job with an open story.
    pub fn story(&self) -> Option<(usize, u64)> {
        self.story
    }

    /// Opens the story of a job, or closes the story.
    pub fn tell(&mut self, story: Option<(usize, u64)>) {
        self.story = story;
        self.questions.iter_mut().for_each(Questions::forget_story);
    }

    /// Name of the run of one side.
    pub fn title(&self, side: usize) -> String {
        self.scheduler_of(side).map_or_else(String::new, |scheduler| self.shown.title(scheduler))
    }

    fn scheduler_of(&self, side: usize) -> Option<usize> {
        let (first, second) = self.schedulers()?;
        if side == 0 { Some(first) } else { second }
    }

    /// Index of the task of one side in the plan.
    pub fn task(&self, side: usize) -> Option<usize> {
        self.shown.task(self.scheduler_of(side)?)
    }

    /// Discards the pending requests, so that they can be sent again.
    pub fn forget_awaited(&mut self) {
        self.questions.iter_mut().for_each(Questions::forget_awaited);
    }

    /// Requests to send now, each with the side that asks and its task: first for the recordings, then for the story.
    pub fn ask(&mut self) -> Vec<(usize, usize, What)> {
        let (from_s, jobs, story) = (self.from_s, self.jobs() as usize, self.story);
        let tasks = [0, 1].map(|side| self.task(side));
        let sides = self.questions.iter_mut().zip(tasks).enumerate();
        let ask = |(side, (own, task)): (usize, (&mut Questions, Option<usize>))| {
            let task = task?;
            let job = story.filter(|story| story.0 == side).map(|story| story.1);
            let window = own.ask_window(task, from_s, jobs);
            let question = window.or_else(|| own.ask_story(task, job?))?;
            Some((side, task, question))
        };
        sides.filter_map(ask).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::timeline::Window;
    use crate::web::tabs::example::{bandwidth, plan};

    const ALL: [&str; 3] = ["no-share", "first-fit", "b3"];

    fn state(plan: &Rc<Plan>, view: MachineView) -> MachineState {
        let mut state = MachineState::default();
        state.view_as(view);
        state.set_plan(plan);
        state
    }

    fn window(side: usize, task: usize, jobs: usize) -> (usize, usize, What) {
        (side, task, What::Timeline(Window { from_s: 0.0, jobs, overview: false }))
    }

    #[test]
    fn two_runs_are_asked_for_and_then_the_story() {
        let plan = plan(&ALL, &[bandwidth(&[200, 400, 600])]);
        let mut state = state(&plan, MachineView { job: Some(7), ..MachineView::default() });
        // Point 1 of three, with three schedulers of two replications each.
        let [first, second] = [1, 2].map(|scheduler| plan.task_of(1, scheduler, 0).unwrap());
        assert_eq!(state.ask(), [window(0, first, 400), window(1, second, 400)]);
        assert_eq!(state.ask(), [(0, first, What::Story(7.into()))]);
        assert_eq!(state.ask(), []);
        state.forget_awaited();
        state.tell(Some((1, 9)));
        state.resize(2);
        assert_eq!(state.ask(), [window(0, first, 4000), window(1, second, 4000)]);
        assert_eq!(state.ask(), [(1, second, What::Story(9.into()))]);
        assert_eq!(state.title(1), "B3 (chunk 85 %) at BSBW 400 Mbps, replication 1");
    }

    #[test]
    fn one_scheduler_is_shown_alone_and_two_never_as_the_same() {
        let swept = plan(&ALL, &[]);
        let mut state = state(&swept, MachineView::default());
        assert_eq!((state.schedulers(), state.view().second), (Some((1, Some(2))), None));
        state.choose(0, Some(2));
        assert_eq!(state.schedulers(), Some((2, Some(1))));
        state.choose(1, None);
        assert_eq!((state.schedulers(), state.task(1)), (Some((2, None)), None));
        assert_eq!((state.view().first, state.view().second), (Some(2), Some(2)));
        state.choose(0, Some(0));
        assert_eq!(state.schedulers(), Some((0, None)));
        state.choose(1, Some(1));
        assert_eq!(state.schedulers(), Some((0, Some(1))));
        // A scenario without one of them shows its last two again; one scheduler stands alone.
        state.set_plan(&plan(&["first-fit", "b3"], &[]));
        assert_eq!(state.schedulers(), Some((0, Some(1))));
        state.set_plan(&plan(&["b3"], &[]));
        assert_eq!((state.schedulers(), state.ask().len()), (Some((0, None)), 1));
        assert_eq!(MachineState::default().schedulers(), None);
    }

    #[test]
    fn the_moment_and_the_story_stay_when_a_value_changes() {
        let old = plan(&ALL, &[bandwidth(&[200])]);
        let mut state = state(&old, MachineView::default());
        assert_eq!(state.moment([100.0, 300.0]).time_s, 200.0, "the middle of the window");
        state.look_at(Moment { time_s: 250.0, slide_s: Some(5.0) });
        state.tell(Some((1, 3)));
        state.set_plan(&plan(&ALL, &[bandwidth(&[300])]));
        assert_eq!(state.moment([100.0, 300.0]), Moment { time_s: 250.0, slide_s: Some(5.0) });
        assert_eq!(state.moment([0.0, 220.0]).time_s, 220.0, "the window ends earlier");
        assert_eq!((state.story(), state.ask().len()), (Some((1, 3)), 2));
        assert_eq!(state.ask().len(), 1);
    }

    #[test]
    fn a_link_opens_what_was_seen() {
        let swept = plan(&ALL, &[bandwidth(&[200, 400, 600])]);
        let view = MachineView {
            first: Some(2),
            second: Some(0),
            point: Some(2),
            replication: Some(1),
            from_s: Some(500.0),
            jobs: Some(1000),
            at_s: Some(712.5),
            job: Some(4),
        };
        let mut state = state(&swept, view);
        assert_eq!(state.view(), view);
        assert_eq!(state.title(0), "B3 (chunk 85 %) at BSBW 600 Mbps, replication 2");
        state.choose_replication(0);
        assert_eq!((state.view().replication, state.story()), (None, None));
    }
}
