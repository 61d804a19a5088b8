//! Results of long runs are kept in the browser, so that a run that was cut off by a reload, a crash or a closed lid goes on where it was.

use crate::experiment::stored;
use crate::experiment::{Plan, Task, TaskResult, TaskWriter};
use crate::scenario::Workload;
use crate::web::page::app::App;
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom;
use crate::web::page::shell::results_store;
use std::rc::Rc;

/// A run that has taken this long is looked for among what is kept \[ms\].
const LOOK_AFTER_MS: f64 = 1000.0;
/// Keys of so many tasks are worked out before the page listens again.
const KEYS_AT_ONCE: usize = 64;

/// A task of a plan that may be kept: its index and its key.
type Keyed = (usize, String);

impl App {
    /// Says once if the browser keeps nothing.
    pub(super) fn start_keeping() {
        results_store::report_refusal(|why| {
            let text = format!(
                "This browser keeps no results ({why}): after a reload a long run begins anew. Everything else works."
            );
            banner::show("storage", Tone::Note, &text, []);
        });
    }

    /// Keeps a result that was computed here, if the run is a long one.
    pub(super) fn keep(&self, task: usize, result: &TaskResult) {
        let runs = self.runs.borrow();
        let run = runs.worth_storing(dom::now_ms());
        let Some(task) = run.and_then(|run| run.plan.tasks().get(task)) else {
            return;
        };
        if let Some(key) = key(&mut TaskWriter::default(), task, &self.log_identity()) {
            results_store::put(&key, &stored::line(&key, result));
        }
    }

    /// Looks for what is kept of a run that was begun, or announced as long, and goes on with it. `soon` if the run is expected to
    /// take a while.
    pub(super) fn recall(self: &Rc<Self>, plan: &Rc<Plan>, soon: bool) {
        let (app, plan) = (self.clone(), plan.clone());
        let wait_ms = if soon { 0.0 } else { LOOK_AFTER_MS };
        self.recalling.after(wait_ms, move || app.look_for(plan, 0, Vec::new()));
    }

    /// Works out which tasks from `first` on are kept, some at a time; `known` are those before.
    fn look_for(self: Rc<Self>, plan: Rc<Plan>, first: usize, mut known: Vec<Keyed>) {
        if !self.runs.borrow().has(&plan) {
            return;
        }
        let end = plan.tasks().len().min(first + KEYS_AT_ONCE);
        if first == end {
            return self.found_kept(plan, known);
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
            let own = app.clone();
            app.recalling.after(0.0, move || own.look_for(plan, end, known));
        });
    }

    /// Takes over the tasks that are kept; a long run that they make short begins.
    fn found_kept(self: Rc<Self>, plan: Rc<Plan>, known: Vec<Keyed>) {
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

/// What is kept of a task stands under this; none if it reads a log that has not been read.
fn key(writer: &mut TaskWriter, task: &Task, log_identity: &Option<String>) -> Option<String> {
    let log = match task.scenario.workload {
        Workload::Swf(_) => Some(log_identity.as_deref()?),
        _ => None,
    };
    Some(stored::digested(&writer.key(task), log))
}
