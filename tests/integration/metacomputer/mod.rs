//! The metacomputer: random systems, functions that run them, and properties that hold under every kind of control.

mod in_vain;
mod planned;
mod readings;
mod twin;
mod uncontrolled;
mod undrained;

use crate::common::{Chronicle, finish};
use crate::twin::History;
use metasched::engine::Simulation;
use metasched::metrics::timeline::{Recorder, Window};
use metasched::models::gehring::{RoundSurface, View};
use metasched::network::Network;
use metasched::platform::{Cluster, Platform, State};
use metasched::scheduler::Scheduler;
use metasched::scheduler::facts::Mark;
use metasched::workload::Job;
use proptest::prelude::*;
use std::collections::VecDeque;

/// Work on one machine.
#[derive(Clone, Copy)]
struct Work {
    machine: usize,
    nodes: u32,
    from_s: f64,
    to_s: f64,
}

fn platforms() -> impl Strategy<Value = Platform> {
    let machine = (1u32..12, prop_oneof![4 => Just(1.0), 1 => Just(0.5), 1 => Just(2.0)]);
    prop::collection::vec(machine, 1..6).prop_map(|machines| {
        let cluster = |(nodes, speed)| Cluster { nodes, capacity_bps: 1_000_000_000, speed };
        Platform::star(machines.into_iter().map(cluster).collect())
    })
}

/// All times are whole seconds, and shares of communication are powers of two. So rounding does not depend on the order
/// of sums.
fn requests(platform: &Platform, most: usize) -> impl Strategy<Value = Vec<Job>> + use<> {
    let homes = platform.clusters.len() as u32;
    let job = (
        0u32..6,
        0..homes,
        1u32..30,
        1u32..20,
        0u32..3,
        any::<(bool, bool)>(),
        prop_oneof![Just(0.0), Just(0.5), Just(1.5)],
    );
    prop::collection::vec(job, 1..most).prop_map(|list| {
        let mut arrival_s = 0.0;
        let each = |(id, (gap, home, nodes, runtime, share, (moldable, local), parallelism_variance))| {
            arrival_s += f64::from(gap);
            Job {
                id: id as u64,
                arrival_s,
                home,
                nodes,
                runtime_s: f64::from(runtime),
                estimate_s: f64::from(runtime),
                compute_fraction: 1.0 - f64::from(share) * 0.25,
                moldable,
                local,
                parallelism_variance,
                ..Job::default()
            }
        };
        list.into_iter().enumerate().map(each).collect()
    })
}

fn systems(most: usize) -> impl Strategy<Value = (Platform, Vec<Job>)> {
    platforms().prop_flat_map(move |platform| (Just(platform.clone()), requests(&platform, most)))
}

/// The whole surfaces, or one or both of their restrictions.
fn views() -> impl Strategy<Value = View> {
    let surface = prop::sample::select(RoundSurface::ALL.to_vec());
    let kept_share = prop_oneof![2 => Just(0.0), 1 => Just(0.5), 1 => 0.0f64..0.9];
    (surface, kept_share).prop_map(|(surface, kept_share)| View { surface, kept_share })
}

fn run(platform: &Platform, jobs: &[Job], scheduler: Box<dyn Scheduler>, network: &Network) -> Chronicle {
    watched(platform, jobs, scheduler, network).0
}

/// The history of a run, and the rounds of the meta-scheduler that planned a request.
fn watched(
    platform: &Platform,
    jobs: &[Job],
    scheduler: Box<dyn Scheduler>,
    network: &Network,
) -> (Chronicle, Vec<Mark>) {
    let whole = Window { from_s: 0.0, jobs: usize::MAX, overview: false };
    let source = Box::new(VecDeque::from(jobs.to_vec()));
    let idle = State::idle(platform.clone());
    let mut simulation = Simulation::new(
        source,
        scheduler,
        idle,
        network.clone(),
        (Chronicle::default(), Recorder::new(platform, whole)),
    );
    finish(&mut simulation, 7);
    assert_eq!(simulation.waiting(), 0, "no job waits for ever");
    let (chronicle, recorder) = simulation.into_observer();
    (chronicle, recorder.finish().marks)
}

/// Checks at every start that no machine uses more processors than it has.
fn within_size(platform: &Platform, ended: &[History]) {
    for own in ended {
        for &(machine, _) in &own.pieces {
            let there = ended.iter().filter(|other| other.start_s <= own.start_s && own.start_s < other.end_s);
            let used: u32 =
                there.flat_map(|other| &other.pieces).filter(|piece| piece.0 == machine).map(|piece| piece.1).sum();
            assert!(used <= platform.clusters[machine].nodes, "machine {machine} at {} s", own.start_s);
        }
    }
}

/// Checks that synchronous requests have all their processors, and asynchronous ones at least one and at most as many as
/// requested.
fn as_asked(jobs: &[Job], ended: &[History], molded: bool) {
    for own in ended {
        let job = &jobs[own.id as usize];
        let given: u32 = own.pieces.iter().map(|piece| piece.1).sum();
        assert!(given <= job.nodes && given > 0);
        assert!(given == job.nodes || job.moldable && molded, "request {}", own.id);
    }
}
