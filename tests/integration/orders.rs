//! Queue orders, with every kind of backfilling, compared with a reference that sorts the queue at every event.

use crate::backfilling::{Run, bursts, by_job, jobs, one_cluster, simulate};
use crate::common::{Chronicle, Listed, finish};
use metasched::base::maths;
use metasched::engine::{Overrun, Pass, Simulation};
use metasched::network::Network;
use metasched::platform::State;
use metasched::scenario::{Scenario, build};
use metasched::workload::Job;
use proptest::prelude::*;
use serde_json::{Value, json};

const ORDERS: [&str; 13] = ["fcfs", "sjf", "ljf", "njf", "wjf", "saf", "laf", "wfp3", "unicef", "f1", "f2", "f3", "f4"];

/// The sort key of a job: a second implementation, from the papers' definitions.
fn key(order: &str, job: &Job, now: f64, first: f64) -> f64 {
    let (r, n, w) = (job.estimate_s, f64::from(job.nodes), now - job.arrival_s);
    let log_s = maths::log10((job.arrival_s - first).max(1.0));
    match order {
        "fcfs" => 0.0,
        "sjf" => r,
        "ljf" => -r,
        "njf" => n,
        "wjf" => -n,
        "saf" => r * n,
        "laf" => -(r * n),
        "wfp3" => -(w / r * (w / r) * (w / r)) * n,
        "unicef" => -w / (maths::log2(n.max(2.0)) * r),
        "f1" => maths::log10(r) * n + 870.0 * log_s,
        "f2" => r.sqrt() * n + 25_600.0 * log_s,
        "f3" => r * n + 6_860_000.0 * log_s,
        "f4" => r * n.sqrt() + 530_000.0 * log_s,
        other => panic!("{other}"),
    }
}

fn sort(jobs: &mut [Job], key: impl Fn(&Job) -> f64) {
    jobs.sort_by(|a, b| key(a).total_cmp(&key(b)).then(a.id.cmp(&b.id)));
}

/// The first time, from now on, from which `nodes` nodes are free for the time `length`. `taken` are the running and
/// planned jobs as (nodes, start, end).
fn earliest(total: u32, now: f64, taken: &[(u32, f64, f64)], nodes: u32, length: f64) -> f64 {
    let used = |time: f64| -> u32 {
        let there = taken.iter().filter(|t| t.1 <= time && time < t.2);
        there.map(|t| t.0).sum()
    };
    let mut starts: Vec<f64> = taken.iter().map(|t| t.2).filter(|&end| end > now).collect();
    starts.push(now);
    starts.sort_by(f64::total_cmp);
    let fits = |&start: &f64| {
        let begins = taken.iter().map(|t| t.1);
        let within = begins.filter(|&begin| begin > start && begin < start + length);
        within.chain([start]).all(|time| used(time) + nodes <= total)
    };
    starts.into_iter().find(fits).unwrap()
}

/// The expected starts on a single cluster, as (job, start), sorted by job.
fn expected(nodes: u32, jobs: &[Job], order: &str, backfill: &str, tried: &str, depth: usize) -> Vec<(u64, f64)> {
    let first = jobs[0].arrival_s;
    by_job(simulate(nodes, jobs, |now, mut free, running: &[Run], queue| {
        let mut queue = queue.to_vec();
        sort(&mut queue, |job| key(order, job, now, first));
        let mut starts = Vec::new();
        let mut taken: Vec<(u32, f64, f64)> = running.iter().map(|r| (r.nodes, now, r.expected)).collect();
        let mut others = Vec::new();
        let mut reserved = 0;
        for job in queue {
            let length = job.estimate_s;
            match backfill {
                "none" | "skip" => {
                    if job.nodes <= free {
                        free -= job.nodes;
                        starts.push(job.id);
                    } else if backfill == "none" {
                        return starts;
                    }
                }
                _ if reserved < depth => {
                    let start = earliest(nodes, now, &taken, job.nodes, length);
                    taken.push((job.nodes, start, start + length));
                    match start == now {
                        true => starts.push(job.id),
                        false => reserved += 1,
                    }
                }
                _ => others.push(job),
            }
        }
        match tried {
            "shortest" => sort(&mut others, |job| job.estimate_s),
            "widest" => sort(&mut others, |job| -f64::from(job.nodes)),
            _ => {}
        }
        for job in others {
            if earliest(nodes, now, &taken, job.nodes, job.estimate_s) == now {
                taken.push((job.nodes, now, now + job.estimate_s));
                starts.push(job.id);
            }
        }
        starts
    }))
}

