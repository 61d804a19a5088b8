//! Jobs that wait for others, alone and with outages of nodes, compared with a slow and literal simulation of one cluster.

use crate::twin::{Door, Down, Kind, Links, Order, SEED, Strategy as Placing, Twin};
use metasched::engine::{AfterFailure, Checkpoint, Failed, Observer, Progress, Recovery, Running};
use metasched::experiment::{Plan, Runner};
use metasched::logs::Reader;
use metasched::platform::{Cluster, Outage, OutageKind, Outages, Platform};
use metasched::scenario::{Scenario, of_log};
use metasched::scheduler::Rejection;
use metasched::workload::Job;
use proptest::prelude::*;
use serde_json::json;
use std::sync::Arc;

/// Nodes of the cluster.
const NODES: u32 = 8;
const QUEUES: [&str; 3] = ["fcfs", "easy", "conservative"];

/// A job of the drawn log. Times in seconds.
#[derive(Clone, Debug)]
struct Line {
    submit: u64,
    runtime: u64,
    /// At least the run time, unless the job is killed there.
    requested: u64,
    nodes: u32,
    on: Vec<(usize, Kind, u64)>,
    array: Option<usize>,
}

/// Maximum number of jobs of the two arrays at a time.
const LIMITS: [usize; 2] = [1, 2];

fn lines() -> impl Strategy<Value = Vec<Line>> {
    let kind = prop::sample::select(vec![Kind::After, Kind::AfterAny, Kind::AfterAny, Kind::AfterOk, Kind::AfterNotOk]);
    let on = prop::collection::vec((any::<prop::sample::Index>(), kind, prop_oneof![Just(0u64), 0u64..3]), 0..3);
    let array = prop_oneof![3 => Just(None), 1 => (0usize..2).prop_map(Some)];
    let line = (0u64..20, 1u64..30, -2i64..10, 1u32..=NODES + 1, on, any::<bool>(), array);
    prop::collection::vec(line, 1..25).prop_map(|drawn| {
        let mut submit = 0;
        let job = |(at, (gap, runtime, more, nodes, on, depends, array)): (usize, _)| {
            let on: Vec<(prop::sample::Index, Kind, u64)> = on;
            let (gap, runtime, more): (u64, u64, i64) = (gap, runtime, more);
            submit += gap % 7 * u64::from(gap < 14);
            let before =
                |(other, kind, minutes): (prop::sample::Index, Kind, u64)| (other.index(at.max(1)), kind, minutes * 60);
            let on = match depends && at > 0 {
                true => on.into_iter().map(before).collect(),
                false => Vec::new(),
            };
            Line { submit, runtime, requested: runtime.saturating_add_signed(more).max(1), nodes, on, array }
        };
        drawn.into_iter().enumerate().map(job).collect()
    })
}

fn text(lines: &[Line]) -> String {
    let one = |(at, own): (usize, &Line)| {
        let on = own.on.iter().map(|&(other, kind, delay)| {
            let kind = ["after", "afterany", "afterok", "afternotok"][kind as usize];
            format!("{kind}:{}+{}", other + 1, delay / 60)
        });
        let array = own.array.map(|array| format!("array:{array}%{}", LIMITS[array]));
        let parts: Vec<String> = on.chain(array).collect();
        let preceding = if parts.is_empty() { "-1".to_owned() } else { parts.join(",") };
        let Line { submit, runtime, requested, nodes, .. } = own;
        let number = at + 1;
        format!("{number} {submit} -1 {runtime} {nodes} -1 -1 {nodes} {requested} -1 1 1 1 -1 1 1 {preceding} -1\n")
    };
    lines.iter().enumerate().map(one).collect()
}

/// Outcome of a job.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Fate {
    Ran {
        arrival: f64,
        eligible: f64,
        start: f64,
        end: f64,
    },
    Refused,
    /// A failure of nodes ended it for good.
    Lost,
    Never,
}

/// Outages of nodes, and what becomes of jobs.
#[derive(Clone, Debug)]
struct Faults {
    events: Vec<Outage>,
    recovery: Recovery,
}

fn faults() -> impl Strategy<Value = Faults> {
    let outage = (0u32..100, 1u32..60, 1..=NODES / 2, prop::sample::select(OutageKind::ALL));
    let outage = outage.prop_map(|(at, length, nodes, kind)| Outage {
        at_s: f64::from(at),
        until_s: f64::from(at + length),
        cluster: 0,
        nodes,
        kind,
    });
    // Two outages of at most half of the nodes each never need more nodes than there are.
    let events = prop::collection::vec(outage, 0..3);
    let recovery = (prop::sample::select(AfterFailure::ALL), 0u32..3).prop_map(|(after, most_restarts)| Recovery {
        after,
        checkpoint: (after == AfterFailure::Checkpoint).then_some(Checkpoint { every_s: 4.0, cost_s: 1.0 }),
        most_restarts,
    });
    (events, recovery).prop_map(|(events, recovery)| Faults { events, recovery })
}

fn platform() -> Platform {
    Platform::star(vec![Cluster { nodes: NODES, capacity_bps: 1, speed: 1.0 }])
}

