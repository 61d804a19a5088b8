//! Data of the log about the jobs of a run that the simulation does not need: original numbers, times and users.
//!
//! The inner loop copies jobs, so these data are stored separately. Writers of jobs look them up here by a job's number in order
//! of arrival.

use super::log::Log;
use crate::base::problem::Problem;
use crate::words::{JobNames, LogId, listed};
use crate::workload::{Job, Source};
use std::sync::Arc;

/// The log data of each job of a run.
#[derive(Clone, Debug)]
pub struct LogJobs {
    log: Arc<Log>,
    /// The record of each job, in order of arrival.
    records: Vec<u32>,
    /// The jobs without a number in the log, in order of arrival.
    unnumbered: Vec<u64>,
    /// The first number for them in a log that is written.
    free_number: u64,
    /// Factor by which run times and requested run times were multiplied.
    factor: f64,
}

/// Used instead of a record's index if the job is not from the log.
const OF_NO_LOG: u32 = u32::MAX;

/// The log data of a job; `None` if the log lacks a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogJob<'l> {
    /// The job's name in the log, if it is not a number.
    pub name: Option<&'l str>,
    /// The job's number in the log.
    pub number: Option<u32>,
    /// The job's number in a log that is written; no other job of the log has a new number.
    pub written_number: u64,
    /// Submission time of the job \[s\], on the log's clock.
    pub submit_s: f64,
    /// The run time that the user requested \[s\], as in the log.
    pub requested_s: Option<f64>,
    /// The requested run time, multiplied by the same factor as the run time \[s\].
    pub scaled_request_s: Option<f64>,
    /// Number of the job's user.
    pub user: Option<u64>,
    /// Number of the job's queue.
    pub queue: Option<u64>,
    /// Number of the job's partition.
    pub partition: Option<u64>,
}

impl LogJob<'_> {
    /// The job's name or number in the log.
    pub fn id(&self) -> Option<LogId> {
        let name = self.name.map(|name| LogId::Name(name.to_owned()));
        name.or_else(|| Some(LogId::Number(self.number?.into())))
    }
}

/// Maximum number of jobs that an error lists.
const LISTED: usize = 5;

impl LogJobs {
    /// The log data of all jobs in the stream `source`. Requested times are multiplied by `factor`, by which the run
    /// times have been multiplied.
    pub fn new(log: Arc<Log>, source: &mut dyn Source, factor: f64) -> LogJobs {
        let mut records: Vec<u32> = Vec::with_capacity(log.records().len());
        while source.next().is_some() {
            let record = source.record().map(u32::try_from);
            records.push(record.and_then(Result::ok).unwrap_or(OF_NO_LOG));
        }
        let number = |place: &u32| log.records().get(*place as usize)?.number();
        let unnumbered = (0..).zip(&records).filter(|(_, place)| number(place).is_none()).map(|(id, _)| id).collect();
        LogJobs { free_number: log.free_number(), log, records, unnumbered, factor }
    }

    /// Names of jobs in the log; the jobs are given by their numbers in order of arrival.
    pub fn names(&self, jobs: impl IntoIterator<Item = u64>) -> JobNames {
        let named = |job| Some((job, self.recorded(job)?.id()?));
        jobs.into_iter().filter_map(named).collect()
    }

    /// Users of jobs as the log names them; the jobs are given by their numbers in order of arrival.
    pub fn users(&self, jobs: impl IntoIterator<Item = u64>) -> JobNames {
        let named = |job| {
            let user = i64::try_from(self.recorded(job)?.user?).ok()?;
            Some((job, LogId::Name(self.log.user_label(user))))
        };
        jobs.into_iter().filter_map(named).collect()
    }

    /// All jobs of the run that are from the log, with what the log calls them.
    fn all(&self) -> impl Iterator<Item = (u64, LogId)> {
        (0..self.records.len() as u64).filter_map(|job| Some((job, self.recorded(job)?.id()?)))
    }

