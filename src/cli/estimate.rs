//! How long an experiment will take, judged by the beginnings of a few of its tasks.

use super::clock::Since;
use super::failure::Failure;
use super::log;
use crate::engine::Progress;
use crate::experiment::{Plan, Runner};
use crate::workload::swf::Log;
use std::sync::Arc;

/// Tasks that are tried.
const SAMPLES: usize = 6;
/// Each for so long \[s\].
const SAMPLE_S: f64 = 0.06;
/// Jobs between two looks at the clock.
const STRETCH: u64 = 1_000;
/// No sensible experiment is slower \[jobs/s\], so that short ones need no estimate.
const SLOW: f64 = 100_000.0;

/// Whether it is worth an estimate.
pub fn may_take_long(plan: &Plan, log: Option<&Arc<Log>>, threads: usize) -> bool {
    plan.jobs(log::jobs(log)) as f64 > 60.0 * SLOW * threads as f64
}

/// How long the tasks will take \[s\]. Queues that grow make later jobs slower than the first ones, so this is rough.
///
/// # Errors
/// If a task cannot be set up.
pub fn seconds(plan: &Plan, log: Option<&Arc<Log>>, threads: usize) -> Result<f64, Failure> {
    let tasks = plan.tasks();
    let samples = tasks.len().min(SAMPLES);
    let mut total_s = 0.0;
    for sample in 0..samples {
        // Spread over all points and schedulers.
        let Some(task) = tasks.get((2 * sample + 1) * tasks.len() / (2 * samples)) else {
            continue;
        };
        let mut runner = Runner::new(task, log.cloned(), ())?;
        let begin = Since::now();
        let finished = loop {
            if runner.advance(STRETCH)? == Progress::Finished {
                break true;
            }
            if begin.seconds() > SAMPLE_S {
                break false;
            }
        };
        let jobs = task.jobs(log::jobs(log)).saturating_mul(task.passes());
        total_s += match finished {
            true => begin.seconds(),
            false => begin.seconds() * jobs as f64 / runner.ended().max(1) as f64,
        };
    }
    let per_task_s = total_s / samples.max(1) as f64;
    // The last tasks do not fill all threads.
    let rounds = tasks.len().div_ceil(threads.max(1));
    Ok(per_task_s * rounds as f64)
}
