//! Cost of a decision about co-allocation (J5 §6.4, table 1): `cargo bench --bench decision`.
//!
//! In the measured situations, from runs of J5 §6 at BSBW 500, no single cluster can hold the job. Every name contains
//! the paper's time in microseconds, measured with gprof on a machine of 2005.
#![allow(clippy::expect_used, missing_docs, reason = "a benchmark that cannot run should stop and say so")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use metasched::experiment::{Decisions, Plan};
use metasched::scenario::Scenario;
use serde_json::{Value, json};

/// The number of situations is so small that all fit into the processor's cache, as the single state of a simulation
/// does.
const SITUATIONS: usize = 256;

fn decisions(clusters: u64, scheduler: &Value) -> Decisions {
    let scenario = json!({
        "platform": { "clusters": [{ "count": clusters, "nodes": 100 }] },
        "workload": { "jobs_per_cluster": 400_000 / clusters, "bsbw_mbps": 500 },
        "schedulers": [scheduler],
        "experiment": { "sweep": [], "replications": 1 }
    });
    let scenario = Scenario::from_json(&scenario.to_string()).expect("a valid scenario");
    let plan = Plan::new(&scenario).expect("a plan");
    Decisions::of(&plan.tasks()[0], SITUATIONS).expect("jobs")
}

fn table_1(criterion: &mut Criterion) {
    let least = json!({ "policy": "a1", "objective": "least-demand" });
    for (name, scheduler) in [
        ("a1, paper 69.6 µs", json!("a1")),
        ("a1 of least demand", least),
        ("b1, paper 0.98 µs", json!("b1")),
        ("b2, paper 0.89 µs", json!("b2")),
        ("b3, paper 1.28 µs", json!("b3")),
        ("b4, paper 1.10 µs", json!("b4")),
    ] {
        let mut group = criterion.benchmark_group(name);
        for clusters in [4, 64] {
            let mut decisions = decisions(clusters, &scheduler);
            let placed = (0..decisions.len()).filter(|&number| decisions.decide(number)).count();
            let share = 100 * placed / decisions.len();
            let id = BenchmarkId::from_parameter(format!("{clusters} clusters, {share} % placed"));
            let mut number = 0;
            group.bench_function(id, |b| {
                b.iter(|| {
                    number = (number + 1) % decisions.len();
                    decisions.decide(number)
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, table_1);
criterion_main!(benches);
