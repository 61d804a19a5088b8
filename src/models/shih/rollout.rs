//! A simulated future that is reused for the next decision, and rival futures that are simulated only where they differ.
//!
//! If everything happens as foreseen, the future of the next decision is the rest of this one, plus new jobs at its
//! end. A rival has **met** this future when the same jobs run until the same times in both. From then on both are
//! identical and need not be compared. Scores are sums of whole numbers, so leaving out the common rest changes
//! nothing.

use super::score::Tally;
use super::simulation::{Rigid, Simulation, Start};
use crate::base::random::Stream;
use crate::models::shih::Score;
use crate::scheduler::outlook::Outlook;
use crate::workload::Job;
use std::collections::VecDeque;

/// The simulated run of a job.
#[derive(Clone, Copy, Debug)]
struct Course {
    cluster: u32,
    start_s: f64,
    end_s: f64,
    /// The contribution of the job to the score, in parts.
    value: i64,
}

impl Course {
    #[inline]
    fn of(start: &Start, tally: &Tally) -> Course {
        Course { cluster: start.cluster, start_s: start.start_s, end_s: start.end_s, value: tally.of(start) }
    }
}

/// A job of a rollout.
#[derive(Clone, Copy, Debug)]
struct Step {
    job: Rigid,
    run: Course,
}

/// The best known future.
#[derive(Clone, Debug)]
pub(super) struct Rollout {
    /// The jobs in order of their simulated start. The first one is the job to be decided.
    steps: VecDeque<Step>,
    tally: Tally,
    /// State of the simulation after the last job of `steps`.
    simulation: Simulation,
    /// Number of starts of jobs up to the decision for which this rollout was computed.
    starts: u64,
    surprises: u64,
    /// The simulated runs of the rival future.
    rival: Vec<Course>,
    rival_simulation: Simulation,
}

impl Rollout {
    pub fn new(simulation: Simulation, score: Score) -> Rollout {
        Rollout {
            steps: VecDeque::new(),
            tally: Tally::new(score, 1.0),
            rival: Vec::new(),
            rival_simulation: simulation.clone(),
            simulation,
            starts: 0,
            surprises: 0,
        }
    }

    fn add(&mut self, start: Start) {
        let run = Course::of(&start, &self.tally);
        self.tally.add(run.value);
        let job = start.job;
        self.steps.push_back(Step { job, run });
    }

    /// Begins a new future, in which `job` starts now on the cluster of rank `rank`.
    pub fn begin(&mut self, outlook: &Outlook, job: &Job, rank: usize) {
        self.steps.clear();
        self.tally = Tally::new(self.tally.score(), outlook.first_estimate_s());
        let start = self.simulation.begin(outlook, Rigid::from(job), rank);
        self.add(start);
        self.starts = outlook.starts();
        self.surprises = outlook.surprises();
    }

    /// Adds those waiting jobs to the end of this future that it does not contain yet.
    pub fn extend<'a>(&mut self, others: impl Iterator<Item = &'a Job>, stream: &mut Stream) {
        for job in others.skip(self.steps.len() - 1) {
            let Some(start) = self.simulation.next(Rigid::from(job), stream) else {
                return;
            };
            self.add(start);
        }
    }

    /// Adapts the future to the current state. It stays if no job has started since, or only its first job, as
    /// foreseen, and nothing unexpected happened; otherwise it is cleared.
    pub fn follow(&mut self, outlook: &Outlook) {
        if self.steps.is_empty() {
            return;
        }
        let as_foreseen = match outlook.starts() - self.starts {
            0 => true,
            1 => {
                let first = self.steps.pop_front();
                first.is_some_and(|Step { job, run }| {
                    self.tally.remove(run.value);
                    let started = outlook.started_last();
                    let there = started.placement.first().map(|piece| piece.cluster);
                    (started.job.id, there, started.start_s) == (job.id, Some(run.cluster), run.start_s)
                })
            }
            _ => false,
        };
        self.starts = outlook.starts();
        if !as_foreseen || outlook.surprises() != self.surprises {
            self.steps.clear();
        }
    }

    /// The cluster on which the job starts in this future. `None` if the job is not the first or does not start now.
    pub fn begins_with(&self, outlook: &Outlook, job: &Job) -> Option<u32> {
        let first = self.steps.front()?;
        let now = (first.job.id, first.run.start_s) == (job.id, outlook.now_s());
        (now && !outlook.someone_is_late()).then_some(first.run.cluster)
    }

    /// The jobs after the first one, with their clusters.
    pub fn others(&self) -> impl Iterator<Item = (u64, u32)> {
        self.steps.iter().skip(1).map(|step| (step.job.id, step.run.cluster))
    }

    /// Simulates the rival future in which the first job goes to the cluster of `rank`. If the rival has the better
    /// score, it replaces this future, and the result is true. If the scores are equal, `stays` decides whether this
    /// future is kept.
    pub fn challenge(
        &mut self,
        outlook: &Outlook,
        rank: usize,
        (mut stream, may_meet): (Stream, bool),
        stays: bool,
    ) -> bool {
        let mut tally = self.tally.emptied();
        let mut left = self.tally;
        let mut apart_s = outlook.now_s();
        let mut met = false;
        self.rival.clear();
        for Step { job: next, run: other } in &self.steps {
            let simulation = &mut self.rival_simulation;
            let start = match self.rival.is_empty() {
                true => Some(simulation.begin(outlook, *next, rank)),
                false => simulation.next(*next, &mut stream),
            };
            let Some(start) = start else { break };
            let own = Course::of(&start, &tally);
            if (own.start_s, own.cluster) != (other.start_s, other.cluster) {
                apart_s = apart_s.max(own.end_s).max(other.end_s);
            } else if may_meet && own.start_s >= apart_s {
                met = true;
                break;
            }
            tally.add(own.value);
            left.remove(other.value);
            self.rival.push(own);
        }
        tally.add_all(&left);
        let better = match stays {
            true => tally.value() < self.tally.value(),
            false => tally.value() <= self.tally.value(),
        };
        if better {
            self.tally = tally;
            for (step, rival) in self.steps.iter_mut().zip(&self.rival) {
                step.run = *rival;
            }
            if !met {
                std::mem::swap(&mut self.simulation, &mut self.rival_simulation);
            }
        }
        better
    }
}
