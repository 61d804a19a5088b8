//! Outages of nodes: the engine compared with its slow twin job by job, what is conserved, and queueing theory.

use crate::common::{Chronicle, finish, links, simulation_in, systems};
use crate::twin::{Down, Links, Order, SEED, Strategy as Placing, Twin};
use metasched::engine::{AfterFailure, Checkpoint, Failed, Observer, Progress, Recovery, Running};
use metasched::experiment::{self, Plan, Runner};
use metasched::logs;
use metasched::metrics::collector::{Collector, Measures};
use metasched::platform::{Begun, Failures, LinkChange, Out, Outage, OutageKind, Outages, Platform, State, nodes_of};
use metasched::scenario::Scenario;
use metasched::scheduler::backfilling::{Backfilling, Tried};
use metasched::scheduler::global_queue::{Discipline, GlobalQueue};
use metasched::scheduler::order::Order as By;
use metasched::scheduler::ordered_queue::{OrderedQueue, Passing};
use metasched::scheduler::{Policy, Scheduler};
use metasched::workload::Groups;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use serde_json::json;
use std::sync::Arc;

/// Listed and drawn outages, and what becomes of jobs.
#[derive(Clone, Debug)]
struct Faults {
    listed: Vec<Outage>,
    law: Option<Failures>,
    recovery: Recovery,
}

fn faults() -> impl Strategy<Value = Faults> {
    let kind = prop::sample::select(OutageKind::ALL);
    let outage = (0u32..150, 1u32..100, any::<prop::sample::Index>(), 1u32..30, kind);
    let listed = prop::collection::vec(outage, 0..6).prop_map(|all| {
        let outage = |(at, length, cluster, nodes, kind): (u32, u32, prop::sample::Index, u32, OutageKind)| Outage {
            at_s: f64::from(at),
            until_s: f64::from(at + length),
            cluster: cluster.index(1 << 16) as u32,
            nodes,
            kind,
        };
        all.into_iter().map(outage).collect()
    });
    // Nearly always, most nodes are up: a job that needs all of them would else wait for too long.
    let law = (1000.0..4000.0f64, 1.0..15.0f64, any::<bool>());
    let law = law.prop_map(|(up_s, repair_s, per_node)| Failures { up_s, repair_s, per_node });
    let checkpoint = (1.0..20.0, prop_oneof![Just(0.0), 0.1..3.0]);
    let checkpoint = checkpoint.prop_map(|(every_s, cost_s)| Checkpoint { every_s, cost_s });
    let recovery = (prop::sample::select(AfterFailure::ALL), checkpoint, 0u32..5);
    let recovery = recovery.prop_map(|(after, checkpoint, most_restarts)| Recovery {
        after,
        checkpoint: (after == AfterFailure::Checkpoint).then_some(checkpoint),
        most_restarts,
    });
    (listed, prop::option::of(law), recovery).prop_map(|(listed, law, recovery)| Faults { listed, law, recovery })
}

/// Changes of links: beginning, length, link, and share of the capacity that is left.
type Cable = (u32, u32, prop::sample::Index, f64);

fn cables() -> impl Strategy<Value = Vec<Cable>> {
    prop::collection::vec((0u32..150, 1u32..60, any::<prop::sample::Index>(), prop_oneof![Just(0.0), 0.0..1.0]), 0..4)
}

/// At most one change of each link, in order of time.
fn changes(platform: &Platform, cables: &[Cable]) -> Vec<LinkChange> {
    let full_bps = platform.link_capacities_bps();
    let mut all: Vec<LinkChange> = Vec::new();
    for &(at, length, link, share) in cables.iter().filter(|_| !full_bps.is_empty()) {
        let link = link.index(full_bps.len());
        if all.iter().any(|own| own.link as usize == link) {
            continue;
        }
        let left_bps = ((full_bps[link] as f64 * share) as u64).max(1);
        for (at, capacity_bps) in [(at, left_bps), (at + length, full_bps[link])] {
            all.push(LinkChange { at_s: f64::from(at), link: link as u32, capacity_bps });
        }
    }
    all.sort_by(|a, b| a.at_s.total_cmp(&b.at_s));
    all
}

impl Faults {
    fn on(mut self, platform: &Platform) -> (Outages, Recovery, bool) {
        for own in &mut self.listed {
            own.cluster %= platform.clusters.len() as u32;
            own.nodes = own.nodes.min(platform.clusters[own.cluster as usize].nodes);
        }
        let outages = Outages::new(platform, self.listed, self.law, SEED, 0);
        let plans = outages.known().next().is_some();
        (outages, self.recovery, plans)
    }
}

