//! Backfilling: the first jobs of the queue have reservations, and a later job may start before these jobs if it delays
//! no reservation.
//!
//! Waiting jobs are in the [order](Order) of the queue. The first `depth` jobs that cannot start have a reservation: a
//! start time and a placement. The other jobs are [tried](Tried) one by one, and start now if they delay no
//! reservation. With a single reservation, this is **EASY** (Lifka 1995); with a reservation for every job, it is
//! **conservative backfilling** (Mu'alem and Feitelson 2001). Production schedulers also limit the number of
//! reservations (RESERVATIONDEPTH of Maui, bf_max_job_test of Slurm): jobs beyond the limit only fill gaps.
//!
//! Plans use **current estimates**. A running job is expected to end when the rest of its estimate is done at its
//! current rate; a job that exceeds its estimate is expected to end at once. So expected ends move as link loads
//! change. The planned run time of a job is its estimate on dedicated links. To choose a placement, the policy sees the
//! minimum of free nodes of every cluster and the maximum load of every link from start to end of the job.
//!
//! The plan is revised whenever expected ends have moved (`revision.rs`).
//!
//! In an order other than arrival, a job may move ahead of jobs with reservations. Then the jobs behind this job lose
//! their reservations, and get new reservations after it.

mod backlog;
mod changes;
mod depth;
mod opening;
mod outs;
mod planned_use;
mod planner;
mod profile;
mod replan;
mod reserved;
mod revision;
mod ruled_out;
mod steps;
mod stretch;
mod totals;
mod tried;
mod unsorted;
mod walk;

use super::facts::Facts;
use super::order::Order;
use super::refusal::Refusal;
use super::{Policy, Scheduler, Submission, admission};
use crate::platform::{Out, Outage, Placement, State};
use crate::workload::Job;
use backlog::{Backlog, Sorting};
pub use depth::Depth;
use outs::{OUTAGE, Outs};
use planner::Planner;
use reserved::{Reservation, Reserved};
use std::collections::{BTreeMap, VecDeque};
use stretch::Stretch;
use tried::Places;
pub use tried::Tried;

/// Progress of the search for jobs without a reservation that can start. The search restarts when expected ends or
/// reservations change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walk {
    /// Not started.
    Fresh,
    /// The search has stopped at a job that started.
    Underway,
    /// Complete: no job without a reservation can start.
    Done,
}

/// Events that the plan does not include yet.
#[derive(Clone, Copy, Debug, PartialEq)]
struct News {
    /// True if an expected event has not happened.
    late: bool,
    /// Time that running jobs release earlier than expected.
    gained: Stretch,
    /// Time that running jobs occupy longer than expected.
    lost: Stretch,
}

impl News {
    const NONE: News = News { late: false, gained: Stretch::NONE, lost: Stretch::NONE };
}

/// A queue with reservations and a placement policy.
pub struct Backfilling {
    planner: Planner,
    order: Order,
    tried: Tried,
    /// Maximum number of simultaneous reservations.
    depth: usize,
    /// True if no job may start before the first job of the queue.
    strict: bool,
    /// The first job of a strict queue, at the time when it was last tried unsuccessfully.
    first: Option<Job>,
    /// Outages of nodes.
    outs: Outs,
    /// The first jobs of the queue, with reservations.
    reserved: Reserved,
    /// The waiting jobs without a reservation.
    backlog: Backlog,
    walk: Walk,
    /// Jobs that arrived at this instant and have not been tried; they are behind all other waiting jobs.
    newcomers: VecDeque<Job>,
    /// First promised starts \[s\] of jobs whose reservations were cancelled, by job number.
    promises: BTreeMap<u64, f64>,
    /// Time at which a varying order was last sorted \[s\].
    lined_up_s: f64,
    /// For each running job, by its slot in the engine: its slot in the profile.
    running: Vec<u32>,
    /// Slot in the profile of the job that started last, and the start that was promised to the job.
    started: u32,
    promised_s: Option<f64>,
    /// Events since the last revision of the plan.
    news: News,
    /// Current time \[s\].
    now_s: f64,
    /// The idle platform, to check if a job can run at all.
    idle: State,
}

impl Backfilling {
    /// Creates an empty queue with at most `depth` simultaneous reservations. `idle` is the idle platform.
    pub fn new(policy: Box<dyn Policy>, depth: u32, idle: State) -> Backfilling {
        Backfilling::ordered(policy, Order::ARRIVAL, Tried::AsQueued, depth, idle)
    }

