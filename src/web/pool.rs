//! The page's workers: a run's tasks on every core, the newest timeline, the log; and no end to them, since a worker
//! that dies is replaced.

use super::flat;
use super::messages::{LogSummary, Order, PAGE_BUILD, Report};
use super::pace::Pace;
use super::queue::{Lost, Queue};
use super::remote::{Remote, Word};
use crate::experiment::{Plan, TaskResult};
use crate::metrics::timeline::{Timeline, Window};
use crate::scenario::Scenario;
use js_sys::Float64Array;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;
use web_sys::Blob;

/// Most workers, however many cores there are: each takes memory of its own.
const MOST_WORKERS: usize = 16;
/// While something is going on, the pool looks after it this often \[ms\].
const TICK_MS: i32 = 100;
/// A worker that was told to stop and does not answer for this long is replaced \[ms\].
const PATIENCE_MS: f64 = 500.0;
/// A worker that has not come up for this long never will \[ms\].
const START_LIMIT_MS: f64 = 30_000.0;
/// After so many starts in a row that failed, no more are tried.
const MOST_FAILED_STARTS: u32 = 3;

/// What the pool tells the page.
#[derive(Clone, Debug)]
pub enum PoolEvent {
    /// A task of the present run is done.
    TaskDone {
        /// Index in the plan.
        task: usize,
        /// What it came to.
        result: TaskResult,
    },
    /// A task of the present run is given up; the others go on.
    TaskFailed {
        /// Index in the plan.
        task: usize,
        /// Why, readable.
        problem: String,
    },
    /// How far the run is, ten times a second and at its end.
    Progress {
        /// Jobs that have ended.
        ended_jobs: u64,
        /// Jobs to simulate in all.
        total_jobs: u64,
        /// Time left at the pace of the last seconds.
        seconds_left: Option<f64>,
    },
    /// All tasks of the run are done or given up.
    Finished,
    /// The timeline that was asked for last.
    Timeline {
        /// Index in the plan.
        task: usize,
        /// What was recorded.
        timeline: Timeline,
    },
    /// How much of the log has been read, from 0 to 1.
    LogProgress(f64),
    /// The log has been read.
    LogReady(LogSummary),
    /// What went wrong, readable; what else is going on goes on.
    Problem(String),
    /// A worker died and another took its place: what happened, readable.
    WorkerReplaced(String),
}

/// The workers of the page. Clones are the same pool.
#[derive(Clone)]
pub struct Pool(Rc<Shared>);

struct Shared {
    crew: RefCell<Crew>,
    on_event: Box<dyn Fn(PoolEvent)>,
}

impl Pool {
    /// Starts `workers` workers, which come up while the page goes on. Events come later, never from within a call.
    pub fn new(workers: usize, on_event: impl Fn(PoolEvent) + 'static) -> Pool {
        let shared = Rc::new_cyclic(|own: &Weak<Shared>| {
            let weak = own.clone();
            let tick = Closure::new(move || {
                if let Some(shared) = weak.upgrade() {
                    shared.with(Crew::tick);
                }
            });
            Shared {
                crew: RefCell::new(Crew::new(own.clone(), tick)),
                on_event: Box::new(on_event),
            }
        });
        let pool = Pool(shared);
        pool.0
            .with(|crew| (0..workers.clamp(1, MOST_WORKERS)).for_each(|_| crew.hire()));
        pool
    }

    /// As many workers as there are cores, for [`new`](Self::new).
    pub fn cores() -> usize {
        let cores =
            web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        (cores as usize).clamp(1, MOST_WORKERS)
    }

    /// Runs all tasks of the plan of `scenario`, in place of the run in hand.
    pub fn run(&self, scenario: &Scenario, plan: Rc<Plan>) {
        self.0.with(|crew| crew.run(scenario, plan));
    }

    /// Ends the run and the timeline in hand; no further event of them comes.
    pub fn stop(&self) {
        self.0.with(Crew::stop);
    }

    /// Records a window of a task, before anything else and in place of the timeline in hand.
    pub fn timeline(&self, scenario: &Scenario, task: usize, window: Window) {
        self.0
            .with(|crew| crew.want_timeline(scenario, task, window));
    }

    /// Reads a log, for the scenarios that run from now on.
    pub fn set_log(&self, file: &Blob, name: &str) {
        self.0.with(|crew| crew.set_log(file, name));
    }
}

