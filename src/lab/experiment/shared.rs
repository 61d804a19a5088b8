//! Several experiments at once: tasks that they have in common run once.

use super::merge::Merger;
use super::plan::Plan;
use super::runner::TaskResult;
use super::stored;
use super::task::{Task, TaskWriter};
use crate::logs::Log;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The tasks of several plans, without duplicates.
#[derive(Clone, Debug)]
pub struct Shared {
    tasks: Vec<Task>,
    /// The key of each task.
    keys: Vec<String>,
    /// For each task: the index of each plan with this task, and the index of the task in the plan.
    places: Vec<Vec<(usize, usize)>>,
}

impl Shared {
    /// The tasks of `plans` on a log, in order.
    pub fn new<'p>(plans: impl IntoIterator<Item = &'p Plan>, log: Option<&Log>) -> Shared {
        let mut shared = Shared { tasks: Vec::new(), keys: Vec::new(), places: Vec::new() };
        let mut known = BTreeMap::new();
        let mut writer = TaskWriter::default();
        for (index, plan) in plans.into_iter().enumerate() {
            for (own, task) in plan.tasks().iter().enumerate() {
                let key = stored::digested(&writer.key(task), log.map(|log| &*log.sha256));
                let at = *known.entry(key).or_insert_with_key(|key| {
                    shared.tasks.push(task.clone());
                    shared.keys.push(key.clone());
                    shared.places.push(Vec::new());
                    shared.places.len() - 1
                });
                shared.places[at].push((index, own));
            }
        }
        shared
    }

    /// The tasks to run.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// The [keys](stored::key) of the tasks.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// Adds the result of a task to the merger of each plan with this task. The mergers are in the order of the plans.
    pub fn put(&self, mergers: &mut [Merger<&Plan, Arc<TaskResult>>], task: usize, result: TaskResult) {
        let result = Arc::new(result);
        for &(plan, own) in &self.places[task] {
            mergers[plan].put(own, Arc::clone(&result));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Progress;
    use crate::experiment::{self, Runner};
    use crate::scenario::{Checked, Scenario};

    /// A log on fixed speeds has nothing random, so all replications share one task; the same holds for a model that
    /// draws its jobs once. With random speeds, both have one task per replication.
    #[test]
    fn replications_without_chance_run_once() {
        let tasks = |more: &str| {
            let text = format!(
                r#"{{ "workload": {{ "model": "swf", "path": "a.swf", "home": "first" {more} }},
                      "schedulers": ["best-fit", "random-fit", "tla"],
                      "experiment": {{ "sweep": [{{ "parameter": "platform.speed_heterogeneity", "values": [0, 0.1] }}],
                                      "replications": 4 }} }}"#
            );
            let plan = Plan::new(&Scenario::from_json(&text).unwrap()).unwrap();
            Shared::new([&plan], None).tasks().len()
        };
        assert_eq!(tasks(""), 1 + 4 + 1 + 3 * 4);
        // Only TLA reads estimates.
        let random = r#", "estimates": "f-model""#;
        assert_eq!(tasks(random), 1 + 4 + 4 + 3 * 4);
        let model = |redraw: &str| {
            let text = format!(
                r#"{{ "workload": {{ "model": "lublin99", "jobs": 100 }},
                      "schedulers": ["best-fit", "tla-coalloc", {{ "policy": "tla-coalloc", "simulation_policy": "random-fit" }}],
                      "experiment": {{ "sweep": [{{ "parameter": "platform.speed_heterogeneity", "values": [0, 0.1] }}],
                                      "replications": 4, "redraw": "{redraw}" }} }}"#
            );
            let plan = Plan::new(&Scenario::from_json(&text).unwrap()).unwrap();
            Shared::new([&plan], None).tasks().len()
        };
        assert_eq!(model("everything"), 2 * 3 * 4);
        // A simulation by RF is random.
        assert_eq!(model("speeds"), (1 + 1 + 4) + 3 * 4);
    }

    fn scenario(schedulers: &str, sweep: &str, replications: u32) -> Checked {
        let text = format!(
            r#"{{ "title": "{sweep}", "workload": {{ "jobs_per_cluster": 60 }}, "schedulers": [{schedulers}],
                  "experiment": {{ "sweep": [{{ "parameter": "workload.bsbw_mbps", "values": [{sweep}] }}],
                                  "replications": {replications} }} }}"#
        );
        Scenario::from_json(&text).unwrap()
    }

    /// The results equal those of separate runs, but fewer tasks are run.
    #[test]
    fn common_tasks_run_once() {
        let scenarios = [
            scenario(r#""ideal", "first-fit""#, "200, 700", 3),
            scenario(r#""first-fit", "b3", "ideal""#, "700, 900", 2),
        ];
        let plans = scenarios.each_ref().map(|s| Plan::new(s).unwrap());
        let shared = Shared::new(&plans, None);
        // Ideal and First-fit at 700 Mbps are common, with two replications each.
        assert_eq!(plans[0].tasks().len(), 3 * 3);
        assert_eq!(plans[1].tasks().len(), 2 * 5);
        assert_eq!(shared.tasks().len(), 9 + 10 - 4);
        let mut mergers = plans.each_ref().map(Merger::new);
        for (index, task) in shared.tasks().iter().enumerate() {
            let mut runner = Runner::new(task, None, ()).unwrap();
            while runner.advance(u64::MAX).unwrap() == Progress::Running {}
            shared.put(&mut mergers, index, runner.finish().0);
        }
        for (mut merger, scenario) in mergers.into_iter().zip(&scenarios) {
            assert_eq!(merger.results(), experiment::run(scenario, None).unwrap());
        }
    }
}
