//! Runs one task, in several steps.

use super::task::Task;
use crate::base::problem::Problem;
use crate::engine::{Observer, Overrun, Progress, Simulation};
use crate::logs::Log;
use crate::metrics::collector::{Collector, Measures};
use crate::metrics::fairness::{Starts, exact};
use crate::metrics::watched::Measured;
use crate::models::{Loads, Queues, RunsOn, standard};
use crate::platform::{Platform, State};
use crate::scenario::build;
use crate::scenario::{Detail, FairStarts, Network, Scheduler, Warmup};
use crate::words::number;
use crate::workload::load::LoadMeter;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskResult {
    /// The measures of the run.
    pub measures: Measures,
    /// Digest of the run's events, 16 hexadecimal digits.
    pub digest: String,
}

/// Default limit of the number of waiting jobs in a run. A run with this number of waiting jobs needs 2 to 6 GB of
/// memory.
pub const MOST_WAITING: usize = 20_000_000;

/// Purpose of a simulation pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// Measures the load of the jobs before scaling; simulates nothing.
    Load,
    /// Measures First-fit's mean penalty for a fixed-penalty run (J5 §4.3).
    Penalty,
    /// Finds the warm-up (MSER-5).
    Warmup,
    /// Finds the start of each job that would be fair.
    Fair,
    /// The main pass, which is measured.
    Main,
}

/// The values that earlier passes over the jobs of a task have found.
#[derive(Clone, Debug)]
struct Found {
    /// Factor on all run times, if the jobs must have a given load.
    factor: Option<f64>,
    penalty: f64,
    warmup_jobs: u64,
    /// Fair starts of the jobs, if unfairness is measured.
    fair: Option<Starts>,
}

/// Type of the function that advances a simulation with observer `O`, such as [`Simulation::advance`].
type Advance<O> = fn(&mut Measured<O>, u64) -> Progress;

/// A task in progress: a state machine that advances by a number of events. `O` observes the main pass.
pub struct Runner<O: Observer = ()> {
    task: Task,
    log: Option<Arc<Log>>,
    platform: Platform,
    pass: Pass,
    found: Found,
    /// The load meter, if the first pass measures the load.
    meter: Option<LoadMeter>,
    simulation: Measured<O>,
    advance: Advance<O>,
    /// The observer, until the main pass begins and takes it.
    observer: Option<O>,
    /// Number of jobs that ended in earlier passes.
    before: u64,
    finished: bool,
    most_waiting: usize,
}

impl<O: Observer> Runner<O> {
    /// Prepares a task; simulates nothing.
    ///
    /// # Errors
    /// If the workload cannot be made, for example because its log is missing.
    pub fn new(task: &Task, log: Option<Arc<Log>>, observer: O) -> Result<Runner<O>, Problem> {
        Runner::advanced_by(Simulation::advance, task, log, observer)
    }

    /// Like [`new`](Runner::new); also takes the function that advances the simulation.
    pub(super) fn advanced_by(
        advance: Advance<O>,
        task: &Task,
        log: Option<Arc<Log>>,
        observer: O,
    ) -> Result<Runner<O>, Problem> {
        let platform = task.platform()?;
        let meter = match task.scenario.workload.load() {
            Some(_) => Some(build::jobs::meter(&task.scenario, task.replication, log.as_ref())?),
            None => None,
        };
        let pass = match meter {
            Some(_) => Pass::Load,
            None => after_load(task),
        };
        let found = Found { factor: None, penalty: 1.0, warmup_jobs: 0, fair: None };
        let mut observer = Some(observer);
        let simulation = simulation(task, log.as_ref(), &platform, pass, &found, &mut observer)?;
        Ok(Runner {
            task: task.clone(),
            log,
            platform,
            pass,
            found,
            meter,
            simulation,
            advance,
            observer,
            before: 0,
            finished: false,
            most_waiting: MOST_WAITING,
        }
        .at_most_waiting(MOST_WAITING))
    }

