//! Runs tasks on all cores. Results do not depend on the order in which tasks finish, so the number of threads has no
//! effect.

pub(in crate::cli) mod estimate;
pub(in crate::cli) mod files;
pub(in crate::cli) mod jobs_out;
pub(in crate::cli) mod progress;
pub(in crate::cli) mod swf_out;

use crate::base::problem::Problem;
use crate::cli::input::log;
use crate::cli::input::whole::whole;
use crate::cli::results::ResultsFolder;
use crate::cli::session::{Failure, Messages};
use crate::engine;
use crate::experiment::{
    MOST_WAITING, Merger, Plan, Results, Runner, SLOWS_DOWN, Shared, Task, TaskResult, plan, slows_down,
};
use crate::logs::Log;
use crate::words::number::{count, counted};
use crate::workload::MOST_JOBS;
use clap::Args;
use files::Files;
use progress::Progress;
use rayon::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

/// Largest allowed number of threads.
const MOST_THREADS: u32 = 1024;

/// Events between two progress reports of a task.
const STRETCH: u64 = 10_000;

/// If an experiment is expected to take longer than this \[s\], the expected time is announced.
const ANNOUNCED_S: f64 = 60.0;

/// Number of threads and limit of waiting jobs.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Resources {
    /// Simulate on N threads; default: all cores. The results do not depend on it.
    #[arg(long, value_name = "N", display_order = 900, value_parser = whole(1..=MOST_THREADS))]
    threads: Option<u32>,

    /// The limit of waiting jobs.
    #[command(flatten)]
    pub waiting: WaitingLimit,
}

/// Limit on the number of waiting jobs in a run.
#[derive(Args, Clone, Copy, Debug)]
pub struct WaitingLimit {
    /// Fail (exit code 1) when more than N jobs of a run wait at once: each takes 100 to 300 bytes.
    #[arg(long, value_name = "N", display_order = 901, default_value_t = MOST_WAITING as u32, value_parser = whole(1..=MOST_JOBS as u32))]
    max_waiting: u32,
}

impl Default for WaitingLimit {
    fn default() -> WaitingLimit {
        WaitingLimit { max_waiting: MOST_WAITING as u32 }
    }
}

impl WaitingLimit {
    /// The runner, set to fail when more jobs wait than the limit.
    pub fn of<O: engine::Observer>(self, runner: Runner<O>) -> Runner<O> {
        runner.at_most_waiting(self.max_waiting as usize)
    }
}

/// Advances a run until it ends or `done` returns true; `done` is called every `events` arrivals and ends.
///
/// # Errors
/// If the workload is invalid, or too many jobs wait.
pub fn advance<O: engine::Observer>(
    runner: &mut Runner<O>,
    events: u64,
    progress: &Progress,
    done: impl Fn(&Runner<O>) -> bool,
) -> Result<(), Failure> {
    let mut reported = 0;
    loop {
        let state = runner.advance(events).map_err(|problem| match runner.overflowed() {
            true => Failure::Running(problem),
            false => problem.into(),
        })?;
        let ended = runner.ended();
        progress.add(ended - reported);
        reported = ended;
        if state == engine::Progress::Finished || done(runner) {
            return Ok(());
        }
    }
}

impl Resources {
    /// Number of threads for a number of tasks.
    pub fn threads(self, tasks: usize) -> usize {
        let cores = available_parallelism().map_or(1, usize::from);
        let wanted = self.threads.map_or(cores, |threads| threads as usize);
        wanted.clamp(1, tasks.max(1))
    }
}

/// Runs the tasks of one log.
#[derive(Clone, Copy, Debug)]
pub struct Execution<'a> {
    /// Reports progress and speed here.
    pub messages: Messages,
    /// Number of threads and limit of waiting jobs.
    pub resources: Resources,
    /// The log, if the jobs come from a log.
    pub log: Option<&'a Arc<Log>>,
    /// Folder that stores each result. Tasks with a stored result are not simulated again.
    pub folder: Option<&'a ResultsFolder>,
}

