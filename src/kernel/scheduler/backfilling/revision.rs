//! The plan is revised whenever expected ends have moved. Reservations are kept up to the first that no longer fits.
//! Then each reservation, in queue order, gets the earliest start that the other reservations allow, until none can be
//! moved forward. So a reservation is never delayed for another job, unless running jobs end later than expected.

use super::stretch::Stretch;
use super::{Backfilling, News};
use crate::platform::State;

impl Backfilling {
    /// Adapts the plan to the current expected ends of running jobs.
    pub(super) fn revise(&mut self, now_s: f64, state: &State) {
        let News { late, mut gained, lost } = self.news;
        if late || !self.planner.keeps((now_s, state), lost) {
            gained = self.reserve_again(now_s, state, gained);
        }
        gained = self.planner.worth_trying(gained);
        // A job that moves forward releases time for other jobs.
        while !gained.is_empty() {
            let mut left = Stretch::NONE;
            for slot in self.reserved.take_slots() {
                let given_back = self.bring_forward(now_s, state, slot, gained.with(left));
                left = left.with(given_back);
            }
            gained = left;
        }
    }

    /// Gives the jobs of a slot earlier starts, if time released within `gained` allows it, and appends the jobs to the
    /// list of slots. Returns the time that the moved jobs release.
    fn bring_forward(&mut self, now_s: f64, state: &State, slot: u32, gained: Stretch) -> Stretch {
        let planner = &mut self.planner;
        let mut rest = slot;
        let mut jobs = planner.profile.get(slot).jobs;
        let mut left = Stretch::NONE;
        loop {
            let gained = gained.with(left);
            let moved = planner.bring_forward(now_s, state, &mut rest, gained);
            let Some((earlier, given_back)) = moved else {
                self.reserved.append(rest, planner);
                return left;
            };
            left = left.with(given_back);
            jobs -= planner.profile.get(earlier).jobs;
            self.reserved.append(earlier, planner);
            if jobs == 0 {
                return left;
            }
        }
    }

    /// Keeps the reservations up to the first that no longer fits; all later reservations get the earliest start
    /// possible. Returns the time that was released: `gained` if all reservations fit, otherwise the old times of the
    /// moved jobs. Without released time, no reservation can move forward.
    fn reserve_again(&mut self, now_s: f64, state: &State, gained: Stretch) -> Stretch {
        let planner = &mut self.planner;
        let mut slots = self.reserved.take_slots();
        let mut kept = planner.surely_kept((now_s, state), &slots);
        planner.profile.suspend(&slots[kept..]);
        while let Some(&slot) = slots.get(kept) {
            let Some(first) = planner.again(now_s, state, slot) else {
                break;
            };
            kept += 1;
            if first != slot {
                slots.insert(kept - 1, first);
                break;
            }
        }
        let all_fit = kept == slots.len();
        // While the later reservations are suspended, the kept reservations may move forward.
        let mut left = Stretch::NONE;
        for &slot in &slots[..kept] {
            if all_fit {
                self.reserved.append(slot, &mut self.planner);
            } else {
                let given_back = self.bring_forward(now_s, state, slot, Stretch::ALL);
                left = left.with(given_back);
            }
        }
        match self.planner.replan((now_s, state), &slots[kept..]) {
            Some(slots) => slots.into_iter().for_each(|slot| self.reserved.append(slot, &mut self.planner)),
            None => slots[kept..].iter().for_each(|&slot| self.plan_again(now_s, state, slot)),
        }
        if all_fit { gained } else { left }
    }

    /// Reserves starts for the jobs of a suspended slot: if possible their old start or an earlier one, otherwise the
    /// earliest possible start.
    fn plan_again(&mut self, now_s: f64, state: &State, slot: u32) {
        while let Some(first) = self.planner.again(now_s, state, slot) {
            self.bring_forward(now_s, state, first, Stretch::ALL);
            if first == slot {
                return;
            }
        }
        let mut left_out = self.planner.profile.give_up(slot);
        while left_out > 0 {
            let job = self.reserved.next().job;
            let planned = self.planner.plan(now_s, state, &job, left_out);
            left_out -= self.planner.profile.get(planned).jobs;
            self.reserved.append(planned, &mut self.planner);
        }
    }
}
