//! How long an experiment will take, judged by the beginnings of a few of its tasks, and how much memory.

use crate::base::maths;
use crate::cli::input::log;
use crate::cli::memory::{self, BASE};
use crate::cli::printed::clock::Since;
use crate::cli::printed::failure::Failure;
use crate::engine::Progress;
use crate::experiment::{Runner, Task, TaskResult, plan};
use crate::metrics::groups::GroupMeasures;
use crate::metrics::job_times::JobTime;
use crate::metrics::watched::Watcher;
use crate::models::{QueueOrder, Queues};
use crate::scenario::{Detail, build};
use crate::workload::swf::Log;
use bytesize::ByteSize;
use std::sync::Arc;

/// Tasks that are tried.
const SAMPLES: usize = 6;
/// How far each of them is simulated, in events and waiting jobs: by no clock, so that the estimate of memory is the same every time.
const SAMPLE_EFFORT: u64 = 100_000;
/// Events between two looks at how far it is.
const STRETCH: u64 = 2_000;
/// An event among so many waiting jobs may take as long as two.
const WAITING_EFFORT: u64 = 1_000;
/// No sensible experiment is slower \[jobs/s\], so that short ones need no estimate.
const SLOW: f64 = 100_000.0;

/// What a waiting job takes \[bytes\]: 88 to 98 were measured in order of arrival, of long queues.
const WAITING_BYTES: f64 = 100.0;
/// What it takes beside where the queue has another order: 122 in all were measured where keys differ, 195 where many are the same.
const ORDERED_BYTES: f64 = 55.0;
/// What it takes beside in a story, which knows all that wait where their order is not that of arrival, measured.
const STORY_BYTES: f64 = 200.0;
/// What a running job takes \[bytes\], measured: places are kept for as many as ever ran at once.
const RUNNING_BYTES: f64 = 350.0;
/// What a job takes beside in the plan of a queue with reservations, if it runs or has one \[bytes\]: 280 to 310 were measured.
const PLANNED_BYTES: f64 = 300.0;
/// What a job with a reservation takes beside in the list of these \[bytes\], which has room for more.
const RESERVED_BYTES: f64 = 150.0;
/// What a task takes beside its result until all are printed \[bytes\], measured: its place in lists, its name.
const TASK_BYTES: f64 = 2.5e3;
/// What a point and scheduler of a sweep take \[bytes\], measured: the scenario, what its replications come to, its line.
const CELL_BYTES: f64 = 4e3;
/// What a job can add to its task's result \[bytes\]: a bin in each of four histograms, until all bins are there.
const ENDED_BYTES: f64 = 64.0;
const ALL_BINS_BYTES: f64 = 4.0 * 16.0 * 3201.0;
/// What a cluster can add: the use of it and of its links, and its jobs as a group.
const CLUSTER_BYTES: f64 = (4 * size_of::<f64>() + size_of::<GroupMeasures>()) as f64;
/// By how much of them the bins of a run grow while its jobs double, measured.
const BINS_PER_DOUBLING: f64 = 0.15;

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

/// Runs that are about to be simulated.
#[derive(Clone, Copy, Debug)]
pub struct Runs<'a> {
    tasks: &'a [Task],
    log: Option<&'a Arc<Log>>,
    /// So many of them at a time.
    threads: usize,
    /// Each is left when so many jobs have ended, or about as many.
    ends: u64,
    /// Whether each run also records the story of a job.
    for_story: bool,
}

