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

/// The methods of an [`Observer`] made of others, each of which hears the same: which ones, by a pattern of the whole.
macro_rules! pass_on {
    ($arms:tt) => {
        pass_on!(begin(scheduler: &mut dyn Scheduler) $arms);
        pass_on!(elapsed(now_s: f64, waiting: usize, state: &State) $arms);
        pass_on!(passed(vain: Repeated, waiting: usize, state: &State) $arms);
        pass_on!(arrived(job: &Job, waiting: usize) $arms);
        pass_on!(rejected(job: &Job, why: Rejection) $arms);
        pass_on!(started(running: &Running, state: &State) $arms);
        pass_on!(rerated(now_s: f64, running: &Running) $arms);
        pass_on!(ended(now_s: f64, running: &Running) $arms);
        pass_on!(decided(now_s: f64, state: &State, scheduler: &mut dyn Scheduler) $arms);
    };
    ($method:ident($($input:ident: $type:ty),+) $arms:tt) => {
        #[inline]
        fn $method(&mut self, $($input: $type),+) {
            pass_on!(self $method($($input),+) $arms);
        }
    };
    ($whole:ident $method:ident $inputs:tt { $($pattern:pat => [$($observer:ident),*]),+ }) => {
        match $whole {
            $($pattern => { $($observer.$method $inputs;)* })+
        }
    };
}

/// An observer that may be absent.
impl<A: Observer> Observer for Option<A> {
    pass_on!({ Some(observer) => [observer], None => [] });
}

/// No observer.
impl Observer for () {}

/// Two observers of one run.
impl<A: Observer, B: Observer> Observer for (A, B) {
    pass_on!({ (first, second) => [first, second] });
}
