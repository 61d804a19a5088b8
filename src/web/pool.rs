//! The page's workers. They run tasks on every core, record timelines and stories on request, and read the log. A
//! worker that dies is replaced.

use super::pool_event::PoolEvent;
use super::wanted::{Asker, What};
use super::worker_handle::Message;
use super::worker_pool::WorkerPool;
use crate::experiment::{Plan, TaskResult};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;
use web_sys::File;

/// Maximum number of workers, for any number of cores: each worker needs its own memory.
const MOST_WORKERS: usize = 16;

/// The workers of the page. Clones refer to the same pool.
#[derive(Clone)]
pub struct Pool(Rc<Shared>);

/// Data of the pool.
struct Shared {
    worker_pool: RefCell<WorkerPool>,
    on_event: Box<dyn Fn(PoolEvent)>,
}

impl Pool {
    /// Starts `workers` workers in the background. Events are always sent later, never during a call.
    pub fn new(workers: usize, on_event: impl Fn(PoolEvent) + 'static) -> Pool {
        let shared = Rc::new_cyclic(|own: &Weak<Shared>| {
            let weak = own.clone();
            let tick = Closure::new(move || {
                if let Some(shared) = weak.upgrade() {
                    shared.happen(WorkerPool::tick);
                }
            });
            let weak = own.clone();
            let heard = Rc::new(move |worker: u32, word: Message| {
                if let Some(shared) = weak.upgrade() {
                    shared.happen(|worker_pool| worker_pool.hear(worker, word));
                }
            });
            Shared { worker_pool: RefCell::new(WorkerPool::new(heard, tick)), on_event: Box::new(on_event) }
        });
        let pool = Pool(shared);
        pool.0.ask(|worker_pool| worker_pool.start_workers(workers.clamp(1, MOST_WORKERS)));
        pool
    }

    /// Number of processor cores, for [`new`](Self::new).
    pub fn cores() -> usize {
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        (cores as usize).clamp(1, MOST_WORKERS)
    }

    /// Runs all tasks of a plan, instead of the current run. Cached results are reported immediately. Returns the
    /// number of jobs left to simulate.
    pub fn run(&self, plan: Rc<Plan>) -> u64 {
        let mut left = 0;
        self.0.ask(|worker_pool| left = worker_pool.run(plan));
        left
    }

    /// Runs a sketch, instead of the current run: its results are neither looked up nor cached, because each position of a
    /// moved value has its own. Returns the number of jobs to simulate.
    pub fn sketch(&self, plan: Rc<Plan>) -> u64 {
        let mut left = 0;
        self.0.ask(|worker_pool| left = worker_pool.sketch(plan));
        left
    }

    /// Adds a result that was found in the browser's store to the current run; ignored if the page now runs another
    /// plan.
    pub fn found(&self, plan: &Rc<Plan>, task: usize, result: Box<TaskResult>) {
        self.0.ask(|worker_pool| worker_pool.found(plan, task, result));
    }

    /// Number of jobs of a plan to simulate, without tasks with cached results.
    pub fn unknown_jobs(&self, plan: &Plan) -> u64 {
        self.0.worker_pool.borrow().unknown_jobs(plan)
    }

    /// Ends the run, timelines and stories. No more of their events are sent.
    pub fn stop(&self) {
        self.0.ask(WorkerPool::stop);
    }

    /// Records a timeline or a story of a task, with priority over the run. Replaces the previous request of this kind
    /// by `asker`.
    pub fn watch(&self, asker: Asker, plan: &Plan, task: usize, what: What) {
        self.0.ask(|worker_pool| worker_pool.want(asker, plan, task, what));
    }

    /// Sets the log for later runs, and describes the log as `scenario` (JSON) reads it.
    pub fn set_log(&self, file: &File, scenario: String) {
        self.0.ask(|worker_pool| worker_pool.set_log(file, &file.name(), scenario));
    }
}

impl Shared {
    /// Carries out a request of the page. Resulting events are sent at the next tick, because the page may be busy.
    fn ask(&self, wish: impl FnOnce(&mut WorkerPool)) {
        if let Ok(mut worker_pool) = self.worker_pool.try_borrow_mut() {
            wish(&mut worker_pool);
            worker_pool.go_on();
        }
    }

    /// Handles an event of the workers and informs the page, which may call the pool again.
    fn happen(&self, event: impl FnOnce(&mut WorkerPool)) {
        let Ok(mut worker_pool) = self.worker_pool.try_borrow_mut() else {
            return;
        };
        event(&mut worker_pool);
        let events = worker_pool.take_events();
        worker_pool.go_on();
        drop(worker_pool);
        events.into_iter().for_each(&self.on_event);
    }
}
