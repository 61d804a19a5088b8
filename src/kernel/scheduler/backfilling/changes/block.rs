//! Blocks of consecutive changes, with their totals.

use super::super::planned_use::Use;
use super::super::totals::Totals;
use std::cell::Cell;

/// The start or end of a planned job. In order of time; at equal times ends come first, because a job may take nodes
/// that another job releases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Change {
    pub time_s: f64,
    pub begins: bool,
    pub slot: u32,
    /// Nodes that are taken or released, summed over all clusters.
    pub nodes: i64,
}

impl Change {
    #[inline]
    pub fn before(&self, other: &Change) -> bool {
        self.time_s < other.time_s
            || self.time_s == other.time_s && (self.begins, self.slot) < (other.begins, other.slot)
    }

    /// The nodes that the change frees; negative if it takes nodes.
    #[inline]
    pub fn freed(&self) -> i64 {
        if self.begins { -self.nodes } else { self.nodes }
    }
}

/// Maximum number of changes per block.
pub(super) const MOST: usize = 32;

/// A block: consecutive changes, at least one.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub changes: Vec<Change>,
    /// The times of the changes; and, for each change, the number of nodes that this change and all earlier changes of
    /// the block free together. A search reads only these two lists.
    pub times_s: Vec<f64>,
    pub after: Vec<i64>,
    /// Minimum and maximum of `after`.
    pub least: i64,
    pub most: i64,
    /// The first time after the block's first change at which a job starts and none ends. Infinite if there is none;
    /// NaN if not computed yet.
    lone_start_s: Cell<f64>,
    /// Totals per cluster and link; `None` if no search has needed them since the block was last modified.
    totals: Option<Box<Totals>>,
}

impl Block {
    pub fn of(changes: Vec<Change>) -> Block {
        let mut block = Block {
            changes,
            times_s: Vec::with_capacity(MOST + 1),
            after: Vec::with_capacity(MOST + 1),
            least: 0,
            most: 0,
            lone_start_s: Cell::new(f64::NAN),
            totals: None,
        };
        block.sum_up();
        block
    }

    /// Totals per cluster and link.
    pub fn totals(&mut self, uses: &[Use]) -> &Totals {
        let Block { changes, totals, .. } = self;
        let own = |change: &Change| (change.begins, &uses[change.slot as usize]);
        totals.get_or_insert_with(|| Box::new(Totals::of(changes.iter().map(own))))
    }

    pub fn first(&self) -> &Change {
        &self.changes[0]
    }

    pub fn last(&self) -> &Change {
        &self.changes[self.changes.len() - 1]
    }

    /// The nodes that all changes of the block free; negative if they take nodes.
    pub fn freed(&self) -> i64 {
        self.after[self.after.len() - 1]
    }

    /// Number of changes before `time_s`. Compares the times of all changes of the block, several at a time: for so few
    /// changes, this is faster than a binary search.
    #[inline]
    pub fn before(&self, time_s: f64) -> usize {
        let earlier = self.times_s.iter().map(|own_s| u64::from(*own_s < time_s));
        earlier.sum::<u64>() as usize
    }

    /// Number of changes that come before the given change.
    #[inline]
    pub fn place_of(&self, change: &Change) -> usize {
        let at = self.before(change.time_s);
        match self.times_s.get(at) {
            Some(own_s) if *own_s == change.time_s => at + self.changes[at..].partition_point(|own| own.before(change)),
            _ => at,
        }
    }

    pub fn insert(&mut self, place: usize, new: Change) {
        let before = place.checked_sub(1).map_or(0, |last| self.after[last]);
        self.changes.insert(place, new);
        self.times_s.insert(place, new.time_s);
        self.after.insert(place, before);
        self.shift_from(place, new.freed());
    }

    pub fn remove(&mut self, place: usize) {
        let old = self.changes.remove(place);
        self.times_s.remove(place);
        self.after.remove(place);
        self.shift_from(place, -old.freed());
    }

    /// Adds `freed` free nodes after change number `place` and after all later changes.
    fn shift_from(&mut self, place: usize, freed: i64) {
        self.after[place..].iter_mut().for_each(|after| *after += freed);
        self.changed();
    }

    pub fn sum_up(&mut self) {
        self.times_s.clear();
        self.times_s.extend(self.changes.iter().map(|change| change.time_s));
        self.after.clear();
        let mut freed = 0;
        self.after.extend(self.changes.iter().map(|change| {
            freed += change.freed();
            freed
        }));
        self.changed();
    }

    /// Computes `least` and `most` from `after`, and resets the values that are computed on demand.
    fn changed(&mut self) {
        (self.least, self.most) = (i64::MAX, i64::MIN);
        for &after in &self.after {
            self.least = self.least.min(after);
            self.most = self.most.max(after);
        }
        self.lone_start_s.set(f64::NAN);
        self.totals = None;
    }

    /// The first time after `after_s`, and after the block's first change, at which a job starts and none ends.
    pub fn lone_start_s(&self, after_s: f64) -> Option<f64> {
        let after = |after_s: f64| {
            let mut pairs = self.changes.windows(2);
            let is_lone = |pair: &[Change]| pair[1].begins && pair[1].time_s > pair[0].time_s.max(after_s);
            pairs.find(|pair| is_lone(pair)).map_or(f64::INFINITY, |pair| pair[1].time_s)
        };
        if self.lone_start_s.get().is_nan() {
            self.lone_start_s.set(after(f64::NEG_INFINITY));
        }
        let first_s = self.lone_start_s.get();
        let lone_s = if first_s > after_s { first_s } else { after(after_s) };
        (lone_s < f64::INFINITY).then_some(lone_s)
    }
}
