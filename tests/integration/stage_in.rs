//! Data that jobs get before they run: the engine compared with its slow twin job by job, cases by hand, and refusals.

use crate::common::{Chronicle, finish, links, orders, run_beside_the_twin, simulation, systems};
use crate::fuzz::auditor::Auditor;
use crate::resources;
use crate::twin::{Links, Order, Strategy as Placing, Twin};
use metasched::experiment::{self, Plan};
use metasched::platform::{Cluster, Platform};
use metasched::scenario::{Scenario, Sharing};
use metasched::workload::Job;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Policies that decide from the present state.
fn strategies() -> impl Strategy<Value = Placing> {
    prop_oneof![1 => resources::strategies(), 1 => (1u32..40).prop_map(Placing::CloseToFiles)]
}

/// Systems in which data often take longer than the run, and never matter for some jobs.
fn systems_with_data(most: usize) -> impl Strategy<Value = (Platform, Vec<Job>)> {
    let sizes = prop::collection::vec(prop_oneof![1 => Just(0.0), 2 => 0.0..2000.0f64, 1 => Just(100.0)], most);
    (systems(most), sizes).prop_map(|((mut platform, mut jobs), sizes)| {
        platform.stages_in = true;
        jobs.iter_mut().zip(sizes).for_each(|(job, size_mb)| job.size_mb = size_mb);
        (platform, jobs)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// FCFS, FPFS, SJF, EASY and conservative backfilling, all topologies and kinds of networks.
    #[test]
    fn equals_the_slow_twin(
        (platform, jobs) in systems_with_data(40),
        strategy in strategies(),
        links in links(),
        order in orders(),
        step in 1u64..20,
    ) {
        let auditor = |platform: &Platform| {
            let is_max_min = matches!(links, Links::Dynamic(Sharing::MaxMin));
            Auditor::new(platform, matches!(links, Links::Dynamic(_)), is_max_min)
        };
        let auditor = run_beside_the_twin(platform, &jobs, (strategy, links, order), step, auditor)?;
        prop_assert_eq!(auditor.ended + auditor.rejected, jobs.len() as u64);
    }

    /// Estimates are exact and no link slows a job, so that every job with a reservation starts no later than promised, and ends
    /// after its data and its run.
    #[test]
    fn plans_know_the_data((platform, mut jobs) in systems_with_data(40), limit in 1u32..40, depth in 1u32..50) {
        jobs.iter_mut().for_each(|job| job.estimate_s = job.runtime_s);
        let (strategy, order) = (Placing::CloseToFiles(limit), Order::Reserving(depth));
        let mut engine = simulation(&platform, &jobs, strategy, Links::Unlimited, order, Chronicle::default());
        finish(&mut engine, 7);
        let twin = Twin::new(&platform, strategy, Links::Unlimited, order);
        for own in engine.into_observer().ended {
            prop_assert!(own.promised_s.is_none_or(|promised_s| own.start_s <= promised_s), "{own:?}");
            let whole_s = twin.estimated_s(&jobs[own.id as usize], &own.pieces);
            prop_assert_eq!(own.end_s, own.start_s + whole_s);
        }
    }
}

/// Start \[s\], end \[s\], and pieces (cluster, nodes) of a job.
type Ran = (f64, f64, Vec<(usize, u32)>);

/// Starts, ends and clusters of jobs of one node that arrive at cluster 1, at 0 s, with 100 MB of data and a run of 100 s. The
/// clusters have 1, 1 and 2 nodes, and links of 1000, 100 and 10 Mbps.
fn by_hand(strategy: Placing, links: Links, order: Order, jobs: &[Job]) -> Vec<Ran> {
    let cluster = |(nodes, mbps): (u32, u64)| Cluster { nodes, capacity_bps: mbps * 1_000_000, speed: 1.0 };
    let clusters = [(1, 1000), (1, 100), (2, 10)].map(cluster).to_vec();
    let platform = Platform { stages_in: true, ..Platform::star(clusters) };
    let mut engine = simulation(&platform, jobs, strategy, links, order, Chronicle::default());
    finish(&mut engine, 100);
    let mut ended = engine.into_observer().ended;
    ended.sort_by_key(|own| own.id);
    ended.into_iter().map(|own| (own.start_s, own.end_s, own.pieces)).collect()
}

fn job(id: u64, nodes: u32) -> Job {
    Job { id, nodes, size_mb: 100.0, runtime_s: 100.0, estimate_s: 100.0, ..Job::default() }
}

/// 100 MB take 8 s at 100 Mbps and 80 s at 10 Mbps.
#[test]
fn data_by_hand() {
    let three = [job(0, 1), job(1, 1), job(2, 1)];
    let cf = by_hand(Placing::CloseToFiles(1), Links::Unlimited, Order::Fcfs, &three);
    assert_eq!(cf, [(0.0, 100.0, vec![(0, 1)]), (0.0, 108.0, vec![(1, 1)]), (0.0, 180.0, vec![(2, 1)])]);
    // A spread job waits for the last of its data, and only its run takes twice as long on the network.
    let spread = by_hand(Placing::CloseToFiles(1), Links::Fixed(2.0), Order::Fcfs, &[job(0, 3)]);
    assert_eq!(spread, [(0.0, 280.0, vec![(0, 1), (1, 1), (2, 1)])]);
}

/// Job 0 runs at home until 100 s, job 1 on cluster 2 until 108 s, job 2 on both nodes of cluster 3 until 180 s. Job 3 needs three
/// nodes, and is promised one of each cluster at 180 s, until 360 s. Job 5 of 70 s may run at home from 100 s on. On cluster 2, job 7
/// of 60 s gets its data until 116 s and ends at 176 s; job 6 of 65 s would end at 181 s, and waits. Job 4 of 100 s gets the other
/// node of cluster 3.
#[test]
fn reservations_by_hand() {
    let of = |id, runtime_s| Job { runtime_s, estimate_s: runtime_s, ..job(id, 1) };
    let jobs = [job(0, 1), job(1, 1), job(2, 2), job(3, 3), job(4, 1), of(5, 70.0), of(6, 65.0), of(7, 60.0)];
    let easy = by_hand(Placing::CloseToFiles(1), Links::Unlimited, Order::Reserving(1), &jobs);
    let starts: Vec<f64> = easy.iter().map(|own| own.0).collect();
    assert_eq!(starts, [0.0, 0.0, 0.0, 180.0, 180.0, 100.0, 360.0, 108.0]);
    assert_eq!(easy[3], (180.0, 360.0, vec![(0, 1), (1, 1), (2, 1)]));
    assert_eq!(easy[4], (180.0, 360.0, vec![(2, 1)]));
    assert_eq!(easy[7], (108.0, 176.0, vec![(1, 1)]));
}

/// The problem of a scenario.
fn problem(scenario: Value) -> String {
    Scenario::from_value(&scenario).err().map(|problems| problems.to_string()).unwrap_or_default()
}

#[test]
fn what_does_not_know_data_is_refused() {
    for (scheduler, why) in [
        ("tla", "decides as if jobs had no data"),
        ("local-queues", "decides as if jobs had no data"),
        ("meta-fcfs", "plans a metacomputer to which jobs bring no data"),
    ] {
        let said = problem(json!({ "platform": { "stage_in": "links" }, "schedulers": ["cf", scheduler] }));
        assert!(said.starts_with("schedulers.1.policy is ") && said.contains(why), "{said}");
        assert!(said.contains("platform.stage_in is given") && said.contains("with data that are moved: "), "{said}");
    }
    assert_eq!(problem(json!({ "platform": { "stage_in": "links" }, "schedulers": ["cf", "fuzzy"] })), "");
    let failing = json!({ "stage_in": "links", "after_failure": "checkpoint", "failures": { "mtbf_h": 10 } });
    let said = problem(json!({ "platform": failing, "schedulers": ["cf"] }));
    assert!(said.starts_with("platform.after_failure is \"checkpoint\", but jobs get their data"), "{said}");
}

/// A scenario with this platform and these data, and its digests by scheduler.
fn digests(network: &str, platform: Value, data_mb: Option<u32>, schedulers: Value) -> Vec<String> {
    let varied = data_mb.map_or(json!({}), |mb| json!({ "data_mb": [mb, mb] }));
    let scenario = json!({
        "platform": platform,
        "workload": { "jobs_per_cluster": 60, "interarrival_s": 60, "varied": varied },
        "network": { "model": network },
        "schedulers": schedulers,
        "experiment": { "sweep": [], "replications": 1 },
    });
    let results = experiment::run(&Scenario::from_value(&scenario).unwrap(), None).unwrap();
    results.points.iter().flat_map(|point| point.results.iter().map(|own| own.digest.clone())).collect()
}

/// On every network, and for policies that keep jobs on one cluster too, data and the capacity of links matter with stage-in, and only
/// with it; never for jobs that stay at home.
#[test]
fn a_plan_keeps_what_stage_in_reads() {
    let platform = |rule: &str, mbps: u32| json!({ "clusters": [{ "count": 3, "link_mbps": mbps }], "stage_in": rule, "topology": "tree", "core_mbps": mbps / 2, "clusters_per_site": 1 });
    for network in ["dynamic", "unlimited", "wan"] {
        let of = |rule, mbps, data_mb| {
            let all = json!(["no-share", "migration-only", "worst-fit", "cf", "fuzzy"]);
            digests(network, platform(rule, mbps), Some(data_mb), all)
        };
        let [usual, slower, more] = [(100, 500), (50, 500), (100, 900)].map(|(mbps, mb)| of("links", mbps, mb));
        let none = [(100, 500), (100, 900)].map(|(mbps, mb)| of("none", mbps, mb));
        for at in 1..4 {
            assert_ne!(usual[at], slower[at], "{network} {at}");
            assert_ne!(usual[at], more[at], "{network} {at}");
            assert_ne!(usual[at], none[0][at], "{network} {at}");
            assert_eq!(none[0][at], none[1][at], "{network} {at}");
        }
        assert!(usual[0] == slower[0] && usual[0] == none[0][0], "{network}");
        // A grid sends data itself.
        assert_eq!(usual[4], none[0][4], "{network}");
    }
}

/// A sweep over data runs a policy that keeps all jobs at home once.
#[test]
fn jobs_at_home_need_no_data() {
    let scenario = json!({
        "platform": { "stage_in": "links" },
        "workload": { "varied": { "data_mb": [0, 100] } },
        "schedulers": ["no-share", "migration-only"],
        "experiment": { "sweep": [{ "parameter": "workload.varied.data_mb.1", "values": [100, 500] }], "replications": 1 },
    });
    let plan = Plan::new(&Scenario::from_value(&scenario).unwrap()).unwrap();
    let policies: Vec<&str> = plan.tasks().iter().map(|task| task.scheduler.policy.name()).collect();
    assert_eq!(policies, ["no-share", "migration-only", "migration-only"]);
}
