//! The changes of the profile (starts and ends of jobs) in order of time, in blocks with sums of the nodes that are
//! taken and released. A search for the time when enough nodes are free skips blocks instead of visiting every change.

mod block;

use super::opening::{Opening, Wish, scan};
use super::planned_use::Use;
use super::totals::Totals;
pub(super) use block::Change;
use block::{Block, MOST};

/// Position of a change: the number of blocks before its block, and the number of earlier changes in this block.
type Place = (usize, usize);

/// A position among the changes, and the number of free nodes there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    place: Place,
    pub free: i64,
}

/// Number of blocks per group. A search on several clusters passes a whole group in one step.
const GROUP: usize = 16;

/// All changes in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    blocks: Vec<Block>,
    /// Time of each block's last change. A separate list, because a search reads only these times.
    last_s: Vec<f64>,
    /// For each block: the nodes that all earlier blocks release minus the nodes that they take.
    before: Vec<i64>,
    /// Totals of each group of blocks; `None` or missing if no search has needed them since the group was last modified.
    groups: Vec<Option<Box<Totals>>>,
}

impl Changes {
    pub fn insert(&mut self, new: Change) {
        let at = self.block_of(&new).min(self.blocks.len().saturating_sub(1));
        let Some(block) = self.blocks.get_mut(at) else {
            self.blocks.push(Block::of(vec![new]));
            self.last_s.push(new.time_s);
            self.before.push(0);
            return;
        };
        let place = block.place_of(&new);
        block.insert(place, new);
        if let Some(group) = self.groups.get_mut(at / GROUP) {
            *group = None;
        }
        if block.changes.len() > MOST {
            self.groups.truncate(at / GROUP);
            let second = Block::of(block.changes.split_off(MOST / 2));
            block.sum_up();
            self.blocks.insert(at + 1, second);
            self.last_s.insert(at + 1, self.last_s[at]);
            self.before.insert(at + 1, self.before[at]);
            self.note(at);
            self.before[at + 1] = self.before[at] + self.blocks[at].freed();
            self.note(at + 1);
            self.shift_behind(at + 1, new.freed());
        } else {
            self.note(at);
            self.shift_behind(at, new.freed());
        }
    }

    pub fn remove(&mut self, old: &Change) {
        let at = self.block_of(old);
        let next = self.blocks.get(at + 1).map_or(MOST, |b| b.changes.len());
        let block = &mut self.blocks[at];
        let place = block.place_of(old);
        debug_assert_eq!(block.changes[place], *old);
        block.remove(place);
        if let Some(group) = self.groups.get_mut(at / GROUP) {
            *group = None;
        }
        self.shift_behind(at, -old.freed());
        let block = &mut self.blocks[at];
        if block.changes.is_empty() {
            self.drop_block(at);
            return;
        }
        if block.changes.len() + next <= MOST / 2 {
            let next = self.drop_block(at + 1);
            self.blocks[at].changes.extend(next.changes);
            self.blocks[at].sum_up();
            self.groups.truncate(at / GROUP);
        }
        self.note(at);
    }

    /// The block that contains a change, or into which a new change belongs.
    fn block_of(&self, change: &Change) -> usize {
        let at = self.last_s.partition_point(|last_s| *last_s < change.time_s);
        match self.last_s.get(at) {
            Some(last_s) if *last_s == change.time_s => {
                at + self.blocks[at..].partition_point(|block| block.last().before(change))
            }
            _ => at,
        }
    }

    /// Updates the time of a block's last change.
    fn note(&mut self, at: usize) {
        self.last_s[at] = self.blocks[at].last().time_s;
    }

    /// Adds `freed` free nodes to all blocks after the block with index `at`.
    fn shift_behind(&mut self, at: usize, freed: i64) {
        for before in &mut self.before[at + 1..] {
            *before += freed;
        }
    }

    fn drop_block(&mut self, at: usize) -> Block {
        self.groups.truncate(at / GROUP);
        self.last_s.remove(at);
        self.before.remove(at);
        self.blocks.remove(at)
    }

    /// Removes all changes of the slots for which `of` is true. Efficient for many slots.
    pub fn remove_all(&mut self, of: impl Fn(u32) -> bool) {
        self.blocks.retain_mut(|block| {
            let before = block.changes.len();
            block.changes.retain(|change| !of(change.slot));
            let kept = !block.changes.is_empty();
            if kept && block.changes.len() < before {
                block.sum_up();
            }
            kept
        });
        self.sum_up();
    }

