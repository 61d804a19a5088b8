//! The waiting jobs without a reservation, grouped by estimate. In a long queue, a job is tried only if enough nodes
//! for the job stay free until its estimated end.
//!
//! Jobs whose estimates have the same three leading binary digits are in one bucket. The nodes that stay free until the
//! end of the shortest job of a bucket limit the size of all jobs in the bucket. If jobs never leave their home
//! cluster, each home has its own buckets.

use super::tried::Places;
use super::unsorted::Unsorted;
use crate::scheduler::keyed_queue::KeyedQueue;
use crate::scheduler::order::{FIRST, Place, of_arrival};
use crate::scheduler::placer::ANY;
use crate::scheduler::queue::WaitingQueue;
use crate::workload::Job;
use std::collections::BTreeMap;

/// Jobs in the order in which they are tried. A cursor marks the jobs that have been searched already.
#[derive(Clone, Debug)]
enum Line {
    /// In order of arrival; the cursor is an index.
    Arrival(WaitingQueue),
    /// In order of constant positions; the cursor is a position.
    Keyed(KeyedQueue),
    /// In order of the positions at this instant; the cursor is a position.
    Varying(Unsorted),
}

/// A job found in a line.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// Cursor at the job.
    at: Place,
    place: Place,
    job: Job,
}

impl Line {
    fn new(sorting: Sorting) -> Line {
        match sorting {
            Sorting::Arrival => Line::Arrival(WaitingQueue::default()),
            Sorting::Same | Sorting::Two => Line::Keyed(KeyedQueue::default()),
            Sorting::Varying => Line::Varying(Unsorted::default()),
        }
    }

    fn varying(&mut self) -> Option<&mut Unsorted> {
        match self {
            Line::Varying(queue) => Some(queue),
            Line::Arrival(_) | Line::Keyed(_) => None,
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Line::Arrival(queue) => queue.is_empty(),
            Line::Keyed(queue) => queue.is_empty(),
            Line::Varying(queue) => queue.is_empty(),
        }
    }

    /// The first job at or after the cursor that needs at most `reach` nodes.
    fn first(&self, cursor: Place, reach: u32) -> Option<Found> {
        match self {
            Line::Arrival(queue) => {
                let at = queue.first(cursor.1 as usize, reach)?;
                let job = *queue.get(at);
                Some(Found { at: (0, at as u64), place: of_arrival(&job), job })
            }
            Line::Keyed(queue) => queue.first(cursor, reach).copied().map(Found::at_place),
            Line::Varying(queue) => queue.first(cursor, reach).map(Found::at_place),
        }
    }

    fn push(&mut self, places: Places, job: Job) {
        match self {
            Line::Arrival(queue) => queue.push(job),
            Line::Keyed(queue) => queue.insert(places.tried, job),
            Line::Varying(queue) => queue.push(places, job),
        }
    }

    fn remove(&mut self, at: Place) {
        match self {
            Line::Arrival(queue) => {
                queue.remove(at.1 as usize);
            }
            Line::Keyed(queue) => {
                queue.remove(at);
            }
            Line::Varying(queue) => {
                queue.remove(at);
            }
        }
    }
}

impl Found {
    fn at_place((place, job): (Place, Job)) -> Found {
        Found { at: place, place, job }
    }
}

/// Jobs with similar estimates, in the order in which they are tried.
#[derive(Clone, Debug)]
struct Bucket {
    /// Sign, exponent and leading digits of the estimates.
    class: u64,
    home: u32,
    /// Lower bound on the estimates \[s\].
    shortest_s: f64,
    line: Line,
    /// Jobs before this cursor cannot start now.
    cursor: Place,
    /// Maximum size of a job of this bucket that may still be able to start now.
    reach: u32,
    /// The first job at or after the cursor with at most `reach` nodes.
    next: Option<Found>,
}

impl Bucket {
    /// Finds the bucket's next job; returns its position.
    fn seek(&mut self) -> Option<Place> {
        self.next = self.line.first(self.cursor, self.reach);
        self.next.map(|found| found.place)
    }
}

