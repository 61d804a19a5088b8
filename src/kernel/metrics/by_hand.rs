//! A run that can be checked by hand, for tests.
//!
//! Two clusters of ten nodes, each with a link of 1 Gbit/s; jobs start in order of arrival. Job 0 takes all nodes for
//! 100 s, half of it communication. Its demand is twice the link capacity, so it runs for 50 + 50 · 2 = 150 s. Jobs 1
//! and 2, four nodes for 20 and 5 s, arrive at 10 and 20 s and wait for job 0. Job 3 arrives at 30 s and needs more
//! nodes than both clusters have.

use crate::engine::{Observer, Simulation};
use crate::network::allotment::Allotment;
use crate::network::{Network, Sharing};
use crate::platform::{Cluster, Piece, Placement, Platform, State};
use crate::scheduler::Policy;
use crate::scheduler::global_queue::{Discipline, GlobalQueue};
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;
use std::collections::VecDeque;

/// A policy that fills the free nodes of one cluster after the other.
struct InOrder;

impl Policy for InOrder {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        state.total_free()
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        if u64::from(job.nodes) > state.total_free() {
            return false;
        }
        let mut left = job.nodes;
        for (cluster, &free) in (0..).zip(state.free()) {
            let nodes = left.min(free);
            if nodes > 0 {
                placement.push(Piece { cluster, nodes });
                left -= nodes;
            }
        }
        true
    }

    fn refusals(&mut self, state: &State, _job: &Job) -> Vec<Refusal> {
        let free = state.total_free();
        vec![Refusal::new("all", format!("all have {free} free")).with("free", free)]
    }
}

/// The two clusters.
pub fn platform() -> Platform {
    let cluster = Cluster { nodes: 10, capacity_bps: 1_000_000_000, speed: 1.0 };
    Platform::star(vec![cluster; 2])
}

/// A job with the given number, arrival time, size and dedicated run time.
pub fn job(id: u64, arrival_s: f64, nodes: u32, runtime_s: f64) -> Job {
    Job {
        id,
        arrival_s,
        nodes,
        runtime_s,
        estimate_s: runtime_s,
        compute_fraction: 0.5,
        bsbw_bps: 2e9,
        ..Job::default()
    }
}

/// The run, before its first event.
pub fn run<O: Observer>(observer: O) -> Simulation<O> {
    let jobs = vec![job(0, 0.0, 20, 100.0), job(1, 10.0, 4, 20.0), job(2, 20.0, 4, 5.0), job(3, 30.0, 21, 1.0)];
    run_of(jobs, observer)
}

/// The same with other jobs.
pub fn run_of<O: Observer>(jobs: Vec<Job>, observer: O) -> Simulation<O> {
    let idle = State::idle(platform());
    Simulation::new(
        Box::new(VecDeque::from(jobs)),
        Box::new(GlobalQueue::new(InOrder, Discipline::Fcfs, idle.clone())),
        idle,
        Network::Dynamic(Allotment::new(Sharing::default(), 2)),
        observer,
    )
}
