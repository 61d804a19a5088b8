//! How often the 95 % interval of a difference between two schedulers on one log contains the true difference. Prints the table of
//! its README.

use std::process::ExitCode;

use clap::Parser;
use metasched::base::random::Stream;
use metasched::experiment::{self, Against, measure};
use metasched::metrics::dependent::interval;
use metasched::scenario::Scenario;
use serde_json::{Value, json};
use studies::Outcome;

/// Jobs of a log.
const JOBS: u64 = 20_000;
const MEASURES: [&str; 5] =
    ["mean_wait_s", "mean_bounded_slowdown", "wait_p95_s", "turnaround_p50_s", "mean_queue_length"];

/// Counts how often the 95 % interval of a difference contains the true difference.
#[derive(Parser)]
struct Coverage {
    /// Number of drawn logs of each kind.
    #[arg(long, default_value_t = 1000)]
    logs: u32,
    /// Kinds whose name has this text only.
    #[arg(long, default_value = "")]
    only: String,
}

fn main() -> ExitCode {
    match Coverage::parse().carry_out() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("coverage: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Differences of a measure in drawn logs, each with the half width of its interval.
#[derive(Default)]
struct Drawn {
    /// The differences of all logs.
    all: Vec<f64>,
    /// Differences and half widths of the logs that have an interval.
    with: Vec<(f64, f64)>,
}

/// Coverage of the intervals of drawn logs.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    /// The true difference: the mean of all logs, unless it is known.
    truth: f64,
    /// Share of the intervals that contain the true difference.
    covered: f64,
    /// Mean half width.
    half: f64,
    /// Share of the logs that have an interval.
    with: f64,
}

impl Drawn {
    fn add(&mut self, mean: f64, half: Option<f64>) {
        self.all.push(mean);
        self.with.extend(half.map(|half| (mean, half)));
    }

    fn found(&self, known: Option<f64>) -> Found {
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            let values: Vec<f64> = values.collect();
            values.iter().sum::<f64>() / values.len() as f64
        };
        let truth = known.unwrap_or_else(|| mean(&mut self.all.iter().copied()));
        let contains = |(own, half): &(f64, f64)| f64::from(u8::from((own - truth).abs() <= *half));
        Found {
            truth,
            covered: mean(&mut self.with.iter().map(contains)),
            half: mean(&mut self.with.iter().map(|own| own.1)),
            with: self.with.len() as f64 / self.all.len() as f64,
        }
    }
}

impl Coverage {
    fn carry_out(self) -> Outcome {
        println!("| log | difference | measure | truth | covered | half width | with an interval |");
        println!("|---|---|---|---|---|---|---|");
        for (phi, length) in [(0.0, 1000), (0.5, 1000), (0.9, 5000), (0.98, 20_000)] {
            let name = format!("autoregressive, φ = {phi}, {length} entries");
            if name.contains(&self.only) {
                print(&name, "–", "mean", autoregressive(phi, length, self.logs).found(Some(0.0)));
            }
        }
        for (name, scenario) in kinds() {
            if name.contains(&self.only) {
                for (pair, measure, drawn) in queues(&scenario, self.logs)? {
                    print(&name, &pair, measure, drawn.found(None));
                }
            }
        }
        Ok(())
    }
}

fn print(log: &str, pair: &str, measure: &str, found: Found) {
    let Found { truth, covered, half, with } = found;
    let (covered, with) = (100.0 * covered, 100.0 * with);
    println!("| {log} | {pair} | {measure} | {truth:.4} | {covered:.1} % | {half:.4} | {with:.1} % |");
}

/// First-order autoregressive series of mean 0.
fn autoregressive(phi: f64, length: usize, logs: u32) -> Drawn {
    let mut drawn = Drawn::default();
    for log in 0..logs {
        let mut stream = Stream::new("coverage", log, "autoregressive", length);
        let mut last = stream.normal() / (1.0 - phi * phi).sqrt();
        let series: Vec<f64> = (0..length)
            .map(|_| {
                last = phi * last + stream.normal();
                last
            })
            .collect();
        match interval(&series) {
            Ok(found) => drawn.add(found.mean, Some(found.ci95)),
            Err(_) => drawn.add(series.iter().sum::<f64>() / length as f64, None),
        }
    }
    drawn
}