    /// Sums up blocks after a change of many of them.
    fn sum_up(&mut self) {
        self.groups.clear();
        self.last_s.clear();
        self.before.clear();
        let mut before = 0;
        for block in &self.blocks {
            self.last_s.push(block.last().time_s);
            self.before.push(before);
            before += block.freed();
        }
    }

    /// Inserts many changes.
    pub fn insert_all(&mut self, mut all: Vec<Change>) {
        all.extend(self.iter());
        all.sort_unstable_by(|a, b| {
            a.time_s.total_cmp(&b.time_s).then_with(|| (a.begins, a.slot).cmp(&(b.begins, b.slot)))
        });
        self.blocks = all.chunks(MOST / 2).map(|changes| Block::of(changes.to_vec())).collect();
        self.sum_up();
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The first time after `after_s` at which a planned job starts and no job ends.
    pub fn lone_start_s(&self, after_s: f64) -> Option<f64> {
        let mut before_s = f64::NEG_INFINITY;
        for block in &self.blocks {
            let first_s = block.first().time_s;
            if block.first().begins && first_s > before_s && first_s > after_s {
                return Some(first_s);
            }
            if let Some(lone_s) = block.lone_start_s(after_s) {
                return Some(lone_s);
            }
            before_s = block.last().time_s;
        }
        None
    }

    /// True if a job ends at `time_s`.
    pub fn has_end(&self, time_s: f64) -> bool {
        // At equal times ends come first.
        let point = self.before(Changes::start(0), time_s);
        self.next(&point).is_some_and(|change| change.time_s == time_s && !change.begins)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Change> {
        self.blocks.iter().flat_map(|block| &block.changes)
    }

    /// The position before all changes, with `free` free nodes.
    pub fn start(free: i64) -> Point {
        Point { place: (0, 0), free }
    }

    /// The next change after a position.
    #[inline]
    pub fn next(&self, point: &Point) -> Option<&Change> {
        let (block, at) = point.place;
        self.blocks.get(block).map(|block| &block.changes[at])
    }

    /// Moves a position past the next change.
    #[inline]
    pub fn step(&self, point: &mut Point) {
        let (block, at) = point.place;
        point.free += self.blocks[block].changes[at].freed();
        point.place = self.behind_change(block, at);
    }

    /// If `point` is at the start of a block that ends before `until_s`, moves `point` past the block, or past its group
    /// of blocks, and returns the totals of the skipped blocks.
    pub fn step_block(&mut self, point: &mut Point, until_s: f64, uses: &[Use]) -> Option<&Totals> {
        let (number, 0) = point.place else {
            return None;
        };
        let last_s = self.last_s.get(number)?;
        if *last_s >= until_s {
            return None;
        }
        let behind = number + GROUP;
        let by_group =
            number.is_multiple_of(GROUP) && self.last_s.get(behind - 1).is_some_and(|last_s| *last_s < until_s);
        let next = if by_group { behind } else { number + 1 };
        *point = Point { place: (next, 0), free: point.free - self.freed_by((number, 0)) + self.freed_by((next, 0)) };
        if !by_group {
            return Some(self.blocks[number].totals(uses));
        }
        let group = number / GROUP;
        if self.groups.len() <= group {
            self.groups.resize(group + 1, None);
        }
        let blocks = &mut self.blocks[number..behind];
        Some(self.groups[group].get_or_insert_with(|| {
            let mut totals = Box::new(Totals::default());
            blocks.iter_mut().for_each(|block| totals.follow(block.totals(uses)));
            totals
        }))
    }

    /// The position after a change of a block.
    #[inline]
    fn behind_change(&self, block: usize, at: usize) -> Place {
        match at + 1 < self.blocks[block].changes.len() {
            true => (block, at + 1),
            false => (block + 1, 0),
        }
    }

    /// Number of free nodes at a position minus the number before all changes.
    #[inline]
    fn freed_by(&self, (block, at): Place) -> i64 {
        match (self.before.get(block), at) {
            (Some(before), 0) => *before,
            (Some(before), at) => before + self.blocks[block].after[at - 1],
            (None, _) => {
                let last = self.before.last().zip(self.blocks.last());
                last.map_or(0, |(before, block)| before + block.freed())
            }
        }
    }

    /// The position after all changes up to `time_s`. The search starts at an earlier position.
    pub fn behind(&self, point: Point, time_s: f64) -> Point {
        self.before(point, time_s.next_up())
    }

    /// Finds the position after all changes up to `time_s` again, after changes were inserted or removed.
    pub fn found_again(&self, point: Point, time_s: f64) -> Point {
        Point { place: self.place_of(0, time_s.next_up()), ..point }
    }

    /// The position after all changes before `time_s`. The search starts at an earlier position.
    pub fn before(&self, point: Point, time_s: f64) -> Point {
        let place = self.place_of(point.place.0, time_s).max(point.place);
        Point { place, free: point.free - self.freed_by(point.place) + self.freed_by(place) }
    }

    /// The position after all changes before `time_s`. The search starts at block `number`, which must not be behind
    /// this position.
    #[inline]
    fn place_of(&self, number: usize, time_s: f64) -> Place {
        let later = self.last_s.get(number..).unwrap_or_default();
        // Often the search ends in the block in which it starts.
        let block = match later.first() {
            Some(last_s) if *last_s < time_s => number + 1 + later[1..].partition_point(|last_s| *last_s < time_s),
            _ => number,
        };
        let within = self.blocks.get(block);
        (block, within.map_or(0, |within| within.before(time_s)))
    }

    /// Minimum number of free nodes from `point` until `until_s`. Moves `point` to the position at `until_s`.
    pub fn least(&self, point: &mut Point, until_s: f64) -> i64 {
        // Free nodes at a position = `start` + nodes that earlier changes have freed.
        let start = point.free - self.freed_by(point.place);
        let mut least = point.free;
        let (mut number, mut from) = point.place;
        while let Some(block) = self.blocks.get(number) {
            let free = start + self.before[number];
            let whole = self.last_s[number] < until_s;
            if whole && from == 0 {
                least = least.min(free + block.least);
            } else {
                let until = if whole { block.after.len() } else { block.before(until_s).max(from) };
                for after in &block.after[from..until] {
                    least = least.min(free + after);
                }
                from = until;
            }
            if !whole {
                break;
            }
            (number, from) = (number + 1, 0);
        }
        *point = Point { place: (number, from), free: start + self.freed_by((number, from)) };
        least
    }

    /// The first time from `from_s` on at which the requested nodes are free for the requested time. `point` is the
    /// position at `from_s`.
    pub fn first_time(&self, point: Point, from_s: f64, wish: Wish) -> Option<f64> {
        let mut run = (point.free >= wish.nodes).then(|| Opening::from(from_s, &wish));
        let start = point.free - self.freed_by(point.place);
        let (first, mut from) = point.place;
        let later = self.blocks.iter().zip(&self.before).zip(&self.last_s).skip(first);
        for ((block, before), &last_s) in later {
            let lacking = wish.nodes - start - before;
            let passed = match &run {
                Some(own) => block.least >= lacking && last_s < own.until_s,
                None => block.most < lacking,
            };
            if !passed {
                let found = scan((&block.times_s, &block.after), from, &mut run, lacking, &wish);
                if found.is_some() {
                    return found;
                }
            }
            if run.is_none() && last_s >= wish.before_s {
                return None;
            }
            from = 0;
        }
        run.map(|own| own.start_s)
    }

    /// Moves `point` forward, past changes before `until_s`, to the first position with fewer than `nodes` free nodes, and
    /// returns the time there.
    pub fn seek_below(&self, point: &mut Point, nodes: i64, until_s: f64) -> Option<f64> {
        let start = point.free - self.freed_by(point.place);
        let (mut number, mut from) = point.place;
        while let Some(block) = self.blocks.get(number) {
            let free = start + self.before[number];
            if free + block.least < nodes {
                let mut after = block.after[from..].iter();
                if let Some(at) = after.position(|after| free + after < nodes) {
                    let at = from + at;
                    let time_s = block.times_s[at];
                    if time_s >= until_s {
                        return None;
                    }
                    *point = Point { place: self.behind_change(number, at), free: free + block.after[at] };
                    return Some(time_s);
                }
            }
            if self.last_s[number] >= until_s {
                return None;
            }
            (number, from) = (number + 1, 0);
        }
        None
    }
}

#[cfg(test)]
mod tests;