/// The queue that a scenario with these outages has.
fn queued(policy: Box<dyn Policy>, order: Order, plans: bool, idle: &State) -> Box<dyn Scheduler> {
    let (by, idle) = (By::of_arrival_again(), idle.clone());
    match order {
        Order::Fcfs if plans => Box::new(Backfilling::strict(policy, by, idle)),
        Order::Fpfs if plans => Box::new(Backfilling::ordered(policy, by, Tried::AsQueued, 0, idle)),
        Order::Fcfs => Box::new(OrderedQueue::new(policy, by, Passing::Strict, idle)),
        Order::Reserving(depth) => Box::new(Backfilling::ordered(policy, by, Tried::AsQueued, depth, idle)),
        _ => Box::new(OrderedQueue::new(policy, by, Passing::Skip, idle)),
    }
}

fn orders() -> impl Strategy<Value = Order> {
    prop_oneof![
        Just(Order::Fcfs),
        Just(Order::Fpfs),
        Just(Order::Reserving(1)),
        (2u32..6).prop_map(Order::Reserving),
        Just(Order::Reserving(1000)),
    ]
}

fn strategies() -> impl Strategy<Value = Placing> {
    prop_oneof![
        1 => Just(Placing::NoShare),
        1 => Just(Placing::MigrationOnly),
        3 => Just(Placing::FirstFit),
        1 => (0.3..2.0f64).prop_map(|lslt| Placing::B1 { lslt }),
        1 => (0.05..=1.0f64, 0.3..2.0f64).prop_map(|(chunk, lslt)| Placing::B3 { chunk, lslt }),
        1 => crate::common::fits().prop_map(Placing::OneCluster),
    ]
}

/// Checks at every instant that all nodes are free, used or out, and that nothing starts on clusters that are drained,
/// or will be before the job ends.
struct Books {
    platform: Platform,
    used: Vec<u32>,
    whole: Vec<Outage>,
    exact: bool,
    starts: u64,
}

impl Books {
    fn of(platform: &Platform, listed: &[Outage], exact: bool) -> Books {
        let whole = listed.iter().copied().filter(|own| own.nodes == platform.clusters[own.cluster as usize].nodes);
        let used = vec![0; platform.clusters.len()];
        Books { platform: platform.clone(), used, whole: whole.collect(), exact, starts: 0 }
    }

    fn give_back(&mut self, running: &Running) {
        running.placement.iter().for_each(|piece| self.used[piece.cluster as usize] -= piece.nodes);
    }
}

impl Observer for Books {
    fn started(&mut self, running: &Running, _state: &State) {
        self.starts += 1;
        for piece in &running.placement {
            self.used[piece.cluster as usize] += piece.nodes;
            for own in self.whole.iter().filter(|own| own.cluster == piece.cluster) {
                assert!(running.start_s < own.at_s || running.start_s >= own.until_s, "starts on drained nodes");
                let runs_into = running.start_s < own.at_s && running.end_s > own.at_s;
                assert!(own.kind != OutageKind::Maintenance || !self.exact || !runs_into, "runs into a maintenance");
            }
        }
    }

    fn ended(&mut self, _now_s: f64, running: &Running) {
        self.give_back(running);
    }

    fn failed(&mut self, _now_s: f64, running: &Running, _failed: &Failed) {
        self.give_back(running);
    }

    fn out(&mut self, _now_s: f64, out: &Out, state: &State) {
        assert!(state.out(out.cluster as usize) >= out.taken);
    }

