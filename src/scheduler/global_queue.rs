//! One global queue in order of arrival, first-come-first-served or fit-processors-first-served (J5 §4.1).
//!
//! * **FCFS**: the head starts as soon as it can be placed; nobody passes it.
//! * **FPFS**: at every instant with an event the queue is walked from head to tail, and each job that can be placed
//!   now starts.
//!
//! A walk finds nothing new unless nodes became free since the last one, so after an instant with arrivals only the
//! newcomers are looked at; `cursor` says from where on. Starts only take resources, so one pass is enough.

use super::queue::WaitingQueue;
use super::{Policy, Scheduler, Submission};
use crate::platform::{Placement, State};
use crate::workload::Job;

/// Who may start before whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discipline {
    /// Strictly in order of arrival.
    Fcfs,
    /// Whoever fits, in order of arrival.
    Fpfs,
}

/// A part of the queue that one event concerns as a whole.
#[derive(Debug, Default)]
struct Line {
    queue: WaitingQueue,
    /// No job before this position can be placed until nodes become free.
    cursor: usize,
    /// Whether the line is in `active`.
    active: bool,
}

/// The global queue with a placement policy.
pub struct GlobalQueue {
    policy: Box<dyn Policy>,
    discipline: Discipline,
    /// One line for all jobs, or one per home cluster if jobs never leave home: then the order between lines does not
    /// matter, because they use different nodes.
    lines: Vec<Line>,
    /// Lines with jobs that may be startable.
    active: Vec<usize>,
    waiting: usize,
    /// Nothing in use: to tell whether a job could ever run.
    idle: State,
}

impl GlobalQueue {
    /// An empty queue on the platform of `idle`, which must be idle.
    pub fn new(policy: Box<dyn Policy>, discipline: Discipline, idle: State) -> GlobalQueue {
        // Under FCFS the head blocks everybody, at home or not.
        let split = discipline == Discipline::Fpfs && policy.stays_home();
        let lines = if split { idle.free().len() } else { 1 };
        GlobalQueue {
            policy,
            discipline,
            lines: (0..lines).map(|_| Line::default()).collect(),
            active: Vec::new(),
            waiting: 0,
            idle,
        }
    }

    #[inline]
    fn line_of(&self, cluster: u32) -> usize {
        if self.lines.len() == 1 {
            0
        } else {
            cluster as usize
        }
    }

    #[inline]
    fn activate(&mut self, line: usize) {
        if !self.lines[line].active {
            self.lines[line].active = true;
            self.active.push(line);
        }
    }

    /// Whether the job could run on the idle platform. Every policy takes a job that fits its home.
    fn possible(&mut self, job: &Job) -> bool {
        job.nodes <= self.idle.free()[job.home as usize]
            || (u64::from(job.nodes) <= self.idle.total_free()
                && self.policy.place(&self.idle, job, &mut Placement::new()))
    }
}

impl Scheduler for GlobalQueue {
    fn submit(&mut self, job: &Job) -> Submission {
        if !self.possible(job) {
            return Submission::Impossible;
        }
        let at = self.line_of(job.home);
        let line = &mut self.lines[at];
        if line.queue.push(*job) {
            line.cursor = 0;
        }
        self.waiting += 1;
        self.activate(at);
        Submission::Waiting
    }

    fn freed(&mut self, cluster: u32) {
        let at = self.line_of(cluster);
        self.lines[at].cursor = 0;
        self.activate(at);
    }

    fn next_start(&mut self, state: &State, placement: &mut Placement) -> Option<Job> {
        while let Some(&at) = self.active.last() {
            let line = &mut self.lines[at];
            while let Some(position) = next_candidate(line, &*self.policy, self.discipline, state, at) {
                let job = line.queue.get(position);
                if self.policy.place(state, job, placement) {
                    line.cursor = position;
                    self.waiting -= 1;
                    let job = line.queue.remove(position);
                    if line.queue.is_empty() {
                        line.cursor = 0;
                    }
                    return Some(job);
                }
                if self.discipline == Discipline::Fcfs {
                    break;
                }
                line.cursor = position + 1;
            }
            line.cursor = line.queue.end();
            line.active = false;
            self.active.pop();
        }
        None
    }

    fn waiting(&self) -> usize {
        self.waiting
    }
}

/// The position of the next job worth trying.
#[inline]
fn next_candidate(
    line: &Line,
    policy: &dyn Policy,
    discipline: Discipline,
    state: &State,
    home: usize,
) -> Option<usize> {
    const ANY: u32 = u32::MAX - 1;
    match discipline {
        Discipline::Fpfs => {
            let reach = policy.reach(state, home as u32).min(u64::from(ANY)) as u32;
            line.queue.first(line.cursor, reach)
        }
        // A head that could not be placed keeps everybody waiting until nodes become free.
        Discipline::Fcfs => line.queue.first(0, ANY).filter(|&head| line.cursor <= head),
    }
}
