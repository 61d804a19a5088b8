//! The tasks of an experiment.
//!
//! Every combination of point, scheduler and replication is a cell. Cells that cannot differ share one task, see `versions.rs`.

use super::task::{Task, is_sample};
use super::versions::Versions;
use crate::base::problem::Problem;
use crate::parameter::json::tidied;
use crate::scenario::{Checked, Sweep};
use serde_json::{Map, Value};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

/// A point of the sweep.
#[derive(Clone, Debug)]
pub struct PlanPoint {
    /// The swept parameters and their values at this point.
    pub parameters: Map<String, Value>,
    /// The schedulers' names at this point, in order.
    pub schedulers: Arc<[String]>,
    /// The index of each scheduler's first task at this point. The tasks of its further replications follow directly.
    pub(super) first_task: Vec<usize>,
}

/// All tasks of a scenario, and the points that show their results.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) scenario: Checked,
    points: Vec<PlanPoint>,
    tasks: Vec<Task>,
    labels: Vec<String>,
}

impl Plan {
    /// Makes the plan of a scenario.
    ///
    /// # Errors
    /// If there is a mistake in Metasched: the check of the scenario should have found every problem at every point.
    pub fn new(scenario: &Checked) -> Result<Plan, Problem> {
        let mut plan = Plan {
            scenario: scenario.clone(),
            points: Vec::new(),
            tasks: Vec::new(),
            labels: scenario.scheduler_labels(),
        };
        let names: Arc<[String]> = Arc::from(scenario.scheduler_names());
        let single = !is_sample(scenario);
        let mut versions = Versions::of(scenario)?;
        // The first task of each version of a scheduler's run.
        let mut known = BTreeMap::new();
        for parameters in combinations(&scenario.experiment.sweep) {
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
                        single,
                    }));
                }
                first_task.push(first);
            }
            plan.points.push(PlanPoint { parameters, schedulers: Arc::clone(&names), first_task });
        }
        Ok(plan)
    }

    /// A plan that only runs the given tasks, which may be from several plans. It has no points, so it cannot merge
    /// results.
    pub fn of_tasks(scenario: &Checked, tasks: Vec<Task>) -> Plan {
        Plan { scenario: scenario.clone(), points: Vec::new(), tasks, labels: scenario.scheduler_labels() }
    }

    /// The scenario as it was given.
    pub fn scenario(&self) -> &Checked {
        &self.scenario
    }

    /// The tasks, which can run in any order and on any machine.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// The points of the sweep in order; the last swept parameter varies fastest.
    pub fn points(&self) -> &[PlanPoint] {
        &self.points
    }

    /// The labels of the schedulers.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The label of the scheduler whose name in the results is `name`.
    pub fn label<'a>(&'a self, name: &'a str) -> &'a str {
        let names = self.points.first().map_or(&[][..], |point| &point.schedulers);
        let at = names.iter().position(|own| own == name);
        at.and_then(|at| self.labels.get(at)).map_or(name, |own| own)
    }

    /// The index of the task for a point, a scheduler and a replication, which are given by their indices.
    pub fn task_of(&self, point: usize, scheduler: usize, replication: u32) -> Option<usize> {
        let first = *self.points.get(point)?.first_task.get(scheduler)?;
        (replication < self.scenario.experiment.replications).then_some(first + replication as usize)
    }

    /// The tasks in the order most useful for a reader: all first replications, then all second ones, …
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.tasks.len()).collect();
        order.sort_by_key(|&task| self.tasks[task].replication);
        order
    }

    /// Number of jobs of all tasks, by [`jobs`].
    pub fn jobs(&self, log_jobs: u64) -> u64 {
        jobs(&self.tasks, log_jobs)
    }
}

