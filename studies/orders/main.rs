//! Computes the tables of docs/orders.md: all queue orders with every kind of backfilling, on real logs, on Lublin's
//! jobs, and across clusters.
//!
//! Each scheduler runs separately, and its jobs are read from `--jobs-out`, since the JSON results have paired
//! differences only for turnaround. Comparisons use twenty groups of the same jobs: replications, or batches of a log's
//! jobs in order of submission.

mod runs;
mod window;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use serde_json::{Value, json};

use runs::{GROUPS, Measured, measured};
use studies::Outcome;
use studies::statistics::{mean, number, paired, signed};

/// The logs, with the number of processors of their machines.
const LOGS: [(&str, u32); 11] = [
    ("ANL-Intrepid-2009-excerpt", 163_840),
    ("CEA-Curie-2011-2.1-cln", 93_312),
    ("CTC-SP2-1996-reduced", 338),
    ("KTH-SP2-1996-2", 100),
    ("LCG-2005-1", 24_515),
    ("LLNL-Atlas-2006-2.1-cln", 9_216),
    ("NASA-iPSC-1993-3.1-cln", 128),
    ("RICC-2010-2", 8_192),
    ("SDSC-BLUE-2000-reduced", 1_152),
    ("SDSC-SP2-1998-reduced", 128),
    ("UniLu-Gaia-2014-1", 2_004),
];

/// Number of jobs of each log, without `--all`.
const JOBS: u64 = 20_000;

/// All built-in orders, with their names in the tables. The first is the baseline.
const ORDERS: [(&str, &str); 14] = [
    ("f1", "F1"),
    ("f2", "F2"),
    ("f3", "F3"),
    ("f4", "F4"),
    ("fcfs", "FCFS"),
    ("sjf", "SJF"),
    ("saf", "SAF"),
    ("wfp3", "WFP3"),
    ("unicef", "UNICEF"),
    ("njf", "NJF"),
    ("ljf", "LJF"),
    ("wjf", "WJF"),
    ("laf", "LAF"),
    ("multifactor", "multifactor"),
];

const BACKFILL: [&str; 3] = ["none", "easy", "conservative"];

/// Title of the table of drawn jobs.
const LUBLIN: &str = "Lublin 99 on 256 nodes, load 1";

/// The preset with orders across clusters.
const ACROSS: &str = "orders-across-clusters";

/// Every order of the queue on real logs, on Lublin's jobs and across clusters.
#[derive(Parser)]
struct Orders {
    /// All jobs of the logs instead of the first 20,000; takes hours.
    #[arg(long)]
    all: bool,

    /// Only tables with this text in their title.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,

    /// Only the effect of the bound of 32 ordered jobs, on this log of a machine with 256 processors, cut into
    /// sequences of 15 days.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "only"])]
    bound: Option<PathBuf>,

    /// Output file of the tables.
    #[arg(long, short, value_name = "FILE", default_value = "docs/orders-tables.md")]
    output: PathBuf,
}

fn main() -> ExitCode {
    match Orders::parse().carry_out() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("orders: {problem}");
            ExitCode::FAILURE
        }
    }
}

impl Orders {
    fn carry_out(self) -> Outcome {
        let native = studies::native()?;
        let begin = Instant::now();
        let text = match &self.bound {
            Some(log) => window::table(&window::sequences(&studies::read(log)?)),
            None => self.tables(&native)?,
        };
        println!("{:.0} s of simulation and reading", begin.elapsed().as_secs_f64());
        let output = studies::root().join(&self.output);
        studies::write(&output, text)
    }

    fn tables(&self, native: &Path) -> Outcome<String> {
        let command = match self.all {
            true => "cargo run -p studies --bin orders -- --all",
            false => "cargo run -p studies --bin orders",
        };
        let mut text = format!(
            "# Orders of the queue: all tables\n\nWritten by `{command}`; [orders.md](orders.md) says what they mean. *mean* and *p95*: mean \
             and 95 % quantile of the bounded slowdown of all jobs. *− F1*: that mean less F1's on the same jobs, with the 95 % interval \
             over {GROUPS} groups.\n"
        );
        for (name, nodes) in LOGS {
            let log = studies::logs().join(format!("{name}.swf.xz"));
            if !self.wants(name) {
                continue;
            }
            if !log.exists() {
                println!("left out: {} is not here", log.display());
                continue;
            }
            let mut workload = json!({ "model": "swf", "path": log, "home": "first" });
            if !self.all {
                workload["max_jobs"] = json!(JOBS);
            }
            text.push_str(&orders(native, name, &one_cluster(nodes, workload, 1))?);
        }
        if self.wants(LUBLIN) {
            let workload = json!({ "model": "lublin99", "processors": 256, "jobs": 2000, "home": "first", "load": 1 });
            text.push_str(&orders(native, LUBLIN, &one_cluster(256, workload, GROUPS))?);
        }
        if self.wants(window::TITLE) {
            let _ = write!(text, "\n## {}\n\n{}", window::TITLE, window::on_drawn_jobs(native)?);
        }
        for backfill in ["skip", "easy"] {
            let title = format!("Across clusters, backfilling: {backfill}");
            if self.wants(&title) {
                text.push_str(&across(native, &title, backfill)?);
            }
        }
        Ok(text)
    }

