//! `cargo xtask bench`: writes all measurements of speed and scale to docs/benchmarks.md. Run it on an otherwise idle machine.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use clap::Args;
use serde_json::Value;

use crate::process::{Outcome, answer, cargo, printed, run};
use crate::{browsers, debian, dist, files, instructions, native, node, project};

#[derive(Args)]
pub struct Bench {
    /// Only record the instructions of the standard runs (tests/speed/instructions.json), which CI compares.
    #[arg(long)]
    instructions: bool,
}

impl Bench {
    pub fn carry_out(self) -> Outcome {
        debian::install_missing(&["valgrind"])?;
        let native = native::build()?;
        let counts = instructions::record(&native)?;
        for (name, count) in &counts {
            println!("{name:10} {count:>13} instructions");
        }
        if self.instructions {
            return Ok(());
        }
        run(
            // `--bench=*` excludes the library's unit tests, which do not accept criterion's options.
            cargo(&["bench", "--bench=*", "--features=metasched/chart", "--", "--noplot"]).current_dir(project::root()),
        )?;
        dist::build()?;
        node::browser_packages()?;
        let version = answer(Command::new(&native).arg("--version")).unwrap_or_default();
        let mut rows = String::new();
        for (name, count) in counts {
            let _ = writeln!(rows, "| {name} | {count} |");
        }
        let text = format!(
            "\
# Benchmarks

Written by `cargo xtask bench` ({version}; {}).

## Instructions

Of the standard runs (tests/speed) at fewer jobs, counted by Valgrind. They vary by less than 0.1 %; CI fails if one grows by more than 3 %.

| run | instructions |
|---|---|
{rows}
## Native times

By criterion: the estimate and its 95 % interval.

| benchmark | time | from | to |
|---|---|---|---|
{}
## In Chromium, against native

```text
{}```

## First figure

```text
{}```

## Panning

```text
{}```

{}",
            machine(),
            estimates(&project::target().join("criterion"))?,
            measured("speed.mjs", &native)?,
            measured("first-figure.mjs", &native)?,
            measured("panning.mjs", &native)?,
            printed(cargo(&["run", "--package=studies", "--bin=scale"]).current_dir(project::root()))?,
        );
        let file = project::root().join("docs/benchmarks.md");
        project::write(&file, text)
    }
}

/// Standard output of a measurement in the browser.
fn measured(script: &str, native: &Path) -> Outcome<String> {
    printed(
        Command::new(node::node()?)
            .arg(project::browser_tests().join(script))
            .envs(browsers::ensure(&[browsers::CHROMIUM])?)
            .env("METASCHED_DIST", project::dist())
            .env("METASCHED_BIN", native),
    )
}

/// Table rows: one per benchmark with an estimate of criterion in the folder.
fn estimates(folder: &Path) -> Outcome<String> {
    let mut rows = Vec::new();
    for file in files::all(folder)? {
        let Some(name) = file.strip_suffix("/new/estimates.json") else {
            continue;
        };
        let whole = project::json(&folder.join(&file))?;
        // Criterion gives a slope for increasing numbers of iterations, otherwise a mean.
        let estimate = ["slope", "mean"].map(|kind| &whole[kind]);
        let Some(estimate) = estimate.into_iter().find(|own| own.is_object()) else {
            continue;
        };
        let interval = &estimate["confidence_interval"];
        let time = |value: &Value| value.as_f64().map_or("?".into(), time);
        rows.push(format!(
            "| {} | {} | {} | {} |\n",
            name.replace('_', " "),
            time(&estimate["point_estimate"]),
            time(&interval["lower_bound"]),
            time(&interval["upper_bound"]),
        ));
    }
    Ok(rows.concat())
}

/// Processor and cores of this machine.
fn machine() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name\t: "));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores", model.unwrap_or("a processor without a name"))
}

fn time(ns: f64) -> String {
    match ns {
        _ if ns < 1e3 => format!("{ns:.1} ns"),
        _ if ns < 1e6 => format!("{:.2} µs", ns / 1e3),
        _ if ns < 1e9 => format!("{:.2} ms", ns / 1e6),
        _ => format!("{:.2} s", ns / 1e9),
    }
}