impl<'a> Runs<'a> {
    /// To their ends.
    pub fn whole(tasks: &'a [Task], log: Option<&'a Arc<Log>>, threads: usize) -> Runs<'a> {
        Runs { tasks, log, threads, ends: u64::MAX, for_story: false }
    }

    /// Until so many jobs have ended, one run after the other, for the story of a job.
    pub fn for_story(tasks: &'a [Task], log: Option<&'a Arc<Log>>, ends: u64) -> Runs<'a> {
        Runs { ends, for_story: true, ..Runs::whole(tasks, log, 1) }
    }

    /// What a run of a task takes while so many jobs wait and others run \[bytes\].
    fn bytes_with(&self, task: &Task, waiting: f64, running: f64) -> f64 {
        let queue = task.scheduler.queue(&task.scenario);
        let in_common = task.scheduler.policy.info().queues == Queues::Common;
        let mut bytes = waiting * WAITING_BYTES + running * RUNNING_BYTES;
        if in_common && queue.order != QueueOrder::default() {
            let story = if self.for_story { STORY_BYTES } else { 0.0 };
            bytes += waiting * (ORDERED_BYTES + story);
        }
        if in_common && queue.reserves() {
            let reserved = waiting.min(f64::from(queue.depth().jobs()));
            bytes += (reserved + running) * PLANNED_BYTES + reserved * RESERVED_BYTES;
        }
        bytes
    }

    /// Whether there is room for a run of a task to go on, whose jobs may become more.
    pub fn is_room<O: Watcher>(&self, task: &Task, runner: &Runner<O>) -> bool {
        let (waiting, running) = (runner.queue().1, runner.most_running());
        memory::may_double(self.bytes_with(task, waiting as f64, running as f64))
    }

    /// Memory if each run took so much for its jobs, and the results so much together \[bytes\].
    fn memory(&self, jobs: f64, results: f64) -> ByteSize {
        let records = self.log.map_or(0, |log| log.bytes());
        let first = self.tasks.iter().filter(|task| task.replication == 0);
        let jobs = jobs * self.threads as f64;
        BASE + records + (of_results(self.tasks.len(), first.count(), results) + jobs) as u64
    }

    /// Memory if no job ever waited or ran.
    pub fn least_memory(&self) -> ByteSize {
        self.memory(0.0, 0.0)
    }

    /// Memory if all jobs of the largest run came to wait at once, others came to run on every node, and each filled bins of its own.
    ///
    /// # Errors
    /// If the workload of a task cannot be had.
    pub fn most_memory(&self) -> Result<ByteSize, Failure> {
        let log_jobs = log::jobs(self.log);
        let of_jobs = |task: &&Task| task.arrivals(log_jobs);
        let largest = self.tasks.iter().max_by_key(of_jobs);
        let waiting = largest.map_or(Ok(0.0), |task| self.arrivals(task))?;
        let jobs = self.tasks.iter().map(|task| {
            let running = waiting.min(task.scenario.platform.node_count() as f64);
            self.bytes_with(task, waiting, running)
        });
        let jobs = jobs.fold(0.0, f64::max);
        let results = self.tasks.iter().map(|task| {
            let ended = task.jobs(log_jobs).min(self.ends) as f64;
            let of_jobs = match task.scenario.experiment.detail {
                Detail::Jobs => ended * size_of::<JobTime>() as f64,
                _ => 0.0,
            };
            let clusters = task.scenario.platform.cluster_count() as f64 * CLUSTER_BYTES;
            let bins = f64::min(ENDED_BYTES * ended, ALL_BINS_BYTES);
            size_of::<TaskResult>() as f64 + bins + clusters + of_jobs
        });
        Ok(self.memory(jobs, results.sum()))
    }

    /// Jobs that may arrive in one pass of a task, the oversized ones split.
    fn arrivals(&self, task: &Task) -> Result<f64, Failure> {
        let pieces = build::jobs::pieces(&task.scenario, task.replication, self.log)?;
        Ok(task.arrivals(log::jobs(self.log)) as f64 * pieces)
    }

    /// Whether it is worth an estimate.
    pub fn may_take_long(&self) -> bool {
        let jobs = plan::jobs(self.tasks, log::jobs(self.log)) as f64;
        jobs > 60.0 * SLOW * self.threads as f64
    }

    /// Judged by the beginnings of some tasks.
    ///
    /// # Errors
    /// If a task cannot be set up.
    pub fn estimate(&self) -> Result<Estimate, Failure> {
        let (tasks, log_jobs) = (self.tasks, log::jobs(self.log));
        let samples = tasks.len().min(SAMPLES);
        let (mut sampled_s, mut sampled_jobs, mut most, mut results) = (0.0, 0.0, 0.0, 0.0);
        for sample in 0..samples {
            // Spread over all points and schedulers.
            let Some(task) = tasks.get((2 * sample + 1) * tasks.len() / (2 * samples)) else {
                continue;
            };
            let mut runner = Runner::new(task, self.log.cloned(), ())?;
            let begin = Since::now();
            let (mut early, mut effort, mut longest) = (None, 0, 0);
            let crowd = |runner: &Runner| {
                let (arrived, waiting) = runner.queue();
                (arrived, waiting, runner.most_running())
            };
            let finished = loop {
                if runner.advance(STRETCH)? == Progress::Finished {
                    break true;
                }
                longest = longest.max(runner.queue().1);
                effort += STRETCH + STRETCH * runner.queue().1 as u64 / WAITING_EFFORT;
                if effort > SAMPLE_EFFORT / 2 && early.is_none() {
                    early = Some(crowd(&runner));
                }
                let is_room = self.is_room(task, &runner);
                if effort > SAMPLE_EFFORT || runner.ended() >= self.ends || !is_room {
                    break false;
                }
            };
            let seconds = begin.seconds();
            let jobs = task.jobs(log_jobs).min(self.ends) as f64;
            sampled_jobs += jobs * task.passes() as f64;
            let (ended, now) = (runner.ended(), crowd(&runner));
            let (longest, running) = (longest as f64, now.2 as f64);
            let result = runner.finish().0;
            most = f64::max(most, self.bytes_with(task, longest, running));
            if finished {
                results += result.bytes() as f64;
                sampled_s += seconds;
                continue;
            }
            results += bytes_in_the_end(&result, jobs / ended.max(1) as f64, jobs);
            let arrive_before_an_end = now.0 as f64 / ended.max(1) as f64;
            let arrive = f64::min(self.arrivals(task)?, self.ends as f64 * arrive_before_an_end);
            let completions = task.scenario.experiment.completions;
            let end = completions.map_or(arrive, |most| arrive.min(most as f64));
            sampled_s += seconds * end * task.passes() as f64 / ended.max(1) as f64;
            let early = early.unwrap_or_default();
            let waiting = in_the_end((early.0, early.1), (now.0, now.1), arrive);
            let running = in_the_end((early.0, early.2), (now.0, now.2), arrive);
            let nodes = task.scenario.platform.node_count() as f64;
            let bytes = self.bytes_with(task, waiting.max(longest), running.min(nodes));
            most = f64::max(most, bytes);
        }
        let all_s = sampled_s / f64::max(sampled_jobs, 1.0) * plan::jobs(tasks, log_jobs) as f64;
        // The last tasks do not fill all threads.
        let rounds = tasks.len().div_ceil(self.threads.max(1));
        let results = results / samples.max(1) as f64 * tasks.len() as f64;
        Ok(Estimate { seconds: all_s * rounds as f64 / tasks.len().max(1) as f64, memory: self.memory(most, results) })
    }
}

