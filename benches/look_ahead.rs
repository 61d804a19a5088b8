//! What one decision of TLA costs (S fig. 5): `cargo bench --bench look_ahead`.
//!
//! Five clusters of different speed, with room for the job on each and little more. The paper's program takes up to a second.
#![allow(
    clippy::expect_used,
    missing_docs,
    reason = "a benchmark that cannot run should stop and say so"
)]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use metasched::base::random::Stream;
use metasched::platform::{Cluster, Piece, Placement, Platform, State};
use metasched::scenario::Score;
use metasched::scheduler::Policy;
use metasched::scheduler::order::Order;
use metasched::scheduler::outlook::Outlook;
use metasched::scheduler::shih::{Draws, Fit, LookAhead, Tla};
use metasched::workload::Job;

/// A queue of `waiting` jobs behind `running` ones, and room for the first on every cluster.
fn scene(waiting: u64, running: u64) -> (State, Outlook, Job) {
    let cluster = |speed| Cluster {
        nodes: running as u32 * 4,
        capacity_bps: 1,
        speed,
    };
    let idle = State::idle(Platform::star(
        [0.7, 0.9, 1.0, 1.1, 1.3].map(cluster).to_vec(),
    ));
    let (mut state, mut outlook) = (idle.clone(), Outlook::new(Order::Arrival, &idle));
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
    // Little is left, so that most jobs must wait for others to end.
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
        let ahead = LookAhead {
            depth: usize::MAX,
            fit: Fit::Fastest,
            decisions: 1,
            score: Score::Turnaround,
        };
        let draws = Draws {
            seed: "bench".to_owned(),
            replication: 0,
        };
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

criterion_group!(benches, figure_5);
criterion_main!(benches);