    /// Sets the limit of waiting jobs, instead of [`MOST_WAITING`].
    pub fn at_most_waiting(self, most_waiting: usize) -> Runner<O> {
        Runner { simulation: self.simulation.at_most_waiting(most_waiting), most_waiting, ..self }
    }

    /// Simulates about `events` more events (arrivals and ends of jobs). Many short calls give the same result as one
    /// long call.
    ///
    /// # Errors
    /// The errors of [`new`](Runner::new), because a second pass generates the workload again; also an error if too
    /// many jobs wait.
    pub fn advance(&mut self, events: u64) -> Result<Progress, Problem> {
        if self.finished {
            return Ok(Progress::Finished);
        }
        let finished = match &mut self.meter {
            Some(meter) => meter.advance(events),
            None => (self.advance)(&mut self.simulation, events) == Progress::Finished,
        };
        if let Some(problem) = self.simulation.failure(finished && self.meter.is_none()) {
            return Err(problem);
        }
        match finished {
            false => Ok(Progress::Running),
            true if self.overflowed() => Err(self.overflow()),
            true => self.next_pass(),
        }
    }

    /// Ends the pass that measures the load, if this pass is running. The measured load is then the load of the jobs
    /// read so far.
    ///
    /// # Errors
    /// If the jobs read so far have no load. Also the errors of [`new`](Runner::new).
    pub fn cut_load(&mut self) -> Result<(), Problem> {
        if self.pass == Pass::Load {
            self.next_pass()?;
        }
        Ok(())
    }

    fn next_pass(&mut self) -> Result<Progress, Problem> {
        let (collector, _) = self.simulation.observer();
        let next = match self.pass {
            Pass::Load => {
                let wanted = self.task.scenario.workload.load();
                if let (Some(meter), Some(wanted)) = (self.meter.take(), wanted) {
                    self.found.factor = Some(meter.factor(wanted)?);
                }
                after_load(&self.task)
            }
            Pass::Penalty => {
                self.found.penalty = collector.clone().finish().mean_penalty;
                after_penalty(&self.task)
            }
            Pass::Warmup => {
                self.found.warmup_jobs = collector.warmup_by_mser5();
                after_warmup(&self.task)
            }
            Pass::Fair => {
                self.found.fair = collector.starts();
                Pass::Main
            }
            Pass::Main => {
                self.finished = true;
                return Ok(Progress::Finished);
            }
        };
        self.before += self.simulation.ended();
        self.pass = next;
        self.simulation =
            simulation(&self.task, self.log.as_ref(), &self.platform, next, &self.found, &mut self.observer)?
                .at_most_waiting(self.most_waiting);
        Ok(Progress::Running)
    }

    /// True if more jobs wait than the limit.
    pub fn overflowed(&self) -> bool {
        self.simulation.overflowed()
    }

    fn overflow(&self) -> Problem {
        let load = self.simulation.observer().0.offered_load();
        Problem::new(
            self.task.whole().scheduler_names().join(", "),
            format!(
                "overflows: {} jobs wait at {}, and the load so far is {}",
                number::count(self.simulation.waiting() as u64),
                number::seconds(self.simulation.now_s()),
                number::fixed(load, 3),
            ),
            format!("{} waiting jobs", number::count(self.most_waiting as u64)),
            "Lower the load or simulate fewer jobs; --max-waiting of the command line allows more, which take 100 to 300 bytes each",
        )
    }

    /// Number of jobs that have ended, over all passes.
    pub fn ended(&self) -> u64 {
        self.before + self.simulation.ended()
    }

    /// Number of jobs that have arrived in this pass, and number of jobs that wait now.
    pub fn queue(&self) -> (u64, usize) {
        (self.simulation.arrived(), self.simulation.waiting())
    }

    /// The observer of the main pass, once this pass has begun.
    pub fn observer(&self) -> Option<&O> {
        self.simulation.observer().1.as_ref()
    }

    /// The result and the observer. For an unfinished task, the result covers the part simulated so far.
    pub fn finish(self) -> (TaskResult, Option<O>) {
        let digest = self.simulation.digest().to_string();
        let counters = self.simulation.counters();
        let (collector, observer) = self.simulation.into_observer();
        let result = TaskResult { measures: Measures { counters, ..collector.finish() }, digest };
        (result, observer)
    }
}

