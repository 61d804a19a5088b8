//! The current run: its plan, its results so far, and an estimate of its duration.

use crate::experiment::{Merger, Plan, Results, TaskResult};
use crate::scenario::Checked;
use crate::scenario::language::path::{self, Values};
use std::rc::Rc;

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
    /// If a visitor moves a value: the time of the position \[ms\] of this run.
    pub asked_ms: Option<f64>,
    /// Number of jobs to simulate, without cached results.
    pub jobs: u64,
    /// True for a sketch: as many jobs as fit into a moment, shown until the full run has a figure.
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
            asked_ms: None,
            jobs,
            is_sketch,
            failed: Vec::new(),
        }
    }

    /// Adds a result.
    pub fn put(&mut self, task: usize, result: TaskResult) {
        self.any = true;
        self.merger.put(task, result);
        self.merger.settle(task);
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

    /// Results so far.
    pub fn merged(&mut self) -> Results {
        self.merger.results()
    }
}

/// Speed of the workers.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    workers: f64,
    jobs_per_s: f64,
    /// Number of jobs of a sketch.
    sketch: f64,
}

impl Speed {
    /// Before any measurement, the speed is a guess.
    pub fn guess(workers: usize) -> Speed {
        let jobs_per_s = FIRST_GUESS * workers as f64;
        Speed { workers: workers as f64, jobs_per_s, sketch: jobs_per_s * SKETCH_MS / 1e3 }
    }

    /// Updates the speed after all workers together simulated `jobs` jobs in `seconds`. Short runs are ignored.
    pub fn measured(&mut self, jobs: u64, seconds: f64) {
        if seconds > 0.3 && jobs > 100_000 {
            let now = jobs as f64 / seconds;
            self.jobs_per_s = (self.jobs_per_s + now) / 2.0;
            self.jobs_per_s = self.jobs_per_s.max(1e4 * self.workers);
        }
    }

    /// Number of jobs that the workers simulate in a sketch.
    pub fn sketch_jobs(&self) -> u64 {
        self.sketch as u64
    }

    /// Updates the size of sketches after a sketch of `jobs` jobs took `ms`. The size stays as long as a sketch takes about the
    /// intended time, because curves of the same number of jobs are alike at neighbouring values.
    pub fn sketched(&mut self, jobs: u64, ms: f64) {
        let fits = jobs as f64 * SKETCH_MS / ms.max(1.0);
        if ms > 1.5 * SKETCH_MS || fits > 4.0 * jobs as f64 {
            self.sketch = fits.clamp(LEAST_JOBS as f64, 1e9);
        }
    }

    /// Expected duration of a run \[s\].
    pub fn seconds(&self, jobs: u64) -> f64 {
        jobs as f64 / self.jobs_per_s
    }
}

/// Intended duration of a sketch \[ms\]. A figure that follows a moved value also needs time for plan, messages and drawing.
const SKETCH_MS: f64 = 30.0;

/// Most parts into which the jobs of a run are divided for a sketch.
const MOST_PARTS: u64 = 1 << 20;

/// Minimum number of jobs for a meaningful run; fewer than half of them show no unstable queue.
const LEAST_JOBS: u64 = 1000;

/// The plan of a part of a scenario that has at most `limit` jobs: whole replications, or the first of them with one of `parts` equal parts of
/// its jobs, where `parts` is a power of 2. The search begins at the number of parts of the last sketch. Simulated are the first jobs of the whole run. `None` if
/// the whole run is no longer.
pub fn sketch(scenario: &Checked, limit: u64, log_jobs: u64, parts: &mut u64) -> Option<Rc<Plan>> {
    let part = |parts: u64, replications: u64| {
        let small = reduced(scenario, parts).unwrap_or_else(|| scenario.clone());
        small.shortened([("experiment.replications", replications.into())])
    };
    if part(MOST_PARTS, 1) == *scenario {
        return None;
    }
    let plan = |parts: u64, replications: u64| Plan::new(&part(parts, replications)).ok().map(Rc::new);
    let mut small = plan(*parts, 1)?;
    while *parts < MOST_PARTS && small.jobs(log_jobs) > limit {
        let smaller = plan(*parts * 2, 1)?;
        if smaller.scenario() == small.scenario() {
            break;
        }
        (*parts, small) = (*parts * 2, smaller);
    }
    while *parts > 1
        && 2 * small.jobs(log_jobs) <= limit
        && let Some(larger) = plan(*parts / 2, 1).filter(|own| own.jobs(log_jobs) <= limit)
    {
        *parts /= 2;
        small = larger;
    }
    let replications = u64::from(scenario.experiment.replications);
    match limit / small.jobs(log_jobs).max(1) {
        _ if *parts > 1 => Some(small),
        fitting if fitting >= replications => None,
        fitting if fitting > 1 => plan(1, fitting),
        _ => Some(small).filter(|small| small.scenario() != scenario),
    }
}

