//! Schedulers: a queue discipline decides which job starts next, a placement policy decides where.
//!
//! The engine passes every arriving job to a [`Scheduler`]. Once all events of an instant are applied, the engine asks
//! the scheduler for starts, until no more jobs can start. A [`Policy`] places one job on the free nodes. The
//! disciplines of [`global_queue`], [`ordered_queue`] and [`backfilling`] work with any policy. The policies of
//! published models are in `models/`.

pub mod backfilling;
pub mod bound;
pub mod choice;
pub mod facts;
pub mod fitting;
pub mod foresight;
pub mod global_queue;
pub mod keyed_queue;
pub mod order;
pub mod ordered_queue;
pub mod outlook;
mod placer;
pub mod planning;
pub mod queue;
pub mod refusal;
pub mod steps;
mod varying_queue;

use crate::base::problem::Problem;
use crate::base::repeated::Repeated;
use crate::platform::{Out, Outage, Piece, Placement, State};
use crate::workload::Job;
use choice::Choice;
use facts::{Counters, Facts};
use foresight::Foresight;
use outlook::Outlook;
use refusal::Refusal;

/// Result of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submission {
    /// The job waits for its start.
    Waiting,
    /// The job is rejected: it is reported and counted, but never queued.
    Rejected(Rejection),
}

/// Reason why a job is never queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The job cannot start even on the idle platform.
    Impossible,
    /// The search for a placement on the idle platform gave up. There may be a placement, but if there is none, the job
    /// would wait forever and block all others.
    NotFound,
    /// A job on which the job depends did not end as required.
    Unmet,
}

/// A part of a job begins or ends at a time of its own, on a cluster of a scheduler whose jobs run
/// [in parts](Scheduler::in_parts).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartChange {
    /// The part takes its nodes.
    Begun(Piece),
    /// The part gives its nodes back.
    Ended(Piece),
}

/// A scheduler decides when and where jobs run.
pub trait Scheduler {
    /// Adds a job that has arrived.
    fn submit(&mut self, job: &Job) -> Submission;

    /// Reports that nodes of `cluster` have become free.
    fn freed(&mut self, cluster: u32);

    /// Removes a waiting job, which starts elsewhere. Returns false if the job does not wait, or if the scheduler keeps
    /// its jobs. The queue of a [cluster with copies](bound::Binding::Siblings) removes jobs in any order but
    /// [`Order::ARRIVAL`](order::Order::ARRIVAL).
    fn withdraw(&mut self, _job: &Job) -> bool {
        false
    }

    /// The next job to start at `now_s`; its placement is written to `placement`. `None` if no more jobs can start.
    /// Called after all events of the instant have been applied. Between two calls, the engine takes the nodes.
    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job>;

    /// Reasons why a waiting job is not started, one per step that was tried. Called when no more jobs can start. For a
    /// rejected job, the reasons why it cannot start on the idle platform.
    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal>;

    /// Current key of a job in the queue's order, smallest first; `None` in the order of arrival.
    fn priority(&self, _job: &Job) -> Option<f64> {
        None
    }

    /// The facts that were requested and recorded; `None` if the scheduler records none.
    fn facts(&mut self) -> Option<&mut Facts> {
        None
    }

    /// True if the scheduler needs the ends of running jobs. Only then are the following methods called. The engine
    /// asks this once, before the run.
    fn plans(&self) -> bool {
        false
    }

    /// Next wake-up time \[s\], later than now: at this time the scheduler is asked for starts even without an event.
    fn wake_s(&self) -> Option<f64> {
        None
    }

    /// Skips the rounds before the next event at `event_s` \[s\] in which nothing can start or change. The rounds are
    /// counted but need no wake-up. Returns their times \[s\]; `None` if the next wake-up cannot be skipped.
    fn pass(&mut self, _event_s: f64) -> Option<Repeated> {
        None
    }

    /// True if the parts of a job begin and end at times of their own. The scheduler then reports the nodes that parts take
    /// and give back, and the engine takes none. A job starts when its last part begins, and ends when that part ends. The
    /// engine asks this once, before the run.
    fn in_parts(&self) -> bool {
        false
    }

