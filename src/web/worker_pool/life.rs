//! Life cycle of workers: start, replacement when they die or do not respond, and giving up when none starts.

use super::{WorkerPool, now_ms};
use crate::web::pool_event::PoolEvent;
use crate::web::queue::Lost;
use crate::web::worker_handle::{Message, WorkerHandle};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Time between two checks of the pool while it is active \[ms\].
const TICK_MS: i32 = 250;
/// Time after which a worker that does not confirm a stop is replaced \[ms\].
const PATIENCE_MS: f64 = 500.0;
/// Time after which a worker that is not ready is considered failed \[ms\].
const START_LIMIT_MS: f64 = 30_000.0;
/// A busy worker reports about ten times a second. After this time without a report it is considered dead \[ms\]. The
/// time doubles after each such replacement, because the worker may have been slow.
pub(super) const QUIET_MS: f64 = 4_000.0;
/// Number of consecutive failed starts after which no more workers are started.
const MOST_FAILED_STARTS: u32 = 3;

impl WorkerPool {
    /// Starts `workers` workers.
    pub(in crate::web) fn start_workers(&mut self, workers: usize) {
        (0..workers).for_each(|_| self.start_worker());
    }

    fn start_worker(&mut self) {
        if self.given_up.is_some() {
            return;
        }
        let id = self.id();
        let heard = self.heard.clone();
        let heard = Rc::new(move |word: Message| heard(id, word));
        match WorkerHandle::start(id, now_ms(), heard) {
            Ok(worker) => self.workers.push(worker),
            Err(text) => self.give_up(format!(
                "The browser does not start the simulation ({text}). A page that was opened as a file cannot: it has to \
                 come from a server, of whatever kind."
            )),
        }
    }

    /// Stops starting workers.
    pub(super) fn give_up(&mut self, text: String) {
        self.given_up.get_or_insert(text);
        self.end_without_workers();
    }

    /// If there are no workers, reports the reason and ends all activities.
    pub(super) fn end_without_workers(&mut self) {
        let Some(text) = self.given_up.clone().filter(|_| self.workers.is_empty()) else {
            return;
        };
        self.wanted.clear();
        if self.run.take().is_some() {
            self.events.push(PoolEvent::Problem(text));
            self.events.push(PoolEvent::Finished);
        } else if !std::mem::replace(&mut self.reported_no_worker, true) {
            self.events.push(PoolEvent::Problem(text));
        }
    }

    /// Handles the death of a worker.
    pub(super) fn replace_crashed(&mut self, id: u32, text: &str) {
        let Some(at) = self.workers.iter().position(|worker| worker.id == id) else {
            return;
        };
        if !self.workers[at].ready {
            self.remove_worker(id);
            self.failed_starts += 1;
            if self.failed_starts >= MOST_FAILED_STARTS {
                self.give_up(format!("The simulation does not start: {text}. Reload the page."));
            } else {
                self.start_worker();
            }
            return;
        }
        let worker = self.workers.remove(at);
        let mut what = format!("A worker stopped ({text}) and was replaced.");
        let mut tasks = worker.tasks.iter().map(|&(_, task)| task);
        let running = tasks.next();
        self.put_back(tasks);
        if let (Some(task), Some(run)) = (running, &mut self.run) {
            match run.queue.lost(task) {
                Lost::Again => what.push_str(" Its task starts again."),
                Lost::GivenUp => {
                    what.push_str(" Its task is given up, the others go on.");
                    let problem = format!("It stopped its worker twice: {text}");
                    self.events.push(PoolEvent::TaskFailed { task, problem });
                }
            }
        }
        for wanted in &mut self.wanted {
            wanted.lost += u32::from(worker.watches.contains(&wanted.order));
        }
        for wanted in self.wanted.extract_if(.., |wanted| wanted.lost > 1) {
            let problem = format!("The run cannot be watched: {text}");
            self.events.push(wanted.failed(problem));
        }
        if let Some(log) = self.log.as_mut().filter(|log| !log.settled && log.reader == Some(id)) {
            log.lost += 1;
            log.reader = None;
            if log.lost > 1 {
                log.settled = true;
                let problem = format!("{} cannot be read: {text}", log.name);
                self.events.push(PoolEvent::Problem(problem));
            }
        }
        self.events.push(PoolEvent::WorkerReplaced(what));
        self.start_worker();
        self.conclude();
        self.end_without_workers();
    }

