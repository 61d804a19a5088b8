//! The tasks of an experiment.
//!
//! Every point of the sweep, scheduler and replication is a cell. Cells that cannot differ share one task: under a policy
//! that never co-allocates, or with links that never saturate, bandwidths do not matter, so a baseline is
//! run once and not at every BSBW.

use crate::base::order;
use crate::base::problem::{Problem, Problems};
use crate::platform;
use crate::scenario::fields::Json;
use crate::scenario::sweeps::Points;
use crate::scenario::{
    self, Communication, Control, Estimates, HomeRule, Network, Platform, Policy, Queue, Redraw,
    Scenario, Scheduler, SimulationPolicy, Synthetic, Workload,
};
use crate::scheduler::registry::co_allocates;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One simulation to run: a scheduler on the jobs of one replication.
#[derive(Clone, Debug)]
pub struct Task {
    /// The scenario at the task's point; what cannot matter to the scheduler is set to a neutral value.
    pub scenario: Arc<Scenario>,
    /// The scheduler.
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
        let names = Arc::from(scenario.scheduler_names());
        let mut points = Points::of(scenario);
        // Numbers of the scenarios that tasks have, by all that they hold; the first task with one and a scheduler.
        let (mut numbers, mut known) = (BTreeMap::new(), BTreeMap::new());
        // The same numbers for every use that schedulers make of a point: only what is new is written out to be compared.
        let mut versions: BTreeMap<(String, bool, bool, Queue), usize> = BTreeMap::new();
        for parameters in combinations(scenario) {
            let here = points.at(&parameters)?;
            let place = besides_schedulers(&parameters);
            let mut point = PlanPoint {
                parameters,
                schedulers: Arc::clone(&names),
                first_task: Vec::new(),
            };
            for scheduler in &here.schedulers {
                let networked = uses_network(scheduler.policy);
                let queue = match scheduler.policy.has_own_queues() {
                    true => Queue::Fcfs,
                    false => scheduler.queue.unwrap_or(here.queue),
                };
                let estimated = queue.reads_estimates() || scheduler.policy.reads_estimates();
                let neutral = || neutral(&here, networked, estimated, queue);
                let version = versions.entry((place.clone(), networked, estimated, queue));
                let number = *version.or_insert_with(|| {
                    let next = numbers.len();
                    *numbers.entry(neutral().write().to_string()).or_insert(next)
                });
                let unlabelled = Scheduler {
                    label: None,
                    ..scheduler.clone()
                };
                // By name, for that leaves out settings which the policy does not read.
                let key = (number, unlabelled.name());
                let first = *known.entry(key).or_insert(plan.tasks.len());
                if first == plan.tasks.len() {
                    let neutral = Arc::new(Scenario {
                        schedulers: vec![unlabelled],
                        ..neutral()
                    });
                    for replication in 0..scenario.experiment.replications {
                        plan.tasks.push(Task {
                            scenario: Arc::clone(&neutral),
                            scheduler: scheduler.clone(),
                            replication,
                        });
                    }
                }
                point.first_task.push(first);
            }
            plan.points.push(point);
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
    order::sort_by_key(&mut order, |&task| tasks[task].replication);
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
        platform::Platform::of_replication(&self.scenario, self.replication)
    }

    /// Whether replications differ: something is drawn at random. Of a log, or of jobs that stay the same, on given speeds nothing is,
    /// unless a rule says so.
    fn is_random(&self) -> bool {
        let scenario = &self.scenario;
        let draws = match self.scheduler.policy {
            Policy::RandomFit | Policy::GridRandom => true,
            policy if policy.is_meta() => self.scheduler.control == Control::No,
            Policy::Tla | Policy::TlaCoalloc => {
                self.scheduler.simulation_policy == SimulationPolicy::RandomFit
            }
            _ => false,
        };
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
        let other = scenario.platform.sizes.is_some() || self.scheduler.policy.is_grid();
        let redrawn = other && scenario.experiment.redraw == Redraw::Everything;
        draws || !same_jobs || redrawn || scenario.platform.speed_heterogeneity > 0.0
    }

