//! The pool's workers and their work: distributes the page's requests.

mod life;
mod reports;

use super::known::Known;
use super::messages::{Order, PAGE_BUILD, TimelinePart};
use super::pace::Pace;
use super::pool_event::PoolEvent;
use super::queue::Queue;
use super::runs::Source;
use super::wanted::{Answer, Asker, What};
use super::worker_handle::{Message, WorkerHandle};
use crate::experiment::{Plan, Task, TaskResult, TaskWriter, plan};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::Blob;

/// If at least this many tasks per worker are waiting, a worker gets a second task in advance, so that it continues
/// while the page draws. With fewer waiting tasks it does not, because an assigned task cannot move to an idle worker.
const ENOUGH_WAITING: usize = 2;

/// Most tasks of a sketch that a worker gets in advance: writing and sending them takes about as long as a frame.
const MOST_AHEAD: usize = 64;

/// The current run.
struct InHand {
    plan: Rc<Plan>,
    queue: Queue,
    writer: TaskWriter,
    pace: Pace,
    /// True if results of workers are cached.
    is_cached: bool,
}

/// A requested timeline or story.
struct Wanted {
    order: u32,
    asker: Asker,
    /// Index of the task in the plan.
    task: usize,
    /// The task itself.
    json: String,
    what: What,
    /// Number of workers that died with the request.
    lost: u32,
    /// The part of the timeline that has arrived.
    part: TimelinePart,
}

impl Wanted {
    fn is_like(&self, asker: Asker, what: &What) -> bool {
        self.asker == asker && std::mem::discriminant(&self.what) == std::mem::discriminant(what)
    }

    fn answered(self, answer: Answer) -> PoolEvent {
        PoolEvent::Answer { asker: self.asker, task: self.task, answer }
    }

    /// The event that reports a failed request to the page.
    fn failed(self, problem: String) -> PoolEvent {
        match self.what {
            What::Timeline(_) => PoolEvent::Problem(problem),
            What::Story(_) => self.answered(Answer::NoStory(problem)),
        }
    }
}

/// The log.
struct LogFile {
    id: u32,
    name: String,
    file: Blob,
    /// The scenario for which the log is described, as JSON.
    scenario: String,
    /// The worker that is the first to read the log.
    reader: Option<u32>,
    /// Number of workers that died while reading the log.
    lost: u32,
    /// Number of jobs, once known.
    jobs: Option<u64>,
    /// True once the log has been described or reading has failed.
    settled: bool,
}

/// Receives the number of a worker and its message.
pub(super) type Heard = dyn Fn(u32, Message);

/// The workers and their work.
pub(super) struct WorkerPool {
    heard: Rc<Heard>,
    build: String,
    workers: Vec<WorkerHandle>,
    /// The last number given to a worker, log or order.
    last_id: u32,
    failed_starts: u32,
    /// Time without a message after which a busy worker is considered dead \[ms\].
    patience_ms: f64,
    /// Time of the last check of the pool \[ms\].
    ticked_ms: f64,
    /// Reason why no more workers are started.
    given_up: Option<String>,
    /// True if that was reported.
    reported_no_worker: bool,
    run: Option<InHand>,
    known: Known,
    /// At most one timeline and one story per pane of a tab.
    wanted: Vec<Wanted>,
    log: Option<LogFile>,
    events: Vec<PoolEvent>,
    tick: Closure<dyn FnMut()>,
    ticking: bool,
}

impl WorkerPool {
    pub(super) fn new(heard: Rc<Heard>, tick: Closure<dyn FnMut()>) -> WorkerPool {
        WorkerPool {
            heard,
            build: page_build(),
            workers: Vec::new(),
            last_id: 0,
            failed_starts: 0,
            patience_ms: life::QUIET_MS,
            ticked_ms: 0.0,
            given_up: None,
            reported_no_worker: false,
            run: None,
            known: Known::default(),
            wanted: Vec::new(),
            log: None,
            events: Vec::new(),
            tick,
            ticking: false,
        }
    }

