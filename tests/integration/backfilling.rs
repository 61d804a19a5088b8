//! Backfilling compared with textbook algorithms, and the promises of reservations.

use crate::common::{Chronicle, finish, fits, links, simulation, strategies, systems};
use crate::twin::{History, Links, Order, Strategy as Placing, Twin};
use metasched::engine::{Observer, Progress, Simulation};
use metasched::metrics::collector::Collector;
use metasched::models::jones::MigrationOnly;
use metasched::network::Network;
use metasched::platform::{Cluster, Placement, Platform, State};
use metasched::scenario::Sharing;
use metasched::scheduler::Policy;
use metasched::scheduler::backfilling::Backfilling;
use metasched::scheduler::refusal::Refusal;
use metasched::workload::{Groups, Job};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

/// A job on the only cluster, with its expected and real end.
#[derive(Clone, Copy)]
pub struct Run {
    pub nodes: u32,
    pub expected: f64,
    pub end: f64,
}

/// Simulates a single cluster. At every arrival and end, calls `decide` with the running and waiting jobs, and starts
/// the jobs that it returns. Returns (job, start) in the order of the starts.
pub fn simulate(
    nodes: u32,
    jobs: &[Job],
    mut decide: impl FnMut(f64, u32, &[Run], &[Job]) -> Vec<u64>,
) -> Vec<(u64, f64)> {
    let mut coming: Vec<Job> = jobs.to_vec();
    let (mut queue, mut running, mut starts) = (Vec::<Job>::new(), Vec::<Run>::new(), Vec::new());
    loop {
        let arrivals = coming.iter().map(|j| j.arrival_s);
        let now = arrivals.chain(running.iter().map(|r| r.end)).fold(f64::INFINITY, f64::min);
        if now == f64::INFINITY {
            return starts;
        }
        running.retain(|r| r.end > now);
        queue.extend(coming.iter().filter(|j| j.arrival_s == now && j.nodes <= nodes));
        coming.retain(|j| j.arrival_s > now);
        let free = nodes - running.iter().map(|r| r.nodes).sum::<u32>();
        for id in decide(now, free, &running, &queue) {
            let at = queue.iter().position(|j| j.id == id).unwrap();
            let job = queue.remove(at);
            running.push(Run { nodes: job.nodes, expected: now + job.estimate_s, end: now + job.runtime_s });
            starts.push((id, now));
        }
    }
}

/// EASY by Mu'alem and Feitelson's definition: shadow time and extra nodes.
fn easy(nodes: u32, jobs: &[Job]) -> Vec<(u64, f64)> {
    simulate(nodes, jobs, |now, mut free, running, queue| {
        let mut running: Vec<(f64, u32)> = running.iter().map(|r| (r.expected.max(now), r.nodes)).collect();
        let mut starts = Vec::new();
        let mut queue = queue.iter();
        let head = loop {
            match queue.next() {
                None => return starts,
                Some(job) if job.nodes <= free => {
                    starts.push(job.id);
                    free -= job.nodes;
                    running.push((now + job.estimate_s, job.nodes));
                }
                Some(head) => break head,
            }
        };
        running.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut available = free;
        let mut shadow = now;
        for &(end, nodes) in &running {
            if available < head.nodes || end == shadow {
                available += nodes;
                shadow = end;
            }
        }
        let mut extra = available - head.nodes;
        for job in queue {
            let in_time = now + job.estimate_s <= shadow;
            if job.nodes <= free && (in_time || job.nodes <= extra) {
                starts.push(job.id);
                free -= job.nodes;
                if !in_time {
                    extra -= job.nodes;
                }
            }
        }
        starts
    })
}

