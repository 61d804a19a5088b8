//! Running tasks on all cores. Results are put in the order of the tasks, so they do not depend on the
//! number of threads.

use crate::base::number::{count, counted};
use crate::base::problem::Problem;
use crate::cli::input::log;
use crate::cli::printed::clock::about;
use crate::cli::printed::estimate;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::files::{self, Files};
use crate::cli::printed::progress::Progress;
use crate::cli::printed::say;
use crate::cli::results::ResultsFolder;
use crate::engine;
use crate::experiment::{MOST_WAITING, Runner, Task, TaskResult, plan};
use crate::workload::MOST_JOBS;
use crate::workload::swf::Log;
use clap::Args;
use rayon::prelude::*;
use std::sync::Arc;
use std::thread::available_parallelism;

/// Most threads that can be asked for.
const MOST_THREADS: i64 = 1024;

/// A task listens to others after this many events.
const STRETCH: u64 = 10_000;

/// An experiment that takes longer is announced \[s\].
const ANNOUNCED_S: f64 = 60.0;

/// What a command may take of the machine.
#[derive(Args, Clone, Copy, Debug)]
pub struct Resources {
    /// Simulate on N threads; all cores if left out. The results do not depend on it.
    #[arg(long, value_name = "N", display_order = 900, value_parser = clap::value_parser!(u32).range(1..=MOST_THREADS))]
    threads: Option<u32>,

    #[command(flatten)]
    waiting: WaitingLimit,
}

/// Most jobs of a run that may wait.
#[derive(Args, Clone, Copy, Debug)]
pub struct WaitingLimit {
    /// Fail (exit code 1) when more than N jobs of a run wait at once: each takes 100 to 300 bytes.
    #[arg(long, value_name = "N", display_order = 901, default_value_t = MOST_WAITING as u32, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS as i64))]
    max_waiting: u32,
}

impl Default for WaitingLimit {
    fn default() -> WaitingLimit {
        WaitingLimit { max_waiting: MOST_WAITING as u32 }
    }
}

impl WaitingLimit {
    /// A run that fails when more jobs wait.
    pub fn of<O: engine::Observer>(self, runner: Runner<O>) -> Runner<O> {
        runner.at_most_waiting(self.max_waiting as usize)
    }
}

/// Advances a run by about `events` arrivals and ends.
///
/// # Errors
/// If its workload cannot be had, or too many jobs wait.
pub fn advance<O: engine::Observer>(runner: &mut Runner<O>, events: u64) -> Result<engine::Progress, Failure> {
    runner.advance(events).map_err(|problem| match runner.overflowed() {
        true => Failure::Running(problem),
        false => problem.into(),
    })
}

impl Resources {
    /// Threads for a number of tasks: no more than there is work for.
    pub fn threads(self, tasks: usize) -> usize {
        let cores = available_parallelism().map_or(1, usize::from);
        let wanted = self.threads.map_or(cores, |threads| threads as usize);
        wanted.clamp(1, tasks.max(1))
    }

    /// Most jobs of a run that may wait.
    pub fn waiting(self) -> WaitingLimit {
        self.waiting
    }
}

