//! The simulation depth at which TLA's decision no longer changes (S §5.2, fig. 11): a run is repeated, and every decision is
//! evaluated at all depths.

use super::task::Task;
use crate::base::problem::Problem;
use crate::engine::{Progress, Simulation};
use crate::logs::Log;
use crate::models::ByDepth;
use crate::platform::{Placement, State};
use crate::scenario::build;
use crate::scheduler::Policy;
use crate::scheduler::global_queue::{Discipline, GlobalQueue};
use crate::scheduler::outlook::Outlook;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;
use serde::Serialize;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The dependence of the decisions of a run on the simulation depth.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Depths {
    /// Number of decisions with several possible clusters while other jobs wait, so that simulation matters.
    pub decisions: u64,
    /// Number of decisions whose best cluster is not the same at all depths from 1 on.
    pub changed: u64,
    /// Number of decisions whose best cluster differs between depth 1 and full depth.
    pub decided_otherwise: u64,
    /// For each depth from 2 on, the number of decisions whose best cluster differs from that of the depth before.
    pub changes: Vec<u64>,
    /// For each depth, the number of decisions whose best cluster changes there for the first time. Only decisions that
    /// differ at full depth count.
    pub first_changes: Vec<u64>,
    /// For each depth, the number of decisions whose best cluster changes there for the last time.
    pub last_changes: Vec<u64>,
    /// The same of the decisions that differ at full depth: the depth from which they are what they end as.
    pub settled: Vec<u64>,
    /// For each number of other jobs, the number of futures that are simulated with so many at full depth.
    pub futures: Vec<u64>,
}

impl Depths {
    /// Runs a task, first come, first served, under a policy that simulates futures. The run uses the simulation depth
    /// of the task.
    ///
    /// # Errors
    /// If the task's policy does not simulate, or the workload cannot be made.
    pub fn of(task: &Task, log: Option<&Arc<Log>>) -> Result<Depths, Problem> {
        let platform = task.platform()?;
        let idle = State::idle(platform.clone());
        let by_depth = task.scheduler.policy.info().by_depth.ok_or_else(|| {
            let wrong = "simulates nothing, so that no depth matters to it";
            Problem::new(format!("policy {}", task.scheduler.policy), wrong, "", "")
        })?;
        let policy = build::scheduler::with_seen(&task.scheduler, &task.scenario, task.replication, &idle, by_depth)?;
        let depths = Rc::new(RefCell::new(Depths::default()));
        let recorder = Recorder { policy, depths: Rc::clone(&depths) };
        let mut simulation = Simulation::new(
            build::jobs::source(&task.scenario, task.replication, log)?,
            Box::new(GlobalQueue::new(recorder, Discipline::Fcfs, idle.clone())),
            idle,
            build::scheduler::network(&task.scheduler, &task.scenario.network, &platform, 1.0),
            (),
        );
        while simulation.advance(u64::MAX) == Progress::Running {}
        Ok(depths.take())
    }

    /// Share of the changes at depths below `depth` among the changes at all depths; NaN if there are no changes.
    pub fn share_below(&self, depth: usize) -> f64 {
        below(&self.changes, depth)
    }

    /// Share of the decisions whose first change is below `depth`, among the decisions that differ at full depth; NaN
    /// if no decision differs at full depth.
    pub fn first_below(&self, depth: usize) -> f64 {
        below(&self.first_changes, depth)
    }

    /// Share of the decisions that have settled below `depth`, among the decisions that differ at full depth; NaN if no
    /// decision differs at full depth.
    pub fn settled_below(&self, depth: usize) -> f64 {
        below(&self.settled, depth)
    }

    /// Share of the jobs that are simulated up to `depth` among those at full depth; NaN if there are none.
    pub fn simulated_up_to(&self, depth: usize) -> f64 {
        let jobs =
            |most: usize| -> u64 { (0..).zip(&self.futures).map(|(jobs, count)| count * most.min(jobs) as u64).sum() };
        jobs(depth) as f64 / jobs(usize::MAX) as f64
    }

