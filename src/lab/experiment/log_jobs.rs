//! The records in the log for the jobs of a run, and what the log calls these jobs.

use super::Task;
use crate::base::problem::Problem;
use crate::logs::{Log, LogJobs};
use crate::metrics::story::Story;
use crate::metrics::timeline::Timeline;
use crate::scenario::{Scenario, build};
use std::sync::Arc;

/// The log records of the jobs in a replication of a scenario; `None` if the workload is not a log.
///
/// # Errors
/// If the jobs cannot be built.
pub fn of(scenario: &Scenario, replication: u32, log: Option<&Arc<Log>>) -> Result<Option<LogJobs>, Problem> {
    let Some(own) = log.filter(|_| scenario.workload.is_log()) else {
        return Ok(None);
    };
    let factor = build::jobs::factor(scenario, replication, log)?.unwrap_or(1.0);
    let mut source = build::jobs::scaled(scenario, replication, log, None)?;
    Ok(Some(LogJobs::new(Arc::clone(own), &mut *source, factor)))
}

/// The log records of the jobs of a task; `None` if the workload is not a log.
///
/// # Errors
/// If the jobs cannot be built.
pub fn of_task(task: &Task, log: Option<&Arc<Log>>) -> Result<Option<LogJobs>, Problem> {
    of(&task.scenario, task.replication, log)
}

/// Adds to a story what the log calls its jobs.
///
/// # Errors
/// If the jobs cannot be built.
pub fn name_story(story: &mut Story, task: &Task, log: Option<&Arc<Log>>) -> Result<(), Problem> {
    if let Some(logged) = of_task(task, log)? {
        story.names = logged.names(story.jobs());
    }
    Ok(())
}

/// Adds to a recorded window, and to its overview, what the log calls the jobs.
///
/// # Errors
/// If the jobs cannot be built.
pub fn name_timeline(timeline: &mut Timeline, task: &Task, log: Option<&Arc<Log>>) -> Result<(), Problem> {
    if let Some(logged) = of_task(task, log)? {
        timeline.names = logged.names(timeline.jobs.iter().map(|own| own.id));
        timeline.users = logged.users(timeline.jobs.iter().map(|own| own.id));
        if let Some(whole) = &mut timeline.overview {
            whole.names = logged.names(whole.waits.iter().chain(&whole.slowed).map(|own| own.id));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::{LogJob, read};
    use crate::workload::Job;
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
        let jobs = of(&scenario, 0, Some(&log)).unwrap().unwrap();
        let mut source = build::jobs::scaled(&scenario, 0, Some(&log), None).unwrap();
        let count = std::iter::from_fn(|| source.next()).count();
        (jobs, count)
    }

    #[test]
    fn a_log_by_hand() {
        let (jobs, count) = log_jobs(json!({}));
        assert_eq!(count, 2);
        let first = LogJob {
            name: None,
            number: Some(9),
            written_number: 9,
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
            written_number: 7,
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
        assert!(jobs.ids_differ());
    }

    /// The work is 4·10 + 12·100 = 1240 within 60 s on 5 nodes, a load of 62/15. For a load of 31/15 all run times are
    /// halved.
    #[test]
    fn pieces_have_the_number_of_their_job_and_requests_are_scaled() {
        let (jobs, count) = log_jobs(json!({"oversized": "split"}));
        let numbers: Vec<_> = (0..count as u64).map(|id| jobs.recorded(id).unwrap().number.unwrap()).collect();
        assert_eq!(numbers, [9, 7, 7, 7]);
        assert!(!jobs.ids_differ());
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
