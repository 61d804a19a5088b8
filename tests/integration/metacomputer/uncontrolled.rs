//! Machines without control, and a single machine under any control: textbook queues.

use super::{Work, as_asked, run, systems, within_size};
use crate::common::{Chronicle, finish};
use crate::twin::History;
use metasched::base::random::Stream;
use metasched::engine::{Observer, Simulation};
use metasched::models::gehring::{AspOrder, Control, Metacomputer, Planner, Trigger, Uncontrolled, View};
use metasched::models::jones::FirstFit;
use metasched::network::Network;
use metasched::platform::{Cluster, Piece, Platform, State};
use metasched::scheduler::global_queue::{Discipline, GlobalQueue};
use metasched::workload::Job;
use proptest::prelude::*;
use std::collections::VecDeque;

/// The time at which a request enters the queues of its machines. A local request enters at once, a meta request in its
/// round. There is a round for each request, or one for each interval.
fn handed_s(job: &Job, interval_s: Option<f64>) -> f64 {
    match interval_s {
        Some(interval_s) if !job.local => {
            let mut round_s = interval_s;
            while round_s < job.arrival_s {
                round_s += interval_s;
            }
            round_s
        }
        _ => job.arrival_s,
    }
}

/// Three machines of 4 nodes, and a round every 100 s. Two requests of 6 nodes for 10 s arrive at 10 s and 20 s, and
/// wait for the round. The first request takes one machine whole and half of another. By G §5.2, the second request
/// begins on this other machine. It needs this machine whole and half of the third, so it waits until 110 s.
#[test]
fn one_round_hands_out_consecutive_machines_by_hand() {
    let cluster = Cluster { nodes: 4, capacity_bps: 1_000_000_000, speed: 1.0 };
    let platform = Platform::star(vec![cluster; 3]);
    let request = |id, arrival_s| Job {
        id,
        arrival_s,
        nodes: 6,
        runtime_s: 10.0,
        estimate_s: 10.0,
        compute_fraction: 1.0,
        ..Job::default()
    };
    let jobs = [request(0, 10.0), request(1, 20.0)];
    let stream = Stream::new("uncontrolled", 0, "rounds", 0);
    let scheduler = Uncontrolled::new(&State::idle(platform.clone()), Some(100.0), stream);
    let ended = run(&platform, &jobs, Box::new(scheduler), &Network::Wan(25.0)).ended;
    let times = ended.iter().map(|own| (own.id, own.start_s, own.end_s));
    let wanted = [(0, 100.0, 110.0), (1, 110.0, 120.0)];
    assert_eq!(times.collect::<Vec<_>>(), wanted);
    let both = |machine: usize| {
        let on = |own: &History| own.pieces.iter().any(|piece| piece.0 == machine);
        ended.iter().all(on)
    };
    assert_eq!((0..3).filter(|&machine| both(machine)).count(), 1);
}

/// Machines without control. The parts of a request begin together or independently.
fn machines(platform: &Platform, interval_s: Option<f64>, independent: bool, network: &Network) -> Box<Uncontrolled> {
    let idle = State::idle(platform.clone());
    let machines = Uncontrolled::new(&idle, interval_s, Stream::new("uncontrolled", 0, "rounds", 0));
    Box::new(match independent {
        true => machines.with_independent_parts(&idle, network.clone()),
        false => machines,
    })
}

/// Free processors of each machine over time: the ends \[s\] of the stretches during which they stay the same.
#[derive(Default)]
struct Free(Vec<(f64, Vec<u32>)>);

impl Observer for Free {
    fn elapsed(&mut self, now_s: f64, _waiting: usize, state: &State) {
        self.0.push((now_s, state.free().to_vec()));
    }
}

/// A run that also records the free processors over time.
fn with_free(platform: &Platform, jobs: &[Job], scheduler: Box<Uncontrolled>, network: &Network) -> (Chronicle, Free) {
    let source = Box::new(VecDeque::from(jobs.to_vec()));
    let idle = State::idle(platform.clone());
    let watching = (Chronicle::default(), Free::default());
    let mut simulation = Simulation::new(source, scheduler, idle, network.clone(), watching);
    finish(&mut simulation, 7);
    assert_eq!(simulation.waiting(), 0, "no job waits for ever");
    assert_eq!(simulation.state().total_free(), platform.nodes(), "all processors are free at the end");
    simulation.into_observer()
}

