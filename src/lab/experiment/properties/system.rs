//! The parts of a run (jobs, clusters and settings), which a property changes before running it.

use crate::engine::{Observer, Running, Simulation};
use crate::experiment::{Plan, Task};
use crate::network::Network;
use crate::platform::{Platform, State, sort_by_cluster};
use crate::scenario::Checked;
use crate::scenario::build;
use crate::scheduler::{Rejection, Scheduler};
use crate::workload::Job;
use std::collections::VecDeque;

/// Number of jobs in a run.
const JOBS: usize = 150;
/// The penalty of fixed-penalty schedulers in these runs, instead of a measured penalty.
const PENALTY: f64 = 1.5;

/// The jobs of a task, and the platform.
#[derive(Clone)]
pub struct System {
    pub task: Task,
    pub platform: Platform,
    pub jobs: Vec<Job>,
}

/// A record of all starts, ends and rejections.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Started jobs, in order.
    pub started: Vec<u64>,
    /// Ended jobs, in order of their ends.
    pub ended: Vec<Running>,
    pub rejected: Vec<u64>,
}

/// A job's number, start and end \[s\], and its nodes by cluster.
pub type Stay = (u64, f64, f64, Vec<(u32, u32)>);

impl History {
    pub fn stays(&self) -> Vec<Stay> {
        let stay = |own: &Running| {
            let mut pieces = own.placement.clone();
            sort_by_cluster(&mut pieces);
            let pieces = pieces.iter().map(|piece| (piece.cluster, piece.nodes));
            (own.job.id, own.start_s, own.end_s, pieces.collect())
        };
        self.ended.iter().map(stay).collect()
    }
}

impl Observer for History {
    fn rejected(&mut self, job: &Job, _why: Rejection) {
        self.rejected.push(job.id);
    }

    fn started(&mut self, running: &Running, _state: &State) {
        self.started.push(running.job.id);
    }

    fn ended(&mut self, _now_s: f64, running: &Running) {
        self.ended.push(running.clone());
    }
}

impl System {
    /// The systems of all tasks of a scenario.
    pub fn all(scenario: &Checked) -> Vec<System> {
        let plan = Plan::new(scenario).unwrap();
        plan.tasks().iter().map(System::of).collect()
    }

    fn of(task: &Task) -> System {
        let mut source = build::jobs::source(&task.scenario, task.replication, None).unwrap();
        System {
            platform: task.platform().unwrap(),
            jobs: std::iter::from_fn(|| source.next()).take(JOBS).collect(),
            task: task.clone(),
        }
    }

    pub fn network(&self) -> Network {
        let task = &self.task;
        build::scheduler::network(&task.scheduler, &task.scenario.network, &self.platform, PENALTY)
    }

    pub fn run(&self) -> History {
        let task = &self.task;
        let scheduler = build::scheduler::scheduler(&task.scheduler, &task.scenario, task.replication, &self.platform);
        self.run_by(scheduler.unwrap(), self.network())
    }

    /// Runs the system with the given scheduler and network.
    pub fn run_by(&self, scheduler: Box<dyn Scheduler>, network: Network) -> History {
        let rules = self.task.scheduler.queue(&self.task.scenario).rules;
        let mut simulation = Simulation::new(
            Box::new(VecDeque::from(self.jobs.clone())),
            scheduler,
            State::idle(self.platform.clone()),
            network,
            History::default(),
        )
        .by(rules.overrun, rules.pass);
        simulation.advance(u64::MAX);
        simulation.into_observer()
    }
}
