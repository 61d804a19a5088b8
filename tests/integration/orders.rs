//! Queue orders, with every kind of backfilling, compared with a reference that sorts the queue at every event.

use crate::backfilling::{Run, bursts, by_job, jobs, one_cluster, simulate};
use crate::common::{Chronicle, finish};
use metasched::base::maths;
use metasched::engine::{Overrun, Pass, Simulation};
use metasched::network::Network;
use metasched::platform::State;
use metasched::scenario::{Scenario, build};
use metasched::workload::Job;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};

const ORDERS: [&str; 14] =
    ["fcfs", "sjf", "ljf", "njf", "wjf", "saf", "laf", "wfp3", "unicef", "f1", "f2", "f3", "f4", "multifactor"];
/// Half-life of usage in the order `multifactor` \[s\].
const HALF_LIFE_S: f64 = 60.0;

/// The queue's settings for an order.
fn ordered(order: &str) -> Value {
    match order {
        "multifactor" => json!({
            "order": order, "weight_age": 1, "weight_size": 0.5, "weight_fair_share": 2,
            "max_age_s": 40, "half_life_s": HALF_LIFE_S,
        }),
        _ => json!({ "order": order }),
    }
}

/// A job that has started.
#[derive(Clone, Copy)]
struct Begun {
    job: Job,
    start_s: f64,
}

/// Everything that a key may depend on, except the job.
struct Now<'a> {
    now: f64,
    /// Submission of the first job.
    first: f64,
    nodes: u32,
    begun: &'a [Begun],
    jobs: &'a [Job],
}

impl Now<'_> {
    /// A user's decayed node-seconds up to now, summed over the jobs that ended or still run.
    fn usage(&self, of: impl Fn(&Job) -> bool) -> f64 {
        let weight = |ago_s: f64| maths::exp2(-ago_s / HALF_LIFE_S);
        let used = |own: &Begun| {
            let end_s = self.now.min(own.start_s + own.job.runtime_s);
            f64::from(own.job.nodes) * (weight(self.now - end_s) - weight(self.now - own.start_s))
        };
        self.begun.iter().filter(|own| of(&own.job)).map(used).sum::<f64>()
    }

    fn share(&self, user: u16) -> f64 {
        let (own, total) = (self.usage(|job| job.user == user), self.usage(|_| true));
        let parts = (1u64 << 40) as f64;
        if total > 0.0 { (own / total * parts).round() / parts } else { 0.0 }
    }

    /// Number of users that have submitted a job.
    fn users(&self) -> f64 {
        let accepted = self.jobs.iter().filter(|job| job.arrival_s <= self.now && job.nodes <= self.nodes);
        accepted.map(|job| job.user).collect::<BTreeSet<u16>>().len() as f64
    }
}

/// The sort key of a job: a second implementation, from the papers' definitions.
fn key(order: &str, job: &Job, at: &Now) -> f64 {
    let (r, n, w) = (job.estimate_s, f64::from(job.nodes), at.now - job.arrival_s);
    let log_s = maths::log10((job.arrival_s - at.first).max(1.0));
    match order {
        "multifactor" => {
            let fair_share = maths::exp2(-at.share(job.user) / (1.0 / at.users()));
            -((w / 40.0).min(1.0) + 0.5 * (n / f64::from(at.nodes)) + 2.0 * fair_share)
        }
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
    let mut begun = Vec::new();
    by_job(simulate(nodes, jobs, |now, free, running: &[Run], queue| {
        let at = Now { now, first, nodes, begun: &begun, jobs };
        let mut keyed: Vec<(f64, Job)> = queue.iter().map(|job| (key(order, job, &at), *job)).collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
        let queue = keyed.into_iter().map(|(_, job)| job).collect();
        let starts = chosen((nodes, free), now, running, queue, (backfill, tried, depth));
        let start = |id: &u64| Begun { job: jobs[*id as usize], start_s: now };
        begun.extend(starts.iter().map(start));
        starts
    }))
}

/// The jobs of a sorted queue that start now.
fn chosen(
    (nodes, mut free): (u32, u32),
    now: f64,
    running: &[Run],
    queue: Vec<Job>,
    (backfill, tried, depth): (&str, &str, usize),
) -> Vec<u64> {
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
}

/// The jobs of up to `users` users.
fn of_users(jobs: Vec<Job>, users: u16) -> Vec<Job> {
    let user = |job: &Job| (job.id * job.id % u64::from(users)) as u16;
    jobs.into_iter().map(|job| Job { user: user(&job), ..job }).collect()
}

fn queue(order: &str, backfill: &str, tried: &str) -> Value {
    let mut queue = ordered(order);
    queue["backfill"] = backfill.into();
    queue["tried"] = tried.into();
    queue
}

pub fn run(nodes: u32, jobs: &[Job], queue: Value, (overrun, pass): (Overrun, Pass)) -> Chronicle {
    let scenario = json!({ "queue": queue, "schedulers": ["no-share"] });
    let scenario = Scenario::from_value(&scenario).unwrap();
    let platform = one_cluster(nodes);
    let scheduler = build::scheduler::scheduler(&scenario.schedulers[0], &scenario, 0, &platform).unwrap();
    let mut simulation = Simulation::new(
        Box::new(VecDeque::from(jobs.to_vec())),
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
        users in 1u16..5,
    ) {
        let jobs = of_users(jobs, users);
        let queue = queue(order, backfill, tried);
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
        users in 1u16..5,
    ) {
        let jobs = of_users(jobs, users);
        let mut queue = queue(order, "conservative", tried);
        queue["reservations"] = depth.into();
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

/// At 520 s users 1, 2 and 3 have used 10 + 6 · 500, 10 and 4 · 500 node s of 5020. The job of user 1 was submitted before the
/// job of user 2, but user 1 has more nodes in use.
#[test]
fn fair_share_counts_running_jobs() {
    let job = |id, arrival_s, runtime_s, nodes, user| Job {
        id,
        arrival_s,
        runtime_s,
        estimate_s: runtime_s,
        nodes,
        user,
        ..Job::default()
    };
    let jobs = [
        job(0, 0.0, 10.0, 1, 1),
        job(1, 0.0, 10.0, 1, 2),
        job(2, 20.0, 1000.0, 6, 1),
        job(3, 20.0, 500.0, 4, 3),
        job(4, 100.0, 100.0, 4, 1),
        job(5, 110.0, 100.0, 4, 2),
    ];
    let queue = json!({ "order": "multifactor", "backfill": "none", "weight_age": 0, "weight_size": 0 });
    assert_eq!(starts(10, &jobs, queue), [(0, 0.0), (1, 0.0), (2, 20.0), (3, 20.0), (4, 620.0), (5, 520.0)]);
}
