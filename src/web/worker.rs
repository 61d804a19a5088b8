//! The simulation worker. It executes one order at a time in steps of about 30 ms, and checks for messages in between,
//! so that a stop or another task never waits longer.

use super::gantt_pane::story_data::StoryData;
use super::job_files;
use super::log_reader::LogReader;
use super::messages::{Order, Packed, Report, SentResult, WORKER_BUILD, from_js, to_js, words};
use super::pace::Stretch;
use super::tabs::paper::{claims, data};
use super::without_page;
use crate::base::problem::Problem;
use crate::engine::Progress;
use crate::experiment::{Plan, Results, Task, TaskResult, Watched, log_jobs, story};
use crate::logs::{AskedJob, Log, Reading};
use crate::metrics::story::StoryRecorder;
use crate::metrics::timeline::Recorder;
use crate::metrics::watched::Watch;
use crate::scenario::{Scenario, of_log};
use js_sys::Reflect;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, Performance};

/// Minimum time between two reports \[ms\].
const REPORT_MS: f64 = 90.0;
/// Time for which a log is read between two checks for messages \[ms\].
const READ_MS: f64 = 30.0;

/// Number of jobs, and of samples, in a message about a timeline. The page unpacks them in about 10 ms.
const JOBS_AT_ONCE: usize = 10_000;

