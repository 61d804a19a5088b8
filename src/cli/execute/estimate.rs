//! Estimates the time of an experiment from the beginnings of a few tasks.

use crate::base::problem::Problem;
use crate::cli::clock::Since;
use crate::cli::input::log;
use crate::engine::Progress;
use crate::experiment::{Runner, Task, plan};
use crate::logs::Log;
use std::sync::Arc;

/// Number of tasks that are sampled.
const SAMPLES: usize = 6;
/// Time for each sample \[s\].
const SAMPLE_S: f64 = 0.05;
/// Events between two checks of the clock.
const STRETCH: u64 = 1_000;
/// Number of jobs whose time is measured in the first part of a task that begins with a measurement of the load.
const LOAD_JOBS: u64 = 20_000;
/// A low speed of simulation, which most experiments exceed \[jobs/s\]. An experiment that is short even at this speed
/// needs no estimate.
const SLOW: f64 = 10_000.0;

/// True if tasks may take longer than `limit_s` \[s\] on `threads`, so that an estimate is worthwhile.
pub fn may_exceed(limit_s: f64, tasks: &[Task], log: Option<&Arc<Log>>, threads: usize) -> bool {
    plan::jobs(tasks, log::jobs(log)) as f64 > limit_s * SLOW * threads as f64
}

/// Estimated time of tasks on `threads` \[s\]. The estimate is rough: growing queues make later jobs slower than the
/// first ones.
///
/// # Errors
/// If a task cannot be set up.
pub fn seconds(tasks: &[Task], log: Option<&Arc<Log>>, threads: usize) -> Result<f64, Problem> {
    let samples = tasks.len().min(SAMPLES);
    let (mut sampled_s, mut sampled_jobs) = (0.0, 0.0);
    // Samples are spread over all points and schedulers.
    let places = (0..samples).map(|sample| (2 * sample + 1) * tasks.len() / (2 * samples));
    for task in places.filter_map(|place| tasks.get(place)) {
        sampled_s += seconds_of(task, log)?;
        sampled_jobs += plan::jobs(std::slice::from_ref(task), log::jobs(log)) as f64;
    }
    let all_s = sampled_s / f64::max(sampled_jobs, 1.0) * plan::jobs(tasks, log::jobs(log)) as f64;
    // The estimate is rounded up to whole rounds of tasks, because the last tasks do not occupy all threads.
    let rounds = tasks.len().div_ceil(threads.max(1));
    Ok(all_s * rounds as f64 / tasks.len().max(1) as f64)
}

/// Time of a task \[s\].
fn seconds_of(task: &Task, log: Option<&Arc<Log>>) -> Result<f64, Problem> {
    let mut runner = Runner::new(task, log.cloned(), ())?;
    let mut load_s = 0.0;
    if task.scenario.workload.load().is_some() {
        let begin = Since::now();
        runner.advance(LOAD_JOBS)?;
        let arrivals = task.arrivals(log::jobs(log)).max(1) as f64;
        load_s = whole_s(begin.seconds(), LOAD_JOBS as f64, arrivals);
        runner.cut_load()?;
    }
    let begin = Since::now();
    let mut events = 0;
    while begin.seconds() < SAMPLE_S {
        if runner.advance(STRETCH)? == Progress::Finished {
            return Ok(load_s + begin.seconds());
        }
        events += STRETCH;
    }
    // Each job has two events: arrival and end.
    let all_events = 2 * plan::jobs(std::slice::from_ref(task), log::jobs(log));
    Ok(load_s + whole_s(begin.seconds(), events as f64, all_events as f64))
}

/// The time for the amount of work `all` \[s\], extrapolated from the time `spent_s` for the amount `done`.
fn whole_s(spent_s: f64, done: f64, all: f64) -> f64 {
    spent_s * f64::max(all / done, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Plan;
    use crate::scenario::Scenario;

    fn seconds_for(jobs: u64, workload: &str) -> f64 {
        let text = format!(
            r#"{{ "workload": {{ {workload}: {jobs} }}, "schedulers": ["no-share"], "experiment": {{ "sweep": [], "replications": 3 }} }}"#
        );
        let plan = Plan::new(&Scenario::from_json(&text).unwrap()).unwrap();
        seconds(plan.tasks(), None, 1).unwrap()
    }

    #[test]
    fn small_experiments_are_measured_whole() {
        let time = seconds_for(10, r#""jobs_per_cluster""#);
        assert!(time > 0.0 && time < 1.0, "{time}");
    }

    /// The scenarios include some that measure the load of all jobs before the simulation.
    #[test]
    fn large_experiments_are_judged_by_their_beginnings() {
        assert_eq!(whole_s(0.05, 1_000.0, 100_000.0), 5.0);
        assert_eq!(whole_s(0.05, 1_000.0, 10.0), 0.05);
        let time = seconds_for(1_000_000, r#""model": "lublin99", "load": 0.9, "jobs""#);
        assert!(time.is_finite() && time > 0.0, "{time}");
    }
}