/// Number of trailing binary digits of an estimate that do not count for its class; three leading digits count.
const LEFT_OUT: u32 = f64::MANTISSA_DIGITS - 3;

/// Waiting jobs in the order in which they are tried, and a search for the jobs that may be able to start now.
#[derive(Clone, Debug)]
pub(super) struct Backlog {
    /// By class, then by home.
    buckets: Vec<Bucket>,
    /// For each bucket that has a next job: the position of this job, and the index of the bucket. `first` is the index
    /// in `heads` of the job to try next.
    heads: Vec<(Place, usize)>,
    first: Option<usize>,
    /// If the orders of the queue and of trying differ: the jobs by their position in the queue, each with its position
    /// in the order of trying.
    queue: BTreeMap<Place, (Place, Job)>,
    /// Positions in the queue, by number of the job.
    places: BTreeMap<u64, Place>,
    waiting: usize,
    /// True if each home cluster has its own buckets.
    by_home: bool,
    sorting: Sorting,
}

/// Relation between the order of the queue and the order of trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sorting {
    /// Both are the order of arrival.
    Arrival,
    /// Both are the same order.
    Same,
    /// The two orders differ.
    Two,
    /// The order of the queue changes with time.
    Varying,
}

impl Backlog {
    /// Creates an empty backlog. `by_home`: jobs never leave their home cluster.
    pub fn new(by_home: bool, sorting: Sorting) -> Backlog {
        Backlog {
            buckets: Vec::new(),
            heads: Vec::new(),
            first: None,
            queue: BTreeMap::new(),
            places: BTreeMap::new(),
            waiting: 0,
            by_home,
            sorting,
        }
    }

    /// True if no job waits.
    pub fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// The bucket of a job; created if missing.
    fn bucket(&mut self, job: &Job) -> &mut Bucket {
        let class = job.estimate_s.to_bits() >> LEFT_OUT;
        let home = if self.by_home { job.home } else { 0 };
        let found = self.buckets.binary_search_by_key(&(class, home), |bucket| (bucket.class, bucket.home));
        let at = found.unwrap_or_else(|at| {
            let bucket = Bucket {
                class,
                home,
                shortest_s: f64::INFINITY,
                line: Line::new(self.sorting),
                cursor: FIRST,
                reach: 0,
                next: None,
            };
            self.buckets.insert(at, bucket);
            at
        });
        &mut self.buckets[at]
    }

    /// Adds a job. Not allowed during a search for [candidates](Backlog::candidate).
    pub fn push(&mut self, places: Places, job: Job) {
        let bucket = self.bucket(&job);
        if bucket.line.is_empty() {
            bucket.shortest_s = f64::INFINITY;
        }
        bucket.shortest_s = bucket.shortest_s.min(job.estimate_s);
        bucket.line.push(places, job);
        self.waiting += 1;
        if self.sorting == Sorting::Two {
            self.queue.insert(places.queue, (places.tried, job));
            self.places.insert(job.id, places.queue);
        }
    }

    /// Updates the positions of all jobs in a varying order: `places` appends the current positions of jobs to a list.
    /// Returns the position of the queue's first job.
    pub fn line_up(&mut self, mut places: impl FnMut(&[Job], &mut Vec<Places>)) -> Option<Place> {
        let lines = self.buckets.iter_mut().filter_map(|own| own.line.varying());
        let heads = lines.filter_map(|line| {
            line.line_up(&mut places);
            line.head()
        });
        heads.min()
    }

    /// [`pop`](Backlog::pop) for an order that varies.
    fn pop_varying(&mut self) -> Option<Job> {
        let lines = self.buckets.iter_mut().filter_map(|own| own.line.varying());
        let heads = lines.filter_map(|line| Some((line.head()?, line)));
        let (place, line) = heads.min_by_key(|(place, _)| *place)?;
        self.waiting -= 1;
        line.pop(place)
    }