/// Conservative backfilling with exact estimates: at its arrival, every job gets the first start from which its nodes are free
/// for its whole run time, and keeps it.
fn conservative(nodes: u32, jobs: &[Job]) -> Vec<(u64, f64)> {
    let mut planned: Vec<(u64, u32, f64, f64)> = Vec::new();
    for job in jobs.iter().filter(|j| j.nodes <= nodes) {
        let mut anchors: Vec<f64> = planned.iter().map(|p| p.3).collect();
        anchors.retain(|&end| end > job.arrival_s);
        anchors.push(job.arrival_s);
        anchors.sort_by(f64::total_cmp);
        let used = |time: f64| -> u32 {
            let there = planned.iter().filter(|p| p.2 <= time && time < p.3);
            there.map(|p| p.1).sum()
        };
        let fits = |&start: &f64| {
            let end = start + job.estimate_s;
            let mut times: Vec<f64> = planned.iter().map(|p| p.2).collect();
            times.retain(|&time| time > start && time < end);
            times.push(start);
            times.into_iter().all(|time| used(time) + job.nodes <= nodes)
        };
        let start = anchors.into_iter().find(fits).unwrap();
        planned.push((job.id, job.nodes, start, start + job.estimate_s));
    }
    planned.into_iter().map(|p| (p.0, p.2)).collect()
}

pub fn one_cluster(nodes: u32) -> Platform {
    Platform::star(vec![Cluster { nodes, capacity_bps: 1, speed: 1.0 }])
}

/// Jobs for one cluster. The estimate of each job is its run time multiplied by a factor from this range.
pub fn jobs(estimates: std::ops::RangeInclusive<f64>) -> impl Strategy<Value = Vec<Job>> {
    let exact = *estimates.start() == *estimates.end();
    let job = (0u32..12, 1u32..24, 1u32..40, estimates);
    prop::collection::vec(job, 1..90).prop_map(move |list| {
        let mut arrival_s = 0.0;
        let job = |(id, (gap, nodes, runtime, estimate)): (usize, (u32, u32, u32, f64))| {
            arrival_s += f64::from(gap);
            let runtime_s = f64::from(runtime);
            Job {
                id: id as u64,
                arrival_s,
                nodes,
                runtime_s,
                // Times are whole numbers, so that several jobs often end at the same time.
                estimate_s: if exact { runtime_s } else { (runtime_s * estimate).ceil() },
                ..Job::default()
            }
        };
        list.into_iter().enumerate().map(job).collect()
    })
}

/// Jobs that arrive in bursts. The jobs of a burst are equal, except that their run times differ if estimates are
/// inexact.
pub fn bursts(estimates: std::ops::RangeInclusive<f64>) -> impl Strategy<Value = Vec<Job>> {
    let exact = *estimates.start() == *estimates.end();
    let runtimes = prop::collection::vec(prop::collection::vec(1u32..40, 1..9), 1..14);
    (jobs(estimates), runtimes).prop_map(move |(firsts, runtimes)| {
        let burst = |(first, runtimes): (Job, Vec<u32>)| {
            let runtime_s = move |own| {
                if exact { first.runtime_s } else { f64::from(own) }
            };
            let own = move |runtime| Job { runtime_s: runtime_s(runtime), ..first };
            runtimes.into_iter().map(own)
        };
        let jobs = firsts.into_iter().zip(runtimes).flat_map(burst);
        let numbered = |(id, job): (usize, Job)| Job { id: id as u64, ..job };
        jobs.enumerate().map(numbered).collect()
    })
}

fn histories(platform: &Platform, jobs: &[Job], strategy: Placing, links: Links, order: Order) -> Vec<History> {
    let mut engine = simulation(platform, jobs, strategy, links, order, Chronicle::default());
    finish(&mut engine, 9);
    engine.into_observer().ended
}

fn starts(nodes: u32, jobs: &[Job], depth: u32) -> Vec<(u64, f64)> {
    let (platform, order) = (one_cluster(nodes), Order::Reserving(depth));
    let ended = histories(&platform, jobs, Placing::NoShare, Links::Dynamic(Sharing::Proportional), order);
    let mut starts: Vec<_> = ended.iter().map(|h| (h.id, h.start_s)).collect();
    starts.sort_by_key(|s| s.0);
    starts
}

/// A policy that counts the number of its calls.
struct Counting {
    asked: Rc<Cell<u64>>,
}

