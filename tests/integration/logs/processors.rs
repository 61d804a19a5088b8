//! Processors that are no whole number, and jobs of 0 s.

use super::schedule::scheduled;

/// On four processors, jobs of 1.9 processors run two at a time.
#[test]
fn processors_are_rounded_up() {
    let line = |number: u32, processors: &str| format!("{number} 0 -1 100 {processors}\n");
    let log: String = [(1, "1.9"), (2, "1.9"), (3, "1.9"), (4, "1.1"), (5, "0.9")].map(|(n, p)| line(n, p)).concat();
    let (said, jobs) = scheduled(r#"{"nodes": 4}"#, "", &log);
    let starts: Vec<f64> = jobs.iter().map(|job| job.2).collect();
    assert_eq!(starts, [0.0, 0.0, 100.0, 100.0, 200.0]);
    assert!(said.err.contains("is not whole, and was rounded up: 5 (lines 1, 2, 3, 4, 5)"), "{}", said.err);
}

/// The kept jobs wait for the first: 90 s, and 80.5 s.
#[test]
fn jobs_of_no_time_are_left_out_or_kept() {
    let log = "1 0 -1 100 4\n2 10 -1 0 4\n3 20 -1 0 4\n";
    let (said, jobs) = scheduled(r#"{"nodes": 4}"#, "", log);
    assert_eq!(jobs.len(), 1);
    assert!(said.err.contains("2 × a run time of 0 (lines 2, 3)"), "{}", said.err);
    let (_, jobs) = scheduled(r#"{"nodes": 4}"#, r#", "zero": "half-second""#, log);
    let starts: Vec<(f64, f64)> = jobs.iter().map(|job| (job.2, job.3)).collect();
    assert_eq!(starts, [(0.0, 100.0), (100.0, 100.5), (100.5, 101.0)]);
}
