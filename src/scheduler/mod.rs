//! Schedulers: a queue discipline decides who may go next, a placement policy where.
//!
//! The engine hands a [`Scheduler`] every arriving job and, once all events of an instant are applied, asks it for
//! starts until it has none. A [`Policy`] places one job on the free nodes that it sees; the disciplines of
//! [`global_queue`] work with any of them. To add a policy: one file under `scheduler/` and one line in
//! [`registry`].

pub mod global_queue;
pub mod jones;
pub mod queue;
pub mod refusal;
pub mod registry;

use crate::platform::{Placement, State};
use crate::workload::Job;
use refusal::Refusal;

/// What becomes of a submitted job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submission {
    /// It waits for its start.
    Waiting,
    /// It could not run even if the platform were idle: reported and counted, never queued.
    Impossible,
}

/// Who runs when and where.
pub trait Scheduler {
    /// A job has arrived.
    fn submit(&mut self, job: &Job) -> Submission;

    /// Nodes of `cluster` have become free.
    fn freed(&mut self, cluster: u32);

    /// The next job to start now, its place written to `placement`; `None` when no (further) job can start. Called
    /// once all events of the instant are applied; the engine claims the nodes between two calls.
    fn next_start(&mut self, state: &State, placement: &mut Placement) -> Option<Job>;

    /// Why a job that waits is not started, once there is nothing more to start: what every step that it was tried on
    /// went by. For an impossible job, why it could not start on the idle platform.
    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal>;
}

/// Where a job could run now. Policies are asked often and must not allocate.
pub trait Policy {
    /// An upper bound on the size of the jobs of `home` that [`place`](Policy::place) could take now: larger ones are
    /// not tried. It may be generous; it must never be less than what could be placed.
    fn reach(&self, state: &State, home: u32) -> u64;

    /// Whether a job runs on its home cluster only, so that nodes that become free elsewhere do not concern it.
    fn stays_home(&self) -> bool {
        false
    }

    /// Places `job` on free nodes: writes the pieces and returns true, or returns false. `placement` comes empty.
    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool;

    /// Why [`place`](Policy::place) declines: one refusal of every step that it tries, in their order; none if it places
    /// the job. Asked for single jobs only, so it may allocate.
    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal>;
}

/// A policy behind a pointer is one too.
impl<P: Policy + ?Sized> Policy for Box<P> {
    fn reach(&self, state: &State, home: u32) -> u64 {
        (**self).reach(state, home)
    }

    fn stays_home(&self) -> bool {
        (**self).stays_home()
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        (**self).place(state, job, placement)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        (**self).refusals(state, job)
    }
}
