//! Sweeps a parameter: every scheduler at every value, compared with the first scheduler on the same jobs; also as CSV.
//!
//! `cargo run --example sweep`

use metasched::experiment::{self, Against, measure};
use metasched::export::csv;
use metasched::scenario::presets;
use std::error::Error;
use std::io::{self, Write};

fn main() -> Result<(), Box<dyn Error>> {
    show(&mut io::stdout().lock())
}

/// Runs the sweep, and writes the comparison of the schedulers and the first columns of the table.
pub fn show(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let preset = presets::find("landing").ok_or("there is no such preset")?;
    // Any parameter can be changed by its path, as the option `--set` does on the command line.
    let scenario = presets::scenario(preset)?.with_all([
        ("workload.jobs_per_cluster", 400.into()),
        ("schedulers", ["migration-only", "first-fit", "b3"].into()),
    ])?;
    let results = experiment::run(&scenario, None)?;
    let turnaround = measure::find("mean_turnaround_s");
    for point in &results.points {
        let [first, others @ ..] = &point.results[..] else {
            continue;
        };
        for own in others {
            let against = Against::of(own, first, turnaround);
            writeln!(
                out,
                "{} Mbps: {} against {}: {:+.1} ± {:.1} s ({})",
                point.parameters["workload.bsbw_mbps"],
                own.scheduler,
                first.scheduler,
                against.difference.mean,
                against.difference.ci95,
                against.words(turnaround.better)
            )?;
        }
    }
    let mut table = Vec::new();
    csv::results(&mut table, &results, None)?;
    for row in String::from_utf8(table)?.lines() {
        // Print only the first of many columns. No name contains a comma, so splitting at commas is safe.
        writeln!(out, "{}", row.split(',').take(5).collect::<Vec<_>>().join(","))?;
    }
    Ok(())
}
