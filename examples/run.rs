//! Runs a scenario: one point, several schedulers on the same jobs.
//!
//! `cargo run --example run`

use metasched::experiment;
use metasched::scenario::Scenario;
use std::error::Error;
use std::io::{self, Write};

/// Values that are left out get their defaults. `metasched schema` lists all values that can be set.
const SCENARIO: &str = r#"{
    "platform":   { "clusters": [{ "count": 2, "nodes": 64, "link_mbps": 1000 }, { "nodes": 128, "link_mbps": 500 }] },
    "workload":   { "jobs_per_cluster": 1000, "nodes": [1, 40], "bsbw_mbps": 100 },
    "schedulers": ["migration-only", "first-fit", { "policy": "b3", "chunk": 0.75 }],
    "experiment": { "sweep": [], "replications": 3 },
    "seed":       "an example"
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    show(&mut io::stdout().lock())
}

/// Runs the scenario and writes a line per scheduler.
pub fn show(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    // All problems of a scenario are reported at once, each with the allowed values and a remedy.
    let scenario = Scenario::from_json(SCENARIO)?;
    let results = experiment::run(&scenario, None)?;
    for run in &results.points[0].results {
        let half = run.turnaround_ci95_s.unwrap_or(f64::NAN);
        writeln!(
            out,
            "{:<16} turnaround {:6.1} ± {half:.1} s, co-allocated {:4.1} %, digest {}",
            run.scheduler,
            run.mean_turnaround_s,
            100.0 * run.co_allocated_share,
            run.digest
        )?;
    }
    Ok(())
}
