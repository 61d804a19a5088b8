//! Running tasks on all cores. Results are put in the order of the tasks, so they do not depend on the
//! number of threads.

use crate::base::problem::Problem;
use crate::cli::input::log;
use crate::cli::printed::clock::about;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::files::{self, Files};
use crate::cli::printed::progress::Progress;
use crate::cli::printed::{estimate, say, summary};
use crate::engine;
use crate::experiment::{Runner, Task, TaskResult, plan};
use crate::metrics::watched::Watcher;
use crate::workload::swf::Log;
use clap::Args;
use rayon::prelude::*;
use std::sync::Arc;
use std::thread::available_parallelism;

/// Most threads that can be asked for.
const MOST_THREADS: i64 = 1024;

/// A task listens to others after this many events.
const STRETCH: u64 = 10_000;

/// More memory than this is announced \[bytes\].
const ANNOUNCED_BYTES: f64 = 2e9;

/// An experiment that takes longer is announced \[s\].
const ANNOUNCED_S: f64 = 60.0;

/// How many cores to use.
#[derive(Args, Clone, Copy, Debug)]
pub struct Threads {
    /// Simulate on N threads; all cores if left out. The results do not depend on it.
    #[arg(long, value_name = "N", display_order = 900, value_parser = clap::value_parser!(u32).range(1..=MOST_THREADS))]
    threads: Option<u32>,
}

impl Threads {
    /// Threads for a number of tasks: no more than there is work for.
    pub fn count(self, tasks: usize) -> usize {
        let cores = available_parallelism().map_or(1, usize::from);
        let wanted = self.threads.map_or(cores, |threads| threads as usize);
        wanted.clamp(1, tasks.max(1))
    }
}

/// The results of all tasks, in their order; files are written on the way.
///
/// # Errors
/// If a task cannot be set up, or a file cannot be written.
pub fn run(
    tasks: &[Task],
    log: Option<&Arc<Log>>,
    threads: Threads,
    files: Option<&Files>,
) -> Result<Vec<Option<TaskResult>>, Failure> {
    let threads = threads.count(tasks.len());
    announce(tasks, log, threads)?;
    let progress = Progress::new(plan::jobs(tasks, log::jobs(log)));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| {
            let remedy = "Ask for fewer with --threads";
            Failure::Running(Problem::new(
                format!("{threads} threads"),
                format!("cannot be started: {error}"),
                "",
                remedy,
            ))
        })?;
    let order = plan::order(tasks);
    let finished: Vec<(usize, TaskResult)> = pool.install(|| {
        let order = order.into_par_iter().with_max_len(1);
        let results = order.filter_map(|index| {
            let task = tasks.get(index)?;
            let result = match files {
                Some(files) => written(index, task, log, &progress, files),
                None => simulate(task, log, &progress, (), |()| false).map(|(result, _)| result),
            };
            Some(result.map(|result| (index, result)))
        });
        results.collect::<Result<_, Failure>>()
    })?;
    let mut done: Vec<Option<TaskResult>> = vec![None; tasks.len()];
    for (index, result) in finished {
        if let Some(place) = done.get_mut(index) {
            *place = Some(result);
        }
    }
    progress.finish(threads);
    Ok(done)
}

/// Says so if it will take long.
fn announce(tasks: &[Task], log: Option<&Arc<Log>>, threads: usize) -> Result<(), Failure> {
    if !estimate::may_take_long(tasks, log, threads) {
        return Ok(());
    }
    let memory = estimate::memory(tasks, log, threads).most;
    let overloaded = summary::offered_loads(tasks).is_some_and(|[_, most]| most >= 1.0);
    if overloaded && memory > ANNOUNCED_BYTES {
        say::warning(&format!(
            "more work arrives than all nodes can do: queues will grow and may take up to {}. Fewer jobs or --threads 1 take less",
            estimate::bytes_in_words(memory)
        ));
    }
    let seconds = estimate::seconds(tasks, log, threads)?;
    if seconds > ANNOUNCED_S {
        say::note(&format!(
            "This will take about {}, judged by the first jobs. Ctrl-C stops it; fewer jobs, replications or points are faster",
            about(seconds)
        ));
    }
    Ok(())
}

/// A task that is written to files.
fn written(
    index: usize,
    task: &Task,
    log: Option<&Arc<Log>>,
    progress: &Progress,
    files: &Files,
) -> Result<TaskResult, Failure> {
    let writing = files.open(index, task, log)?;
    let (result, writing) = simulate(task, log, progress, writing, files::failed)?;
    if let Some(writing) = writing {
        files.close(index, writing)?;
    }
    Ok(result)
}

/// Simulates a task to its end, or until its observer wants no more.
fn simulate<O: Watcher>(
    task: &Task,
    log: Option<&Arc<Log>>,
    progress: &Progress,
    observer: O,
    stop: impl Fn(&O) -> bool,
) -> Result<(TaskResult, Option<O>), Failure> {
    let mut runner = Runner::new(task, log.cloned(), observer)?;
    let mut told = 0;
    loop {
        let state = runner.advance(STRETCH)?;
        let ended = runner.ended();
        progress.add(ended - told);
        told = ended;
        if state == engine::Progress::Finished || runner.observer().is_some_and(&stop) {
            break;
        }
    }
    let expected = task.jobs(log::jobs(log)).saturating_mul(task.passes());
    progress.skip(expected.saturating_sub(told));
    Ok(runner.finish())
}
