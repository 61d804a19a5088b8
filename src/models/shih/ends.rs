//! The ends of simulated jobs: inserted at any time from now on, removed in order of time.
//!
//! A heap is slow because the processor predicts the results of its comparisons badly. Here future time is divided into
//! 4096 buckets, so narrow that most contain at most one end. A bit per bucket shows which are not empty: inserting and
//! removing take constant time. Ends after the last bucket are kept unsorted in a list. When all buckets are empty,
//! they are redistributed from the earliest end of the list.

use super::bits::Bits;

/// The end of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ending {
    /// Time of the end \[s\].
    pub end_s: f64,
    /// Rank of the job's cluster.
    pub rank: u32,
    /// Number of nodes that become free when the job ends.
    pub nodes: u32,
}

/// Shortest time that all buckets together span \[s\].
const LEAST_SPAN_S: f64 = 1.0;

/// Marks a missing slot.
const NONE: u32 = u32::MAX;

/// An end in a linked list.
#[derive(Clone, Copy, Debug)]
struct Slot {
    ending: Ending,
    /// The next slot in the list.
    next: u32,
}

/// The ends of simulated jobs that are still to come. The width of the buckets affects the speed, but not the results.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    /// Number of buckets per second.
    per_s: f64,
    /// Start of the first bucket \[s\]. Ends before this time are also in the first bucket.
    begin_s: f64,
    /// Buckets that are not empty.
    full: Bits,
    /// For each bucket that is not empty: the slot of its earliest end. The slots of its other ends follow in a linked
    /// list, in order of time.
    first: Vec<u32>,
    slots: Vec<Slot>,
    /// The first unused slot. The other unused slots follow in a linked list.
    vacant: u32,
    /// Ends after the last bucket.
    later: Vec<Ending>,
    /// The bucket that contains the earliest end.
    bucket: usize,
    /// Time of the earliest end \[s\]; infinite if there is none.
    next_s: f64,
}

impl Ends {
    pub fn new() -> Ends {
        Ends {
            per_s: 1.0,
            begin_s: 0.0,
            full: Bits::new(),
            first: vec![NONE; Bits::COUNT],
            slots: Vec::new(),
            vacant: NONE,
            later: Vec::new(),
            bucket: 0,
            next_s: f64::INFINITY,
        }
    }

    /// Removes all ends. About half of the new ends will be within `half_s` after `now_s`.
    pub fn clear(&mut self, now_s: f64, half_s: f64) {
        // The buckets span eight times this duration, so that few ends go to the list.
        self.per_s = Bits::COUNT as f64 / (8.0 * half_s).max(LEAST_SPAN_S);
        self.begin_s = now_s;
        self.full = Bits::new();
        self.slots.clear();
        self.vacant = NONE;
        self.later.clear();
        self.next_s = f64::INFINITY;
    }

    /// Time of the earliest end \[s\]; infinite if there is none.
    #[inline]
    pub fn next_s(&self) -> f64 {
        self.next_s
    }

    /// Inserts an end.
    #[inline(always)]
    pub fn push(&mut self, ending: Ending) {
        if !self.put(ending) {
            self.later.push(ending);
            if self.next_s == f64::INFINITY {
                self.lay_out();
            }
        }
    }

    /// Inserts an end into the bucket for its time; false if its time is after the last bucket.
    #[inline(always)]
    fn put(&mut self, ending: Ending) -> bool {
        // A cast to integers saturates.
        let bucket = ((ending.end_s - self.begin_s) * self.per_s) as usize;
        if bucket >= Bits::COUNT {
            return false;
        }
        let own = self.slot(ending);
        match self.full.has(bucket) {
            true => self.put_behind_earlier(bucket, own),
            false => {
                self.slots[own as usize].next = NONE;
                self.first[bucket] = own;
                self.full.insert(bucket);
            }
        }
        if ending.end_s < self.next_s {
            self.next_s = ending.end_s;
            self.bucket = bucket;
        }
        true
    }

    #[inline(always)]
    fn slot(&mut self, ending: Ending) -> u32 {
        let slot = Slot { ending, next: NONE };
        let own = self.vacant;
        match self.slots.get_mut(own as usize) {
            Some(vacant) => {
                self.vacant = vacant.next;
                *vacant = slot;
                own
            }
            None => {
                self.slots.push(slot);
                (self.slots.len() - 1) as u32
            }
        }
    }

