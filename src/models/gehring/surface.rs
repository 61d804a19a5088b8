//! The planned work of one machine and its surface (G §5).
//!
//! Free(t) is the number of processors without planned work at t. The **surface** Free\*(t) = min Free(t') over t' ≥ t
//! is the number that stays free (eq. 7): a request of at most this size may run for any time. The surface is a
//! staircase that rises to the whole machine. Planning costs the number of steps of Free during the work, plus the
//! number of steps of the staircase, at most one per number of processors. A search for free processors reads only the
//! staircase.

use crate::scheduler::steps::{Step, from};
use std::collections::VecDeque;

/// The planned work of one machine.
#[derive(Clone, Debug)]
pub struct Surface {
    /// Free(t), in order of time.
    free: VecDeque<Step>,
    /// The staircase Free\*(t): the steps are sorted by time, and so also by number of free processors.
    stairs: Vec<Step>,
    /// Buffer: the changed part of the staircase, backwards.
    changed: Vec<Step>,
}

impl Surface {
    /// A machine of `size` processors without work.
    pub fn idle(size: u32) -> Surface {
        let whole = Step { from_s: f64::NEG_INFINITY, free: size };
        Surface { free: VecDeque::from([whole]), stairs: vec![whole], changed: Vec::new() }
    }

    /// The staircase, in order of time. The last step is the whole machine.
    pub fn stairs(&self) -> &[Step] {
        &self.stairs
    }

    /// The number of processors Free\* that stay free from a time on, which must not be in the past.
    pub fn free_from(&self, time_s: f64) -> u32 {
        let after = self.stairs.partition_point(|step| step.from_s <= time_s);
        let step = after.checked_sub(1).and_then(|at| self.stairs.get(at));
        step.map_or(0, |step| step.free)
    }

    /// The time \[s\] of the first rise of Free\* after `time_s`.
    pub fn next_rise_s(&self, time_s: f64) -> Option<f64> {
        let after = self.stairs.partition_point(|step| step.from_s <= time_s);
        self.stairs.get(after).map(|step| step.from_s)
    }

    /// The staircase from `now_s` \[s\] on; the first step begins then.
    pub fn stairs_from(&self, now_s: f64) -> Vec<Step> {
        from(&self.stairs, now_s)
    }

    /// The processors without planned work, Free, from `now_s` \[s\] on; the first step begins then.
    pub fn unplanned_from(&self, now_s: f64) -> Vec<Step> {
        from(&self.free, now_s)
    }

    /// The earliest time \[s\] at or after `not_before_s` from which `processors` stay free; `None` if the machine is smaller.
    pub fn earliest_s(&self, processors: u32, not_before_s: f64) -> Option<f64> {
        let first = self.stairs.partition_point(|step| step.free < processors);
        let step = self.stairs.get(first)?;
        Some(step.from_s.max(not_before_s))
    }

    /// Removes past steps.
    pub fn pass(&mut self, now_s: f64) {
        while self.free.get(1).is_some_and(|next| next.from_s <= now_s) {
            self.free.pop_front();
        }
        let over = self.stairs.partition_point(|step| step.from_s <= now_s);
        self.stairs.drain(..over.saturating_sub(1));
    }

    /// Plans work on `processors` from `from_s` to `to_s` \[s\]. Before the call, at least this number of processors
    /// must stay free from `from_s` on.
    pub fn take(&mut self, processors: u32, from_s: f64, to_s: f64) {
        self.change(from_s, to_s, |free| free.saturating_sub(processors));
    }

    /// Ends work that was planned until `to_s` \[s\] early, at `now_s`.
    pub fn give_back(&mut self, processors: u32, now_s: f64, to_s: f64) {
        self.pass(now_s);
        self.change(now_s, to_s, |free| free + processors);
        self.pass(now_s);
    }

    /// Changes Free between two times \[s\], and updates the surface Free\*. From `to_s` on, Free\* stays the same.
    /// Before `from_s`, it becomes at most its new value at `from_s`.
    fn change(&mut self, from_s: f64, to_s: f64, new: impl Fn(u32) -> u32) {
        if to_s <= from_s {
            return;
        }
        let (first, end) = (self.split(from_s), self.split(to_s));
        let after = self.stairs.partition_point(|step| step.from_s <= to_s);
        let mut least = Step { from_s: to_s, free: self.free_from(to_s) };
        self.changed.clear();
        for step in self.free.range_mut(first..end).rev() {
            step.free = new(step.free);
            if step.free < least.free {
                self.changed.push(least);
                least.free = step.free;
            }
            least.from_s = step.from_s;
        }
        let before = self.stairs.partition_point(|step| step.from_s < from_s);
        let lower = self.stairs.partition_point(|step| step.free < least.free);
        let first = lower.min(before);
        if first < before {
            least.from_s = self.stairs[first].from_s;
        }
        self.changed.push(least);
        self.stairs.splice(first..after, self.changed.drain(..).rev());
    }

    /// Index of the step of Free that begins at `time_s`; inserts the step if it is missing.
    fn split(&mut self, time_s: f64) -> usize {
        let at = self.place(time_s);
        let there = self.free.get(at).is_some_and(|step| step.from_s == time_s);
        if !there {
            let before = at.checked_sub(1).and_then(|at| self.free.get(at));
            let free = before.map_or(0, |step| step.free);
            self.free.insert(at, Step { from_s: time_s, free });
        }
        at
    }

