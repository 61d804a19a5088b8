//! Data of a log about the jobs of a run that the simulation does not need: their own numbers, times and users.
//!
//! The inner loop copies jobs, so these data are stored separately. Writers of jobs look them up here by a job's number in order
//! of arrival.

use crate::base::problem::Problem;
use crate::scenario::{Scenario, Workload, build};
use crate::workload::Job;
use crate::workload::swf::Log;
use std::sync::Arc;

/// The log data of each job of a run.
#[derive(Clone, Debug)]
pub struct LogJobs {
    log: Arc<Log>,
    /// The record of each job, in order of arrival.
    records: Vec<u32>,
    /// Factor on run times and requested run times.
    factor: f64,
}

/// Marks a job that is from no log.
const OF_NO_LOG: u32 = u32::MAX;

/// The log data of a job; `None` if the log lacks a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogJob<'l> {
    /// The job's name in the log, if it is not a number.
    pub name: Option<&'l str>,
    /// The job's number in the log.
    pub number: Option<u32>,
    /// Submission time of the job \[s\], on the log's clock.
    pub submit_s: f64,
    /// The run time requested by its user \[s\], as in the log.
    pub requested_s: Option<f64>,
    /// The requested run time, scaled like the run time \[s\].
    pub scaled_request_s: Option<f64>,
    /// Number of the job's user.
    pub user: Option<u64>,
    /// Number of the job's queue.
    pub queue: Option<u64>,
    /// Number of the job's partition.
    pub partition: Option<u64>,
}

impl LogJobs {
    /// The log data for a replication of a scenario; `None` if its workload is not a log.
    ///
    /// # Errors
    /// If the jobs cannot be made.
    pub fn of(scenario: &Scenario, replication: u32, log: Option<&Arc<Log>>) -> Result<Option<LogJobs>, Problem> {
        let (Workload::Swf(_), Some(own)) = (&scenario.workload, log) else {
            return Ok(None);
        };
        let factor = build::jobs::factor(scenario, replication, log)?;
        let mut source = build::jobs::scaled(scenario, replication, log, None)?;
        let mut records: Vec<u32> = Vec::with_capacity(own.records().len());
        while source.next().is_some() {
            let record = source.record().map(u32::try_from);
            records.push(record.and_then(Result::ok).unwrap_or(OF_NO_LOG));
        }
        Ok(Some(LogJobs { log: Arc::clone(own), records, factor: factor.unwrap_or(1.0) }))
    }

    /// True if all jobs of the run have numbers, and no two are equal.
    pub fn numbers_differ(&self) -> bool {
        let all = self.log.records();
        let numbers = self.records.iter().map(|&place| all.get(place as usize)?.number());
        let Some(mut numbers) = numbers.collect::<Option<Vec<u32>>>() else {
            return false;
        };
        numbers.sort_unstable();
        numbers.windows(2).all(|pair| pair.first() != pair.last())
    }

    /// The log data of a job. A request that joined the log has only its arrival on the log's clock.
    pub fn of_job(&self, job: &Job) -> LogJob<'_> {
        self.recorded(job.id).unwrap_or(LogJob {
            name: None,
            number: None,
            submit_s: job.arrival_s + self.log.first_submit_s(),
            requested_s: None,
            scaled_request_s: (job.estimate_s != job.runtime_s).then_some(job.estimate_s),
            user: None,
            queue: None,
            partition: None,
        })
    }

    fn recorded(&self, id: u64) -> Option<LogJob<'_>> {
        let place = *self.records.get(usize::try_from(id).ok()?)?;
        let place = place as usize;
        let record = self.log.records().get(place)?;
        let class = self.log.class(record);
        let known = |number: i64| u64::try_from(number).ok();
        Some(LogJob {
            name: self.log.name(place),
            number: record.number(),
            submit_s: record.submit_s,
            requested_s: record.requested_s(),
            scaled_request_s: record.requested_s().map(|asked_s| asked_s * self.factor),
            user: self.log.user(record).and_then(known),
            queue: class.and_then(|class| known(class.queue)),
            partition: class.and_then(|class| known(class.partition)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::swf::read;
    use serde_json::{Value, json};

    /// Job 9 is submitted before job 7, and job 8 has no run time.
    const LOG: &str = "7 110 -1 100 12 -1 -1 12 -1 -1 1 3 -1 -1 2 -1\n\
        8 120 -1 0 1\n\
        9 50 -1 10 4 -1 -1 4 20 -1 1 5 -1 -1 1 6\n";

    fn log_jobs(more: Value) -> (LogJobs, usize) {
        let log = Arc::new(read("three.swf", &mut LOG.as_bytes()).unwrap());
        let mut workload = json!({"model": "swf", "path": "three.swf", "home": "first"});
        for (name, value) in more.as_object().unwrap() {
            workload[name] = value.clone();
        }
        let platform = json!({"clusters": [{"nodes": 5}]});
        let scenario = json!({"platform": platform, "workload": workload});
        let scenario = Scenario::from_value(&scenario).unwrap();
        let jobs = LogJobs::of(&scenario, 0, Some(&log)).unwrap().unwrap();
        let count = jobs.records.len();
        (jobs, count)
    }

    #[test]
    fn a_log_by_hand() {
        let (jobs, count) = log_jobs(json!({}));
        assert_eq!(count, 2);
        let first = LogJob {
            name: None,
            number: Some(9),
            submit_s: 50.0,
            requested_s: Some(20.0),
            scaled_request_s: Some(20.0),
            user: Some(5),
            queue: Some(1),
            partition: Some(6),
        };
        let second = LogJob {
            name: None,
            number: Some(7),
            submit_s: 110.0,
            requested_s: None,
            scaled_request_s: None,
            user: Some(3),
            queue: Some(2),
            partition: None,
        };
        assert_eq!(jobs.recorded(0), Some(first));
        assert_eq!(jobs.recorded(1), Some(second));
        assert_eq!(jobs.recorded(2), None);
        assert!(jobs.numbers_differ());
    }

    /// Work of 4·10 + 12·100 = 1240 within 60 s on 5 nodes is a load of 62/15; for 31/15 all run times are halved.
    #[test]
    fn pieces_have_the_number_of_their_job_and_requests_are_scaled() {
        let (jobs, count) = log_jobs(json!({"oversized": "split"}));
        let numbers: Vec<_> = (0..count as u64).map(|id| jobs.recorded(id).unwrap().number.unwrap()).collect();
        assert_eq!(numbers, [9, 7, 7, 7]);
        assert!(!jobs.numbers_differ());
        let (jobs, _) = log_jobs(json!({"load": 31.0 / 15.0}));
        let first = jobs.recorded(0).unwrap();
        assert_eq!(first.requested_s, Some(20.0), "as the log has it");
        let asked_s = first.scaled_request_s.unwrap();
        assert!((asked_s - 10.0).abs() < 1e-12, "{asked_s}");
    }

    #[test]
    fn requests_that_join_a_log_are_of_none() {
        let (jobs, count) = log_jobs(json!({"meta_compression": 1000.0}));
        let known: Vec<_> = (0..count as u64).filter_map(|id| jobs.recorded(id)).collect();
        assert!(count > 2);
        let numbers: Vec<_> = known.iter().map(|job| job.number).collect();
        assert_eq!(numbers, [Some(9), Some(7)]);
        let request = Job { id: count as u64, arrival_s: 8.0, ..Job::default() };
        assert_eq!(jobs.of_job(&request).submit_s, 58.0);
    }
}
