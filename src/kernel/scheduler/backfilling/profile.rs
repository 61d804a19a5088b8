//! The profile: the planned use of the platform's nodes and links from now on.
//!
//! The current use is in the engine's [`State`]. The profile knows the expected end of every running job, and start and
//! end of every reservation. These [changes](Changes) are in order of time. Going through the changes in this order
//! yields the state of the platform at any later time, and the worst state during an interval.

mod shared;

use super::changes::{Change, Changes, Point, Wish};
use super::planned_use::Use;
use super::ruled_out::{RuledOut, reach_back};
use super::stretch::Stretch;
use super::walk::{advance, worst_on_the_way};
use crate::platform::State;
use crate::workload::Job;

/// Times and placements of running and planned jobs.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    /// Indexed by slot; entries of unused slots (`vacant`) are meaningless. The first slot is for all overdue jobs
    /// together, which are expected to end at once.
    uses: Vec<Use>,
    vacant: Vec<u32>,
    /// Changes in order of time. Running jobs have only an end.
    changes: Changes,
    ruled_out: RuledOut,
    /// State of the platform at the time that a search has reached. The next change is at `next`.
    here: State,
    here_s: f64,
    next: Point,
    /// State of the platform at a time later than `here_s`, up to which a search has looked for the worst state.
    ahead: State,
    next_ahead: Point,
    worst: State,
    /// True if there is only one cluster, without memory and GPUs: then the state is a single number, which can be read without going through
    /// the changes.
    one_cluster: bool,
}

impl Profile {
    /// A profile without jobs on the idle platform `idle`.
    pub fn new(idle: &State) -> Profile {
        let start = Changes::start(idle.total_free() as i64);
        Profile {
            uses: vec![Use::never(Job::default())],
            vacant: Vec::new(),
            changes: Changes::default(),
            ruled_out: RuledOut::default(),
            here: idle.clone(),
            here_s: 0.0,
            next: start,
            ahead: idle.clone(),
            next_ahead: start,
            worst: idle.clone(),
            one_cluster: idle.free().len() == 1 && !idle.has_resources(),
        }
    }

    /// The use in a slot.
    pub fn get(&self, slot: u32) -> &Use {
        &self.uses[slot as usize]
    }

    /// Adds a planned job that has not started. Its nodes must be free from its start to its end.
    pub fn add(&mut self, new: Use) -> u32 {
        let slot = self.put(new);
        self.resume(slot);
        slot
    }

    fn put(&mut self, new: Use) -> u32 {
        match self.vacant.pop() {
            Some(slot) => {
                self.uses[slot as usize] = new;
                slot
            }
            None => {
                self.uses.push(new);
                self.uses.len() as u32 - 1
            }
        }
    }

    /// Removes a planned job that has not started.
    pub fn take(&mut self, slot: u32) -> Use {
        let taken = self.get(slot).clone();
        self.begin(slot);
        self.end(slot, taken.start_s);
        taken
    }

    /// Suspends planned jobs that have not started. Suspended jobs keep their slots.
    pub fn suspend(&mut self, slots: &[u32]) {
        let starts = slots.iter().map(|&slot| self.get(slot).start_s);
        self.ruled_out.freed(starts.fold(f64::INFINITY, f64::min));
        if slots.len() < self.changes.blocks() {
            slots.iter().for_each(|&slot| self.remove(slot));
            return;
        }
        let mut among = vec![false; self.uses.len()];
        slots.iter().for_each(|&slot| among[slot as usize] = true);
        self.changes.remove_all(|slot| among[slot as usize]);
    }

    /// Suspends one planned job that has not started.
    fn remove(&mut self, slot: u32) {
        self.delete(self.get(slot).start_s, true, slot);
        self.delete(self.get(slot).end_s, false, slot);
    }

    /// Resumes a suspended job. Its nodes must be free from its start to its end.
    pub fn resume(&mut self, slot: u32) {
        let Use { start_s, end_s, .. } = *self.get(slot);
        let begin = self.change(start_s, true, slot);
        self.changes.insert(begin);
        self.changes.insert(Change { time_s: end_s, begins: false, ..begin });
    }

