//! Finds the earliest start of a job among running and reserved jobs.

use super::backlog::Backlog;
use super::opening::Wish;
use super::planned_use::Use;
use super::profile::Profile;
use super::stretch::Stretch;
use crate::network::demand::demands;
use crate::network::stage_in_s;
use crate::platform::{Demands, Placement, Platform, State};
use crate::scheduler::Policy;
use crate::scheduler::order::Order;
use crate::scheduler::placer::Placer;
use crate::workload::Job;

/// The profile, with a placement policy to plan with. For a planned job, the policy sees the minimum of free nodes and
/// the maximum loads during the estimated time of the job, and places the job as if these were the current state. A
/// policy that looks ahead does so only for a job that starts now.
pub(super) struct Planner {
    pub placer: Placer<Box<dyn Policy>>,
    pub profile: Profile,
    platform: Platform,
    /// Speed of the fastest cluster.
    fastest: f64,
    /// True if only free nodes decide when a job can start, so that a reservation can move forward only where nodes
    /// become free.
    pub steady: bool,
    /// True if the planner is [`steady`](Planner::steady) and each job can run on one cluster only.
    pub counts: bool,
    /// True if each job can run on its home cluster only.
    pub by_home: bool,
    /// Buffer for the reservations on several clusters.
    beside: Vec<u32>,
}

impl Planner {
    /// Creates a planner that places jobs with `policy`, for a queue in the given order. `idle` is the idle platform.
    pub fn new(policy: Box<dyn Policy>, order: Order, idle: &State) -> Planner {
        let platform = idle.platform().clone();
        let speeds = platform.clusters.iter().map(|cluster| cluster.speed);
        // With different speeds, or with stage-in, more free nodes may lead to a placement for which the job needs more time.
        let equal = speeds.clone().all(|speed| speed == platform.clusters[0].speed) && !platform.stages_in;
        let nodes_alone = !policy.looks_ahead() && !idle.has_resources();
        let by_home = nodes_alone && policy.stays_home() && policy.is_monotonic();
        let counts = nodes_alone && (platform.clusters.len() == 1 || by_home);
        Planner {
            steady: counts || nodes_alone && equal && policy.is_monotonic(),
            counts,
            by_home,
            placer: Placer::new(policy, order, idle),
            profile: Profile::new(idle, by_home),
            fastest: speeds.fold(0.0, f64::max),
            platform,
            beside: Vec::new(),
        }
    }

    /// The placement policy.
    pub fn policy(&mut self) -> &mut dyn Policy {
        self.placer.policy.as_mut()
    }

    /// True if jobs get their data before they run.
    pub fn stages_in(&self) -> bool {
        self.platform.stages_in
    }

    /// Starts a search in the backlog, for jobs that need few enough nodes to start now.
    pub fn reaches(&mut self, now_s: f64, state: &State, backlog: &mut Backlog) {
        let Planner { placer, profile, fastest, by_home, .. } = self;
        profile.walk_from(now_s, state, 0);
        profile.look();
        backlog.seek(|estimate_s, home| {
            if *by_home {
                profile.walk_from(now_s, state, home);
                profile.look();
            }
            let worst = profile.worst_until(now_s + estimate_s / *fastest);
            placer.policy.reach(worst, home)
        });
    }

    /// Reserves the earliest start of a job, and the same start for similar jobs if they can start then too. Reserves
    /// for at most `jobs` jobs, and returns their slot.
    pub fn plan(&mut self, now_s: f64, state: &State, job: &Job, jobs: u32) -> u32 {
        let wish = self.wish(job, f64::INFINITY);
        let from_s = self.profile.earliest_fit((now_s, state), job.home, f64::NEG_INFINITY, wish);
        let slot = from_s.and_then(|from_s| self.earliest(from_s, state, job, f64::INFINITY));
        let Some(slot) = slot else {
            return self.profile.add(Use::never(*job));
        };
        self.extend(state, slot, (jobs - 1, f64::INFINITY));
        slot
    }

    /// Adds up to `most` similar jobs to a reservation if there is room from its start to its end, or to `until_s` if
    /// that is earlier. Returns the number of jobs added.
    fn extend(&mut self, state: &State, slot: u32, (most, until_s): (u32, f64)) -> u32 {
        if most == 0 {
            return 0;
        }
        let own = self.profile.get(slot);
        let (jobs, time) = (own.jobs, (own.start_s, own.end_s.min(until_s)));
        let more = self.profile.room_between(state, slot, time).min(most);
        if more > 0 {
            self.profile.resize(slot, jobs + more);
        }
        more
    }

    /// True if the jobs in two slots are similar and start together, so that they can share a slot.
    pub fn go_together(&self, one: u32, other: u32) -> bool {
        let what = |slot: u32| {
            let own = self.profile.get(slot);
            let home = if self.by_home { own.job.home } else { 0 };
            (own.start_s, own.job.nodes, own.job.estimate_s, home)
        };
        self.counts && what(one).0 < f64::INFINITY && what(one) == what(other)
    }