    /// [`new`](Backfilling::new) with an order other than arrival.
    pub fn ordered(policy: Box<dyn Policy>, order: Order, tried: Tried, depth: u32, idle: State) -> Backfilling {
        let sorting = match tried {
            _ if order.varies() => Sorting::Varying,
            Tried::AsQueued if order.is_arrival() => Sorting::Arrival,
            Tried::AsQueued => Sorting::Same,
            _ => Sorting::Two,
        };
        Backfilling {
            backlog: Backlog::new(policy.stays_home(), sorting),
            planner: Planner::new(policy, order.clone(), &idle),
            order,
            tried,
            promises: BTreeMap::new(),
            lined_up_s: f64::NAN,
            depth: depth as usize,
            strict: false,
            first: None,
            outs: Outs::default(),
            reserved: Reserved::default(),
            walk: Walk::Done,
            newcomers: VecDeque::new(),
            running: Vec::new(),
            started: 0,
            promised_s: None,
            news: News::NONE,
            now_s: 0.0,
            idle,
        }
    }

    /// A queue without backfilling that plans: the first job of the queue starts as soon as it can end, by its
    /// estimate, before outages that are known beforehand, or beside them. No other job starts before it. A queue in
    /// which jobs pass others that do not fit is one [without reservations](Backfilling::ordered).
    pub fn strict(policy: Box<dyn Policy>, order: Order, idle: State) -> Backfilling {
        let order = if order.is_arrival() { Order::of_arrival_again() } else { order };
        Backfilling { strict: true, ..Backfilling::ordered(policy, order, Tried::AsQueued, 0, idle) }
    }

    /// The first job whose reservation begins now.
    fn due(&mut self, now_s: f64) -> Option<u32> {
        let profile = &mut self.planner.profile;
        if !profile.starts_by(now_s) {
            return None;
        }
        let (own, slot) = self.reserved.due(now_s, profile)?;
        self.promised_s = Some(own.promised_s);
        Some(slot)
    }

    /// Current positions of a job: in the queue, and in the order of trying.
    fn places(&self, job: &Job) -> Places {
        self.tried.places(job, self.order.place(job, self.now_s))
    }

    /// Inserts the new jobs at their positions in the order, unless they all belong at the end. In a varying order,
    /// updates the positions of all jobs.
    fn line_up(&mut self) {
        if self.order.varies() {
            if self.lined_up_s != self.now_s || !self.newcomers.is_empty() {
                self.lined_up_s = self.now_s;
                self.line_up_anew();
            }
            return;
        }
        if self.newcomers.is_empty() || (self.order.is_arrival() && self.tried == Tried::AsQueued) {
            return;
        }
        let newcomers: Vec<Job> = self.newcomers.drain(..).collect();
        let mut newcomers: Vec<(Places, Job)> = newcomers.into_iter().map(|job| (self.places(&job), job)).collect();
        newcomers.sort_by_key(|(places, _)| places.tried);
        let first = newcomers.iter().map(|(places, _)| places.queue).min();
        let jobs = &self.reserved.jobs;
        let kept = jobs.partition_point(|own| Some(own.place) < first);
        self.cancel(kept);
        // If the waiting jobs cannot start or get a reservation, it is enough to try the new jobs.
        if self.walk == Walk::Done && self.reserved.jobs.len() == self.depth {
            self.newcomers.extend(newcomers.into_iter().map(|(_, job)| job));
            return;
        }
        for (places, job) in newcomers {
            self.backlog.push(places, job);
        }
        self.walk = Walk::Fresh;
    }

    /// Updates the positions of all jobs in a varying order. Keeps the leading reservations of jobs that are still
    /// first in the queue.
    fn line_up_anew(&mut self) {
        for job in std::mem::take(&mut self.newcomers) {
            self.backlog.push(self.places(&job), job);
        }
        let mut queue = Vec::new();
        let first_behind = self.backlog.line_up(|jobs, places| {
            queue.clear();
            self.order.places(jobs, self.now_s, &mut queue);
            let both = jobs.iter().zip(&queue);
            places.extend(both.map(|(job, &queue)| self.tried.places(job, queue)));
        });
        let mut first_behind = first_behind.unwrap_or((u64::MAX, u64::MAX));
        let mut kept = self.reserved.jobs.len();
        for (at, own) in self.reserved.jobs.iter_mut().enumerate().rev() {
            own.place = self.order.place(&own.job, self.now_s);
            if own.place > first_behind {
                kept = at;
            }
            first_behind = first_behind.min(own.place);
        }
        self.cancel(kept);
        self.walk = Walk::Fresh;
    }