    /// Removes a suspended entry for good. Returns its number of jobs.
    pub fn give_up(&mut self, slot: u32) -> u32 {
        self.vacant.push(slot);
        self.get(slot).jobs
    }

    /// Removes an entry that was added during the current search.
    pub fn take_back(&mut self, slot: u32) {
        self.take(slot);
        self.next = self.changes.found_again(self.next, self.here_s);
    }

    /// Starts a planned job. From now on the engine's state contains its nodes and links.
    pub fn begin(&mut self, slot: u32) {
        self.delete(self.get(slot).start_s, true, slot);
        self.uses[slot as usize].begun = true;
    }

    /// Ends a running job. The engine's state no longer contains its nodes and links.
    pub fn end(&mut self, slot: u32, now_s: f64) {
        if now_s < self.end_s(slot) {
            self.ruled_out.freed(now_s);
        }
        self.forget_end(slot);
        self.vacant.push(slot);
    }

    /// Expected end of a use.
    pub fn end_s(&self, slot: u32) -> f64 {
        match self.get(slot).overdue {
            true => self.get(OVERDUE).end_s,
            false => self.get(slot).end_s,
        }
    }

    /// Changes the expected end of a running job.
    pub fn move_end(&mut self, slot: u32, end_s: f64) {
        if end_s < self.end_s(slot) {
            self.ruled_out.freed(end_s);
        }
        self.forget_end(slot);
        self.uses[slot as usize].end_s = end_s;
        self.insert(end_s, false, slot);
    }

    fn forget_end(&mut self, slot: u32) {
        if !self.get(slot).overdue {
            self.delete(self.get(slot).end_s, false, slot);
            return;
        }
        let end_s = self.get(OVERDUE).end_s;
        self.delete(end_s, false, OVERDUE);
        let [all, own] = self.with_overdue(slot);
        own.overdue = false;
        all.lack(own);
        if !all.placement.is_empty() {
            self.insert(end_s, false, OVERDUE);
        }
    }

    /// Corrects the plan if starts or ends that were expected by `now_s` have not happened: a running job that exceeds
    /// its estimate is now expected to end immediately. Returns true if such a start or end was found.
    pub fn overdue(&mut self, now_s: f64) -> bool {
        let past = self.changes.iter().take_while(|c| c.time_s <= now_s);
        let wrong = |change: &&Change| !change.begins || change.time_s < now_s;
        let mut wrong = past.filter(wrong).peekable();
        if wrong.peek().is_none() {
            return false;
        }
        // If a reservation's start has not happened, its end can also be in the past; only running jobs are overdue.
        let runs = |change: &&Change| !change.begins && self.get(change.slot).begun;
        let late: Vec<Change> = wrong.filter(runs).copied().collect();
        let before = !self.get(OVERDUE).placement.is_empty();
        if before {
            self.delete(self.get(OVERDUE).end_s, false, OVERDUE);
        }
        for end in &late {
            self.changes.remove(end);
            let [all, own] = self.with_overdue(end.slot);
            own.overdue = true;
            all.join(own);
        }
        self.uses[OVERDUE as usize].end_s = now_s.next_up();
        if before || !late.is_empty() {
            self.insert(now_s.next_up(), false, OVERDUE);
        }
        true
    }

    /// True if a reservation starts at `now_s`. Requires that [`overdue`](Profile::overdue) was called.
    pub fn starts_by(&self, now_s: f64) -> bool {
        let mut changes = self.changes.iter();
        changes.next().is_some_and(|first| first.begins && first.time_s <= now_s)
    }

    /// The first time at which a planned job starts and no job is expected to end. A start at the time of an expected
    /// end needs no wake-up: if the job ends in time, its end is an event; if it does not, the planned job cannot
    /// start.
    pub fn wake_s(&self) -> Option<f64> {
        self.changes.lone_start_s()
    }

    /// Two entries: the combined entry of all overdue jobs, and the entry of the job in `slot`.
    fn with_overdue(&mut self, slot: u32) -> [&mut Use; 2] {
        let (all, others) = self.uses.split_at_mut(1);
        [&mut all[0], &mut others[slot as usize - 1]]
    }

