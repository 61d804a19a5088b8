//! Free nodes over time, for planning many jobs one after the other.
//!
//! A list of [changes](super::changes) knows every start and end. Here, all changes at one time are one step. So a job
//! that starts where another job ends adds no step for its start, and a search has fewer times to look at.

use super::opening::{Opening, Wish, scan};
use smallvec::SmallVec;

/// Number of steps with which a chunk is divided.
const MOST: usize = 32;

/// Consecutive steps, at least one. A search skips chunks instead of visiting every step.
#[derive(Clone, Debug)]
struct Chunk {
    /// Times at which the number of free nodes changes.
    times_s: SmallVec<[f64; MOST]>,
    /// For each time: the number of nodes that are free from then on, plus `taken`.
    free: SmallVec<[i64; MOST]>,
    /// Minimum and maximum of `free`.
    least: i64,
    most: i64,
    /// Nodes that were taken from all steps of the chunk.
    taken: i64,
}

/// Position of a step: index of its chunk, and index in this chunk.
type Place = (usize, usize);

/// Free nodes as a step function of time.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// At least one chunk.
    chunks: Vec<Chunk>,
    /// Time of each chunk's last step. A separate list, because a search reads mainly these times.
    last_s: Vec<f64>,
}

impl Chunk {
    fn of(steps: &[(f64, i64)]) -> Chunk {
        let mut chunk = Chunk {
            times_s: steps.iter().map(|step| step.0).collect(),
            free: steps.iter().map(|step| step.1).collect(),
            least: 0,
            most: 0,
            taken: 0,
        };
        chunk.sum_up();
        chunk
    }

    /// Number of steps before `time_s`. Compares all times, which is faster than a binary search.
    fn before(&self, time_s: f64) -> usize {
        let earlier = self.times_s.iter().map(|own_s| usize::from(*own_s < time_s));
        earlier.sum()
    }

    fn sum_up(&mut self) {
        (self.least, self.most) = (i64::MAX, i64::MIN);
        for &free in &self.free {
            self.least = self.least.min(free);
            self.most = self.most.max(free);
        }
    }

    /// Takes nodes from the steps `from..until`.
    fn take(&mut self, from: usize, until: usize, nodes: i64) {
        for free in &mut self.free[from..until] {
            *free -= nodes;
            self.least = self.least.min(*free);
        }
        self.most = self.free.iter().copied().fold(i64::MIN, i64::max);
    }
}

impl Steps {
    /// `free` nodes at first, and changes (time and nodes that become free) in order of time. Changes until `now_s` count
    /// from now on.
    pub fn new(now_s: f64, mut free: i64, changes: impl Iterator<Item = (f64, i64)>) -> Steps {
        let mut steps = vec![(now_s, free)];
        for (time_s, freed) in changes {
            free += freed;
            let last = steps.len() - 1;
            match time_s > steps[last].0 {
                true => steps.push((time_s, free)),
                false => steps[last].1 = free,
            }
        }
        let chunks = steps.chunks(MOST / 2);
        Steps {
            last_s: chunks.clone().map(|own| own[own.len() - 1].0).collect(),
            chunks: chunks.map(Chunk::of).collect(),
        }
    }

    /// The first step at or after `time_s`; behind all chunks if there is none.
    #[inline]
    fn place_of(&self, time_s: f64) -> Place {
        let number = self.last_s.partition_point(|last_s| *last_s < time_s);
        (number, self.chunks.get(number).map_or(0, |chunk| chunk.before(time_s)))
    }

