//! The worst sequence for FFIH (G §6): requests with few processors for a long time, in turn with requests that take
//! all processors for an instant. Their demands are similar, and sorted by demand they are in turn.

use super::{Control, FfihRoom, Metacomputer, Planner, Trigger, View};
use crate::engine::{Observer, Progress, Running, Simulation};
use crate::models::model::Calculation;
use crate::network::Network;
use crate::platform::{Cluster, Platform, State};
use crate::workload::Job;
use std::collections::VecDeque;

/// Processors of the only machine, and requests of each kind.
const PROCESSORS: u32 = 1000;
const PAIRS: u32 = 20;

/// Calculations to which the paper's claims refer by these names.
pub const CALCULATIONS: &[Calculation] = &[
    ("turnaround of 40 requests in turn, FFIH that drains its room above FCFS", || above_fcfs(FfihRoom::Drain)),
    ("turnaround of 40 requests in turn, FFIH one at a time above FCFS", || above_fcfs(FfihRoom::One)),
];

/// Mean turnaround under FFIH above that under FCFS \[%\].
fn above_fcfs(room: FfihRoom) -> f64 {
    100.0 * (mean_turnaround_s(Planner::Ffih { room }) / mean_turnaround_s(Planner::Fcfs) - 1.0)
}

/// The requests, all submitted at once: first the narrow ones, then the wide ones.
fn requests() -> impl Iterator<Item = Job> {
    let request = |nodes: u32, demand_s: u32| {
        let runtime_s = f64::from(demand_s) / f64::from(nodes);
        Job { nodes, runtime_s, estimate_s: runtime_s, ..Job::default() }
    };
    let narrow = (0..PAIRS).map(move |pair| request(1, 1000 + 2 * pair));
    let wide = (0..PAIRS).map(move |pair| request(PROCESSORS, 1001 + 2 * pair));
    (0..).zip(narrow.chain(wide)).map(|(id, job)| Job { id, ..job })
}

/// Mean turnaround of the requests under full control \[s\].
fn mean_turnaround_s(planner: Planner) -> f64 {
    let idle = State::idle(Platform::star(vec![Cluster { nodes: PROCESSORS, capacity_bps: 1, speed: 1.0 }]));
    let control = Control { local_queues: false, trigger: Trigger::Event, view: View::default() };
    let scheduler = Metacomputer::new(planner, control, Network::Unlimited, &idle);
    let source = Box::new(requests().collect::<VecDeque<_>>());
    let mut simulation = Simulation::new(source, Box::new(scheduler), idle, Network::Unlimited, Turnarounds::default());
    while simulation.advance(u64::MAX) == Progress::Running {}
    let Turnarounds { sum_s, ended } = simulation.into_observer();
    sum_s / f64::from(ended)
}

#[derive(Default)]
struct Turnarounds {
    sum_s: f64,
    ended: u32,
}

impl Observer for Turnarounds {
    fn ended(&mut self, now_s: f64, running: &Running) {
        self.sum_s += now_s - running.job.arrival_s;
        self.ended += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The demands of pair k are 1000 + 2k and 1001 + 2k processor seconds. FCFS starts all narrow requests at 0, and
    /// the first wide one when the longest of them, 1038 s, has ended. FFIH takes the requests in turn.
    #[test]
    fn both_orders_by_hand() {
        let narrow = |pair: u32| f64::from(1000 + 2 * pair);
        let wide = |pair: u32| f64::from(1001 + 2 * pair) / 1000.0;
        let (mut at_once, mut in_turn) = (0.0, 0.0);
        let (mut end_s, mut turn_s) = (narrow(PAIRS - 1), 0.0);
        for pair in 0..PAIRS {
            end_s += wide(pair);
            at_once += narrow(pair) + end_s;
            turn_s += narrow(pair);
            in_turn += turn_s;
            turn_s += wide(pair);
            in_turn += turn_s;
        }
        let close = |planner, sum: f64| {
            let found = mean_turnaround_s(planner);
            assert!((found - sum / f64::from(2 * PAIRS)).abs() < 1e-6, "{found}");
        };
        close(Planner::Fcfs, at_once);
        for room in [FfihRoom::Drain, FfihRoom::One] {
            close(Planner::Ffih { room }, in_turn);
        }
    }
}
