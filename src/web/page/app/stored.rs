//! Results of long runs are stored in the browser, so that a run continues after a reload, a crash or a suspended
//! computer.

use crate::experiment::stored;
use crate::experiment::{Plan, Task, TaskResult, TaskWriter};
use crate::web::page::app::App;
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom::{self, calls};
use crate::web::page::shell::results_store;
use std::rc::Rc;

/// Running time after which stored results are looked up \[ms\].
const LOOK_AFTER_MS: f64 = 1000.0;
/// Number of task keys computed before the page handles events again.
const KEYS_AT_ONCE: usize = 64;

/// A task whose result may be stored: its index in the plan and its key.
type Keyed = (usize, String);

impl App {
    /// Reports once if the browser cannot store results.
    pub(super) fn report_refused_storage() {
        results_store::report_refusal(|why| {
            let text = format!(
                "This browser stores no results ({why}): after a reload a long run starts again. Everything else works."
            );
            banner::show("storage", Tone::Note, &text, []);
        });
    }

    /// Stores a result that was computed here, if the run is long.
    pub(super) fn store(&self, task: usize, result: &TaskResult) {
        let runs = self.runs.borrow();
        let run = runs.worth_storing(dom::now_ms());
        let Some(task) = run.and_then(|run| run.plan.tasks().get(task)) else {
            return;
        };
        if let Some(key) = key(&mut TaskWriter::default(), task, &self.log_identity()) {
            results_store::put(&key, &stored::line(&key, result));
        }
    }

    /// Looks up stored results of a run, and continues the run from these results: at once if `soon` is true, because
    /// the run is expected to take long; otherwise once the run has taken some time.
    pub(super) fn recall(self: &Rc<Self>, plan: &Rc<Plan>, soon: bool) {
        let (app, plan) = (self.clone(), plan.clone());
        let wait_ms = if soon { 0.0 } else { LOOK_AFTER_MS };
        self.recalling.after(wait_ms, move || app.look_for(plan, 0, Vec::new()));
    }

    /// Looks up stored results of the tasks from index `first` on, a few tasks at a time. `known` holds the tasks
    /// before `first` that have stored results.
    fn look_for(self: Rc<Self>, plan: Rc<Plan>, first: usize, mut known: Vec<Keyed>) {
        if !self.runs.borrow().has(&plan) {
            return;
        }
        let end = plan.tasks().len().min(first + KEYS_AT_ONCE);
        if first == end {
            return self.found_stored(plan, known);
        }
        let log = self.log_identity();
        let mut writer = TaskWriter::default();
        let tasks = (first..end).zip(&plan.tasks()[first..end]);
        let keyed: Vec<Keyed> =
            tasks.filter_map(|(index, task)| Some((index, key(&mut writer, task, &log)?))).collect();
        let keys = keyed.iter().map(|(_, key)| key.clone()).collect();
        let app = self.clone();
        results_store::known(keys, move |kept| {
            let kept = kept.into_iter().filter_map(|at| keyed.get(at as usize).cloned());
            known.extend(kept);
            app.recalling.after(0.0, calls(&app, move |app| app.clone().look_for(plan, end, known)));
        });
    }

    /// Uses the stored results. Starts a long run if they make it short.
    fn found_stored(self: Rc<Self>, plan: Rc<Plan>, known: Vec<Keyed>) {
        if known.is_empty() {
            return;
        }
        if !self.runs.borrow().is_running() {
            let log_jobs = self.logs.borrow().jobs();
            let jobs = |task: &Task| task.jobs(log_jobs).saturating_mul(task.passes());
            let kept: u64 = known.iter().map(|(index, _)| jobs(&plan.tasks()[*index])).sum();
            let left = plan.jobs(log_jobs).saturating_sub(kept);
            if !self.runs.borrow().is_long(left, false) {
                self.run_now(true);
            }
            return;
        }
        let (indices, keys): (Vec<usize>, Vec<String>) = known.into_iter().unzip();
        results_store::find(keys, move |at, line| {
            let result = stored::parts(line).and_then(|(_, json)| serde_json::from_str(json).ok());
            let Some(result) = result else {
                return false;
            };
            if let Some(parts) = self.parts() {
                parts.pool.found(&plan, indices[at], result);
            }
            true
        });
    }

    fn log_identity(&self) -> Option<String> {
        let logs = self.logs.borrow();
        logs.summary.as_ref().map(|log| log.sha256.clone())
    }
}

/// Key of a task's stored result; `None` if the task uses a log that has not been read.
fn key(writer: &mut TaskWriter, task: &Task, log_identity: &Option<String>) -> Option<String> {
    let log = match task.scenario.workload.is_log() {
        true => Some(log_identity.as_deref()?),
        _ => None,
    };
    Some(stored::digested(&writer.key(task), log))
}
