//! The tasks of an experiment.
//!
//! Every point of the sweep, scheduler and replication is a cell. Cells that cannot differ share one task: see `versions.rs`.

use super::versions::Versions;
use crate::base::problem::{Problem, Problems};
use crate::models::{Queues, RunsOn};
use crate::parameter::json::tidied;
use crate::scenario::build;
use crate::scenario::{Estimates, HomeRule, Redraw, Scenario, Scheduler, Workload};
use crate::{ENGINE_VERSION, platform, scenario};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One simulation to run: a scheduler on the jobs of one replication.
#[derive(Clone, Debug)]
pub struct Task {
    /// The scenario at the task's point, without schedulers and without what this one's run does not read.
    pub scenario: Arc<Scenario>,
    /// The scheduler, likewise.
    pub scheduler: Scheduler,
    /// Which replication of the jobs, from 0.
    pub replication: u32,
}

/// A point of the sweep.
#[derive(Clone, Debug)]
pub struct PlanPoint {
    /// The swept parameters and their values here.
    pub parameters: Map<String, Value>,
    /// Names of the schedulers here, in order.
    pub schedulers: Arc<[String]>,
    /// The first task of each scheduler; its replications follow.
    pub(super) first_task: Vec<usize>,
}

/// All tasks of a scenario and where their results belong.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) scenario: Scenario,
    points: Vec<PlanPoint>,
    tasks: Vec<Task>,
}

impl Plan {
    /// Checks a scenario and lays out its tasks.
    ///
    /// # Errors
    /// All problems that the scenario has at any point of its sweep.
    pub fn new(scenario: &Scenario) -> Result<Plan, Problems> {
        scenario.check()?;
        let mut plan = Plan {
            scenario: scenario.clone(),
            points: Vec::new(),
            tasks: Vec::new(),
        };
        let names: Arc<[String]> = Arc::from(scenario.scheduler_names());
        let mut versions = Versions::of(scenario)?;
        // The first task of each version.
        let mut known = BTreeMap::new();
        for parameters in combinations(scenario) {
            let mut first_task = Vec::with_capacity(names.len());
            for version in versions.at(&parameters)? {
                let next = plan.tasks.len();
                let first = *known.entry(version.number).or_insert(next);
                if first == next {
                    let replications = 0..scenario.experiment.replications;
                    plan.tasks.extend(replications.map(|replication| Task {
                        scenario: Arc::clone(&version.scenario),
                        scheduler: version.scheduler.clone(),
                        replication,
                    }));
                }
                first_task.push(first);
            }
            plan.points.push(PlanPoint {
                parameters,
                schedulers: Arc::clone(&names),
                first_task,
            });
        }
        Ok(plan)
    }

    /// The scenario as it was given.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The tasks; any order, any place.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// The points of the sweep in order, the last swept parameter running fastest.
    pub fn points(&self) -> &[PlanPoint] {
        &self.points
    }

    /// The task of a point, scheduler and replication, by their indices.
    pub fn task_of(&self, point: usize, scheduler: usize, replication: u32) -> Option<usize> {
        let first = *self.points.get(point)?.first_task.get(scheduler)?;
        (replication < self.scenario.experiment.replications)
            .then_some(first + replication as usize)
    }

    /// [`order()`] of its tasks.
    pub fn order(&self) -> Vec<usize> {
        order(&self.tasks)
    }

    /// [`jobs`] of its tasks.
    pub fn jobs(&self, log_jobs: u64) -> u64 {
        jobs(&self.tasks, log_jobs)
    }
}

/// Tasks in the order in which a reader wants them: the first replication of everything, then the second, …
pub fn order(tasks: &[Task]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.sort_by_key(|&task| tasks[task].replication);
    order
}

/// Jobs to simulate in all, counting every pass of a task; `log_jobs` is the number of jobs of the log, if the workload
/// is one.
pub fn jobs(tasks: &[Task], log_jobs: u64) -> u64 {
    tasks
        .iter()
        .map(|task| task.jobs(log_jobs).saturating_mul(task.passes()))
        .fold(0, u64::saturating_add)
}

impl Task {
    /// The clusters, of the sizes and at the speeds of this replication.
    ///
    /// # Errors
    /// If speeds are to be drawn that such clusters cannot have.
    pub fn platform(&self) -> Result<platform::Platform, Problem> {
        build::platform::of_replication(&self.scenario, self.replication)
    }

    /// Whether replications differ: something is drawn at random. Of a log, or of jobs that stay the same, on given speeds nothing is,
    /// unless a rule says so.
    fn is_random(&self) -> bool {
        let scenario = &self.scenario;
        let policy = self.scheduler.policy.info();
        let draws = (policy.draws)(&self.scheduler.own);
        let logged = match &scenario.workload {
            Workload::Swf(swf) => {
                swf.home != HomeRule::Random
                    && swf.estimates != Estimates::FModel
                    && swf.meta_compression.is_none()
            }
            _ => false,
        };
        let same_jobs = logged || scenario.experiment.redraw == Redraw::Speeds;
        // A grid has background loads and times of invocation.
        let other = scenario.platform.sizes.is_some() || policy.queues == Queues::PerCluster;
        let redrawn = other && scenario.experiment.redraw == Redraw::Everything;
        draws || !same_jobs || redrawn || scenario.platform.speed_heterogeneity > 0.0
    }

    /// Equal for tasks that are the same simulation, in this experiment and in others, or in another replication: all that
    /// it reads, and the version of the engine.
    pub fn key(&self) -> String {
        let replication = if self.is_random() {
            self.replication
        } else {
            0
        };
        let scenario = self.scenario.to_value();
        let scheduler = self.scheduler.canonical();
        format!("{ENGINE_VERSION} {replication} {scheduler} {scenario}")
    }

    /// Jobs that end in one pass.
    pub fn jobs(&self, log_jobs: u64) -> u64 {
        let arrive = self.arrivals(log_jobs);
        arrive.min(self.scenario.experiment.completions.unwrap_or(u64::MAX))
    }

    /// Jobs that may arrive in one pass; more than end where runs do not wait for all.
    pub fn arrivals(&self, log_jobs: u64) -> u64 {
        self.scenario.arrivals(log_jobs)
    }

    /// The same simulation for those who only watch it: a warm-up cuts measures and not what happens, so there is no pass
    /// to find it.
    pub fn watched(&self) -> Task {
        let mut watched = self.clone();
        Arc::make_mut(&mut watched.scenario).experiment.warmup = scenario::Warmup::None;
        watched
    }

    /// Whether the penalty of co-allocation is measured before the run, by First-fit.
    pub fn measures_penalty(&self) -> bool {
        let network = self.scheduler.policy.info().network;
        matches!(network, RunsOn::FixedPenalty(_)) && self.scheduler.common.penalty.is_none()
    }

    /// How often the jobs are simulated: once, and once more to measure a penalty or to find the warm-up.
    pub fn passes(&self) -> u64 {
        let finds_warmup = self.scenario.experiment.warmup == scenario::Warmup::Mser5;
        1 + u64::from(self.measures_penalty()) + u64::from(finds_warmup)
    }
}

/// The parameters of every point.
fn combinations(scenario: &Scenario) -> Vec<Map<String, Value>> {
    let mut points = vec![Map::new()];
    for sweep in &scenario.experiment.sweep {
        points = points
            .iter()
            .flat_map(|point| {
                sweep.values.iter().map(move |&value| {
                    let mut point = point.clone();
                    point.insert(sweep.parameter.clone(), tidied(Value::from(value)));
                    point
                })
            })
            .collect();
    }
    points
}
