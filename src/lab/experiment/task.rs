//! A task is one simulation of an experiment. A task contains all its input (except a log), so it can run on any
//! machine.

use super::projection::Projection;
use crate::base::problem::Problem;
use crate::models::{Queues, RunsOn};
use crate::parameter::fields;
use crate::parameter::json::tidied;
use crate::scenario::build;
use crate::scenario::checks::sweeps::Points;
use crate::scenario::{Estimates, Part, Redraw, Scenario, Scheduler, Warmup};
use crate::{ENGINE_VERSION, platform};
use serde_json::{Value, json};
use std::sync::Arc;

/// One simulation to run: a scheduler on the jobs of one replication.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The scenario at the task's point, without schedulers and without settings that this run does not read.
    pub scenario: Arc<Scenario>,
    /// The scheduler, without settings that this run does not read.
    pub scheduler: Part<Scheduler>,
    /// The number of the replication, from 0.
    pub replication: u32,
    /// True if the experiment has one run of each scheduler at a point, whose intervals are over blocks of its jobs.
    pub single: bool,
}

/// True if the replications of a scenario are a sample: there are several, and something is drawn anew in each. Otherwise
/// each scheduler has one run at a point, however many replications there are, and intervals are over blocks of its jobs.
pub fn is_sample(scenario: &Scenario) -> bool {
    scenario.experiment.replications > 1 && is_drawn(scenario)
}

/// True if something is drawn in some run of a scenario, so that another replication would be another run.
pub fn is_drawn(scenario: &Scenario) -> bool {
    let mut points = Points::of(scenario);
    let mut at = |value: fn(&Vec<f64>) -> Option<&f64>| {
        let sweeps = scenario.experiment.sweep.iter();
        let values = sweeps.filter_map(|own| Some((own.parameter.clone(), tidied((*value(&own.values)?).into()))));
        points.at(&values.collect()).ok()
    };
    let ends = [at(|values| values.first()), at(|values| values.last())];
    let mut all = ends.iter().flatten().flat_map(|end| (0..end.schedulers.len()).map(move |index| (end, index)));
    all.any(|(end, index)| {
        Projection::of(end, index).is_ok_and(|Projection { scenario, scheduler }| {
            Task { scenario: Arc::new(scenario), scheduler, replication: 0, single: false }.is_random()
        })
    })
}

impl Task {
    /// The clusters, with the sizes and speeds of this replication.
    ///
    /// # Errors
    /// If the clusters cannot have the required random speeds.
    pub fn platform(&self) -> Result<platform::Platform, Problem> {
        let mut platform = build::platform::of_replication(&self.scenario, self.replication)?;
        platform.stages_in &= self.scheduler.policy.reads("platform.stage_in");
        Ok(platform)
    }

    /// True if replications differ because something is random. Replications are equal if the jobs are from a log, without
    /// drawn properties, or stay the same, the speeds are fixed, and no rule of the scheduler or workload is random.
    fn is_random(&self) -> bool {
        let scenario = &self.scenario;
        let policy = self.scheduler.policy.info();
        let draws = (policy.draws)(&self.scheduler.own);
        let jobs_differ = scenario.workload.is_random(scenario.platform.cluster_count())
            || scenario.workload.estimates().0 == Estimates::FModel
            || scenario.workload.varied().is_drawn()
            || scenario.platform.has_resources() && !scenario.workload.requests().is_empty();
        let same_jobs = !jobs_differ || scenario.experiment.redraw == Redraw::Speeds;
        // A grid has random background loads and invocation times. Failures hit nodes at random.
        let platform = &scenario.platform;
        let other = platform.sizes.is_some() || platform.has_failures() || policy.queues == Queues::PerCluster;
        let redrawn = other && scenario.experiment.redraw == Redraw::Everything;
        draws || !same_jobs || redrawn || scenario.platform.speed_heterogeneity > 0.0
    }

    /// The scenario with the task's scheduler.
    pub(super) fn whole(&self) -> Scenario {
        let mut whole = Scenario::clone(&self.scenario);
        whole.set([("schedulers", json!([self.scheduler.values()]))]);
        whole
    }

    /// A key that is equal for tasks with the same simulation, even if they belong to different experiments or
    /// replications. It depends on all settings that the task reads and on the version of the engine.
    pub fn key(&self) -> String {
        TaskWriter::default().key(self)
    }

    /// Number of completed jobs at which a pass over the jobs ends.
    pub fn jobs(&self, log_jobs: u64) -> u64 {
        let arrive = self.arrivals(log_jobs);
        arrive.min(self.scenario.experiment.completions.unwrap_or(u64::MAX))
    }

    /// Number of jobs that may arrive in one pass. It is larger than the number of completed jobs if a run ends before
    /// all jobs have ended.
    pub fn arrivals(&self, log_jobs: u64) -> u64 {
        self.scenario.arrivals(log_jobs)
    }

    /// The task without warm-up, for an observer. A warm-up affects only measures, not events, so a pass to find its
    /// length is not needed.
    pub fn watched(&self) -> Task {
        let mut watched = Task { single: false, ..self.clone() };
        Arc::make_mut(&mut watched.scenario).set([("experiment.warmup", Warmup::None.name().into())]);
        watched
    }

