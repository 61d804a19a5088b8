//! Files with the jobs of one run, made by a separate worker.

use crate::web::job_files::Kind;
use crate::web::messages::{Order, Report};
use crate::web::page::shell::dom::Later;
use crate::web::worker_handle::{Message, WorkerHandle};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use web_sys::File;

/// A run whose jobs can be exported.
pub struct SavedRun {
    /// Description of the run.
    pub title: String,
    /// The scenario as JSON.
    pub scenario: String,
    /// Index of the task in the plan.
    pub task: u32,
    /// The log, if the run needs one.
    pub log: Option<File>,
}

/// Callback that receives the file, or the reason for a failure.
type Done = Box<dyn FnOnce(Result<String, String>)>;

/// A callback that is called once with the requested file.
#[derive(Clone)]
struct Waiting(Rc<Cell<Option<Done>>>);

impl Waiting {
    /// Passes on the file or an error; returns false if a file or an error was passed on before.
    fn tell(&self, file: Result<String, String>) -> bool {
        match self.0.take() {
            Some(done) => done(file),
            None => return false,
        }
        true
    }
}

/// A file that is being made.
struct Making {
    order: u32,
    waiting: Waiting,
    _worker: WorkerHandle,
}

thread_local! {
    /// The file being made. Only one at a time: a later request replaces it.
    static MAKING: RefCell<Option<Making>> = const { RefCell::new(None) };
    /// Number of the last order.
    static LAST: Cell<u32> = const { Cell::new(0) };
}

/// Makes a file and passes it to `done`.
pub fn make(run: &SavedRun, kind: Kind, done: Done) {
    if let Some(before) = MAKING.take() {
        let why = "another one was asked for before it was finished";
        before.waiting.tell(Err(why.to_owned()));
    }
    let order = LAST.get() + 1;
    LAST.set(order);
    let waiting = Waiting(Rc::new(Cell::new(Some(done))));
    let heard = {
        let waiting = waiting.clone();
        move |message: Message| {
            let file = match message {
                Message::Report(report) => match *report {
                    Report::Text { text, .. } => Ok(text),
                    Report::Failed { problem, .. } | Report::Panicked { text: problem } => Err(problem),
                    _ => return,
                },
                Message::Crashed(text) => Err(text),
            };
            if waiting.tell(file) {
                // This code runs in the worker's own message handler, so the worker is dropped later.
                Later::default().after(0.0, move || end(order));
            }
        }
    };
    match WorkerHandle::start(0, 0.0, Rc::new(heard)) {
        Ok(mut worker) => {
            if let Some(log) = &run.log {
                worker.tell_log(0, &log.name(), log);
            }
            worker.send(&Order::Jobs { order, scenario: run.scenario.clone(), task: run.task, kind });
            MAKING.set(Some(Making { order, waiting, _worker: worker }));
        }
        Err(problem) => {
            waiting.tell(Err(problem));
        }
    }
}

/// Ends the worker of an order, unless another has replaced it.
fn end(order: u32) {
    MAKING.with_borrow_mut(|making| making.take_if(|own| own.order == order));
}
