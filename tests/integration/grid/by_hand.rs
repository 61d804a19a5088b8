//! Hand-computed runs of a grid.

use super::{Given, Rule, engine, job};
use crate::twin::History;
use metasched::experiment;
use metasched::models::vahdat::measures::{DENIALS, TRANSFER_MS, TRANSFERS};
use metasched::models::vahdat::{Answer, Holds, IdleNodes, Protocol, Reading, WaitingJobs};
use metasched::network::Network;
use metasched::platform::{Cluster, Platform};
use metasched::scenario::Scenario;

/// Start, end and cluster of every job, in the order of the jobs' numbers.
fn spans(histories: &[History]) -> Vec<(f64, f64, usize)> {
    let mut all: Vec<&History> = histories.iter().collect();
    all.sort_by_key(|own| own.id);
    all.iter().map(|own| (own.start_s, own.end_s, own.pieces[0].0)).collect()
}

fn near(found: &[(f64, f64, usize)], wanted: &[(f64, f64, usize)]) {
    assert_eq!(found.len(), wanted.len(), "{found:?}");
    for (found, wanted) in found.iter().zip(wanted) {
        let close = (found.0 - wanted.0).abs() < 1e-9 && (found.1 - wanted.1).abs() < 1e-9;
        assert!(close && found.2 == wanted.2, "{found:?} instead of {wanted:?}");
    }
}

/// Clusters of these sizes with networks of 1 Gbps and this background load, joined by links of 8 Mbps (a megabyte per second)
/// with invocations of 50 ms.
fn by_hand(nodes: &[u32], background: f64) -> Given {
    let cluster = |&nodes: &u32| Cluster { nodes, capacity_bps: 1_000_000_000, speed: 1.0 };
    Given {
        platform: Platform {
            background_bps: vec![(background * 1e9) as u64; nodes.len()],
            ..Platform::star(nodes.iter().map(cluster).collect())
        },
        loads: nodes.iter().map(|&nodes| vec![0.0; nodes as usize]).collect(),
        least_node_share: 1.0,
        protocol: Protocol { refresh_s: 0.0, retries: 20, least_share: Some(0.05), reading: Reading::default() },
        wan_mbps: 8.0,
        invocations_ms: vec![50.0; nodes.len() * (nodes.len() - 1) / 2],
        wan_loads: vec![0.0; nodes.len() * (nodes.len() - 1) / 2],
        own_traffic: 1.0,
        other_network: Network::Unlimited,
    }
}

/// One cluster of 10 nodes with background 0.1. Job 0, 5 nodes, R = 0.5, takes 0.25: its share is 0.65. From 10 s on, job 1, 4
/// nodes, R = 0.5, takes 0.2: both have 0.45. Job 1 runs for 10 · (0.5 + 0.5/0.45) = 16.1111 s, until 26.1111 s. Job 0 would run
/// for 100 · (0.5 + 0.5/0.65) = 126.9231 s with the first share and 161.1111 s with the second. When job 1 ends, job 0 has done
/// 10/126.9231 + 16.1111/161.1111 = 0.1787879; the rest takes 0.8212121 · 126.9231 = 104.2308 s.
#[test]
fn shares_of_a_network_by_hand() {
    let given = by_hand(&[10], 0.1);
    let jobs = [job(0, 0.0, 0, 5, 100.0, 0.5, 1.0), job(1, 10.0, 0, 4, 10.0, 0.5, 1.0)];
    let run = engine(&given, Rule::BestFit(Holds::AtLeast), &jobs);
    let first_s = 10.0 + 10.0 * (0.5 + 0.5 / 0.45);
    let slow_s = 100.0 * (0.5 + 0.5 / 0.45);
    let fast_s = 100.0 * (0.5 + 0.5 / 0.65);
    let left = 1.0 - 10.0 / fast_s - (first_s - 10.0) / slow_s;
    let wanted = [(0.0, first_s + left * fast_s, 0), (10.0, first_s, 0)];
    near(&spans(&run.observer().chronicle.ended), &wanted);
    assert!((wanted[0].1 - 130.341_880_34).abs() < 1e-6);
}

/// One cluster of 4 nodes with loads of 0, 0.5, 0.8 and 0.9, which leave 1, 0.5 and at least 0.3. Job 0, 2 nodes, R = 0.5, takes a
/// quarter of the network: it runs for 100/0.5 · (0.5 + 0.5/0.75) = 233.3333 s. Job 1, 1 node, R = 0, gets the next node: it runs
/// for 12/0.3 = 40 s. If background load slows no job, they run for 116.6667 s and 12 s.
#[test]
fn loads_of_nodes_by_hand() {
    let mut given = by_hand(&[4], 0.0);
    given.loads = vec![vec![0.5, 0.8, 0.0, 0.9]];
    given.least_node_share = 0.3;
    let jobs = [job(0, 0.0, 0, 2, 100.0, 0.5, 1.0), job(1, 1.0, 0, 1, 12.0, 0.0, 1.0)];
    let run = engine(&given, Rule::ShortestQueue, &jobs);
    near(&spans(&run.observer().chronicle.ended), &[(0.0, 700.0 / 3.0, 0), (1.0, 41.0, 0)]);
    given.least_node_share = 1.0;
    let run = engine(&given, Rule::ShortestQueue, &jobs);
    near(&spans(&run.observer().chronicle.ended), &[(0.0, 350.0 / 3.0, 0), (1.0, 13.0, 0)]);
}