impl Policy for Counting {
    fn reach(&self, state: &State, home: u32) -> u64 {
        MigrationOnly.reach(state, home)
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.asked.set(self.asked.get() + 1);
        MigrationOnly.place(state, job, placement)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        MigrationOnly.refusals(state, job)
    }
}

/// Counts the different times at which a run had an event.
struct Instants(u64);

impl Observer for Instants {
    fn elapsed(&mut self, _now_s: f64, _waiting: usize, _state: &State) {
        self.0 += 1;
    }
}

/// The number of times at which the plan was examined, and the number of calls of the policy, while 200 jobs with
/// estimates of 10 s wait behind jobs that run for `late_s` \[s\].
fn work_behind_late_jobs(clusters: usize, late_s: f64, depth: u32) -> (u64, u64) {
    let cluster = Cluster { nodes: 10, capacity_bps: 1, speed: 1.0 };
    let platform = Platform::star(vec![cluster; clusters]);
    let job = |id: u64| Job {
        id,
        arrival_s: id as f64,
        home: id as u32 % clusters as u32,
        nodes: 4 + id as u32 % 5,
        runtime_s: if id < 8 { late_s } else { 9.0 },
        estimate_s: 10.0,
        ..Job::default()
    };
    let asked = Rc::new(Cell::new(0));
    let policy = Counting { asked: asked.clone() };
    let state = State::idle(platform);
    let queue = Backfilling::new(Box::new(policy), depth, state.clone());
    let jobs = Box::new((0..200).map(job).collect::<VecDeque<_>>());
    let mut engine = Simulation::new(jobs, Box::new(queue), state, Network::Unlimited, Instants(0));
    assert_eq!(engine.advance(u64::MAX), Progress::Finished);
    (engine.into_observer().0, asked.get())
}

/// The plan is examined when a job arrives or ends, but not again and again while a job runs longer than its estimate.
#[test]
fn a_late_job_costs_no_more_the_later_it_ends() {
    for (clusters, depth) in [(1, 1), (1, u32::MAX), (3, 1), (3, 20), (3, u32::MAX)] {
        let (instants, asked) = work_behind_late_jobs(clusters, 45e6, depth);
        assert!(instants <= 2 * 200, "{instants} instants");
        assert_eq!((instants, asked), work_behind_late_jobs(clusters, 45e3, depth));
    }
}

