//! Partitions and queues as home clusters.

use super::schedule::scheduled;

const TWO_SMALL_ONE_LARGE: &str = r#"{"count": 2, "nodes": 4}, {"count": 1, "nodes": 8}"#;
const HOME: &str = r#", "home": "partition""#;

fn log(partitions: [&str; 2]) -> String {
    let [small, large] = partitions;
    format!(
        "1 0 -1 100 4 -1 -1 4 200 -1 1 1 1 1 1 {small} -1 -1\n2 0 -1 100 8 -1 -1 8 200 -1 1 1 1 1 1 {large} -1 -1\n"
    )
}

/// No job is in partition 2, which does not move the jobs of partition 3 to the second cluster.
#[test]
fn a_partition_without_jobs_shifts_no_other() {
    let (said, jobs) = scheduled(TWO_SMALL_ONE_LARGE, HOME, &log(["1", "3"]));
    assert_eq!(jobs, [("1".to_owned(), 0, 0.0, 100.0), ("2".to_owned(), 2, 0.0, 100.0)]);
    assert!(said.err.contains("Home clusters: partition 1 → cluster 1, 3 → cluster 3.\n"), "{}", said.err);
}

#[test]
fn an_unknown_partition_shifts_no_other() {
    let (said, jobs) = scheduled(TWO_SMALL_ONE_LARGE, HOME, &log(["-1", "3"]));
    assert_eq!(jobs, [("1".to_owned(), 0, 0.0, 100.0), ("2".to_owned(), 2, 0.0, 100.0)]);
    assert!(said.err.contains("partition 3 → cluster 3; 1 job of no partition → cluster 1.\n"), "{}", said.err);
}

/// Names are numbered in order of appearance, so the second name is the second of two clusters.
#[test]
fn named_partitions_are_numbered_in_order_of_appearance() {
    let clusters = r#"{"nodes": 4}, {"nodes": 8}"#;
    let (said, jobs) = scheduled(clusters, HOME, &log(["west", "east"]));
    assert_eq!(jobs, [("1".to_owned(), 0, 0.0, 100.0), ("2".to_owned(), 1, 0.0, 100.0)]);
    assert!(said.err.contains("Home clusters: partition west → cluster 1, east → cluster 2.\n"), "{}", said.err);
}
