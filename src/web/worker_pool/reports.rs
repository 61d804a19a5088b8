//! Handling of reports from the workers.

use super::{Wanted, WorkerPool, now_ms};
use crate::experiment::TaskResult;
use crate::web::messages::Report;
use crate::web::pool_event::PoolEvent;
use crate::web::runs::Source;
use crate::web::wanted::Answer;
use crate::web::worker_handle::Message;

impl WorkerPool {
    /// Handles a worker's message.
    pub(in crate::web) fn hear(&mut self, id: u32, word: Message) {
        if let Some(worker) = self.workers.iter_mut().find(|worker| worker.id == id) {
            worker.quiet_ms = 0.0;
        }
        match word {
            Message::Report(report) => self.listen(id, *report),
            Message::Crashed(text) => self.replace_crashed(id, &text),
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
                    let event = match result.unpack() {
                        Ok(result) => self.done(task, result, Source::Worker),
                        Err(problem) => PoolEvent::TaskFailed { task, problem },
                    };
                    self.events.push(event);
                    self.close(task);
                }
            }
            Report::TimelinePart { order, part } => {
                // A part that cannot be read makes the page wait for its timeline, as a lost message would.
                let own = self.wanted.iter_mut().find(|wanted| wanted.order == order);
                if let (Some(wanted), Ok(part)) = (own, part.unpack()) {
                    wanted.part.0.extend(part.0);
                    wanted.part.1.extend(part.1);
                }
            }
            Report::Timeline { order, timeline } => {
                if let Some(mut wanted) = self.wanted_of(id, order) {
                    self.events.push(match timeline.unpack() {
                        Ok(mut timeline) => {
                            wanted.part.0.append(&mut timeline.jobs);
                            wanted.part.1.append(&mut timeline.samples);
                            (timeline.jobs, timeline.samples) = std::mem::take(&mut wanted.part);
                            wanted.answered(Answer::Timeline(timeline))
                        }
                        Err(problem) => wanted.failed(problem),
                    });
                }
            }
            Report::Story { order, story } => {
                if let Some(wanted) = self.wanted_of(id, order) {
                    self.events.push(match story.unpack() {
                        Ok(story) => wanted.answered(Answer::Story(story)),
                        Err(problem) => wanted.failed(problem),
                    });
                }
            }
            Report::Failed { order, problem } => {
                if let Some(task) = self.task_of(id, order, true) {
                    self.events.push(PoolEvent::TaskFailed { task, problem });
                    self.close(task);
                } else if let Some(wanted) = self.wanted_of(id, order) {
                    self.events.push(wanted.failed(problem));
                }
            }
            Report::LogProgress { log, fraction } => {
                if self.log.as_ref().is_some_and(|own| own.id == log && own.reader == Some(id)) {
                    self.events.push(PoolEvent::LogProgress(fraction));
                }
            }
            Report::Log { log, summary } => {
                if let Some(own) = self.log.as_mut().filter(|own| own.id == log && !own.settled) {
                    own.settled = true;
                    own.jobs = Some(summary.jobs);
                    if let Some(run) = &mut self.run {
                        run.queue.resize(&run.plan, summary.jobs);
                    }
                    self.events.push(PoolEvent::LogReady(summary));
                }
            }
            Report::LogFailed { log, problem } => {
                if let Some(own) = self.log.as_mut().filter(|own| own.id == log && !own.settled) {
                    own.settled = true;
                    self.events.push(PoolEvent::Problem(problem));
                }
            }
            Report::Stopped { order } => {
                if let Some(worker) = self.workers.iter_mut().find(|worker| worker.id == id) {
                    worker.stopped(order, now_ms());
                }
            }
            Report::Panicked { text } => self.replace_crashed(id, &text),
            Report::Planned { .. } | Report::Claims { .. } | Report::Text { .. } => {}
        }
    }

    /// Caches a result and returns the event for the page.
    pub(super) fn done(&mut self, task: usize, result: Box<TaskResult>, source: Source) -> PoolEvent {
        let cached = self.run.as_ref().filter(|run| run.is_cached);
        if let Some(own) = cached.and_then(|run| run.plan.tasks().get(task)) {
            self.known.put(own, &result);
        }
        PoolEvent::TaskDone { task, result, source }
    }

    fn welcome(&mut self, id: u32, build: &str) {
        if build == self.build {
            self.failed_starts = 0;
            if let Some(worker) = self.workers.iter_mut().find(|worker| worker.id == id) {
                worker.came_up(now_ms());
            }
        } else {
            let own = &self.build;
            let text = format!(
                "This page (build {own}) and its simulation (build {build}) do not belong together: the site was renewed \
                 just now, or a cache gave an old file. Reload the page."
            );
            self.remove_worker(id);
            self.give_up(text);
        }
    }

    /// The task with this order number of a worker; removed from the worker if `over`.
    fn task_of(&mut self, id: u32, order: u32, over: bool) -> Option<usize> {
        let worker = self.workers.iter_mut().find(|worker| worker.id == id)?;
        let at = worker.tasks.iter().position(|&(own, _)| own == order)?;
        let (_, task) = worker.tasks[at];
        if over {
            worker.tasks.remove(at);
        }
        Some(task)
    }

    /// Removes and returns the timeline or story request with this order number, if there is one.
    fn wanted_of(&mut self, id: u32, order: u32) -> Option<Wanted> {
        let worker = self.workers.iter_mut().find(|worker| worker.id == id)?;
        if !worker.take_watch(order) {
            return None;
        }
        let mut wanted = self.wanted.extract_if(.., |wanted| wanted.order == order);
        wanted.next()
    }

    /// Closes a task.
    pub(super) fn close(&mut self, task: usize) {
        if let Some(run) = &mut self.run {
            run.queue.close(task);
        }
        self.conclude();
    }

    /// Ends the run if all tasks are closed.
    pub(super) fn conclude(&mut self) {
        if let Some(run) = self.run.take_if(|run| run.queue.finished()) {
            let jobs = run.queue.total_jobs();
            self.events.push(PoolEvent::Progress { ended_jobs: jobs, total_jobs: jobs, seconds_left: Some(0.0) });
            self.events.push(PoolEvent::Finished);
        }
    }
}