    /// Cancels the reservations from index `from` on. The jobs return to the backlog.
    fn cancel(&mut self, from: usize) {
        if from < self.reserved.jobs.len() {
            self.walk = Walk::Fresh;
            self.news.gained = Stretch::ALL;
        }
        for own in self.reserved.cut(from, &mut self.planner.profile) {
            let job = own.job;
            self.promises.insert(job.id, own.promised_s);
            self.backlog.push(self.places(&job), job);
        }
    }

    /// Gives reservations to the next jobs of the queue, until one can start now.
    fn reserve(&mut self, now_s: f64, state: &State) -> Option<u32> {
        while self.reserved.jobs.len() < self.depth {
            let next = self.backlog.pop();
            let job = next.or_else(|| self.newcomers.pop_front())?;
            let slot = self.planner.plan(now_s, state, &job, 1);
            let start_s = self.planner.profile.get(slot).start_s;
            let promised_s = self.promises.remove(&job.id);
            if start_s <= now_s {
                self.promised_s = promised_s;
                return Some(slot);
            }
            let own =
                Reservation { place: self.order.place(&job, now_s), promised_s: promised_s.unwrap_or(start_s), job };
            self.reserved.push(own, slot, &mut self.planner);
        }
        None
    }

    /// The next job without a reservation that can start now.
    fn backfill(&mut self, now_s: f64, state: &State) -> Option<u32> {
        if self.strict {
            return self.head(now_s, state);
        }
        if self.walk != Walk::Done && !self.backlog.is_empty() {
            if self.walk == Walk::Fresh {
                self.backlog.restart();
            }
            self.planner.reaches(now_s, state, &mut self.backlog);
            while let Some(job) = self.backlog.candidate() {
                if let Some(slot) = self.planner.now(now_s, state, &job) {
                    self.backlog.remove();
                    self.walk = Walk::Underway;
                    self.promised_s = self.promises.remove(&job.id);
                    return Some(slot);
                }
                self.backlog.pass(self.planner.counts);
            }
        }
        self.walk = Walk::Done;
        while let Some(job) = self.newcomers.pop_front() {
            let slot = self.planner.now(now_s, state, &job);
            if slot.is_some() {
                return slot;
            }
            self.backlog.push(self.places(&job), job);
        }
        None
    }

    /// The first job of the queue, if it can start now.
    fn head(&mut self, now_s: f64, state: &State) -> Option<u32> {
        for job in std::mem::take(&mut self.newcomers) {
            self.backlog.push(self.places(&job), job);
        }
        let job = self.backlog.pop()?;
        let slot = self.planner.now(now_s, state, &job);
        if slot.is_none() {
            self.backlog.push(self.places(&job), job);
            self.first = Some(job);
        }
        slot
    }

    /// Reasons why a job does not start.
    fn reasons(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        if admission(self.planner.policy(), &self.idle, job) != Submission::Waiting {
            return self.planner.policy().refusals(&self.idle, job);
        }
        if let Some(first) = self.first.filter(|first| first.id != job.id) {
            return vec![Refusal::turn(&first)];
        }
        let refusals = self.planner.policy().refusals(state, job);
        if !refusals.is_empty() {
            return refusals;
        }
        // Work on a copy, so that the question does not revise the plan.
        let plan = (self.planner.profile.clone(), self.reserved.clone(), self.outs.clone());
        let news = self.news;
        self.plan_outages(self.now_s, state);
        if self.news != News::NONE {
            self.revise(self.now_s, state);
        }
        let planner = &mut self.planner;
        let mut reserved = self.reserved.jobs.iter();
        let number = reserved.position(|own| own.job.id == job.id);
        if let Some((_, slot)) = number.and_then(|at| self.reserved.take_out(at, &mut planner.profile)) {
            planner.profile.take(slot);
        }
        let other = planner.in_the_way(self.now_s, state, job);
        let refusal = other.map(|other| match other.job.id {
            OUTAGE => Refusal::outage(other.start_s),
            id => Refusal::reservation(id, other.start_s),
        });
        (self.planner.profile, self.reserved, self.outs) = plan;
        self.news = news;
        refusal.into_iter().collect()
    }

