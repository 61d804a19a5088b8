//! One global queue in order of arrival: first-come-first-served or fit-processors-first-served (J5 §4.1).
//!
//! * **FCFS**: the head starts as soon as it can be placed; no job overtakes it.
//! * **FPFS**: at every instant with an event, all jobs are tried from head to tail, and each job that can be placed
//!   now starts.
//!
//! Trying the queue again finds nothing unless nodes became free. So after an instant with only arrivals, only the new
//! jobs are tried, and the new jobs that must wait enter the queue. One pass is enough, because a start frees no nodes.

use super::facts::Facts;
use super::order::Order;
use super::placer::{ANY, Placer};
use super::queue::WaitingQueue;
use super::refusal::Refusal;
use super::{Policy, Scheduler, Submission, admission};
use crate::platform::{Out, Placement, State};
use crate::workload::Job;
use std::collections::VecDeque;

/// Queue discipline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discipline {
    /// Strictly in order of arrival.
    Fcfs,
    /// Each job that can be placed may start; jobs are tried in order of arrival.
    Fpfs,
}

/// A part of the queue that is tried separately: events that affect one job of the line affect all its jobs.
#[derive(Debug, Default)]
struct Line {
    queue: WaitingQueue,
    /// No job before this position can be placed until nodes become free.
    cursor: usize,
    /// True if `freed` contains this line.
    freed: bool,
}

/// The global queue with a placement policy.
pub struct GlobalQueue<P> {
    placer: Placer<P>,
    discipline: Discipline,
    /// One line for all jobs; or, if jobs never leave home, one line per home cluster. Then the order between lines
    /// does not matter, because jobs of different lines use different nodes.
    lines: Vec<Line>,
    /// Lines for which nodes became free since their jobs were last tried.
    freed: Vec<usize>,
    /// Jobs that arrived at this instant and have not been tried, in order.
    newcomers: VecDeque<Job>,
    /// The idle platform, to check if a job can run at all.
    idle: State,
}

impl<P: Policy> GlobalQueue<P> {
    /// Creates an empty queue. `idle` is the idle platform.
    pub fn new(policy: P, discipline: Discipline, idle: State) -> GlobalQueue<P> {
        // Under FCFS the head blocks all jobs, whatever their home.
        let split = discipline == Discipline::Fpfs && policy.stays_home();
        let lines = if split { idle.free().len() } else { 1 };
        GlobalQueue {
            placer: Placer::new(policy, Order::ARRIVAL, &idle),
            discipline,
            lines: (0..lines).map(|_| Line::default()).collect(),
            freed: Vec::new(),
            newcomers: VecDeque::new(),
            idle,
        }
    }

    #[inline]
    fn line_of(&self, cluster: u32) -> usize {
        if self.lines.len() == 1 { 0 } else { cluster as usize }
    }
}

impl<P: Policy> Scheduler for GlobalQueue<P> {
    #[inline]
    fn submit(&mut self, job: &Job) -> Submission {
        let submission = admission(&mut self.placer.policy, &self.idle, job);
        if submission == Submission::Waiting {
            self.placer.policy.expect(job);
            self.placer.submit(job);
            self.newcomers.push_back(*job);
        }
        submission
    }

    #[inline]
    fn freed(&mut self, cluster: u32) {
        let at = self.line_of(cluster);
        let line = &mut self.lines[at];
        line.cursor = 0;
        if !line.freed && !line.queue.is_empty() {
            line.freed = true;
            self.freed.push(at);
        }
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        self.placer.look(now_s);
        let next = self.next(state, placement);
        if let Some(job) = &next {
            self.placer.start(job, placement);
        }
        next
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        if admission(&mut self.placer.policy, &self.idle, job) != Submission::Waiting {
            return self.placer.policy.refusals(&self.idle, job);
        }
        if self.discipline == Discipline::Fcfs {
            let queue = &self.lines[0].queue;
            let head = queue.first(0, ANY).map(|head| queue.get(head));
            if let Some(head) = head.filter(|head| (head.arrival_s, head.id) < (job.arrival_s, job.id)) {
                return vec![Refusal::turn(head)];
            }
        }
        self.placer.policy.refusals(state, job)
    }

    fn facts(&mut self) -> Option<&mut Facts> {
        self.placer.facts()
    }

    fn plans(&self) -> bool {
        self.placer.looks_ahead()
    }

    fn out(&mut self, _now_s: f64, out: &Out, state: &State) {
        self.placer.out(out.cluster, state);
    }

    fn started(&mut self, slot: u32, end_s: f64) {
        self.placer.started(slot, end_s);
    }

    fn expect(&mut self, slot: u32, end_s: f64, granted: f64) {
        self.placer.expect(slot, end_s, granted);
    }

    fn ended(&mut self, slot: u32, now_s: f64) {
        self.placer.ended(slot, now_s);
    }
}

impl<P: Policy> GlobalQueue<P> {
    /// The next job that can start.
    #[inline]
    fn next(&mut self, state: &State, placement: &mut Placement) -> Option<Job> {
        while let Some(&at) = self.freed.last() {
            let next = self.walk(at, state, placement);
            if next.is_some() {
                return next;
            }
            self.lines[at].freed = false;
            self.freed.pop();
        }
        while let Some(job) = self.newcomers.pop_front() {
            let line = self.line_of(job.home);
            let line = &mut self.lines[line];
            let in_turn = self.discipline == Discipline::Fpfs || line.queue.is_empty();
            // Most jobs fit on one cluster. For such jobs, the policy's bound, which is expensive, is not needed.
            let within =
                job.nodes <= state.most_free() || u64::from(job.nodes) <= self.placer.policy.reach(state, job.home);
            if in_turn && within && self.placer.place_now(state, &job, placement) {
                return Some(job);
            }
            line.queue.push(job);
            line.cursor = line.queue.end();
        }
        None
    }

    /// Continues to try the jobs of a line, up to the next job that can start.
    #[inline]
    fn walk(&mut self, at: usize, state: &State, placement: &mut Placement) -> Option<Job> {
        let line = &mut self.lines[at];
        while let Some(position) = next_candidate(line, &self.placer.policy, self.discipline, state, at) {
            if self.placer.place_now(state, line.queue.get(position), placement) {
                let job = line.queue.remove(position);
                line.cursor = if line.queue.is_empty() { 0 } else { position };
                return Some(job);
            }
            if self.discipline == Discipline::Fcfs {
                break;
            }
            line.cursor = position + 1;
        }
        line.cursor = line.queue.end();
        None
    }
}

/// Position of the next job to try.
#[inline]
fn next_candidate(
    line: &Line,
    policy: &impl Policy,
    discipline: Discipline,
    state: &State,
    home: usize,
) -> Option<usize> {
    match discipline {
        Discipline::Fpfs => {
            let reach = policy.reach(state, home as u32).min(u64::from(ANY)) as u32;
            line.queue.first(line.cursor, reach)
        }
        // A head that could not be placed blocks all jobs until nodes become free.
        Discipline::Fcfs => line.queue.first(0, ANY).filter(|&head| line.cursor <= head),
    }
}
