//! Files of the jobs of one run, which a worker of the second program makes.

use crate::web::job_files::Kind;
use crate::web::messages::{Order, Report};
use crate::web::page::shell::dom::Later;
use crate::web::worker_handle::{Message, WorkerHandle};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use web_sys::File;

/// A run whose jobs can be saved.
pub struct SavedRun {
    /// Which run it is, in words.
    pub title: String,
    /// The scenario as JSON.
    pub scenario: String,
    /// Index of the task in its plan.
    pub task: u32,
    /// The log that it may read, and the table of what that does not tell of single jobs.
    pub log: Option<(File, Option<File>)>,
}

/// Hears the file, or why there is none.
type Done = Box<dyn FnOnce(Result<String, String>)>;

thread_local! {
    /// The worker that makes a file; one that is asked for later takes its place.
    static WORKER: RefCell<Option<WorkerHandle>> = const { RefCell::new(None) };
}

/// Has a file made; `done` hears of it, unless another one is asked for before.
pub fn make(run: &SavedRun, kind: Kind, done: Done) {
    let waiting = Rc::new(RefCell::new(Some(done)));
    let heard = {
        let waiting = waiting.clone();
        move |message: Message| {
            let answer = match message {
                Message::Report(report) => match *report {
                    Report::Text { text, .. } => Ok(text),
                    Report::Failed { problem, .. } | Report::Panicked { text: problem } => {
                        Err(problem)
                    }
                    _ => return,
                },
                Message::Crashed(text) => Err(text),
            };
            if let Some(done) = waiting.borrow_mut().take() {
                done(answer);
                // It is the worker that speaks: it is dropped when it has finished.
                Later::default().after(0.0, || WORKER.set(None));
            }
        }
    };
    match WorkerHandle::start(0, 0.0, true, Rc::new(heard)) {
        Ok(mut worker) => {
            if let Some((log, details)) = &run.log {
                let details = details.as_ref().map_or(JsValue::UNDEFINED, JsValue::from);
                worker.tell_log(0, &log.name(), log, &details);
            }
            worker.send(&Order::Jobs {
                order: 0,
                scenario: run.scenario.clone(),
                task: run.task,
                kind,
            });
            WORKER.set(Some(worker));
        }
        Err(problem) => {
            if let Some(done) = waiting.borrow_mut().take() {
                done(Err(problem));
            }
        }
    }
}
