//! How long an experiment will take, judged by the beginnings of a few of its tasks, and how much memory.

use crate::cli::input::log;
use crate::cli::printed::clock::Since;
use crate::cli::printed::failure::Failure;
use crate::engine::Progress;
use crate::experiment::{Runner, Task, plan};
use crate::scenario::build;
use crate::workload::swf::Log;
use bytesize::ByteSize;
use std::sync::Arc;

/// Tasks that are tried.
const SAMPLES: usize = 6;
/// Each for so long \[s\].
const SAMPLE_S: f64 = 0.06;
/// Events between two looks at the clock.
const STRETCH: u64 = 2_000;
/// No sensible experiment is slower \[jobs/s\], so that short ones need no estimate.
const SLOW: f64 = 100_000.0;

/// What the program takes without any job, measured \[bytes\].
pub const BASE: ByteSize = ByteSize(8_500_000);
/// What a job of a log takes, measured \[bytes\].
const RECORD_BYTES: f64 = 32.0;
/// What a waiting job takes \[bytes\]: 94 to 150 were measured, by queue.
const WAITING_BYTES: f64 = 120.0;
/// What a task and its results take until all are printed, and what each of its jobs adds: 15 kB were measured with 40 jobs, 60 kB with 400.
const TASK_BYTES: f64 = 10e3;
const ENDED_BYTES: f64 = 130.0;
/// … but all bins of its histograms are filled at some time: 130 to 200 kB were measured with 8,000 to 64,000 jobs.
const MOST_TASK_BYTES: f64 = 160e3;

/// A queue that has become so long during a sample may go on growing \[jobs\].
const GROWING: usize = 1_000;

/// What an experiment will take.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Time \[s\]. Queues that grow make later jobs slower than the first ones, so this is rough.
    pub seconds: f64,
    /// Memory, if queues go on growing as they begin to.
    pub memory: ByteSize,
}

/// Memory if `waiting` jobs waited at once in each run.
fn memory(tasks: &[Task], log: Option<&Arc<Log>>, threads: usize, waiting: f64) -> ByteSize {
    let jobs = log::jobs(log) as f64 * RECORD_BYTES;
    let results = tasks.iter().map(|task| {
        let ended = task.arrivals(log::jobs(log)) as f64;
        f64::min(TASK_BYTES + ENDED_BYTES * ended, MOST_TASK_BYTES)
    });
    let queues = waiting * WAITING_BYTES * threads as f64;
    BASE + (jobs + results.sum::<f64>() + queues) as u64
}

/// Memory if no job ever waited.
pub fn least_memory(tasks: &[Task], log: Option<&Arc<Log>>) -> ByteSize {
    memory(tasks, log, 0, 0.0)
}

/// Memory if all jobs of the largest run came to wait at once.
///
/// # Errors
/// If the workload of a task cannot be had.
pub fn most_memory(
    tasks: &[Task],
    log: Option<&Arc<Log>>,
    threads: usize,
) -> Result<ByteSize, Failure> {
    let of_jobs = |task: &&Task| task.arrivals(log::jobs(log));
    let largest = tasks.iter().max_by_key(of_jobs);
    let waiting = largest.map_or(Ok(0.0), |task| arrivals(task, log))?;
    Ok(memory(tasks, log, threads, waiting))
}

/// Jobs that may arrive in one pass of a task, the oversized ones split.
fn arrivals(task: &Task, log: Option<&Arc<Log>>) -> Result<f64, Failure> {
    let pieces = build::jobs::pieces(&task.scenario, task.replication, log)?;
    Ok(task.arrivals(log::jobs(log)) as f64 * pieces)
}

/// Whether it is worth an estimate.
pub fn may_take_long(tasks: &[Task], log: Option<&Arc<Log>>, threads: usize) -> bool {
    plan::jobs(tasks, log::jobs(log)) as f64 > 60.0 * SLOW * threads as f64
}