    #[inline]
    fn put_behind_earlier(&mut self, bucket: usize, own: u32) {
        let end_s = self.slots[own as usize].ending.end_s;
        let (mut before, mut at) = (NONE, self.first[bucket]);
        while at != NONE && self.slots[at as usize].ending.end_s < end_s {
            (before, at) = (at, self.slots[at as usize].next);
        }
        self.slots[own as usize].next = at;
        match before {
            NONE => self.first[bucket] = own,
            _ => self.slots[before as usize].next = own,
        }
    }

    /// Starts the buckets, which are all empty, again at the earliest end of the list. Each bucket becomes twice as
    /// wide, so that this is rarely necessary if jobs last longer than expected.
    #[cold]
    #[inline(never)]
    fn lay_out(&mut self) {
        self.per_s /= 2.0;
        let ends_s = self.later.iter().map(|ending| ending.end_s);
        self.begin_s = ends_s.fold(f64::INFINITY, f64::min);
        let mut later = std::mem::take(&mut self.later);
        later.retain(|&ending| !self.put(ending));
        self.later = later;
    }

    /// Removes the earliest end.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<Ending> {
        if self.next_s == f64::INFINITY {
            return None;
        }
        let own = self.first[self.bucket];
        let Slot { ending, next } = self.slots[own as usize];
        self.slots[own as usize].next = self.vacant;
        self.vacant = own;
        self.first[self.bucket] = next;
        if next == NONE {
            self.full.remove(self.bucket);
        }
        self.next_s = f64::INFINITY;
        match self.full.first() {
            Some(bucket) => {
                self.bucket = bucket;
                let first = self.first[bucket];
                self.next_s = self.slots[first as usize].ending.end_s;
            }
            None if self.later.is_empty() => {}
            None => self.lay_out(),
        }
        Some(ending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ending(end_s: f64, nodes: u32) -> Ending {
        let rank = 0;
        Ending { end_s, rank, nodes }
    }

    /// Half of the ends are within 512 s, so a bucket is one second wide: 5.2 and 5.7 share one; 5000 and 14000 go to
    /// the list. When the buckets restart at 5000 with two seconds each, 14000 stays in the list. Then 4990 is inserted
    /// and is the earliest end.
    #[test]
    fn by_hand() {
        let mut ends = Ends::new();
        ends.clear(0.0, 512.0);
        for end_s in [5.7, 14000.0, 5.2, 5000.0, 4095.0] {
            ends.push(ending(end_s, 1));
        }
        assert_eq!((ends.later.len(), ends.slots.len()), (2, 3));
        let mut take = |count| -> Vec<f64> {
            let taken = (0..count).map_while(|_| ends.pop().map(|ending| ending.end_s));
            let taken = taken.collect();
            if count == 3 {
                assert_eq!((ends.next_s(), ends.later.len()), (5000.0, 1));
                ends.push(ending(4990.0, 1));
            }
            taken
        };
        assert_eq!(take(3), [5.2, 5.7, 4095.0]);
        assert_eq!(take(9), [4990.0, 5000.0, 14000.0]);
    }

    proptest! {
        /// The ends are compared with a list that is sorted before each removal, for buckets of any width.
        #[test]
        fn equals_a_sorted_list(
            now_s in 0.0..1e9f64,
            half_s in prop_oneof![Just(0.0), Just(1e-300), 1e-3..1e6f64, Just(1e300)],
            steps in prop::collection::vec((any::<bool>(), prop_oneof![Just(0.0), 0.0..10.0f64, 0.0..1e5f64]), 1..300),
        ) {
            let mut ends = Ends::new();
            ends.push(ending(1.0, 1));
            ends.clear(now_s, half_s);
            let mut list: Vec<Ending> = Vec::new();
            let mut now_s = now_s;
            for (nodes, (push, ahead_s)) in steps.into_iter().enumerate() {
                if push || list.is_empty() {
                    let one = ending(now_s + ahead_s, nodes as u32);
                    ends.push(one);
                    list.push(one);
                } else {
                    let taken = ends.pop().unwrap();
                    list.sort_by(|a, b| a.end_s.total_cmp(&b.end_s));
                    now_s = list[0].end_s;
                    prop_assert_eq!(taken.end_s, now_s);
                    // If several jobs end at the same time, any of them may be removed first.
                    let at = list.iter().position(|one| *one == taken);
                    prop_assert!(at.is_some());
                    list.remove(at.unwrap());
                }
                let next_s = list.iter().map(|one| one.end_s).fold(f64::INFINITY, f64::min);
                prop_assert_eq!(ends.next_s(), next_s);
            }
        }
    }
}
