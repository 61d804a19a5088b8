//! Recorded plannings: by hand, and against the promised schedule.

use super::super::{AspOrder, View};
use super::*;
use crate::engine::{Observer, Progress, Running, Simulation};
use crate::platform::Cluster;
use crate::scheduler::steps::value_at;
use proptest::prelude::*;
use std::collections::VecDeque;

/// All plannings that are recorded about some jobs, and all starts: job, start and end \[s\], placement.
#[derive(Default)]
struct Seen {
    about: About,
    plannings: Vec<Planning>,
    starts: Vec<(u64, f64, f64, Placement)>,
}

impl Observer for Seen {
    fn begin(&mut self, scheduler: &mut dyn Scheduler) {
        scheduler.facts().unwrap().about = self.about;
    }

    fn started(&mut self, running: &Running, _state: &State) {
        self.starts.push((running.job.id, running.start_s, running.end_s, running.placement.clone()));
    }

    fn decided(&mut self, _now_s: f64, _state: &State, scheduler: &mut dyn Scheduler) {
        self.plannings.append(&mut scheduler.facts().unwrap().plannings);
    }
}

fn request(id: u64, arrival_s: f64, nodes: u32, runtime_s: f64) -> Job {
    Job { id, arrival_s, nodes, runtime_s, estimate_s: runtime_s, ..Job::default() }
}

fn run(about: About, planner: Planner, control: Control, sizes: &[u32], jobs: Vec<Job>) -> Seen {
    let clusters = sizes.iter().map(|&nodes| Cluster { nodes, capacity_bps: 1, speed: 1.0 });
    let idle = State::idle(Platform::star(clusters.collect()));
    let scheduler = Metacomputer::new(planner, control, Network::Unlimited, &idle);
    let source = Box::new(VecDeque::from(jobs));
    let seen = Seen { about, ..Seen::default() };
    let mut simulation = Simulation::new(source, Box::new(scheduler), idle, Network::Unlimited, seen);
    while simulation.advance(u64::MAX) == Progress::Running {}
    simulation.into_observer()
}

const FULL: Control = Control {
    local_queues: false,
    trigger: Trigger::Event,
    view: View { surface: RoundSurface::Steps, kept_share: 0.0 },
};

fn steps<const N: usize>(all: [(f64, u32); N]) -> Vec<Step> {
    all.map(|(from_s, free)| Step { from_s, free }).to_vec()
}

/// Machines of 10 and 6 processors. Requests 0 and 1 take 8 of the first machine until 10 s and all of the second until
/// 20 s. Request 2, of 12 processors for 5 s, finds them at 20 s: all 6 of the second machine and 6 of the first. From 10 s
/// on, only 4 of the first machine stay free; request 3 takes these. The surface then is as before, since 4 others of the
/// first machine are free until 20 s.
#[test]
fn two_requests_on_a_plan_by_hand() {
    let jobs =
        vec![request(0, 0.0, 8, 10.0), request(1, 0.0, 6, 20.0), request(2, 1.0, 12, 5.0), request(3, 2.0, 4, 3.0)];
    let seen = run(About::Job(2), Planner::Fcfs, FULL, &[10, 6], jobs);
    let first = ClusterPlan {
        nodes: 10,
        free: steps([(1.0, 2), (10.0, 10)]),
        before: steps([(1.0, 2), (10.0, 10)]),
        after: steps([(1.0, 2), (10.0, 4), (25.0, 10)]),
        taken: 6,
    };
    let second = ClusterPlan {
        nodes: 6,
        free: steps([(1.0, 0), (20.0, 6)]),
        before: steps([(1.0, 0), (20.0, 6)]),
        after: steps([(1.0, 0), (25.0, 6)]),
        taken: 6,
    };
    let [own, next] = seen.plannings.as_slice() else { panic!("{:?}", seen.plannings) };
    let clusters = vec![first, second];
    assert_eq!(*own, Planning { time_s: 1.0, job: 2, start_s: 20.0, end_s: 25.0, nodes: 12, clusters });
    assert_eq!((next.job, next.start_s, next.end_s, next.nodes), (3, 10.0, 13.0, 4));
    assert_eq!(next.clusters[0].free, steps([(2.0, 2), (10.0, 10), (20.0, 4), (25.0, 10)]));
    assert_eq!(next.clusters[0].before, steps([(2.0, 2), (10.0, 4), (25.0, 10)]));
    assert_eq!(next.clusters[0].after, next.clusters[0].before);
    assert_eq!(next.clusters[0].taken, 4);
}

