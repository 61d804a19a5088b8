//! Jobs that run longer than requested.

use super::schedule::{scenario, scheduled};
use crate::cli::{Folder, run};
use metasched::export::jobs::COLUMNS;
use serde_json::Value;

/// Twenty jobs of 10 s request 1 s to 20 s: nine of them less than 10 s.
fn log() -> String {
    (1..=20).map(|own| format!("{own} 0 -1 10 1 -1 -1 1 {own} -1 1 1 1 1 1 1 -1 -1\n")).collect()
}

#[test]
fn jobs_that_outlast_their_requests_are_counted() {
    let (said, jobs) = scheduled(r#"{"nodes": 64}"#, "", &log());
    assert!(said.err.contains("9 of 20 jobs run longer than requested, by up to 9 s: they run on"), "{}", said.err);
    assert!(jobs.iter().all(|job| job.3 == 10.0));
}

/// The second of two jobs on all nodes waits 80 s and is killed after 20 s of 1000 s. The third one runs 5 s.
#[test]
fn results_and_jobs_have_the_same_slowdown_of_a_killed_job() {
    let folder = Folder::new("overruns-killed");
    let record =
        |number, runtime, requested| format!("{number} 0 -1 {runtime} 4 -1 -1 4 {requested} -1 1 1 1 1 1 1 -1 -1\n");
    folder.file("log.swf", record(1, 80, 80) + &record(2, 1000, 20) + &record(3, 5, 5));
    let queue = r#"{ "order": "fcfs", "backfill": "none", "overrun": "kill" }"#;
    let scenario = folder.file("s.json", scenario(r#"{"nodes": 4}"#, "").replace("\"fcfs\"", queue));
    let results: Value = serde_json::from_str(&run(&["run", &scenario, "--json", "-q"]).out).unwrap();
    let own = &results["points"][0]["results"][0];
    assert_eq!((&own["mean_slowdown"], &own["mean_bounded_slowdown"]), (&9.0.into(), &5.5.into()));
    let jobs = run(&["run", &scenario, "--jobs-out", "-", "-q"]).out;
    let column = COLUMNS.iter().position(|own| *own == "stretch").unwrap();
    let stretches = jobs.lines().skip(1).map(|row| row.split(',').nth(column).unwrap());
    assert_eq!(stretches.collect::<Vec<_>>(), ["1", "5", "21"]);
}
