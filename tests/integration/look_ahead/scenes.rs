//! Random states of a platform, in which decisions of look-ahead policies are compared with the reference.

use super::{Ahead, Busy, ClusterSnapshot};
use crate::co_allocation::CoAhead;
use crate::common::{fits, scores};
use metasched::experiment;
use metasched::logs::read;
use metasched::models::shih::{Ai2, Fit};
use metasched::network::Network;
use metasched::network::allotment::Allotment;
use metasched::platform::{Cluster, Piece, Placement, Platform, State};
use metasched::scenario::{Scenario, Sharing};
use metasched::scheduler::Policy;
use metasched::scheduler::order::{Fixed, Order};
use metasched::scheduler::outlook::Outlook;
use metasched::workload::Job;
use proptest::prelude::*;
use std::sync::Arc;

/// A state of the platform in which a job is to be placed.
#[derive(Clone, Debug)]
struct Scene {
    platform: Platform,
    now: f64,
    running: Vec<Busy>,
    waiting: Vec<Job>,
}

fn scenes() -> impl Strategy<Value = Scene> {
    let speed = prop_oneof![2 => Just(1.0), 1 => Just(2.0), 2 => 0.3f64..3.0];
    let clusters = prop::collection::vec((4u32..20, speed), 1..24);
    let busy = (any::<prop::sample::Index>(), 1u32..9, prop_oneof![80.0f64..160.0, Just(110.0)]);
    let job = (1u32..20, 0u32..90, prop_oneof![Just(5.0), Just(10.0), 0.1f64..50.0]);
    (clusters, prop::collection::vec(busy, 0..40), prop::collection::vec(job, 1..40)).prop_map(
        |(clusters, busy, jobs)| {
            let cluster = |(nodes, speed)| Cluster { nodes, capacity_bps: 1, speed };
            let platform = Platform::star(clusters.into_iter().map(cluster).collect());
            let mut free: Vec<u32> = platform.clusters.iter().map(|c| c.nodes).collect();
            let mut running = Vec::new();
            for (at, nodes, end) in busy {
                let cluster = at.index(free.len());
                if free[cluster] >= nodes {
                    free[cluster] -= nodes;
                    running.push((cluster, nodes, end));
                }
            }
            let most = platform.clusters.iter().map(|c| c.nodes).max().unwrap();
            let mut waiting: Vec<Job> = jobs
                .into_iter()
                .map(|(nodes, arrival, estimate_s)| Job {
                    nodes: nodes.min(most),
                    arrival_s: f64::from(arrival),
                    estimate_s,
                    ..Job::default()
                })
                .collect();
            waiting.sort_by(|a, b| a.arrival_s.total_cmp(&b.arrival_s));
            (0..).zip(&mut waiting).for_each(|(id, job)| job.id = id);
            Scene { platform, now: 100.0, running, waiting }
        },
    )
}

impl Scene {
    fn snapshot(&self, at: usize) -> ClusterSnapshot<'_> {
        ClusterSnapshot {
            platform: &self.platform,
            now: self.now,
            running: self.running.clone(),
            passed: &self.waiting[..at],
            behind: &self.waiting[at + 1..],
            going: Vec::new(),
            first_estimate: self.waiting[0].estimate_s,
        }
    }

    /// The state and the outlook of the scene, as the engine's policies read them.
    fn outlook(&self) -> (State, Outlook) {
        let mut state = State::idle(self.platform.clone());
        let mut outlook = Outlook::new(Order::ARRIVAL, &state);
        for (slot, &(cluster, nodes, end)) in self.running.iter().enumerate() {
            let cluster = cluster as u32;
            let placement: Placement = std::iter::once(Piece { cluster, nodes }).collect();
            state.claim(&placement, &Default::default());
            outlook.start(&Job { id: u64::MAX, ..Job::default() }, &placement);
            outlook.started(slot as u32, end);
        }
        outlook.look(self.now);
        self.waiting.iter().for_each(|job| outlook.submit(job));
        (state, outlook)
    }
}

fn placed(policy: &mut dyn Policy, outlook: &Outlook, state: &State, job: &Job) -> Option<usize> {
    let mut placement = Placement::new();
    let placed = policy.place_ahead(outlook, state, job, &mut placement);
    placed.then(|| placement[0].cluster as usize)
}

