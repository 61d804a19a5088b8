//! The page's workers: a run's tasks on every core, timelines and stories for who asks, the log; and no end to them, since a worker
//! that dies is replaced.

use super::pool_event::PoolEvent;
use super::wanted::{Asker, What};
use super::worker_handle::Message;
use super::worker_pool::WorkerPool;
use crate::experiment::{Plan, TaskResult};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;
use web_sys::File;

/// Most workers, however many cores there are: each takes memory of its own.
const MOST_WORKERS: usize = 16;

/// The workers of the page. Clones are the same pool.
#[derive(Clone)]
pub struct Pool(Rc<Shared>);

/// The pool itself.
struct Shared {
    worker_pool: RefCell<WorkerPool>,
    on_event: Box<dyn Fn(PoolEvent)>,
}

impl Pool {
    /// Starts `workers` workers, which come up while the page goes on. Events come later, never from within a call.
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

    /// As many workers as there are cores, for [`new`](Self::new).
    pub fn cores() -> usize {
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        (cores as usize).clamp(1, MOST_WORKERS)
    }

    /// Runs all tasks of a plan, in place of the run in hand; those whose results are known come at once.
    /// Returns the number of jobs that are left to simulate.
    pub fn run(&self, plan: Rc<Plan>) -> u64 {
        let mut left = 0;
        self.0.ask(|worker_pool| left = worker_pool.run(plan));
        left
    }

    /// Hands over the result of a task of the run in hand that was found elsewhere; ignored if the run is another by now.
    pub fn found(&self, plan: &Rc<Plan>, task: usize, result: Box<TaskResult>) {
        self.0.ask(|worker_pool| worker_pool.found(plan, task, result));
    }

    /// Jobs of a plan that are still to be simulated: not those of tasks whose results are known.
    pub fn unknown_jobs(&self, plan: &Plan) -> u64 {
        self.0.worker_pool.borrow().unknown_jobs(plan)
    }

    /// Ends the run, and the timelines and stories in hand; no further event of them comes.
    pub fn stop(&self) {
        self.0.ask(WorkerPool::stop);
    }

    /// Records a window of a task of a plan or tells a story from it for who asks, before all tasks and in place of the question of this kind
    /// that `asker` has in hand.
    pub fn watch(&self, asker: Asker, plan: &Plan, task: usize, what: What) {
        self.0.ask(|worker_pool| worker_pool.want(asker, plan, task, what));
    }

    /// Reads a log for the scenarios that run from now on.
    pub fn set_log(&self, file: &File) {
        self.0.ask(|worker_pool| worker_pool.set_log(file, &file.name()));
    }
}

impl Shared {
    /// Carries out a wish of the page. What came of it follows with the next tick: the page may be in the midst of
    /// something.
    fn ask(&self, wish: impl FnOnce(&mut WorkerPool)) {
        if let Ok(mut worker_pool) = self.worker_pool.try_borrow_mut() {
            wish(&mut worker_pool);
            worker_pool.go_on();
        }
    }

    /// Lets something happen to the worker_pool and tells the page what came of it; the page may call the pool again.
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
