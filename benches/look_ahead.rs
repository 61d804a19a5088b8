//! Cost of one decision of TLA (S fig. 5), and of look-ahead co-allocation: `cargo bench --bench look_ahead`.
//!
//! TLA: five clusters of different speed; each has room for the job and few other free nodes. The paper's program takes
//! up to a second per decision. Co-allocation: four clusters, none with room for the job; every second running job is
//! on two clusters.
#![allow(clippy::expect_used, missing_docs, reason = "a benchmark that cannot run should stop and say so")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use metasched::base::random::Stream;
use metasched::models::shih::Score;
use metasched::models::shih::{CoAllocatingTla, Draws, Fit, LookAhead, Spreading, Tla, USUAL_DEPTH};
use metasched::network::Network;
use metasched::network::allotment::Allotment;
use metasched::network::demand::demands;
use metasched::platform::{Cluster, Piece, Placement, Platform, State};
use metasched::scenario::Sharing;
use metasched::scheduler::Policy;
use metasched::scheduler::order::Order;
use metasched::scheduler::outlook::Outlook;
use metasched::workload::Job;

/// A situation with `waiting` jobs in the queue, `running` jobs, and room for the first waiting job on every cluster.
fn scene(waiting: u64, running: u64) -> (State, Outlook, Job) {
    let cluster = |speed| Cluster { nodes: running as u32 * 4, capacity_bps: 1, speed };
    let idle = State::idle(Platform::star([0.7, 0.9, 1.0, 1.1, 1.3].map(cluster).to_vec()));
    let (mut state, mut outlook) = (idle.clone(), Outlook::new(Order::ARRIVAL, &idle));
    let mut stream = Stream::new("bench", 0, "jobs", 0);
    let mut job = |id| Job {
        id,
        nodes: stream.integer(1, 32),
        arrival_s: id as f64,
        estimate_s: stream.exponential(5000.0),
        ..Job::default()
    };
    for slot in 0..running {
        let running = job(slot);
        let cluster = (slot % 5) as u32;
        let nodes = running.nodes;
        let placement: Placement = std::iter::once(Piece { cluster, nodes }).collect();
        state.claim(&placement, &Default::default());
        outlook.start(&running, &placement);
        outlook.started(slot as u32, 1e5 + running.estimate_s);
    }
    // Few nodes are free, so most waiting jobs can start only when running jobs end.
    for cluster in 0..5 {
        let nodes = state.free()[cluster as usize] - 40;
        let placement: Placement = std::iter::once(Piece { cluster, nodes }).collect();
        state.claim(&placement, &Default::default());
        outlook.start(&job(u64::MAX), &placement);
        outlook.started(running as u32 + cluster, f64::INFINITY);
    }
    outlook.look(1e5);
    let waiting: Vec<Job> = (0..waiting).map(|id| job(running + id)).collect();
    waiting.iter().for_each(|job| outlook.submit(job));
    (state, outlook, waiting[0])
}

fn figure_5(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tla, one decision");
    group.sample_size(20);
    for (waiting, running) in [(100, 100), (1000, 1000), (10_000, 1000)] {
        let (state, outlook, job) = scene(waiting, running);
        let ahead = LookAhead { depth: usize::MAX, fit: Fit::Fastest, decisions: 1, score: Score::Turnaround };
        let draws = Draws { seed: "bench".to_owned(), replication: 0 };
        let idle = State::idle(state.platform().clone());
        let mut tla = Tla::new(&idle, ahead, draws);
        let id = BenchmarkId::from_parameter(format!("{waiting} waiting, {running} running"));
        let mut placement = Placement::new();
        group.bench_function(id, |b| {
            b.iter(|| {
                placement.clear();
                assert!(tla.place_ahead(&outlook, &state, &job, &mut placement));
            });
        });
    }
    group.finish();
}

/// A situation with `waiting` jobs of the Jones workload in the queue, `running` jobs, and 25 free nodes on each of
/// four clusters. The first waiting job needs 50 nodes, so it must be spread.
fn linked(waiting: u64, running: u64) -> (State, Outlook, Job) {
    let idle = State::idle(Platform::star(vec![
        Cluster {
            nodes: running as u32 * 50,
            capacity_bps: 1_000_000_000,
            speed: 1.0,
        };
        4
    ]));
    let (mut state, mut outlook) = (idle.clone(), Outlook::new(Order::ARRIVAL, &idle));
    let mut stream = Stream::new("bench", 0, "jobs", 0);
    let mut job = |id| Job {
        id,
        nodes: stream.integer(10, 50),
        arrival_s: id as f64,
        estimate_s: stream.exponential(450.0),
        compute_fraction: 0.7,
        bsbw_bps: 5e8,
        ..Job::default()
    };
    let start = |outlook: &mut Outlook, state: &mut State, job: &Job, pieces: Placement, end_s| {
        state.claim(&pieces, &demands(idle.platform(), job, &pieces));
        outlook.start(job, &pieces);
        outlook.started(job.id as u32, end_s);
    };
    for id in 0..running {
        let running = job(id);
        let small = if id % 2 == 0 { running.nodes / 5 } else { 0 };
        let piece = |cluster, nodes| Piece { cluster: cluster as u32 % 4, nodes };
        let pieces = [piece(id, running.nodes - small), piece(id + 1, small)];
        let pieces = pieces.into_iter().filter(|piece| piece.nodes > 0);
        start(&mut outlook, &mut state, &running, pieces.collect(), 1e5 + running.estimate_s);
    }
    for cluster in 0..4 {
        let nodes = state.free()[cluster as usize] - 25;
        let rest = std::iter::once(Piece { cluster, nodes }).collect();
        let id = running + u64::from(cluster);
        start(&mut outlook, &mut state, &job(id), rest, f64::INFINITY);
    }
    outlook.look(1e5);
    let first = running + 4;
    let mut waiting: Vec<Job> = (0..waiting).map(|id| job(first + id)).collect();
    waiting[0].nodes = 50;
    waiting.iter().for_each(|job| outlook.submit(job));
    (state, outlook, waiting[0])
}

fn co_allocation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tla-coalloc, one decision");
    group.sample_size(20);
    for (waiting, running, depth) in
        [(12, 12, USUAL_DEPTH), (1000, 100, USUAL_DEPTH), (1000, 100, usize::MAX), (10_000, 1000, USUAL_DEPTH)]
    {
        let (state, outlook, job) = linked(waiting, running);
        let ahead = LookAhead { depth, fit: Fit::Fastest, decisions: 1, score: Score::Turnaround };
        let draws = Draws { seed: "bench".to_owned(), replication: 0 };
        let idle = State::idle(state.platform().clone());
        let network = Network::Dynamic(Allotment::new(Sharing::Proportional, 4));
        let spreading = Spreading { chunk: 0.85, lslt: 1.0, all: false, passing: true };
        let mut tla = CoAllocatingTla::new(&idle, network, ahead, spreading, draws);
        let all = if depth == USUAL_DEPTH { "" } else { ", all simulated" };
        let name = format!("{waiting} waiting, {running} running{all}");
        let mut placement = Placement::new();
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter(|| {
                placement.clear();
                tla.place_ahead(&outlook, &state, &job, &mut placement)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, figure_5, co_allocation);
criterion_main!(benches);
