//! End events of the running jobs, in a heap ordered by (time, job id). The heap is indexed by slot, so an end can be
//! moved or removed in O(log n).

/// One end event.
#[derive(Clone, Copy, Debug, PartialEq)]
struct End {
    time_s: f64,
    job: u64,
    slot: u32,
}

impl End {
    /// Total order of ends: earlier times first; at equal times the job that arrived first. Times are never NaN.
    #[inline(always)]
    fn before(&self, other: &End) -> bool {
        // `|` and `&` instead of `||` and `&&` avoid branches, which the processor could not predict, because the order
        // of two ends is random.
        (self.time_s < other.time_s) | ((self.time_s == other.time_s) & (self.job < other.job))
    }
}

/// Number of children of a node in the heap. The four ends of the children are next to each other in memory.
const ARITY: usize = 4;

/// End events of all running jobs.
#[derive(Clone, Debug, Default)]
pub struct Ends {
    heap: Vec<End>,
    /// Position in the heap of the end of each used slot.
    position: Vec<u32>,
}

impl Ends {
    /// Removes all ends.
    pub fn clear(&mut self) {
        self.heap.clear();
    }

    /// Time \[s\] of the first end.
    #[inline(always)]
    pub fn next_s(&self) -> Option<f64> {
        self.heap.first().map(|end| end.time_s)
    }

    /// Adds the end of the job in `slot`.
    #[inline(always)]
    pub fn push(&mut self, time_s: f64, job: u64, slot: u32) {
        if self.position.len() <= slot as usize {
            self.position.resize(slot as usize + 1, 0);
        }
        let end = End { time_s, job, slot };
        self.heap.push(end);
        self.rise(self.heap.len() - 1, end);
    }

    /// Moves the end of the job in `slot`.
    #[inline(always)]
    pub fn reschedule(&mut self, time_s: f64, slot: u32) {
        let at = self.position[slot as usize] as usize;
        let before = self.heap[at];
        let end = End { time_s, ..before };
        if time_s < before.time_s {
            self.rise(at, end);
        } else {
            self.sink(at, end);
        }
    }

    /// Removes the first end and returns its slot.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<u32> {
        let first = self.heap.first()?.slot;
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.sink(0, last);
        }
        Some(first)
    }

    /// The slots of all ends, in no order.
    pub fn slots(&self) -> impl Iterator<Item = u32> {
        self.heap.iter().map(|end| end.slot)
    }

    /// Moves `end` up from position `at` to its place in the heap.
    fn rise(&mut self, mut at: usize, end: End) {
        while at > 0 {
            let parent = (at - 1) / ARITY;
            if !end.before(&self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, end);
    }

    /// Moves `end` down from position `at` to its place in the heap.
    fn sink(&mut self, mut at: usize, end: End) {
        loop {
            let first = at * ARITY + 1;
            if first >= self.heap.len() {
                break;
            }
            let mut least = first;
            for child in first + 1..(first + ARITY).min(self.heap.len()) {
                if self.heap[child].before(&self.heap[least]) {
                    least = child;
                }
            }
            if !self.heap[least].before(&end) {
                break;
            }
            self.put(at, self.heap[least]);
            at = least;
        }
        self.put(at, end);
    }

    #[inline(always)]
    fn put(&mut self, at: usize, end: End) {
        self.heap[at] = end;
        self.position[end.slot as usize] = at as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares with a plain list that is searched linearly.
        #[test]
        fn equals_a_plain_list(steps in prop::collection::vec((0u8..4, 0u32..20, 0u32..8), 1..200)) {
            let mut ends = Ends::default();
            let mut list: Vec<(f64, u64, u32)> = Vec::new();
            let mut job = 0;
            for (what, slot, time) in steps {
                let time = f64::from(time);
                let present = list.iter().position(|e| e.2 == slot);
                match (what, present) {
                    (0, None) => {
                        ends.push(time, job, slot);
                        list.push((time, job, slot));
                        job += 1;
                    }
                    (1, Some(at)) => {
                        ends.reschedule(time, slot);
                        list[at].0 = time;
                    }
                    (2, _) => {
                        list.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                        let expected = if list.is_empty() { None } else { Some(list.remove(0).2) };
                        prop_assert_eq!(ends.pop(), expected);
                    }
                    // The list is cleared rarely, so that the heap is often large.
                    (3, _) if slot == 0 => {
                        ends.clear();
                        list.clear();
                    }
                    _ => {}
                }
                prop_assert_eq!(ends.heap.len(), list.len());
                let first = list.iter().map(|e| e.0).min_by(f64::total_cmp);
                prop_assert_eq!(ends.next_s(), first);
            }
        }
    }
}