/// Job 0 fills its home for 100 s. Job 1, 3 nodes, goes to cluster 2, which has the fewest idle nodes: requested at 1 s, admitted
/// at 1.05 s, and after 4 MB there at 5.05 s. Job 2 does the same from 3 s on: its request takes 100 ms on a link with a
/// transfer. It shares the link from 3.1 s on, when job 1 has 1.95 MB left: job 1 arrives at 7 s, job 2, of 2 MB, at 7.05 s.
/// Cluster 2 has 5 nodes: job 2 waits until job 1 ends, at 17 s.
#[test]
fn transfers_and_queues_by_hand() {
    let given = by_hand(&[8, 9, 5], 0.0);
    let jobs =
        [job(0, 0.0, 0, 8, 100.0, 0.0, 9.0), job(1, 1.0, 0, 3, 10.0, 0.0, 4.0), job(2, 3.0, 0, 4, 10.0, 0.0, 2.0)];
    let run = engine(&given, Rule::BestFit(Holds::AtLeast), &jobs);
    let wanted = [(0.0, 100.0, 0), (7.0, 17.0, 2), (17.0, 27.0, 2)];
    near(&spans(&run.observer().chronicle.ended), &wanted);
    let answers = run.observer().decisions.iter().map(|own| (own.job, own.answer, own.answered_s));
    let wanted = [(0, Answer::Home, 0.0), (1, Answer::Granted, 1.05), (2, Answer::Granted, 3.1)];
    assert_eq!(answers.collect::<Vec<_>>(), wanted);
}

/// Jobs 1 and 2 of homes 0 and 1, which are full, choose cluster 2 at the same time. Job 1 is admitted first; job 2 is refused
/// and decides again. Clusters 0 and 1 have no idle nodes, and cluster 2 still 5, so it is admitted there another 100 ms later
/// (its link is idle: 50 ms).
#[test]
fn who_comes_second_is_refused_by_hand() {
    let given = by_hand(&[4, 4, 5], 0.0);
    let jobs = [
        job(0, 0.0, 0, 4, 100.0, 0.0, 0.0),
        job(1, 0.0, 1, 4, 100.0, 0.0, 0.0),
        job(2, 1.0, 0, 2, 10.0, 0.0, 1.0),
        job(3, 1.0, 1, 2, 10.0, 0.0, 1.0),
    ];
    let run = engine(&given, Rule::BestFit(Holds::AtLeast), &jobs);
    assert_eq!(run.counters().get(DENIALS.name), Some(1));
    let wanted = [(0.0, 100.0, 0), (0.0, 100.0, 1), (2.05, 12.05, 2), (2.1, 12.1, 2)];
    near(&spans(&run.observer().chronicle.ended), &wanted);
    // Without retries, the cluster admits the second job at once, although the job's home used old information.
    let strict = Given { protocol: Protocol { retries: 0, ..given.protocol }, ..given };
    let run = engine(&strict, Rule::BestFit(Holds::AtLeast), &jobs);
    assert_eq!(run.counters().get(DENIALS.name), Some(0));
    let wanted = [(0.0, 100.0, 0), (0.0, 100.0, 1), (2.05, 12.05, 2), (2.05, 12.05, 2)];
    near(&spans(&run.observer().chronicle.ended), &wanted);
}

/// One cluster of 5 nodes. 3 nodes are in use, and a job of 4 nodes waits. A job of 1 node would fit, but waits behind
/// the job of 4 nodes.
#[test]
fn the_head_of_a_queue_blocks_by_hand() {
    let given = by_hand(&[5], 0.0);
    let jobs = [
        job(0, 0.0, 0, 3, 10.0, 0.0, 0.0),
        job(1, 1.0, 0, 4, 10.0, 0.0, 0.0),
        job(2, 2.0, 0, 1, 10.0, 0.0, 0.0),
        job(3, 3.0, 0, 6, 10.0, 0.0, 0.0),
    ];
    let run = engine(&given, Rule::LeastLoaded, &jobs);
    near(&spans(&run.observer().chronicle.ended), &[(0.0, 10.0, 0), (10.0, 20.0, 0), (10.0, 20.0, 0)]);
    assert_eq!(run.observer().chronicle.rejected, [3]);
}