impl Shared {
    /// Works on the crew, then tells the page what came of it; the page may call the pool again.
    fn with(&self, work: impl FnOnce(&mut Crew)) {
        let Ok(mut crew) = self.crew.try_borrow_mut() else {
            return;
        };
        work(&mut crew);
        crew.assign();
        crew.wind();
        let events = std::mem::take(&mut crew.events);
        drop(crew);
        events.into_iter().for_each(&self.on_event);
    }
}

/// The run in hand.
struct Run {
    plan: Rc<Plan>,
    scenario: u32,
    queue: Queue,
    pace: Pace,
}

/// The timeline in hand.
struct Wanted {
    order: u32,
    scenario: u32,
    task: usize,
    window: Window,
    /// Workers lost over it.
    lost: u32,
}

/// The log.
struct LogFile {
    id: u32,
    name: String,
    file: Blob,
    /// The worker that reads it first.
    reader: Option<u32>,
    /// Workers lost over it.
    lost: u32,
    /// Its jobs, once known.
    jobs: Option<u64>,
    /// It has been described, or never will be.
    settled: bool,
}

/// Everything about the workers.
struct Crew {
    own: Weak<Shared>,
    build: String,
    remotes: Vec<Remote>,
    /// The last number given to a worker, scenario, log or order.
    last_id: u32,
    failed_starts: u32,
    /// Why no further worker is started.
    given_up: Option<String>,
    /// This was said already.
    despaired: bool,
    scenarios: Vec<(u32, String)>,
    run: Option<Run>,
    wanted: Option<Wanted>,
    log: Option<LogFile>,
    events: Vec<PoolEvent>,
    tick: Closure<dyn FnMut()>,
    ticking: bool,
}

