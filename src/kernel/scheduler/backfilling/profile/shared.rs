//! Several jobs in one slot: alike, on one cluster, and from the same start to the same end.

use super::super::planned_use::Use;
use super::super::stretch::Stretch;
use super::{Profile, nodes};
use crate::platform::State;
use crate::workload::Job;

impl Profile {
    /// For how many jobs of what was left out the nodes are free for as long.
    pub fn room(&mut self, state: &State, slot: u32) -> u32 {
        let Use { start_s, end_s, jobs, .. } = *self.get(slot);
        if self.one_cluster {
            return self.room_between(state, slot, (start_s, end_s)).min(jobs);
        }
        self.worst_between(state, (start_s, end_s));
        let mut pieces = self.get(slot).placement.iter();
        let fits = pieces.all(|piece| piece.nodes <= self.worst.free()[piece.cluster as usize]);
        u32::from(fits)
    }

    /// For how many jobs more, like those of a use, the nodes of the one cluster are free from `start_s` until `end_s`.
    pub fn room_between(&self, state: &State, slot: u32, (start_s, end_s): (f64, f64)) -> u32 {
        let within = Stretch { from_s: start_s, until_s: end_s };
        let least = nodes(self.least((start_s, state), within));
        least.checked_div(self.nodes_of_each(slot)).unwrap_or(u32::MAX)
    }

    /// Nodes of each of the jobs in a slot.
    fn nodes_of_each(&self, slot: u32) -> u32 {
        let own = self.get(slot);
        own.placement.iter().map(|piece| piece.nodes).sum::<u32>() / own.jobs
    }

    /// Gives the first jobs of what was left out a slot of their own; they stay left out.
    pub fn divide(&mut self, slot: u32, first: u32) -> u32 {
        let all = &mut self.uses[slot as usize];
        let mut own = all.clone();
        own.set_jobs(first);
        all.set_jobs(all.jobs - first);
        self.put(own)
    }

    /// So many jobs are in a use that is yet to begin; the nodes of those that are added must be free for as long.
    pub fn resize(&mut self, slot: u32, jobs: u32) {
        let own = self.get(slot);
        if jobs < own.jobs {
            self.ruled_out.freed(own.start_s);
        }
        self.set_jobs(slot, jobs);
    }

    /// Gives a job that shares a slot, and is yet to begin, a slot of its own.
    pub fn part(&mut self, slot: u32, job: Job) -> u32 {
        let mut own = self.get(slot).clone();
        self.set_jobs(slot, own.jobs - 1);
        own.set_jobs(1);
        own.job = job;
        self.add(own)
    }

    /// Puts what is in a slot into another, with what is there and begins and ends at the same times.
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

    /// Which job is the first in the queue of those in a slot.
    pub fn rename(&mut self, slot: u32, first: Job) {
        self.uses[slot as usize].job = first;
    }
}
