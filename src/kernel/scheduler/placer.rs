//! A policy with its outlook, if it looks ahead. Shared by all queue disciplines.

use super::Policy;
use super::choice::Choice;
use super::facts::Facts;
use super::order::Order;
use super::outlook::Outlook;
use crate::platform::{Placement, State};
use crate::workload::Job;
use std::collections::BTreeMap;

/// An upper bound on the size of jobs that excludes no job.
pub(super) const ANY: u32 = u32::MAX - 1;

/// A policy, with the outlook (the waiting and running jobs) that a policy needs to look ahead.
pub(super) struct Placer<P> {
    pub policy: P,
    /// `None` if the policy does not look ahead, or if it must not look ahead at present.
    pub outlook: Option<Outlook>,
    now_s: f64,
    facts: Facts,
    /// Recorded choices for jobs that have a placement but have not started.
    choices: BTreeMap<u64, (Placement, Choice)>,
}

impl<P: Policy> Placer<P> {
    /// Creates a placer with `policy`, for a queue in the given order. `idle` is the idle platform.
    pub fn new(policy: P, order: Order, idle: &State) -> Placer<P> {
        let outlook = policy.looks_ahead().then(|| Outlook::new(order, idle));
        Placer { policy, outlook, now_s: 0.0, facts: Facts::default(), choices: BTreeMap::new() }
    }

    /// Upper bound on the size of a job from `home` that the policy could place now.
    #[inline]
    pub fn reach(&self, state: &State, home: u32) -> u32 {
        self.policy.reach(state, home).min(u64::from(ANY)) as u32
    }

    /// True if the policy needs the ends of running jobs.
    pub fn looks_ahead(&self) -> bool {
        self.outlook.is_some()
    }

    /// See [`Scheduler::facts`](super::Scheduler::facts).
    pub fn facts(&mut self) -> Option<&mut Facts> {
        Some(&mut self.facts)
    }

    /// Adds a waiting job.
    #[inline]
    pub fn submit(&mut self, job: &Job) {
        if let Some(outlook) = &mut self.outlook {
            outlook.submit(job);
        }
    }

    /// Sets the time of the next decisions.
    #[inline]
    pub fn look(&mut self, now_s: f64) {
        self.now_s = now_s;
        if let Some(outlook) = &mut self.outlook {
            outlook.look(now_s);
        }
    }

    /// Places a job that starts now, on nodes that are free in `state`.
    #[inline]
    pub fn place_now(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let placed = match &self.outlook {
            None => self.policy.place(state, job, placement),
            Some(outlook) => {
                if self.facts.wants(job.id) {
                    self.facts.foresight = self.policy.foresee(outlook, state, job);
                }
                self.policy.place_ahead(outlook, state, job, placement)
            }
        };
        if placed && self.facts.wants(job.id) {
            self.note(state, job, placement);
        }
        placed
    }

    /// Records the policy's choice of this placement until the job starts, because the placement may be for a later
    /// start.
    fn note(&mut self, state: &State, job: &Job, placement: &Placement) {
        if let Some(choice) = self.policy.chosen(self.now_s, state, job, placement) {
            self.choices.insert(job.id, (placement.clone(), choice));
        }
    }

    /// [`place_now`](Placer::place_now) if `start_s` is now; otherwise places the job without looking ahead.
    pub fn place_at(&mut self, start_s: f64, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let later = |outlook: &Outlook| start_s > outlook.now_s();
        match self.outlook.as_ref().is_none_or(later) {
            true => {
                let placed = self.policy.place(state, job, placement);
                if placed && self.facts.wants(job.id) {
                    self.note(state, job, placement);
                }
                placed
            }
            false => self.place_now(state, job, placement),
        }
    }

    /// Reports that the job starts on `placement`.
    #[inline]
    pub fn start(&mut self, job: &Job, placement: &Placement) {
        if self.facts.wants(job.id)
            && let Some((place, choice)) = self.choices.remove(&job.id)
            && place == *placement
        {
            self.facts.choices.push(choice);
        }
        if let Some(outlook) = &self.outlook
            && self.facts.wants(job.id)
            && let Some(seen) = &mut self.facts.foresight
        {
            // The placement of a job may come from an earlier plan; then the recorded futures do not explain this
            // start.
            match seen.time_s == outlook.now_s() {
                true => seen.take(placement),
                false => self.facts.foresight = None,
            }
        }
        if let Some(outlook) = &mut self.outlook {
            outlook.start(job, placement);
        }
    }

    /// See [`Scheduler::out`](super::Scheduler::out).
    pub fn out(&mut self, cluster: u32, state: &State) {
        if let Some(outlook) = &mut self.outlook {
            outlook.out(cluster, state.out(cluster as usize));
        }
    }

    /// See [`Scheduler::started`](super::Scheduler::started).
    pub fn started(&mut self, slot: u32, end_s: f64) {
        if let Some(outlook) = &mut self.outlook {
            outlook.started(slot, end_s);
        }
    }

    /// See [`Scheduler::expect`](super::Scheduler::expect).
    pub fn expect(&mut self, slot: u32, end_s: f64, granted: f64) {
        if let Some(outlook) = &mut self.outlook {
            outlook.expect(slot, end_s, granted);
        }
    }

    /// See [`Scheduler::ended`](super::Scheduler::ended).
    pub fn ended(&mut self, slot: u32, now_s: f64) {
        if let Some(outlook) = &mut self.outlook {
            outlook.ended(slot, now_s);
        }
    }
}
