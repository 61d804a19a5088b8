//! A queue per cluster, compared with clusters that are simulated alone and with a literal simulation.

use crate::backfilling;
use crate::common::{Chronicle, finish, orders, queued, simulation, simulation_in, systems};
use crate::twin::{History, Links, Order, Strategy as Placing, federation};
use metasched::engine::Simulation;
use metasched::models::vahdat::{self, Dispatch, Grid, Holds, Protocol, Reading, Wan};
use metasched::network::Network;
use metasched::platform::{Cluster, Platform, State};
use metasched::scheduler::backfilling::{Backfilling, Tried};
use metasched::scheduler::bound::{Binding, Bound, OnCluster};
use metasched::scheduler::order::{Moment, Order as By, Rule};
use metasched::scheduler::ordered_queue::{OrderedQueue, Passing};
use metasched::scheduler::{Policy, Scheduler};
use metasched::workload::Job;
use proptest::prelude::*;
use std::collections::VecDeque;
use std::convert::Infallible;

/// The histories of all jobs and the rejected jobs, by number, under local queues.
fn bound(platform: &Platform, jobs: &[Job], binding: Binding, order: Order) -> (Vec<History>, Vec<u64>) {
    with_queues(platform, jobs, binding, |policy, alone| queued(policy, order, alone))
}

/// The same with the queue of a cluster made by `queue`.
fn with_queues(
    platform: &Platform,
    jobs: &[Job],
    binding: Binding,
    queue: impl Fn(Box<dyn Policy>, &State) -> Box<dyn Scheduler>,
) -> (Vec<History>, Vec<u64>) {
    let queues = |_, idle: &State| -> Box<dyn Scheduler> {
        let queue = |cluster, alone: State| Ok::<_, Infallible>(queue(Box::new(OnCluster { cluster }), &alone));
        let Ok(bound) = Bound::new(binding, idle.clone(), queue);
        Box::new(bound)
    };
    let mut engine = simulation_in(platform, jobs, Placing::NoShare, Links::Unlimited, queues, Chronicle::default());
    finish(&mut engine, 7);
    by_job(engine.into_observer())
}

fn by_job(chronicle: Chronicle) -> (Vec<History>, Vec<u64>) {
    let Chronicle { mut ended, mut rejected, .. } = chronicle;
    ended.sort_by_key(|own| own.id);
    rejected.sort_unstable();
    (ended, rejected)
}

/// The order of arrival as a rule that might vary.
struct Arrivals {
    varies: bool,
}

impl Rule for Arrivals {
    fn key(&self, job: &Job, _at: &Moment<'_>) -> f64 {
        job.arrival_s
    }

    fn varies(&self) -> bool {
        self.varies
    }
}

/// A queue from which jobs can be withdrawn.
fn of_copies(policy: Box<dyn Policy>, order: Order, varies: bool, alone: &State) -> Box<dyn Scheduler> {
    let arrivals = By::by(Arrivals { varies });
    match order {
        Order::Fcfs => Box::new(OrderedQueue::new(policy, arrivals, Passing::Strict, alone.clone())),
        Order::Fpfs => Box::new(OrderedQueue::new(policy, arrivals, Passing::Skip, alone.clone())),
        Order::Sjf | Order::Njf => queued(policy, order, alone),
        Order::Reserving(depth) => {
            Box::new(Backfilling::ordered(policy, arrivals, Tried::AsQueued, depth, alone.clone()))
        }
    }
}

/// Every cluster simulated alone, with the jobs that arrive there.
fn alone(platform: &Platform, jobs: &[Job], order: Order) -> (Vec<History>, Vec<u64>) {
    let mut all = Chronicle::default();
    for (cluster, own) in platform.clusters.iter().enumerate() {
        let here: Vec<Job> = jobs.iter().filter(|job| job.home as usize == cluster).copied().collect();
        let renumber = |(id, job): (usize, &Job)| Job { id: id as u64, home: 0, ..*job };
        let renumbered: Vec<Job> = here.iter().enumerate().map(renumber).collect();
        let single = Platform::star(vec![*own]);
        let mut engine =
            simulation(&single, &renumbered, Placing::NoShare, Links::Unlimited, order, Chronicle::default());
        finish(&mut engine, 7);
        let Chronicle { ended, rejected, .. } = engine.into_observer();
        all.rejected.extend(rejected.iter().map(|&id| here[id as usize].id));
        all.ended.extend(ended.into_iter().map(|run| History {
            id: here[run.id as usize].id,
            pieces: run.pieces.iter().map(|&(_, nodes)| (cluster, nodes)).collect(),
            ..run
        }));
    }
    by_job(all)
}