/// Figure 9 as a run: the job on B should end at 25, five seconds after the decision about job 5, but ends at 21. TLA
/// sends job 5 to B (turnarounds of the four jobs: 15, 5, 6 and 6 s), FF sends it to A (10, 7, 7 and 7 s): on average 8
/// s against 7.75 s. The four jobs before job 5 take 23, 19, 17 and 19 s. If the estimate were right, the last of them
/// would take 23 s, and FF's turnarounds would be 10, 10, 11 and 9 s.
#[test]
fn an_estimate_that_is_wrong_misleads() {
    let log = include_str!("../../browser/table-1.swf");
    let shorter = log.replacen("3 2 -1 23 5", "3 2 -1 19 5", 1);
    for (log, before_s, tla_s, ff_s) in [(shorter.as_str(), 78.0, 32.0, 31.0), (log, 82.0, 32.0, 40.0)] {
        let log = Arc::new(read("table-1.swf", &mut log.as_bytes()).unwrap());
        let scenario = Scenario::from_json(include_str!("../../browser/table-1.json")).unwrap();
        let results = experiment::run(&scenario, Some(log)).unwrap();
        let means: Vec<f64> = results.points[0].results.iter().map(|run| run.mean_turnaround_s).collect();
        assert_eq!(means, [(before_s + tla_s) / 8.0, (before_s + ff_s) / 8.0]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// For every job in the queue that has room, the decision is compared with the decision of the reference,
    /// independently of the other jobs.
    #[test]
    fn decisions_equal_the_literal_ones(
        scene in scenes(),
        depth in prop_oneof![2 => Just(usize::MAX), 1 => 0usize..30],
        fit in fits(),
        score in scores(),
        decisions in prop_oneof![2 => Just(1usize), 1 => 2usize..6],
        reserved in prop::collection::vec(0u32..3, 24),
    ) {
        let (state, outlook) = scene.outlook();
        let free = state.free().to_vec();
        // Some free nodes are reserved for other jobs.
        let mut room = state.clone();
        let held: Vec<u32> = free.iter().zip(reserved).map(|(free, held)| held.min(*free)).collect();
        for (cluster, &nodes) in (0..).zip(&held).filter(|held| *held.1 > 0) {
            room.claim(&std::iter::once(Piece { cluster, nodes }).collect(), &Default::default());
        }
        let ahead = Ahead { depth, fit, decisions, score };
        let mut engine = ahead.tla(&scene.platform);
        let mut fixed = Vec::new();
        for (at, job) in scene.waiting.iter().enumerate() {
            let snapshot = scene.snapshot(at);
            prop_assert_eq!(
                placed(&mut engine, &outlook, &room, job),
                snapshot.tla(room.free(), job, ahead, &mut fixed)
            );
            prop_assert_eq!(placed(&mut Ai2::new(&state), &outlook, &room, job), snapshot.ai2(room.free(), job));
        }
    }

    /// One policy decides about a whole queue. Meanwhile jobs arrive, some of them before others in the queue, and end
    /// early or late. Each decision equals that of a new policy that simulates every future completely.
    #[test]
    fn what_is_known_from_before_changes_nothing(
        scene in scenes(),
        depth in prop_oneof![3 => Just(usize::MAX), 1 => 1usize..20],
        fit in fits(),
        score in scores(),
        narrowest in prop::sample::select(vec![false, false, true]),
        surprises in prop::collection::vec(prop_oneof![9 => Just(1.0), 1 => 0.5f64..2.0], 60),
    ) {
        let order = match narrowest {
            true => Order::by(Fixed(|job| job.nodes.into())),
            false => Order::ARRIVAL,
        };
        let ahead = Ahead { depth, fit, decisions: 1, score };
        let mut known = ahead.tla(&scene.platform);
        let mut state = State::idle(scene.platform.clone());
        let mut outlook = Outlook::new(order.clone(), &state);
        let speed = |cluster: u32| scene.platform.clusters[cluster as usize].speed;
        let (mut waiting, mut running) = (Vec::<Job>::new(), Vec::<(f64, u32, Placement)>::new());
        // Two thirds of the jobs are already in the queue at the beginning.
        let early = scene.waiting.len() * 2 / 3;
        let times = |at: usize| if at < early { 100.0 } else { 101.0 + (at - early) as f64 };
        let mut coming = scene.waiting.iter().enumerate().map(|(at, job)| Job { arrival_s: times(at), ..*job }).peekable();
        let mut slots = 0;
        loop {
            let ending = running.iter().map(|own| own.0).fold(f64::INFINITY, f64::min);
            let now = coming.peek().map_or(ending, |job| job.arrival_s.min(ending));
            if now == f64::INFINITY {
                break;
            }
            let (ended, on): (Vec<_>, Vec<_>) = running.into_iter().partition(|own| own.0 <= now);
            running = on;
            for (_, slot, placement) in ended {
                state.release(&placement, &Default::default());
                outlook.ended(slot, now);
            }
            while let Some(job) = coming.next_if(|job| job.arrival_s <= now) {
                outlook.submit(&job);
                waiting.push(job);
            }
            outlook.look(now);
            waiting.sort_by_key(|job| order.place(job, now));
            while let Some(&job) = waiting.first() {
                let mut expected = (f64::INFINITY, None);
                let mut clusters: Vec<u32> = (0..state.free().len() as u32).collect();
                clusters.sort_by(|&c, &d| speed(d).total_cmp(&speed(c)));
                for cluster in clusters.into_iter().filter(|&c| state.free()[c as usize] >= job.nodes) {
                    let score = ahead.tla(&scene.platform).future(&outlook, &job, cluster, |_| {});
                    if score < expected.0 {
                        expected = (score, Some(cluster as usize));
                    }
                }
                let mut placement = Placement::new();
                let placed = known.place_ahead(&outlook, &state, &job, &mut placement);
                prop_assert_eq!(placed.then(|| placement[0].cluster as usize), match waiting.len() {
                    1 => placed.then(|| Scene { now, running: Vec::new(), ..scene.clone() }.snapshot(0).fastest(state.free(), job.nodes)).flatten(),
                    _ => expected.1,
                });
                if !placed {
                    break;
                }
                waiting.remove(0);
                outlook.start(&job, &placement);
                state.claim(&placement, &Default::default());
                let run_s = job.estimate_s / speed(placement[0].cluster);
                outlook.started(slots, now + run_s);
                running.push((now + run_s * surprises[slots as usize], slots, placement));
                slots += 1;
            }
        }
        prop_assert_eq!(slots as usize, scene.waiting.len());
    }

    /// If a cluster has room, and no job is ever spread, look-ahead co-allocation chooses as TLA does.
    #[test]
    fn without_spreading_co_allocation_is_tla(
        scene in scenes(),
        depth in prop_oneof![2 => Just(usize::MAX), 1 => 0usize..30],
        fit in fits(),
        score in scores(),
    ) {
        let (state, outlook) = scene.outlook();
        let ahead = Ahead { depth, fit, decisions: 1, score };
        // B3 must place the whole job on its first cluster, so it never spreads a job.
        let co = CoAhead { ahead, chunk: 1.0, lslt: 1.0, most_put_off: 1, all: false, passing: false };
        let links = scene.platform.clusters.len();
        for job in scene.waiting.iter().filter(|job| job.nodes <= state.most_free()) {
            let network = Network::Dynamic(Allotment::new(Sharing::Proportional, links));
            prop_assert_eq!(
                placed(&mut co.tla(&scene.platform, network, 1), &outlook, &state, job),
                placed(&mut ahead.tla(&scene.platform), &outlook, &state, job)
            );
        }
    }

    /// If no other job waits, TLA equals fastest-first.
    #[test]
    fn without_others_it_is_fastest_first(scene in scenes(), score in scores(), decisions in 1usize..4) {
        let (state, outlook) = scene.outlook();
        for (at, job) in scene.waiting.iter().enumerate() {
            let fastest = scene.snapshot(at).fastest(state.free(), job.nodes);
            let ahead = Ahead { depth: 0, fit: Fit::Fastest, decisions, score };
            prop_assert_eq!(placed(&mut ahead.tla(&scene.platform), &outlook, &state, job), fastest);
        }
        let platform = scene.platform.clone();
        let alone = Scene { waiting: vec![scene.waiting[0]], ..scene };
        let (state, outlook) = alone.outlook();
        let job = &alone.waiting[0];
        let fastest = alone.snapshot(0).fastest(state.free(), job.nodes);
        let ahead = Ahead { depth: usize::MAX, fit: Fit::Fastest, decisions, score };
        prop_assert_eq!(placed(&mut ahead.tla(&platform), &outlook, &state, job), fastest);
        prop_assert_eq!(placed(&mut Ai2::new(&state), &outlook, &state, job), fastest);
    }
}
