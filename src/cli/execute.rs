//! Running tasks on all cores. Results are put in the order of the tasks, so they do not depend on the
//! number of threads.

use crate::base::problem::Problem;
use crate::cli::input::log;
use crate::cli::kept::Keeping;
use crate::cli::memory::{self, MemoryLimit};
use crate::cli::printed::clock::about;
use crate::cli::printed::estimate::Runs;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::files::{self, Files};
use crate::cli::printed::progress::Progress;
use crate::cli::printed::say;
use crate::engine;
use crate::experiment::{Runner, Task, TaskResult, plan};
use crate::metrics::watched::Watcher;
use crate::workload::swf::Log;
use bytesize::ByteSize;
use clap::Args;
use rayon::prelude::*;
use std::sync::Arc;
use std::thread::available_parallelism;

/// Most threads that can be asked for.
const MOST_THREADS: i64 = 1024;

/// A task listens to others after this many events.
const STRETCH: u64 = 10_000;

/// What can be done about an experiment that takes too much memory.
const SMALLER: &str = "Simulate fewer jobs or points, use --threads 1, share the work among several commands (--shard)";

/// An experiment that takes longer is announced \[s\].
const ANNOUNCED_S: f64 = 60.0;

/// What a command may take of the machine.
#[derive(Args, Clone, Copy, Debug)]
pub struct Resources {
    /// Simulate on N threads; all cores if left out. The results do not depend on it.
    #[arg(long, value_name = "N", display_order = 900, value_parser = clap::value_parser!(u32).range(1..=MOST_THREADS))]
    threads: Option<u32>,

    #[command(flatten)]
    memory: MemoryLimit,
}

impl Resources {
    /// Threads for a number of tasks: no more than there is work for.
    pub fn threads(self, tasks: usize) -> usize {
        let cores = available_parallelism().map_or(1, usize::from);
        let wanted = self.threads.map_or(cores, |threads| threads as usize);
        wanted.clamp(1, tasks.max(1))
    }

    /// From now on the command ends if it takes more memory than it may.
    pub fn hold(self) {
        self.memory.hold();
    }

    /// Most memory that the command may take.
    pub fn memory(self) -> ByteSize {
        self.memory.most()
    }
}

/// What becomes of the results of tasks before all are done.
#[derive(Clone, Copy, Debug)]
pub enum Meanwhile<'a> {
    /// Each is kept under its [key](crate::experiment::stored::key), and those that were kept before are not computed again.
    Keep(&'a Keeping, &'a [String]),
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
                written(index, task, log, progress, files).map(Arc::new)
            })?;
            Ok(in_order(vec![None; tasks.len()], finished))
        }
        Meanwhile::Keep(keeping, keys) => {
            let known = keys.iter().map(|key| keeping.result(key).map(Arc::new));
            let known: Vec<_> = known.collect();
            let mut order = plan::order(tasks);
            order.retain(|&index| known[index].is_none());
            if order.len() < tasks.len() {
                let there = tasks.len() - order.len();
                say::note(&format!("{there} of {} tasks are done already", tasks.len()));
            }
            let finished = in_parallel(tasks, order, log, resources, |index, task, progress| {
                let (result, _) = simulate(task, log, progress, (), |()| false)?;
                let result = Arc::new(result);
                keeping.keep(&keys[index], &result)?;
                Ok(result)
            })?;
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
    announce(&wanted, log, threads, resources.memory())?;
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

/// Refuses tasks that will take more memory than they may before any job.
///
/// # Errors
/// If they will.
pub fn enough_for(tasks: &[Task], log: Option<&Arc<Log>>, resources: Resources) -> Result<(), Problem> {
    let least = Runs::whole(tasks, log, 0).least_memory();
    memory::enough(least, resources.memory(), SMALLER)
}

/// Says so if it will take long, and refuses what will take more memory than it may.
fn announce(tasks: &[Task], log: Option<&Arc<Log>>, threads: usize, allowed: ByteSize) -> Result<(), Failure> {
    let runs = Runs::whole(tasks, log, threads);
    let most = runs.most_memory()?;
    if most <= allowed && !runs.may_take_long() {
        return Ok(());
    }
    // Trying some tasks takes memory, too.
    memory::enough(runs.least_memory(), allowed, SMALLER)?;
    let expected = memory::trying(SMALLER, || runs.estimate())?;
    memory::enough(expected.memory, allowed, SMALLER)?;
    if most > allowed {
        say::warning(&format!(
            "if queues grow to the end of the runs this will take {}, more than the {} that it may take: it would be ended then",
            most.display().si(),
            allowed.display().si()
        ));
    }
    if expected.seconds > ANNOUNCED_S {
        say::note(&format!(
            "This will take about {}, judged by the first jobs. Ctrl-C stops it; fewer jobs, replications or points are faster",
            about(expected.seconds)
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
    let mut reported = 0;
    loop {
        let state = runner.advance(STRETCH)?;
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
