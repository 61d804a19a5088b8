//! The current run: its plan, its results so far, and an estimate of its duration.

use crate::experiment::{Merger, Plan, Results, TaskResult};
use crate::scenario::Checked;
use crate::scenario::language::path::{self, Values};
use std::rc::Rc;
use std::sync::Arc;

/// Assumed jobs per second of one worker before measuring.
const FIRST_GUESS: f64 = 1.5e6;

/// A run and its results so far.
pub struct Run {
    /// The tasks.
    pub plan: Rc<Plan>,
    merger: Merger<Rc<Plan>>,
    any: bool,
    /// Number of tasks with cached results.
    pub known: usize,
    /// Start time \[ms\].
    pub started_ms: f64,
    /// Number of jobs to simulate, without cached results.
    pub jobs: u64,
    /// True for a sketch: a run with a hundredth of the jobs, shown until the full run has a figure.
    pub is_sketch: bool,
    /// Distinct problems of tasks that were given up.
    failed: Vec<String>,
}

impl Run {
    /// A run without results.
    pub fn new(plan: Rc<Plan>, jobs: u64, is_sketch: bool, now_ms: f64) -> Run {
        Run {
            merger: Merger::new(plan.clone()),
            any: false,
            known: 0,
            plan,
            started_ms: now_ms,
            jobs,
            is_sketch,
            failed: Vec::new(),
        }
    }

    /// Adds a result.
    pub fn put(&mut self, task: usize, result: TaskResult) {
        self.any = true;
        self.merger.put(task, result);
    }

    /// Adds the problem of a failed task. Returns all problems if this one is new.
    pub fn fail(&mut self, problem: String) -> Option<&[String]> {
        if self.failed.contains(&problem) {
            return None;
        }
        self.failed.push(problem);
        Some(&self.failed)
    }

    /// True if the first replication of every point and scheduler is done: enough for a figure.
    pub fn has_figure(&self) -> bool {
        let mut tasks = self.plan.tasks().iter().enumerate();
        tasks.all(|(index, task)| task.replication > 0 || self.merger.has(index))
    }

    /// True if there is any result.
    pub fn has_any(&self) -> bool {
        self.any
    }

    /// Results so far. Sketches are too short to judge stability.
    pub fn merged(&mut self) -> Results {
        let mut results = self.merger.results();
        for point in results.points.iter_mut().filter(|_| self.is_sketch) {
            Arc::make_mut(point).results.iter_mut().for_each(|result| result.unstable = false);
        }
        results
    }
}

/// Speed of the workers.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    workers: f64,
    jobs_per_s: f64,
}

impl Speed {
    /// Before any measurement, the speed is a guess.
    pub fn guess(workers: usize) -> Speed {
        Speed { workers: workers as f64, jobs_per_s: FIRST_GUESS * workers as f64 }
    }

    /// Updates the speed after all workers together simulated `jobs` jobs in `seconds`. Short runs are ignored.
    pub fn measured(&mut self, jobs: u64, seconds: f64) {
        if seconds > 0.3 && jobs > 100_000 {
            let now = jobs as f64 / seconds;
            self.jobs_per_s = (self.jobs_per_s + now) / 2.0;
            self.jobs_per_s = self.jobs_per_s.max(1e4 * self.workers);
        }
    }

    /// Expected duration of a run \[s\].
    pub fn seconds(&self, jobs: u64) -> f64 {
        jobs as f64 / self.jobs_per_s
    }
}

/// Minimum number of jobs for a meaningful run.
const LEAST_JOBS: u64 = 1000;