fn after_load(task: &Task) -> Pass {
    if task.measures_penalty() {
        return Pass::Penalty;
    }
    after_penalty(task)
}

fn after_penalty(task: &Task) -> Pass {
    match task.scenario.experiment.warmup {
        Warmup::Mser5 => Pass::Warmup,
        Warmup::None => after_warmup(task),
    }
}

fn after_warmup(task: &Task) -> Pass {
    let queued = task.scheduler.policy.info().queues == Queues::Common;
    match task.scenario.experiment.fair_starts {
        FairStarts::Conservative if queued => Pass::Fair,
        FairStarts::Conservative | FairStarts::None => Pass::Main,
    }
}

fn simulation<O: Observer>(
    task: &Task,
    log: Option<&Arc<Log>>,
    platform: &Platform,
    pass: Pass,
    found: &Found,
    observer: &mut Option<O>,
) -> Result<Measured<O>, Problem> {
    let scenario = &task.scenario;
    let (scheduler, network) = if pass == Pass::Penalty {
        let mut measured = Scheduler::clone(&task.scheduler);
        if let RunsOn::FixedPenalty(policy) = measured.policy.info().network {
            measured.policy = policy;
        }
        let measured_on = Network {
            model: match scenario.network.model.info().loads {
                Loads::Nothing | Loads::Both => scenario.network.model,
                Loads::Links | Loads::OwnCluster => standard::NETWORK,
            },
            ..Network::clone(&scenario.network)
        };
        (measured, measured_on)
    } else {
        let mut own = Scheduler::clone(&task.scheduler);
        if pass == Pass::Fair {
            own.common.queue = own.common.queue.conservative();
        }
        (own, Network::clone(&scenario.network))
    };
    let watching = (pass == Pass::Main).then(|| observer.take()).flatten();
    let groups = build::groups::groups(scenario, log.map(Arc::as_ref));
    let mut collector = Collector::new(platform.clone(), groups, found.warmup_jobs);
    collector.name_users(build::groups::users(scenario, log.map(Arc::as_ref)));
    collector.measure_energy(build::platform::power(&scenario.platform));
    if scenario.platform.has_outages() {
        collector.measure_outages();
    }
    collector.bound_slowdown(scenario.experiment.slowdown_bound_s);
    match pass {
        Pass::Fair => collector.keep_starts(),
        Pass::Main => collector.measure_fairness(found.fair.clone()),
        Pass::Load | Pass::Penalty | Pass::Warmup => {}
    }
    if pass == Pass::Main && scenario.experiment.detail == Detail::Jobs {
        collector.keep_jobs();
    }
    if pass == Pass::Main && task.single {
        collector.keep_blocks();
    }
    let simulation = Simulation::new(
        match pass {
            Pass::Load => Box::new(VecDeque::new()),
            Pass::Fair => {
                let killed = scheduler.queue(scenario).rules.overrun == Overrun::Killed;
                let jobs = build::jobs::scaled(scenario, task.replication, log, found.factor)?;
                exact(jobs, killed)
            }
            _ => build::jobs::scaled(scenario, task.replication, log, found.factor)?,
        },
        build::scheduler::scheduler(&scheduler, scenario, task.replication, platform)?,
        State::idle(platform.clone()),
        build::scheduler::network(&scheduler, &network, platform, found.penalty),
        (collector, watching),
    );
    let completions = scenario.experiment.completions;
    let simulation = match build::platform::outages(scenario, task.replication, platform) {
        Some((outages, recovery)) => simulation.with_outages(outages, recovery),
        None => simulation,
    };
    let simulation = match scheduler.policy.info().queues {
        Queues::Common => {
            let rules = scheduler.queue(scenario).rules;
            simulation.by(rules.overrun, rules.pass)
        }
        Queues::Planned | Queues::PerCluster | Queues::Program => simulation,
    };
    Ok(simulation.until(completions.unwrap_or(u64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Plan;
    use crate::scenario::Scenario;

    /// The run fails at the same simulated time, however it is divided into steps.
    #[test]
    fn a_long_queue_fails_at_the_same_moment() {
        let text = r#"{ "workload": { "jobs_per_cluster": 500, "interarrival_s": 20, "bsbw_mbps": 300 },
                        "schedulers": ["b3"], "experiment": { "warmup": "mser5", "replications": 1 } }"#;
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        let problem = |stretch: u64| {
            let mut runner = Runner::new(&plan.tasks()[0], None, ()).unwrap().at_most_waiting(200);
            loop {
                match runner.advance(stretch) {
                    Ok(progress) => assert_eq!(progress, Progress::Running),
                    Err(problem) => break (runner.overflowed(), problem),
                }
            }
        };
        let (overflowed, whole) = problem(u64::MAX);
        assert!(overflowed);
        assert!(whole.to_string().starts_with("b3 (chunk"), "{whole}");
        assert!(whole.wrong.starts_with("overflows: 201 jobs wait at "), "{whole}");
        assert_eq!((true, whole), problem(1));
    }

    /// Ten nodes. Job 1 needs 6 of them for 100 s, job 2 all for 50 s, and job 3 four for 200 s. Job 3 passes job 2, which starts when job 3
    /// has ended, at 202 s. Its fair start is 100 s, and that of job 3, which would put it off, 150 s.
    #[test]
    fn unfairness_by_hand() {
        let text = "1 0 -1 100 6 -1 -1 6 900\n2 1 -1 50 10 -1 -1 10 900\n3 2 -1 200 4 -1 -1 4 900\n";
        let log = crate::logs::read("three.swf", &mut text.as_bytes()).unwrap();
        let scenario = r#"{ "platform": { "clusters": [{ "nodes": 10 }] }, "workload": { "model": "swf", "path": "three.swf" },
                            "schedulers": ["no-share"], "experiment": { "sweep": [], "replications": 1, "fair_starts": "conservative" } }"#;
        let scenario = Scenario::from_json(scenario).unwrap();
        let found = crate::experiment::run(&scenario, Some(Arc::new(log))).unwrap();
        let unfairness = found.points[0].results[0].unfairness.unwrap();
        assert_eq!((unfairness.jobs, unfairness.missed, unfairness.mean_lateness_s), (3, 1, 102.0));
    }

    /// The same from the starts in two scenarios: one with inexact estimates, and the fair one with exact estimates.
    #[test]
    fn unfairness_as_from_two_runs() {
        for (seed, queue) in ["sjf", "fpfs", "easy", "conservative", "fcfs", "njf"].into_iter().enumerate() {
            let starts = |queue: &str, estimates: &str, fair: &str| {
                let scenario = serde_json::json!({
                    "platform": { "clusters": [{ "nodes": 64 }, { "nodes": 48 }] },
                    "workload": { "jobs_per_cluster": 150, "interarrival_s": 90, "estimates": estimates, "estimate_factor": 5 },
                    "queue": queue, "schedulers": ["first-fit"], "seed": seed.to_string(),
                    "experiment": { "sweep": [], "replications": 1, "detail": "jobs", "fair_starts": fair },
                });
                let results = crate::experiment::run(&Scenario::from_value(&scenario).unwrap(), None).unwrap();
                let own = results.points[0].results[0].clone();
                let starts: Vec<f64> =
                    own.each[0].as_ref().unwrap().job_times.iter().map(|job| job.arrival_s + job.wait_s).collect();
                (starts, own.unfairness)
            };
            let (own, found) = starts(queue, "f-model", "conservative");
            let (fair, none) = starts("conservative", "exact", "none");
            let late: Vec<f64> =
                own.iter().zip(&fair).map(|(own, fair)| own - fair).filter(|late| *late >= 1e-3).collect();
            let found = found.unwrap();
            assert_eq!((none, found.jobs, found.missed), (None, 300, late.len() as u64), "{queue}");
            let mean = late.iter().sum::<f64>() / late.len().max(1) as f64;
            assert!((found.mean_lateness_s - mean).abs() < 1e-3, "{queue}: {mean} {found:?}");
        }
    }
}