    /// Number in order of arrival of the job that the log calls `wanted`.
    ///
    /// # Errors
    /// If not exactly one job of the run has this number or name in the log.
    pub fn find(&self, wanted: &str) -> Result<u64, Problem> {
        let is_wanted = |id: &LogId| match id {
            LogId::Number(number) => wanted.parse() == Ok(*number),
            LogId::Name(name) => name == wanted,
        };
        let found: Vec<u64> = self.all().filter(|(_, id)| is_wanted(id)).map(|(job, _)| job).collect();
        let place = format!("job log:{wanted}");
        match *found {
            [job] => Ok(job),
            [] => {
                let some = some_of(self.all().map(|(_, id)| format!("log:{id}")));
                Err(Problem::new(place, "does not exist", some, "A record that was left out is not a job"))
            }
            _ => {
                let wrong = format!("is not one job: the log has {} with this number", found.len());
                let some = some_of(found.iter().map(u64::to_string));
                Err(Problem::new(place, wrong, format!("their numbers in order of arrival: {some}"), ""))
            }
        }
    }

    /// True if all jobs of the run have a number or a name in the log, and all of these are different.
    pub fn ids_differ(&self) -> bool {
        let all = self.log.records();
        let ids = self.records.iter().map(|&place| {
            let number = all.get(place as usize)?.number();
            let name = self.log.name(place as usize);
            (number.is_some() || name.is_some()).then_some((number, name))
        });
        let Some(mut ids) = ids.collect::<Option<Vec<_>>>() else {
            return false;
        };
        ids.sort_unstable();
        ids.windows(2).all(|pair| pair.first() != pair.last())
    }

    /// A sentence on the numbers of the jobs without a number in the log, in a log that is written; `None` if all have
    /// numbers.
    pub fn new_numbers(&self) -> Option<String> {
        let count = self.unnumbered.len() as u64;
        (count > 0).then(|| {
            let jobs = crate::words::number::counted(count, "job");
            format!("{jobs} without a number in the log: numbered from {}", self.free_number)
        })
    }

    /// The number of a job in a log that is written: its own number, or a number that no job of the log has.
    fn written_number(&self, id: u64, own: Option<u32>) -> u64 {
        own.map_or_else(|| self.free_number + self.unnumbered.partition_point(|&other| other < id) as u64, u64::from)
    }

    /// The log data of a job. For a job that is not from the log, only the submission time on the log's clock is known,
    /// and the estimate as its requested time.
    pub fn of_job(&self, job: &Job) -> LogJob<'_> {
        self.recorded(job.id).unwrap_or(LogJob {
            name: None,
            number: None,
            written_number: self.written_number(job.id, None),
            submit_s: job.arrival_s + self.log.first_submit_s(),
            requested_s: None,
            scaled_request_s: (job.estimate_s != job.runtime_s).then_some(job.estimate_s),
            user: None,
            queue: None,
            partition: None,
        })
    }

    /// The log data of the job with this id; `None` if the job is not from the log.
    pub fn recorded(&self, id: u64) -> Option<LogJob<'_>> {
        let place = *self.records.get(usize::try_from(id).ok()?)?;
        let place = place as usize;
        let record = self.log.records().get(place)?;
        let class = self.log.class(record);
        let known = |number: i64| u64::try_from(number).ok();
        Some(LogJob {
            name: self.log.name(place),
            number: record.number(),
            written_number: self.written_number(id, record.number()),
            submit_s: record.submit_s,
            requested_s: record.requested_s(),
            scaled_request_s: record.requested_s().map(|asked_s| asked_s * self.factor),
            user: self.log.user(record).and_then(known),
            queue: class.and_then(|class| known(class.queue)),
            partition: class.and_then(|class| known(class.partition)),
        })
    }
}

/// The first entries of a list for people.
fn some_of(mut all: impl Iterator<Item = String>) -> String {
    let some: Vec<String> = all.by_ref().take(LISTED).collect();
    match all.next() {
        Some(_) => format!("{}, …", some.join(", ")),
        None => listed(&some),
    }
}
