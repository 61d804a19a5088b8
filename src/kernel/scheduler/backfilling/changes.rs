//! The changes of the profile in order of time, in blocks that know how many nodes they take and give back: so it is found
//! out without a walk when so many nodes of all clusters together are free, and for how long.

/// A use begins or ends. In order of time, at one time ends first: a job may take what another gives back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Change {
    pub time_s: f64,
    pub begins: bool,
    pub slot: u32,
    /// Nodes of all clusters together that are taken or given back.
    pub nodes: i64,
}

impl Change {
    #[inline]
    fn before(&self, other: &Change) -> bool {
        self.time_s < other.time_s
            || self.time_s == other.time_s && (self.begins, self.slot) < (other.begins, other.slot)
    }

    /// How many nodes more are free.
    #[inline]
    fn freed(&self) -> i64 {
        if self.begins { -self.nodes } else { self.nodes }
    }
}

/// Most changes of a block.
const MOST: usize = 64;

/// Changes that follow each other, at least one.
#[derive(Clone, Debug)]
struct Block {
    changes: Vec<Change>,
    first: Change,
    last: Change,
    /// How many nodes more are free after them.
    freed: i64,
    /// The fewest and the most of that after any one of them.
    least: i64,
    most: i64,
    /// The first time, other than that of the first change, at which something begins and nothing ends; else infinite.
    lone_start_s: f64,
}

impl Block {
    fn of(changes: Vec<Change>) -> Block {
        let mut block = Block {
            first: changes[0],
            last: changes[0],
            changes,
            freed: 0,
            least: 0,
            most: 0,
            lone_start_s: f64::INFINITY,
        };
        block.sum_up();
        block
    }

    /// Behind so many of its changes, if it is the block of that number.
    fn place(&self, number: usize, behind: usize) -> Place {
        match behind < self.changes.len() {
            true => (number, behind),
            false => (number + 1, 0),
        }
    }

    fn sum_up(&mut self) {
        (self.first, self.last) = (self.changes[0], self.changes[self.changes.len() - 1]);
        (self.freed, self.least, self.most) = (0, i64::MAX, i64::MIN);
        self.lone_start_s = f64::INFINITY;
        let mut before_s = self.first.time_s;
        for change in &self.changes {
            self.freed += change.freed();
            self.least = self.least.min(self.freed);
            self.most = self.most.max(self.freed);
            if change.begins && change.time_s > before_s {
                self.lone_start_s = self.lone_start_s.min(change.time_s);
            }
            before_s = change.time_s;
        }
    }
}

/// Behind how many blocks, and how many changes of the next.
type Place = (usize, usize);

/// A place among the changes, and the nodes that are free there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    place: Place,
    pub free: i64,
}

/// When so many nodes are to be free, and for how long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub nodes: i64,
    pub length_s: f64,
    /// It starts earlier than that.
    pub before_s: f64,
    /// From here on they are free.
    pub held_s: f64,
}

/// All changes in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    blocks: Vec<Block>,
}

impl Changes {
    pub fn insert(&mut self, new: Change) {
        let behind = |block: &Block| block.last.before(&new);
        let last = self.blocks.len().saturating_sub(1);
        let at = self.blocks.partition_point(behind).min(last);
        let Some(block) = self.blocks.get_mut(at) else {
            self.blocks.push(Block::of(vec![new]));
            return;
        };
        let place = block.changes.partition_point(|change| change.before(&new));
        block.changes.insert(place, new);
        if block.changes.len() > MOST {
            let second = Block::of(block.changes.split_off(MOST / 2));
            block.sum_up();
            self.blocks.insert(at + 1, second);
        } else {
            block.sum_up();
        }
    }

    pub fn remove(&mut self, old: &Change) {
        let at = self.blocks.partition_point(|block| block.last.before(old));
        let next = self.blocks.get(at + 1).map_or(MOST, |b| b.changes.len());
        let block = &mut self.blocks[at];
        let place = block.changes.partition_point(|change| change.before(old));
        debug_assert_eq!(block.changes[place], *old);
        block.changes.remove(place);
        if block.changes.is_empty() {
            self.blocks.remove(at);
        } else if block.changes.len() + next <= MOST / 2 {
            let next = self.blocks.remove(at + 1);
            self.blocks[at].changes.extend(next.changes);
            self.blocks[at].sum_up();
        } else {
            block.sum_up();
        }
    }