    /// Records that the expected end of a running job moves from `from_s` to `to_s` \[s\].
    fn ends_move(&mut self, from_s: f64, to_s: f64) {
        let between = |from_s, until_s| Stretch { from_s, until_s };
        self.news.gained = self.news.gained.with(between(to_s, from_s));
        self.news.lost = self.news.lost.with(between(from_s, to_s));
    }

    /// Sets the expected end of the job with this slot in the engine.
    fn replan(&mut self, slot: u32, end_s: f64) {
        let slot = self.running[slot as usize];
        let end_s = end_s.max(self.now_s.next_up());
        let before_s = self.planner.profile.end_s(slot);
        if before_s != end_s {
            self.planner.profile.move_end(slot, end_s);
            self.ends_move(before_s, end_s);
        }
    }
}

impl Scheduler for Backfilling {
    fn submit(&mut self, job: &Job) -> Submission {
        self.order.submitted(job);
        let submission = admission(self.planner.policy(), &self.idle, job);
        if submission == Submission::Waiting {
            self.order.accepted(job);
            self.planner.placer.submit(job);
            self.newcomers.push_back(*job);
        }
        submission
    }

    fn freed(&mut self, _cluster: u32) {
        self.walk = Walk::Fresh;
    }

    fn withdraw(&mut self, job: &Job) -> bool {
        self.promises.remove(&job.id);
        if let Some(at) = self.newcomers.iter().position(|own| own.id == job.id) {
            return self.newcomers.remove(at).is_some();
        }
        let profile = &mut self.planner.profile;
        let number = self.reserved.jobs.iter().position(|own| own.job.id == job.id);
        let Some((_, slot)) = number.and_then(|at| self.reserved.take_out(at, profile)) else {
            let tried = self.places(job).tried;
            return self.backlog.withdraw(tried, job);
        };
        // Later reservations may move forward, and another job gets one.
        profile.take(slot);
        self.news.gained = Stretch::ALL;
        true
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        self.now_s = now_s;
        self.planner.placer.look(now_s);
        self.line_up();
        self.news.late |= self.planner.profile.overdue(now_s);
        self.plan_outages(now_s, state);
        if self.news != News::NONE {
            self.revise(now_s, state);
            self.news = News::NONE;
            self.walk = Walk::Fresh;
        }
        self.promised_s = None;
        let slot = self.due(now_s).or_else(|| self.reserve(now_s, state)).or_else(|| self.backfill(now_s, state))?;
        self.started = slot;
        self.planner.profile.begin(slot);
        let begun = self.planner.profile.get(slot);
        placement.extend_from_slice(&begun.placement);
        let job = begun.job;
        self.planner.placer.start(&job, placement);
        Some(job)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        // The question is answered without looking ahead, because a look ahead could fix later decisions.
        let outlook = self.planner.placer.outlook.take();
        let refusals = self.reasons(state, job);
        self.planner.placer.outlook = outlook;
        refusals
    }

    fn priority(&self, job: &Job) -> Option<f64> {
        self.order.key(job, self.now_s)
    }

    fn facts(&mut self) -> Option<&mut Facts> {
        self.planner.placer.facts()
    }

    fn plans(&self) -> bool {
        true
    }

    fn wake_s(&self) -> Option<f64> {
        self.planner.profile.wake_s()
    }

    fn promised_s(&self) -> Option<f64> {
        self.promised_s
    }

    fn foresee(&mut self, known: &[Outage]) {
        self.outs.foresee(known);
    }

    fn out(&mut self, _now_s: f64, out: &Out, state: &State) {
        self.outs.update(out);
        self.planner.placer.out(out.cluster, state);
    }

    fn started(&mut self, slot: u32, end_s: f64) {
        let at = slot as usize;
        if self.running.len() <= at {
            self.running.resize(at + 1, 0);
        }
        self.running[at] = self.started;
        self.order.started(slot, &self.planner.profile.get(self.started).job, self.now_s);
        self.planner.placer.started(slot, end_s);
        self.replan(slot, end_s);
    }

    fn expect(&mut self, slot: u32, end_s: f64, granted: f64) {
        self.planner.placer.expect(slot, end_s, granted);
        self.replan(slot, end_s);
    }

    fn ended(&mut self, slot: u32, now_s: f64) {
        self.order.ended(slot, now_s);
        self.planner.placer.ended(slot, now_s);
        let slot = self.running[slot as usize];
        self.ends_move(self.planner.profile.end_s(slot), now_s);
        self.planner.profile.end(slot, now_s);
    }
}