struct Runs {
    nodes: u32,
    expected_s: f64,
    end_s: f64,
}

#[derive(Default)]
struct Site {
    running: Vec<Runs>,
    queue: Vec<Job>,
}

impl Site {
    fn free(&self, nodes: u32) -> u32 {
        nodes - self.running.iter().map(|own| own.nodes).sum::<u32>()
    }

    /// The time from which every single node is available, after the jobs that run.
    fn available(&self, nodes: u32, now_s: f64) -> Vec<f64> {
        let busy = self.running.iter().flat_map(|own| vec![own.expected_s.max(now_s); own.nodes as usize]);
        let idle = vec![now_s; self.free(nodes) as usize];
        busy.chain(idle).collect()
    }
}

/// Start of a job of `wanted` nodes that does not start before `first_s`; its nodes are then available after `runs_s`.
fn occupy(available: &mut [f64], wanted: u32, first_s: f64, runs_s: f64) -> f64 {
    available.sort_by(f64::total_cmp);
    let start_s = available[wanted as usize - 1].max(first_s);
    available[..wanted as usize].fill(start_s + runs_s);
    start_s
}

fn wait_s(own: &Site, cluster: &Cluster, job: &Job, now_s: f64, binding: Binding) -> f64 {
    let mut available = own.available(cluster.nodes, now_s);
    if binding == Binding::LeastWork {
        let running = available.iter().map(|own| own - now_s);
        let waiting = own.queue.iter().map(|job| job.estimate_s / cluster.speed * f64::from(job.nodes));
        return running.chain(waiting).fold(0.0, |sum, own| sum + own) / f64::from(cluster.nodes);
    }
    let mut start_s = now_s;
    if binding == Binding::EarliestStart {
        for other in &own.queue {
            start_s = occupy(&mut available, other.nodes, start_s, other.estimate_s / cluster.speed);
        }
    }
    occupy(&mut available, job.nodes, start_s, 0.0) - now_s
}

/// The cluster and start of every job that is not too large, in strict order of arrival on each cluster.
fn literal(clusters: &[Cluster], jobs: &[Job], binding: Binding) -> Vec<(u64, usize, f64)> {
    let mut sites: Vec<Site> = clusters.iter().map(|_| Site::default()).collect();
    let mut coming = jobs.to_vec();
    let mut starts = Vec::new();
    loop {
        let ends = sites.iter().flat_map(|own| own.running.iter().map(|own| own.end_s));
        let now_s = coming.iter().map(|job| job.arrival_s).chain(ends).fold(f64::INFINITY, f64::min);
        if now_s == f64::INFINITY {
            starts.sort_by_key(|start: &(u64, usize, f64)| start.0);
            return starts;
        }
        sites.iter_mut().for_each(|own| own.running.retain(|own| own.end_s > now_s));
        let arrived: Vec<Job> = coming.iter().filter(|job| job.arrival_s == now_s).copied().collect();
        coming.retain(|job| job.arrival_s > now_s);
        for job in arrived {
            let holds = |own: &usize| clusters[*own].nodes >= job.nodes;
            let rank = |own: &usize| wait_s(&sites[*own], &clusters[*own], &job, now_s, binding);
            let mut able: Vec<usize> = (0..clusters.len()).filter(holds).collect();
            able.sort_by_key(|own| *own != job.home as usize);
            let best = able.iter().copied().min_by(|a, b| rank(a).total_cmp(&rank(b)));
            if let Some(best) = best {
                sites[best].queue.push(job);
            }
        }
        for (cluster, own) in clusters.iter().enumerate() {
            let site = &mut sites[cluster];
            while let Some(&job) = site.queue.first().filter(|job| job.nodes <= site.free(own.nodes)) {
                site.queue.remove(0);
                starts.push((job.id, cluster, now_s));
                let [expected_s, end_s] = [job.estimate_s, job.runtime_s].map(|time_s| now_s + time_s / own.speed);
                site.running.push(Runs { nodes: job.nodes, expected_s, end_s });
            }
        }
    }
}

