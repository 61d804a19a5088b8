//! Speed of the engine: `cargo bench`.
//!
//! * `jobs`: whole runs of J5 §6 (4 × 100 nodes, load 0.9), in jobs per second; also with other links and patterns than the
//!   paper's.
//! * `queue depth`: 20,000 jobs passing 100 or 100,000 waiting ones that cannot start.
//! * `varying orders`: ends of jobs, one at a time, while 10,000 wait in an order that changes with time.
//! * `backfilling`: 20,000 jobs on one cluster or four with growing queues, with one reservation and with up to 1,000.
//! * `clusters`: cost per job for platforms of different size.
//! * `watched`: cost of observing a run: without observers, with empty ones, and with the story of its last job.
#![allow(clippy::expect_used, missing_docs, reason = "a benchmark that cannot run should stop and say so")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use metasched::engine::{Observer, Progress, Simulation};
use metasched::experiment::{Plan, Runner};
use metasched::metrics::story::StoryRecorder;
use metasched::models::jones::FirstFit;
use metasched::network::Network;
use metasched::platform::{Cluster, Platform, State};
use metasched::scenario::Scenario;
use metasched::scheduler::global_queue::{Discipline, GlobalQueue};
use metasched::workload::{Job, Source};
use serde_json::json;

const JOBS_PER_CLUSTER: u64 = 50_000;

/// Runs the task of a scenario that has only one task, and returns the digest of the run.
fn run(scenario: &serde_json::Value) -> String {
    watched_by((), scenario)
}

fn watched_by(observer: impl Observer, scenario: &serde_json::Value) -> String {
    let scenario = Scenario::from_json(&scenario.to_string()).expect("a valid scenario");
    let plan = Plan::new(&scenario).expect("a plan");
    let mut runner = Runner::new(&plan.tasks()[0], None, observer).expect("a runner");
    while runner.advance(u64::MAX).expect("jobs") == Progress::Running {}
    runner.finish().0.digest
}

fn section_6(clusters: u64, jobs_per_cluster: u64, scheduler: &str, bsbw_mbps: u64) -> serde_json::Value {
    json!({
        "platform": { "clusters": [{ "count": clusters, "nodes": 100 }] },
        "workload": { "jobs_per_cluster": jobs_per_cluster, "bsbw_mbps": bsbw_mbps },
        "schedulers": [scheduler],
        "experiment": { "sweep": [], "replications": 1 }
    })
}

fn jobs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("jobs");
    group.sample_size(10).throughput(Throughput::Elements(4 * JOBS_PER_CLUSTER));
    for (scheduler, bsbw) in [
        ("ideal", 300),
        ("no-share", 300),
        ("migration-only", 300),
        ("first-fit", 300),
        ("a1", 500),
        ("b1", 500),
        ("b3", 500),
    ] {
        let scenario = section_6(4, JOBS_PER_CLUSTER, scheduler, bsbw);
        group.bench_function(format!("{scheduler}, BSBW {bsbw}"), |b| b.iter(|| run(&scenario)));
    }
    for (name, part, value) in [
        ("max-min", "network", json!({"sharing": "max-min"})),
        ("tree", "platform", json!({"topology": "tree", "core_mbps": 1500})),
        ("mesh", "platform", json!({"topology": "mesh"})),
        ("grids", "workload", json!({"pattern": "grid"})),
    ] {
        let mut scenario = section_6(4, JOBS_PER_CLUSTER, "b1", 300);
        for (key, setting) in value.as_object().expect("an object") {
            scenario[part][key] = setting.clone();
        }
        group.bench_function(format!("b1, BSBW 300, {name}"), |b| b.iter(|| run(&scenario)));
    }
    group.finish();
}

/// One job holds half of the nodes for ever, `depth` jobs that need more than the other half wait behind it, and a stream of
/// small jobs passes them.
struct Passing {
    depth: u64,
    next: u64,
}

const PASSING: u64 = 20_000;

impl Source for Passing {
    fn next(&mut self) -> Option<Job> {
        let id = self.next;
        self.next += 1;
        let (nodes, runtime_s) = match id {
            0 => (50, 1e9),
            _ if id <= self.depth => (51 + (id % 50) as u32, 1.0),
            _ if id <= self.depth + PASSING => (1 + (id % 50) as u32, 10.0),
            _ => return None,
        };
        Some(Job {
            id,
            arrival_s: id.saturating_sub(self.depth) as f64 * 7.0,
            home: 0,
            nodes,
            runtime_s,
            ..Job::default()
        })
    }

    fn total(&self) -> Option<u64> {
        Some(1 + self.depth + PASSING)
    }
}