/// Queues, each with the schedulers that are compared: the first with the others.
fn kinds() -> Vec<(String, Value)> {
    let mut kinds = Vec::new();
    for (law, distribution) in [("M", "exponential"), ("H₂", "hyper-exponential")] {
        for servers in [1, 8] {
            for load in [0.5, 0.7, 0.85] {
                let scenario = json!({
                    "platform": { "clusters": [{ "nodes": servers }] },
                    "workload": {
                        "jobs_per_cluster": JOBS, "interarrival_s": 100, "runtime_s": 100.0 * load * f64::from(servers),
                        "nodes": [1, 1], "runtime_distribution": distribution,
                    },
                    "queue": "fcfs",
                    "schedulers": [{ "policy": "no-share", "label": "FCFS" }, { "policy": "no-share", "queue": "sjf", "label": "SJF" }],
                    "experiment": { "sweep": [], "replications": 1 },
                });
                kinds.push((format!("M/{law}/{servers}, load {load}"), scenario));
            }
        }
    }
    for load in [0.5, 0.7] {
        let scenario = json!({
            "platform": { "clusters": [{ "nodes": 256 }] },
            "workload": { "model": "lublin99", "jobs": JOBS, "processors": 256, "load": load },
            "queue": "easy",
            "schedulers": [
                { "policy": "no-share", "label": "EASY" },
                { "policy": "no-share", "queue": "conservative", "label": "conservative" },
                { "policy": "no-share", "queue": { "order": "sjf", "backfill": "easy" }, "label": "SJF + EASY" },
            ],
            "experiment": { "sweep": [], "replications": 1 },
        });
        kinds.push((format!("Lublin 99, load {load}"), scenario));
    }
    kinds
}

/// Differences between the first scheduler and each other one, by measure.
fn queues(scenario: &Value, logs: u32) -> Outcome<Vec<(String, &'static str, Drawn)>> {
    let labels: Vec<&str> =
        scenario["schedulers"].as_array().into_iter().flatten().filter_map(|own| own["label"].as_str()).collect();
    let mut all: Vec<(String, &'static str, Drawn)> = Vec::new();
    for other in labels.iter().skip(1) {
        all.extend(MEASURES.map(|measure| (format!("{other} − {}", labels[0]), measure, Drawn::default())));
    }
    for log in 0..logs {
        let mut scenario = scenario.clone();
        scenario["seed"] = format!("coverage {log}").into();
        let scenario = Scenario::from_value(&scenario).map_err(|problems| problems.to_string())?;
        let results = experiment::run(&scenario, None).map_err(|problems| problems.to_string())?;
        let Some((first, others)) = results.points.first().and_then(|point| point.results.split_first()) else {
            return Err("a scenario without results".to_owned());
        };
        let found = others.iter().flat_map(|other| MEASURES.map(|key| Against::of(other, first, measure::find(key))));
        for ((_, _, drawn), found) in all.iter_mut().zip(found) {
            drawn.add(found.difference.mean, Some(found.difference.ci95).filter(|half| half.is_finite()));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three logs with intervals [0, 2], [2, 4] and [−1, 7] around 1, 3 and 3, and one of 5 without: the truth is 3, which the last two
    /// contain.
    #[test]
    fn coverage_by_hand() {
        let mut drawn = Drawn::default();
        for (mean, half) in [(1.0, Some(1.0)), (3.0, Some(1.0)), (3.0, Some(4.0)), (5.0, None)] {
            drawn.add(mean, half);
        }
        assert_eq!(drawn.found(None), Found { truth: 3.0, covered: 2.0 / 3.0, half: 2.0, with: 0.75 });
        assert_eq!(drawn.found(Some(0.0)).covered, 2.0 / 3.0);
    }

    /// Forty logs of a queue are too few to tell 93 from 97 %, but show an interval that is far too narrow or too wide.
    #[test]
    fn a_small_study_of_a_queue() {
        let (name, scenario) = kinds().swap_remove(1);
        assert_eq!(name, "M/M/1, load 0.7");
        for (_, measure, drawn) in queues(&scenario, 40).unwrap() {
            let found = drawn.found(None);
            assert!(found.covered >= 0.85 && found.with >= 0.85, "{measure}: {found:?}");
            let spread = drawn.all.iter().map(|own| (own - found.truth) * (own - found.truth)).sum::<f64>() / 39.0;
            // Half of the intervals are at most three times as wide as they would be if the spread of the difference were known.
            let mut halves: Vec<f64> = drawn.with.iter().map(|own| own.1).collect();
            halves.sort_by(f64::total_cmp);
            let median = halves[halves.len() / 2];
            assert!(median < 3.0 * 1.96 * spread.sqrt(), "{measure}: {median} {found:?} {spread}");
        }
    }
}
