//! Jobs with a reservation, in queue order.
//!
//! Users submit many similar jobs. Such jobs follow each other in the queue and often start together. Then they share a
//! slot of the profile, and are planned, suspended and moved together. The plan does not differ from a plan with
//! separate slots.

use super::planner::Planner;
use super::profile::Profile;
use crate::scheduler::order::Place;
use crate::workload::Job;
use std::collections::VecDeque;

/// A job with a reservation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reservation {
    pub job: Job,
    /// Position of the job in the queue.
    pub place: Place,
    /// The start that the job was promised first \[s\].
    pub promised_s: f64,
}

/// All reservations and their slots.
#[derive(Clone, Debug, Default)]
pub(super) struct Reserved {
    pub jobs: VecDeque<Reservation>,
    /// Slots in queue order. Each slot holds as many consecutive jobs as its entry in the profile says.
    slots: Vec<u32>,
    /// Number of jobs that have slots. The other jobs get slots by [`append`](Reserved::append).
    placed: usize,
}

impl Reserved {
    /// Adds a job with a reservation after all others.
    pub fn push(&mut self, new: Reservation, slot: u32, planner: &mut Planner) {
        self.jobs.push_back(new);
        self.append(slot, planner);
    }

    /// Removes all slots from the list. They must be appended again.
    pub fn take_slots(&mut self) -> Vec<u32> {
        self.placed = 0;
        std::mem::take(&mut self.slots)
    }

    /// Assigns a slot to the next jobs that have no slot: as many jobs as the slot holds in the profile.
    pub fn append(&mut self, slot: u32, planner: &mut Planner) {
        let jobs = planner.profile.get(slot).jobs as usize;
        match self.slots.last() {
            Some(&last) if planner.go_together(last, slot) => planner.profile.join(last, slot),
            _ => {
                planner.profile.rename(slot, self.next().job);
                self.slots.push(slot);
            }
        }
        self.placed += jobs;
    }

    /// The first job without a slot.
    pub fn next(&self) -> &Reservation {
        &self.jobs[self.placed]
    }

    /// Removes the first reservation with a start of at most `now_s`. Returns the reservation, and a slot that contains
    /// only its job.
    pub fn due(&mut self, now_s: f64, profile: &mut Profile) -> Option<(Reservation, u32)> {
        let starts = |slot: &u32| profile.get(*slot).start_s <= now_s;
        let at = self.slots.iter().position(starts)?;
        let before = &self.slots[..at];
        let number = before.iter().map(|slot| profile.get(*slot).jobs as usize);
        let number = number.sum();
        self.take_out(number, profile)
    }

    /// Removes the reservation with the index `number`. Returns the reservation, and a slot of the profile that
    /// contains only its job.
    pub fn take_out(&mut self, number: usize, profile: &mut Profile) -> Option<(Reservation, u32)> {
        let mut until = 0;
        let at = self.slots.iter().position(|slot| {
            until += profile.get(*slot).jobs as usize;
            number < until
        })?;
        let taken = self.jobs.remove(number)?;
        self.placed -= 1;
        let shared = self.slots[at];
        let jobs = profile.get(shared).jobs;
        if jobs == 1 {
            self.slots.remove(at);
            return Some((taken, shared));
        }
        let own = profile.part(shared, taken.job);
        profile.rename(shared, self.jobs[until - jobs as usize].job);
        Some((taken, own))
    }

    /// Removes the reservations from index `from` to the end.
    pub fn cut(&mut self, from: usize, profile: &mut Profile) -> VecDeque<Reservation> {
        while let Some(&last) = self.slots.last().filter(|_| self.placed > from) {
            let jobs = profile.get(last).jobs as usize;
            let before = self.placed - jobs;
            if before < from {
                profile.resize(last, (from - before) as u32);
                self.placed = from;
            } else {
                profile.take(last);
                self.slots.pop();
                self.placed = before;
            }
        }
        self.jobs.split_off(from.min(self.jobs.len()))
    }
}
