//! How long an experiment will take, judged by the beginnings of a few of its tasks, and how much memory.

use crate::cli::input::log;
use crate::cli::printed::clock::Since;
use crate::cli::printed::failure::Failure;
use crate::engine::Progress;
use crate::experiment::{Runner, Task, plan};
use crate::workload::swf::Log;
use std::sync::Arc;

/// Tasks that are tried.
const SAMPLES: usize = 6;
/// Each for so long \[s\].
const SAMPLE_S: f64 = 0.06;
/// Events between two looks at the clock.
const STRETCH: u64 = 2_000;
/// No sensible experiment is slower \[jobs/s\], so that short ones need no estimate.
const SLOW: f64 = 100_000.0;

/// What the program takes without any job \[bytes\].
const BASE_BYTES: f64 = 15e6;
/// What a job of a log takes \[bytes\].
const RECORD_BYTES: f64 = 32.0;
/// What a waiting job takes at most, measured \[bytes\]: itself, the queue's index, and room to grow.
const WAITING_BYTES: f64 = 150.0;

/// Memory of an experiment \[bytes\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// While queues stay short.
    pub usual: f64,
    /// If all jobs of the largest runs came to wait at once.
    pub most: f64,
}

/// Memory follows the jobs in the system, not the jobs simulated.
pub fn memory(tasks: &[Task], log: Option<&Arc<Log>>, threads: usize) -> Memory {
    let jobs = log::jobs(log);
    let usual = BASE_BYTES + jobs as f64 * RECORD_BYTES;
    let largest = tasks.iter().map(|task| task.arrivals(jobs)).max();
    let largest = largest.unwrap_or(0);
    Memory {
        usual,
        most: usual + largest as f64 * WAITING_BYTES * threads as f64,
    }
}

/// Whether it is worth an estimate.
pub fn may_take_long(tasks: &[Task], log: Option<&Arc<Log>>, threads: usize) -> bool {
    plan::jobs(tasks, log::jobs(log)) as f64 > 60.0 * SLOW * threads as f64
}

/// How long the tasks will take \[s\]. Queues that grow make later jobs slower than the first ones, so this is rough.
///
/// # Errors
/// If a task cannot be set up.
pub fn seconds(tasks: &[Task], log: Option<&Arc<Log>>, threads: usize) -> Result<f64, Failure> {
    let samples = tasks.len().min(SAMPLES);
    let (mut sampled_s, mut sampled_jobs) = (0.0, 0.0);
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
        sampled_jobs += jobs as f64;
        sampled_s += match finished {
            true => begin.seconds(),
            false => begin.seconds() * jobs as f64 / runner.ended().max(1) as f64,
        };
    }
    let all_s = sampled_s / f64::max(sampled_jobs, 1.0) * plan::jobs(tasks, log::jobs(log)) as f64;
    // The last tasks do not fill all threads.
    let rounds = tasks.len().div_ceil(threads.max(1));
    Ok(all_s * rounds as f64 / tasks.len().max(1) as f64)
}

/// Bytes in words: "15 MB", "2.5 GB".
pub fn bytes_in_words(bytes: f64) -> String {
    match bytes {
        b if b < 1e9 => format!("{:.0} MB", b / 1e6),
        b => format!("{:.1} GB", b / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Plan;
    use crate::scenario::{Checked, Scenario};

    #[test]
    fn memory_follows_threads_and_the_largest_run() {
        let plan = Plan::new(&Checked::default()).unwrap();
        let memory = memory(plan.tasks(), None, 2);
        assert_eq!(
            (memory.usual, memory.most),
            (15e6, 15e6 + 2.0 * 8000.0 * 150.0)
        );
        assert_eq!(bytes_in_words(memory.most), "17 MB");
        assert_eq!(bytes_in_words(2.46e9), "2.5 GB");
    }

    #[test]
    fn small_experiments_are_measured_whole() {
        let text = r#"{ "workload": { "jobs_per_cluster": 10 }, "experiment": { "sweep": [], "replications": 1 } }"#;
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        assert!(!may_take_long(plan.tasks(), None, 1));
        assert!(seconds(plan.tasks(), None, 1).unwrap() < 10.0);
    }
}
