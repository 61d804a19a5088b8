//! Partial executions (status 2, 3 and 4): the lines of a job that was swapped or checkpointed, and restarted.
//!
//! The standard prescribes a summary line (status 0 or 1) for the whole job, which alone describes the workload. If the
//! summary is missing, the parts are joined: the job is submitted with its first part, and its run time is the sum of
//! all parts.

use super::candidate::Candidate;
use crate::logs::log::Record;
use crate::logs::selection::status;
use std::collections::{BTreeMap, BTreeSet};

/// The number or the name of a job, and its user.
type Key = (u32, Option<Box<str>>, i64);

fn key(part: &Candidate) -> Key {
    (part.number, part.name.clone(), part.user)
}

/// The jobs that have a line of their own.
pub(super) struct Summaries(BTreeSet<Key>);

impl Summaries {
    /// The jobs of these records. `names` has the names of jobs without numbers, by index, and `users` the users.
    pub fn of(records: &[Record], names: &BTreeMap<usize, Box<str>>, users: &[i64]) -> Summaries {
        let user = |own: &Record| users.get(usize::from(own.user)).copied().unwrap_or_default();
        Summaries(
            records.iter().enumerate().map(|(at, own)| (own.number, names.get(&at).cloned(), user(own))).collect(),
        )
    }

    /// True if the part belongs to one of the jobs.
    pub fn hold(&self, part: &Candidate) -> bool {
        part.is_numbered() && self.0.contains(&key(part))
    }
}

/// Joins the parts of each job, in the order of the first parts; each job with the lines of its parts. The last part
/// (status 3 or 4) ends a job; a further part of the same number begins another job.
pub(super) fn joined(parts: Vec<(Candidate, u64)>) -> Vec<(Candidate, Vec<u64>)> {
    let mut jobs: Vec<(Candidate, Vec<u64>)> = Vec::new();
    let mut places: BTreeMap<Key, usize> = BTreeMap::new();
    for (part, line) in parts {
        let (key, last) = (key(&part), part.status != status::CONTINUED);
        let place = places.get(&key).copied().unwrap_or(jobs.len());
        match last {
            true => places.remove(&key),
            false => places.insert(key, place),
        };
        match jobs.get_mut(place) {
            Some((job, lines)) => {
                lines.push(line);
                job.runtime_s = job.runtime_s.max(0.0) + part.runtime_s.max(0.0);
                job.processors = job.processors.max(part.processors);
                job.requested_s = job.requested_s.max(part.requested_s);
                job.status = whole(part.status);
            }
            None => jobs.push((Candidate { status: whole(part.status), ..part }, vec![line])),
        }
    }
    jobs
}

/// The status of a job whose last part has this status; unknown if another part would follow.
fn whole(part: f64) -> f64 {
    match part {
        status::LAST_COMPLETED => status::COMPLETED,
        status::LAST_FAILED => status::FAILED,
        _ => -1.0,
    }
}
