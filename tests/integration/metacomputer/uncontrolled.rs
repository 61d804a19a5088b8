//! Machines without control, and a single one under any: textbook queues.

use super::{Work, as_asked, run, systems, within_size};
use crate::common::Chronicle;
use crate::twin::History;
use metasched::base::random::Stream;
use metasched::models::gehring::{Control, Metacomputer, Planner, Trigger, Uncontrolled};
use metasched::models::jones::FirstFit;
use metasched::network::Network;
use metasched::platform::{Cluster, Platform, State};
use metasched::scheduler::global_queue::{Discipline, GlobalQueue};
use metasched::workload::Job;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Every machine is a textbook FCFS queue of parts; a request starts when the last of its parts has its processors.
    #[test]
    fn without_control_machines_are_queues((platform, jobs) in systems(40)) {
        let network = Network::Wan(25.0);
        let scheduler = Uncontrolled::new(&State::idle(platform.clone()), Stream::new("uncontrolled", 0, "rounds", 0));
        let chronicle = run(&platform, &jobs, Box::new(scheduler), &network);
        within_size(&platform, &chronicle.ended);
        as_asked(&jobs, &chronicle.ended, false);
        let mut in_order = chronicle.ended;
        // Of one instant the local ones enter the queues first.
        in_order.sort_by(|a, b| {
            let key = |own: &History| (jobs[own.id as usize].arrival_s, !jobs[own.id as usize].local);
            key(a).partial_cmp(&key(b)).unwrap().then(a.id.cmp(&b.id))
        });
        // Of every machine: when the last part took its processors, and all parts with the times they kept theirs.
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
                let not_before_s = last_s.max(job.arrival_s);
                let ends = before.iter().map(|part| part.to_s).chain([not_before_s]).filter(|&at| at >= not_before_s);
                let from_s = ends.filter(|&at| free(at) >= nodes).fold(f64::INFINITY, f64::min);
                start_s = start_s.max(from_s);
                taken.push(Work { machine, nodes, from_s, to_s: own.end_s });
            }
            prop_assert_eq!(own.start_s, start_s, "request {}", own.id);
            for part in taken {
                parts[part.machine].push(part);
            }
            let whole = own.pieces.iter().filter(|&&(machine, nodes)| nodes == platform.clusters[machine].nodes).count();
            prop_assert!(own.pieces.len() - whole <= 1, "all but the last are taken whole");
            prop_assert!(!job.local || own.pieces == [(job.home as usize, job.nodes)]);
        }
    }

    /// On one machine, no control is a textbook FCFS queue, and so is FCFS if all requests are alike in size; without slow
    /// links a request takes what the speed-up law says.
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
        // Meta requests of an instant enter the queue behind its local ones.
        jobs.iter_mut().for_each(|job| job.local = true);
        let uncontrolled = Uncontrolled::new(&idle(), Stream::new("uncontrolled", 0, "rounds", 0));
        prop_assert_eq!(unpromised(run(&platform, &jobs, Box::new(uncontrolled), &network)), unpromised(textbook(&jobs)));
        jobs.iter_mut().for_each(|job| (job.nodes, job.local) = (each, false));
        let control = Control { local_queues: false, trigger: Trigger::Event };
        let fcfs = Metacomputer::new(Planner::Fcfs, control, network.clone(), &idle());
        prop_assert_eq!(unpromised(run(&platform, &jobs, Box::new(fcfs), &network)), unpromised(textbook(&jobs)));
        let asp = Metacomputer::new(Planner::Asp(0.0), control, network.clone(), &idle());
        for own in run(&platform, &jobs, Box::new(asp), &network).ended {
            let lasts_s = jobs[own.id as usize].runtime_on_s(own.pieces[0].1);
            prop_assert_eq!(own.end_s, own.start_s + lasts_s);
        }
    }
}