/// One job uses 5 of 10 nodes and communicates for half of its time. So it demands a quarter of the network. It gets
/// 0.75 of this demand: it sends 0.1875 of the network's capacity while it uses half of the nodes.
#[test]
fn measures_of_a_cluster_network_by_hand() {
    let scenario = Scenario::from_json(
        r#"{ "platform": { "clusters": [{ "nodes": 10 }], "most_network_load": 0 },
             "workload": { "jobs_per_cluster": 1, "nodes": [5, 5], "compute_fraction": 0.5, "runtime_s": 100,
                           "runtime_distribution": "deterministic" },
             "network": { "model": "cluster" }, "schedulers": ["grid-best-fit"],
             "experiment": { "sweep": [], "replications": 1 } }"#,
    )
    .unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    let run = &results.points[0].results[0];
    assert!((run.mean_turnaround_s - 100.0 * (0.5 + 0.5 / 0.75)).abs() < 1e-9);
    assert!((run.link_utilisation[0] / run.utilisation - 0.375).abs() < 1e-9);
    assert_eq!(run.max_link_saturation, 0.25);
    // The network slows down even a job on a single cluster: its run time is multiplied by 0.5 + 0.5/0.75.
    assert_eq!(run.mean_penalty, 1.0);
    assert!((run.mean_network_slowdown.unwrap() - 7.0 / 6.0).abs() < 1e-12);
    assert_eq!(run.counters.get(DENIALS.name), Some(0));
}

/// Two readings of best-fit differ for a cluster with exactly T idle nodes, T being the number of tasks. By "at least
/// as many as tasks" best-fit takes this cluster, by the paper's "greater than" the larger one. Of 7 nodes of cluster
/// 1, three have a low load: if only low-load nodes count as idle, cluster 1 cannot hold 5 tasks, but cluster 2 can.
#[test]
fn readings_of_best_fit_by_hand() {
    let chosen = |given: &Given, holds| {
        let first = job(0, 0.0, 0, 3, 100.0, 0.0, 0.0);
        let jobs = [first, job(1, 1.0, 0, 5, 10.0, 0.0, 0.0)];
        let run = engine(given, Rule::BestFit(holds), &jobs);
        spans(&run.observer().chronicle.ended)[1].2
    };
    let mut given = by_hand(&[4, 5, 9], 0.0);
    assert_eq!(chosen(&given, Holds::AtLeast), 1);
    assert_eq!(chosen(&given, Holds::MoreThan), 2);
    given = by_hand(&[4, 7, 9], 0.0);
    assert_eq!(chosen(&given, Holds::MoreThan), 1);
    given.loads[1] = vec![0.0, 0.0, 0.0, 0.5, 0.5, 0.9, 0.9];
    assert_eq!(chosen(&given, Holds::AtLeast), 1);
    given.protocol.reading.idle = IdleNodes::LowLoad;
    assert_eq!(chosen(&given, Holds::AtLeast), 2);
}

/// Home 0 is full. Job 1, of 4 nodes, is sent to cluster 1, of 5 nodes, for 10 s. Job 2, of 3 nodes, sees 5 idle nodes there and
/// follows it, unless jobs being sent take nodes: then one is left, and it goes to cluster 2, of 9.
#[test]
fn waiting_jobs_take_nodes_by_hand() {
    let jobs =
        [job(0, 0.0, 0, 4, 100.0, 0.0, 0.0), job(1, 1.0, 0, 4, 50.0, 0.0, 10.0), job(2, 5.0, 0, 3, 10.0, 0.0, 0.0)];
    let chosen = |waiting| {
        let mut given = by_hand(&[4, 5, 9], 0.0);
        given.protocol.reading.waiting = waiting;
        let run = engine(&given, Rule::BestFit(Holds::AtLeast), &jobs);
        let all = spans(&run.observer().chronicle.ended);
        [all[1].2, all[2].2]
    };
    assert_eq!(chosen(WaitingJobs::Apart), [1, 1]);
    assert_eq!(chosen(WaitingJobs::Seated), [1, 2]);
}

/// The number of transfers and their total time are recorded. As in [`transfers_and_queues_by_hand`], job 1 sends 4 MB
/// and job 2, which shares the link, 2 MB: 5.95 s and 3.95 s.
#[test]
fn transfers_are_timed_by_hand() {
    let given = by_hand(&[8, 9, 5], 0.0);
    let jobs =
        [job(0, 0.0, 0, 8, 100.0, 0.0, 9.0), job(1, 1.0, 0, 3, 10.0, 0.0, 4.0), job(2, 3.0, 0, 4, 10.0, 0.0, 2.0)];
    let run = engine(&given, Rule::BestFit(Holds::AtLeast), &jobs);
    let count = |name| run.counters().get(name);
    assert_eq!((count(TRANSFERS.name), count(TRANSFER_MS.name)), (Some(2), Some(5950 + 3950)));
}