    /// The request for the free nodes with which the job can start before `before_s`.
    pub fn wish(&self, job: &Job, before_s: f64) -> Wish {
        let (nodes, length_s) = (job.nodes.into(), self.shortest_s(job));
        Wish { nodes, length_s, before_s, held_s: f64::INFINITY }
    }

    /// Lower bound on the planned run time of a job \[s\]; the run time itself if the job can run on one cluster only.
    fn shortest_s(&self, job: &Job) -> f64 {
        let home = self.by_home.then(|| self.platform.clusters[job.home as usize].speed);
        job.estimate_s / home.unwrap_or(self.fastest)
    }

    /// True if all reservations still fit although running jobs end later. `lost` is the additional time of the running
    /// jobs.
    pub fn keeps(&self, now: (f64, &State), lost: Stretch) -> bool {
        let several = self.platform.clusters.len() > 1 || now.1.has_resources();
        match several && !self.steady {
            true => lost.is_empty() && !self.placer.policy.reads_links(),
            false => lost.is_empty() || self.profile.fits(now, lost),
        }
    }

    /// Number of reservations, from the first one on, that certainly still fit. Finds the number without suspending a
    /// reservation.
    pub fn surely_kept(&mut self, now: (f64, &State), slots: &[u32]) -> usize {
        if !self.steady {
            return 0;
        }
        let past = |slot: &&u32| self.profile.get(**slot).start_s < now.0;
        let past: Vec<u32> = slots.iter().filter(past).copied().collect();
        let first_past = || slots.iter().position(|slot| past.first() == Some(slot));
        match self.profile.fits_without(&past, now) {
            true => first_past().unwrap_or(slots.len()),
            false => 0,
        }
    }

    /// The released time that can allow a reservation to move forward: `gained`, or any time if not only the number of
    /// free nodes matters.
    pub fn worth_trying(&self, gained: Stretch) -> Stretch {
        if self.steady { gained } else { Stretch::ALL }
    }

    /// Gives an earlier start to as many of the first jobs of a slot as possible; the remaining jobs may move to
    /// another slot. Only time released within the interval `gained` can allow an earlier start. Returns the slot of
    /// the moved jobs and the time that they release.
    pub fn bring_forward(
        &mut self,
        now_s: f64,
        state: &State,
        slot: &mut u32,
        gained: Stretch,
    ) -> Option<(u32, Stretch)> {
        let own = self.profile.get(*slot);
        if own.start_s <= now_s {
            return None;
        }
        let gained = self.worth_trying(gained);
        let shortest_s = self.shortest_s(&own.job);
        let might = self.profile.earlier_fit((now_s, state), *slot, shortest_s, gained);
        let from_s = might?;
        let own = self.profile.get(*slot);
        let (job, others) = (own.job, own.jobs - 1);
        let (start_s, end_s) = (own.start_s, own.end_s);
        let old = self.leave(*slot, others);
        let Some(earlier) = self.earliest(from_s, state, &job, start_s.min(gained.until_s)) else {
            match old {
                Some(old) => *slot = self.profile.add(old),
                None => self.profile.resize(*slot, others + 1),
            }
            return None;
        };
        // From the old start of the moved jobs on, nodes are available.
        let more = self.extend(state, earlier, (others, start_s));
        if more > 0 {
            self.leave(*slot, others - more);
        }
        let given_back = Stretch { from_s: start_s, until_s: end_s };
        Some((earlier, given_back))
    }

    /// Reduces the number of jobs in a slot to `jobs`. If `jobs` is 0, removes the entry from the profile and returns
    /// it.
    fn leave(&mut self, slot: u32, jobs: u32) -> Option<Use> {
        if jobs == 0 {
            return Some(self.profile.take(slot));
        }
        self.profile.resize(slot, jobs);
        None
    }

    /// Reserves the earliest start of a job before `before_s`. Possible starts are `from_s` and the times after
    /// `from_s` at which other jobs end.
    fn earliest(&mut self, from_s: f64, state: &State, job: &Job, before_s: f64) -> Option<u32> {
        let wish = self.wish(job, before_s);
        self.profile.walk_from(from_s, state, job.home);
        let mut here_s = from_s;
        let nodes = u64::from(job.nodes);
        loop {
            let here = self.profile.here();
            // If enough nodes are free but the policy rejects a job of this kind, do not search how long the nodes are
            // free.
            let refused = self.profile.free_here() >= wish.nodes && nodes > self.placer.policy.reach(here, job.home);
            if !refused {
                let start_s = self.profile.walk_to_fit(here_s, wish)?;
                let found = self.place(start_s, state, job);
                if found.is_some() {
                    return found;
                }
            }
            here_s = self.profile.walk_on(before_s)?;
        }
    }