    fn decided(&mut self, _now_s: f64, state: &State, _scheduler: &mut dyn Scheduler) {
        for (at, cluster) in self.platform.clusters.iter().enumerate() {
            assert_eq!(state.free()[at] + state.out(at) + self.used[at], cluster.nodes);
        }
        assert_eq!(state.busy(), self.used.iter().map(|&nodes| u64::from(nodes)).sum::<u64>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// FCFS, FPFS, EASY and conservative backfilling with drains, failures, maintenance, requeues and checkpoints, and links that fail or
    /// lose capacity.
    #[test]
    fn equals_the_slow_twin(
        (platform, jobs) in systems(40),
        faults in faults(),
        strategy in strategies(),
        links in links(),
        order in orders(),
        cables in cables(),
        step in 1u64..20,
    ) {
        let (outages, recovery, plans) = faults.on(&platform);
        // Plans of strategies that read links use full capacities.
        let takes_cables = !strategy.reads_links() || !plans && matches!(order, Order::Fcfs | Order::Fpfs);
        let changes = if takes_cables { changes(&platform, &cables) } else { Vec::new() };
        let outages = outages.with_links(changes.clone());
        let queue = |policy, idle: &State| queued(policy, order, plans, idle);
        let engine = simulation_in(&platform, &jobs, strategy, links, queue, Chronicle::default());
        let mut engine = engine.with_outages(outages.clone(), recovery);
        finish(&mut engine, step);
        let mut coming: Vec<Begun> = Vec::new();
        let mut outages = outages;
        while outages.next_outage_s() <= engine.now_s() {
            coming.extend(outages.pop());
        }
        coming.extend(outages.known().filter(|own| own.at_s > engine.now_s()).map(|&outage| Begun { outage, among: None }));
        let mut twin = Twin::new(&platform, strategy, links, order);
        twin.down = Down::new(coming, recovery).into();
        twin.cables.borrow_mut().coming = changes;
        let (ended, impossible) = twin.run(&jobs);
        let chronicle = engine.into_observer();
        prop_assert_eq!(chronicle.rejected, impossible);
        prop_assert_eq!(&chronicle.lost, &twin.down.borrow().lost);
        // A queue without reservations promises nothing, even if it plans.
        prop_assert_eq!(chronicle.ended, ended);
    }

    /// Nodes are free, used or out; time on the nodes is work done or lost.
    #[test]
    fn nodes_and_work_are_conserved(
        (mut platform, mut jobs) in systems(40),
        faults in faults(),
        order in orders(),
        exact in any::<bool>(),
    ) {
        for own in &mut platform.clusters {
            own.speed = 1.0;
        }
        if exact {
            jobs.iter_mut().for_each(|job| job.estimate_s = job.runtime_s);
        }
        let listed: Vec<Outage> = faults.listed.clone();
        let (outages, recovery, plans) = faults.on(&platform);
        // What a checkpoint saves is not lost, and is not done again: there are none here.
        let recovery = Recovery { checkpoint: None, ..recovery };
        let known: Vec<Outage> = listed
            .iter()
            .map(|own| Outage { cluster: own.cluster % platform.clusters.len() as u32, ..*own })
            .map(|own| Outage { nodes: own.nodes.min(platform.clusters[own.cluster as usize].nodes), ..own })
            .collect();
        let alone = known.len() == 1;
        let books = Books::of(&platform, if alone { &known } else { &[] }, exact);
        let mut collector = Collector::new(platform.clone(), Groups::default(), 0);
        collector.measure_outages();
        let queue = |policy, idle: &State| queued(policy, order, plans, idle);
        let observer = (collector, (books, Work::default()));
        let mut engine = simulation_in(&platform, &jobs, Placing::FirstFit, Links::Unlimited, queue, observer);
        engine = engine.with_outages(outages, recovery);
        finish(&mut engine, u64::MAX);
        let (waiting, length_s) = (engine.waiting(), engine.now_s());
        let (collector, (_, work)) = engine.into_observer();
        let measures = collector.finish();
        let own = measures.outages.unwrap();
        prop_assert_eq!(waiting, 0);
        prop_assert_eq!((own.requeues, own.lost_jobs), (work.requeues, work.lost_jobs));
        let used = measures.utilisation * platform.nodes() as f64 * length_s;
        let spent = work.done_node_s + own.lost_node_h * 3600.0;
        prop_assert!((used - spent).abs() <= 1e-6 * (1.0 + spent), "{} {}", used, spent);
        prop_assert!((0.0..=1.0).contains(&own.availability));
    }
}

/// The work of all jobs that have ended, and what failures did.
#[derive(Default)]
struct Work {
    done_node_s: f64,
    requeues: f64,
    lost_jobs: f64,
}

impl Observer for Work {
    fn ended(&mut self, _now_s: f64, running: &Running) {
        self.done_node_s += f64::from(nodes_of(&running.placement)) * running.job.runtime_s;
    }

    fn failed(&mut self, _now_s: f64, _running: &Running, failed: &Failed) {
        match failed.requeued {
            true => self.requeues += 1.0,
            false => self.lost_jobs += 1.0,
        }
    }
}

/// Makes the scheduler of a policy.
type Makes<'a> = dyn Fn(Box<dyn Policy>, &State) -> Box<dyn Scheduler> + 'a;

/// Without outages, a queue that plans is the queue that does not.
#[test]
fn a_queue_that_plans_is_the_queue_that_does_not() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..200 {
        let (platform, jobs) = systems(60).new_tree(&mut runner).unwrap().current();
        for (order, discipline) in [(Order::Fcfs, Discipline::Fcfs), (Order::Fpfs, Discipline::Fpfs)] {
            let run = |queue: &Makes<'_>| {
                let links = Links::Dynamic(metasched::scenario::Sharing::Proportional);
                let mut run = simulation_in(&platform, &jobs, Placing::FirstFit, links, queue, ());
                finish(&mut run, u64::MAX);
                run.digest()
            };
            let plain = run(&|policy, idle| Box::new(GlobalQueue::new(policy, discipline, idle.clone())));
            assert_eq!(run(&|policy, idle| queued(policy, order, true, idle)), plain);
            assert_eq!(run(&|policy, idle| queued(policy, order, false, idle)), plain);
        }
    }
}

