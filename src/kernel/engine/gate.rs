//! Jobs that wait for other jobs before the scheduler sees them.
//!
//! With dependencies, every job passes the gate: a job without dependencies at once, a dependent job when its last dependency is fulfilled
//! and the delay has passed. Jobs that pass at the same instant do so in the order of their numbers. A job whose dependency cannot be
//! fulfilled any more is refused, which counts as a failure for the jobs that wait for it.

use crate::workload::{After, Dependencies, Dependency, Job};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What happened to a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Started,
    /// The job ended: with success, or killed.
    Ended(bool),
    /// The job will never start.
    Refused,
}

impl Event {
    /// True if this event fulfils a dependency, false if the dependency can no longer be fulfilled; `None` if the event
    /// does not matter to it.
    fn fulfils(self, after: After) -> Option<bool> {
        match (self, after) {
            (Event::Started, After::Start) => Some(true),
            (Event::Started, _) => None,
            (_, After::Start | After::End) => Some(true),
            (own, After::Success) => Some(own == Event::Ended(true)),
            (own, After::Failure) => Some(own != Event::Ended(true)),
        }
    }
}

/// A job that leaves the gate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Passed {
    /// The job may start from now on.
    Eligible(Job),
    /// The job will never start, because a job before it did not end as required.
    Never(Job),
}

/// A dependent job.
#[derive(Debug, Default)]
struct Held {
    /// The job, once it has come from the workload.
    job: Option<Job>,
    /// Number of its dependencies that are not decided.
    open: usize,
    /// The job may not start before \[s\].
    from_s: f64,
    /// True if one of its dependencies cannot be fulfilled any more.
    never: bool,
}

/// A job that waits for an event of another.
#[derive(Clone, Copy, Debug)]
struct Follower {
    job: u64,
    after: After,
    delay_s: f64,
}

/// An array of jobs with a limit.
#[derive(Debug)]
struct Array {
    limit: usize,
    /// Jobs that passed the gate and have not ended, by number.
    inside: BTreeSet<u64>,
    /// Jobs that may start but for the limit, by number.
    line: BTreeMap<u64, Job>,
}

impl Array {
    fn new(limit: u32) -> Array {
        Array { limit: limit as usize, inside: BTreeSet::new(), line: BTreeMap::new() }
    }
}

/// The gate.
pub(super) struct Gate {
    table: Arc<Dependencies>,
    held: BTreeMap<u64, Held>,
    /// Jobs that wait for an event of the job with this number.
    followers: BTreeMap<u64, Vec<Follower>>,
    arrays: Vec<Array>,
    /// Jobs that will pass, by time (the bits of a number that is not negative are in its order) and number.
    ready: BTreeMap<(u64, u64), Passed>,
    /// Times of arrival and of passing of the jobs that have passed and not ended, and the arrival that the scheduler knows, where this is not
    /// the first \[s\].
    times_s: BTreeMap<u64, [f64; 3]>,
}

impl Gate {
    pub fn new(table: Arc<Dependencies>) -> Gate {
        let mut gate = Gate {
            held: BTreeMap::new(),
            followers: BTreeMap::new(),
            arrays: table.limits.iter().map(|&limit| Array::new(limit)).collect(),
            ready: BTreeMap::new(),
            times_s: BTreeMap::new(),
            table: table.clone(),
        };
        for (&job, list) in &table.of {
            gate.held.insert(job, Held { open: list.len(), ..Held::default() });
            for own in list {
                let follower = Follower { job, after: own.after, delay_s: own.delay_s };
                gate.followers.entry(own.on).or_default().push(follower);
            }
        }
        gate
    }

    /// True if dependent jobs arrive when they may start.
    pub fn is_feedback(&self) -> bool {
        self.table.feedback
    }

