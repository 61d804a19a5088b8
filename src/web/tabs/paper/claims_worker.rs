//! A worker that evaluates the claims of papers; started with the first question.

use crate::web::messages::{Order, Report};
use crate::web::tabs::paper::files::{self as paper_files, Files};
use crate::web::tabs::paper::page::PaperPage;
use crate::web::worker_handle::{Message, WorkerHandle};
use std::cell::RefCell;
use std::rc::Rc;

/// A scenario and, once its run is complete, its results; both as JSON.
#[derive(Clone, PartialEq)]
pub struct Question {
    pub scenario: String,
    pub results: Option<String>,
}

/// Receives each answer, or the reason for a failure.
type Answered = Box<dyn Fn(Result<PaperPage, String>)>;

/// The worker and its questions.
pub struct ClaimsWorker {
    answered: Answered,
    state: RefCell<ClaimsState>,
}

#[derive(Default)]
struct ClaimsState {
    files: Option<Files>,
    fetching: bool,
    worker: Option<WorkerHandle>,
    /// True if the worker cannot answer any more.
    broken: bool,
    /// The last number given to a worker or order.
    last_id: u32,
    /// The order being answered.
    in_hand: Option<u32>,
    /// The last question, answered or not.
    last: Option<Question>,
    /// True if the last question has not been sent.
    waiting: bool,
}

impl ClaimsWorker {
    pub fn new(answered: impl Fn(Result<PaperPage, String>) + 'static) -> Rc<ClaimsWorker> {
        Rc::new(ClaimsWorker { answered: Box::new(answered), state: RefCell::default() })
    }

    /// Asks a question, unless it equals the last one. Returns true if an answer will come. Of several waiting
    /// questions only the newest is answered.
    pub fn ask(self: &Rc<Self>, question: Question) -> bool {
        let mut state = self.state.borrow_mut();
        if state.last.as_ref() == Some(&question) {
            return state.waiting || state.in_hand.is_some();
        }
        state.last = Some(question);
        state.waiting = true;
        drop(state);
        self.go_on();
        true
    }

    fn go_on(self: &Rc<Self>) {
        let mut state = self.state.borrow_mut();
        if !state.waiting || state.in_hand.is_some() {
            return;
        }
        if state.files.is_none() {
            if !std::mem::replace(&mut state.fetching, true) {
                drop(state);
                let own = self.clone();
                paper_files::fetch(move |files| own.fetched(files));
            }
            return;
        }
        if state.worker.is_none() || std::mem::take(&mut state.broken) {
            match self.started(&mut state) {
                Ok(worker) => state.worker = Some(worker),
                Err(problem) => {
                    drop(state);
                    return self.failed(problem);
                }
            }
        }
        state.last_id += 1;
        let order = state.last_id;
        if let (Some(worker), Some(question)) = (&state.worker, state.last.clone()) {
            worker.send(&Order::Claims { order, scenario: question.scenario, results: question.results });
            state.in_hand = Some(order);
            state.waiting = false;
        }
    }

    /// Starts a worker and sends it the files.
    fn started(self: &Rc<Self>, state: &mut ClaimsState) -> Result<WorkerHandle, String> {
        state.last_id += 1;
        let (id, own) = (state.last_id, self.clone());
        let heard = Rc::new(move |message| own.hear(id, message));
        let worker = WorkerHandle::start(id, 0.0, heard)?;
        if let Some([papers, claims, presets]) = state.files.clone() {
            worker.send(&Order::Papers { papers, claims, presets });
        }
        Ok(worker)
    }

    fn fetched(self: &Rc<Self>, files: Result<Files, String>) {
        self.state.borrow_mut().fetching = false;
        match files {
            Ok(files) => {
                self.state.borrow_mut().files = Some(files);
                self.go_on();
            }
            Err(problem) => self.failed(problem),
        }
    }

    fn hear(self: &Rc<Self>, id: u32, message: Message) {
        if self.state.borrow().worker.as_ref().is_none_or(|own| own.id != id) {
            return;
        }
        match message {
            Message::Report(report) => match *report {
                Report::Claims { order, page } => self.answer(order, Ok(page)),
                Report::Failed { order, problem } => self.answer(order, Err(problem)),
                Report::Panicked { text } => self.failed(text),
                _ => {}
            },
            Message::Crashed(text) => self.failed(text),
        }
    }

    fn answer(self: &Rc<Self>, order: u32, answer: Result<PaperPage, String>) {
        if self.state.borrow_mut().in_hand.take_if(|own| *own == order).is_none() {
            return;
        }
        if !self.state.borrow().waiting {
            (self.answered)(answer);
        }
        self.go_on();
    }

    /// Reports a failure. The next question starts another worker, and drops the present worker, which cannot be
    /// dropped now because its message handler may be running.
    fn failed(&self, problem: String) {
        let mut state = self.state.borrow_mut();
        state.broken = true;
        (state.in_hand, state.last, state.waiting) = (None, None, false);
        drop(state);
        (self.answered)(Err(problem));
    }
}
