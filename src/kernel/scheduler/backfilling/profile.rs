//! The profile: the planned use of the platform's nodes and links from now on.
//!
//! The current use is in the engine's [`State`]. The profile knows the expected end of every running job, and start and
//! end of every reservation. These [changes](Changes) are in order of time. Going through the changes in this order
//! yields the state of the platform at any later time, and the worst state during an interval.

mod replan;
mod shared;

use super::changes::{Change, Changes, Point};
use super::opening::Wish;
use super::planned_use::Use;
use super::ruled_out::{RuledOut, reach_back};
use super::stretch::Stretch;
use super::walk::{advance, worst_on_the_way};
use crate::platform::State;
use crate::workload::Job;
pub(super) use replan::Room;
use std::cell::Cell;

/// The changes of the whole platform, or of one cluster.
#[derive(Clone, Debug, Default)]
struct Line {
    /// Changes in order of time. Running jobs have only an end.
    changes: Changes,
    ruled_out: RuledOut,
}

/// Times and placements of running and planned jobs.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    /// Indexed by slot; entries of unused slots (`vacant`) are meaningless. The first slots, one for each line, are for
    /// all overdue jobs of the line together, which are expected to end at once.
    uses: Vec<Use>,
    vacant: Vec<u32>,
    /// One line for the whole platform, or one for each cluster if every job stays on its home cluster.
    lines: Vec<Line>,
    /// For each line: time of the first change, and the first time at which a planned job starts and no job of the line
    /// ends \[s\]. Infinite if there is none; NaN if not computed yet.
    first_s: Vec<f64>,
    lone_s: Vec<Cell<f64>>,
    /// Line of the current search.
    line: usize,
    /// State of the platform at the time that a search has reached. The next change is at `next`.
    here: State,
    here_s: f64,
    next: Point,
    /// State of the platform at a time later than `here_s`, up to which a search has looked for the worst state.
    ahead: State,
    next_ahead: Point,
    worst: State,
    /// True if each line has only one cluster, without memory and GPUs: then the state is a single number, which can be
    /// read without going through the changes.
    counts: bool,
}

impl Profile {
    /// A profile without jobs on the idle platform `idle`. `by_home`: every job stays on its home cluster, and its free
    /// nodes alone decide when the job can start.
    pub fn new(idle: &State, by_home: bool) -> Profile {
        let start = Changes::start(idle.total_free() as i64);
        let lines = if by_home { idle.free().len() } else { 1 };
        Profile {
            uses: (0..lines as u32).map(|home| Use::never(Job { home, ..Job::default() })).collect(),
            vacant: Vec::new(),
            lines: vec![Line::default(); lines],
            first_s: vec![f64::INFINITY; lines],
            lone_s: vec![Cell::new(f64::INFINITY); lines],
            line: 0,
            here: idle.clone(),
            here_s: 0.0,
            next: start,
            ahead: idle.clone(),
            next_ahead: start,
            worst: idle.clone(),
            counts: idle.free().len() == lines && !idle.has_resources(),
        }
    }

    /// The line of jobs from this home cluster.
    fn line_of(&self, home: u32) -> usize {
        if self.lines.len() > 1 { home as usize } else { 0 }
    }

    /// The line of a slot.
    fn own_line(&self, slot: u32) -> usize {
        self.line_of(self.get(slot).job.home)
    }

    /// Number of free nodes now, in all clusters of a line.
    fn free_now(&self, line: usize, state: &State) -> i64 {
        match self.lines.len() {
            1 => state.total_free() as i64,
            _ => state.free()[line].into(),
        }
    }

    /// Position before all changes of a line. `state` is the current state.
    fn start(&self, line: usize, state: &State) -> Point {
        Changes::start(self.free_now(line, state))
    }

