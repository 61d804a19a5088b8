//! Dependencies between jobs, second implementation: at every instant, all dependencies of all jobs are looked at again.

use metasched::workload::Job;
use std::collections::BTreeMap;

/// Kind of a dependency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    After,
    AfterAny,
    AfterOk,
    AfterNotOk,
}

/// What happened to a job: its start, its end or refusal, and its success.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    start: Option<f64>,
    end: Option<f64>,
    success: bool,
}

/// The jobs that are not in the queue yet, and what they wait for.
#[derive(Default)]
pub struct Door {
    /// The other job, the event and the delay, for each job.
    pub on: BTreeMap<u64, Vec<(u64, Kind, f64)>>,
    /// The array of each job of an array.
    pub arrays: BTreeMap<u64, usize>,
    /// Maximum number of jobs of each array in the queue or on nodes.
    pub limits: Vec<usize>,
    /// True if dependent jobs arrive when they may start.
    pub feedback: bool,
    /// True if dependent jobs wait at the place of their submission.
    pub placed: bool,
    /// Times at which jobs joined the queue.
    pub passed: BTreeMap<u64, f64>,
    pub outside: Vec<Job>,
    known: BTreeMap<u64, Known>,
}

impl Door {
    pub fn started(&mut self, id: u64, now: f64) {
        // The first start counts.
        self.known.entry(id).or_default().start.get_or_insert(now);
    }

    pub fn ended(&mut self, id: u64, now: f64, success: bool) {
        let known = self.known.entry(id).or_default();
        (known.end, known.success) = (Some(now), success);
    }

    fn on(&self, id: u64) -> &[(u64, Kind, f64)] {
        self.on.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The time from which on the job is known \[s\].
    fn arrival(&self, job: &Job) -> f64 {
        if self.feedback && !self.on(job.id).is_empty() { 0.0 } else { job.arrival_s }
    }

    /// The time of the event that a dependency waits for, and whether it is as required.
    fn event(&self, other: u64, kind: Kind) -> Option<(f64, bool)> {
        let known = self.known.get(&other)?;
        let event = if kind == Kind::After { known.start.or(known.end)? } else { known.end? };
        let holds = match kind {
            Kind::After | Kind::AfterAny => true,
            Kind::AfterOk => known.success,
            Kind::AfterNotOk => !known.success,
        };
        Some((event, holds))
    }

    /// The next time at which a job arrives or a delay is over.
    pub fn next_s(&self, now: f64) -> f64 {
        let arrivals = self.outside.iter().map(|job| self.arrival(job));
        let delays = self.outside.iter().flat_map(|job| self.on(job.id)).filter_map(|&(other, kind, delay)| {
            let (event, _) = self.event(other, kind)?;
            Some(event + delay)
        });
        arrivals.chain(delays).filter(|&time| time > now).fold(f64::INFINITY, f64::min)
    }

    /// The next job that joins the queue now, or that never may: `false`.
    pub fn next(&mut self, now: f64) -> Option<(Job, bool)> {
        let mut ids: Vec<u64> = self.outside.iter().map(|job| job.id).collect();
        ids.sort_unstable();
        for id in ids {
            let at = self.outside.iter().position(|job| job.id == id).unwrap();
            if self.arrival(&self.outside[at]) > now {
                continue;
            }
            let events: Vec<_> = self.on(id).iter().map(|own| (self.event(own.0, own.1), own.2)).collect();
            if events.iter().any(|own| own.0.is_some_and(|(_, holds)| !holds)) {
                self.ended(id, now, false);
                return Some((self.outside.remove(at), false));
            }
            let open = events.iter().any(|own| own.0.is_none_or(|(event, _)| event + own.1 > now));
            let has_ended = |id: &u64| self.known.get(id).is_some_and(|own| own.end.is_some());
            let is_full = self.arrays.get(&id).is_some_and(|array| {
                let inside = self.passed.keys().filter(|id| self.arrays.get(id) == Some(array) && !has_ended(id));
                inside.count() >= self.limits[*array]
            });
            if !open && !is_full {
                self.passed.insert(id, now);
                return Some((self.outside.remove(at), true));
            }
        }
        None
    }
}