    /// Takes out all changes of some slots, of which there are many.
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
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The first time at which something begins and nothing ends.
    pub fn lone_start_s(&self) -> Option<f64> {
        let mut before_s = f64::NEG_INFINITY;
        for block in &self.blocks {
            if block.first.begins && block.first.time_s > before_s {
                return Some(block.first.time_s);
            }
            if block.lone_start_s < f64::INFINITY {
                return Some(block.lone_start_s);
            }
            before_s = block.last.time_s;
        }
        None
    }

    pub fn iter(&self) -> impl Iterator<Item = &Change> {
        self.blocks.iter().flat_map(|block| &block.changes)
    }

    /// Before all changes, when so many nodes are free.
    pub fn start(free: i64) -> Point {
        Point {
            place: (0, 0),
            free,
        }
    }

    /// The change that comes next.
    #[inline]
    pub fn next(&self, point: &Point) -> Option<&Change> {
        let (block, at) = point.place;
        self.blocks.get(block).map(|block| &block.changes[at])
    }

    /// Steps over the change that comes next.
    #[inline]
    pub fn step(&self, point: &mut Point) {
        let (block, at) = point.place;
        let changes = &self.blocks[block].changes;
        point.free += changes[at].freed();
        point.place = self.blocks[block].place(block, at + 1);
    }

    /// Behind all changes up to `time_s`, from a point before that.
    pub fn behind(&self, point: Point, time_s: f64) -> Point {
        self.before(point, time_s.next_up())
    }

    /// The same point behind all changes up to `time_s`, after others have come and gone.
    pub fn found_again(&self, point: Point, time_s: f64) -> Point {
        let behind = |change: &Change| change.time_s <= time_s;
        let block = self.blocks.partition_point(|block| behind(&block.last));
        let at = self
            .blocks
            .get(block)
            .map_or(0, |block| block.changes.partition_point(behind));
        Point {
            place: (block, at),
            ..point
        }
    }

    /// Behind all changes before `time_s`, from a point before that.
    pub fn before(&self, mut point: Point, time_s: f64) -> Point {
        self.seek(&mut point, time_s, |_, _| false, |_| false);
        point
    }

    /// The fewest free nodes from `point` until `until_s`, where it is moved.
    pub fn least(&self, point: &mut Point, until_s: f64) -> i64 {
        let mut least = point.free;
        while let Some(block) = self.blocks.get(point.place.0) {
            if point.place.1 == 0 && block.last.time_s < until_s {
                least = least.min(point.free + block.least);
                point.free += block.freed;
                point.place.0 += 1;
                continue;
            }
            for change in &block.changes[point.place.1..] {
                if change.time_s >= until_s {
                    return least;
                }
                self.step(point);
                least = least.min(point.free);
            }
        }
        least
    }

    /// The first time from `from_s`, where `point` is, at which a wish is fulfilled.
    pub fn first_time(&self, mut point: Point, from_s: f64, wish: Wish) -> Option<f64> {
        let Wish {
            nodes,
            length_s,
            before_s,
            held_s,
        } = wish;
        let mut start_s = from_s;
        loop {
            if point.free < nodes {
                start_s = self.seek(
                    &mut point,
                    before_s,
                    |free, block| free + block.most >= nodes,
                    |free| free >= nodes,
                )?;
            }
            // What else changes at the start counts, however small the length is against the clock.
            let until_s = (start_s + length_s).min(held_s).max(start_s.next_up());
            if self.seek_below(&mut point, nodes, until_s).is_none() {
                return Some(start_s);
            }
        }
    }

    /// Steps to where fewer nodes are free.
    pub fn seek_below(&self, point: &mut Point, nodes: i64, until_s: f64) -> Option<f64> {
        self.seek(
            point,
            until_s,
            |free, block| free + block.least < nodes,
            |free| free < nodes,
        )
    }

