//! Rounds in which no request can be planned are counted without being run. The results are, to the last bit, the
//! results of a metacomputer that runs each of these rounds.

use super::{platforms, requests, views};
use crate::common::{Chronicle, finish};
use metasched::engine::Simulation;
use metasched::metrics::collector::{Collector, Measures};
use metasched::metrics::timeline::{Recorder, Window};
use metasched::models::gehring::measures::PLANNING_ROUNDS;
use metasched::models::gehring::{AspOrder, Control, FfihRoom, Metacomputer, Planner, Trigger, View};
use metasched::network::Network;
use metasched::platform::{Cluster, Placement, Platform, State};
use metasched::scheduler::facts::{Counters, Facts, Mark};
use metasched::scheduler::refusal::Refusal;
use metasched::scheduler::{Scheduler, Submission};
use metasched::workload::{Groups, Job};
use proptest::prelude::*;
use std::collections::VecDeque;

/// A scheduler that runs every round, even one that plans nothing: it has no `pass`, and otherwise calls the
/// metacomputer.
struct EveryRound(Metacomputer);

impl Scheduler for EveryRound {
    fn submit(&mut self, job: &Job) -> Submission {
        self.0.submit(job)
    }

    fn freed(&mut self, cluster: u32) {
        self.0.freed(cluster);
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        self.0.next_start(now_s, state, placement)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        self.0.refusals(state, job)
    }

    fn facts(&mut self) -> Option<&mut Facts> {
        self.0.facts()
    }

    fn plans(&self) -> bool {
        self.0.plans()
    }

    fn wake_s(&self) -> Option<f64> {
        self.0.wake_s()
    }

    fn promised_s(&self) -> Option<f64> {
        self.0.promised_s()
    }

    fn counters(&self) -> Counters {
        self.0.counters()
    }

    fn started(&mut self, slot: u32, end_s: f64) {
        self.0.started(slot, end_s);
    }

    fn ended(&mut self, slot: u32, now_s: f64) {
        self.0.ended(slot, now_s);
    }
}

/// The outcome of a run: history, rounds that planned a request, counters, all measures, and the time of the last event
/// \[s\].
type Outcome = (Chronicle, Vec<Mark>, Counters, Measures, f64);

fn outcome(platform: &Platform, jobs: &[Job], scheduler: Box<dyn Scheduler>) -> Outcome {
    let whole = Window { from_s: 0.0, jobs: usize::MAX, overview: false };
    let homes = Groups::of_homes(platform.clusters.len() as u64);
    let watching = ((Chronicle::default(), Collector::new(platform.clone(), homes, 0)), Recorder::new(platform, whole));
    let mut simulation = Simulation::new(
        Box::new(VecDeque::from(jobs.to_vec())),
        scheduler,
        State::idle(platform.clone()),
        Network::Wan(25.0),
        watching,
    );
    finish(&mut simulation, 7);
    let (counters, now_s) = (simulation.counters(), simulation.now_s());
    let ((chronicle, collector), recorder) = simulation.into_observer();
    let marks = recorder.finish().marks;
    (chronicle, marks, counters, collector.finish(), now_s)
}

fn planners() -> impl Strategy<Value = Planner> {
    let order = prop::sample::select(AspOrder::ALL.to_vec());
    let asp = (0.001f64..1.0, order).prop_map(|(alpha, order)| Planner::Asp { alpha, order });
    let equal = (0.001f64..1.0).prop_map(|alpha| Planner::EqualAsp { alpha });
    let others = [Planner::Fcfs, Planner::FcfsStar, Planner::Ffih { room: FfihRoom::One }];
    prop_oneof![3 => asp, 2 => equal, 1 => prop::sample::select(others.to_vec())]
}

fn systems() -> impl Strategy<Value = (Platform, Vec<Job>)> {
    platforms().prop_flat_map(|platform| (Just(platform.clone()), requests(&platform, 30)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Times and intervals with any digits, run times much longer than the interval, and right or wrong run-time
    /// estimates.
    #[test]
    fn rounds_that_are_passed_are_as_if_held(
        (platform, mut jobs) in systems(), planner in planners(), view in views(), local_queues: bool, interval_s in 0.05f64..3.0, stretch in 1.0f64..7.0,
        wrong in prop::option::of(prop::collection::vec(0.1f64..4.0, 30)),
    ) {
        for (i, job) in jobs.iter_mut().enumerate() {
            job.arrival_s *= stretch;
            job.runtime_s *= stretch;
            job.estimate_s = job.runtime_s * wrong.as_ref().map_or(1.0, |wrong| wrong[i]);
        }
        let control = Control { local_queues, trigger: Trigger::Interval(interval_s), view };
        let metacomputer = || Metacomputer::new(planner, control, Network::Wan(25.0), &State::idle(platform.clone()));
        let passed = outcome(&platform, &jobs, Box::new(metacomputer()));
        let held = outcome(&platform, &jobs, Box::new(EveryRound(metacomputer())));
        prop_assert_eq!(passed, held);
    }
}

/// A local request occupies the machine for thirty years, and a meta request waits for a round. There is a round every
/// second; only the last round plans the request.
#[test]
fn a_thousand_million_rounds_take_no_time() {
    let platform = Platform::star(vec![Cluster { nodes: 10, capacity_bps: 1, speed: 1.0 }]);
    let local = Job { nodes: 10, runtime_s: 1e9, estimate_s: 1e9, local: true, ..Job::default() };
    let meta = Job { id: 1, arrival_s: 5.0, nodes: 4, local: false, ..local };
    let planner = Planner::Asp { alpha: 1.0, order: AspOrder::LeastNeed };
    let control = Control { local_queues: true, trigger: Trigger::Interval(1.0), view: View::default() };
    let idle = State::idle(platform.clone());
    let scheduler = Metacomputer::new(planner, control, Network::Wan(1.0), &idle);
    let (chronicle, _, counters, measures, _) = outcome(&platform, &[local, meta], Box::new(scheduler));
    let starts_s = chronicle.ended.iter().map(|own| own.start_s);
    assert_eq!(starts_s.collect::<Vec<_>>(), [0.0, 1e9]);
    assert_eq!(counters.get(PLANNING_ROUNDS.name), Some(1_000_000_000 - 4));
    assert_eq!(measures.mean_queue_length, (1e9 - 5.0) / 2e9);
}