/// The histories of all jobs and the rejected jobs in a grid whose clusters have queues of this kind. Sending
/// takes no time.
fn grid(platform: &Platform, jobs: &[Job], dispatch: Dispatch, kind: vahdat::LocalQueue) -> (Vec<History>, Vec<u64>) {
    let protocol = Protocol { refresh_s: 0.0, retries: 20, least_share: None, reading: Reading::default() };
    let clusters = platform.clusters.len();
    let nodes_by_load = platform.clusters.iter().map(|own| [own.nodes, 0, 0]).collect();
    let links = clusters * (clusters - 1) / 2;
    let wan = Wan::new(8.0, vec![0.0; links], &vec![0.0; links]);
    let grid = Grid::new(dispatch, protocol, nodes_by_load, wan).with_queues(kind, platform);
    let (source, idle) = (Box::new(VecDeque::from(jobs.to_vec())), State::idle(platform.clone()));
    let mut engine = Simulation::new(source, Box::new(grid), idle, Network::Unlimited, Chronicle::default());
    finish(&mut engine, 7);
    by_job(engine.into_observer())
}

/// Clusters at speeds for which all times are exact, and jobs with whole run times.
fn exact() -> impl Strategy<Value = (Vec<Cluster>, Vec<Job>)> {
    let cluster = (2u32..30, prop::sample::select(vec![0.5, 1.0, 2.0]));
    let clusters = prop::collection::vec(cluster, 1..5).prop_map(|list| {
        let cluster = |(nodes, speed)| Cluster { nodes, capacity_bps: 1, speed };
        list.into_iter().map(cluster).collect::<Vec<_>>()
    });
    let jobs = prop_oneof![backfilling::jobs(1.0..=1.0), backfilling::jobs(1.0..=4.0), backfilling::jobs(0.3..=2.0)];
    (clusters, jobs).prop_map(|(clusters, mut jobs)| {
        for job in &mut jobs {
            job.home = (job.id * 7 % 5) as u32 % clusters.len() as u32;
        }
        (clusters, jobs)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Jobs that stay at home do not notice the other clusters, in whatever order the queues are.
    #[test]
    fn clusters_of_jobs_that_stay_at_home_are_alone((platform, jobs) in systems(70), order in orders()) {
        let platform = Platform::star(platform.clusters);
        prop_assert_eq!(bound(&platform, &jobs, Binding::Home, order), alone(&platform, &jobs, order));
    }

    /// A cluster of a grid schedules its jobs like the same cluster alone, with every kind of queue.
    #[test]
    fn clusters_of_a_grid_are_alone_with_the_jobs_sent_there(
        (platform, mut jobs) in systems(70),
        dispatch in prop::sample::select(vec![Dispatch::BestFit(Holds::AtLeast), Dispatch::ShortestQueue, Dispatch::LeastLoaded]),
        (kind, order) in prop::sample::select(vec![
            (vahdat::LocalQueue::Fifo, Order::Fcfs),
            (vahdat::LocalQueue::Fpfs, Order::Fpfs),
            (vahdat::LocalQueue::Easy, Order::Reserving(1)),
            (vahdat::LocalQueue::Conservative, Order::Reserving(u32::MAX)),
        ]),
    ) {
        let platform = Platform::star(platform.clusters);
        jobs.iter_mut().for_each(|job| job.size_mb = 0.0);
        let (ended, rejected) = grid(&platform, &jobs, dispatch.clone(), kind);
        prop_assert_eq!(ended.len() + rejected.len(), jobs.len());
        // At the arrival of a rejected job the grid's plans see that other jobs are late; a cluster alone has no such arrival.
        jobs.retain(|job| !rejected.contains(&job.id));
        let (ended, _) = grid(&platform, &jobs, dispatch, kind);
        // Each job's home is now the cluster on which it ran.
        for (job, own) in jobs.iter_mut().zip(&ended) {
            job.home = own.pieces[0].0 as u32;
        }
        prop_assert_eq!(ended, alone(&platform, &jobs, order).0);
    }

    /// Copies in all queues, whose order is fixed or could vary.
    #[test]
    fn copies_are_those_of_a_literal_federation((platform, jobs) in systems(70), order in orders(), varies: bool) {
        let queue = |policy, alone: &State| of_copies(policy, order, varies, alone);
        let engine = with_queues(&platform, &jobs, Binding::Siblings, queue);
        prop_assert_eq!(engine, federation(&platform, &jobs, order));
    }

    #[test]
    fn jobs_are_bound_as_in_a_literal_simulation(
        (clusters, jobs) in exact(),
        binding in prop::sample::select(vec![Binding::EarliestStart, Binding::EarliestFit, Binding::LeastWork]),
    ) {
        let literal = literal(&clusters, &jobs, binding);
        let (ended, _) = bound(&Platform::star(clusters), &jobs, binding, Order::Fcfs);
        let engine: Vec<_> = ended.iter().map(|own| (own.id, own.pieces[0].0, own.start_s)).collect();
        prop_assert_eq!(engine, literal);
    }
}
