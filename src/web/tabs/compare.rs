//! Which two runs are compared on the same jobs, the job whose stories are open, and what of all that is awaited.

use super::look::CompareLook;
use crate::chart::curve::curve_data;
use crate::experiment::Plan;
use crate::metrics::timeline::Window;
use crate::web::wanted::What;
use std::rc::Rc;

/// Jobs of which so many are recorded of each run, from its beginning.
pub const JOBS: usize = 2000;

/// What is chosen, and what of it has come.
#[derive(Debug, Default)]
pub struct CompareState {
    plan: Option<Rc<Plan>>,
    /// Names of the two schedulers, by which they are found in the next scenario; the first two until they are chosen.
    names: Option<[String; 2]>,
    point: usize,
    replication: u32,
    job: Option<u64>,
    /// How the next experiment is to be looked at.
    look: Option<CompareLook>,
    /// The tasks whose recordings have come.
    recorded: [Option<usize>; 2],
    /// The tasks and jobs whose stories have come.
    told: [Option<(usize, u64)>; 2],
    /// What is awaited, and of which of the two.
    awaited: Option<(usize, usize, What)>,
}

impl CompareState {
    /// Another experiment, which may be the same again.
    pub fn set_plan(&mut self, plan: &Rc<Plan>) {
        let points = plan.points().len();
        if self.plan.as_ref().map(|old| old.points().len()) != Some(points) {
            self.point = points / 3;
        }
        let last = plan.scenario().experiment.replications.saturating_sub(1);
        *self = CompareState {
            plan: Some(plan.clone()),
            names: self.names.take(),
            point: self.point,
            replication: self.replication.min(last),
            look: self.look.take(),
            ..CompareState::default()
        };
        if let Some(look) = self.look.take() {
            let sides = [look.first, look.second].into_iter().enumerate();
            for (side, scheduler) in sides {
                if let Some(scheduler) = scheduler {
                    self.choose(side, scheduler as usize);
                }
            }
            self.point = look.point.map_or(points / 3, |point| point as usize);
            self.replication = look.replication.unwrap_or(0) as u32;
            self.job = look.job;
        }
    }

    /// Looks at the next experiment like this.
    pub fn look_as(&mut self, look: CompareLook) {
        (self.names, self.look) = (None, Some(look));
    }

    /// What is not as usual.
    pub fn look(&self) -> CompareLook {
        if let Some(look) = &self.look {
            return look.clone();
        }
        let place = |at: usize| Some(at as u64);
        let points = self.plan.as_ref().map_or(0, |plan| plan.points().len());
        let chosen = self.names.as_ref().and_then(|_| self.schedulers());
        CompareLook {
            first: chosen.and_then(|both| place(both[0])),
            second: chosen.and_then(|both| place(both[1])),
            point: place(self.point).filter(|_| self.point != points / 3),
            replication: place(self.replication as usize).filter(|own| *own > 0),
            job: self.job,
        }
    }

    /// The experiment.
    pub fn plan(&self) -> Option<&Rc<Plan>> {
        self.plan.as_ref()
    }

    /// Indices of the two schedulers; none where there is only one.
    pub fn schedulers(&self) -> Option<[usize; 2]> {
        let plan = self.plan.as_ref()?;
        let count = plan.scenario().schedulers.len();
        let place = |name: &String| (0..count).find(|&at| curve_data::name_of(plan, at) == *name);
        let chosen = self.names.as_ref().map(|names| names.each_ref().map(place));
        match chosen {
            Some([Some(own), Some(other)]) if own != other => Some([own, other]),
            _ => (count > 1).then(|| [count - 2, count - 1]),
        }
    }

    /// Chooses one of the two; the other makes way if it is the same.
    pub fn choose(&mut self, side: usize, scheduler: usize) {
        let (Some(mut both), Some(plan)) = (self.schedulers(), &self.plan) else {
            return;
        };
        if both[1 - side] == scheduler {
            both.swap(0, 1);
        }
        both[side] = scheduler;
        self.names = Some(both.map(|own| curve_data::name_of(plan, own)));
        self.awaited = None;
    }

    /// Index of the point.
    pub fn point(&self) -> usize {
        self.point
    }

    /// Chooses the point.
    pub fn choose_point(&mut self, point: usize) {
        (self.point, self.awaited) = (point, None);
    }

    /// The replication, from 0.
    pub fn replication(&self) -> u32 {
        self.replication
    }

    /// Chooses the replication.
    pub fn choose_replication(&mut self, replication: u32) {
        (self.replication, self.awaited) = (replication, None);
    }

    /// The job whose stories are open.
    pub fn job(&self) -> Option<u64> {
        self.job
    }

    /// Opens the stories of a job, or closes them.
    pub fn tell(&mut self, job: Option<u64>) {
        (self.job, self.awaited) = (job, None);
    }

    /// What was asked for will not come, or is asked for again.
    pub fn forget_awaited(&mut self) {
        self.awaited = None;
    }

    /// The tasks of the two runs.
    fn tasks(&self) -> Option<[usize; 2]> {
        let (plan, both) = (self.plan.as_ref()?, self.schedulers()?);
        let task = |scheduler| plan.task_of(self.point, scheduler, self.replication);
        Some([task(both[0])?, task(both[1])?])
    }

