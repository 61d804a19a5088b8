//! The order of ASP and ASP\*, which the paper leaves open: least need first, or that of submission.

use super::{run, systems};
use metasched::models::gehring::{AspOrder, Control, Metacomputer, Planner, Trigger};
use metasched::models::jones::FirstFit;
use metasched::network::Network;
use metasched::platform::{Cluster, Platform, State};
use metasched::scheduler::global_queue::{Discipline, GlobalQueue};
use metasched::workload::Job;
use proptest::prelude::*;

const FULL: Control = Control { local_queues: false, trigger: Trigger::Event };

/// ASP\* with α = 1.
fn whole(order: AspOrder) -> Planner {
    Planner::Asp { alpha: 1.0, order }
}

fn machine(nodes: u32) -> Platform {
    Platform::star(vec![Cluster { nodes, capacity_bps: 1_000_000_000, speed: 1.0 }])
}

/// Rigid requests: submission, nodes, time.
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

/// When each starts on one machine of 10.
fn starts(jobs: &[Job], planner: Planner) -> Vec<f64> {
    let platform = machine(10);
    let network = Network::Wan(25.0);
    let idle = State::idle(platform.clone());
    let scheduler = Metacomputer::new(planner, FULL, network.clone(), &idle);
    let mut ended = run(&platform, jobs, Box::new(scheduler), &network).ended;
    ended.sort_by_key(|own| own.id);
    ended.iter().map(|own| own.start_s).collect()
}

/// 6 nodes are taken until 100 s. The second needs all 10, from 100 to 110 s. The third, of 4, fits beside the first: by least need it
/// starts at once; under FCFS, and in the order of submission, it has no place before 110 s.
#[test]
fn who_needs_least_passes_who_came_first() {
    let jobs = rigid(&[(0.0, 6, 100.0), (1.0, 10, 10.0), (2.0, 4, 20.0)]);
    let behind = [0.0, 100.0, 110.0];
    assert_eq!(starts(&jobs, Planner::Fcfs), behind);
    assert_eq!(starts(&jobs, whole(AspOrder::Submission)), behind);
    // The second then waits until the third and the first have ended.
    let passed = [0.0, 100.0, 2.0];
    assert_eq!(starts(&jobs, whole(AspOrder::LeastNeed)), passed);
}

/// The second needs 8 from 100 s on, which leaves 2 of 10: by the formula of FCFS the third, of 2, begins at once and delays none; where the
/// head blocks it begins with the second.
#[test]
fn fcfs_by_its_formula_lets_in_who_delays_nobody() {
    let jobs = rigid(&[(0.0, 6, 100.0), (1.0, 8, 10.0), (2.0, 2, 20.0)]);
    assert_eq!(starts(&jobs, Planner::Fcfs), [0.0, 100.0, 2.0]);
    let blocked = [0.0, 100.0, 100.0];
    assert_eq!(starts(&jobs, whole(AspOrder::Submission)), blocked);
}

/// One machine of 10, asynchronous requests of 8, 8 and 2. With α = ½ they need 4, 4 and 1: by least need, and in the order of submission, all three
/// start, and the 10 nodes are shared out evenly: 4, 4 and 2. A synchronous one of 7 in front of them takes 7 in the order of submission, so
/// that no 4 are left.
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
    // By least need 1 and 4 come first, and 5 are not 7.
    let by_need = starts(&jobs, half(AspOrder::LeastNeed));
    assert_eq!(by_need[1..], [0.0, 0.0]);
    assert!(by_need[0] > 0.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// In the order of submission ASP\* with α = 1 is the textbook's FCFS queue, whose head blocks: at what times requests run does not depend on
    /// where, if links and machines are all alike.
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

    /// It is FCFS as the formula has it, job for job and node for node, where no request can begin beside an earlier one: sizes that never fall.
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
