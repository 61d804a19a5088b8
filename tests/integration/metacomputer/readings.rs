//! Readings that the paper leaves open, by hand: the order and the shares of ASP and ASP\*, and the waiting room of FFIH.

use super::{run, systems};
use crate::twin::History;
use metasched::models::gehring::{AspOrder, Control, FfihRoom, Metacomputer, Planner, RoundSurface, Trigger, View};
use metasched::models::jones::FirstFit;
use metasched::network::allotment::Allotment;
use metasched::network::{Network, Sharing};
use metasched::platform::{Cluster, Platform, State};
use metasched::scheduler::global_queue::{Discipline, GlobalQueue};
use metasched::workload::Job;
use proptest::prelude::*;

const WHOLE: View = View { surface: RoundSurface::Steps, kept_share: 0.0 };
const FULL: Control = Control { local_queues: false, trigger: Trigger::Event, view: WHOLE };

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

/// The history of each request on these machines.
fn ended_on(platform: &Platform, jobs: &[Job], planner: Planner, control: Control) -> Vec<History> {
    let network = Network::Wan(25.0);
    let idle = State::idle(platform.clone());
    let scheduler = Metacomputer::new(planner, control, network.clone(), &idle);
    let mut ended = run(platform, jobs, Box::new(scheduler), &network).ended;
    ended.sort_by_key(|own| own.id);
    ended
}

/// The history of each request on a single machine of 10 nodes.
fn ended(jobs: &[Job], planner: Planner) -> Vec<History> {
    ended_on(&machine(10), jobs, planner, FULL)
}