impl Crew {
    fn new(own: Weak<Shared>, tick: Closure<dyn FnMut()>) -> Crew {
        Crew {
            own,
            build: page_build(),
            remotes: Vec::new(),
            last_id: 0,
            failed_starts: 0,
            given_up: None,
            despaired: false,
            scenarios: Vec::new(),
            run: None,
            wanted: None,
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

    // What the page asks for.

    fn run(&mut self, scenario: &Scenario, plan: Rc<Plan>) {
        self.drop_run();
        let scenario = self.scenario(scenario);
        let mut pace = Pace::default();
        pace.add(now_ms() / 1e3, 0);
        self.run = Some(Run {
            queue: Queue::of(&plan, self.log_jobs()),
            plan,
            scenario,
            pace,
        });
        self.conclude();
        self.despair();
    }

    fn stop(&mut self) {
        self.drop_run();
        self.drop_timeline();
    }

    fn want_timeline(&mut self, scenario: &Scenario, task: usize, window: Window) {
        self.drop_timeline();
        let scenario = self.scenario(scenario);
        self.wanted = Some(Wanted {
            order: self.id(),
            scenario,
            task,
            window,
            lost: 0,
        });
    }

    fn set_log(&mut self, file: &Blob, name: &str) {
        let id = self.id();
        self.log = Some(LogFile {
            id,
            name: name.to_owned(),
            file: file.clone(),
            reader: None,
            lost: 0,
            jobs: None,
            settled: false,
        });
    }

    /// The number of a scenario; the last two different ones are kept.
    fn scenario(&mut self, scenario: &Scenario) -> u32 {
        let text = scenario.to_compact_json();
        if let Some(&(id, _)) = self.scenarios.iter().find(|(_, known)| *known == text) {
            return id;
        }
        let id = self.id();
        let in_use = [
            self.run.as_ref().map(|run| run.scenario),
            self.wanted.as_ref().map(|w| w.scenario),
        ];
        self.scenarios.retain(|(id, _)| in_use.contains(&Some(*id)));
        self.scenarios.push((id, text));
        id
    }

    fn drop_run(&mut self) {
        self.run = None;
        let now_ms = now_ms();
        for remote in &mut self.remotes {
            if let Some((order, _)) = remote.task.take() {
                remote.stop(order, now_ms);
            }
        }
    }

    fn drop_timeline(&mut self) {
        self.wanted = None;
        let now_ms = now_ms();
        for remote in &mut self.remotes {
            if let Some(order) = remote.timeline.take() {
                remote.stop(order, now_ms);
            }
        }
    }

    fn log_jobs(&self) -> u64 {
        self.log.as_ref().and_then(|log| log.jobs).unwrap_or(0)
    }

    // Giving out work.

    fn assign(&mut self) {
        self.assign_log();
        self.assign_timeline();
        self.assign_tasks();
    }

    fn assign_log(&mut self) {
        let Some(log) = self
            .log
            .as_mut()
            .filter(|log| !log.settled && log.reader.is_none())
        else {
            return;
        };
        if let Some(remote) = idlest(&mut self.remotes, None) {
            log.reader = Some(remote.id);
            remote.tell_log(log.id, &log.name, &log.file);
            remote.send(&Order::ReadLog);
        }
    }

    fn assign_timeline(&mut self) {
        let Some(wanted) = &self.wanted else { return };
        let order = wanted.order;
        if self
            .remotes
            .iter()
            .any(|remote| remote.timeline == Some(order))
        {
            return;
        }
        let reader = self
            .log
            .as_ref()
            .filter(|log| !log.settled)
            .and_then(|log| log.reader);
        let text = text_of(&self.scenarios, wanted.scenario);
        if let (Some(remote), Some(text)) = (idlest(&mut self.remotes, reader), text) {
            remote.timeline = Some(order);
            tell(
                remote,
                wanted.scenario,
                text,
                self.scenarios.first(),
                self.log.as_ref(),
            );
            remote.send(&Order::Timeline {
                order,
                scenario: wanted.scenario,
                task: wanted.task as u32,
                window: wanted.window,
            });
        }
    }

    fn assign_tasks(&mut self) {
        let Some(run) = &mut self.run else { return };
        let Some(text) = text_of(&self.scenarios, run.scenario) else {
            return;
        };
        for remote in &mut self.remotes {
            if !remote.ready || remote.task.is_some() {
                continue;
            }
            let Some(task) = run.queue.next() else { return };
            self.last_id += 1;
            let order = self.last_id;
            remote.task = Some((order, task));
            tell(
                remote,
                run.scenario,
                text,
                self.scenarios.first(),
                self.log.as_ref(),
            );
            remote.send(&Order::Task {
                order,
                scenario: run.scenario,
                task: task as u32,
            });
        }
    }

    // What the workers say.

    fn hear(&mut self, id: u32, word: Word) {
        match word {
            Word::Report(Report::Panicked { text }) | Word::Death(text) => self.bury(id, &text),
            Word::Report(report) => self.listen(id, report),
        }
    }

    fn listen(&mut self, id: u32, report: Report) {
        match report {
            Report::Ready { build } => self.welcome(id, &build),
            Report::Progress { order, ended } => {
                if let (Some(task), Some(run)) = (self.task_of(id, order, false), &mut self.run) {
                    run.queue.progress(task, ended);
                }
            }
            Report::Done { order, result } => {
                if let Some(task) = self.task_of(id, order, true) {
                    self.events.push(PoolEvent::TaskDone { task, result });
                    self.close(task);
                }
            }
            Report::Timeline { order, numbers } => {
                if let Some(wanted) = self.wanted_of(id, order) {
                    let numbers = Float64Array::from(numbers).to_vec();
                    self.events.push(match flat::decode(&numbers) {
                        Some(timeline) => PoolEvent::Timeline {
                            task: wanted.task,
                            timeline,
                        },
                        None => PoolEvent::Problem(
                            "The recorded run came in a form that is not known.".to_owned(),
                        ),
                    });
                }
            }
            Report::Failed { order, problem } => {
                if let Some(task) = self.task_of(id, order, true) {
                    self.events.push(PoolEvent::TaskFailed { task, problem });
                    self.close(task);
                } else if self.wanted_of(id, order).is_some() {
                    self.events.push(PoolEvent::Problem(problem));
                }
            }
            Report::LogProgress { log, fraction } => {
                if self
                    .log
                    .as_ref()
                    .is_some_and(|own| own.id == log && own.reader == Some(id))
                {
                    self.events.push(PoolEvent::LogProgress(fraction));
                }
            }
            Report::Log { log, summary } => {
                if let Some(own) = self
                    .log
                    .as_mut()
                    .filter(|own| own.id == log && !own.settled)
                {
                    own.settled = true;
                    own.jobs = Some(summary.jobs);
                    if let Some(run) = &mut self.run {
                        run.queue.resize(&run.plan, summary.jobs);
                    }
                    self.events.push(PoolEvent::LogReady(summary));
                }
            }
            Report::LogFailed { log, problem } => {
                if let Some(own) = self
                    .log
                    .as_mut()
                    .filter(|own| own.id == log && !own.settled)
                {
                    own.settled = true;
                    self.events.push(PoolEvent::Problem(problem));
                }
            }
            Report::Stopped { order } => {
                if let Some(remote) = self.remotes.iter_mut().find(|remote| remote.id == id) {
                    remote.stopped(order, now_ms());
                }
            }
            Report::Planned { .. } | Report::Results { .. } | Report::Panicked { .. } => {}
        }
    }

    fn welcome(&mut self, id: u32, build: &str) {
        if build == self.build {
            self.failed_starts = 0;
            if let Some(remote) = self.remotes.iter_mut().find(|remote| remote.id == id) {
                remote.ready = true;
            }
        } else {
            let own = &self.build;
            let text = format!(
                "This page (build {own}) and its simulation (build {build}) do not belong together: the site was renewed \
                 just now, or a cache gave an old file. Reload the page."
            );
            self.remotes.retain(|remote| remote.id != id);
            self.give_up(text);
        }
    }

    /// The task that a worker has in hand under that order; it is taken from it if `over`.
    fn task_of(&mut self, id: u32, order: u32, over: bool) -> Option<usize> {
        let remote = self.remotes.iter_mut().find(|remote| remote.id == id)?;
        let (_, task) = remote.task.filter(|&(own, _)| own == order)?;
        if over {
            remote.task = None;
        }
        Some(task)
    }

    /// The timeline order, over now, if it is the one in hand.
    fn wanted_of(&mut self, id: u32, order: u32) -> Option<Wanted> {
        let remote = self.remotes.iter_mut().find(|remote| remote.id == id)?;
        remote.timeline.take_if(|own| *own == order)?;
        self.wanted.take_if(|wanted| wanted.order == order)
    }

    /// A task needs no worker any more.
    fn close(&mut self, task: usize) {
        if let Some(run) = &mut self.run {
            run.queue.close(task);
        }
        self.conclude();
    }

    /// Ends the run if nothing is left of it.
    fn conclude(&mut self) {
        if let Some(run) = self.run.take_if(|run| run.queue.finished()) {
            let jobs = run.queue.total_jobs();
            self.events.push(PoolEvent::Progress {
                ended_jobs: jobs,
                total_jobs: jobs,
                seconds_left: Some(0.0),
            });
            self.events.push(PoolEvent::Finished);
        }
    }

    // Life and death.

    fn hire(&mut self) {
        if self.given_up.is_some() {
            return;
        }
        let id = self.id();
        let own = self.own.clone();
        let heard = move |word: Word| {
            if let Some(shared) = own.upgrade() {
                shared.with(|crew| crew.hear(id, word));
            }
        };
        match Remote::start(id, &self.build, now_ms(), heard) {
            Ok(remote) => self.remotes.push(remote),
            Err(text) => self.give_up(format!(
                "The browser does not start the simulation ({text}). A page that was opened as a file cannot: it has to \
                 come from a server, of whatever kind."
            )),
        }
    }

    /// No further worker will ever come.
    fn give_up(&mut self, text: String) {
        self.given_up.get_or_insert(text);
        self.despair();
    }

    /// Without any worker, says why and ends what is in hand.
    fn despair(&mut self) {
        let Some(text) = self.given_up.clone().filter(|_| self.remotes.is_empty()) else {
            return;
        };
        self.wanted = None;
        if self.run.take().is_some() {
            self.events.push(PoolEvent::Problem(text));
            self.events.push(PoolEvent::Finished);
        } else if !std::mem::replace(&mut self.despaired, true) {
            self.events.push(PoolEvent::Problem(text));
        }
    }

    /// A worker died.
    fn bury(&mut self, id: u32, text: &str) {
        let Some(at) = self.remotes.iter().position(|remote| remote.id == id) else {
            return;
        };
        let remote = self.remotes.remove(at);
        if !remote.ready {
            self.failed_starts += 1;
            if self.failed_starts >= MOST_FAILED_STARTS {
                self.give_up(format!(
                    "The simulation does not start: {text}. Reload the page."
                ));
            } else {
                self.hire();
            }
            return;
        }
        let mut what = format!("A worker stopped ({text}) and was replaced.");
        if let (Some((_, task)), Some(run)) = (remote.task, &mut self.run) {
            match run.queue.lost(task) {
                Lost::Again => what.push_str(" Its task begins again."),
                Lost::GivenUp => {
                    what.push_str(" Its task is given up, the others go on.");
                    let problem = format!("It stopped its worker twice: {text}");
                    self.events.push(PoolEvent::TaskFailed { task, problem });
                }
            }
        }
        if let Some(wanted) = self
            .wanted
            .as_mut()
            .filter(|wanted| remote.timeline == Some(wanted.order))
        {
            wanted.lost += 1;
            if wanted.lost > 1 {
                self.wanted = None;
                self.events.push(PoolEvent::Problem(format!(
                    "The run cannot be recorded: {text}"
                )));
            }
        }
        if let Some(log) = self
            .log
            .as_mut()
            .filter(|log| !log.settled && log.reader == Some(id))
        {
            log.lost += 1;
            log.reader = None;
            if log.lost > 1 {
                log.settled = true;
                let problem = format!("{} cannot be read: {text}", log.name);
                self.events.push(PoolEvent::Problem(problem));
            }
        }
        self.events.push(PoolEvent::WorkerReplaced(what));
        self.hire();
        self.conclude();
        self.despair();
    }

    /// Replaces a worker that does not listen; what it still has in hand begins again elsewhere.
    fn replace(&mut self, id: u32) {
        let Some(at) = self.remotes.iter().position(|remote| remote.id == id) else {
            return;
        };
        let remote = self.remotes.remove(at);
        if let (Some((_, task)), Some(run)) = (remote.task, &mut self.run) {
            run.queue.put_back(task);
        }
        if let Some(log) = self.log.as_mut().filter(|log| log.reader == Some(id)) {
            log.reader = None;
        }
        self.hire();
    }

    fn tick(&mut self) {
        self.ticking = false;
        let now_ms = now_ms();
        let deaf: Vec<u32> = self
            .remotes
            .iter()
            .filter(|remote| {
                remote
                    .silent_ms(now_ms)
                    .is_some_and(|silent_ms| silent_ms > PATIENCE_MS)
            })
            .map(|remote| remote.id)
            .collect();
        let unborn: Vec<u32> = self
            .remotes
            .iter()
            .filter(|remote| !remote.ready && now_ms - remote.started_ms > START_LIMIT_MS)
            .map(|remote| remote.id)
            .collect();
        deaf.into_iter().for_each(|id| self.replace(id));
        unborn
            .into_iter()
            .for_each(|id| self.bury(id, "its program did not come up within 30 s"));
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

    /// Sets the next tick, if there is anything to look after.
    fn wind(&mut self) {
        let unsettled = |remote: &Remote| !remote.ready || remote.silent_ms(0.0).is_some();
        let watch = self.run.is_some() || self.remotes.iter().any(unsettled);
        if watch
            && !self.ticking
            && let Some(window) = web_sys::window()
        {
            let tick = self.tick.as_ref().unchecked_ref();
            self.ticking = window
                .set_timeout_with_callback_and_timeout_and_arguments_0(tick, TICK_MS)
                .is_ok();
        }
    }
}

/// A worker that is ready, the one with the least to do; `reader` reads the log.
fn idlest(remotes: &mut [Remote], reader: Option<u32>) -> Option<&mut Remote> {
    remotes
        .iter_mut()
        .filter(|remote| remote.ready)
        .min_by_key(|remote| {
            (
                reader == Some(remote.id),
                remote.timeline.is_some(),
                remote.task.is_some(),
            )
        })
}

/// The text of a scenario that is in use.
fn text_of(scenarios: &[(u32, String)], id: u32) -> Option<&str> {
    let found = scenarios.iter().find(|(own, _)| *own == id);
    found.map(|(_, text)| text.as_str())
}

/// Makes sure that a worker knows a scenario and the log, if there is one.
fn tell(
    remote: &mut Remote,
    scenario: u32,
    text: &str,
    oldest: Option<&(u32, String)>,
    log: Option<&LogFile>,
) {
    remote.tell_scenario(scenario, text, oldest.map_or(scenario, |(id, _)| *id));
    if let Some(log) = log {
        remote.tell_log(log.id, &log.name, &log.file);
    }
}

/// The build id in the page; empty if it was built without one.
fn page_build() -> String {
    let root = web_sys::window().and_then(|window| window.document()?.document_element());
    let build = root.and_then(|root| root.get_attribute(PAGE_BUILD));
    build
        .filter(|build| !build.starts_with('%'))
        .unwrap_or_default()
}

/// The page's clock \[ms\].
fn now_ms() -> f64 {
    let performance = web_sys::window().and_then(|window| window.performance());
    performance.map_or(0.0, |performance| performance.now())
}