    /// Removes a worker. Other workers restart its tasks.
    pub(super) fn remove_worker(&mut self, id: u32) {
        if let Some(at) = self.workers.iter().position(|worker| worker.id == id) {
            let worker = self.workers.remove(at);
            self.put_back(worker.tasks.iter().map(|&(_, task)| task));
        }
        if let Some(log) = self.log.as_mut().filter(|log| log.reader == Some(id)) {
            log.reader = None;
        }
    }

    /// Puts a worker's tasks back to the front of the queue.
    fn put_back(&mut self, tasks: impl DoubleEndedIterator<Item = usize>) {
        if let Some(run) = &mut self.run {
            tasks.rev().for_each(|task| run.queue.put_back(task));
        }
    }

    /// Checks the workers, replaces those that have died, and reports progress, four times a second.
    pub(in crate::web) fn tick(&mut self) {
        self.ticking = false;
        let now_ms = now_ms();
        let silent: Vec<u32> = self
            .workers
            .iter()
            .filter(|worker| worker.silent_ms(now_ms).is_some_and(|silent_ms| silent_ms > PATIENCE_MS))
            .map(|worker| worker.id)
            .collect();
        let not_started: Vec<u32> = self
            .workers
            .iter()
            .filter(|worker| !worker.ready && now_ms - worker.started_ms > START_LIMIT_MS)
            .map(|worker| worker.id)
            .collect();
        for id in silent {
            self.remove_worker(id);
            self.start_worker();
        }
        for id in self.dead(now_ms) {
            self.patience_ms *= 2.0;
            self.replace_crashed(id, "it no longer answered");
        }
        not_started.into_iter().for_each(|id| self.replace_crashed(id, "its program did not come up within 30 s"));
        if let Some(run) = &mut self.run {
            let (ended_jobs, total_jobs) = (run.queue.ended_jobs(), run.queue.total_jobs());
            run.pace.add(now_ms / 1e3, ended_jobs);
            self.events.push(PoolEvent::Progress {
                ended_jobs,
                total_jobs,
                seconds_left: run.pace.seconds_left(total_jobs),
            });
        }
    }

    /// Busy workers that are silent for too long. Time counts only while the page is visible and checks its workers,
    /// because browsers slow down hidden pages, and computers sleep.
    fn dead(&mut self, now_ms: f64) -> Vec<u32> {
        let passed_ms = (now_ms - self.ticked_ms).clamp(0.0, 2.0 * f64::from(TICK_MS));
        self.ticked_ms = now_ms;
        let document = web_sys::window().and_then(|window| window.document());
        let seen = document.is_none_or(|document| !document.hidden());
        let reader = self.log.as_ref().filter(|log| !log.settled);
        let reader = reader.and_then(|log| log.reader);
        let mut dead = Vec::new();
        for worker in &mut self.workers {
            let works = !worker.tasks.is_empty() || !worker.watches.is_empty() || reader == Some(worker.id);
            if !works || !worker.ready {
                worker.quiet_ms = 0.0;
            } else if seen {
                worker.quiet_ms += passed_ms;
            }
            if worker.quiet_ms > self.patience_ms {
                dead.push(worker.id);
            }
        }
        dead
    }

    /// Schedules the next check, if anything is active.
    pub(super) fn schedule_tick(&mut self) {
        let unsettled = |worker: &WorkerHandle| !worker.ready || worker.silent_ms(0.0).is_some();
        let unreported = !self.events.is_empty();
        let watched = !self.wanted.is_empty() || self.log.as_ref().is_some_and(|log| !log.settled);
        let watch = self.run.is_some() || watched || unreported || self.workers.iter().any(unsettled);
        if watch
            && !self.ticking
            && let Some(window) = web_sys::window()
        {
            let tick = self.tick.as_ref().unchecked_ref();
            self.ticking = window.set_timeout_with_callback_and_timeout_and_arguments_0(tick, TICK_MS).is_ok();
        }
    }
}