/// The start of each request on a single machine of 10 nodes.
fn starts(jobs: &[Job], planner: Planner) -> Vec<f64> {
    ended(jobs, planner).iter().map(|own| own.start_s).collect()
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

/// One machine of 10 nodes and four asynchronous requests of 8, 1, 8 and 8: each share is 10 / 4, rounded down. They start
/// on 2, 1, 2 and 2 nodes, and 3 stay free; in the order of least need all 10 are used. With α = ½ the first needs 4, the
/// second 1 and the third 4, so that the fourth waits.
#[test]
fn equal_shares_leave_a_rest() {
    let mut jobs = rigid(&[(0.0, 8, 10.0), (0.0, 1, 10.0), (0.0, 8, 10.0), (0.0, 8, 10.0)]);
    jobs.iter_mut().for_each(|job| job.moldable = true);
    let sizes = |planner| {
        let mut ended = ended(&jobs, planner);
        ended.retain(|own| own.start_s == 0.0);
        ended.iter().map(|own| own.pieces[0].1).collect::<Vec<_>>()
    };
    assert_eq!(sizes(Planner::EqualAsp { alpha: 0.0 }), [2, 1, 2, 2]);
    assert_eq!(sizes(Planner::Asp { alpha: 0.0, order: AspOrder::LeastNeed }), [3, 1, 3, 3]);
    assert_eq!(sizes(Planner::EqualAsp { alpha: 0.5 }), [4, 1, 4]);
}

/// A synchronous request that does not fit ends the pass: the asynchronous one behind it waits, although nodes are free. In
/// the order of least need it would start.
#[test]
fn with_equal_shares_a_synchronous_request_blocks() {
    let mut jobs = rigid(&[(0.0, 6, 100.0), (1.0, 8, 10.0), (2.0, 4, 10.0)]);
    jobs[2].moldable = true;
    // At 100 s the second takes 8 of 10 nodes; the third's share is half of the 10 nodes, of which 2 are left.
    assert_eq!(starts(&jobs, Planner::EqualAsp { alpha: 0.0 }), [0.0, 100.0, 110.0]);
    assert_eq!(starts(&jobs, Planner::Asp { alpha: 0.0, order: AspOrder::LeastNeed })[2], 2.0);
}

/// 6 of 10 nodes are in use until 100 s. Requests of 8 nodes for 10 s and 5 nodes for 30 s arrive, which cannot start, then
/// one of 4 nodes for 2 s. It can start: if the room is drained, the others are planned behind it, at 100 s and 110 s. A
/// request of 4 nodes for 1 s that arrives at 4 s fits beside none of them, and is planned last. If only the requests that can
/// start now are planned, it starts at 5 s, when the last has ended.
#[test]
fn a_drained_room_lets_nobody_pass_later() {
    let jobs = rigid(&[(0.0, 6, 100.0), (1.0, 8, 10.0), (2.0, 5, 30.0), (3.0, 4, 2.0), (4.0, 4, 1.0)]);
    let room = |room| Planner::Ffih { room };
    assert_eq!(starts(&jobs, room(FfihRoom::One)), [0.0, 100.0, 110.0, 3.0, 5.0]);
    assert_eq!(starts(&jobs, room(FfihRoom::Drain)), [0.0, 100.0, 110.0, 3.0, 110.0]);
}

/// The start of each request on a single machine of 10 nodes, with a round every 10 s.
fn starts_in_rounds(jobs: &[Job], planner: Planner, view: View) -> Vec<f64> {
    let control = Control { local_queues: true, trigger: Trigger::Interval(10.0), view };
    ended_on(&machine(10), jobs, planner, control).iter().map(|own| own.start_s).collect()
}

/// A local request uses 4 of 10 nodes until 100 s. In the round at 10 s, meta requests of 2 and 4 nodes for 5 s wait. Both fit
/// beside the local request. On a flat line both start at 100 s, where the highest step is. A local request of 4 nodes for
/// 50 s arrives at 20 s: local requests are planned on the steps, so it starts at once.
#[test]
fn on_a_flat_line_no_meta_request_starts_beside_planned_work() {
    let mut jobs = rigid(&[(0.0, 4, 100.0), (1.0, 2, 5.0), (2.0, 4, 5.0), (20.0, 4, 50.0)]);
    (jobs[0].local, jobs[3].local) = (true, true);
    let flat = View { surface: RoundSurface::Flat, ..WHOLE };
    let asp = Planner::Asp { alpha: 0.0, order: AspOrder::LeastNeed };
    let drained = Planner::Ffih { room: FfihRoom::Drain };
    for planner in [Planner::Fcfs, Planner::FcfsStar, drained, asp, Planner::EqualAsp { alpha: 0.0 }] {
        assert_eq!(starts_in_rounds(&jobs, planner, WHOLE), [0.0, 10.0, 10.0, 20.0], "{planner:?}");
        assert_eq!(starts_in_rounds(&jobs, planner, flat), [0.0, 100.0, 100.0, 20.0], "{planner:?}");
    }
}

/// Two rounds on a flat line: the line of the second lies above the requests that the first has planned. The first round, at
/// 10 s, plans 3 nodes for 30 s. The next is due 10 s after that request has ended: at 50 s it plans a request of 3 nodes that
/// came at 15 s. Beside it, a local request of 2 nodes runs until 70 s.
#[test]
fn every_round_has_a_line_of_its_own() {
    let mut jobs = rigid(&[(1.0, 3, 30.0), (15.0, 3, 10.0), (45.0, 2, 25.0)]);
    jobs[2].local = true;
    let flat = View { surface: RoundSurface::Flat, ..WHOLE };
    assert_eq!(starts_in_rounds(&jobs, Planner::Fcfs, WHOLE), [10.0, 50.0, 45.0]);
    assert_eq!(starts_in_rounds(&jobs, Planner::Fcfs, flat), [10.0, 70.0, 45.0]);
}

/// A machine of 10 nodes keeps ⌊0.35 · 10⌋ = 3 for local requests and shows 7. In the round at 10 s, a meta request of 5 nodes
/// starts, and one of 3 nodes waits until it has ended, since only 2 are shown. A request of 8 nodes is refused, although the
/// machine is large enough. A local request of 5 nodes starts at once at 12 s, beside the 5 nodes of the first. If the whole
/// surface is shown, both meta requests start at 10 s, and the local one waits for the second.
#[test]
fn a_subset_of_the_surface_keeps_nodes_for_local_requests() {
    let mut jobs = rigid(&[(1.0, 5, 20.0), (2.0, 3, 5.0), (12.0, 5, 5.0), (13.0, 8, 5.0)]);
    jobs[2].local = true;
    let subset = View { kept_share: 0.35, ..WHOLE };
    assert_eq!(starts_in_rounds(&jobs, Planner::Fcfs, WHOLE)[..3], [10.0, 10.0, 15.0]);
    assert_eq!(starts_in_rounds(&jobs, Planner::Fcfs, subset), [10.0, 30.0, 12.0]);
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

/// Two machines of 10 nodes with links of 1 Gbps. Request 0 runs on all nodes, for 100 s on free links, half of it communication.
/// It demands 2 Gbps of each link, so that its share is 0.5, and it runs for 50 + 50 · 2 = 150 s. Request 1 comes at 10 s and needs all
/// nodes. With dedicated run times it is planned at 100 s and starts late, at 150 s; by present shares it is planned at 150 s.
#[test]
fn present_shares_tell_when_nodes_are_free() {
    let mut jobs = rigid(&[(0.0, 20, 100.0), (10.0, 20, 10.0)]);
    (jobs[0].compute_fraction, jobs[0].bsbw_bps) = (0.5, 2e9);
    let cluster = Cluster { nodes: 10, capacity_bps: 1_000_000_000, speed: 1.0 };
    let network = Network::Dynamic(Allotment::new(Sharing::Proportional, 2));
    let platform = Platform::star(vec![cluster; 2]);
    assert_eq!(last(&platform, &jobs, &network, false), (Some(100.0), 150.0));
    assert_eq!(last(&platform, &jobs, &network, true), (Some(150.0), 150.0));
}

/// Promised and real start of the last request, by FCFS with dedicated run times or by present shares.
fn last(platform: &Platform, jobs: &[Job], network: &Network, present: bool) -> (Option<f64>, f64) {
    let idle = State::idle(platform.clone());
    let mut scheduler = Metacomputer::new(Planner::Fcfs, FULL, network.clone(), &idle);
    if present {
        scheduler = scheduler.by_present_shares(&idle);
    }
    let ended = run(platform, jobs, Box::new(scheduler), network).ended;
    let own = ended.iter().max_by_key(|own| own.id).unwrap();
    (own.promised_s, own.start_s)
}

/// A machine of 10 nodes. Request 0, on all nodes, is estimated at 100 s and runs for 50 s. Request 1 is planned at 100 s. With
/// dedicated run times it starts then; otherwise it is planned again at 50 s, and starts.
#[test]
fn an_early_end_moves_plans_by_present_shares() {
    let mut jobs = rigid(&[(0.0, 10, 50.0), (1.0, 10, 10.0)]);
    jobs[0].estimate_s = 100.0;
    assert_eq!(last(&machine(10), &jobs, &Network::Unlimited, false), (Some(100.0), 100.0));
    assert_eq!(last(&machine(10), &jobs, &Network::Unlimited, true), (Some(100.0), 50.0));
}

/// Two machines of 10 nodes with links of 1 Gbps. Each request needs all nodes, and requests 0 and 1 fill the links alone. While
/// request 0 runs, request 1 would have a share of 0.5, so that it is planned from 100 to 250 s, and request 2 at 250 s. But request 1
/// starts on free links and ends at 200 s: request 2 starts then.
#[test]
fn a_start_with_another_share_than_planned_moves_plans() {
    let mut jobs = rigid(&[(0.0, 20, 100.0), (10.0, 20, 100.0), (20.0, 20, 10.0)]);
    for job in &mut jobs[..2] {
        (job.compute_fraction, job.bsbw_bps) = (0.5, 1e9);
    }
    let cluster = Cluster { nodes: 10, capacity_bps: 1_000_000_000, speed: 1.0 };
    let network = Network::Dynamic(Allotment::new(Sharing::Proportional, 2));
    assert_eq!(last(&Platform::star(vec![cluster; 2]), &jobs, &network, true), (Some(250.0), 200.0));
}
