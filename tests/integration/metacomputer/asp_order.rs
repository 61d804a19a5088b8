//! The order of ASP and ASP\*, which the paper leaves open: least need first, or order of submission.

use super::{run, systems};
use metasched::models::gehring::{AspOrder, Control, Metacomputer, Planner, Trigger};
use metasched::models::jones::FirstFit;
use metasched::network::Network;
use metasched::platform::{Cluster, Platform, State};
use metasched::scheduler::global_queue::{Discipline, GlobalQueue};
use metasched::workload::Job;
use proptest::prelude::*;

const FULL: Control = Control { local_queues: false, trigger: Trigger::Event };

/// The planner ASP\* with α = 1.
fn whole(order: AspOrder) -> Planner {
    Planner::Asp { alpha: 1.0, order }
}

fn machine(nodes: u32) -> Platform {
    Platform::star(vec![Cluster { nodes, capacity_bps: 1_000_000_000, speed: 1.0 }])
}

/// Rigid requests, each with submission time, number of nodes and run time.
fn rigid(requests: &[(f64, u32, f64)]) -> Vec<Job> {
    let job = |(id, &(arrival_s, nodes, runtime_s))| Job {
        id,
        arrival_s,
        nodes,
        runtime_s,
        estimate_s: runtime_s,
        ..Job::default()
    };
    (0..).zip(requests).map(job).collect()
}

/// The start of each request on a single machine of 10 nodes.
fn starts(jobs: &[Job], planner: Planner) -> Vec<f64> {
    let platform = machine(10);
    let network = Network::Wan(25.0);
    let idle = State::idle(platform.clone());
    let scheduler = Metacomputer::new(planner, FULL, network.clone(), &idle);
    let mut ended = run(&platform, jobs, Box::new(scheduler), &network).ended;
    ended.sort_by_key(|own| own.id);
    ended.iter().map(|own| own.start_s).collect()
}

/// 6 nodes are in use until 100 s. The second request needs all 10, from 100 to 110 s. The third request, of 4 nodes,
/// fits next to the first. In the order of least need, the third request starts at once; with FCFS, and in the order of
/// submission, it cannot start before 110 s.
#[test]
fn who_needs_least_passes_who_came_first() {
    let jobs = rigid(&[(0.0, 6, 100.0), (1.0, 10, 10.0), (2.0, 4, 20.0)]);
    let behind = [0.0, 100.0, 110.0];
    assert_eq!(starts(&jobs, Planner::Fcfs), behind);
    assert_eq!(starts(&jobs, whole(AspOrder::Submission)), behind);
    // In the order of least need, the second request waits until the third and the first have ended.
    let passed = [0.0, 100.0, 2.0];
    assert_eq!(starts(&jobs, whole(AspOrder::LeastNeed)), passed);
}

/// The second request needs 8 nodes from 100 s on, which leaves 2 of 10. By the formula of FCFS the third request, of 2
/// nodes, starts at once, because it delays no other request. In a queue in which the head blocks all others, the third
/// request starts together with the second.
#[test]
fn fcfs_by_its_formula_lets_in_who_delays_nobody() {
    let jobs = rigid(&[(0.0, 6, 100.0), (1.0, 8, 10.0), (2.0, 2, 20.0)]);
    assert_eq!(starts(&jobs, Planner::Fcfs), [0.0, 100.0, 2.0]);
    let blocked = [0.0, 100.0, 100.0];
    assert_eq!(starts(&jobs, whole(AspOrder::Submission)), blocked);
}

/// One machine of 10 nodes, asynchronous requests of 8, 8 and 2. With α = ½ they need 4, 4 and 1: in both orders all three start,
/// and share the 10 nodes evenly: 4, 4 and 2. If a synchronous one of 7 comes first, in the order of submission it takes 7, so
/// that fewer than 4 are left.
#[test]
fn what_is_free_is_shared_out_in_either_order() {
    let mut jobs = rigid(&[(0.0, 8, 10.0), (0.0, 8, 10.0), (0.0, 2, 10.0)]);
    jobs.iter_mut().for_each(|job| job.moldable = true);
    let half = |order| Planner::Asp { alpha: 0.5, order };
    for order in [AspOrder::LeastNeed, AspOrder::Submission] {
        assert_eq!(starts(&jobs, half(order)), [0.0; 3]);
    }
    let mut jobs = rigid(&[(0.0, 7, 10.0), (0.0, 8, 10.0), (0.0, 2, 10.0)]);
    jobs[1].moldable = true;
    jobs[2].moldable = true;
    assert_eq!(starts(&jobs, half(AspOrder::Submission))[..2], [0.0, 10.0]);
    // In the order of least need, the requests that need 1 and 4 nodes start first. The remaining 5 nodes are fewer
    // than the 7 that the synchronous request needs.
    let by_need = starts(&jobs, half(AspOrder::LeastNeed));
    assert_eq!(by_need[1..], [0.0, 0.0]);
    assert!(by_need[0] > 0.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// In the order of submission, ASP\* with α = 1 is the textbook FCFS queue whose head blocks. The run times of requests do
    /// not depend on their place if all links and machines are equal.
    #[test]
    fn with_the_whole_share_it_is_a_queue_whose_head_blocks((mut platform, jobs) in systems(40)) {
        platform.clusters.iter_mut().for_each(|own| own.speed = 1.0);
        let network = Network::Wan(1.0);
        let idle = || State::idle(platform.clone());
        let times = |scheduler| {
            let chronicle = run(&platform, &jobs, scheduler, &network);
            let ended = chronicle.ended.iter().map(|own| (own.id, own.start_s, own.end_s));
            (ended.collect::<Vec<_>>(), chronicle.rejected)
        };
        let asp = Metacomputer::new(whole(AspOrder::Submission), FULL, network.clone(), &idle());
        let queue = GlobalQueue::new(FirstFit, Discipline::Fcfs, idle());
        prop_assert_eq!(times(Box::new(asp)), times(Box::new(queue)));
    }

    /// ASP\* with α = 1 equals FCFS by formula, job for job and node for node, if no request can start before an earlier one:
    /// sizes never decrease.
    #[test]
    fn with_the_whole_share_it_is_fcfs_where_nobody_fits_beside((platform, mut jobs) in systems(40), ratio in prop_oneof![Just(1.0), Just(25.0)]) {
        let mut sizes: Vec<u32> = jobs.iter().map(|job| job.nodes).collect();
        sizes.sort_unstable();
        jobs.iter_mut().zip(sizes).for_each(|(job, nodes)| job.nodes = nodes);
        let network = Network::Wan(ratio);
        let ended = |planner| {
            let idle = State::idle(platform.clone());
            let scheduler = Metacomputer::new(planner, FULL, network.clone(), &idle);
            run(&platform, &jobs, Box::new(scheduler), &network).ended
        };
        prop_assert_eq!(ended(whole(AspOrder::Submission)), ended(Planner::Fcfs));
    }
}