impl<'a> Execution<'a> {
    /// Creates an execution; results are stored in `folder`.
    pub fn new(
        messages: Messages,
        resources: Resources,
        log: Option<&'a Arc<Log>>,
        folder: Option<&'a ResultsFolder>,
    ) -> Execution<'a> {
        Execution { messages, resources, log, folder }
    }

    /// The results of a plan. Replications without random numbers are simulated once.
    ///
    /// # Errors
    /// If a task cannot be set up, or a file cannot be written.
    pub fn results(&self, plan: &Plan) -> Result<Results, Failure> {
        let mut mergers = [Merger::new(plan)];
        self.merge(&mut mergers)?;
        let [mut merger] = mergers;
        Ok(merger.results())
    }

    /// Merges the results of several plans. Tasks that plans have in common are simulated once.
    ///
    /// # Errors
    /// If a task cannot be set up, or a file cannot be written.
    pub fn merge(&self, mergers: &mut [Merger<&Plan, Arc<TaskResult>>]) -> Result<(), Failure> {
        let shared = Shared::new(mergers.iter().map(Merger::plan), self.log.map(Arc::as_ref));
        self.tasks(shared.tasks(), shared.keys(), |task, result| shared.put(mergers, task, result))
    }

    /// Gives the result of each task to `done`, as tasks finish. Results are stored under the tasks'
    /// [keys](crate::experiment::stored::key).
    ///
    /// # Errors
    /// If a task cannot be set up, or a file cannot be written.
    pub fn tasks(
        &self,
        tasks: &[Task],
        keys: &[String],
        mut done: impl FnMut(usize, TaskResult) + Send,
    ) -> Result<(), Failure> {
        let mut left = Vec::new();
        for (index, key) in keys.iter().enumerate() {
            match self.folder.and_then(|own| own.result(key)) {
                Some(result) => done(index, result),
                None => left.push(index),
            }
        }
        if left.len() < tasks.len() {
            let there = tasks.len() - left.len();
            self.messages.note(&format!("{there} of {} tasks are done already", tasks.len()));
        }
        if left.is_empty() {
            return Ok(());
        }
        self.folder.map_or(Ok(()), ResultsFolder::begin)?;
        let run = |index: usize, task: &Task, progress: &Progress| {
            let (result, _) = self.simulate(task, progress, (), |()| false)?;
            self.folder.map_or(Ok(()), |own| own.store(&keys[index], &result))?;
            Ok(result)
        };
        self.in_parallel(tasks, left, run, done)?;
        self.folder.map_or(Ok(()), ResultsFolder::sync)
    }

    /// The results of a plan; jobs are written to `files` as they end.
    ///
    /// # Errors
    /// If a task cannot be set up, or a file cannot be written.
    pub fn written(&self, plan: &Plan, files: Files) -> Result<Results, Failure> {
        let mut merger = Merger::new(plan);
        let run = |index, task: &Task, progress: &Progress| {
            let writing = files.open(index, task, self.log)?;
            let (result, writing) = self.simulate(task, progress, writing, files::failed)?;
            writing.map_or(Ok(()), |own| files.close(index, own))?;
            Ok(result)
        };
        let all = (0..plan.tasks().len()).collect();
        self.in_parallel(plan.tasks(), all, run, |index, result| merger.put(index, result))?;
        files.finish()?;
        Ok(merger.results())
    }

    /// Runs the tasks with these indices, on several threads, and gives each result to `done`. Tasks run in their order:
    /// all replications of a scheduler at a point follow each other, and a merger then needs only their measures.
    fn in_parallel(
        &self,
        tasks: &[Task],
        indices: Vec<usize>,
        run: impl Fn(usize, &Task, &Progress) -> Result<TaskResult, Failure> + Sync,
        done: impl FnMut(usize, TaskResult) + Send,
    ) -> Result<(), Failure> {
        let wanted: Vec<Task> = indices.iter().map(|&index| tasks[index].clone()).collect();
        let threads = self.resources.threads(wanted.len());
        self.announce(&wanted, threads)?;
        let progress = Progress::new(self.messages, plan::jobs(&wanted, log::jobs(self.log)));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
            let wrong = format!("cannot be started: {error}");
            Failure::Running(Problem::new(format!("{threads} threads"), wrong, "", "Ask for fewer with --threads"))
        })?;
        let done = Mutex::new(done);
        pool.install(|| {
            indices.into_par_iter().zip(&wanted).with_max_len(1).try_for_each(|(index, task)| {
                let result = run(index, task, &progress)?;
                (done.lock().unwrap_or_else(PoisonError::into_inner))(index, result);
                Ok::<_, Failure>(())
            })
        })?;
        progress.finish(threads);
        Ok(())
    }

    /// Announces the expected time of a long experiment.
    fn announce(&self, tasks: &[Task], threads: usize) -> Result<(), Failure> {
        if !estimate::may_exceed(ANNOUNCED_S, tasks, self.log, threads) {
            return Ok(());
        }
        let expected = estimate::estimate(tasks, self.log, threads)?;
        let slower = tasks.iter().any(slows_down);
        if expected.seconds > ANNOUNCED_S || slower {
            self.messages.note(&format!(
                "{} of {} jobs will take {} on {}, judged by the first jobs. {}Ctrl-C stops it; fewer jobs, replications or points are faster",
                counted(tasks.len() as u64, "run"),
                count(plan::jobs(tasks, log::jobs(self.log))),
                expected.words(),
                counted(threads as u64, "thread"),
                if slower { format!("{SLOWS_DOWN}. ") } else { String::new() },
            ));
        }
        Ok(())
    }

    /// Simulates a task to its end, or until `stop` returns true. `stop` is called with the observer of the run.
    fn simulate<O: engine::Observer>(
        &self,
        task: &Task,
        progress: &Progress,
        observer: O,
        stop: impl Fn(&O) -> bool,
    ) -> Result<(TaskResult, Option<O>), Failure> {
        let mut runner = self.resources.waiting.of(Runner::new(task, self.log.cloned(), observer)?);
        advance(&mut runner, STRETCH, progress, |own| own.observer().is_some_and(&stop))?;
        let expected = task.jobs(log::jobs(self.log)).saturating_mul(task.passes());
        progress.skip(expected.saturating_sub(runner.ended()));
        Ok(runner.finish())
    }
}