    fn id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }

    pub(super) fn run(&mut self, plan: Rc<Plan>) -> u64 {
        self.drop_run();
        let mut queue = Queue::of(&plan, self.log_jobs());
        for (task, result) in self.known.of(plan.tasks()) {
            queue.close(task);
            let result = Box::new(result.clone());
            self.events.push(PoolEvent::TaskDone { task, result, source: Source::Memory });
        }
        self.begin(plan, queue, true)
    }

    pub(super) fn sketch(&mut self, plan: Rc<Plan>) -> u64 {
        self.drop_run();
        let queue = Queue::of(&plan, self.log_jobs());
        self.begin(plan, queue, false)
    }

    /// Begins the run of the open tasks of a plan; returns the number of jobs to simulate.
    fn begin(&mut self, plan: Rc<Plan>, queue: Queue, is_cached: bool) -> u64 {
        self.patience_ms = life::QUIET_MS;
        let left = queue.total_jobs() - queue.ended_jobs();
        let mut pace = Pace::default();
        pace.add(now_ms() / 1e3, queue.ended_jobs());
        self.run = Some(InHand { queue, plan, pace, writer: TaskWriter::default(), is_cached });
        self.conclude();
        self.end_without_workers();
        left
    }

    /// Adds a result that was found in the browser's store, so that no worker needs to compute the result.
    pub(super) fn found(&mut self, plan: &Rc<Plan>, task: usize, result: Box<TaskResult>) {
        let run = self.run.as_ref();
        if run.is_none_or(|run| !Rc::ptr_eq(&run.plan, plan) || run.queue.is_closed(task)) {
            return;
        }
        let now_ms = now_ms();
        for worker in &mut self.workers {
            let in_hand = worker.tasks.extract_if(.., |&mut (_, own)| own == task);
            for (order, _) in in_hand.collect::<Vec<_>>() {
                worker.stop(order, now_ms);
            }
        }
        let event = self.done(task, result, Source::Store);
        self.events.push(event);
        self.close(task);
    }

    /// Number of jobs of a plan that must be simulated.
    pub(super) fn unknown_jobs(&self, plan: &Plan) -> u64 {
        let mut known = self.known.of(plan.tasks()).map(|(task, _)| task).peekable();
        let tasks: Vec<Task> = plan
            .tasks()
            .iter()
            .enumerate()
            .filter(|(index, _)| known.next_if_eq(index).is_none())
            .map(|(_, task)| task.clone())
            .collect();
        plan::jobs(&tasks, self.log_jobs())
    }

    pub(super) fn stop(&mut self) {
        self.drop_run();
        self.drop_wanted(|_| true);
    }

    pub(super) fn want(&mut self, asker: Asker, plan: &Plan, task: usize, what: What) {
        self.drop_wanted(|wanted| wanted.is_like(asker, &what));
        let Some(json) = plan.tasks().get(task).map(Task::to_json) else {
            return;
        };
        let order = self.id();
        self.wanted.push(Wanted { order, asker, task, json, what, lost: 0, part: TimelinePart::default() });
    }

    pub(super) fn set_log(&mut self, file: &Blob, name: &str, scenario: String) {
        let id = self.id();
        self.log = Some(LogFile {
            id,
            name: name.to_owned(),
            file: file.clone(),
            scenario,
            reader: None,
            lost: 0,
            jobs: None,
            settled: false,
        });
    }

    fn drop_run(&mut self) {
        self.run = None;
        let now_ms = now_ms();
        for worker in &mut self.workers {
            for (order, _) in std::mem::take(&mut worker.tasks) {
                worker.stop(order, now_ms);
            }
        }
    }

    fn drop_wanted(&mut self, unwanted: impl Fn(&Wanted) -> bool) {
        let now_ms = now_ms();
        let dropped: Vec<u32> =
            self.wanted.extract_if(.., |wanted| unwanted(wanted)).map(|wanted| wanted.order).collect();
        for worker in &mut self.workers {
            for &order in &dropped {
                if worker.take_watch(order) {
                    worker.stop(order, now_ms);
                }
            }
        }
    }

    fn log_jobs(&self) -> u64 {
        self.log.as_ref().and_then(|log| log.jobs).unwrap_or(0)
    }

    /// Returns the events that the page has not received yet.
    pub(super) fn take_events(&mut self) -> Vec<PoolEvent> {
        std::mem::take(&mut self.events)
    }

    /// Gives work to idle workers.
    pub(super) fn go_on(&mut self) {
        self.assign_log();
        self.assign_wanted();
        self.assign_tasks();
        self.schedule_tick();
    }

    fn assign_log(&mut self) {
        let Some(log) = self.log.as_mut().filter(|log| !log.settled && log.reader.is_none()) else {
            return;
        };
        if let Some(worker) = least_busy(&mut self.workers, None) {
            log.reader = Some(worker.id);
            worker.tell_log(log.id, &log.name, &log.file);
            worker.send(&Order::ReadLog { scenario: log.scenario.clone() });
        }
    }

    fn assign_wanted(&mut self) {
        let log = self.log.as_ref();
        let reader = log.filter(|log| !log.settled).and_then(|log| log.reader);
        for wanted in &mut self.wanted {
            let order = wanted.order;
            if self.workers.iter().any(|worker| worker.watches.contains(&order)) {
                continue;
            }
            if let Some(worker) = least_busy(&mut self.workers, reader) {
                wanted.part = TimelinePart::default();
                worker.watches.push(order);
                tell_log(worker, log);
                let task = wanted.json.clone();
                worker.send(&match wanted.what.clone() {
                    What::Timeline(window) => Order::Timeline { order, task, window },
                    What::Story(job) => Order::Story { order, task, job },
                });
            }
        }
    }

    fn assign_tasks(&mut self) {
        let Some(run) = &mut self.run else { return };
        let enough = ENOUGH_WAITING * self.workers.len();
        let in_hand: usize = self.workers.iter().map(|worker| worker.tasks.len()).sum();
        let mut waiting = run.queue.open().saturating_sub(in_hand);
        let log = self.log.as_ref();
        let mut give = |worker: &mut WorkerHandle, index: usize| {
            self.last_id += 1;
            let order = self.last_id;
            worker.tasks.push((order, index));
            tell_log(worker, log);
            let task = run.writer.json(&run.plan.tasks()[index]);
            worker.send(&Order::Task { order, task });
        };
        // The short tasks of a sketch are assigned many at a time, because the page draws meanwhile.
        if !run.is_cached {
            while let Some(index) = run.queue.take() {
                let least = self.workers.iter_mut().min_by_key(|worker| (!worker.ready, worker.tasks.len()));
                match least.filter(|worker| worker.tasks.len() < MOST_AHEAD) {
                    Some(worker) => give(worker, index),
                    None => return run.queue.put_back(index),
                }
            }
            return;
        }
        // Ready workers get tasks first, and only ready workers get a second task in advance.
        for (ready, ahead) in [(true, false), (false, false), (true, true)] {
            for worker in self.workers.iter_mut().filter(|own| own.ready == ready) {
                if worker.tasks.len() > usize::from(ahead) || ahead && waiting < enough {
                    continue;
                }
                let Some(index) = run.queue.take() else {
                    return;
                };
                waiting = waiting.saturating_sub(1);
                give(worker, index);
            }
        }
    }
}

/// The least busy worker, preferably a ready one. `reader` reads the log.
fn least_busy(workers: &mut [WorkerHandle], reader: Option<u32>) -> Option<&mut WorkerHandle> {
    workers
        .iter_mut()
        .min_by_key(|worker| (!worker.ready, reader == Some(worker.id), worker.watches.len(), worker.tasks.len()))
}

/// Sends the log, if there is one, to a worker that does not have it.
fn tell_log(worker: &mut WorkerHandle, log: Option<&LogFile>) {
    if let Some(log) = log {
        worker.tell_log(log.id, &log.name, &log.file);
    }
}

/// The build id in the page; empty if it was built without one.
fn page_build() -> String {
    let root = web_sys::window().and_then(|window| window.document()?.document_element());
    let build = root.and_then(|root| root.get_attribute(PAGE_BUILD));
    build.filter(|build| !build.starts_with('%')).unwrap_or_default()
}

/// The page's clock \[ms\].
fn now_ms() -> f64 {
    let performance = web_sys::window().and_then(|window| window.performance());
    performance.map_or(0.0, |performance| performance.now())
}
