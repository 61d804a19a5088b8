//! Several jobs in one slot: similar jobs on one cluster, with the same start and end.

use super::super::planned_use::Use;
use super::super::stretch::Stretch;
use super::{Profile, nodes};
use crate::platform::State;
use crate::workload::Job;

impl Profile {
    /// Number of jobs of a suspended entry for which nodes are free from start to end.
    pub fn room(&mut self, state: &State, slot: u32) -> u32 {
        let Use { start_s, end_s, jobs, .. } = *self.get(slot);
        if self.counts {
            return self.room_between(state, slot, (start_s, end_s)).min(jobs);
        }
        // The sum of free nodes is known without going through the changes.
        let least = self.least(0, (start_s, state), Stretch { from_s: start_s, until_s: end_s });
        if least < self.get(slot).job.nodes.into() {
            return 0;
        }
        self.worst_during(state, slot);
        let Use { placement, job, .. } = self.get(slot);
        let fits = placement.iter().all(|piece| piece.nodes <= self.worst.usable(job.asks, piece.cluster as usize));
        u32::from(fits)
    }

    /// Number of additional jobs, like the jobs in `slot`, for which the cluster has free nodes from `start_s` until
    /// `end_s`.
    pub fn room_between(&self, state: &State, slot: u32, (start_s, end_s): (f64, f64)) -> u32 {
        let within = Stretch { from_s: start_s, until_s: end_s };
        let least = nodes(self.least(self.own_line(slot), (start_s, state), within));
        least.checked_div(self.nodes_of_each(slot)).unwrap_or(u32::MAX)
    }

    /// Nodes per job in a slot.
    fn nodes_of_each(&self, slot: u32) -> u32 {
        let own = self.get(slot);
        own.placement.iter().map(|piece| piece.nodes).sum::<u32>() / own.jobs
    }

    /// Moves the first jobs of a suspended entry to a new slot; both entries stay suspended.
    pub fn divide(&mut self, slot: u32, first: u32) -> u32 {
        let all = &mut self.uses[slot as usize];
        let mut own = all.clone();
        own.set_jobs(first);
        all.set_jobs(all.jobs - first);
        self.put(own)
    }

    /// Sets the number of jobs of an entry that has not started. The nodes of added jobs must be free from start to
    /// end.
    pub fn resize(&mut self, slot: u32, jobs: u32) {
        let own = self.get(slot);
        if jobs < own.jobs {
            let (line, start_s) = (self.own_line(slot), own.start_s);
            self.lines[line].ruled_out.freed(start_s);
        }
        self.set_jobs(slot, jobs);
    }

    /// Moves one job of a shared slot that has not started to a slot of its own.
    pub fn part(&mut self, slot: u32, job: Job) -> u32 {
        let mut own = self.get(slot).clone();
        self.set_jobs(slot, own.jobs - 1);
        own.set_jobs(1);
        own.job = job;
        self.add(own)
    }

    /// Merges the jobs of `slot` into the slot `into`, which has an equal start and end.
    pub fn join(&mut self, into: u32, slot: u32) {
        self.remove(slot);
        let jobs = self.give_up(slot);
        self.set_jobs(into, self.get(into).jobs + jobs);
    }

    fn set_jobs(&mut self, slot: u32, jobs: u32) {
        self.remove(slot);
        self.uses[slot as usize].set_jobs(jobs);
        self.resume(slot);
    }

    /// Sets the job that represents a slot: the first of its jobs in the queue.
    pub fn rename(&mut self, slot: u32, first: Job) {
        self.uses[slot as usize].job = first;
    }
}