    /// Updates the first times of a line after a change of its changes.
    fn changed(&mut self, line: usize) {
        self.first_s[line] = self.lines[line].changes.iter().next().map_or(f64::INFINITY, |first| first.time_s);
        self.lone_s[line].set(f64::NAN);
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
        let mut freed_s = vec![f64::INFINITY; self.lines.len()];
        for &slot in slots {
            let own_s = &mut freed_s[self.own_line(slot)];
            *own_s = own_s.min(self.get(slot).start_s);
        }
        for (line, freed_s) in self.lines.iter_mut().zip(freed_s) {
            if freed_s < f64::INFINITY {
                line.ruled_out.freed(freed_s);
            }
        }
        if slots.len() < self.blocks() {
            slots.iter().for_each(|&slot| self.remove(slot));
            return;
        }
        let mut among = vec![false; self.uses.len()];
        slots.iter().for_each(|&slot| among[slot as usize] = true);
        for line in 0..self.lines.len() {
            self.lines[line].changes.remove_all(|slot| among[slot as usize]);
            self.changed(line);
        }
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
        let line = self.own_line(slot);
        let changes = &mut self.lines[line].changes;
        changes.insert(begin);
        changes.insert(Change { time_s: end_s, begins: false, ..begin });
        self.changed(line);
    }

    /// Removes a suspended entry for good. Returns its number of jobs.
    pub fn give_up(&mut self, slot: u32) -> u32 {
        self.vacant.push(slot);
        self.get(slot).jobs
    }

    /// Removes an entry that was added during the current search.
    pub fn take_back(&mut self, slot: u32) {
        self.take(slot);
        self.next = self.lines[self.line].changes.found_again(self.next, self.here_s);
    }

    /// Starts a planned job. From now on the engine's state contains its nodes and links.
    pub fn begin(&mut self, slot: u32) {
        self.delete(self.get(slot).start_s, true, slot);
        self.uses[slot as usize].begun = true;
    }

    /// Ends a running job. The engine's state no longer contains its nodes and links.
    pub fn end(&mut self, slot: u32, now_s: f64) {
        if now_s < self.end_s(slot) {
            let line = self.own_line(slot);
            self.lines[line].ruled_out.freed(now_s);
        }
        self.forget_end(slot);
        self.vacant.push(slot);
    }

    /// Expected end of a use.
    pub fn end_s(&self, slot: u32) -> f64 {
        match self.get(slot).overdue {
            true => self.get(self.overdue_slot(slot)).end_s,
            false => self.get(slot).end_s,
        }
    }