    /// The next part that has begun or ended and was not reported before. Called after
    /// [`next_start`](Scheduler::next_start), if jobs run [in parts](Scheduler::in_parts).
    fn next_part(&mut self) -> Option<PartChange> {
        None
    }

    /// First promised start time \[s\] of the job that [`next_start`](Scheduler::next_start) returned last, if it had a
    /// reservation.
    fn promised_s(&self) -> Option<f64> {
        None
    }

    /// Share of its processors at which the job runs that [`next_start`](Scheduler::next_start) returned last, in (0, 1].
    /// Background load takes the rest.
    fn node_share(&self) -> f64 {
        1.0
    }

    /// Announces the outages that are known before the run, in order of their beginnings. Called once, before the run.
    fn foresee(&mut self, _known: &[Outage]) {}

    /// Reports that an outage has begun, holds more nodes or is over. If it is over, no nodes are taken or lacking.
    /// `state` already includes the change.
    fn out(&mut self, _now_s: f64, _out: &Out, _state: &State) {}

    /// Why the run must end: something went wrong outside the simulation. `over` is true if nothing happens any more.
    fn failure(&self, _over: bool) -> Option<Problem> {
        None
    }

    /// Counters for the results.
    fn counters(&self) -> Counters {
        Counters::default()
    }

    /// Reports that the job that [`next_start`](Scheduler::next_start) returned last runs in `slot`, which it keeps
    /// until its end. By its estimate and current rate, the job will end at `end_s` \[s\].
    fn started(&mut self, _slot: u32, _end_s: f64) {}

    /// Reports that the granted bandwidth share of the job in `slot` has changed. The new expected end is `end_s`, or
    /// now if `end_s` is in the past.
    fn expect(&mut self, _slot: u32, _end_s: f64, _granted: f64) {}

    /// Reports that the job in `slot` has ended.
    fn ended(&mut self, _slot: u32, _now_s: f64) {}
}

/// Decides if a job can wait: the job must be able to run on the idle platform. A job that fits on its home cluster, and
/// asks for nothing but nodes, can always wait, because every policy accepts it.
#[inline]
pub fn admission(policy: &mut (impl Policy + ?Sized), idle: &State, job: &Job) -> Submission {
    if job.asks.is_none() && job.nodes <= idle.free()[job.home as usize] {
        return Submission::Waiting;
    }
    if u64::from(job.nodes) > idle.total_free() {
        return Submission::Rejected(Rejection::Impossible);
    }
    if policy.place(idle, job, &mut Placement::new()) {
        return Submission::Waiting;
    }
    Submission::Rejected(match policy.gave_up() {
        true => Rejection::NotFound,
        false => Rejection::Impossible,
    })
}

/// A policy decides where a job can run now. It is called often, so it must not allocate memory.
pub trait Policy {
    /// Upper bound on the size of a job from `home` that [`place`](Policy::place) could place now; larger jobs are not
    /// tried. It may be too large, but never too small.
    fn reach(&self, state: &State, home: u32) -> u64;

    /// Announces a job that the policy may have to place later, so that [`reach`](Policy::reach) can take it into
    /// account. A scheduler announces either all jobs or no job; if it announces none, the policy must expect any job.
    fn expect(&mut self, _job: &Job) {}

    /// True if jobs run only on their home cluster, so that free nodes elsewhere do not matter.
    fn stays_home(&self) -> bool {
        false
    }

    /// True if [`place`](Policy::place) depends on the loads of links.
    fn reads_links(&self) -> bool {
        true
    }

    /// True if [`place`](Policy::place) depends on the job and the free nodes alone, and a job that it places would
    /// also be placed with more free nodes. Then a plan examines a reservation again only where nodes have become free.
    fn is_monotonic(&self) -> bool {
        false
    }

    /// Places `job` on free nodes: writes the pieces and returns true, or returns false. `placement` is empty at the
    /// call.
    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool;

    /// True if the last call of [`place`](Policy::place) gave up before trying all placements.
    fn gave_up(&self) -> bool {
        false
    }

