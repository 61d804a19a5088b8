//! Watching a run: metrics, timelines and job files are observers of the engine, which knows none of them.

use super::Running;
use crate::base::repeated::Repeated;
use crate::platform::State;
use crate::scheduler::{Rejection, Scheduler};
use crate::workload::Job;

/// Hears what happens in a run. Every method does nothing unless overridden.
pub trait Observer {
    /// The run is about to begin.
    #[inline]
    fn begin(&mut self, _scheduler: &mut dyn Scheduler) {}

    /// Time is about to advance to `now_s`; until then `waiting` jobs waited and `state` held.
    #[inline]
    fn elapsed(&mut self, _now_s: f64, _waiting: usize, _state: &State) {}

    /// Time is about to advance past the times \[s\] of `vain` rounds, in which nothing happens, to the last of them; until then
    /// `waiting` jobs waited and `state` held.
    #[inline]
    fn passed(&mut self, vain: Repeated, waiting: usize, state: &State) {
        self.elapsed(vain.end().1, waiting, state);
    }

    /// A job arrived; `waiting` others wait already.
    #[inline]
    fn arrived(&mut self, _job: &Job, _waiting: usize) {}

    /// A job arrived for which the idle platform has no place, or none was found; it is dropped.
    #[inline]
    fn rejected(&mut self, _job: &Job, _why: Rejection) {}

    /// A job started now; `state` includes it.
    #[inline]
    fn started(&mut self, _running: &Running, _state: &State) {}

    /// A job's granted share changed; `running` has its new predicted end
    /// and the link that limits it.
    #[inline]
    fn rerated(&mut self, _now_s: f64, _running: &Running) {}

    /// A job ended; its nodes are free again.
    #[inline]
    fn ended(&mut self, _now_s: f64, _running: &Running) {}

    /// All of this instant has happened; `scheduler` can say why jobs wait.
    #[inline]
    fn decided(&mut self, _now_s: f64, _state: &State, _scheduler: &mut dyn Scheduler) {}
}

/// An observer that may be absent.
impl<A: Observer> Observer for Option<A> {
    #[inline]
    fn begin(&mut self, scheduler: &mut dyn Scheduler) {
        if let Some(own) = self {
            own.begin(scheduler);
        }
    }

    #[inline]
    fn elapsed(&mut self, now_s: f64, waiting: usize, state: &State) {
        if let Some(own) = self {
            own.elapsed(now_s, waiting, state);
        }
    }

    #[inline]
    fn passed(&mut self, vain: Repeated, waiting: usize, state: &State) {
        if let Some(own) = self {
            own.passed(vain, waiting, state);
        }
    }

    #[inline]
    fn arrived(&mut self, job: &Job, waiting: usize) {
        if let Some(own) = self {
            own.arrived(job, waiting);
        }
    }

    #[inline]
    fn rejected(&mut self, job: &Job, why: Rejection) {
        if let Some(own) = self {
            own.rejected(job, why);
        }
    }

    #[inline]
    fn started(&mut self, running: &Running, state: &State) {
        if let Some(own) = self {
            own.started(running, state);
        }
    }

    #[inline]
    fn rerated(&mut self, now_s: f64, running: &Running) {
        if let Some(own) = self {
            own.rerated(now_s, running);
        }
    }

    #[inline]
    fn ended(&mut self, now_s: f64, running: &Running) {
        if let Some(own) = self {
            own.ended(now_s, running);
        }
    }

    #[inline]
    fn decided(&mut self, now_s: f64, state: &State, scheduler: &mut dyn Scheduler) {
        if let Some(own) = self {
            own.decided(now_s, state, scheduler);
        }
    }
}

/// No observer.
impl Observer for () {}

/// Two observers of one run.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline]
    fn begin(&mut self, scheduler: &mut dyn Scheduler) {
        self.0.begin(scheduler);
        self.1.begin(scheduler);
    }

    #[inline]
    fn elapsed(&mut self, now_s: f64, waiting: usize, state: &State) {
        self.0.elapsed(now_s, waiting, state);
        self.1.elapsed(now_s, waiting, state);
    }

    #[inline]
    fn passed(&mut self, vain: Repeated, waiting: usize, state: &State) {
        self.0.passed(vain, waiting, state);
        self.1.passed(vain, waiting, state);
    }

    #[inline]
    fn arrived(&mut self, job: &Job, waiting: usize) {
        self.0.arrived(job, waiting);
        self.1.arrived(job, waiting);
    }

    #[inline]
    fn rejected(&mut self, job: &Job, why: Rejection) {
        self.0.rejected(job, why);
        self.1.rejected(job, why);
    }

    #[inline]
    fn started(&mut self, running: &Running, state: &State) {
        self.0.started(running, state);
        self.1.started(running, state);
    }

    #[inline]
    fn rerated(&mut self, now_s: f64, running: &Running) {
        self.0.rerated(now_s, running);
        self.1.rerated(now_s, running);
    }

    #[inline]
    fn ended(&mut self, now_s: f64, running: &Running) {
        self.0.ended(now_s, running);
        self.1.ended(now_s, running);
    }

    #[inline]
    fn decided(&mut self, now_s: f64, state: &State, scheduler: &mut dyn Scheduler) {
        self.0.decided(now_s, state, scheduler);
        self.1.decided(now_s, state, scheduler);
    }
}