    fn change(&self, time_s: f64, begins: bool, slot: u32) -> Change {
        let pieces = self.get(slot).placement.iter();
        Change { time_s, begins, slot, nodes: pieces.map(|piece| i64::from(piece.nodes)).sum() }
    }

    fn insert(&mut self, time_s: f64, begins: bool, slot: u32) {
        self.changes.insert(self.change(time_s, begins, slot));
    }

    fn delete(&mut self, time_s: f64, begins: bool, slot: u32) {
        self.changes.remove(&self.change(time_s, begins, slot));
    }

    /// Begins to go through the changes, at `from_s`. `state` is the current state.
    pub fn walk_from(&mut self, from_s: f64, state: &State) {
        self.here.copy_use(state);
        self.next = Changes::start(state.total_free() as i64);
        self.walk_to(from_s);
    }

    /// Moves the search on to `time_s`.
    fn walk_to(&mut self, time_s: f64) {
        self.here_s = time_s;
        if self.one_cluster {
            self.next = self.changes.behind(self.next, time_s);
            self.here.set_free(nodes(self.next.free));
            return;
        }
        let Profile { changes, uses, here, next, .. } = self;
        advance(changes, uses, (here, next), time_s.next_up());
    }

    /// Moves the search on to the next time before `until_s` at which a job ends.
    pub fn walk_on(&mut self, until_s: f64) -> Option<f64> {
        loop {
            let time_s = self.changes.next(&self.next)?.time_s;
            if time_s >= until_s {
                return None;
            }
            // At equal times ends come first.
            let given_back = self.changes.next(&self.next).is_some_and(|c| !c.begins);
            self.walk_to(time_s);
            if given_back {
                return Some(time_s);
            }
        }
    }

    /// Moves the search on from `here_s` to the first time with the requested free nodes, summed over all clusters.
    pub fn walk_to_fit(&mut self, here_s: f64, wish: Wish) -> Option<f64> {
        let start_s = self.changes.first_time(self.next, here_s, wish)?;
        if start_s > here_s {
            self.walk_to(start_s);
        }
        Some(start_s)
    }

    /// A start at which a reservation could begin earlier and last at least `length_s`, if enough nodes are free in
    /// total. Only nodes released within the interval `gained` can allow an earlier start, because until now the
    /// reservation was as early as possible.
    pub fn earlier_fit(&mut self, now: (f64, &State), slot: u32, length_s: f64, gained: Stretch) -> Option<f64> {
        let own = self.get(slot);
        let wish = Wish {
            nodes: i64::from(own.job.nodes),
            length_s,
            before_s: own.start_s.min(gained.until_s),
            held_s: own.start_s,
        };
        // The release does not matter for a start so early that the job ends before the release.
        self.earliest_fit(now, reach_back(gained.from_s, length_s), wish)
    }

    /// The first time from now on with the requested free nodes, summed over all clusters. The caller knows that it is
    /// not before `from_s`.
    pub fn earliest_fit(&mut self, (now_s, state): (f64, &State), from_s: f64, wish: Wish) -> Option<f64> {
        let from_s = from_s.max(self.ruled_out.until(&wish));
        if from_s.max(now_s) >= wish.before_s {
            return None;
        }
        let from_s = from_s.max(self.ruled_out.until_by_smaller(&wish));
        if from_s >= wish.before_s {
            return None;
        }
        let start = Changes::start(state.total_free() as i64);
        let found = if from_s <= now_s {
            let point = self.changes.behind(start, now_s);
            self.changes.first_time(point, now_s, wish)
        } else {
            self.fit_from(start, from_s, wish)
        };
        self.ruled_out.note(&wish, found.unwrap_or(wish.before_s));
        found
    }

    /// The first time from `from_s` on with the requested free nodes. The caller knows that no earlier time is possible.
    fn fit_from(&self, start: Point, from_s: f64, wish: Wish) -> Option<f64> {
        let mut point = self.changes.before(start, from_s);
        if point.free >= wish.nodes {
            // If enough nodes are free here, they are not free for long enough, because otherwise an earlier start
            // would be possible. So skip to a time with fewer free nodes.
            self.changes.seek_below(&mut point, wish.nodes, wish.before_s)?;
        }
        self.changes.first_time(point, from_s, wish)
    }