    /// The first reservation that prevents a job from starting now. If none does, the job gets a reservation.
    pub fn in_the_way(&mut self, now_s: f64, state: &State, job: &Job) -> Option<&Use> {
        if self.now(now_s, state, job).is_some() {
            return None;
        }
        let coming: Vec<u32> = self.profile.coming(job.home).collect();
        self.profile.walk_from(now_s, state, job.home);
        self.profile.look();
        let leaves_none = |&slot: &u32| {
            let start_s = self.profile.get(slot).start_s;
            let worst = self.profile.worst_until(start_s.next_up());
            !self.placer.policy.place(worst, job, &mut Placement::new())
        };
        let found = coming.iter().copied().find(leaves_none);
        // If no reservation takes the nodes, the reason is a link of a reservation on several clusters.
        let on_links = |&slot: &u32| self.profile.get(slot).co_allocated();
        let found = found.or_else(|| coming.iter().copied().find(on_links));
        Some(self.profile.get(found?))
    }

    /// Reserves a start of the job now, if no other reservation prevents it.
    pub fn now(&mut self, now_s: f64, state: &State, job: &Job) -> Option<u32> {
        self.profile.walk_from(now_s, state, job.home);
        self.place(now_s, state, job)
    }

    /// Resumes as many jobs of a suspended reservation as possible: their nodes must be free and the policy must accept
    /// the loads of links. Returns the slot of the resumed jobs; a new slot if only some of the jobs are resumed.
    pub fn again(&mut self, now_s: f64, state: &State, slot: u32) -> Option<u32> {
        if self.profile.get(slot).start_s < now_s {
            return None;
        }
        let first = match self.profile.room(state, slot) {
            0 => return None,
            some if some < self.profile.get(slot).jobs => self.profile.divide(slot, some),
            _ => slot,
        };
        self.profile.resume(first);
        let links = !self.profile.get(first).co_allocated() || self.takes_links(first, state);
        let taken = links && self.is_harmless(first, state);
        if !taken {
            self.profile.suspend(&[first]);
        }
        taken.then_some(first)
    }

    /// Reserves a start at `start_s`, the time that the search in the profile has reached.
    fn place(&mut self, start_s: f64, state: &State, job: &Job) -> Option<u32> {
        let nodes = u64::from(job.nodes);
        if nodes > self.placer.policy.reach(self.profile.here(), job.home) {
            return None;
        }
        self.profile.look();
        // The run time depends on the placement, and the placement on the nodes that are free during the run time. So
        // the reserved time is extended until the job can end within this time.
        let mut placement = Placement::new();
        let mut length_s = self.shortest_s(job);
        loop {
            let worst = self.profile.worst_until(start_s + length_s);
            placement.clear();
            if nodes > self.placer.policy.reach(worst, job.home)
                || !self.placer.place_at(start_s, worst, job, &mut placement)
            {
                return None;
            }
            let needed_s =
                self.platform.dedicated_s(job.estimate_s, &placement) + stage_in_s(&self.platform, job, &placement);
            let enough = needed_s <= length_s;
            length_s = needed_s;
            if enough {
                break;
            }
        }
        // If free nodes alone decide, a plan needs no loads of links.
        let mut demands = match self.steady {
            true => Demands::new(),
            false => demands(&self.platform, job, &placement),
        };
        demands.extend(state.resources_of(job.asks, &placement));
        let time = Stretch {
            from_s: start_s,
            // Every job takes some time, even if its run time is tiny compared with the current time.
            until_s: (start_s + length_s).max(start_s.next_up()),
        };
        let slot = self.profile.add(Use::new(*job, placement, demands, time));
        let harmless = self.is_harmless(slot, state);
        if !harmless {
            self.profile.take_back(slot);
        }
        harmless.then_some(slot)
    }

    /// True if the policy would still accept the link loads of all other reservations together with this reservation.
    fn is_harmless(&mut self, slot: u32, state: &State) -> bool {
        if !self.placer.policy.reads_links() || !state.loads_links(&self.profile.get(slot).demands) {
            return true;
        }
        let mut beside = std::mem::take(&mut self.beside);
        let own = self.profile.get(slot);
        let concerned = |&other: &u32| {
            let coming = self.profile.get(other);
            other != slot && coming.co_allocated() && coming.meets(own)
        };
        beside.clear();
        beside.extend(self.profile.coming(own.job.home).filter(concerned));
        let harmless = beside.iter().all(|&other| self.takes_links(other, state));
        self.beside = beside;
        harmless
    }

    /// True if the policy accepts the link loads during a reservation. The policy is asked to place the job while only
    /// the reserved nodes are free.
    fn takes_links(&mut self, slot: u32, state: &State) -> bool {
        if !self.placer.policy.reads_links() {
            return true;
        }
        let Use { job, placement, .. } = self.profile.get(slot).clone();
        let worst = self.profile.worst_beside(state, slot);
        worst.keep_free(&placement);
        self.placer.policy.place(worst, &job, &mut Placement::new())
    }
}