/// The scenario with a hundredth of the jobs, if that is a meaningful run.
pub fn reduced(scenario: &Checked) -> Option<Checked> {
    if scenario.workload.is_log() {
        return None;
    }
    let clusters = scenario.platform.cluster_count().max(1);
    let least = if scenario.workload.info().per_cluster { LEAST_JOBS.div_ceil(clusters) } else { LEAST_JOBS };
    let everywhere = [scenario.workload.jobs_setting()];
    let places = everywhere.into_iter().chain(path::expanded(scenario, "workload.clusters.*.jobs_per_cluster"));
    let hundredth = |jobs: u64| (jobs / 100).max(least).min(jobs);
    let fewer = places.filter_map(|place| Some((hundredth(scenario.at(&place)?.as_u64()?), place)));
    let fewer: Vec<(u64, String)> = fewer.collect();
    let small = scenario.with_all(fewer.iter().map(|(jobs, place)| (place.as_str(), (*jobs).into())));
    small.ok().filter(|small| small != scenario)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use serde_json::{Value, json};

    fn scenario(extra: Value) -> Checked {
        let mut whole =
            json!({ "schedulers": ["no-share", "first-fit"], "experiment": { "sweep": [], "replications": 2 } });
        whole.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        Scenario::from_value(&whole).unwrap()
    }

    fn run() -> Run {
        let plan = Plan::new(&scenario(json!({}))).unwrap();
        Run::new(Rc::new(plan), 1000, false, 0.0)
    }

    fn result() -> TaskResult {
        TaskResult { measures: Default::default(), digest: "0".repeat(16) }
    }

    #[test]
    fn a_figure_is_the_first_replication_of_everything() {
        let mut run = run();
        assert!(!run.has_any() && !run.has_figure());
        assert!(run.merged().points[0].results.is_empty());
        // Tasks 0 and 1 are No-share, 2 and 3 First-fit.
        run.put(3, result());
        run.put(0, result());
        assert!(run.has_any() && !run.has_figure());
        run.put(2, result());
        assert!(run.has_figure());
        let replications = run.merged().points[0].results.iter().map(|own| own.replications).collect::<Vec<_>>();
        assert_eq!(replications, [1, 2]);
    }

    #[test]
    fn a_failed_task_is_reported_once_and_leaves_the_others() {
        let mut run = run();
        assert_eq!(run.fail("no log".into()), Some(&["no log".to_owned()][..]));
        assert_eq!(run.fail("no log".into()), None);
        assert_eq!(run.fail("crashed".into()).map(<[_]>::len), Some(2));
        run.put(0, result());
        run.put(1, result());
        assert!(run.has_any() && !run.has_figure());
        let names: Vec<String> = run.merged().points[0].results.iter().map(|own| own.scheduler.clone()).collect();
        assert_eq!(names, ["no-share"]);
    }

    #[test]
    fn short_runs_say_little_about_the_speed() {
        let mut speed = Speed::guess(4);
        let guess = speed.seconds(6_000_000);
        assert_eq!(guess, 1.0);
        speed.measured(1_000_000, 0.2);
        speed.measured(50_000, 10.0);
        assert_eq!(speed.seconds(6_000_000), guess);
        speed.measured(2_000_000, 1.0);
        assert_eq!(speed.seconds(4_000_000), 1.0, "half way to what was measured");
        for _ in 0..100 {
            speed.measured(200_000, 1e6);
        }
        assert_eq!(speed.seconds(40_000), 1.0, "no slower than 10 000 jobs a second and worker");
    }

    #[test]
    fn a_reduced_run_has_a_hundredth_of_the_jobs() {
        let jobs = |workload: Value| {
            let small = reduced(&scenario(json!({ "workload": workload })))?;
            Some(small.workload.jobs())
        };
        assert_eq!(jobs(json!({ "jobs_per_cluster": 400_000 })), Some(4000));
        // A reduced run has at least 1,000 jobs in total, here on four clusters.
        assert_eq!(jobs(json!({ "jobs_per_cluster": 2000 })), Some(250));
        assert_eq!(jobs(json!({ "jobs_per_cluster": 100 })), None);
        assert_eq!(jobs(json!({ "model": "lublin99", "jobs": 50_000 })), Some(1000));
        assert_eq!(jobs(json!({ "model": "swf", "path": "a.swf" })), None);
    }
}
