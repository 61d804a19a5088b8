//! Placement of jobs that ask for memory and GPUs, by policies that know nodes only.
//!
//! For such a job, the policy sees the platform with those nodes free that have what the job asks for. So every policy that decides from
//! the present state knows memory and GPUs; a policy that looks ahead does not, because the future that it simulates has nodes only.

use super::Policy;
use super::choice::Choice;
use super::foresight::Foresight;
use super::outlook::Outlook;
use super::refusal::Refusal;
use crate::platform::{Placement, State};
use crate::words::number::{count, counted};
use crate::workload::Job;
use serde_json::{Value, json};

/// A policy that sees the nodes that a job can use.
pub struct Fitting {
    policy: Box<dyn Policy>,
    /// The state as the policy sees it.
    seen: State,
}

impl Fitting {
    /// `policy` on the platform of `idle`, the state without jobs.
    pub fn new(policy: Box<dyn Policy>, idle: &State) -> Fitting {
        Fitting { policy, seen: idle.clone() }
    }

    /// Calls `ask` with the policy, and with the state as it sees it.
    fn with<T>(&mut self, state: &State, job: &Job, ask: impl FnOnce(&mut dyn Policy, &State) -> T) -> T {
        if job.asks.is_none() {
            return ask(&mut *self.policy, state);
        }
        self.seen.copy_usable(state, job.asks);
        ask(&mut *self.policy, &self.seen)
    }
}

impl Policy for Fitting {
    fn reach(&self, state: &State, home: u32) -> u64 {
        self.policy.reach(state, home)
    }

    fn expect(&mut self, job: &Job) {
        self.policy.expect(job);
    }

    fn stays_home(&self) -> bool {
        self.policy.stays_home()
    }

    /// Memory and GPUs are loads, like those of links.
    fn reads_links(&self) -> bool {
        self.policy.reads_links() || self.seen.has_resources()
    }

    fn is_monotonic(&self) -> bool {
        self.policy.is_monotonic() && !self.seen.has_resources()
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.with(state, job, |policy, seen| policy.place(seen, job, placement))
    }

    fn gave_up(&self) -> bool {
        self.policy.gave_up()
    }

    fn looks_ahead(&self) -> bool {
        self.policy.looks_ahead()
    }

    fn place_ahead(&mut self, outlook: &Outlook, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.with(state, job, |policy, seen| policy.place_ahead(outlook, seen, job, placement))
    }

    fn foresee(&mut self, outlook: &Outlook, state: &State, job: &Job) -> Option<Foresight> {
        self.with(state, job, |policy, seen| policy.foresee(outlook, seen, job))
    }

    fn chosen(&mut self, now_s: f64, state: &State, job: &Job, placement: &Placement) -> Option<Choice> {
        self.with(state, job, |policy, seen| policy.chosen(now_s, seen, job, placement))
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        let mut all = self.with(state, job, |policy, seen| policy.refusals(seen, job));
        if !all.is_empty()
            && let Some(lacking) = lacking(state, job)
        {
            all.insert(0, lacking);
        }
        all
    }
}

/// The refusal if free nodes lack the memory or the GPUs that the job asks for.
fn lacking(state: &State, job: &Job) -> Option<Refusal> {
    let usable = |(cluster, &free): (usize, &u32)| (cluster, free, state.usable(job.asks, cluster));
    let short = state.free().iter().enumerate().map(usable).filter(|(_, free, usable)| usable < free);
    let short: Vec<(usize, u32, u32)> = short.collect();
    let of = job.asks.in_words();
    let one = |&(cluster, free, usable): &(usize, u32, u32)| {
        format!("cluster {} has {}, {} with {of}", cluster + 1, counted(free.into(), "free node"), count(usable.into()))
    };
    let mut said: Vec<String> = short.iter().take(NAMED).map(one).collect();
    if short.len() > NAMED {
        said.push(format!("so do {}", counted((short.len() - NAMED) as u64, "other cluster")));
    }
    let numbers: Vec<Value> = short
        .iter()
        .map(|(cluster, free, usable)| json!({ "cluster": cluster, "free": free, "usable": usable }))
        .collect();
    (!short.is_empty()).then(|| Refusal::new("resources", said.join("; ")).with("lacking", numbers))
}

/// Clusters that a sentence names.
const NAMED: usize = 3;