/// Assigns each task to one of `shares` equal shares of the work, which are numbered from 0. The assignment is the same
/// on every machine.
///
/// The work of a task is estimated by its number of jobs. The tasks of one scheduler are distributed evenly, since schedulers
/// differ in the time per job.
pub fn shares(tasks: &[Task], shares: u32, log_jobs: u64) -> Vec<u32> {
    let work = |task: &Task| jobs(std::slice::from_ref(task), log_jobs).max(1);
    let mut order: Vec<(Reverse<u64>, String, usize)> = tasks
        .iter()
        .enumerate()
        .map(|(at, task)| (Reverse(work(task)), task.scheduler.values().to_string(), at))
        .collect();
    order.sort_unstable();
    // Each scheduler begins at a different share. Otherwise one share could get the runs of all schedulers at one
    // point, possibly the point with the longest queues.
    let by_scheduler = order.chunk_by_mut(|a, b| (a.0, &a.1) == (b.0, &b.1));
    for (turn, tasks) in by_scheduler.enumerate() {
        tasks.rotate_left(turn % tasks.len());
    }
    let mut least: BinaryHeap<Reverse<(u64, u32)>> = (0..shares).map(|share| Reverse((0, share))).collect();
    let mut of = vec![0; tasks.len()];
    for (Reverse(work), _, at) in order {
        if let Some(Reverse((sum, share))) = least.pop() {
            of[at] = share;
            least.push(Reverse((sum.saturating_add(work), share)));
        }
    }
    of
}

/// Total number of jobs to simulate. Each pass of a task counts. `log_jobs` is the number of jobs in the log, if there
/// is a log.
pub fn jobs(tasks: &[Task], log_jobs: u64) -> u64 {
    tasks.iter().map(|task| task.jobs(log_jobs).saturating_mul(task.passes())).fold(0, u64::saturating_add)
}

/// The swept parameters and their values at every point of the sweeps.
pub(super) fn combinations<'s>(sweeps: impl IntoIterator<Item = &'s Sweep>) -> Vec<Map<String, Value>> {
    let mut points = vec![Map::new()];
    for sweep in sweeps {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::measure;
    use crate::scenario::{Scenario, presets};
    use serde_json::json;

    #[test]
    fn what_was_published_of_a_preset_is_a_measure_of_a_scheduler_of_its_plan() {
        for preset in presets::all().iter().filter(|own| !own.published.is_empty()) {
            let scenario = presets::scenario(preset).unwrap();
            let plan = Plan::new(&scenario).unwrap();
            for point in &preset.published {
                assert!(measure::of(&scenario).any(|own| own.key == point.measure));
                let mut schedulers = plan.points().iter().flat_map(|own| own.schedulers.iter());
                assert!(schedulers.any(|own| *own == point.scheduler), "{}: {point:?}", preset.name);
            }
        }
    }

    /// Example: 7 points × 2 schedulers × 3 replications of 400 and 800 jobs, in 4 shares. Shares differ by at most one large
    /// task, and by at most two tasks of one scheduler.
    #[test]
    fn shares_have_equal_work() {
        let scenario = Scenario::from_json(
            r#"{ "schedulers": ["no-share", "first-fit"],
                 "workload": { "jobs_per_cluster": 100 },
                 "experiment": { "replications": 3, "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [1, 2, 3, 4, 5, 6, 7] }] } }"#,
        );
        let plan = Plan::new(&scenario.unwrap()).unwrap();
        let mut tasks = plan.tasks().to_vec();
        for task in tasks.iter_mut().step_by(3) {
            Arc::make_mut(&mut task.scenario).set([("workload.jobs_per_cluster", json!(200))]);
        }
        let of = shares(&tasks, 4, 0);
        assert_eq!(of, shares(&tasks, 4, 0));
        let work = |share: u32| {
            let own = tasks.iter().zip(&of).filter(|(_, of)| **of == share);
            own.map(|(task, _)| jobs(std::slice::from_ref(task), 0)).sum::<u64>()
        };
        let works: Vec<u64> = (0..4).map(work).collect();
        assert_eq!(works.iter().sum::<u64>(), jobs(&tasks, 0));
        assert!(works.iter().max().unwrap() - works.iter().min().unwrap() <= 800, "{works:?}");
        assert_eq!(shares(&tasks[..2], 5, 0), [0, 1]);
        assert!(shares(&tasks, 1, 0).iter().all(|&share| share == 0));
    }
}
