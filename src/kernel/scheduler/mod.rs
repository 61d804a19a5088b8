//! Schedulers: a queue discipline decides who may go next, a placement policy where.
//!
//! The engine hands a [`Scheduler`] every arriving job and, once all events of an instant are applied, asks it for
//! starts until it has none. A [`Policy`] places one job on the free nodes that it sees; the disciplines of
//! [`global_queue`], [`ordered_queue`] and [`backfilling`] work with any of them. The policies of published
//! models are in `models/`.

pub mod backfilling;
pub mod choice;
pub mod facts;
pub mod foresight;
pub mod global_queue;
pub mod keyed_queue;
pub mod order;
pub mod ordered_queue;
pub mod outlook;
mod placer;
pub mod queue;
pub mod refusal;
mod varying_queue;

use crate::base::repeated::Repeated;
use crate::platform::{Placement, State};
use crate::workload::Job;
use choice::Choice;
use facts::{Counters, Facts};
use foresight::Foresight;
use outlook::Outlook;
use refusal::Refusal;

/// What becomes of a submitted job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submission {
    /// It waits for its start.
    Waiting,
    /// It is reported and counted, never queued.
    Rejected(Rejection),
}

/// Why a job is never queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It could not run even if the platform were idle.
    Impossible,
    /// The search for a place on the idle platform gave up. There may be one, but waiting for it for ever would hold up all others.
    NotFound,
}

/// Who runs when and where.
pub trait Scheduler {
    /// A job has arrived.
    fn submit(&mut self, job: &Job) -> Submission;

    /// Nodes of `cluster` have become free.
    fn freed(&mut self, cluster: u32);

    /// The next job to start at `now_s`, its place written to `placement`; `None` when no (further) job can start. Called
    /// once all events of the instant are applied; the engine claims the nodes between two calls.
    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job>;

    /// Why a job that waits is not started, once there is nothing more to start: what every step that it was tried on
    /// went by. For a rejected job, why it could not start on the idle platform.
    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal>;

    /// The number by which the order of the queue puts a job where it stands now, the smallest first; none in the order of arrival.
    fn priority(&self, _job: &Job) -> Option<f64> {
        None
    }

    /// Where one asks for facts, and finds them; none if it has nothing to tell.
    fn facts(&mut self) -> Option<&mut Facts> {
        None
    }

    /// Whether it goes by the ends of running jobs: only then are the methods below called. Asked once, before the run.
    fn plans(&self) -> bool {
        false
    }

    /// The next time \[s\] at which it wants to be asked for starts even if nothing has happened; later than now.
    fn wake_s(&self) -> Option<f64> {
        None
    }

    /// Counts the rounds to come in which nothing can start or change if nothing happens before `event_s` \[s\], and does not wake for them.
    /// Their times \[s\]; none if the next wake-up must be seen.
    fn pass(&mut self, _event_s: f64) -> Option<Repeated> {
        None
    }

    /// The start time \[s\] that was promised first to the job that [`next_start`](Scheduler::next_start) returned last,
    /// if it had a reservation.
    fn promised_s(&self) -> Option<f64> {
        None
    }

    /// What it has counted so far, for the results.
    fn counters(&self) -> Counters {
        Counters::default()
    }

    /// The job that [`next_start`](Scheduler::next_start) returned last runs in `slot`, a number that is its own until its
    /// end. By its estimate and at its present rate it will end at `end_s`.
    fn started(&mut self, _slot: u32, _end_s: f64) {}

    /// The job in `slot` is granted another share of the bandwidth that it asks for: now it is to be expected to end at
    /// `end_s`, if not before, now.
    fn expect(&mut self, _slot: u32, _end_s: f64, _granted: f64) {}

    /// The job in `slot` has ended.
    fn ended(&mut self, _slot: u32, _now_s: f64) {}
}

/// A job that could run on the idle platform waits. Every policy takes a job that fits its home.
pub fn admission(policy: &mut (impl Policy + ?Sized), idle: &State, job: &Job) -> Submission {
    if job.nodes <= idle.free()[job.home as usize] {
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

/// Where a job could run now. Policies are asked often and must not allocate.
pub trait Policy {
    /// An upper bound on the size of the jobs of `home` that [`place`](Policy::place) could take now: larger ones are
    /// not tried. It may be generous; it must never be less than what could be placed.
    fn reach(&self, state: &State, home: u32) -> u64;

    /// Hears of a job that it may be asked to place later, so that it knows what [`reach`](Policy::reach) is about. A
    /// scheduler tells all such jobs or none; if none, any job is to be expected.
    fn expect(&mut self, _job: &Job) {}

    /// Whether a job runs on its home cluster only, so that nodes that become free elsewhere do not concern it.
    fn stays_home(&self) -> bool {
        false
    }

    /// Whether the loads of links matter to [`place`](Policy::place).
    fn reads_links(&self) -> bool {
        true
    }

    /// Places `job` on free nodes: writes the pieces and returns true, or returns false. `placement` comes empty.
    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool;

    /// Whether [`place`](Policy::place), when it was called last, declined although it had not tried all places.
    fn gave_up(&self) -> bool {
        false
    }

    /// Whether it uses [`place_ahead`](Policy::place_ahead): only then does a scheduler keep what it needs. Asked once.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// [`place`](Policy::place) for a job that starts now if it is placed, in sight of who else waits and of when those that
    /// run will end. In `state` what has been reserved for others is not free, in `outlook` it is.
    fn place_ahead(&mut self, _outlook: &Outlook, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.place(state, job, placement)
    }

    /// What [`place_ahead`](Policy::place_ahead) goes by if it is asked now. Asked for single jobs only.
    fn foresee(&mut self, _outlook: &Outlook, _state: &State, _job: &Job) -> Option<Foresight> {
        None
    }

    /// What it chose from when it placed `job` so, in words; none if it has nothing to tell. Asked for single jobs only.
    fn chosen(&mut self, _now_s: f64, _state: &State, _job: &Job, _placement: &Placement) -> Option<Choice> {
        None
    }

    /// Why [`place`](Policy::place) declines: one refusal of every step that it tries, in their order; none if it places
    /// the job. Asked for single jobs only, so it may allocate.
    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal>;
}

/// A policy that decides by a simulation, and whose decision can be had for every depth of that.
pub trait ByDepth: Policy {
    /// The cluster that a job which waits would get at every simulation depth from 0 on.
    fn winners(&mut self, outlook: &Outlook, state: &State, job: &Job) -> Vec<u32>;
}

/// A policy behind a pointer is one too.
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

    /// Takes every job or none, and has or has not tried all places.
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

    /// Of two clusters with four and six nodes, the first is home.
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