fn queue_depth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queue depth");
    group.sample_size(20).throughput(Throughput::Elements(PASSING));
    for depth in [100, 100_000] {
        group.bench_with_input(BenchmarkId::from_parameter(depth), &depth, |b, &depth| {
            b.iter_batched_ref(
                || {
                    let state = State::idle(Platform::star(vec![Cluster { nodes: 100, capacity_bps: 1, speed: 1.0 }]));
                    let queue = GlobalQueue::new(FirstFit, Discipline::Fpfs, state.clone());
                    let source = Box::new(Passing { depth, next: 0 });
                    let mut simulation = Simulation::new(source, Box::new(queue), state, Network::Unlimited, ());
                    // When the first small job arrives, the large jobs, which can never start, are already in the
                    // queue.
                    simulation.advance(1);
                    assert_eq!(simulation.waiting() as u64, depth);
                    simulation
                },
                |simulation| simulation.advance(2 * (PASSING - 1)),
                criterion::BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

fn varying_orders(criterion: &mut Criterion) {
    const WAITING: u64 = 10_000;
    const ENDS: u64 = 2_000;
    let mut group = criterion.benchmark_group("varying orders");
    group.sample_size(10).throughput(Throughput::Elements(ENDS));
    for (order, backfill) in ["wfp3", "unicef", "multifactor", "formula"]
        .into_iter()
        .flat_map(|order| ["none", "skip", "easy"].map(|backfill| (order, backfill)))
    {
        // All jobs arrive before any job ends.
        let jobs = WAITING + ENDS;
        let mut scenario = section_6(1, jobs, "migration-only", 300);
        scenario["platform"]["clusters"][0]["nodes"] = json!(256);
        scenario["workload"]["interarrival_s"] = json!(1e-6);
        scenario["workload"]["estimates"] = json!("f-model");
        scenario["queue"] = json!({ "order": order, "backfill": backfill });
        if order == "formula" {
            scenario["queue"]["priority"] = json!("-pow(w / r, 3) * n");
        }
        let scenario = Scenario::from_json(&scenario.to_string()).expect("a valid scenario");
        let plan = Plan::new(&scenario).expect("a plan");
        let prepared = || {
            let mut runner = Runner::new(&plan.tasks()[0], None, ()).expect("a runner");
            runner.advance(jobs).expect("jobs");
            runner
        };
        group.bench_function(BenchmarkId::new(order, backfill), |b| {
            b.iter_batched_ref(
                prepared,
                |runner| runner.advance(ENDS).expect("jobs"),
                criterion::BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

fn backfilling(criterion: &mut Criterion) {
    // The queue grows during the whole run, and so does the cost per job.
    const JOBS: u64 = 3000;
    let mut group = criterion.benchmark_group("backfilling");
    group.sample_size(10).throughput(Throughput::Elements(JOBS));
    for clusters in [1, 4] {
        for queue in ["easy", "conservative"] {
            let mut scenario = section_6(clusters, JOBS / clusters, "migration-only", 300);
            scenario["queue"] = json!({ "backfill": queue, "reservations": 1000 });
            scenario["workload"]["interarrival_s"] = json!(120);
            scenario["workload"]["estimates"] = json!("f-model");
            let id = BenchmarkId::new(queue, format!("{clusters} of 100 nodes"));
            group.bench_with_input(id, &scenario, |b, scenario| b.iter(|| run(scenario)));
        }
    }
    group.finish();
}

fn clusters(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("clusters");
    group.sample_size(10);
    for scheduler in ["a1", "b1"] {
        for clusters in [4u64, 16, 64, 256, 1024] {
            let jobs = 102_400 / clusters;
            group.throughput(Throughput::Elements(jobs * clusters));
            let scenario = section_6(clusters, jobs, scheduler, 500);
            group.bench_with_input(BenchmarkId::new(scheduler, clusters), &scenario, |b, scenario| {
                b.iter(|| run(scenario));
            });
        }
    }
    group.finish();
}

fn watched(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("watched");
    let jobs = 4 * JOBS_PER_CLUSTER;
    group.sample_size(20).throughput(Throughput::Elements(jobs));
    let scenario = section_6(4, JOBS_PER_CLUSTER, "b1", 500);
    group.bench_function("by no observer", |b| b.iter(|| run(&scenario)));
    group.bench_function("by no observer in two places", |b| {
        b.iter(|| watched_by((None::<StoryRecorder>, None::<StoryRecorder>), &scenario))
    });
    group.bench_function("for the story of the last job", |b| {
        b.iter(|| watched_by(StoryRecorder::new(jobs - 1), &scenario))
    });
    group.finish();
}

criterion_group!(benches, jobs, queue_depth, varying_orders, backfilling, clusters, watched);
criterion_main!(benches);
