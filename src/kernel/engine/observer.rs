//! Observers of a run, such as metrics, timelines and job files. The engine does not know what its observers do.

use super::{Failed, Running};
use crate::base::repeated::Repeated;
use crate::platform::{Out, State};
use crate::scheduler::{Rejection, Scheduler};
use crate::workload::{Dependency, Job};

/// Receives the events of a run. By default every method does nothing.
pub trait Observer {
    /// The run begins.
    #[inline]
    fn begin(&mut self, _scheduler: &mut dyn Scheduler) {}

    /// Time advances to `now_s` \[s\]. Since the last event, the number of waiting jobs was `waiting` and `state` did
    /// not change.
    #[inline]
    fn elapsed(&mut self, _now_s: f64, _waiting: usize, _state: &State) {}

    /// Time advances to the last of the times `vain` \[s\]. At each of these times, a round of the scheduler had no
    /// effect. Since the last event, the number of waiting jobs was `waiting` and `state` did not change.
    #[inline]
    fn passed(&mut self, vain: Repeated, waiting: usize, state: &State) {
        self.elapsed(vain.end().1, waiting, state);
    }

    /// A job arrived. `waiting` other jobs already wait.
    #[inline]
    fn arrived(&mut self, _job: &Job, _waiting: usize) {}

    /// The job that arrived last must wait for other jobs: for these dependencies, or for others of its array.
    #[inline]
    fn held(&mut self, _job: &Job, _on: &[Dependency]) {}

    /// A job that was held may start from now on.
    #[inline]
    fn eligible(&mut self, _now_s: f64, _job: &Job) {}

    /// A job was dropped at its arrival: it does not fit on the idle platform, or no placement was found.
    #[inline]
    fn rejected(&mut self, _job: &Job, _why: Rejection) {}

    /// A job starts now. `state` already includes the job.
    #[inline]
    fn started(&mut self, _running: &Running, _state: &State) {}

    /// A job's granted share changed. `running` has its new predicted end and the link that limits it.
    #[inline]
    fn rerated(&mut self, _now_s: f64, _running: &Running) {}

    /// A job ended. Its nodes are free again.
    #[inline]
    fn ended(&mut self, _now_s: f64, _running: &Running) {}

    /// An outage has begun, holds more nodes or is over. `state` already includes the change.
    #[inline]
    fn out(&mut self, _now_s: f64, _out: &Out, _state: &State) {}

    /// The capacity of a link has changed. `state` already includes the change.
    #[inline]
    fn link_changed(&mut self, _now_s: f64, _link: u32, _state: &State) {}

    /// A failure of nodes ended a job. Its nodes are free again, except those that failed.
    #[inline]
    fn failed(&mut self, _now_s: f64, _running: &Running, _failed: &Failed) {}

    /// All events of this instant have been processed. `scheduler` can give the reasons why jobs wait.
    #[inline]
    fn decided(&mut self, _now_s: f64, _state: &State, _scheduler: &mut dyn Scheduler) {}
}

/// Implements the methods of an [`Observer`] that consists of several observers. Each call is passed to the observers
/// that a pattern selects.
macro_rules! pass_on {
    ($arms:tt) => {
        pass_on!(begin(scheduler: &mut dyn Scheduler) $arms);
        pass_on!(elapsed(now_s: f64, waiting: usize, state: &State) $arms);
        pass_on!(passed(vain: Repeated, waiting: usize, state: &State) $arms);
        pass_on!(arrived(job: &Job, waiting: usize) $arms);
        pass_on!(held(job: &Job, on: &[Dependency]) $arms);
        pass_on!(eligible(now_s: f64, job: &Job) $arms);
        pass_on!(rejected(job: &Job, why: Rejection) $arms);
        pass_on!(started(running: &Running, state: &State) $arms);
        pass_on!(rerated(now_s: f64, running: &Running) $arms);
        pass_on!(ended(now_s: f64, running: &Running) $arms);
        pass_on!(out(now_s: f64, out: &Out, state: &State) $arms);
        pass_on!(link_changed(now_s: f64, link: u32, state: &State) $arms);
        pass_on!(failed(now_s: f64, running: &Running, failed: &Failed) $arms);
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

/// An optional observer.
impl<A: Observer> Observer for Option<A> {
    pass_on!({ Some(observer) => [observer], None => [] });
}

/// The empty observer.
impl Observer for () {}

/// Two observers of one run.
impl<A: Observer, B: Observer> Observer for (A, B) {
    pass_on!({ (first, second) => [first, second] });
}