    /// What a job waits for.
    pub fn dependencies_of(&self, id: u64) -> &[Dependency] {
        self.table.of.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Next time at which a job passes \[s\]; infinite if none is known.
    pub fn next_s(&self) -> f64 {
        self.ready.first_key_value().map_or(f64::INFINITY, |((bits, _), _)| f64::from_bits(*bits))
    }

    /// Takes a job from the workload. True if the job must wait for others.
    pub fn take(&mut self, job: Job) -> bool {
        match self.held.get_mut(&job.id) {
            Some(held) => {
                held.job = Some(job);
                !self.pass_if_decided(job.id, job.arrival_s)
            }
            None => {
                self.pass(job.arrival_s, Passed::Eligible(job));
                false
            }
        }
    }

    fn pass(&mut self, time_s: f64, passed: Passed) {
        let (Passed::Eligible(job) | Passed::Never(job)) = passed;
        // Adding 0 makes the zero positive.
        self.ready.insert(((time_s + 0.0).to_bits(), job.id), passed);
    }

    /// Lets a job pass if its dependencies are decided. True if it may pass now, at `now_s` \[s\].
    fn pass_if_decided(&mut self, id: u64, now_s: f64) -> bool {
        let decided = |held: &Held| held.job.filter(|_| held.never || held.open == 0);
        let Some(job) = self.held.get(&id).and_then(decided) else { return false };
        let Some(held) = self.held.remove(&id) else { return false };
        if held.never {
            self.pass(now_s, Passed::Never(job));
            return true;
        }
        // With feedback, what the workload says about the arrival of a dependent job does not count.
        let time_s = if self.is_feedback() { held.from_s } else { held.from_s.max(job.arrival_s) };
        self.pass(time_s, Passed::Eligible(job));
        time_s <= now_s
    }

    /// Reports what happened to a job at `now_s` \[s\].
    pub fn tell(&mut self, id: u64, event: Event, now_s: f64) {
        if matches!(event, Event::Ended(_) | Event::Refused) {
            self.times_s.remove(&id);
            self.leave_array(id, now_s);
        }
        let Some(followers) = self.followers.remove(&id) else { return };
        let (told, later): (Vec<Follower>, Vec<Follower>) =
            followers.into_iter().partition(|own| event.fulfils(own.after).is_some());
        if !later.is_empty() {
            self.followers.insert(id, later);
        }
        for own in told {
            if let Some(held) = self.held.get_mut(&own.job) {
                held.open -= 1;
                held.never |= event.fulfils(own.after) == Some(false);
                held.from_s = held.from_s.max(now_s + own.delay_s);
                self.pass_if_decided(own.job, now_s);
            }
        }
    }

    fn array_of(&mut self, id: u64) -> Option<&mut Array> {
        self.table.arrays.get(&id).and_then(|&array| self.arrays.get_mut(array))
    }

    fn leave_array(&mut self, id: u64, now_s: f64) {
        let Some(array) = self.array_of(id) else { return };
        if array.inside.remove(&id)
            && let Some((_, job)) = array.line.pop_first()
        {
            self.pass(now_s, Passed::Eligible(job));
        }
    }

    /// The next job that passes at `now_s` \[s\].
    pub fn next(&mut self, now_s: f64) -> Option<Passed> {
        while self.next_s() <= now_s {
            let (_, passed) = self.ready.pop_first()?;
            let Passed::Eligible(job) = passed else { return Some(passed) };
            if let Some(array) = self.array_of(job.id) {
                if array.inside.len() >= array.limit {
                    array.line.insert(job.id, job);
                    continue;
                }
                array.inside.insert(job.id);
            }
            return Some(passed);
        }
        None
    }

    /// The job as the scheduler knows it. For the scheduler, a job arrives when it may start; and one that passes in a later round of an
    /// instant, after starts at the instant, arrives behind all others. A placed job arrives when it was submitted.
    pub fn shown(&mut self, job: Job, now_s: f64, round: u32) -> Job {
        if self.table.placed {
            self.times_s.insert(job.id, [job.arrival_s, now_s, job.arrival_s]);
            return job;
        }
        let arrival_s = (0..round).fold(now_s, |time_s, _| time_s.next_up());
        if job.arrival_s != arrival_s {
            self.times_s.insert(job.id, [job.arrival_s, now_s, arrival_s]);
        }
        Job { arrival_s, ..job }
    }

    /// A job starts: the time of its arrival \[s\], and the time from then until it passed \[s\].
    pub fn started(&mut self, job: &Job, now_s: f64) -> [f64; 2] {
        self.tell(job.id, Event::Started, now_s);
        let [arrival_s, passed_s, _] = self.times_s.get(&job.id).copied().unwrap_or([job.arrival_s; 3]);
        [arrival_s, passed_s - arrival_s]
    }

    /// A job that waits again, as the scheduler knew it before.
    pub fn again(&self, job: Job) -> Job {
        Job { arrival_s: self.times_s.get(&job.id).map_or(job.arrival_s, |own| own[2]), ..job }
    }
}
