//! Tables of simulated results under version control, and a figure of a plan: any change of a number shows in the diff.
//!
//! `METASCHED_BLESS=1 cargo test golden` rewrites them. If digests change, results have changed: increase `ENGINE_VERSION`
//! and note it in CHANGELOG.md.

use metasched::experiment;
use metasched::models::registry;
use metasched::scenario::Scenario;
use std::fmt::Write;
use std::path::Path;

/// One table for each model. It has the results of the model's policies, for several values of the parameter that the
/// model's paper varies.
const TABLES: [(&str, &str, &str); 9] = [
    (
        "turnaround.txt",
        "BSBW [Mbps]",
        r#"{
            "workload": { "jobs_per_cluster": 1000 },
            "schedulers": ["no-share", "migration-only", "ideal", "first-fit", "fixed", "b3",
                           { "policy": "first-fit", "queue": "fcfs" }, "a1", "b1", "b2", "b4"],
            "experiment": { "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 300, 500, 900] }],
                            "replications": 3 },
            "seed": "golden"
        }"#,
    ),
    (
        "components.txt",
        "BSBW [Mbps]",
        r#"{
            "workload": { "jobs_per_cluster": 500, "estimates": "factor", "estimate_factor": 3 },
            "schedulers": ["ordered-components", "unordered-components", "cm", "cf", "fcm", { "policy": "cm", "component_nodes": 8 },
                           "local-queues", { "policy": "local-queues", "bind": "earliest-fit", "queue": "easy" },
                           { "policy": "local-queues", "bind": "least-work", "queue": "fcfs" },
                           { "policy": "local-queues", "bind": "home", "queue": "conservative" },
                           { "policy": "local-queues", "bind": "siblings" },
                           { "policy": "local-queues", "bind": "siblings", "queue": "easy" }],
            "experiment": { "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 500] }], "replications": 3 },
            "seed": "golden"
        }"#,
    ),
    (
        "look-ahead.txt",
        "Load",
        r#"{
            "platform": { "clusters": [{ "count": 2, "nodes": 48 }, { "nodes": 64 }, { "nodes": 96 }],
                          "speed_heterogeneity": 0.2 },
            "workload": { "model": "lublin99", "jobs": 400, "oversized": "split", "load": 0.6,
                          "estimates": "factor", "estimate_factor": 3 },
            "schedulers": ["best-fit", "fastest-first", "worst-fit", "median-fit", "random-fit", "index-fit", "ai2", "tla",
                           { "policy": "tla", "score": "bounded-slowdown", "queue": "fcfs" }, "tla-coalloc"],
            "experiment": { "sweep": [{ "parameter": "workload.load", "values": [0.6, 0.9] }], "replications": 3 },
            "seed": "golden"
        }"#,
    ),
    (
        "metacomputer.txt",
        "Compression",
        r#"{
            "platform": { "clusters": [{ "count": 2, "nodes": 64 }, { "nodes": 128 }] },
            "workload": { "model": "metacomputer", "jobs": 400 },
            "network": { "model": "wan" },
            "schedulers": ["meta-fcfs", "meta-fcfs-star", "meta-ffih", "meta-asp", "meta-asp-star",
                           { "policy": "meta-asp", "control": "limited" }, { "policy": "meta-ffih", "control": "ihs-fixed" },
                           { "policy": "meta-ffih", "control": "ihs-demand" }, { "policy": "meta-fcfs", "control": "no" }],
            "experiment": { "sweep": [{ "parameter": "workload.compression", "values": [5, 19] }], "replications": 3 },
            "seed": "golden"
        }"#,
    ),
    (
        "grid.txt",
        "Refresh [s]",
        r#"{
            "platform": { "clusters": [{ "count": 4, "nodes": 50 }, { "count": 2, "nodes": 100, "speed": 2 }] },
            "workload": { "model": "grid", "jobs": 600, "mean_interarrival_s": 15 },
            "network": { "model": "cluster" },
            "schedulers": ["grid-best-fit", "grid-random", "grid-shortest-queue", "grid-least-loaded", "fuzzy"],
            "experiment": { "sweep": [{ "parameter": "schedulers.*.refresh_s", "values": [0, 300] }], "replications": 3 },
            "seed": "golden"
        }"#,
    ),
    (
        "lublin99.txt",
        "Load",
        r#"{
            "platform": { "clusters": [{ "count": 2, "nodes": 64 }, { "nodes": 128 }] },
            "workload": { "model": "lublin99", "jobs": 500, "home": "queue", "load": 0.6, "oversized": "split",
                          "estimates": "f-model", "estimate_factor": 3 },
            "schedulers": ["migration-only", "first-fit", { "policy": "first-fit", "queue": "easy" }],
            "experiment": { "sweep": [{ "parameter": "workload.load", "values": [0.6, 0.9] }], "replications": 3 },
            "seed": "golden"
        }"#,
    ),
    (
        "feitelson96.txt",
        "Load",
        r#"{
            "platform": { "clusters": [{ "count": 3, "nodes": 48 }] },
            "workload": { "model": "feitelson96", "jobs": 500, "oversized": "split", "load": 0.6 },
            "schedulers": ["migration-only", "first-fit", { "policy": "first-fit", "queue": "easy" }],
            "experiment": { "sweep": [{ "parameter": "workload.load", "values": [0.6, 0.9] }], "replications": 3 },
            "seed": "golden"
        }"#,
    ),
    (
        "jann97.txt",
        "Load",
        r#"{
            "platform": { "clusters": [{ "count": 2, "nodes": 200 }, { "nodes": 322 }] },
            "workload": { "model": "jann97", "jobs": 500, "class_sizes": "as-logged", "load": 0.6 },
            "schedulers": ["migration-only", "first-fit", { "policy": "first-fit", "queue": "easy" }],
            "experiment": { "sweep": [{ "parameter": "workload.load", "values": [0.6, 0.9] }], "replications": 3 },
            "seed": "golden"
        }"#,
    ),
    (
        "orders.txt",
        "Load",
        r#"{
            "platform": { "clusters": [{ "count": 2, "nodes": 64 }, { "nodes": 128 }] },
            "workload": { "model": "lublin99", "jobs": 400, "load": 0.9, "oversized": "split" },
            "schedulers": ["first-fit",
                           { "policy": "first-fit", "queue": { "order": "sjf" } }, { "policy": "first-fit", "queue": { "order": "ljf" } },
                           { "policy": "first-fit", "queue": { "order": "njf" } }, { "policy": "first-fit", "queue": { "order": "wjf" } },
                           { "policy": "first-fit", "queue": { "order": "saf" } }, { "policy": "first-fit", "queue": { "order": "laf" } },
                           { "policy": "first-fit", "queue": { "order": "f1" } }, { "policy": "first-fit", "queue": { "order": "f2" } },
                           { "policy": "first-fit", "queue": { "order": "f3" } }, { "policy": "first-fit", "queue": { "order": "f4" } },
                           { "policy": "first-fit", "queue": { "order": "wfp3" } }, { "policy": "first-fit", "queue": { "order": "unicef" } },
                           { "policy": "first-fit", "queue": { "order": "multifactor" } },
                           { "policy": "first-fit", "queue": { "order": "formula", "priority": "n - 4 * w / r" } },
                           "formula", { "policy": "formula", "place_score": "-free", "most_pieces": 1, "label": "formula, tightest fit" }],
            "experiment": { "sweep": [{ "parameter": "workload.load", "values": [0.9, 1.5] }], "replications": 3 },
            "seed": "golden"
        }"#,
    ),
];

