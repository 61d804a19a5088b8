//! The queue of one cluster.

use crate::platform::{Placement, State};
use crate::scheduler::Scheduler;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;
use std::collections::BTreeMap;

/// The queue of a cluster: a scheduler of a platform that has this cluster alone, and the jobs that wait in it.
pub struct LocalQueue {
    /// The scheduler. It knows all jobs as jobs of its only cluster.
    pub scheduler: Box<dyn Scheduler>,
    /// State of the cluster alone, as of the last question to the scheduler.
    state: State,
    /// The jobs that wait, by their numbers in the order of arrival.
    waiting: BTreeMap<u64, Job>,
    /// Number of each waiting job, by its id.
    numbers: BTreeMap<u64, u64>,
    /// Number of the next job.
    next: u64,
}

impl LocalQueue {
    /// The queue of an idle cluster; `alone` is the state of a platform that has this cluster alone.
    pub fn new(scheduler: Box<dyn Scheduler>, alone: State) -> LocalQueue {
        LocalQueue { scheduler, state: alone, waiting: BTreeMap::new(), numbers: BTreeMap::new(), next: 0 }
    }

    /// Adds a job.
    pub fn submit(&mut self, job: &Job) {
        self.waiting.insert(self.next, *job);
        self.numbers.insert(job.id, self.next);
        self.next += 1;
        self.scheduler.submit(&Job { home: 0, ..*job });
    }

    /// Withdraws a job, if it waits here. Returns true if so.
    pub fn withdraw(&mut self, job: u64) -> bool {
        let number = self.numbers.remove(&job);
        let waiting = number.and_then(|number| self.waiting.remove(&number));
        waiting.is_some_and(|job| self.scheduler.withdraw(&Job { home: 0, ..job }))
    }

    /// The next job to start, if the cluster, whose index is `cluster`, has `free` free nodes.
    pub fn next_start(&mut self, now_s: f64, (cluster, free): (u32, u32), placement: &mut Placement) -> Option<Job> {
        self.state.set_free(0, free);
        let started = self.scheduler.next_start(now_s, &self.state, placement)?;
        placement.iter_mut().for_each(|piece| piece.cluster = cluster);
        let number = self.numbers.remove(&started.id)?;
        self.waiting.remove(&number)
    }

    /// Reasons why a waiting job is not started, if the cluster has `free` free nodes.
    pub fn refusals(&mut self, free: u32, job: &Job) -> Vec<Refusal> {
        self.state.set_free(0, free);
        self.scheduler.refusals(&self.state, &Job { home: 0, ..*job })
    }

    /// The jobs that wait, in the order of their arrival.
    pub fn waiting(&self) -> impl Iterator<Item = &Job> {
        self.waiting.values()
    }

    /// Number of a waiting job in the order of arrival; `None` if the job does not wait here.
    pub fn number(&self, job: u64) -> Option<u64> {
        self.numbers.get(&job).copied()
    }

    /// The waiting job that arrived first, with its number.
    pub fn first(&self) -> Option<(u64, &Job)> {
        self.waiting.first_key_value().map(|(number, job)| (*number, job))
    }
}
