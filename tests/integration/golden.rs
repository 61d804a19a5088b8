//! The science as a committed table: a change of any number shows in the diff.
//!
//! `METASCHED_BLESS=1 cargo test golden` writes the table anew. If digests change, results changed: raise
//! `ENGINE_VERSION` and say so in CHANGELOG.md.

use metasched::experiment;
use metasched::scenario::Scenario;
use std::fmt::Write;
use std::path::Path;

const SCENARIO: &str = r#"{
    "workload": { "jobs_per_cluster": 1000 },
    "schedulers": ["no-share", "migration-only", "ideal", "first-fit", "fixed", "b3",
                   { "policy": "first-fit", "queue": "fcfs" }, "a1", "b1", "b2", "b4"],
    "experiment": { "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 300, 500, 900] }],
                    "replications": 3 },
    "seed": "golden"
}"#;

#[test]
fn turnaround_against_bandwidth() {
    let scenario = Scenario::from_json(SCENARIO).expect("a valid scenario");
    let results = experiment::run(&scenario, None).expect("it runs");
    let mut table = String::from(
        "BSBW [Mbps]  scheduler                  turnaround [s]      ±  penalty  co-alloc.  max sat.  stable  digest\n",
    );
    for point in &results.points {
        for run in &point.results {
            writeln!(
                table,
                "{:>11}  {:<25} {:>15.2} {:>6.1} {:>8.4} {:>10.4} {:>9.3}  {:<6}  {}",
                point.parameters["workload.bsbw_mbps"],
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
    compare("turnaround.txt", &table);
}

fn compare(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os("METASCHED_BLESS").is_some() {
        std::fs::write(&path, text).expect("the golden folder can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    for (number, (ours, committed)) in text.lines().zip(golden.lines()).enumerate() {
        assert_eq!(
            ours,
            committed,
            "line {} of tests/golden/{name} differs; if that is meant, raise ENGINE_VERSION and run \
             METASCHED_BLESS=1 cargo test golden",
            number + 1
        );
    }
    assert_eq!(
        text.lines().count(),
        golden.lines().count(),
        "tests/golden/{name} has another length"
    );
}