    /// True if a table was requested.
    fn wants(&self, title: &str) -> bool {
        title.contains(self.only.as_deref().unwrap_or_default())
    }
}

fn one_cluster(nodes: u32, workload: Value, replications: usize) -> Value {
    json!({
        "schema": 2,
        "platform": { "clusters": [{ "nodes": nodes }] },
        "workload": workload,
        "schedulers": ["no-share"],
        "queue": "fcfs",
        "experiment": { "sweep": [], "replications": replications },
        "seed": "1",
    })
}

/// A table of all orders with every kind of backfilling.
fn orders(native: &Path, title: &str, scenario: &Value) -> Outcome<String> {
    let mut rows: Vec<String> = ORDERS.iter().map(|(_, label)| format!("| {label} |")).collect();
    let mut about = String::new();
    for backfill in BACKFILL {
        let mut first = None;
        let begin = Instant::now();
        for ((order, _), row) in ORDERS.iter().zip(&mut rows) {
            let mut scenario = scenario.clone();
            scenario["queue"] = json!({ "order": order, "backfill": backfill });
            let own = measured(native, &scenario)?;
            let reference = first.get_or_insert_with(|| own.clone());
            let difference = signed(paired(&own.slowdowns, &reference.slowdowns));
            let _ = write!(row, " {} | {} | {difference} |", number(own.slowdown), number(own.p95));
            about = format!("{} jobs, offered load {:.2}", own.jobs, own.load);
        }
        println!("{title}, {backfill}: {:.0} s", begin.elapsed().as_secs_f64());
    }
    Ok(format!(
        "\n## {title}\n\n{about}.\n\n| order | none: mean | p95 | − F1 | EASY: mean | p95 | − F1 | conservative: mean | p95 | − F1 |\n\
         |---|---|---|---|---|---|---|---|---|---|\n{}\n",
        rows.join("\n")
    ))
}

/// A table of the schedulers of the preset across clusters, each compared with the first scheduler of the same policy.
fn across(native: &Path, title: &str, backfill: &str) -> Outcome<String> {
    let preset = studies::preset(native, ACROSS)?;
    let schedulers = preset["schedulers"].as_array().cloned().unwrap_or_default();
    let mut text = format!(
        "\n## {title}\n\n| scheduler | turnaround \\[s\\] | − FCFS | bounded slowdown | − FCFS | p95 | longest wait \\[h\\] |\n\
         |---|---|---|---|---|---|---|\n"
    );
    let mut first: Option<(Value, Measured)> = None;
    for scheduler in schedulers {
        let mut scenario = preset.clone();
        scenario["queue"] = json!({ "backfill": backfill });
        scenario["schedulers"] = json!([scheduler]);
        // A label without a comma, so that the table of jobs has no quoted name.
        scenario["schedulers"][0]["label"] = json!(ACROSS);
        let own = measured(native, &scenario)?;
        if first.as_ref().is_none_or(|(policy, _)| *policy != scheduler["policy"]) {
            first = Some((scheduler["policy"].clone(), own.clone()));
        }
        let Some((_, reference)) = &first else {
            continue;
        };
        let _ = writeln!(
            text,
            "| {} | {:.0} | {} | {} | {} | {} | {:.0} |",
            scheduler["label"].as_str().unwrap_or_default(),
            mean(&own.turnarounds_s),
            signed(paired(&own.turnarounds_s, &reference.turnarounds_s)),
            number(own.slowdown),
            signed(paired(&own.slowdowns, &reference.slowdowns)),
            number(own.p95),
            own.longest_wait_s / 3600.0,
        );
    }
    println!("{title}: done");
    Ok(text)
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn across_clusters_each_policy_begins_with_fcfs() {
        let text = include_str!("../../src/models/teaching/presets.json");
        let file: Value = serde_json::from_str(text).unwrap();
        let mut presets = file["presets"].as_array().unwrap().iter();
        let preset = presets.find(|own| own["name"] == "orders-across-clusters").unwrap();
        let schedulers = preset["scenario"]["schedulers"].as_array().unwrap();
        // Schedulers of one policy are adjacent, FCFS first.
        for five in schedulers.chunks(5) {
            assert_eq!(five[0]["queue"]["order"], "fcfs");
            assert!(five.iter().all(|own| own["policy"] == five[0]["policy"]));
        }
    }
}