    /// The first step from `from_s` on from which the requested nodes are free for the requested time.
    pub fn earliest(&self, wish: Wish, from_s: f64) -> Option<f64> {
        let (first, mut from) = self.place_of(from_s);
        let mut run: Option<Opening> = None;
        for (chunk, &last_s) in self.chunks.iter().zip(&self.last_s).skip(first) {
            let needed = wish.nodes + chunk.taken;
            let passed = match &run {
                Some(own) => chunk.least >= needed && last_s < own.until_s,
                None => chunk.most < needed,
            };
            if !passed {
                let found = scan((&chunk.times_s, &chunk.free), from, &mut run, needed, &wish);
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

    /// Minimum of free nodes from `from_s` until `until_s`, at least at `from_s`.
    pub fn least(&self, from_s: f64, until_s: f64) -> i64 {
        let until_s = until_s.max(from_s.next_up());
        // The step before the first later step.
        let (first, mut from) = match self.place_of(from_s.next_up()) {
            (0, 0) => (0, 0),
            (number, 0) => (number - 1, self.chunks[number - 1].free.len() - 1),
            (number, at) => (number, at - 1),
        };
        let mut least = i64::MAX;
        for (chunk, last_s) in self.chunks.iter().zip(&self.last_s).skip(first) {
            let whole = *last_s < until_s;
            if whole && from == 0 {
                least = least.min(chunk.least - chunk.taken);
            } else {
                let until = if whole { chunk.free.len() } else { chunk.before(until_s) };
                let own = chunk.free.get(from..until).unwrap_or_default().iter();
                least = own.fold(least, |least, free| least.min(free - chunk.taken));
            }
            if !whole {
                break;
            }
            from = 0;
        }
        least
    }

    /// Takes nodes from `from_s` until `until_s`. Nothing is taken before the first step.
    pub fn take(&mut self, from_s: f64, until_s: f64, nodes: i64) {
        self.step_at(until_s);
        let (first, mut from) = self.step_at(from_s);
        for (chunk, last_s) in self.chunks.iter_mut().zip(&self.last_s).skip(first) {
            let whole = *last_s < until_s;
            if whole && from == 0 {
                chunk.taken += nodes;
            } else {
                let until = if whole { chunk.free.len() } else { chunk.before(until_s) };
                chunk.take(from, until, nodes);
            }
            if !whole {
                return;
            }
            from = 0;
        }
    }

    /// The step at `time_s`; added if missing.
    fn step_at(&mut self, time_s: f64) -> Place {
        let (number, at) = self.place_of(time_s);
        let next = self.chunks.get(number).map(|chunk| chunk.times_s[at]);
        if next == Some(time_s) || number + at == 0 {
            return (number, at);
        }
        // The new step belongs to the chunk of the step before it.
        let (number, at) = if at > 0 { (number, at) } else { (number - 1, self.chunks[number - 1].free.len()) };
        let chunk = &mut self.chunks[number];
        chunk.times_s.insert(at, time_s);
        chunk.free.insert(at, chunk.free[at - 1]);
        let steps = chunk.free.len();
        if at + 1 == steps {
            self.last_s[number] = time_s;
        }
        if steps < MOST {
            return (number, at);
        }
        let kept = MOST / 2;
        let steps: Vec<(f64, i64)> = chunk.times_s.drain(kept..).zip(chunk.free.drain(kept..)).collect();
        let second = Chunk { taken: chunk.taken, ..Chunk::of(&steps) };
        chunk.sum_up();
        self.last_s.insert(number, chunk.times_s[kept - 1]);
        self.chunks.insert(number + 1, second);
        if at < kept { (number, at) } else { (number + 1, at - kept) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares with free nodes at each of 200 s.
        #[test]
        fn equals_a_list_of_seconds(
            changes in prop::collection::vec((0u8..100, 0i64..5), 0..20),
            jobs in prop::collection::vec((1i64..12, 1u8..40, any::<prop::sample::Index>()), 1..60),
        ) {
            let mut changes: Vec<(f64, i64)> = changes.into_iter().map(|(time, freed)| (time.into(), freed)).collect();
            changes.sort_by(|a, b| a.0.total_cmp(&b.0));
            let free = |second: usize| changes.iter().filter(|own| own.0 <= second as f64).map(|own| own.1).sum::<i64>();
            let mut list: Vec<i64> = (0..5_000).map(free).collect();
            let mut steps = Steps::new(0.0, 0, changes.iter().copied());
            for (nodes, length, at) in jobs {
                let length = usize::from(length);
                let fits = |start: &usize| list[*start..*start + length].iter().all(|free| *free >= nodes);
                let start = (0..4_900).find(fits);
                let (before_s, held_s) = (f64::INFINITY, f64::INFINITY);
                let wish = Wish { nodes, length_s: length as f64, before_s, held_s };
                let found = steps.earliest(wish, f64::NEG_INFINITY);
                prop_assert_eq!(found, start.map(|start| start as f64));
                if let Some(start) = start {
                    // A job need not start at a step.
                    let start = start + at.index(3);
                    let end = start + length;
                    let least = list[start..end].iter().copied().min();
                    prop_assert_eq!(Some(steps.least(start as f64, end as f64)), least);
                    if least >= Some(nodes) {
                        list[start..end].iter_mut().for_each(|free| *free -= nodes);
                        steps.take(start as f64, end as f64, nodes);
                    }
                }
            }
        }
    }
}