pub fn run(nodes: u32, jobs: &[Job], queue: Value, (overrun, pass): (Overrun, Pass)) -> Chronicle {
    let scenario = json!({ "queue": queue, "schedulers": ["no-share"] });
    let scenario = Scenario::from_value(&scenario).unwrap();
    let platform = one_cluster(nodes);
    let scheduler = build::scheduler::scheduler(&scenario.schedulers[0], &scenario, 0, &platform).unwrap();
    let mut simulation = Simulation::new(
        Box::new(Listed(jobs.iter().copied().collect())),
        scheduler,
        State::idle(platform),
        Network::Unlimited,
        Chronicle::default(),
    )
    .by(overrun, pass);
    finish(&mut simulation, 7);
    simulation.into_observer()
}

fn starts(nodes: u32, jobs: &[Job], queue: Value) -> Vec<(u64, f64)> {
    let ended = run(nodes, jobs, queue, Default::default()).ended;
    by_job(ended.iter().map(|h| (h.id, h.start_s)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn every_order_is_a_sorted_queue(
        nodes in 4u32..30,
        jobs in prop_oneof![jobs(1.0..=1.0), jobs(1.0..=4.0)],
        order in prop::sample::select(ORDERS.to_vec()),
        backfill in prop::sample::select(vec!["none", "skip", "easy"]),
        tried in prop::sample::select(vec!["queue", "shortest", "widest"]),
    ) {
        let queue = json!({ "order": order, "backfill": backfill, "tried": tried });
        let expected = expected(nodes, &jobs, order, backfill, tried, 1);
        prop_assert_eq!(starts(nodes, &jobs, queue), expected);
    }

    /// Estimates are exact in this test. With inexact estimates, the engine keeps promises even if a new plan would
    /// give other starts.
    #[test]
    fn reservations_in_every_order(
        nodes in 4u32..30,
        jobs in prop_oneof![jobs(1.0..=1.0), bursts(1.0..=1.0)],
        order in prop::sample::select(ORDERS.to_vec()),
        tried in prop::sample::select(vec!["queue", "shortest", "widest"]),
        depth in prop_oneof![2u32..6, Just(1000)],
    ) {
        let queue = json!({ "order": order, "backfill": "conservative", "tried": tried, "reservations": depth });
        let expected = expected(nodes, &jobs, order, "conservative", tried, depth as usize);
        prop_assert_eq!(starts(nodes, &jobs, queue), expected);
    }

    /// A job that is killed runs for exactly its estimate, and any other job for its run time.
    #[test]
    fn jobs_that_outlive_their_estimates_are_killed(
        nodes in 4u32..30,
        jobs in jobs(0.3..=2.0),
        backfill in prop::sample::select(vec!["none", "skip", "easy", "conservative"]),
    ) {
        let queue = json!({ "backfill": backfill });
        let ended = run(nodes, &jobs, queue, (Overrun::Killed, Pass::Instant)).ended;
        for history in &ended {
            let job = &jobs[history.id as usize];
            let length = job.runtime_s.min(job.estimate_s);
            prop_assert_eq!(history.end_s, history.start_s + length);
        }
    }
}

/// Two jobs arrive at the same time when two nodes are free: first the wide job, then the narrow one. NJF prefers the
/// narrow job. With one pass per time, the narrow job starts first; with one pass per event, the wide job has started
/// before the narrow job is considered.
#[test]
fn starts_per_instant_and_per_event() {
    let job = |id, nodes| Job { id, nodes, runtime_s: 10.0, estimate_s: 10.0, ..Job::default() };
    let jobs = [job(0, 2), job(1, 1)];
    let queue = json!({ "order": "njf", "backfill": "none" });
    let starts = |pass| {
        let ended = run(2, &jobs, queue.clone(), (Overrun::RunsOn, pass)).ended;
        by_job(ended.iter().map(|h| (h.id, h.start_s)).collect())
    };
    assert_eq!(starts(Pass::Instant), [(0, 10.0), (1, 0.0)]);
    assert_eq!(starts(Pass::Event), [(0, 0.0), (1, 10.0)]);
}