/// Starts listening; called once, when the worker starts.
///
/// # Errors
/// If this code does not run in a worker.
pub fn start() -> Result<(), JsValue> {
    panic::set_hook(Box::new(|info| {
        post(&Report::Panicked { text: info.to_string() });
    }));
    let scope = scope();
    let clock = scope.performance().ok_or("a worker without a clock")?;
    // The worker sends itself a message to continue after checking for messages: timers would wait 4 ms each time.
    let channel = MessageChannel::new()?;
    let heard = channel.port1();
    let state = Rc::new(RefCell::new(WorkerState::new(clock, channel)));

    let own = Rc::clone(&state);
    let on_bell: Closure<dyn FnMut()> = Closure::new(move || own.borrow_mut().work());
    heard.set_onmessage(Some(on_bell.as_ref().unchecked_ref()));
    on_bell.forget();

    let on_message: Closure<dyn FnMut(MessageEvent)> =
        Closure::new(move |event: MessageEvent| match from_js(event.data()) {
            Ok(order) => state.borrow_mut().take(order),
            Err(error) => post(&Report::Panicked { text: format!("an order that cannot be read: {error}") }),
        });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();

    let build = Reflect::get(&scope, &WORKER_BUILD.into())?;
    post(&Report::Ready { build: build.as_string().unwrap_or_default() });
    Ok(())
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post(report: &Report) {
    let sent = to_js(report)
        .map_err(JsValue::from)
        .and_then(|message| scope().post_message_with_transfer(&message, &report.buffers()));
    // The page is informed of the error, because it waits for the report.
    if let Err(error) = sent
        && let Ok(message) =
            to_js(&Report::Panicked { text: format!("a report that cannot be sent: {}", words(&error)) })
    {
        let _ = scope().post_message(&message);
    }
}

/// An order that is being executed. Its simulation begins with its first step; if the order needs the log, not before
/// the log is read.
struct Work {
    order: u32,
    task: Task,
    watch: Watch,
    /// The job whose story is wanted. Its number is found once the log is read.
    asked: Option<AskedJob>,
    runner: Option<Watched>,
    stretch: Stretch,
    reported_ms: f64,
}

/// State of the worker with all its orders.
struct WorkerState {
    clock: Performance,
    /// Channel for messages of the worker to itself.
    bell: MessageChannel,
    ringing: bool,
    log: Option<LogReader>,
    /// True if the page waits for the description of the log.
    announce_log: Option<Reading>,
    log_reported_ms: f64,
    /// Orders for stories and timelines, in order of execution.
    watched: VecDeque<Work>,
    task: Option<Work>,
    /// Waiting tasks, each with the number of its order.
    waiting: VecDeque<(u32, String)>,
}

impl WorkerState {
    fn new(clock: Performance, bell: MessageChannel) -> WorkerState {
        WorkerState {
            clock,
            bell,
            ringing: false,
            log: None,
            announce_log: None,
            log_reported_ms: 0.0,
            watched: VecDeque::new(),
            task: None,
            waiting: VecDeque::new(),
        }
    }

    /// Receives an order and stores it in the order of execution; the order begins later.
    fn take(&mut self, order: Order) {
        match order {
            Order::Log { id, name, file } => {
                self.log = Some(LogReader::new(id, name, file));
                self.announce_log = None;
            }
            Order::ReadLog { scenario } => {
                let scenario = Scenario::from_json(&scenario).ok();
                self.announce_log = Some(scenario.as_deref().and_then(reading).unwrap_or_default());
            }
            Order::Task { order, task } => self.waiting.push_back((order, task)),
            Order::Timeline { order, task, window } => {
                let work = self.begin(order, &task, |task| {
                    let platform = task.platform()?;
                    let recorder = Recorder::new(&platform, window);
                    Ok((task.watched(), Some((Some(recorder), None))))
                });
                self.watched.extend(work);
            }
            Order::Story { order, task, job } => {
                let work = self.begin(order, &task, |task| Ok((task.watched(), None)));
                let work = work.map(|work| Work { asked: Some(job), ..work });
                work.into_iter().for_each(|work| self.watched.push_front(work));
            }
            Order::Stop { order } => {
                self.waiting.retain(|(own, _)| *own != order);
                self.task.take_if(|work| work.order == order);
                self.watched.retain(|work| work.order != order);
                post(&Report::Stopped { order });
            }
            Order::Papers { papers, claims, presets } => {
                if let Err(error) = claims::read(&papers, &claims, &presets) {
                    let text = format!("what the papers claim cannot be read ({error})");
                    post(&Report::Panicked { text });
                }
            }
            Order::Claims { order, scenario, results } => {
                post(&match data::page(&scenario, results.as_deref()) {
                    Ok(page) => Report::Claims { order, page },
                    Err(problem) => Report::Failed { order, problem },
                });
            }
            Order::Jobs { order, scenario, task, kind } => {
                let log = self.whole_log(&scenario);
                answer(order, log.and_then(|log| job_files::text(&scenario, task as usize, kind, log.as_ref())));
            }
            Order::Plan { order, scenario } => post(&match without_page::planned(&scenario) {
                Ok(plan) => Report::Planned {
                    order,
                    tasks: plan.tasks().iter().map(Task::to_json).collect(),
                    first: first_tasks(&plan),
                    replications: plan.scenario().experiment.replications,
                },
                Err(problem) => Report::Failed { order, problem },
            }),
            Order::Validate { order, scenario } => answer(order, without_page::validated(&scenario)),
            Order::Link { order, scenario } => answer(order, without_page::linked(&scenario)),
            Order::Open { order, link } => answer(order, without_page::opened(&link)),
            Order::Figure { order, scenario, results, look } => {
                let merged = merged(&scenario, results);
                answer(order, merged.and_then(|(plan, results)| without_page::figure(&plan, &results, &look)));
            }
            Order::Gantt { order, scenario, timeline, look } => {
                let recording = timeline.unpack();
                answer(order, recording.and_then(|own| without_page::gantt(&scenario, *own, &look)));
            }
            Order::Merge { order, scenario, results } => answer(
                order,
                merged(&scenario, results)
                    .and_then(|(_, results)| serde_json::to_string(&results).map_err(|error| error.to_string())),
            ),
        }
        self.ring();
    }

    /// Starts an order and reports that.
    fn begin(
        &self,
        order: u32,
        task: &str,
        prepare: impl FnOnce(Task) -> Result<(Task, Watch), Problem>,
    ) -> Option<Work> {
        match Task::from_json(task).and_then(prepare) {
            Ok((task, watch)) => {
                post(&Report::Progress { order, ended: 0 });
                Some(Work {
                    order,
                    watch,
                    asked: None,
                    task,
                    runner: None,
                    stretch: Stretch::default(),
                    reported_ms: self.clock.now(),
                })
            }
            Err(problem) => {
                let problem = problem.to_string();
                post(&Report::Failed { order, problem });
                None
            }
        }
    }

    /// Schedules the next step. Messages that have already arrived are handled before this step.
    fn ring(&mut self) {
        while self.task.is_none()
            && let Some((order, task)) = self.waiting.pop_front()
        {
            self.task = self.begin(order, &task, |task| Ok((task, None)));
        }
        let idle = self.next_task().is_none() && self.announce_log.is_none();
        if !idle && !self.ringing {
            self.ringing = self.bell.port2().post_message(&JsValue::NULL).is_ok();
        }
    }

    /// The next task to simulate.
    fn next_task(&self) -> Option<&Task> {
        self.watched.front().or(self.task.as_ref()).map(|work| &work.task)
    }

    /// Performs one step of the next order.
    fn work(&mut self) {
        self.ringing = false;
        let wanted = self.announce_log.clone().or_else(|| reading(&self.next_task()?.scenario));
        if let (Some(log), Some(wanted)) = (&mut self.log, wanted.clone()) {
            log.read_as(wanted);
        }
        if wanted.is_some() && self.log.as_ref().is_some_and(|log| log.parsed().is_none()) {
            self.read_log();
        } else if self.announce_log.is_some() {
            self.describe_log();
        } else if let Some(work) = self.watched.pop_front() {
            self.go_on(work).into_iter().for_each(|work| self.watched.push_front(work));
        } else if let Some(work) = self.task.take() {
            self.task = self.go_on(work);
        }
        self.ring();
    }

    /// Reads the log completely as this scenario does, if there is a log.
    fn whole_log(&mut self, scenario: &str) -> Result<Option<Arc<Log>>, String> {
        let Some(log) = &mut self.log else {
            return Ok(None);
        };
        let scenario = Scenario::from_json(scenario).ok();
        if let Some(reading) = scenario.as_deref().and_then(reading) {
            log.read_as(reading);
        }
        loop {
            match log.parsed() {
                Some(Ok(log)) => return Ok(Some(Arc::clone(log))),
                Some(Err(problem)) => return Err(problem.to_string()),
                None => log.read(),
            }
        }
    }

    fn read_log(&mut self) {
        let Some(log) = &mut self.log else {
            return;
        };
        let begin_ms = self.clock.now();
        while log.parsed().is_none() && self.clock.now() - begin_ms < READ_MS {
            log.read();
        }
        if begin_ms - self.log_reported_ms > REPORT_MS {
            self.log_reported_ms = begin_ms;
            post(&Report::LogProgress { log: log.id(), fraction: log.fraction() });
        }
    }

    fn describe_log(&mut self) {
        self.announce_log = None;
        let Some(log) = &self.log else {
            return;
        };
        match log.parsed() {
            Some(Ok(read)) => post(&Report::Log { log: log.id(), summary: log.summary(read) }),
            Some(Err(problem)) => post(&Report::LogFailed { log: log.id(), problem: problem.to_string() }),
            None => {}
        }
    }

    /// Performs one step of an order; returns the order if it is not finished.
    fn go_on(&self, mut work: Work) -> Option<Work> {
        let progress = self.stretch(&mut work);
        let seen_all = work.runner.as_ref().is_some_and(Watched::has_seen_all);
        match progress {
            Ok(Progress::Running) if !seen_all => return Some(work),
            Ok(_) => {
                if let Some(runner) = work.runner {
                    self.report(work.order, &work.task, runner.finish());
                }
            }
            Err(problem) => post(&Report::Failed { order: work.order, problem }),
        }
        None
    }

    fn stretch(&self, work: &mut Work) -> Result<Progress, String> {
        let runner = match &mut work.runner {
            Some(runner) => runner,
            none => none.insert(self.runner(&work.task, work.asked.take(), work.watch.take())?),
        };
        let begin_ms = self.clock.now();
        let progress = runner.advance(work.stretch.events()).map_err(|problem| problem.to_string())?;
        let now_ms = self.clock.now();
        work.stretch.took(now_ms - begin_ms);
        if progress == Progress::Running && now_ms - work.reported_ms > REPORT_MS {
            work.reported_ms = now_ms;
            post(&Report::Progress { order: work.order, ended: runner.ended() });
        }
        Ok(progress)
    }

    fn runner(&self, task: &Task, asked: Option<AskedJob>, watch: Watch) -> Result<Watched, String> {
        let log = self.log_of(task)?;
        let job = asked.map(|asked| story::find(task, log.as_ref(), &asked)).transpose();
        let watch = match job.map_err(|problem| problem.to_string())? {
            Some(job) => Some((None, Some(StoryRecorder::new(job)))),
            None => watch,
        };
        Watched::new(task, log, watch).map_err(|problem| problem.to_string())
    }

    /// The log that has been read. An error only if the task needs the log.
    fn log_of(&self, task: &Task) -> Result<Option<Arc<Log>>, String> {
        match self.log.as_ref().and_then(|log| log.parsed()) {
            Some(Err(problem)) if reading(&task.scenario).is_some() => Err(problem.to_string()),
            Some(Ok(log)) => Ok(Some(Arc::clone(log))),
            _ => Ok(None),
        }
    }

    /// Posts the outcome of an order: the recording or the result.
    fn report(&self, order: u32, task: &Task, (result, watch): (TaskResult, Watch)) {
        let log = || self.log_of(task);
        let report = match watch {
            Some((Some(recorder), _)) => log().and_then(|log| timeline(order, recorder, task, log.as_ref())),
            Some((_, Some(recorder))) => log().and_then(|log| story(order, recorder, task, log.as_ref())),
            _ => SentResult::new(result).map(|result| Report::Done { order, result }),
        };
        post(&report.unwrap_or_else(|problem| Report::Failed { order, problem }));
    }
}

/// Posts a text, or the reason why there is none.
fn answer(order: u32, text: Result<String, String>) {
    post(&match text {
        Ok(text) => Report::Text { order, text },
        Err(problem) => Report::Failed { order, problem },
    });
}

/// Index of the first replication's task, for each scheduler of each point.
fn first_tasks(plan: &Plan) -> Vec<Vec<u32>> {
    let schedulers = plan.scenario().schedulers.len();
    let of_point =
        |point| (0..schedulers).filter_map(|own| plan.task_of(point, own, 0)).map(|task| task as u32).collect();
    (0..plan.points().len()).map(of_point).collect()
}

/// Merged results with their plan.
fn merged(scenario: &str, results: Vec<Option<SentResult>>) -> Result<(Plan, Results), String> {
    let results = results.into_iter();
    let results: Result<Vec<Option<TaskResult>>, String> =
        results.map(|result| Ok(result.map(SentResult::unpack).transpose()?.map(|own| *own))).collect();
    let plan = without_page::planned(scenario)?;
    let merged = plan.merge(&results?);
    Ok((plan, merged))
}

/// The recorded window, with what the log calls its jobs. Sends all jobs and samples but the last ones.
fn timeline(order: u32, recorder: Recorder, task: &Task, log: Option<&Arc<Log>>) -> Result<Report, String> {
    let mut timeline = recorder.finish();
    log_jobs::name_timeline(&mut timeline, task, log).map_err(|problem| problem.to_string())?;
    while timeline.jobs.len() > JOBS_AT_ONCE || timeline.samples.len() > JOBS_AT_ONCE {
        let jobs = timeline.jobs.len().min(JOBS_AT_ONCE);
        let samples = timeline.samples.len().min(JOBS_AT_ONCE);
        let part = (timeline.jobs.drain(..jobs).collect(), timeline.samples.drain(..samples).collect());
        post(&Report::TimelinePart { order, part: Packed::new(&part)? });
    }
    Packed::new(&timeline).map(|timeline| Report::Timeline { order, timeline })
}

/// The story of a job, with what the log calls its jobs.
///
/// # Errors
/// If the job never arrived.
fn story(order: u32, recorder: StoryRecorder, task: &Task, log: Option<&Arc<Log>>) -> Result<Report, String> {
    let job = recorder.job();
    let mut story = recorder.finish().ok_or_else(|| format!("job {job} does not exist: fewer jobs arrived"))?;
    log_jobs::name_story(&mut story, task, log).map_err(|problem| problem.to_string())?;
    Ok(Report::Story { order, story: Packed::new(&StoryData::of(&story))? })
}

/// How the log of a scenario is read; `None` if the scenario has no log.
fn reading(scenario: &Scenario) -> Option<Reading> {
    of_log::reading(scenario)?.ok()
}