    /// Equal for tasks that are the same simulation, in this experiment and in others, or in another replication.
    pub fn key(&self) -> String {
        let replication = if self.is_random() {
            self.replication
        } else {
            0
        };
        let names = self.scenario.scheduler_names().join(" ");
        let mut rest = Scenario::clone(&self.scenario);
        rest.schedulers.clear();
        format!("{replication} {names} {}", rest.to_compact_json())
    }

    /// Jobs that end in one pass.
    pub fn jobs(&self, log_jobs: u64) -> u64 {
        let arrive = self.arrivals(log_jobs);
        arrive.min(self.scenario.experiment.completions.unwrap_or(u64::MAX))
    }

    /// Jobs that may arrive in one pass; more than end where runs do not wait for all.
    pub fn arrivals(&self, log_jobs: u64) -> u64 {
        match &self.scenario.workload {
            Workload::Synthetic(synthetic) => (0..self.scenario.platform.cluster_count() as usize)
                .map(|cluster| synthetic.at(cluster).jobs_per_cluster)
                .fold(0, u64::saturating_add),
            Workload::Swf(swf) => swf.max_jobs.unwrap_or(u64::MAX).min(log_jobs),
            // Before the oversized ones are split.
            model => model.global().map_or(0, |global| global.jobs),
        }
    }

    /// The same simulation for those who only watch it: a warm-up cuts measures and not what happens, so there is no pass
    /// to find it.
    pub fn watched(&self) -> Task {
        let mut watched = self.clone();
        Arc::make_mut(&mut watched.scenario).experiment.warmup = scenario::Warmup::None;
        watched
    }

    /// How often the jobs are simulated: once, and once more to measure a penalty or to find the warm-up.
    pub fn passes(&self) -> u64 {
        let measures_penalty =
            self.scheduler.policy == Policy::Fixed && self.scheduler.penalty.is_none();
        let finds_warmup = self.scenario.experiment.warmup == scenario::Warmup::Mser5;
        1 + u64::from(measures_penalty) + u64::from(finds_warmup)
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
                    point.insert(sweep.parameter.clone(), number(value));
                    point
                })
            })
            .collect();
    }
    points
}

/// The values at a point of all but the schedulers' own parameters.
fn besides_schedulers(parameters: &Map<String, Value>) -> String {
    let others = parameters
        .iter()
        .filter(|(path, _)| !path.starts_with("schedulers."));
    others.map(|(_, value)| format!("{value} ")).collect()
}

/// A whole number stays one in JSON: swept integers must be written as such.
fn number(value: f64) -> Value {
    let whole = value as i64;
    if whole as f64 == value {
        Value::from(whole)
    } else {
        Value::from(value)
    }
}

/// Whether links and what jobs send over them matter under a policy.
fn uses_network(policy: Policy) -> bool {
    policy.is_grid() || (policy != Policy::Ideal && co_allocates(policy))
}

/// The scenario at one point without its schedulers, and with everything that cannot matter to one of them in this queue set to a fixed
/// value.
fn neutral(scenario: &Scenario, networked: bool, estimated: bool, queue: Queue) -> Scenario {
    let mut neutral = Scenario {
        title: String::new(),
        schedulers: Vec::new(),
        ..scenario.clone()
    };
    neutral.experiment.sweep.clear();
    neutral.experiment.replications = 1;
    if !networked {
        neutral.network = Network::default();
        neutral.platform = Platform {
            clusters: neutral.platform.clusters,
            sizes: neutral.platform.sizes,
            size_law: neutral.platform.size_law,
            speed_heterogeneity: neutral.platform.speed_heterogeneity,
            ..Platform::default()
        };
        for group in &mut neutral.platform.clusters {
            group.link_mbps = 1000.0;
        }
        neutral.workload.set_communication(Communication::NONE);
    }
    if queue != Queue::Conservative {
        neutral.reservations = Scenario::default().reservations;
    }
    let (estimates, factor) = neutral.workload.estimates_mut();
    if !estimated {
        *estimates = Estimates::Exact;
    }
    if matches!(estimates, Estimates::Exact | Estimates::Requested) {
        *factor = Synthetic::default().estimate_factor;
    }
    neutral
}