    /// Minimum of free nodes, summed over all clusters, within an interval. Negative if more is reserved than free.
    pub fn least(&self, (now_s, state): (f64, &State), within: Stretch) -> i64 {
        let start = Changes::start(state.total_free() as i64);
        let mut point = self.changes.behind(start, within.from_s.max(now_s));
        self.changes.least(&mut point, within.until_s)
    }

    /// Minimum of free nodes, summed over all clusters, from now on and without the given reservations.
    pub fn least_without(&mut self, reservations: &[u32], now: (f64, &State)) -> i64 {
        reservations.iter().for_each(|&slot| self.remove(slot));
        let least = self.least(now, Stretch::ALL);
        reservations.iter().for_each(|&slot| self.resume(slot));
        least
    }

    /// State of the platform at the time that the search has reached.
    pub fn here(&self) -> &State {
        &self.here
    }

    /// Starts looking ahead from the time that the search has reached.
    pub fn look(&mut self) {
        self.ahead.copy_use(&self.here);
        self.worst.copy_use(&self.here);
        self.next_ahead = self.next;
    }

    /// Looks further ahead: the minimum of free nodes per cluster and the maximum load per link until `until_s`.
    pub fn worst_until(&mut self, until_s: f64) -> &State {
        self.look_on(until_s);
        &self.worst
    }

    /// Worst state of the platform during a reservation, not counting the reservation itself. `state` is the current
    /// state.
    pub fn worst_beside(&mut self, state: &State, slot: u32) -> &mut State {
        let Use { start_s, end_s, .. } = *self.get(slot);
        self.worst_between(state, (start_s, end_s));
        // The reservation occupies these nodes and links during the whole time.
        let own = &self.uses[slot as usize];
        self.worst.release(&own.placement, &own.demands);
        &mut self.worst
    }

    /// Worst state of the platform from `start_s` until `end_s`. `state` is the current state.
    fn worst_between(&mut self, state: &State, (start_s, end_s): (f64, f64)) {
        self.ahead.copy_use(state);
        self.next_ahead = Changes::start(state.total_free() as i64);
        let Profile { changes, uses, ahead, next_ahead, .. } = self;
        if self.one_cluster {
            *next_ahead = changes.behind(*next_ahead, start_s);
            ahead.set_free(nodes(next_ahead.free));
        } else {
            advance(changes, uses, (ahead, next_ahead), start_s.next_up());
        }
        self.worst.copy_use(&self.ahead);
        self.look_on(end_s);
    }

    fn look_on(&mut self, until_s: f64) {
        if self.one_cluster {
            let before = self.worst.free()[0];
            // If no node is free, later changes do not matter.
            if before > 0 {
                let least = nodes(self.changes.least(&mut self.next_ahead, until_s));
                if least < before {
                    self.worst.set_free(least);
                }
            }
            return;
        }
        let Profile { changes, uses, ahead, next_ahead, worst, .. } = self;
        worst_on_the_way(changes, uses, (ahead, next_ahead), worst, until_s);
    }

    /// Times at which running jobs and outages are expected to release nodes of a cluster \[s\], each with the number of
    /// nodes. Two overdue jobs are one release.
    pub fn releases(&self, cluster: u32) -> impl Iterator<Item = (f64, u32)> {
        let ends = self.changes.iter().filter(|change| !change.begins);
        let running = ends.filter(|change| change.slot == OVERDUE || self.get(change.slot).begun);
        running.flat_map(move |change| {
            let pieces = self.get(change.slot).placement.iter().filter(move |piece| piece.cluster == cluster);
            pieces.map(|piece| (change.time_s, piece.nodes))
        })
    }

    /// Jobs that have not started, in order of their planned start.
    pub fn coming(&self) -> impl Iterator<Item = u32> {
        let begins = self.changes.iter().filter(|change| change.begins);
        begins.map(|change| change.slot)
    }
}

/// Slot of the combined entry of all overdue jobs.
const OVERDUE: u32 = 0;

/// Number of free nodes of one cluster; 0 if negative.
fn nodes(free: i64) -> u32 {
    u32::try_from(free).unwrap_or(0)
}

#[cfg(test)]
mod tests;