/// The scenario with one of `parts` equal parts of the jobs, if that is a meaningful run.
pub fn reduced(scenario: &Checked, parts: u64) -> Option<Checked> {
    if scenario.workload.is_log() {
        return None;
    }
    let clusters = scenario.platform.cluster_count().max(1);
    let least = if scenario.workload.info().per_cluster { LEAST_JOBS.div_ceil(clusters) } else { LEAST_JOBS };
    let everywhere = [scenario.workload.jobs_setting()];
    let places = everywhere.into_iter().chain(path::expanded(scenario, "workload.clusters.*.jobs_per_cluster"));
    let part = |jobs: u64| (jobs / parts).max(least).min(jobs);
    let fewer = places.filter_map(|place| Some((part(scenario.at(&place)?.as_u64()?), place)));
    let fewer: Vec<(u64, String)> = fewer.collect();
    let small = scenario.clone().shortened(fewer.iter().map(|(jobs, place)| (place.as_str(), (*jobs).into())));
    Some(small).filter(|small| small != scenario)
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
    fn a_reduced_run_has_a_part_of_the_jobs() {
        let jobs = |workload: Value| {
            let small = reduced(&scenario(json!({ "workload": workload })), 100)?;
            Some(small.workload.jobs())
        };
        assert_eq!(jobs(json!({ "jobs_per_cluster": 400_000 })), Some(4000));
        // A reduced run has at least 1,000 jobs in total, here on four clusters.
        assert_eq!(jobs(json!({ "jobs_per_cluster": 2000 })), Some(250));
        assert_eq!(jobs(json!({ "jobs_per_cluster": 100 })), None);
        assert_eq!(jobs(json!({ "model": "lublin99", "jobs": 50_000 })), Some(1000));
        assert_eq!(jobs(json!({ "model": "swf", "path": "a.swf" })), None);
    }

    #[test]
    fn a_sketch_has_as_many_jobs_as_fit() {
        // Two schedulers, two replications, four clusters: a replication is 2 · 4 · 8000 = 64 000 jobs.
        let whole = scenario(json!({ "workload": { "jobs_per_cluster": 8000 } }));
        let of = |limit: u64, mut parts: u64| {
            let small = sketch(&whole, limit, 0, &mut parts)?;
            let scenario = small.scenario();
            Some((parts, scenario.experiment.replications, scenario.workload.jobs()))
        };
        for parts in [1, 4, MOST_PARTS] {
            assert_eq!(of(128_000, parts), None, "everything fits");
            assert_eq!(of(127_999, parts), Some((1, 1, 8000)));
            assert_eq!(of(63_999, parts), Some((2, 1, 4000)));
            assert_eq!(of(20_000, parts), Some((4, 1, 2000)), "a quarter: 16 000 jobs");
        }
        assert_eq!(of(10, 1), Some((32, 1, 250)), "at least 1000 jobs a run");
        // One replication less than there are.
        let whole = scenario(
            json!({ "workload": { "jobs_per_cluster": 100 }, "experiment": { "sweep": [], "replications": 5 } }),
        );
        let small = sketch(&whole, 3500, 0, &mut 1).unwrap();
        assert_eq!(small.scenario().experiment.replications, 4);
        // Nothing can be left out: 20 jobs on each of four clusters, in one replication.
        let least = scenario(
            json!({ "workload": { "jobs_per_cluster": 20 }, "experiment": { "sweep": [], "replications": 1 } }),
        );
        assert!(sketch(&least, 10, 0, &mut 16).is_none());
        // A log is sketched by whole replications.
        let log = scenario(json!({ "workload": { "model": "swf", "path": "a.swf" } }));
        let small = sketch(&log, 10, 1000, &mut 1).unwrap();
        assert_eq!(small.scenario().experiment.replications, 1);
    }

    #[test]
    fn a_shortened_scenario_passes_the_checks() {
        for preset in crate::scenario::presets::all() {
            let whole = crate::scenario::presets::scenario(preset).unwrap();
            let small = reduced(&whole, MOST_PARTS).unwrap_or(whole);
            let small = small.shortened([("experiment.replications", 1.into())]);
            assert_eq!(small.check().as_ref(), Ok(&small), "{}", preset.name);
        }
    }

    #[test]
    fn sketches_of_about_the_intended_time_keep_their_size() {
        let mut speed = Speed::guess(2);
        assert_eq!(speed.sketch_jobs(), 90_000, "30 ms at 3 million jobs a second");
        speed.sketched(64_000, 40.0);
        assert_eq!(speed.sketch_jobs(), 90_000);
        speed.sketched(64_000, 60.0);
        assert_eq!(speed.sketch_jobs(), 32_000);
        speed.sketched(32_000, 8.0);
        assert_eq!(speed.sketch_jobs(), 32_000);
        speed.sketched(32_000, 5.0);
        assert_eq!(speed.sketch_jobs(), 192_000);
        speed.sketched(1000, 1e9);
        assert_eq!(speed.sketch_jobs(), LEAST_JOBS);
    }
}
