//! Partial executions (status 2, 3 and 4): the lines of a job that was swapped or checkpointed, and restarted.
//!
//! The standard prescribes a summary line (status 0 or 1) for the whole job, which alone describes the workload. If the
//! summary is missing, the parts are joined: the job is submitted with its first part, and its run time is the sum of
//! all parts.

use super::candidate::Candidate;
use crate::logs::log::Record;
use crate::logs::selection::status;
use std::collections::{BTreeMap, BTreeSet};

/// The number or the name of a job.
type Key = (u32, Option<Box<str>>);

fn key(part: &Candidate) -> Key {
    (part.number, part.name.clone())
}

/// The jobs that have a line of their own.
pub(super) struct Summaries(BTreeSet<Key>);

impl Summaries {
    /// The jobs of these records. `names` has the names of jobs without numbers, by index.
    pub fn of(records: &[Record], names: &BTreeMap<usize, Box<str>>) -> Summaries {
        Summaries(records.iter().enumerate().map(|(at, own)| (own.number, names.get(&at).cloned())).collect())
    }

    /// True if the part belongs to one of the jobs.
    pub fn hold(&self, part: &Candidate) -> bool {
        self.0.contains(&key(part))
    }
}

/// Joins the parts of each job, in the order of the first parts; each job with the lines of its parts.
pub(super) fn joined(parts: Vec<(Candidate, u64)>) -> Vec<(Candidate, Vec<u64>)> {
    let mut jobs: Vec<(Candidate, Vec<u64>)> = Vec::new();
    let mut places: BTreeMap<Key, usize> = BTreeMap::new();
    for (part, line) in parts {
        let place = *places.entry(key(&part)).or_insert(jobs.len());
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