pub fn by_job(mut starts: Vec<(u64, f64)>) -> Vec<(u64, f64)> {
    starts.sort_by_key(|s| s.0);
    starts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn easy_is_the_textbooks(nodes in 4u32..30, jobs in prop_oneof![jobs(1.0..=1.0), jobs(1.0..=4.0), jobs(0.3..=2.0)]) {
        prop_assert_eq!(starts(nodes, &jobs, 1), by_job(easy(nodes, &jobs)));
    }

    #[test]
    fn conservative_is_the_textbooks(nodes in 4u32..30, jobs in jobs(1.0..=1.0)) {
        prop_assert_eq!(starts(nodes, &jobs, 100), by_job(conservative(nodes, &jobs)));
    }

    /// On one cluster, the engine keeps only the number of free nodes, and examines only the reservations that could
    /// move. The reference does neither.
    #[test]
    fn on_one_cluster_it_equals_the_twin(
        nodes in 4u32..60,
        jobs in prop_oneof![
            jobs(1.0..=1.0), jobs(1.0..=4.0), jobs(0.3..=2.0), jobs(0.1..=0.9), bursts(1.0..=1.0), bursts(0.3..=2.0), bursts(1.0..=1.1),
        ],
        strategy in strategies(),
        depth in prop_oneof![Just(1u32), 2u32..9, Just(u32::MAX)],
    ) {
        let (platform, order) = (one_cluster(nodes), Order::Reserving(depth));
        let links = Links::Unlimited;
        let twin = Twin::new(&platform, strategy, links, order);
        prop_assert_eq!(histories(&platform, &jobs, strategy, links, order), twin.run(&jobs).0);
    }

    /// On clusters of equal speed, a reservation of a policy that only needs free nodes is examined again only where nodes
    /// have become free; if jobs stay at home, on clusters of any speeds, each cluster has a plan of its own. Expected
    /// ends slide with the loads of links, and jobs outlast their estimates. The reference examines all.
    #[test]
    fn on_several_clusters_it_equals_the_twin(
        (mut platform, jobs) in systems(90),
        strategy in prop_oneof![
            2 => Just(Placing::NoShare), 1 => Just(Placing::MigrationOnly), 3 => Just(Placing::FirstFit), 1 => fits().prop_map(Placing::OneCluster),
        ],
        links in links(),
        depth in prop_oneof![1 => Just(1u32), 1 => 2u32..9, 4 => Just(u32::MAX)],
        equal in any::<bool>(),
    ) {
        if equal || strategy != Placing::NoShare {
            let speed = platform.clusters[0].speed;
            platform.clusters.iter_mut().for_each(|own| own.speed = speed);
        }
        let order = Order::Reserving(depth);
        let twin = Twin::new(&platform, strategy, links, order);
        prop_assert_eq!(histories(&platform, &jobs, strategy, links, order), twin.run(&jobs).0);
    }

    /// If no job runs longer than its estimate and none is slowed down by the network, no job starts later than first
    /// promised, to the last bit. With as many reservations as jobs, every waiting job has a reservation.
    #[test]
    fn promises_are_kept_where_nothing_slides(
        (platform, mut jobs) in systems(70),
        strategy in strategies(),
        links in links(),
        depth in prop_oneof![Just(1u32), 2u32..9, Just(1000)],
    ) {
        let on_one_cluster = matches!(strategy, Placing::NoShare | Placing::MigrationOnly);
        let links = if on_one_cluster { links } else { Links::Unlimited };
        // With a threshold, a score may accept a placement above the threshold, but only on an idle platform. When the
        // next job starts, the platform is no longer idle, and the promise could be broken. So this test uses no
        // threshold.
        let strategy = match strategy {
            Placing::Score { .. } => Placing::Score { lslt: None },
            other => other,
        };
        for job in &mut jobs {
            job.estimate_s = job.estimate_s.max(job.runtime_s);
        }
        let arrivals: Vec<f64> = jobs.iter().map(|j| j.arrival_s).collect();
        for run in histories(&platform, &jobs, strategy, links, Order::Reserving(depth)) {
            let promised_s = run.promised_s.unwrap_or(f64::INFINITY);
            prop_assert!(run.start_s <= promised_s, "{run:?}");
            let waited = run.start_s > arrivals[run.id as usize];
            prop_assert!(depth < 1000 || waited == run.promised_s.is_some());
        }
    }

    /// The missed reservations are those jobs that start later than the reference promised. Each such job counts once;
    /// jobs of the warm-up do not count.
    #[test]
    fn every_missed_reservation_is_counted_once(
        (platform, jobs) in systems(70),
        strategy in prop_oneof![Just(Placing::FirstFit), Just(Placing::MigrationOnly), Just(Placing::B1 { lslt: 1.0 })],
        links in links(),
        depth in prop_oneof![Just(1u32), 2u32..9, Just(1000)],
        warmup in 0usize..30,
    ) {
        let order = Order::Reserving(depth);
        let collector = Collector::new(platform.clone(), Groups::default(), warmup as u64);
        let mut engine = simulation(&platform, &jobs, strategy, links, order, collector);
        finish(&mut engine, 7);
        let counted = engine.into_observer().finish().reservations;
        let twin = Twin::new(&platform, strategy, links, order);
        let ended = twin.run(&jobs).0;
        let measured = || ended.iter().skip(warmup);
        let late_ms = |run: &History| Some(((run.start_s - run.promised_s?) * 1000.0).floor() as u64);
        let late: Vec<u64> = measured().filter_map(late_ms).filter(|&ms| ms > 0).collect();
        prop_assert_eq!(counted.jobs, measured().filter(|run| run.promised_s.is_some()).count() as u64);
        prop_assert_eq!(counted.missed, late.len() as u64);
        prop_assert_eq!(counted.lateness_ms, late.iter().sum::<u64>());
        prop_assert_eq!(counted.most_late_ms, late.iter().copied().max().unwrap_or(0));
    }
}