/// What becomes of the results of tasks before all are done.
#[derive(Clone, Copy, Debug)]
pub enum Meanwhile<'a> {
    /// Each is kept in the folder, if there is one, under its [key](crate::experiment::stored::key); those that are there are not computed again.
    Keep(Option<&'a ResultsFolder>, &'a [String]),
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
    resources: Resources,
    meanwhile: Meanwhile<'_>,
) -> Result<Vec<Option<Arc<TaskResult>>>, Failure> {
    match meanwhile {
        Meanwhile::Write(files) => {
            let order = plan::order(tasks);
            let finished = in_parallel(tasks, order, log, resources, |index, task, progress| {
                written(index, task, log, resources, progress, files).map(Arc::new)
            })?;
            Ok(in_order(vec![None; tasks.len()], finished))
        }
        Meanwhile::Keep(folder, keys) => {
            let known = keys.iter().map(|key| folder?.result(key).map(Arc::new));
            let known: Vec<_> = known.collect();
            let mut order = plan::order(tasks);
            order.retain(|&index| known[index].is_none());
            if order.len() < tasks.len() {
                let there = tasks.len() - order.len();
                say::note(&format!("{there} of {} tasks are done already", tasks.len()));
            }
            if order.is_empty() {
                return Ok(known);
            }
            folder.map_or(Ok(()), ResultsFolder::begin)?;
            let finished = in_parallel(tasks, order, log, resources, |index, task, progress| {
                let (result, _) = simulate(task, log, resources, progress, (), |()| false)?;
                let result = Arc::new(result);
                folder.map_or(Ok(()), |own| own.keep(&keys[index], &result))?;
                Ok(result)
            })?;
            folder.map_or(Ok(()), ResultsFolder::sync)?;
            Ok(in_order(known, finished))
        }
    }
}

/// Puts results where their tasks are.
fn in_order(
    mut known: Vec<Option<Arc<TaskResult>>>,
    finished: Vec<(usize, Arc<TaskResult>)>,
) -> Vec<Option<Arc<TaskResult>>> {
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
    resources: Resources,
    run: impl Fn(usize, &Task, &Progress) -> Result<Arc<TaskResult>, Failure> + Sync,
) -> Result<Vec<(usize, Arc<TaskResult>)>, Failure> {
    if order.is_empty() {
        return Ok(Vec::new());
    }
    let wanted: Vec<Task> = order.iter().map(|&index| tasks[index].clone()).collect();
    let threads = resources.threads(wanted.len());
    announce(&wanted, log, threads)?;
    let progress = Progress::new(plan::jobs(&wanted, log::jobs(log)));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
        let remedy = "Ask for fewer with --threads";
        Failure::Running(Problem::new(format!("{threads} threads"), format!("cannot be started: {error}"), "", remedy))
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
    if !estimate::may_exceed(ANNOUNCED_S, tasks, log, threads) {
        return Ok(());
    }
    let expected_s = estimate::seconds(tasks, log, threads)?;
    if expected_s > ANNOUNCED_S {
        say::note(&format!(
            "{} of {} jobs will take about {} on {}, judged by the first jobs. Ctrl-C stops it; fewer jobs, replications or points are faster",
            counted(tasks.len() as u64, "run"),
            count(plan::jobs(tasks, log::jobs(log))),
            about(expected_s),
            counted(threads as u64, "thread"),
        ));
    }
    Ok(())
}

/// A task that is written to files.
fn written(
    index: usize,
    task: &Task,
    log: Option<&Arc<Log>>,
    resources: Resources,
    progress: &Progress,
    files: &Files,
) -> Result<TaskResult, Failure> {
    let writing = files.open(index, task, log)?;
    let (result, writing) = simulate(task, log, resources, progress, writing, files::failed)?;
    if let Some(writing) = writing {
        files.close(index, writing)?;
    }
    Ok(result)
}

/// Simulates a task to its end, or until its observer wants no more.
fn simulate<O: engine::Observer>(
    task: &Task,
    log: Option<&Arc<Log>>,
    resources: Resources,
    progress: &Progress,
    observer: O,
    stop: impl Fn(&O) -> bool,
) -> Result<(TaskResult, Option<O>), Failure> {
    let mut runner = resources.waiting.of(Runner::new(task, log.cloned(), observer)?);
    let mut reported = 0;
    loop {
        let state = advance(&mut runner, STRETCH)?;
        let ended = runner.ended();
        progress.add(ended - reported);
        reported = ended;
        if state == engine::Progress::Finished || runner.observer().is_some_and(&stop) {
            break;
        }
    }
    let expected = task.jobs(log::jobs(log)).saturating_mul(task.passes());
    progress.skip(expected.saturating_sub(reported));
    Ok(runner.finish())
}