    /// Counts a decision between `clusters` clusters, given the best one at every depth from 0 on.
    fn count(&mut self, winners: &[u32], clusters: usize) {
        self.decisions += 1;
        self.futures.resize(self.futures.len().max(winners.len()), 0);
        self.futures[winners.len().saturating_sub(1)] += clusters as u64;
        if self.changes.len() < winners.len() {
            self.changes.resize(winners.len(), 0);
            self.first_changes.resize(winners.len(), 0);
            self.last_changes.resize(winners.len(), 0);
            self.settled.resize(winners.len(), 0);
        }
        let (mut first, mut last) = (None, None);
        for (at, pair) in winners.windows(2).enumerate().skip(1) {
            if pair[0] != pair[1] {
                self.changes[at + 1] += 1;
                first = first.or(Some(at + 1));
                last = Some(at + 1);
            }
        }
        if let (Some(first), Some(last)) = (first, last) {
            self.changed += 1;
            self.last_changes[last] += 1;
            if winners.get(1) != winners.last() {
                self.decided_otherwise += 1;
                self.first_changes[first] += 1;
                self.settled[last] += 1;
            }
        }
    }
}

fn below(changes: &[u64], depth: usize) -> f64 {
    let sum = |changes: &[u64]| changes.iter().sum::<u64>() as f64;
    sum(&changes[..depth.min(changes.len())]) / sum(changes)
}

/// A policy that records its decisions.
struct Recorder {
    policy: Box<dyn ByDepth>,
    depths: Rc<RefCell<Depths>>,
}

impl Policy for Recorder {
    fn reach(&self, state: &State, home: u32) -> u64 {
        self.policy.reach(state, home)
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.policy.place(state, job, placement)
    }

    fn place_ahead(&mut self, outlook: &Outlook, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let (passed, behind) = outlook.others(job);
        let candidates = state.free().iter().filter(|&&free| free >= job.nodes);
        let clusters = candidates.count();
        if passed.len() + behind.len() > 0 && clusters > 1 {
            let winners = self.policy.winners(outlook, state, job);
            self.depths.borrow_mut().count(&winners, clusters);
        }
        self.policy.place_ahead(outlook, state, job, placement)
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

    /// Three decisions: the first never changes; the second changes at depths 2 and 4; the third changes at 1, the
    /// first depth, and at 3.
    #[test]
    fn changes_by_hand() {
        let mut depths = Depths::default();
        depths.count(&[0, 0, 0], 2);
        depths.count(&[0, 0, 1, 1, 0], 2);
        depths.count(&[0, 2, 2, 1], 3);
        assert_eq!((depths.decisions, depths.changed, depths.decided_otherwise), (3, 2, 1));
        assert_eq!(depths.changes, [0, 0, 1, 1, 1]);
        assert_eq!(depths.last_changes, [0, 0, 0, 1, 1]);
        assert_eq!(depths.first_changes, [0, 0, 0, 1, 0]);
        assert_eq!(depths.settled, depths.first_changes);
        assert_eq!((depths.first_below(3), depths.first_below(4)), (0.0, 1.0));
        // Changes at 2 and 3, and ends otherwise: it has settled at 3.
        let mut twice = Depths::default();
        twice.count(&[0, 0, 1, 2], 3);
        assert_eq!([twice.first_below(3), twice.settled_below(3), twice.settled_below(4)], [1.0, 0.0, 1.0]);
        assert_eq!(depths.share_below(3), 1.0 / 3.0);
        assert_eq!(depths.share_below(100), 1.0);
        assert!(Depths::default().share_below(1).is_nan());
        // Two futures of 2 jobs, two of 4 and three of 3: 21 jobs, of which 14 are within depth 2.
        assert_eq!(depths.futures, [0, 0, 2, 3, 2]);
        assert_eq!(depths.simulated_up_to(2), 14.0 / 21.0);
        assert!(Depths::default().simulated_up_to(1).is_nan());
    }

    #[test]
    fn a_crowded_run_has_changes() {
        let text = r#"{ "platform": { "clusters": [{ "count": 3, "nodes": 32 }] }, "queue": "fcfs",
            "workload": { "model": "lublin99", "processors": 32, "jobs": 600, "load": 0.9 }, "schedulers": ["tla"],
            "experiment": { "sweep": [], "replications": 1 } }"#;
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        let depths = Depths::of(&plan.tasks()[0], None).unwrap();
        assert!(depths.decisions > 50 && depths.changed > 0, "{depths:?}");
        assert!(depths.decided_otherwise <= depths.changed);
        assert_eq!(depths.last_changes.iter().sum::<u64>(), depths.changed);
        assert!(depths.changes.iter().sum::<u64>() >= depths.changed);
        let again = Depths::of(&plan.tasks()[0], None).unwrap();
        assert_eq!(again, depths);
    }
}
