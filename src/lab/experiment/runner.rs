//! Running one task, a stretch at a time.

use super::task::Task;
use crate::base::problem::Problem;
use crate::engine::{Progress, Simulation};
use crate::metrics::collector::{Collector, Measures};
use crate::metrics::watched::{Measured, Watcher};
use crate::models::{Loads, Queues, RunsOn, standard};
use crate::platform::{Platform, State};
use crate::scenario::build;
use crate::scenario::{Detail, Network, Warmup};
use crate::workload::Nothing;
use crate::workload::load::LoadMeter;
use crate::workload::swf::Log;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a task came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskResult {
    /// The measures of the run.
    pub measures: Measures,
    /// Digest of the run's events, 16 hexadecimal digits.
    pub digest: String,
}

impl TaskResult {
    /// Bytes that it takes in memory.
    pub fn bytes(&self) -> usize {
        size_of::<TaskResult>() + self.digest.len() + self.measures.list_bytes()
    }
}

/// Why the jobs are simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// To measure the load of the jobs before they are scaled; nothing is simulated.
    Load,
    /// To measure First-fit's mean penalty for a fixed-penalty run (J5 §4.3).
    Penalty,
    /// To find the warm-up (MSER-5).
    Warmup,
    /// To measure.
    Main,
}

/// What the passes before have found.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// What all run times are multiplied by, if the jobs are to have a load.
    factor: Option<f64>,
    penalty: f64,
    warmup_jobs: u64,
}

/// A task in progress: a state machine that is advanced by a budget of events. `O` watches the main pass.
pub struct Runner<O: Watcher = ()> {
    task: Task,
    log: Option<Arc<Log>>,
    platform: Platform,
    pass: Pass,
    found: Found,
    /// Of the first pass, if that is about the load.
    meter: Option<LoadMeter>,
    simulation: Measured<O>,
    /// Watches the main pass once that begins.
    observer: Option<O>,
    /// Jobs that ended in passes before this one.
    before: u64,
    finished: bool,
}

impl<O: Watcher> Runner<O> {
    /// Sets a task up; nothing has been simulated yet.
    ///
    /// # Errors
    /// If the workload cannot be had, for example because its log is missing.
    pub fn new(task: &Task, log: Option<Arc<Log>>, observer: O) -> Result<Runner<O>, Problem> {
        let platform = task.platform()?;
        let meter = match task.scenario.workload.load() {
            Some(_) => Some(build::jobs::meter(&task.scenario, task.replication, log.as_ref())?),
            None => None,
        };
        let pass = match meter {
            Some(_) => Pass::Load,
            None => after_load(task),
        };
        let found = Found { factor: None, penalty: 1.0, warmup_jobs: 0 };
        let mut observer = Some(observer);
        let simulation = simulation(task, log.as_ref(), &platform, pass, found, &mut observer)?;
        Ok(Runner {
            task: task.clone(),
            log,
            platform,
            pass,
            found,
            meter,
            simulation,
            observer,
            before: 0,
            finished: false,
        })
    }

    /// Simulates about `events` more arrivals and ends. However a task is divided, its result is the same.
    ///
    /// # Errors
    /// As [`new`](Runner::new): a second pass needs the workload once more.
    pub fn advance(&mut self, events: u64) -> Result<Progress, Problem> {
        if self.finished {
            return Ok(Progress::Finished);
        }
        let finished = match &mut self.meter {
            Some(meter) => meter.advance(events),
            None => O::advance(&mut self.simulation, events) == Progress::Finished,
        };
        if !finished {
            return Ok(Progress::Running);
        }
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
            simulation(&self.task, self.log.as_ref(), &self.platform, next, self.found, &mut self.observer)?;
        Ok(Progress::Running)
    }

    /// Jobs that have ended, over all passes.
    pub fn ended(&self) -> u64 {
        self.before + self.simulation.ended()
    }

    /// Jobs that have arrived in this pass, and how many of them wait.
    pub fn queue(&self) -> (u64, usize) {
        (self.simulation.arrived(), self.simulation.waiting())
    }

    /// Most jobs that have run at once in this pass.
    pub fn most_running(&self) -> usize {
        self.simulation.most_running()
    }

    /// The observer of the main pass, once that has begun.
    pub fn observer(&self) -> Option<&O> {
        self.simulation.observer().1.as_ref()
    }

    /// Result and observer; of what has been simulated, if the task is not finished.
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
        Warmup::None => Pass::Main,
    }
}

fn simulation<O: Watcher>(
    task: &Task,
    log: Option<&Arc<Log>>,
    platform: &Platform,
    pass: Pass,
    found: Found,
    observer: &mut Option<O>,
) -> Result<Measured<O>, Problem> {
    let scenario = &task.scenario;
    let (scheduler, network) = if pass == Pass::Penalty {
        let mut measured = task.scheduler.clone();
        if let RunsOn::FixedPenalty(policy) = measured.policy.info().network {
            measured.policy = policy;
        }
        let measured_on = Network {
            model: match scenario.network.model.info().loads {
                Loads::Nothing => scenario.network.model,
                Loads::Links | Loads::OwnCluster => standard::NETWORK,
            },
            ..scenario.network.clone()
        };
        (measured, measured_on)
    } else {
        (task.scheduler.clone(), scenario.network.clone())
    };
    let watching = (pass == Pass::Main).then(|| observer.take()).flatten();
    let groups = build::groups::groups(scenario, log.map(Arc::as_ref));
    let mut collector = Collector::new(platform.clone(), groups, found.warmup_jobs);
    if pass == Pass::Main && scenario.experiment.detail == Detail::Jobs {
        collector.keep_jobs();
    }
    let simulation = Simulation::new(
        match pass {
            Pass::Load => Box::new(Nothing),
            _ => build::jobs::scaled(scenario, task.replication, log, found.factor)?,
        },
        build::scheduler::scheduler(&scheduler, scenario, task.replication, platform)?,
        State::idle(platform.clone()),
        build::scheduler::network(&scheduler, &network, platform, found.penalty),
        (collector, watching),
    );
    let completions = scenario.experiment.completions;
    let simulation = match scheduler.policy.info().queues {
        Queues::Common => {
            let rules = scheduler.queue(scenario).rules;
            simulation.by(rules.overrun, rules.pass)
        }
        Queues::Planned | Queues::PerCluster => simulation,
    };
    Ok(simulation.until(completions.unwrap_or(u64::MAX)))
}