    /// Removes the first job of the queue.
    pub fn pop(&mut self) -> Option<Job> {
        if self.sorting == Sorting::Varying {
            return self.pop_varying();
        }
        if let Some((_, (tried, job))) = self.queue.pop_first() {
            self.places.remove(&job.id);
            self.bucket(&job).line.remove(tried);
            self.waiting -= 1;
            return Some(job);
        }
        let buckets = self.buckets.iter_mut();
        let heads = buckets.filter_map(|bucket| Some((bucket.line.first(FIRST, ANY)?, bucket)));
        let (first, bucket) = heads.min_by_key(|(head, _)| head.place)?;
        self.waiting -= 1;
        bucket.line.remove(first.at);
        Some(first.job)
    }

    /// Removes a job that is queued in an order other than arrival; false if it does not wait here. `tried` is its
    /// position in the order of trying, which does not count if the order varies. Not allowed during a search for
    /// [candidates](Backlog::candidate).
    pub fn withdraw(&mut self, tried: Place, job: &Job) -> bool {
        let found = match &mut self.bucket(job).line {
            Line::Arrival(_) => None,
            Line::Keyed(queue) => queue.remove(tried),
            Line::Varying(queue) => queue.withdraw(job.id),
        };
        if found.is_some() {
            self.waiting -= 1;
            self.forget(job);
        }
        found.is_some()
    }

    /// Removes a job from the list of the queue's order, if there is such a list.
    fn forget(&mut self, job: &Job) {
        if let Some(queue) = self.places.remove(&job.id) {
            self.queue.remove(&queue);
        }
    }

    /// Resets all cursors: all jobs may be able to start again.
    pub fn restart(&mut self) {
        let buckets = self.buckets.iter_mut();
        buckets.for_each(|bucket| bucket.cursor = FIRST);
    }

    /// Starts a search. `reach` returns the maximum size of a job that has at least a given estimate \[s\] and a given
    /// home; `reach` is called with increasing estimates.
    pub fn seek(&mut self, mut reach: impl FnMut(f64, u32) -> u64) {
        self.heads.clear();
        for (at, bucket) in self.buckets.iter_mut().enumerate() {
            if !bucket.line.is_empty() {
                let shortest_s = match self.by_home {
                    // The shortest estimates of buckets with different homes are not in increasing order, so use the
                    // lower bound of the class.
                    true => f64::from_bits(bucket.class << LEFT_OUT),
                    false => bucket.shortest_s,
                };
                bucket.reach = reach(shortest_s, bucket.home).min(u64::from(ANY)) as u32;
            }
            self.heads.extend(bucket.seek().map(|place| (place, at)));
        }
    }

    /// The next job that may be able to start.
    pub fn candidate(&mut self) -> Option<Job> {
        let heads = self.heads.iter().enumerate();
        let first = heads.min_by_key(|(_, head)| head.0);
        self.first = first.map(|(at, _)| at);
        let (_, bucket) = self.heads[self.first?];
        self.buckets[bucket].next.map(|found| found.job)
    }

    /// The current candidate, with its bucket.
    fn found(&mut self) -> Option<(&mut Bucket, Found)> {
        let bucket = &mut self.buckets[self.heads[self.first?].1];
        let found = bucket.next?;
        Some((bucket, found))
    }

    /// Moves on to the next job of the candidate's bucket.
    fn go_on(&mut self) {
        if let Some(first) = self.first.take() {
            let (_, bucket) = self.heads[first];
            match self.buckets[bucket].seek() {
                Some(place) => self.heads[first].0 = place,
                None => {
                    self.heads.swap_remove(first);
                }
            }
        }
    }

    /// Notes that the candidate cannot start now. If too few free nodes are the only reason, jobs that are at least as
    /// large and as long cannot start either.
    pub fn pass(&mut self, for_nodes_alone: bool) {
        if let Some((bucket, found)) = self.found() {
            if for_nodes_alone && found.job.estimate_s <= bucket.shortest_s {
                bucket.reach = bucket.reach.min(found.job.nodes.saturating_sub(1));
            }
            bucket.cursor = (found.at.0, found.at.1 + 1);
        }
        self.go_on();
    }

