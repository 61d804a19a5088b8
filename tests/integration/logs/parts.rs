//! Partial executions of jobs.

use super::schedule::scheduled;

/// Job 1 has a summary line and two partial executions; jobs 2 to 4 follow, completed, failed and cancelled.
const LOG: &str = "; Preemption: Double\n\
    1 0 0 100 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n\
    1 0 0 40 4 -1 -1 4 200 -1 2 1 1 1 1 1 -1 -1\n\
    1 -1 30 60 4 -1 -1 4 200 -1 3 1 1 1 1 1 -1 -1\n\
    2 50 -1 10 4 -1 -1 4 20 -1 1 2 1 1 1 1 -1 -1\n\
    3 60 -1 10 4 -1 -1 4 20 -1 0 2 1 1 1 1 -1 -1\n\
    4 70 -1 10 4 -1 -1 4 20 -1 5 2 1 1 1 1 -1 -1\n";

fn starts(workload: &str, log: &str) -> (String, Vec<(String, f64, f64)>) {
    let (said, jobs) = scheduled(r#"{"nodes": 4}"#, workload, log);
    (said.err, jobs.into_iter().map(|(number, _, start, end)| (number, start, end)).collect())
}

fn expected(jobs: &[(&str, f64, f64)]) -> Vec<(String, f64, f64)> {
    jobs.iter().map(|&(number, start, end)| (number.to_owned(), start, end)).collect()
}

/// Mean wait (0 + 50 + 50 + 50) / 4, mean turnaround 70.
#[test]
fn the_summary_line_stands_for_its_parts() {
    let (said, jobs) = starts("", LOG);
    let four = [("1", 0.0, 100.0), ("2", 100.0, 110.0), ("3", 110.0, 120.0), ("4", 120.0, 130.0)];
    assert_eq!(jobs, expected(&four));
    assert!(
        said.contains("2 × a partial execution (status 2, 3, 4) of a job with a summary line (lines 3, 4)"),
        "{said}"
    );
}

#[test]
fn parts_without_a_summary_line_are_joined_or_left_out() {
    let alone: String =
        LOG.lines().filter(|line| !line.contains(" 0 0 100 ")).map(|line| format!("{line}\n")).collect();
    let (said, jobs) = starts("", &alone);
    assert_eq!(jobs[..2], expected(&[("1", 0.0, 100.0), ("2", 100.0, 110.0)]));
    assert!(said.contains("Jobs joined from partial executions (status 2, 3, 4): 1 (line 2)"), "{said}");
    let (_, jobs) = starts(r#", "partial": "left-out""#, &alone);
    assert_eq!(jobs, expected(&[("2", 0.0, 10.0), ("3", 10.0, 20.0), ("4", 20.0, 30.0)]));
}

#[test]
fn the_setting_status_leaves_out_jobs() {
    let (_, jobs) = starts(r#", "status": "completed""#, LOG);
    assert_eq!(jobs, expected(&[("1", 0.0, 100.0), ("2", 100.0, 110.0)]));
    let (_, jobs) = starts(r#", "status": "not-cancelled", "without": "number=2""#, LOG);
    assert_eq!(jobs, expected(&[("1", 0.0, 100.0), ("3", 100.0, 110.0)]));
}