/// The literal simulation.
fn twin(lines: &[Line], queue: &str, rule: &str, faults: &Faults) -> Vec<Fate> {
    let platform = platform();
    let order = match queue {
        "fcfs" => Order::Fcfs,
        "easy" => Order::Reserving(1),
        _ => Order::Reserving(u32::MAX),
    };
    let job = |(id, own): (u64, &Line)| Job {
        id,
        arrival_s: own.submit as f64,
        nodes: own.nodes,
        runtime_s: own.runtime as f64,
        estimate_s: own.requested as f64,
        ..Job::default()
    };
    let jobs: Vec<Job> = (0..).zip(lines).map(job).collect();
    let mut twin = Twin::new(&platform, Placing::NoShare, Links::Unlimited, order);
    twin.kills = true;
    let mut door = Door::default();
    (door.limits, door.feedback, door.placed) = (LIMITS.to_vec(), rule == "feedback", rule == "placed");
    for (id, own) in (0..).zip(lines) {
        let on = own.on.iter().map(|&(other, kind, delay)| (other as u64, kind, delay as f64));
        door.on.insert(id, on.collect());
        door.arrays.extend(own.array.map(|array| (id, array)));
    }
    twin.door = door.into();
    let mut outages = Outages::new(&platform, faults.events.clone(), None, SEED, 0);
    let coming = std::iter::from_fn(|| outages.pop()).collect();
    let fails = faults.events.iter().any(|own| own.kind == OutageKind::Fail);
    let after = if fails { faults.recovery.after } else { AfterFailure::Lost };
    let checkpoint = faults.recovery.checkpoint.filter(|_| fails);
    twin.down = Down::new(coming, Recovery { after, checkpoint, ..faults.recovery }).into();
    let (ended, refused) = twin.run(&jobs);
    let mut fates = vec![Fate::Never; lines.len()];
    let (door, down) = (twin.door.borrow(), twin.down.borrow());
    refused.iter().for_each(|&id| fates[id as usize] = Fate::Refused);
    down.lost.iter().for_each(|&id| fates[id as usize] = Fate::Lost);
    for own in ended {
        let eligible = door.passed[&own.id];
        let arrival = if rule == "feedback" { eligible } else { jobs[own.id as usize].arrival_s };
        fates[own.id as usize] = Fate::Ran { arrival, eligible, start: own.start_s, end: own.end_s };
    }
    fates
}

/// Outcomes of all jobs in the engine.
struct Seen(Vec<Fate>);

impl Observer for Seen {
    fn rejected(&mut self, job: &Job, _why: Rejection) {
        self.0[job.id as usize] = Fate::Refused;
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        let (arrival, start) = (running.job.arrival_s, running.start_s);
        let eligible = arrival + running.held_s;
        self.0[running.job.id as usize] = Fate::Ran { arrival, eligible, start, end: now_s };
    }

    fn failed(&mut self, _now_s: f64, running: &Running, failed: &Failed) {
        if !failed.requeued {
            self.0[running.job.id as usize] = Fate::Lost;
        }
    }
}

fn engine(lines: &[Line], queue: &str, rule: &str, faults: &Faults) -> Vec<Fate> {
    let Faults { events, recovery } = faults;
    let event = |own: &Outage| json!({ "at": own.at_s, "until": own.until_s, "nodes": own.nodes, "kind": own.kind.to_string() });
    let scenario = json!({
        "platform": {
            "clusters": [{ "nodes": NODES }],
            "events": events.iter().map(event).collect::<Vec<_>>(),
            "after_failure": recovery.after.to_string(),
            "most_restarts": recovery.most_restarts,
            "checkpoint": { "every_s": 4, "cost_s": 1 }
        },
        "seed": SEED,
        "workload": { "model": "swf", "path": "w.swf", "estimates": "requested", "dependencies": rule },
        "queue": { "backfill": if queue == "fcfs" { "none" } else { queue }, "overrun": "kill" },
        "schedulers": ["migration-only"],
        "experiment": { "sweep": [], "replications": 1 }
    });
    let scenario = Scenario::from_value(&scenario).unwrap();
    let text = text(lines);
    let reading = of_log::reading(&scenario).unwrap().unwrap();
    let mut reader = Reader::new("w.swf", text.as_bytes()).reading(reading);
    while reader.step().unwrap() {}
    let log = Arc::new(reader.finish().unwrap());
    let task = Plan::new(&scenario).unwrap().tasks()[0].clone();
    let mut runner = Runner::new(&task, Some(log), Seen(vec![Fate::Never; lines.len()])).unwrap();
    while runner.advance(u64::MAX).unwrap() == Progress::Running {}
    runner.finish().1.unwrap().0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// A job that failed and waits again has not ended for the jobs that wait for it; a job that is lost has failed.
    #[test]
    fn dependent_jobs_run_as_in_the_literal_simulation(
        lines in lines(),
        queue in prop::sample::select(&QUEUES[..]),
        rule in prop::sample::select(&["kept", "feedback", "placed"][..]),
        faults in faults(),
    ) {
        let first = lines[0].submit;
        let mut lines = lines;
        lines.iter_mut().for_each(|own| own.submit -= first);
        prop_assert_eq!(engine(&lines, queue, rule, &faults), twin(&lines, queue, rule, &faults), "{}", text(&lines));
    }
}
