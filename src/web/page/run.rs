//! The run in hand: its plan, what has come of it, and how long such runs take here.

use crate::experiment::{Merger, Plan, Results, TaskResult};
use crate::scenario::{Checked, Workload};
use std::rc::Rc;

/// Jobs per second that one worker is taken to simulate until it has been measured.
const FIRST_GUESS: f64 = 1.5e6;
/// Runs that are expected to take longer do not start by themselves \[s\].
pub const LONG_S: f64 = 60.0;

/// A run and its results so far.
pub struct Run {
    /// The tasks.
    pub plan: Rc<Plan>,
    merger: Merger<Rc<Plan>>,
    any: bool,
    /// When it was started \[ms\].
    pub started_ms: f64,
    /// Jobs to simulate, without those whose results were known.
    pub jobs: u64,
    /// Problems of tasks that were given up.
    pub failed: Vec<String>,
}

impl Run {
    /// A run with nothing done.
    pub fn new(plan: Rc<Plan>, jobs: u64, now_ms: f64) -> Run {
        Run {
            merger: Merger::new(plan.clone()),
            any: false,
            plan,
            started_ms: now_ms,
            jobs,
            failed: Vec::new(),
        }
    }

    /// Keeps a result.
    pub fn put(&mut self, task: usize, result: TaskResult) {
        self.any = true;
        self.merger.put(task, result);
    }

    /// Whether the first replication of everything is done: enough for a figure.
    pub fn has_figure(&self) -> bool {
        let mut tasks = self.plan.tasks().iter().enumerate();
        tasks.all(|(index, task)| task.replication > 0 || self.merger.has(index))
    }

    /// Whether there is anything yet.
    pub fn has_any(&self) -> bool {
        self.any
    }

    /// What has come so far.
    pub fn merged(&mut self) -> Results {
        self.merger.results()
    }
}

/// How fast the workers are.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    workers: f64,
    jobs_per_s: f64,
}

impl Speed {
    /// Before anything has been measured.
    pub fn guess(workers: usize) -> Speed {
        Speed {
            workers: workers as f64,
            jobs_per_s: FIRST_GUESS * workers as f64,
        }
    }

    /// `jobs` were simulated in `seconds` by all workers. Short runs tell little.
    pub fn measured(&mut self, jobs: u64, seconds: f64) {
        if seconds > 0.3 && jobs > 100_000 {
            let now = jobs as f64 / seconds;
            self.jobs_per_s = (self.jobs_per_s + now) / 2.0;
            self.jobs_per_s = self.jobs_per_s.max(1e4 * self.workers);
        }
    }

    /// How long a run will take \[s\].
    pub fn seconds(&self, jobs: u64) -> f64 {
        jobs as f64 / self.jobs_per_s
    }
}

/// The scenario with a hundredth of the jobs, if that leaves a run that means something.
pub fn reduced(scenario: &Checked) -> Option<Checked> {
    let mut small = scenario.clone().into_scenario();
    let hundredth = |jobs: u64| (jobs / 100).max(100).min(jobs);
    match &mut small.workload {
        Workload::Synthetic(synthetic) => {
            synthetic.jobs_per_cluster = hundredth(synthetic.jobs_per_cluster);
            for own in &mut synthetic.clusters {
                own.jobs_per_cluster = own.jobs_per_cluster.map(hundredth);
            }
        }
        Workload::Swf(_) => return None,
        model @ Workload::Of(_) => model.set_jobs(hundredth(model.jobs())),
    }
    small.check().ok().filter(|small| small != scenario)
}