    /// Steps over changes before `until_s` up to one after which the free nodes are as they should be, and returns its time;
    /// a block is stepped over at once if that cannot be within it.
    #[inline]
    fn seek(
        &self,
        point: &mut Point,
        until_s: f64,
        within: impl Fn(i64, &Block) -> bool,
        found: impl Fn(i64) -> bool,
    ) -> Option<f64> {
        while let Some(block) = self.blocks.get(point.place.0) {
            let whole = point.place.1 == 0 && block.last.time_s < until_s;
            if whole && !within(point.free, block) {
                point.free += block.freed;
                point.place.0 += 1;
                continue;
            }
            if block.first.time_s >= until_s {
                return None;
            }
            let (number, from) = point.place;
            let mut free = point.free;
            for (at, change) in block.changes.iter().enumerate().skip(from) {
                let late = change.time_s >= until_s;
                if !late {
                    free += change.freed();
                }
                if late || found(free) {
                    let behind = at + usize::from(!late);
                    *point = Point {
                        place: block.place(number, behind),
                        free,
                    };
                    return (!late).then_some(change.time_s);
                }
            }
            *point = Point {
                place: (number + 1, 0),
                free,
            };
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The free nodes behind all changes up to a time.
    fn free(list: &[Change], time_s: f64) -> i64 {
        let past = list.iter().filter(|change| change.time_s <= time_s);
        past.map(Change::freed).sum()
    }

    /// The fewest from a time until another: at the first, and after everything that begins before the second.
    fn least(list: &[Change], from_s: f64, until_s: f64) -> i64 {
        let within = |time_s: &f64| *time_s > from_s && *time_s < until_s;
        let times = list.iter().map(|change| change.time_s).filter(within);
        let after = times.map(|time_s| free(list, time_s)).min();
        after.map_or(free(list, from_s), |after| after.min(free(list, from_s)))
    }

    proptest! {
        /// Against a list that is looked through from end to end.
        #[test]
        fn equals_a_sorted_list(
            drawn in prop::collection::vec((0u32..200, any::<bool>(), 1i64..9), 1..500),
            removed in prop::collection::vec(any::<prop::sample::Index>(), 0..450),
            all_of in 0u32..20,
            asked in prop::collection::vec((0u32..200, 0u32..200, 0i64..40, 0u32..30, 0u32..250), 20),
        ) {
            let mut changes = Changes::default();
            let mut list = Vec::new();
            for (slot, (time, begins, nodes)) in drawn.into_iter().enumerate() {
                let change = Change { time_s: f64::from(time), begins, slot: slot as u32, nodes };
                changes.insert(change);
                list.push(change);
            }
            for index in removed.iter().take(list.len() - 1) {
                changes.remove(&list.swap_remove(index.index(list.len())));
            }
            if list.len() > 9 {
                changes.remove_all(|slot| slot % 10 == all_of);
                list.retain(|change| change.slot % 10 != all_of);
            }
            list.sort_by(|a, b| if a.before(b) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater });
            prop_assert_eq!(changes.iter().copied().collect::<Vec<_>>(), list.clone());
            let alone = |c: &&Change| c.begins && list.iter().all(|o| o.begins || o.time_s != c.time_s);
            prop_assert_eq!(changes.lone_start_s(), list.iter().find(alone).map(|c| c.time_s));
            for (from, length, nodes, base, held) in asked {
                let (from_s, length_s, base) = (f64::from(from), f64::from(length), i64::from(base));
                let held_s = f64::from(held.max(from + 1));
                let point = changes.behind(Changes::start(base), from_s);
                prop_assert_eq!(point.free, base + free(&list, from_s));
                let again = changes.found_again(point, from_s);
                prop_assert_eq!(changes.next(&again), changes.next(&point));
                let mut moved = point;
                prop_assert_eq!(changes.least(&mut moved, from_s + length_s), base + least(&list, from_s, from_s + length_s));
                let there = changes.before(point, from_s + length_s);
                prop_assert_eq!((changes.next(&moved), moved.free), (changes.next(&there), there.free));
                let wish = Wish { nodes, length_s, before_s: held_s, held_s };
                let mut times: Vec<f64> = list.iter().map(|change| change.time_s).collect();
                times.retain(|&time_s| time_s > from_s && time_s < held_s);
                let mut starts = std::iter::once(from_s).chain(times);
                let fits = |start_s: &f64| {
                    let end_s = (start_s + length_s).min(held_s);
                    base + least(&list, *start_s, end_s) >= nodes
                };
                prop_assert_eq!(changes.first_time(point, from_s, wish), starts.find(fits));
            }
        }
    }
}