    /// True if the policy uses [`place_ahead`](Policy::place_ahead). Only then does a scheduler keep an outlook. The
    /// scheduler asks this once.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// [`place`](Policy::place) with knowledge of waiting jobs and expected ends. A job that is placed starts now.
    /// Reserved nodes are not free in `state`, but they are free in `outlook`.
    fn place_ahead(&mut self, _outlook: &Outlook, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.place(state, job, placement)
    }

    /// The futures that [`place_ahead`](Policy::place_ahead) would compare now. Called only for single jobs.
    fn foresee(&mut self, _outlook: &Outlook, _state: &State, _job: &Job) -> Option<Foresight> {
        None
    }

    /// The candidates from which the policy chose this placement of `job`; `None` if there is nothing to report. Called
    /// only for single jobs.
    fn chosen(&mut self, _now_s: f64, _state: &State, _job: &Job, _placement: &Placement) -> Option<Choice> {
        None
    }

    /// Reasons why [`place`](Policy::place) declines the job: one refusal per step that the policy tries, in order;
    /// none if the policy places the job. Called only for single jobs, so this method may allocate memory.
    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal>;
}

/// A boxed policy is a policy.
impl<P: Policy + ?Sized> Policy for Box<P> {
    fn reach(&self, state: &State, home: u32) -> u64 {
        (**self).reach(state, home)
    }

    fn expect(&mut self, job: &Job) {
        (**self).expect(job);
    }

    fn stays_home(&self) -> bool {
        (**self).stays_home()
    }

    fn reads_links(&self) -> bool {
        (**self).reads_links()
    }

    fn is_monotonic(&self) -> bool {
        (**self).is_monotonic()
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        (**self).place(state, job, placement)
    }

    fn gave_up(&self) -> bool {
        (**self).gave_up()
    }

    fn looks_ahead(&self) -> bool {
        (**self).looks_ahead()
    }

    fn place_ahead(&mut self, outlook: &Outlook, state: &State, job: &Job, placement: &mut Placement) -> bool {
        (**self).place_ahead(outlook, state, job, placement)
    }

    fn foresee(&mut self, outlook: &Outlook, state: &State, job: &Job) -> Option<Foresight> {
        (**self).foresee(outlook, state, job)
    }

    fn chosen(&mut self, now_s: f64, state: &State, job: &Job, placement: &Placement) -> Option<Choice> {
        (**self).chosen(now_s, state, job, placement)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        (**self).refusals(state, job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{Cluster, Piece, Platform};

    /// A policy that accepts every job or no job, and reports `gave_up`.
    struct Settled {
        takes: bool,
        gave_up: bool,
    }

    impl Policy for Settled {
        fn reach(&self, state: &State, _home: u32) -> u64 {
            state.total_free()
        }

        fn place(&mut self, _state: &State, job: &Job, placement: &mut Placement) -> bool {
            placement.push(Piece { cluster: 0, nodes: job.nodes });
            self.takes
        }

        fn gave_up(&self) -> bool {
            self.gave_up
        }

        fn refusals(&mut self, _state: &State, _job: &Job) -> Vec<Refusal> {
            Vec::new()
        }
    }

    /// Two clusters with four and six nodes; the first is the home cluster.
    #[test]
    fn who_is_not_placed_on_the_idle_platform_does_not_wait() {
        let cluster = |nodes| Cluster { nodes, capacity_bps: 1, speed: 1.0 };
        let idle = State::idle(Platform::star(vec![cluster(4), cluster(6)]));
        let becomes = |nodes, takes, gave_up| {
            let mut policy: Box<dyn Policy> = Box::new(Settled { takes, gave_up });
            let job = Job { nodes, ..Job::default() };
            admission(&mut policy, &idle, &job)
        };
        let impossible = Submission::Rejected(Rejection::Impossible);
        let not_found = Submission::Rejected(Rejection::NotFound);
        assert_eq!(becomes(4, false, false), Submission::Waiting);
        assert_eq!(becomes(5, false, false), impossible);
        assert_eq!(becomes(5, false, true), not_found);
        assert_eq!(becomes(10, true, false), Submission::Waiting);
        assert_eq!(becomes(11, true, false), impossible);
    }
}