/// A flat line above 20 s: no processors are free below it.
#[test]
fn a_flat_line_by_hand() {
    let view = View { surface: RoundSurface::Flat, kept_share: 0.25 };
    let control = Control { local_queues: true, trigger: Trigger::Interval(5.0), view };
    let local = Job { local: true, ..request(0, 0.0, 8, 20.0) };
    let seen = run(About::All, Planner::Fcfs, control, &[10], vec![local, request(1, 1.0, 7, 4.0)]);
    let [local, meta] = seen.plannings.as_slice() else { panic!("{:?}", seen.plannings) };
    assert_eq!((local.job, &local.clusters[0].before), (0, &steps([(0.0, 10)])));
    assert_eq!((meta.time_s, meta.start_s, meta.end_s), (5.0, 20.0, 24.0));
    // A quarter of the machine, 2 of 10 processors, is kept for local requests.
    assert_eq!(meta.clusters[0].free, steps([(5.0, 2), (20.0, 10)]));
    assert_eq!(meta.clusters[0].before, steps([(5.0, 0), (20.0, 8)]));
    assert_eq!(meta.clusters[0].after, steps([(5.0, 0), (20.0, 1), (24.0, 8)]));
}

fn planners() -> impl Strategy<Value = Planner> {
    prop_oneof![
        Just(Planner::Fcfs),
        Just(Planner::FcfsStar),
        Just(Planner::Ffih { room: FfihRoom::One }),
        Just(Planner::Ffih { room: FfihRoom::Drain }),
        Just(Planner::Asp { alpha: 0.5, order: AspOrder::LeastNeed }),
        Just(Planner::EqualAsp { alpha: 0.5 }),
    ]
}

proptest! {
    /// The recorded plans are those of the schedule that was promised, and of the schedule that was run: the literal twin
    /// adds up all requests that were planned before. No plan has more processors than its machine.
    #[test]
    fn plans_are_the_promised_schedule(
        planner in planners(),
        rounds: bool,
        sizes in prop::collection::vec(3u32..12, 1..4),
        requests in prop::collection::vec((0u32..4, 1u32..16, 1u32..9, any::<bool>(), any::<bool>()), 1..25),
    ) {
        let total: u32 = sizes.iter().sum();
        let mut now_s = 0.0;
        let jobs: Vec<Job> = (0..).zip(requests).map(|(id, (later, nodes, lasts, moldable, local))| {
            now_s += f64::from(later);
            let home = id as u32 % sizes.len() as u32;
            let local = local && rounds;
            let most = if local { sizes[home as usize] } else { total };
            Job { home, local, moldable: moldable && !local, ..request(id, now_s, nodes.min(most), f64::from(lasts)) }
        }).collect();
        let trigger = if rounds { Trigger::Interval(3.0) } else { Trigger::Event };
        let control = Control { local_queues: rounds, trigger, ..FULL };
        let count = jobs.len();
        let seen = run(About::All, planner, control, &sizes, jobs);
        prop_assert_eq!(seen.plannings.len(), count);
        for (number, planning) in seen.plannings.iter().enumerate() {
            let planned = &seen.plannings[..number];
            for (at, own) in planning.clusters.iter().enumerate() {
                let use_of = |plan: &[Planning], time_s: f64| -> u32 {
                    let there = plan.iter().filter(|own| own.start_s <= time_s && time_s < own.end_s);
                    there.map(|own| own.clusters[at].taken).sum()
                };
                let with = &seen.plannings[..=number];
                let [mut before, mut after] = [sizes[at]; 2];
                for half in (0..600).rev() {
                    let time_s = planning.time_s + f64::from(half) * 0.5;
                    prop_assert!(use_of(with, time_s) <= sizes[at]);
                    let free = sizes[at] - use_of(planned, time_s);
                    before = before.min(free);
                    after = after.min(sizes[at] - use_of(with, time_s));
                    let steps = [&own.free, &own.before, &own.after];
                    let recorded = steps.map(|own| value_at(own, time_s));
                    prop_assert_eq!(recorded, [free, before, after], "{} at {}", at, time_s);
                }
                prop_assert!(own.taken <= value_at(&own.before, planning.start_s));
            }
            let taken = planning.clusters.iter().map(|own| own.taken);
            prop_assert_eq!(taken.sum::<u32>(), planning.nodes);
            let start = seen.starts.iter().find(|own| own.0 == planning.job).unwrap();
            prop_assert_eq!((start.1, start.2), (planning.start_s, planning.end_s));
            let pieces = (0..).zip(&planning.clusters).filter(|own| own.1.taken > 0);
            let pieces: Placement = pieces.map(|(cluster, own)| Piece { cluster, nodes: own.taken }).collect();
            prop_assert_eq!(&start.3, &pieces);
        }
    }
}