    /// Number of steps of Free that begin before `time_s`. Searches from the end, since new work lies near the end of a long
    /// plan.
    fn place(&self, time_s: f64) -> usize {
        let before = |at: usize| self.free.get(at).is_some_and(|step| step.from_s < time_s);
        let (mut low, mut high) = (self.free.len(), self.free.len());
        let mut width = 1;
        while low > 0 && !before(low - 1) {
            high = low - 1;
            low = low.saturating_sub(width);
            width *= 2;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            match before(middle) {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn steps(surface: &Surface) -> Vec<(f64, u32)> {
        surface.stairs().iter().map(|step| (step.from_s, step.free)).collect()
    }

    const EVER: f64 = f64::NEG_INFINITY;

    /// Ten processors: 6 are in use until 10 s, and 3 others until 20 s. A request of 8 must wait until 20 s. When it
    /// is planned until 30 s, only 2 processors stay free at any time before 30 s.
    #[test]
    fn a_surface_by_hand() {
        let mut machine = Surface::idle(10);
        machine.take(6, 0.0, 10.0);
        machine.take(3, 0.0, 20.0);
        assert_eq!(steps(&machine), [(EVER, 1), (10.0, 7), (20.0, 10)]);
        assert_eq!(machine.earliest_s(1, 5.0), Some(5.0));
        assert_eq!(machine.earliest_s(7, 5.0), Some(10.0));
        assert_eq!(machine.earliest_s(8, 5.0), Some(20.0));
        assert_eq!(machine.earliest_s(11, 5.0), None);
        machine.take(8, 20.0, 30.0);
        assert_eq!(steps(&machine), [(EVER, 1), (10.0, 2), (30.0, 10)]);
        let step = |from_s, free| Step { from_s, free };
        assert_eq!(machine.stairs_from(12.0), [step(12.0, 2), step(30.0, 10)]);
        assert_eq!(machine.stairs_from(40.0), [step(40.0, 10)]);
        machine.pass(12.0);
        assert_eq!(steps(&machine), [(10.0, 2), (30.0, 10)]);
        // If the work on 3 processors ends at 12 instead of 20, all 10 are free until 20, but only 2 stay free.
        machine.give_back(3, 12.0, 20.0);
        assert_eq!(steps(&machine).last(), Some(&(30.0, 10)));
        assert_eq!(machine.earliest_s(2, 12.0), Some(12.0));
        assert_eq!(machine.earliest_s(3, 12.0), Some(30.0));
        // If the request of 8 never starts, all 10 processors stay free from now on.
        machine.give_back(8, 20.0, 30.0);
        assert_eq!(machine.earliest_s(10, 20.0), Some(20.0));
    }

    /// The literal reference: it keeps a list of all work, and computes eq. 7 from the whole list.
    #[derive(Default)]
    struct Twin {
        size: u32,
        work: Vec<(u32, f64, f64)>,
    }

    impl Twin {
        fn free(&self, time_s: f64) -> u32 {
            let there = self.work.iter().filter(|w| w.1 <= time_s && time_s < w.2);
            self.size - there.map(|w| w.0).sum::<u32>()
        }

        fn surface(&self, time_s: f64) -> u32 {
            let times = self.work.iter().map(|w| w.1).filter(|&at| at > time_s);
            let least = times.map(|at| self.free(at)).min();
            least.map_or(self.free(time_s), |least| least.min(self.free(time_s)))
        }
    }

    fn at(surface: &Surface, time_s: f64) -> u32 {
        let stairs = surface.stairs().iter();
        let until = stairs.take_while(|step| step.from_s <= time_s);
        until.last().map_or(0, |step| step.free)
    }

    proptest! {
        /// Requests are planned at the earliest possible time or later, and some end early. The surface is compared
        /// with the reference at all times.
        #[test]
        fn the_surface_is_that_of_its_twin(
            size in 1u32..20,
            requests in prop::collection::vec((1u32..20, 1u32..12, 0u32..6, 0u32..4, 0u32..3, any::<bool>()), 1..40),
        ) {
            let mut machine = Surface::idle(size);
            let mut twin = Twin { size, work: Vec::new() };
            let mut now_s = 0.0;
            for (processors, lasts, later, passes, early, ends_early) in requests {
                now_s += f64::from(passes);
                machine.pass(now_s);
                let earliest = machine.earliest_s(processors, now_s);
                prop_assert_eq!(earliest.is_some(), processors <= size);
                let Some(earliest_s) = earliest else { continue };
                prop_assert!(twin.surface(earliest_s) >= processors);
                prop_assert!(earliest_s == now_s || twin.surface(earliest_s - 0.5) < processors);
                let from_s = earliest_s + f64::from(later);
                let to_s = from_s + f64::from(lasts);
                machine.take(processors, from_s, to_s);
                twin.work.push((processors, from_s, to_s));
                if ends_early
                    && let Some(own) = twin.work.iter_mut().find(|w| w.1 <= now_s && now_s + f64::from(early) < w.2)
                {
                    now_s += f64::from(early);
                    machine.give_back(own.0, now_s, own.2);
                    own.2 = now_s;
                }
                for half in 0..200 {
                    let time_s = now_s + f64::from(half) * 0.5;
                    prop_assert_eq!(at(&machine, time_s), twin.surface(time_s), "at {}", time_s);
                }
                let rising = machine.stairs().windows(2);
                prop_assert!(rising.clone().all(|pair| pair[0].free < pair[1].free && pair[0].from_s < pair[1].from_s));
            }
        }
    }
}