    /// Removes the candidate from the backlog, because it starts.
    pub fn remove(&mut self) {
        if let Some((bucket, found)) = self.found() {
            bucket.line.remove(found.at);
            bucket.cursor = found.at;
            self.waiting -= 1;
            self.forget(&found.job);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares with a list, searched linearly.
        #[test]
        fn equals_a_walked_list(
            jobs in prop::collection::vec((1u32..40, 0.1f64..100.0, 0u32..3), 1..300),
            by_home in any::<bool>(),
            alone in any::<bool>(),
            order in 0usize..4,
            popped in 0usize..20,
            withdrawn in prop::collection::vec(0u64..300, 0..20),
            reaches in prop::collection::vec((0.0f64..120.0, 0u32..40), 1..5),
        ) {
            // Orders of queue and trying in the four cases: both by arrival; both by width; the queue by width and the
            // shortest job tried first; and the third case again, but varying, after a start in order of arrival.
            let places = |job: &Job| {
                let (arrival, widest) = (of_arrival(job), (u64::from(99 - job.nodes), job.id));
                let shortest = (job.estimate_s.to_bits(), job.id);
                let [queue, tried] = [[arrival; 2], [widest; 2], [widest, shortest], [widest, shortest]][order];
                Places { queue, tried }
            };
            let sorting = [Sorting::Arrival, Sorting::Same, Sorting::Two, Sorting::Varying][order];
            let mut backlog = Backlog::new(by_home, sorting);
            let mut list = Vec::new();
            let job = |(id, (nodes, estimate_s, home))| Job { id, nodes, estimate_s, home, ..Job::default() };
            let jobs: Vec<Job> = (0..).zip(jobs).map(job).collect();
            for &job in &jobs {
                let arrival = Places { queue: of_arrival(&job), tried: of_arrival(&job) };
                backlog.push(if sorting == Sorting::Varying { arrival } else { places(&job) }, job);
                list.push(job);
            }
            list.sort_by_key(|job| places(job).queue);
            let first = backlog.line_up(|jobs, all| all.extend(jobs.iter().map(places)));
            let expected = list.first().filter(|_| sorting == Sorting::Varying);
            prop_assert_eq!(first, expected.map(|job| places(job).queue));
            for _ in 0..popped.min(list.len()) {
                prop_assert_eq!(backlog.pop(), Some(list.remove(0)));
            }
            list.sort_by_key(|job| places(job).tried);
            for id in withdrawn.into_iter().filter(|_| sorting != Sorting::Arrival) {
                let job = jobs.get(id as usize).copied().unwrap_or(Job { id: u64::MAX, ..Job::default() });
                let at = list.iter().position(|own| own.id == job.id);
                prop_assert_eq!(backlog.withdraw(places(&job).tried, &job), at.is_some());
                if let Some(at) = at {
                    list.remove(at);
                }
            }
            // The number of free nodes decreases with time, and with every job that starts.
            let reach = |started: u32, estimate_s: f64, home: u32| {
                let steps = reaches.iter().filter(|step| step.0 <= estimate_s);
                let least = steps.map(|step| step.1).min().unwrap_or(40);
                least.saturating_sub(started) + if by_home { home } else { 0 }
            };
            backlog.restart();
            let mut started = 0;
            let mut at = 0;
            loop {
                backlog.seek(|estimate_s, home| u64::from(reach(started, estimate_s, home)));
                let mut found = None;
                while let Some(job) = backlog.candidate() {
                    if job.nodes <= reach(started, job.estimate_s, job.home) {
                        found = Some(job.id);
                        backlog.remove();
                        break;
                    }
                    backlog.pass(alone && !by_home);
                }
                let fits = |job: &Job| job.nodes <= reach(started, job.estimate_s, job.home);
                let walked = list[at..].iter().position(fits).map(|place| at + place);
                prop_assert_eq!(found, walked.map(|at| list[at].id));
                let Some(place) = walked else { break };
                at = place;
                list.remove(at);
                started += 3;
            }
            prop_assert_eq!(backlog.is_empty(), list.is_empty());
            list.sort_by_key(|job| places(job).queue);
            prop_assert_eq!(std::iter::from_fn(|| backlog.pop()).collect::<Vec<_>>(), list);
        }
    }
}
