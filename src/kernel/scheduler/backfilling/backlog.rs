//! The jobs behind those with a reservation, by estimate: of a long queue only those are looked at that are small enough
//! for the nodes that stay free for as long as they take.
//!
//! Jobs whose estimates share the leading three binary digits are in one bucket, a [`WaitingQueue`]: what stays free
//! until the shortest of them would end bounds the size of all. Jobs that never leave home have buckets of their own at
//! each home.

use crate::scheduler::queue::WaitingQueue;
use crate::workload::Job;

/// A reach that every job is within.
const ANY: u32 = u32::MAX - 1;

/// Jobs of similar estimates, in queue order.
#[derive(Clone, Debug)]
struct Bucket {
    /// The estimate's sign, exponent and leading digits.
    class: u64,
    home: u32,
    queue: WaitingQueue,
    /// Jobs before this position cannot start now.
    cursor: usize,
    /// The size up to which the others might.
    reach: u32,
    /// The first of these, and its number.
    next: Option<usize>,
    number: u64,
}

impl Bucket {
    fn seek(&mut self) {
        self.next = self.queue.first(self.cursor, self.reach);
        self.number = self.next.map_or(u64::MAX, |at| self.queue.get(at).id);
    }
}

/// Binary digits of an estimate that do not matter to its class.
const LEFT_OUT: u32 = f64::MANTISSA_DIGITS - 3;

/// Waiting jobs in order of arrival, and who of them might start now.
#[derive(Clone, Debug)]
pub(super) struct Backlog {
    /// By class, then by home.
    buckets: Vec<Bucket>,
    waiting: usize,
    /// Whether jobs are told apart by home.
    by_home: bool,
}

impl Backlog {
    /// Nobody waits; `by_home` if jobs never leave home.
    pub fn new(by_home: bool) -> Backlog {
        Backlog {
            buckets: Vec::new(),
            waiting: 0,
            by_home,
        }
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// A job goes to the end; not while [candidates](Backlog::candidate) are looked at.
    pub fn push(&mut self, job: Job) {
        let class = job.estimate_s.to_bits() >> LEFT_OUT;
        let home = if self.by_home { job.home } else { 0 };
        let found = self
            .buckets
            .binary_search_by_key(&(class, home), |bucket| (bucket.class, bucket.home));
        let at = found.unwrap_or_else(|at| {
            let bucket = Bucket {
                class,
                home,
                queue: WaitingQueue::default(),
                cursor: 0,
                reach: 0,
                next: None,
                number: u64::MAX,
            };
            self.buckets.insert(at, bucket);
            at
        });
        self.buckets[at].queue.push(job);
        self.waiting += 1;
    }

    /// Takes out the first job.
    pub fn pop(&mut self) -> Option<Job> {
        let first = |bucket: &mut Bucket| {
            let at = bucket.queue.first(0, ANY)?;
            Some((bucket.queue.get(at).id, at))
        };
        let buckets = self.buckets.iter_mut();
        let heads = buckets.filter_map(|bucket| Some((first(bucket)?, bucket)));
        let ((_, at), bucket) = heads.min_by_key(|&(head, _)| head)?;
        self.waiting -= 1;
        Some(bucket.queue.remove(at))
    }

    /// All jobs might start again.
    pub fn restart(&mut self) {
        self.buckets.iter_mut().for_each(|bucket| bucket.cursor = 0);
    }

    /// Learns what sizes might start: `reach` of the jobs of a home whose estimates are at least so long \[s\]; it is
    /// asked for longer and longer ones.
    pub fn seek(&mut self, mut reach: impl FnMut(f64, u32) -> u64) {
        for bucket in &mut self.buckets {
            if !bucket.queue.is_empty() {
                let shortest_s = f64::from_bits(bucket.class << LEFT_OUT);
                bucket.reach = reach(shortest_s, bucket.home).min(u64::from(ANY)) as u32;
            }
            bucket.seek();
        }
    }

    fn first(&mut self) -> Option<&mut Bucket> {
        let first = self.buckets.iter_mut().min_by_key(|bucket| bucket.number)?;
        (first.number < u64::MAX).then_some(first)
    }

    /// The next job that might start.
    pub fn candidate(&mut self) -> Option<Job> {
        let bucket = self.first()?;
        Some(*bucket.queue.get(bucket.next?))
    }

    /// The candidate cannot start now.
    pub fn pass(&mut self) {
        if let Some(bucket) = self.first()
            && let Some(at) = bucket.next
        {
            bucket.cursor = at + 1;
            bucket.seek();
        }
    }

    /// The candidate starts.
    pub fn remove(&mut self) {
        if let Some(bucket) = self.first()
            && let Some(at) = bucket.next
        {
            bucket.queue.remove(at);
            bucket.cursor = at;
            bucket.seek();
            self.waiting -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against a list that is walked from head to tail.
        #[test]
        fn equals_a_walked_list(
            jobs in prop::collection::vec((1u32..40, 0.1f64..100.0, 0u32..3), 1..300),
            by_home in any::<bool>(),
            popped in 0usize..20,
            reaches in prop::collection::vec((0.0f64..120.0, 0u32..40), 1..5),
        ) {
            let mut backlog = Backlog::new(by_home);
            let mut list = Vec::new();
            for (id, (nodes, estimate_s, home)) in jobs.into_iter().enumerate() {
                let job = Job { id: id as u64, nodes, estimate_s, home, ..Job::default() };
                backlog.push(job);
                list.push(job);
            }
            for _ in 0..popped.min(list.len()) {
                prop_assert_eq!(backlog.pop(), Some(list.remove(0)));
            }
            // What is free becomes less with time, and with every job that starts.
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
                    backlog.pass();
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
        }
    }
}