/// Two machines of 4 nodes. A local request uses the first until 100 s. At 10 s, a request of 8 nodes for 20 s takes both
/// machines whole; at 15 s, a local request of 4 nodes for 5 s enters the queue of the second.
///
/// If the parts begin together, the second machine is held until 100 s, and its local request starts at 120 s. If they begin
/// independently, the part on the second machine runs from 10 to 30 s and the local request from 30 to 35 s; the part on the
/// first runs from 100 to 120 s. In both cases the request ends at 120 s.
#[test]
fn parts_begin_together_or_independently_by_hand() {
    let cluster = Cluster { nodes: 4, capacity_bps: 1_000_000_000, speed: 1.0 };
    let platform = Platform::star(vec![cluster; 2]);
    let request = |id, arrival_s, home, nodes, runtime_s| Job {
        id,
        arrival_s,
        home,
        nodes,
        runtime_s,
        estimate_s: runtime_s,
        compute_fraction: 1.0,
        local: nodes == 4,
        ..Job::default()
    };
    let jobs = [request(0, 0.0, 0, 4, 100.0), request(1, 10.0, 0, 8, 20.0), request(2, 15.0, 1, 4, 5.0)];
    let network = Network::Wan(25.0);
    let ran = |independent| {
        let (chronicle, free) = with_free(&platform, &jobs, machines(&platform, None, independent, &network), &network);
        let times = chronicle.ended.iter().map(|own| (own.id, own.start_s, own.end_s)).collect::<Vec<_>>();
        (times, free.0)
    };
    let (together, _) = ran(false);
    assert_eq!(together, [(0, 0.0, 100.0), (1, 100.0, 120.0), (2, 120.0, 125.0)]);
    let (independent, free) = ran(true);
    assert_eq!(independent, [(2, 30.0, 35.0), (0, 0.0, 100.0), (1, 100.0, 120.0)]);
    let second_machine = free.iter().map(|(until_s, free)| (*until_s, free[1]));
    let wanted = [(0.0, 4), (10.0, 4), (15.0, 0), (30.0, 0), (35.0, 0), (100.0, 4), (120.0, 4)];
    assert_eq!(second_machine.collect::<Vec<_>>(), wanted);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Every machine is a textbook FCFS queue of parts. A request starts when its last part gets its processors. If its parts
    /// begin together, the others hold their processors until then; if they begin independently, each runs at once.
    #[test]
    fn without_control_machines_are_queues(
        (platform, jobs) in systems(40), interval_s in prop::option::of((1u32..60).prop_map(f64::from)), independent: bool,
    ) {
        let network = Network::Wan(25.0);
        let scheduler = machines(&platform, interval_s, independent, &network);
        let (chronicle, free) = with_free(&platform, &jobs, scheduler, &network);
        if !independent {
            within_size(&platform, &chronicle.ended);
        }
        as_asked(&jobs, &chronicle.ended, false);
        let mut in_order = chronicle.ended;
        // Of requests with equal times, local requests enter the queues first.
        in_order.sort_by(|a, b| {
            let key = |own: &History| (handed_s(&jobs[own.id as usize], interval_s), !jobs[own.id as usize].local);
            key(a).partial_cmp(&key(b)).unwrap().then(a.id.cmp(&b.id))
        });
        // Two lists: for every machine, the time when the last part took its processors; and for each part, the time
        // span in which it held its processors.
        let mut parts: Vec<Vec<Work>> = vec![Vec::new(); platform.clusters.len()];
        for own in &in_order {
            let job = &jobs[own.id as usize];
            let mut start_s = 0.0f64;
            let mut taken = Vec::new();
            for &(machine, nodes) in &own.pieces {
                let before = &parts[machine];
                let last_s = before.last().map_or(0.0, |part| part.from_s);
                let free = |at: f64| {
                    let there = before.iter().filter(|part| part.from_s <= at && at < part.to_s);
                    platform.clusters[machine].nodes - there.map(|part| part.nodes).sum::<u32>()
                };
                let not_before_s = last_s.max(handed_s(job, interval_s));
                let ends = before.iter().map(|part| part.to_s).chain([not_before_s]).filter(|&at| at >= not_before_s);
                let from_s = ends.filter(|&at| free(at) >= nodes).fold(f64::INFINITY, f64::min);
                start_s = start_s.max(from_s);
                let pieces = own.pieces.iter().map(|&(cluster, nodes)| Piece { cluster: cluster as u32, nodes });
                let run_s = network.planned_s(&platform, job, &pieces.collect());
                let to_s = if independent { from_s + run_s } else { own.end_s };
                taken.push(Work { machine, nodes, from_s, to_s });
            }
            let last_s = taken.iter().map(|part| part.to_s).fold(0.0, f64::max);
            prop_assert_eq!(own.end_s, last_s, "request {}", own.id);
            prop_assert_eq!(own.start_s, start_s, "request {}", own.id);
            for part in taken {
                parts[part.machine].push(part);
            }
            let whole = own.pieces.iter().filter(|&&(machine, nodes)| nodes == platform.clusters[machine].nodes).count();
            prop_assert!(own.pieces.len() - whole <= 1, "all but the last are taken whole");
            prop_assert!(!job.local || own.pieces == [(job.home as usize, job.nodes)]);
        }
        // The engine's free processors are those that no part uses. Parts that begin together and hold processors before
        // their start do not use them in the engine.
        let mut begin_s = 0.0;
        for (until_s, free) in free.0.iter().filter(|_| independent) {
            for (machine, (own, parts)) in platform.clusters.iter().zip(&parts).enumerate().filter(|_| *until_s > begin_s) {
                let there = parts.iter().filter(|part| part.from_s <= begin_s && begin_s < part.to_s);
                let used: u32 = there.map(|part| part.nodes).sum();
                prop_assert_eq!(own.nodes - used, free[machine], "machine {} until {} s", machine, until_s);
            }
            begin_s = *until_s;
        }
    }

    /// On a single machine without control, requests form a textbook FCFS queue; under FCFS they do so if all have the
    /// same size. Without slow links, the run time of a request follows the speed-up law.
    #[test]
    fn on_one_machine_it_is_fcfs(jobs in systems(40), size in 1u32..30, each in 1u32..6) {
        let (_, mut jobs) = jobs;
        let cluster = Cluster { nodes: size, capacity_bps: 1_000_000_000, speed: 1.0 };
        let platform = Platform::star(vec![cluster]);
        let idle = || State::idle(platform.clone());
        jobs.iter_mut().for_each(|job| job.home = 0);
        let network = Network::Wan(1.0);
        let textbook = |jobs: &[Job]| run(&platform, jobs, Box::new(GlobalQueue::new(FirstFit, Discipline::Fcfs, idle())), &network);
        let unpromised = |mut chronicle: Chronicle| {
            chronicle.ended.iter_mut().for_each(|own| own.promised_s = None);
            (chronicle.ended, chronicle.rejected)
        };
        // Of requests with equal submission times, local requests come before meta requests in the queue.
        jobs.iter_mut().for_each(|job| job.local = true);
        let uncontrolled = Uncontrolled::new(&idle(), None, Stream::new("uncontrolled", 0, "rounds", 0));
        prop_assert_eq!(unpromised(run(&platform, &jobs, Box::new(uncontrolled), &network)), unpromised(textbook(&jobs)));
        jobs.iter_mut().for_each(|job| (job.nodes, job.local) = (each, false));
        let control = Control { local_queues: false, trigger: Trigger::Event, view: View::default() };
        let fcfs = Metacomputer::new(Planner::Fcfs, control, network.clone(), &idle());
        prop_assert_eq!(unpromised(run(&platform, &jobs, Box::new(fcfs), &network)), unpromised(textbook(&jobs)));
        let asp = Metacomputer::new(Planner::Asp { alpha: 0.0, order: AspOrder::LeastNeed }, control, network.clone(), &idle());
        for own in run(&platform, &jobs, Box::new(asp), &network).ended {
            let lasts_s = jobs[own.id as usize].runtime_on_s(own.pieces[0].1);
            prop_assert_eq!(own.end_s, own.start_s + lasts_s);
        }
    }
}