    /// True if First-fit's penalty of co-allocation is measured before the run.
    pub fn measures_penalty(&self) -> bool {
        let network = self.scheduler.policy.info().network;
        matches!(network, RunsOn::FixedPenalty(_)) && self.scheduler.common.penalty.is_none()
    }

    /// Number of passes over the jobs: one, plus one if a penalty must be measured, plus one if the warm-up must be
    /// found.
    pub fn passes(&self) -> u64 {
        let finds_warmup = self.scenario.experiment.warmup == Warmup::Mser5;
        1 + u64::from(self.measures_penalty()) + u64::from(finds_warmup)
    }

    /// The task as JSON; [`from_json`](Task::from_json) reads it elsewhere.
    pub fn to_json(&self) -> String {
        TaskWriter::default().json(self)
    }

    /// Reads a task from [`to_json`](Task::to_json) without checks, which were made before planning.
    ///
    /// # Errors
    /// If the text was not written by this version.
    pub fn from_json(text: &str) -> Result<Task, Problem> {
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        let replication = value["replication"].as_u64();
        let task = || {
            Some(Task {
                scenario: Arc::new(fields::parse(&value["scenario"])?),
                scheduler: Part::of(&value["scheduler"])?,
                replication: replication?.try_into().ok()?,
                single: value["single"].as_bool()?,
            })
        };
        task().ok_or_else(|| {
            let remedy = "Page and workers must be of the same version: reload the page";
            Problem::new("the task", "cannot be read", "", remedy)
        })
    }
}

/// Writes tasks and their keys as text. If several tasks in a row share a scenario, such as all schedulers at one
/// point, it is written once.
#[derive(Debug, Default)]
pub struct TaskWriter {
    /// The scenario of the last task, and its text.
    last: Option<(Arc<Scenario>, String)>,
}

impl TaskWriter {
    /// The task as JSON, like [`Task::to_json`].
    pub fn json(&mut self, task: &Task) -> String {
        let scenario = self.scenario(task);
        let scheduler = task.scheduler.values();
        let Task { replication, single, .. } = task;
        format!(r#"{{"scenario":{scenario},"scheduler":{scheduler},"replication":{replication},"single":{single}}}"#)
    }

    /// The key of a task, like [`Task::key`].
    pub fn key(&mut self, task: &Task) -> String {
        let replication = if task.is_random() { task.replication } else { 0 };
        let scenario = self.scenario(task);
        let scheduler = task.scheduler.values();
        let blocks = if task.single { " in blocks" } else { "" };
        format!("{ENGINE_VERSION} {replication}{blocks} {scheduler} {scenario}")
    }

    fn scenario(&mut self, task: &Task) -> &str {
        let same = |last: &(Arc<Scenario>, String)| Arc::ptr_eq(&last.0, &task.scenario);
        let last = self.last.take().filter(same);
        let (_, text) = self.last.insert(last.unwrap_or_else(|| {
            let text = task.scenario.to_value().to_string();
            (Arc::clone(&task.scenario), text)
        }));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Plan;
    use crate::scenario::arbitrary;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// For any plan, every task is read as it was written.
        #[test]
        fn tasks_arrive_as_they_were_sent(scenario in arbitrary::scenario()) {
            let plan = Plan::new(&scenario).unwrap();
            let mut writer = TaskWriter::default();
            for task in plan.tasks().iter().take(200) {
                let text = writer.json(task);
                prop_assert_eq!(&text, &task.to_json());
                let arrived = Task::from_json(&text).unwrap();
                prop_assert_eq!(arrived.key(), writer.key(task));
                prop_assert_eq!(&arrived, task);
            }
        }
    }

    /// The jobs of a log are the same in each replication, unless something of them is drawn that the scheduler reads.
    #[test]
    fn replications_of_a_log_differ_by_what_is_drawn() {
        let drawn = |policy: &str, more: serde_json::Value, memory_gb: Option<f64>| {
            let mut workload = json!({ "model": "swf", "path": "log.swf", "home": "first" });
            workload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let scenario = Scenario::from_value(&json!({
                "platform": { "clusters": [{ "count": 2, "nodes": 8, "memory_gb": memory_gb }] },
                "workload": workload,
                "schedulers": [policy],
                "experiment": { "sweep": [] },
            }));
            is_drawn(&scenario.unwrap())
        };
        let law = json!({ "varied": { "bsbw_law": "log-normal", "bsbw_cv": 2.0 } });
        assert!(!drawn("first-fit", json!({}), None));
        assert!(drawn("first-fit", law.clone(), None));
        assert!(!drawn("no-share", law, None), "jobs that are never spread send nothing");
        let kinds = json!({ "requests": [{ "share": 0.5, "memory_gb": 4.0 }] });
        assert!(drawn("no-share", kinds, Some(8.0)));
    }

    #[test]
    fn what_is_no_task_is_refused() {
        let plan = Plan::new(&Default::default()).unwrap();
        let text = plan.tasks()[0].to_json();
        assert!(Task::from_json(&text).is_ok());
        let others = [
            "",
            "{}",
            "[1]",
            &text[1..],
            &text.replace("\"replication\":0", "\"replication\":-1"),
            &text.replace("\"replication\":0", "\"replication\":4294967296"),
            &text.replace("bsbw_mbps", "bsbw"),
            &text.replace("\"policy\":\"", "\"policy\":\"un"),
        ];
        for other in others {
            assert!(Task::from_json(other).is_err(), "{other}");
        }
    }
}
