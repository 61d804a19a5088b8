//! Jobs that run longer than requested.

use super::schedule::scheduled;

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