/// What so many tasks take until all are printed, of which so many are the first of a point and scheduler, with their results \[bytes\].
pub fn of_results(tasks: usize, cells: usize, results: f64) -> f64 {
    results + tasks as f64 * TASK_BYTES + cells as f64 * CELL_BYTES
}

/// What the result of a run of so many `jobs` will take \[bytes\], judged by that of its beginning, after which it goes on to be so many times as long.
fn bytes_in_the_end(begun: &TaskResult, longer: f64, jobs: f64) -> f64 {
    let times = begun.measures.job_times.len();
    let of_jobs = (times * size_of::<JobTime>()) as f64;
    let bins = begun.bytes() as f64 - of_jobs;
    let doublings = maths::ln(longer.max(1.0)) / maths::ln(2.0);
    let all_of_jobs = match times {
        0 => 0.0,
        _ => jobs * size_of::<JobTime>() as f64,
    };
    f64::min(bins * (1.0 + BINS_PER_DOUBLING * doublings), bins.max(ALL_BINS_BYTES)) + all_of_jobs
}

/// How many jobs will wait, or run, once all have arrived, if they go on becoming more as from one moment to another, of each of which
/// the jobs that had arrived and those that waited, or ran, are given. Short queues come and go: they do not count as growing.
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
        let tasks = plan.tasks();
        let runs = |threads| Runs::whole(tasks, None, threads);
        let least = runs(0).least_memory();
        let cells = tasks.len() as f64 / 5.0 * CELL_BYTES;
        let kept = tasks.len() as f64 * TASK_BYTES + cells;
        assert_eq!(least, BASE + kept as u64);
        let most = |threads| runs(threads).most_memory().unwrap().as_u64();
        let bins = tasks.len() as f64 * ALL_BINS_BYTES;
        assert!(most(0) > least.as_u64() + bins as u64);
        let jobs = 8000.0 * WAITING_BYTES + 400.0 * RUNNING_BYTES;
        assert_eq!(most(2) - most(0), (2.0 * jobs) as u64);
    }

    /// No clock has a say.
    #[test]
    fn memory_is_the_same_every_time() {
        let text = r#"{ "workload": { "jobs_per_cluster": 500000, "interarrival_s": 20 }, "experiment": { "sweep": [], "replications": 1 } }"#;
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        let memory = || Runs::whole(plan.tasks(), None, 2).estimate().unwrap().memory;
        assert_eq!(memory(), memory());
    }

    #[test]
    fn queues_go_on_growing_as_they_began() {
        // 1,000 of 10,000 wait, then 3,000 of 20,000: a fifth of the other 80,000 will.
        let grown = in_the_end((10_000, 1000), (20_000, 3000), 100_000.0);
        assert_eq!(grown, 3000.0 + 16_000.0);
        // One that shrinks or is short grows no more; one that has no early moment has grown from nothing.
        assert_eq!(in_the_end((10_000, 5000), (20_000, 2000), 100_000.0), 2000.0);
        assert_eq!(in_the_end((10_000, 100), (20_000, 900), 100_000.0), 900.0);
        assert_eq!(in_the_end((0, 0), (5000, 5000), 10_000.0), 10_000.0);
    }

    #[test]
    fn small_experiments_are_measured_whole() {
        let text = r#"{ "workload": { "jobs_per_cluster": 10 }, "experiment": { "sweep": [], "replications": 1 } }"#;
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        let runs = Runs::whole(plan.tasks(), None, 1);
        assert!(!runs.may_take_long());
        assert!(runs.estimate().unwrap().seconds < 10.0);
    }
}