/// Judged by the beginnings of some tasks.
///
/// # Errors
/// If a task cannot be set up.
pub fn of(tasks: &[Task], log: Option<&Arc<Log>>, threads: usize) -> Result<Estimate, Failure> {
    let samples = tasks.len().min(SAMPLES);
    let (mut sampled_s, mut sampled_jobs, mut waiting) = (0.0, 0.0, 0.0);
    for sample in 0..samples {
        // Spread over all points and schedulers.
        let Some(task) = tasks.get((2 * sample + 1) * tasks.len() / (2 * samples)) else {
            continue;
        };
        let mut runner = Runner::new(task, log.cloned(), ())?;
        let begin = Since::now();
        let mut early = None;
        let finished = loop {
            if runner.advance(STRETCH)? == Progress::Finished {
                break true;
            }
            if begin.seconds() > 0.5 * SAMPLE_S && early.is_none() {
                early = Some(runner.queue());
            }
            if begin.seconds() > SAMPLE_S {
                break false;
            }
        };
        sampled_jobs += task.jobs(log::jobs(log)).saturating_mul(task.passes()) as f64;
        let seconds = begin.seconds();
        if finished {
            sampled_s += seconds;
            continue;
        }
        let arrive = arrivals(task, log)?;
        let completions = task.scenario.experiment.completions;
        let end = completions.map_or(arrive, |most| arrive.min(most as f64));
        sampled_s += seconds * end * task.passes() as f64 / runner.ended().max(1) as f64;
        let in_the_end = in_the_end(early.unwrap_or_default(), runner.queue(), arrive);
        waiting = f64::max(waiting, in_the_end);
    }
    let all_s = sampled_s / f64::max(sampled_jobs, 1.0) * plan::jobs(tasks, log::jobs(log)) as f64;
    // The last tasks do not fill all threads.
    let rounds = tasks.len().div_ceil(threads.max(1));
    Ok(Estimate {
        seconds: all_s * rounds as f64 / tasks.len().max(1) as f64,
        memory: memory(tasks, log, threads, waiting),
    })
}

/// How many jobs will wait once all have arrived, if the queue goes on growing as from one moment to another, of each of which
/// the jobs that had arrived and those that waited are given. Short queues come and go: they do not count as growing.
fn in_the_end(early: (u64, usize), now: (u64, usize), all: f64) -> f64 {
    let waiting = now.1 as f64;
    if now.1 < GROWING {
        return waiting;
    }
    let growth = (waiting - early.1 as f64) / f64::max(now.0 as f64 - early.0 as f64, 1.0);
    waiting + growth.clamp(0.0, 1.0) * f64::max(all - now.0 as f64, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Plan;
    use crate::scenario::{Checked, Scenario};

    #[test]
    fn memory_follows_threads_and_the_largest_run() {
        let plan = Plan::new(&Checked::default()).unwrap();
        let results = plan.tasks().len() as f64 * MOST_TASK_BYTES;
        let least = least_memory(plan.tasks(), None);
        assert_eq!(least, BASE + results as u64);
        assert_eq!(
            most_memory(plan.tasks(), None, 2).unwrap(),
            least + (2.0 * 8000.0 * WAITING_BYTES) as u64
        );
    }

    #[test]
    fn queues_go_on_growing_as_they_began() {
        // 1,000 of 10,000 wait, then 3,000 of 20,000: a fifth of the other 80,000 will.
        let grown = in_the_end((10_000, 1000), (20_000, 3000), 100_000.0);
        assert_eq!(grown, 3000.0 + 16_000.0);
        // One that shrinks or is short grows no more; one that has no early moment has grown from nothing.
        assert_eq!(
            in_the_end((10_000, 5000), (20_000, 2000), 100_000.0),
            2000.0
        );
        assert_eq!(in_the_end((10_000, 100), (20_000, 900), 100_000.0), 900.0);
        assert_eq!(in_the_end((0, 0), (5000, 5000), 10_000.0), 10_000.0);
    }

    #[test]
    fn small_experiments_are_measured_whole() {
        let text = r#"{ "workload": { "jobs_per_cluster": 10 }, "experiment": { "sweep": [], "replications": 1 } }"#;
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        assert!(!may_take_long(plan.tasks(), None, 1));
        assert!(of(plan.tasks(), None, 1).unwrap().seconds < 10.0);
    }
}
