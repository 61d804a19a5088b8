//! Running tasks on all cores. Results are put in the order of the tasks, so they do not depend on the
//! number of threads.

use crate::base::problem::Problem;
use crate::cli::input::log;
use crate::cli::kept::Keeping;
use crate::cli::printed::clock::about;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::files::{self, Files};
use crate::cli::printed::progress::Progress;
use crate::cli::printed::{estimate, say, summary};
use crate::engine;
use crate::experiment::{Runner, Task, TaskResult, plan, stored};
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

/// What becomes of the results of tasks before all are done.
#[derive(Clone, Copy, Debug)]
pub enum Meanwhile<'a> {
    /// Each is kept, and those that were kept before are not computed again.
    Keep(&'a Keeping),
    /// Jobs are written to files as they end.
    Write(&'a Files),
}

/// The results of all tasks, in their order.
///
/// # Errors
/// If a task cannot be set up, or a file cannot be written.
pub fn run(
    tasks: &[Task],
    log: Option<&Arc<Log>>,
    threads: Threads,
    meanwhile: Meanwhile<'_>,
) -> Result<Vec<Option<TaskResult>>, Failure> {
    match meanwhile {
        Meanwhile::Write(files) => {
            let order = plan::order(tasks);
            let finished = in_parallel(tasks, order, log, threads, |index, task, progress| {
                written(index, task, log, progress, files)
            })?;
            Ok(in_order(vec![None; tasks.len()], finished))
        }
        Meanwhile::Keep(keeping) => {
            let keys: Vec<String> = match keeping {
                Keeping::Nothing => Vec::new(),
                _ => tasks
                    .iter()
                    .map(|task| stored::key(task, log.map(Arc::as_ref)))
                    .collect(),
            };
            let mut known: Vec<Option<TaskResult>> =
                keys.iter().map(|key| keeping.result(key)).collect();
            known.resize(tasks.len(), None);
            let mut order = plan::order(tasks);
            order.retain(|&index| known[index].is_none());
            if order.len() < tasks.len() {
                let there = tasks.len() - order.len();
                say::note(&format!(
                    "{there} of {} tasks are done already",
                    tasks.len()
                ));
            }
            let finished = in_parallel(tasks, order, log, threads, |index, task, progress| {
                let (result, _) = simulate(task, log, progress, (), |()| false)?;
                keys.get(index)
                    .map_or(Ok(()), |key| keeping.keep(key, &result))?;
                Ok(result)
            })?;
            Ok(in_order(known, finished))
        }
    }
}

/// Puts results where their tasks are.
fn in_order(
    mut known: Vec<Option<TaskResult>>,
    finished: Vec<(usize, TaskResult)>,
) -> Vec<Option<TaskResult>> {
    for (index, result) in finished {
        known[index] = Some(result);
    }
    known
}

/// Runs the tasks in `order`, all cores at once.
fn in_parallel(
    tasks: &[Task],
    order: Vec<usize>,
    log: Option<&Arc<Log>>,
    threads: Threads,
    run: impl Fn(usize, &Task, &Progress) -> Result<TaskResult, Failure> + Sync,
) -> Result<Vec<(usize, TaskResult)>, Failure> {
    if order.is_empty() {
        return Ok(Vec::new());
    }
    let wanted: Vec<Task> = order.iter().map(|&index| tasks[index].clone()).collect();
    let threads = threads.count(wanted.len());
    announce(&wanted, log, threads)?;
    let progress = Progress::new(plan::jobs(&wanted, log::jobs(log)));
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
    let finished = pool.install(|| {
        let pairs = order.into_par_iter().zip(&wanted).with_max_len(1);
        let results = pairs.map(|(index, task)| Ok((index, run(index, task, &progress)?)));
        results.collect::<Result<_, Failure>>()
    })?;
    progress.finish(threads);
    Ok(finished)
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
