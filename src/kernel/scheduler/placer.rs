//! A policy together with what it looks ahead at, if it does: what the queue disciplines have in common.

use super::Policy;
use super::choice::Choice;
use super::facts::Facts;
use super::order::Order;
use super::outlook::Outlook;
use crate::platform::{Placement, State};
use crate::workload::Job;
use std::collections::BTreeMap;

/// A reach that every job is within.
pub(super) const ANY: u32 = u32::MAX - 1;

/// A policy that gets, if it looks ahead, the waiting and the running jobs.
pub(super) struct Placer<P> {
    pub policy: P,
    /// None if the policy does not look ahead, or must not for the moment.
    pub outlook: Option<Outlook>,
    now_s: f64,
    facts: Facts,
    /// What the places of jobs that somebody asks about were chosen from: of jobs that have not started.
    choices: BTreeMap<u64, (Placement, Choice)>,
}

impl<P: Policy> Placer<P> {
    /// `policy` in a queue of this order on the platform of `idle`.
    pub fn new(policy: P, order: Order, idle: &State) -> Placer<P> {
        let outlook = policy.looks_ahead().then(|| Outlook::new(order, idle));
        Placer { policy, outlook, now_s: 0.0, facts: Facts::default(), choices: BTreeMap::new() }
    }

    /// The size of the largest jobs of a home that the policy could take now.
    #[inline]
    pub fn reach(&self, state: &State, home: u32) -> u32 {
        self.policy.reach(state, home).min(u64::from(ANY)) as u32
    }

    /// Whether it must hear of the ends of running jobs.
    pub fn looks_ahead(&self) -> bool {
        self.outlook.is_some()
    }

    /// As [`Scheduler::facts`](super::Scheduler::facts).
    pub fn facts(&mut self) -> Option<&mut Facts> {
        Some(&mut self.facts)
    }

    /// A job waits.
    #[inline]
    pub fn submit(&mut self, job: &Job) {
        if let Some(outlook) = &mut self.outlook {
            outlook.submit(job);
        }
    }

    /// The next decisions are made at `now_s`.
    #[inline]
    pub fn look(&mut self, now_s: f64) {
        self.now_s = now_s;
        if let Some(outlook) = &mut self.outlook {
            outlook.look(now_s);
        }
    }

    /// Places a job that is to start now; of every cluster it may use what is free in `state`.
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

    /// Keeps what the place of a job was chosen from until it starts: it may be reserved for later.
    fn note(&mut self, state: &State, job: &Job, placement: &Placement) {
        if let Some(choice) = self.policy.chosen(self.now_s, state, job, placement) {
            self.choices.insert(job.id, (placement.clone(), choice));
        }
    }

    /// [`place_now`](Placer::place_now) if `start_s` is now; the place of a later start is planned without looking ahead.
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

    /// The job starts there.
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
            // A plan of an earlier time may come true now.
            match seen.time_s == outlook.now_s() {
                true => seen.take(placement),
                false => self.facts.foresight = None,
            }
        }
        if let Some(outlook) = &mut self.outlook {
            outlook.start(job, placement);
        }
    }

    /// As [`Scheduler::started`](super::Scheduler::started).
    pub fn started(&mut self, slot: u32, end_s: f64) {
        if let Some(outlook) = &mut self.outlook {
            outlook.started(slot, end_s);
        }
    }

    /// As [`Scheduler::expect`](super::Scheduler::expect).
    pub fn expect(&mut self, slot: u32, end_s: f64, granted: f64) {
        if let Some(outlook) = &mut self.outlook {
            outlook.expect(slot, end_s, granted);
        }
    }

    /// As [`Scheduler::ended`](super::Scheduler::ended).
    pub fn ended(&mut self, slot: u32, now_s: f64) {
        if let Some(outlook) = &mut self.outlook {
            outlook.ended(slot, now_s);
        }
    }
}
