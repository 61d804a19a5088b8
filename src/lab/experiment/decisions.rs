//! Records the situations of a run in which a scheduler must co-allocate a job. Each situation can be decided again and
//! again, to measure the time of a decision (J5 §6.4, table 1).

use super::Task;
use crate::base::problem::Problem;
use crate::engine::{Progress, Simulation};
use crate::platform::{Placement, State};
use crate::scenario::build;
use crate::scheduler::Policy;
use crate::scheduler::global_queue::{Discipline, GlobalQueue};
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;
use std::cell::RefCell;
use std::rc::Rc;

/// Of this many successive decisions, one is kept, so that the kept decisions are from many parts of the run.
const STRIDE: usize = 16;
/// Number of events after which the number of kept decisions is checked again.
const STRETCH: u64 = 1000;

/// A job that fits on no single cluster, with the free nodes and link loads at the time of its decision.
type Situation = (State, Job);

/// Recorded decisions of a policy.
#[non_exhaustive]
pub struct Decisions {
    policy: Box<dyn Policy>,
    situations: Vec<Situation>,
    placement: Placement,
}

impl Decisions {
    /// Runs a task under FPFS until `count` situations are kept or all jobs have ended. The jobs must not come from a log.
    ///
    /// # Errors
    /// If the workload cannot be made, or the policy has its own queues or plans.
    pub fn of(task: &Task, count: usize) -> Result<Decisions, Problem> {
        let platform = task.platform()?;
        let idle = State::idle(platform.clone());
        let policy = || {
            let policy = build::scheduler::policy(&task.scheduler, &task.scenario, task.replication, &idle)?;
            policy.ok_or_else(|| {
                Problem::new(
                    format!("policy {}", task.scheduler.policy),
                    "has queues or plans of its own and does not decide about single places",
                    "a policy that places jobs when they start",
                    "",
                )
            })
        };
        let taken = Rc::new(RefCell::new(Vec::new()));
        let recorder = Recorder { policy: policy()?, seen: 0, taken: Rc::clone(&taken) };
        let mut simulation = Simulation::new(
            build::jobs::source(&task.scenario, task.replication, None)?,
            Box::new(GlobalQueue::new(recorder, Discipline::Fpfs, idle.clone())),
            idle.clone(),
            build::scheduler::network(&task.scheduler, &task.scenario.network, &platform, 1.0),
            (),
        );
        while taken.borrow().len() < count && simulation.advance(STRETCH) == Progress::Running {}
        let mut situations = taken.take();
        situations.truncate(count);
        Ok(Decisions { policy: policy()?, situations, placement: Placement::new() })
    }

    /// Number of situations.
    pub fn len(&self) -> usize {
        self.situations.len()
    }

    /// True if no situation was kept.
    pub fn is_empty(&self) -> bool {
        self.situations.is_empty()
    }

    /// Decides situation `number` again; true if the job can be placed.
    pub fn decide(&mut self, number: usize) -> bool {
        let (state, job) = &self.situations[number];
        self.placement.clear();
        self.policy.place(state, job, &mut self.placement)
    }
}

/// A policy that records some of the situations in which it decides. As in the paper, the policy decides about every
/// job for which enough nodes are free, even if the links cannot carry the job.
struct Recorder {
    policy: Box<dyn Policy>,
    seen: usize,
    taken: Rc<RefCell<Vec<Situation>>>,
}

impl Policy for Recorder {
    fn reach(&self, state: &State, home: u32) -> u64 {
        self.policy.reach(state, home)
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        if job.nodes > state.most_free() {
            if self.seen.is_multiple_of(STRIDE) {
                self.taken.borrow_mut().push((state.clone(), *job));
            }
            self.seen += 1;
        }
        self.policy.place(state, job, placement)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        self.policy.refusals(state, job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Plan;
    use crate::scenario::Scenario;

    fn decisions(scheduler: &str, count: usize) -> Decisions {
        let text = format!(
            r#"{{ "workload": {{ "jobs_per_cluster": 2000, "bsbw_mbps": 500 }}, "schedulers": ["{scheduler}"],
                  "experiment": {{ "sweep": [], "replications": 1 }} }}"#
        );
        let plan = Plan::new(&Scenario::from_json(&text).unwrap()).unwrap();
        Decisions::of(&plan.tasks()[0], count).unwrap()
    }

    #[test]
    fn every_situation_calls_for_co_allocation_and_some_allow_it() {
        for policy in ["a1", "b1", "b2", "b3", "b4"] {
            let mut decisions = decisions(policy, 50);
            assert_eq!(decisions.len(), 50, "{policy}");
            for (state, job) in &decisions.situations {
                assert!(job.nodes > state.most_free());
            }
            let placed = (0..50).filter(|&number| decisions.decide(number)).count();
            assert!(placed > 0, "{policy}");
            // The B-modules decide only about jobs that they can place; A1 also tries other jobs.
            assert_eq!(placed == 50, policy != "a1", "{policy} {placed}");
        }
    }

    #[test]
    fn who_never_co_allocates_has_no_such_decisions() {
        assert!(decisions("no-share", 50).is_empty());
    }
}