    /// Changes the expected end of a running job.
    pub fn move_end(&mut self, slot: u32, end_s: f64) {
        if end_s < self.end_s(slot) {
            let line = self.own_line(slot);
            self.lines[line].ruled_out.freed(end_s);
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
        let overdue = self.overdue_slot(slot);
        let end_s = self.get(overdue).end_s;
        self.delete(end_s, false, overdue);
        let [all, own] = self.with_overdue(slot);
        own.overdue = false;
        all.lack(own);
        if !all.placement.is_empty() {
            self.insert(end_s, false, overdue);
        }
    }

    /// Slot of the combined entry of all overdue jobs of the slot's line.
    fn overdue_slot(&self, slot: u32) -> u32 {
        self.own_line(slot) as u32
    }

    /// Corrects the plan if starts or ends that were expected by `now_s` have not happened: a running job that exceeds
    /// its estimate is now expected to end immediately. Returns true if such a start or end was found.
    pub fn overdue(&mut self, now_s: f64) -> bool {
        let mut found = false;
        for line in 0..self.lines.len() {
            found |= self.first_s[line] <= now_s && self.overdue_in(line, now_s);
        }
        found
    }

    /// [`overdue`](Profile::overdue) for one line.
    fn overdue_in(&mut self, line: usize, now_s: f64) -> bool {
        let past = self.lines[line].changes.iter().take_while(|c| c.time_s <= now_s);
        let wrong = |change: &&Change| !change.begins || change.time_s < now_s;
        let mut wrong = past.filter(wrong).peekable();
        if wrong.peek().is_none() {
            return false;
        }
        // If a reservation's start has not happened, its end can also be in the past; only running jobs are overdue.
        let runs = |change: &&Change| !change.begins && self.get(change.slot).begun;
        let late: Vec<Change> = wrong.filter(runs).copied().collect();
        let overdue = line as u32;
        let before = !self.get(overdue).placement.is_empty();
        if before {
            self.delete(self.get(overdue).end_s, false, overdue);
        }
        for end in &late {
            self.lines[line].changes.remove(end);
            let [all, own] = self.with_overdue(end.slot);
            own.overdue = true;
            all.join(own);
        }
        self.changed(line);
        self.uses[line].end_s = now_s.next_up();
        if before || !late.is_empty() {
            self.insert(now_s.next_up(), false, overdue);
        }
        true
    }

    /// True if a reservation starts at `now_s`. Requires that [`overdue`](Profile::overdue) was called.
    pub fn starts_by(&self, now_s: f64) -> bool {
        let starts = |line: &Line| line.changes.iter().next().is_some_and(|first| first.begins);
        let mut lines = self.lines.iter().zip(&self.first_s);
        lines.any(|(line, first_s)| *first_s <= now_s && starts(line))
    }

    /// The first time at which a planned job starts and no job is expected to end. A start at the time of an expected
    /// end needs no wake-up: if the job ends in time, its end is an event; if it does not, the planned job cannot
    /// start.
    pub fn wake_s(&self) -> Option<f64> {
        for (lone_s, line) in self.lone_s.iter().zip(&self.lines) {
            if lone_s.get().is_nan() {
                lone_s.set(line.changes.lone_start_s(f64::NEG_INFINITY).unwrap_or(f64::INFINITY));
            }
        }
        let mut wake_s = self.lone_s.iter().map(Cell::get).fold(f64::INFINITY, f64::min);
        // A job of another line may end at this time.
        while wake_s < f64::INFINITY
            && self.lines.len() > 1
            && self.lines.iter().any(|line| line.changes.has_end(wake_s))
        {
            let later = self.lines.iter().filter_map(|line| line.changes.lone_start_s(wake_s));
            wake_s = later.fold(f64::INFINITY, f64::min);
        }
        (wake_s < f64::INFINITY).then_some(wake_s)
    }

    /// Two entries: the combined entry of all overdue jobs of a line, and the entry of the line's job in `slot`.
    fn with_overdue(&mut self, slot: u32) -> [&mut Use; 2] {
        let line = self.own_line(slot);
        let (all, others) = self.uses.split_at_mut(self.lines.len());
        [&mut all[line], &mut others[slot as usize - self.lines.len()]]
    }

    fn change(&self, time_s: f64, begins: bool, slot: u32) -> Change {
        let pieces = self.get(slot).placement.iter();
        Change { time_s, begins, slot, nodes: pieces.map(|piece| i64::from(piece.nodes)).sum() }
    }

    fn insert(&mut self, time_s: f64, begins: bool, slot: u32) {
        let (line, new) = (self.own_line(slot), self.change(time_s, begins, slot));
        self.lines[line].changes.insert(new);
        self.changed(line);
    }

    fn delete(&mut self, time_s: f64, begins: bool, slot: u32) {
        let (line, old) = (self.own_line(slot), self.change(time_s, begins, slot));
        self.lines[line].changes.remove(&old);
        self.changed(line);
    }

    /// Begins to go through the changes that matter for jobs from `home`, at `from_s`. `state` is the current state.
    pub fn walk_from(&mut self, from_s: f64, state: &State, home: u32) {
        self.line = self.line_of(home);
        if !self.counts {
            self.here.copy_use(state);
        }
        self.next = self.start(self.line, state);
        self.walk_to(from_s);
    }

    /// Moves the search on to `time_s`.
    fn walk_to(&mut self, time_s: f64) {
        self.here_s = time_s;
        let Profile { lines, line, uses, here, next, .. } = self;
        let changes = &mut lines[*line].changes;
        if self.counts {
            *next = changes.behind(*next, time_s);
            here.set_free(*line as u32, nodes(next.free));
            return;
        }
        advance(changes, uses, (here, next), time_s.next_up());
    }

    /// Moves the search on to the next time before `until_s` at which a job ends.
    pub fn walk_on(&mut self, until_s: f64) -> Option<f64> {
        loop {
            let Change { time_s, begins, .. } = *self.lines[self.line].changes.next(&self.next)?;
            if time_s >= until_s {
                return None;
            }
            // At equal times ends come first.
            let given_back = !begins;
            self.walk_to(time_s);
            if given_back {
                return Some(time_s);
            }
        }
    }

    /// Moves the search on from `here_s` to the first time with the requested free nodes, summed over all clusters.
    pub fn walk_to_fit(&mut self, here_s: f64, wish: Wish) -> Option<f64> {
        let start_s = self.lines[self.line].changes.first_time(self.next, here_s, wish)?;
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
        let home = own.job.home;
        let wish = Wish {
            nodes: i64::from(own.job.nodes),
            length_s,
            before_s: own.start_s.min(gained.until_s),
            held_s: own.start_s,
        };
        // The release does not matter for a start so early that the job ends before the release.
        let from_s = reach_back(gained.from_s, length_s);
        match self.counts || from_s <= now.0 {
            true => self.earliest_fit(now, home, from_s, wish),
            false => self.fit_at_an_end(now.1, from_s, wish),
        }
    }

    /// The first end of a job from `from_s` on, which is later than now, with the requested free nodes, summed over all
    /// clusters. The nodes may be free also before, but not on the clusters on which they are needed.
    fn fit_at_an_end(&self, state: &State, from_s: f64, wish: Wish) -> Option<f64> {
        let Line { changes, ruled_out } = &self.lines[0];
        let from_s = from_s.max(ruled_out.until(&wish));
        if from_s >= wish.before_s {
            return None;
        }
        let mut point = changes.before(self.start(0, state), from_s);
        let end_s = loop {
            let change = changes.next(&point).filter(|change| change.time_s < wish.before_s)?;
            if !change.begins {
                break change.time_s;
            }
            changes.step(&mut point);
        };
        changes.first_time(changes.behind(point, end_s), end_s, wish)
    }

    /// The first time from now on with the requested free nodes for a job from `home`, summed over all clusters of its
    /// line. The caller knows that it is not before `from_s`.
    pub fn earliest_fit(&mut self, (now_s, state): (f64, &State), home: u32, from_s: f64, wish: Wish) -> Option<f64> {
        let line = self.line_of(home);
        let start = self.start(line, state);
        let Line { changes, ruled_out } = &mut self.lines[line];
        let from_s = from_s.max(ruled_out.until(&wish));
        if from_s.max(now_s) >= wish.before_s {
            return None;
        }
        let from_s = from_s.max(ruled_out.until_by_smaller(&wish));
        if from_s >= wish.before_s {
            return None;
        }
        let found = if from_s <= now_s {
            let point = changes.behind(start, now_s);
            changes.first_time(point, now_s, wish)
        } else {
            fit_from(changes, start, from_s, wish)
        };
        ruled_out.note(&wish, found.unwrap_or(wish.before_s));
        found
    }

    /// Minimum of free nodes of a line within an interval. Negative if more is reserved than free.
    fn least(&self, line: usize, (now_s, state): (f64, &State), within: Stretch) -> i64 {
        let changes = &self.lines[line].changes;
        let mut point = changes.behind(self.start(line, state), within.from_s.max(now_s));
        changes.least(&mut point, within.until_s)
    }

    /// True if no cluster has fewer free nodes than the plan takes, at any time within an interval. Before the interval,
    /// no cluster has.
    pub fn fits(&self, now: (f64, &State), within: Stretch) -> bool {
        if self.counts {
            return (0..self.lines.len()).all(|line| self.least(line, now, within) >= 0);
        }
        let mut free: Vec<i64> = now.1.free().iter().map(|&nodes| nodes.into()).collect();
        let mut changes = self.lines[0].changes.iter().take_while(|change| change.time_s < within.until_s);
        changes.all(|change| {
            self.get(change.slot).placement.iter().all(|piece| {
                let own = &mut free[piece.cluster as usize];
                *own += if change.begins { -i64::from(piece.nodes) } else { piece.nodes.into() };
                *own >= 0
            })
        })
    }

    /// [`fits`](Profile::fits) from now on and without the given reservations.
    pub fn fits_without(&mut self, reservations: &[u32], now: (f64, &State)) -> bool {
        reservations.iter().for_each(|&slot| self.remove(slot));
        let fits = self.fits(now, Stretch::ALL);
        reservations.iter().for_each(|&slot| self.resume(slot));
        fits
    }

    /// State of the platform at the time that the search has reached.
    pub fn here(&self) -> &State {
        &self.here
    }

    /// Number of free nodes at the time that the search has reached, summed over all clusters of the line.
    pub fn free_here(&self) -> i64 {
        self.next.free
    }

    /// Starts looking ahead from the time that the search has reached.
    pub fn look(&mut self) {
        match self.counts {
            true => self.worst.set_free(self.line as u32, nodes(self.next.free)),
            false => {
                self.ahead.copy_use(&self.here);
                self.worst.copy_use(&self.here);
            }
        }
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
        self.worst_during(state, slot);
        // The reservation occupies these nodes and links during the whole time.
        let own = &self.uses[slot as usize];
        self.worst.release(&own.placement, &own.demands);
        &mut self.worst
    }

    /// Worst state of a platform with several clusters during a reservation. `state` is the current state.
    fn worst_during(&mut self, state: &State, slot: u32) {
        let Use { start_s, end_s, .. } = *self.get(slot);
        self.ahead.copy_use(state);
        self.next_ahead = self.start(0, state);
        let Profile { lines, uses, ahead, next_ahead, worst, .. } = self;
        let changes = &mut lines[0].changes;
        advance(changes, uses, (ahead, next_ahead), start_s.next_up());
        worst.copy_use(ahead);
        worst_on_the_way(changes, uses, (ahead, next_ahead), worst, end_s);
    }

    fn look_on(&mut self, until_s: f64) {
        let Profile { lines, line, uses, ahead, next_ahead, worst, .. } = self;
        let changes = &mut lines[*line].changes;
        if self.counts {
            let before = worst.free()[*line];
            // If no node is free, later changes do not matter.
            if before > 0 {
                let least = nodes(changes.least(next_ahead, until_s));
                if least < before {
                    worst.set_free(*line as u32, least);
                }
            }
            return;
        }
        worst_on_the_way(changes, uses, (ahead, next_ahead), worst, until_s);
    }

    /// Times at which running jobs and outages are expected to release nodes of a cluster \[s\], each with the number of
    /// nodes. Two overdue jobs are one release.
    pub fn releases(&self, cluster: u32) -> impl Iterator<Item = (f64, u32)> {
        let line = &self.lines[self.line_of(cluster)];
        let ends = line.changes.iter().filter(|change| !change.begins);
        let overdue = self.lines.len();
        let running = ends.filter(move |change| (change.slot as usize) < overdue || self.get(change.slot).begun);
        running.flat_map(move |change| {
            let pieces = self.get(change.slot).placement.iter().filter(move |piece| piece.cluster == cluster);
            pieces.map(|piece| (change.time_s, piece.nodes))
        })
    }

    /// Jobs that have not started and may be in the way of a job from `home`, in order of their planned start.
    pub fn coming(&self, home: u32) -> impl Iterator<Item = u32> {
        let begins = self.lines[self.line_of(home)].changes.iter().filter(|change| change.begins);
        begins.map(|change| change.slot)
    }
}

/// The first time from `from_s` on with the requested free nodes. The caller knows that no earlier time is possible.
fn fit_from(changes: &Changes, start: Point, from_s: f64, wish: Wish) -> Option<f64> {
    let mut point = changes.before(start, from_s);
    if point.free >= wish.nodes {
        // If enough nodes are free here, they are not free for long enough, because otherwise an earlier start would be
        // possible. So skip to a time with fewer free nodes.
        changes.seek_below(&mut point, wish.nodes, wish.before_s)?;
    }
    changes.first_time(point, from_s, wish)
}

/// Number of free nodes of one cluster; 0 if negative.
fn nodes(free: i64) -> u32 {
    u32::try_from(free).unwrap_or(0)
}

#[cfg(test)]
mod tests;
