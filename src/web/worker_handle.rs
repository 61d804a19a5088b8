//! A worker, as seen by the page.

use super::messages::{Order, Report, from_js, to_js, words};
use js_sys::{Function, Reflect};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, Event, MessageEvent, Worker};

/// The function of index.html that starts workers.
const START: &str = "startWorker";

/// A message from a worker.
#[derive(Debug)]
pub enum Message {
    /// A report.
    Report(Box<Report>),
    /// The worker died, with the browser's reason.
    Crashed(String),
}

/// A worker and its orders.
pub struct WorkerHandle {
    /// Number of the worker. A replacement gets a new number.
    pub id: u32,
    /// Start time \[ms\].
    pub started_ms: f64,
    /// True if the worker is ready. Orders that are sent earlier wait until the worker is ready.
    pub ready: bool,
    /// Tasks of the worker in order of execution: number of the order, index of the task.
    pub tasks: Vec<(u32, usize)>,
    /// Order numbers of the timelines and stories that the worker records.
    pub watches: Vec<u32>,
    /// Time without a message while the worker had work and the page was visible \[ms\].
    pub quiet_ms: f64,
    /// The last order that the worker was asked to stop, until the worker confirms it, and the time since which a
    /// confirmation is due \[ms\].
    stopping: Option<(u32, f64)>,
    log: Option<u32>,
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
    _on_message_error: Closure<dyn FnMut(Event)>,
}

impl WorkerHandle {
    /// Starts a worker. `heard` is called with each message of the worker.
    ///
    /// # Errors
    /// If the browser refuses to start a worker; the error is the browser's reason.
    pub fn start(id: u32, now_ms: f64, heard: Rc<dyn Fn(Message)>) -> Result<WorkerHandle, String> {
        let worker = waiting().map_err(|error| words(&error))?;
        let hears = heard.clone();
        let on_message = Closure::new(move |event: MessageEvent| {
            hears(match from_js(event.data()) {
                Ok(report) => Message::Report(Box::new(report)),
                Err(error) => Message::Crashed(format!("it sent a message that cannot be read ({error})")),
            });
        });
        let hears = heard.clone();
        let on_error = Closure::new(move |event: Event| {
            // The page reports the error itself.
            event.prevent_default();
            // An error of the program has a message; if the program cannot be fetched, the event has none.
            let text = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
            let text = text.filter(|text| !text.is_empty());
            hears(Message::Crashed(text.unwrap_or_else(|| "its program could not be loaded".to_owned())));
        });
        let on_message_error = Closure::new(move |_: Event| {
            heard(Message::Crashed("a message was lost on its way".to_owned()));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(on_message_error.as_ref().unchecked_ref()));
        // Send the page's compiled program, so that workers need not fetch or compile it.
        worker.post_message(&wasm_bindgen::module()).map_err(|error| words(&error))?;
        Ok(WorkerHandle {
            id,
            started_ms: now_ms,
            ready: false,
            tasks: Vec::new(),
            watches: Vec::new(),
            quiet_ms: 0.0,
            stopping: None,
            log: None,
            worker,
            _on_message: on_message,
            _on_error: on_error,
            _on_message_error: on_message_error,
        })
    }

    /// Sends the log, unless the worker already has it.
    pub fn tell_log(&mut self, id: u32, name: &str, file: &JsValue) {
        if self.log.replace(id) != Some(id) {
            self.send(&Order::Log { id, name: name.to_owned(), file: file.clone() });
        }
    }

    /// Removes the timeline or story with this order number; false if there is none.
    pub fn take_watch(&mut self, order: u32) -> bool {
        let before = self.watches.len();
        self.watches.retain(|&own| own != order);
        self.watches.len() < before
    }

    /// Sends an order.
    pub fn send(&self, order: &Order) {
        // Sending cannot fail: orders contain no numbers beyond 2^53 and only copyable values, and a dead worker
        // ignores messages.
        if let Ok(message) = to_js(order) {
            let _ = self.worker.post_message(&message);
        }
    }

    /// Asks the worker to stop an order.
    pub fn stop(&mut self, order: u32, now_ms: f64) {
        let since_ms = self.stopping.map_or(now_ms, |(_, since_ms)| since_ms);
        self.stopping = Some((order, since_ms));
        self.send(&Order::Stop { order });
    }

    /// Handles the confirmation of a stopped order.
    pub fn stopped(&mut self, order: u32, now_ms: f64) {
        self.stopping = match self.stopping {
            Some((last, _)) if last != order => Some((last, now_ms)),
            _ => None,
        };
    }

    /// Marks the worker as ready. Before, it could not confirm stops, so the time for a pending confirmation begins
    /// now.
    pub fn came_up(&mut self, now_ms: f64) {
        self.ready = true;
        self.stopping = self.stopping.map(|(last, _)| (last, now_ms));
    }

    /// Time for which a confirmation has been due \[ms\].
    pub fn silent_ms(&self, now_ms: f64) -> Option<f64> {
        self.stopping.filter(|_| self.ready).map(|(_, since_ms)| now_ms - since_ms)
    }
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.set_onmessageerror(None);
        self.worker.terminate();
    }
}

/// A worker that waits for its program.
fn waiting() -> Result<Worker, JsValue> {
    let start: Function = Reflect::get(&js_sys::global(), &START.into())?.dyn_into()?;
    start.call0(&JsValue::NULL)?.dyn_into()
}