    /// Whether the recordings that have come are those of the two runs.
    pub fn is_recorded(&self) -> bool {
        self.tasks()
            .is_some_and(|both| self.recorded == both.map(Some))
    }

    /// Whether the stories that have come are those of the job in the two runs.
    pub fn is_told(&self) -> bool {
        let both = self.tasks().zip(self.job);
        both.is_some_and(|(both, job)| self.told == both.map(|task| Some((task, job))))
    }

    /// What is to be asked for now, one thing after the other: a task and what of it.
    pub fn ask(&mut self) -> Option<(usize, What)> {
        if self.awaited.is_some() {
            return None;
        }
        let record = What::Timeline(Window {
            from_s: 0.0,
            jobs: JOBS,
            overview: false,
        });
        let tasks = self.tasks()?;
        for (side, task) in tasks.into_iter().enumerate() {
            if self.recorded[side] != Some(task) {
                return self.await_from(side, task, record);
            }
        }
        let job = self.job?;
        let side = (0..2).find(|&side| self.told[side] != Some((tasks[side], job)))?;
        self.await_from(side, tasks[side], What::Story(job))
    }

    fn await_from(&mut self, side: usize, task: usize, what: What) -> Option<(usize, What)> {
        self.awaited = Some((side, task, what));
        Some((task, what))
    }

    /// A recording has come; of which of the two, if it was awaited.
    pub fn window_came(&mut self, task: usize) -> Option<usize> {
        let awaited =
            |own: &mut (usize, usize, What)| own.1 == task && matches!(own.2, What::Timeline(_));
        let (side, ..) = self.awaited.take_if(awaited)?;
        self.recorded[side] = Some(task);
        Some(side)
    }

    /// A story has come; of which of the two, if it was awaited.
    pub fn story_came(&mut self, task: usize, job: u64) -> Option<usize> {
        let awaited = |own: &mut (usize, usize, What)| own.1 == task && own.2 == What::Story(job);
        let (side, ..) = self.awaited.take_if(awaited)?;
        self.told[side] = Some((task, job));
        Some(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::tabs::example::{bandwidth, plan};

    fn asked(state: &mut CompareState) -> Option<(usize, bool)> {
        let asked = state.ask();
        asked.map(|(task, what)| (task, matches!(what, What::Story(_))))
    }

    /// First both recordings, then both stories, each once, and only what was asked for.
    #[test]
    fn one_thing_after_the_other() {
        let plan = plan(&["no-share", "first-fit"], &[bandwidth(&[200, 400])]);
        let mut state = CompareState::default();
        assert_eq!(state.ask(), None);
        state.set_plan(&plan);
        let task = |scheduler| plan.task_of(0, scheduler, 0).unwrap();
        assert_eq!(asked(&mut state), Some((task(0), false)));
        assert_eq!(asked(&mut state), None, "awaited");
        assert_eq!(state.window_came(task(1)), None);
        assert_eq!(state.window_came(task(0)), Some(0));
        assert_eq!(asked(&mut state), Some((task(1), false)));
        assert!(!state.is_recorded());
        assert_eq!(state.window_came(task(1)), Some(1));
        assert!(state.is_recorded());
        assert_eq!(state.window_came(task(1)), None, "it came already");
        assert_eq!(asked(&mut state), None);
        state.tell(Some(7));
        assert_eq!(asked(&mut state), Some((task(0), true)));
        assert_eq!(state.story_came(task(0), 8), None);
        assert_eq!(state.story_came(task(0), 7), Some(0));
        assert_eq!(asked(&mut state), Some((task(1), true)));
        assert!(!state.is_told());
        assert_eq!(state.story_came(task(1), 7), Some(1));
        assert!(state.is_told());
        assert_eq!(asked(&mut state), None);
        state.tell(Some(8));
        assert_eq!(asked(&mut state), Some((task(0), true)));
        // Another replication while a story is awaited: recordings again.
        state.choose_replication(1);
        assert!(!state.is_recorded() && !state.is_told());
        let other = plan.task_of(0, 0, 1).unwrap();
        assert_eq!(asked(&mut state), Some((other, false)));
        state.forget_awaited();
        assert_eq!(asked(&mut state), Some((other, false)), "asked for again");
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
        assert_eq!((state.schedulers(), state.ask()), (None, None));
    }

    #[test]
    fn a_link_brings_two_runs_and_a_job_with_the_next_experiment() {
        let three = plan(&["no-share", "first-fit", "b3"], &[bandwidth(&[200, 400])]);
        let look = CompareLook {
            first: Some(2),
            second: Some(0),
            point: Some(1),
            replication: Some(1),
            job: Some(7),
        };
        let mut state = CompareState::default();
        state.look_as(look.clone());
        assert_eq!(state.look(), look);
        state.set_plan(&three);
        assert_eq!(state.schedulers(), Some([2, 0]));
        assert_eq!(
            (state.point(), state.replication(), state.job()),
            (1, 1, Some(7))
        );
        assert_eq!(state.look(), look);
        // Nothing chosen is nothing to keep.
        state.look_as(CompareLook::default());
        state.set_plan(&three);
        assert_eq!(state.look(), CompareLook::default());
    }
}