/// Every model must have a table, because otherwise nobody would notice a change of its results.
#[test]
fn whatever_a_model_brings_is_in_a_table() {
    let scenarios = TABLES.map(|(_, _, text)| Scenario::from_json(text).expect("a valid scenario"));
    let all = registry::current();
    for policy in all.policies() {
        let mut schedulers = scenarios.iter().flat_map(|own| own.schedulers.iter());
        assert!(schedulers.any(|own| own.policy == *policy), "{policy}");
    }
    for order in all.orders() {
        let of = |own: &Scenario| own.schedulers.iter().any(|one| one.queue(own).order == *order);
        assert!(scenarios.iter().any(|own| of(own)), "{order}");
    }
    // The tables have no log.
    for workload in all.workloads().iter().filter(|own| !own.is_log) {
        let mut workloads = scenarios.iter().map(|own| own.workload.info().name);
        assert!(workloads.any(|own| own == workload.name), "{workload}");
    }
}

#[test]
fn every_model_gives_the_committed_numbers() {
    for (file, swept, scenario) in TABLES {
        compare(file, &table(swept, scenario));
    }
}

/// The results of all runs of a scenario with one sweep.
fn table(swept: &str, scenario: &str) -> String {
    let scenario = Scenario::from_json(scenario).expect("a valid scenario");
    let results = experiment::run(&scenario, None).expect("it runs");
    let parameter = &scenario.experiment.sweep[0].parameter;
    let names = scenario.scheduler_names();
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0).max(25);
    let mut table = format!(
        "{swept:<11}  {:<width$}  turnaround [s]      ±  penalty  co-alloc.  max sat.  stable  digest\n",
        "scheduler"
    );
    for point in &results.points {
        for run in &point.results {
            writeln!(
                table,
                "{:>11}  {:<width$} {:>15.2} {:>6.1} {:>8.4} {:>10.4} {:>9.3}  {:<6}  {}",
                point.parameters[parameter],
                run.scheduler,
                run.mean_turnaround_s,
                run.turnaround_ci95_s.unwrap_or(f64::NAN),
                run.mean_penalty,
                run.co_allocated_share,
                run.max_link_saturation,
                if run.unstable { "no" } else { "yes" },
                run.digest
            )
            .expect("a string takes everything");
        }
    }
    table
}

/// Compares a text with the file of this name in tests/golden, or rewrites the file.
pub fn compare(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("METASCHED_BLESS").is_some() {
        std::fs::write(&path, text).expect("the golden folder can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    for (number, (ours, committed)) in text.lines().zip(golden.lines()).enumerate() {
        assert_eq!(
            ours,
            committed,
            "line {} of tests/golden/{name} differs; if that is meant, run METASCHED_BLESS=1 cargo test golden, and \
             raise ENGINE_VERSION if results differ",
            number + 1
        );
    }
    assert_eq!(text.lines().count(), golden.lines().count(), "tests/golden/{name} has another length");
}