/// Measures of a run of the jobs of a log on one cluster of ten nodes, and the ends of the jobs.
fn by_hand(jobs: &str, platform: &serde_json::Value, scheduler: &serde_json::Value) -> (Measures, Vec<f64>) {
    let log = logs::read("three.swf", &mut jobs.as_bytes()).unwrap();
    let mut whole = json!({
        "platform": { "clusters": [{ "nodes": 10 }] },
        "workload": { "model": "swf", "path": "three.swf", "max_jobs": 10 },
        "schedulers": [scheduler],
        "experiment": { "sweep": [], "replications": 1, "detail": "jobs" }
    });
    let settings = platform.as_object().unwrap().clone();
    whole["platform"].as_object_mut().unwrap().extend(settings);
    let scenario = Scenario::from_value(&whole).unwrap();
    let plan = Plan::new(&scenario).unwrap();
    let mut runner = Runner::new(&plan.tasks()[0], Some(Arc::new(log)), ()).unwrap();
    while runner.advance(1).unwrap() == Progress::Running {}
    let own = runner.finish().0.measures;
    let ends = own.job_times.iter().map(|job| job.arrival_s + job.turnaround_s).collect();
    (own, ends)
}

/// All ten nodes fail at 40 s and are back at 60 s. The job of 100 s on all nodes starts again from zero, and ends at
/// 160 s; or it is lost; or it has written two checkpoints (after 20 s and 40 s, each with 15 s of work and 5 s to write
/// it), so that 70 s of work and four checkpoints are left: it ends at 60 + 70 + 20 = 150 s.
#[test]
fn a_failure_by_hand() {
    let job = "1 0 -1 100 10 -1 -1 10 100\n";
    let run = |after: &str| {
        let events = json!([{ "at": 40, "until": 60, "kind": "fail" }]);
        let checkpoint = json!({ "every_s": 15, "cost_s": 5 });
        let platform = json!({ "events": events, "after_failure": after, "checkpoint": checkpoint });
        let (own, ends) = by_hand(job, &platform, &json!("no-share"));
        (ends, own.outages.unwrap(), own.utilisation)
    };
    let (ends, own, used) = run("requeue");
    assert_eq!((ends, own.requeues, own.lost_jobs), (vec![160.0], 1.0, 0.0));
    assert_eq!((own.availability, used), (1.0 - 200.0 / 1600.0, 1400.0 / 1600.0));
    assert!((own.lost_node_h * 3600.0 - 400.0).abs() < 1e-9);
    let (ends, own, _) = run("lost");
    assert_eq!((ends, own.requeues, own.lost_jobs), (vec![], 0.0, 1.0));
    let (ends, own, _) = run("checkpoint");
    assert_eq!((ends, own.requeues), (vec![150.0], 1.0));
    assert!((own.lost_node_h * 3600.0 - 100.0).abs() < 1e-9);
}

/// Maintenance from 100 s to 200 s. Job 1 runs until 60 s; job 2 of 50 s would run into the maintenance and waits for
/// its end; job 3 of 30 s fits before it, where jobs may pass others. Under a drain, job 2 starts at 60 s.
#[test]
fn a_maintenance_by_hand() {
    let jobs = "1 0 -1 60 10 -1 -1 10 60\n2 10 -1 50 10 -1 -1 10 50\n3 20 -1 30 10 -1 -1 10 30\n";
    let ends = |kind: &str, queue: &str| {
        let platform = json!({ "events": [{ "at": 100, "until": 200, "kind": kind }] });
        by_hand(jobs, &platform, &json!({ "policy": "no-share", "queue": queue })).1
    };
    for queue in ["fpfs", "easy", "conservative"] {
        assert_eq!(ends("maintenance", queue), [60.0, 250.0, 90.0], "{queue}");
    }
    assert_eq!(ends("maintenance", "fcfs"), [60.0, 250.0, 280.0]);
    for queue in ["fcfs", "fpfs", "easy", "conservative"] {
        assert_eq!(ends("drain", queue), [60.0, 110.0, 230.0], "{queue}");
    }
}

/// A job that needs more nodes than ever work together does not keep the run going for ever.
#[test]
fn a_job_without_hope_ends_the_run_with_a_reason() {
    let log = logs::read("one.swf", &mut "1 500 -1 100 50 -1 -1 50 100\n".as_bytes()).unwrap();
    let scenario = json!({
        "platform": { "clusters": [{ "nodes": 50 }], "failures": { "mtbf_h": 0.01, "repair_h": 1 } },
        "workload": { "model": "swf", "path": "one.swf" },
        "schedulers": ["no-share"],
        "experiment": { "sweep": [], "replications": 1 }
    });
    let scenario = Scenario::from_value(&scenario).unwrap();
    let problem = experiment::run(&scenario, Some(Arc::new(log))).unwrap_err().to_string();
    assert!(problem.contains("platform.failures let none of 1 waiting job start in"), "{problem}");
}
