//! Random platforms and jobs, and a run of the engine on them.

use metasched::engine::{Failed, Observer, Progress, Running, Simulation};
use metasched::models::formula::{self, ByScore};
use metasched::models::jones::Objective;
use metasched::models::jones::{A1, B1, B2, B3, B4, FirstFit, MigrationOnly, NoShare, SEARCH_STEPS};
use metasched::models::koala::{CloseToFiles, Components};
use metasched::models::shih::Score;
use metasched::models::shih::{Ai2, Draws, Fit, OneCluster};
use metasched::network::Network;
use metasched::network::allotment::Allotment;
use metasched::parameter::Constants;
use metasched::platform::{Cluster, Platform, State, Topology};
use metasched::scenario::Sharing;
use metasched::scheduler::backfilling::Backfilling;
use metasched::scheduler::fitting::Fitting;
use metasched::scheduler::global_queue::{Discipline, GlobalQueue};
use metasched::scheduler::order::{Fixed, Order as By};
use metasched::scheduler::ordered_queue::{OrderedQueue, Passing};
use metasched::scheduler::{Policy, Rejection, Scheduler};
use metasched::workload::{Job, Pattern};
use proptest::prelude::*;
use std::collections::VecDeque;

use crate::co_allocation::CoAhead;
use crate::look_ahead::Ahead;
use crate::score;
use crate::twin::{History, Links, Order, SEED, Strategy as Placing, Twin};

fn topologies() -> impl Strategy<Value = Topology> {
    prop_oneof![
        2 => Just(Topology::Star),
        2 => (1u32..4, 1u64..900).prop_map(|(clusters_per_site, mbps)| Topology::Tree {
            clusters_per_site,
            core_bps: mbps * 1_000_000,
        }),
        1 => Just(Topology::Mesh),
    ]
}

/// Small platforms with unequal clusters.
pub fn platforms() -> impl Strategy<Value = Platform> {
    let cluster = (1u32..30, 1u64..600, prop_oneof![Just(1.0), Just(2.0), 0.3f64..3.0]);
    let clusters = prop::collection::vec(cluster, 1..7);
    (clusters, topologies()).prop_map(|(clusters, topology)| {
        let cluster = |(nodes, mbps, speed)| Cluster { nodes, capacity_bps: mbps * 1_000_000, speed };
        Platform { clusters: clusters.into_iter().map(cluster).collect(), topology, ..Platform::star(Vec::new()) }
    })
}

/// Jobs with many ties in time. Some jobs are too large for any single cluster, some for all clusters together.
pub fn jobs(most: usize) -> impl Strategy<Value = Vec<Job>> {
    let job = (
        0u32..4,
        0u32..60,
        prop_oneof![4 => 1u32..20, 2 => 20u32..60, 1 => 60u32..200],
        prop_oneof![Just(5.0), Just(10.0), 0.1f64..50.0],
        prop_oneof![Just(0.7), 0.0f64..=1.0],
        prop_oneof![Just(0.0), 1.0f64..900.0],
        prop_oneof![4 => Just(Pattern::AllToAll), 4 => prop::sample::select(Pattern::ALL)],
        prop_oneof![4 => Just(1.0), 2 => 1.0f64..5.0, 1 => 0.2f64..1.0],
    );
    prop::collection::vec(job, 1..most).prop_map(|list| {
        let mut arrival_s = 0.0;
        list.into_iter()
            .enumerate()
            .map(|(id, (gap, home, nodes, runtime_s, compute_fraction, mbps, pattern, estimate))| {
                arrival_s += f64::from(gap);
                Job {
                    id: id as u64,
                    arrival_s,
                    home,
                    nodes,
                    runtime_s,
                    compute_fraction,
                    bsbw_bps: mbps * 1e6,
                    pattern,
                    estimate_s: runtime_s * estimate,
                    ..Job::default()
                }
            })
            .collect()
    })
}

/// A platform, and jobs whose home clusters are clusters of this platform.
pub fn systems(most: usize) -> impl Strategy<Value = (Platform, Vec<Job>)> {
    (platforms(), jobs(most)).prop_map(|(platform, mut jobs)| {
        for job in &mut jobs {
            job.home %= platform.clusters.len() as u32;
        }
        (platform, jobs)
    })
}

pub fn strategies() -> impl Strategy<Value = Placing> {
    let lslt = || prop_oneof![Just(1.0), 0.0f64..2.0];
    prop_oneof![
        1 => Just(Placing::NoShare),
        1 => Just(Placing::MigrationOnly),
        1 => Just(Placing::FirstFit),
        1 => (lslt(), prop::sample::select(Objective::ALL))
            .prop_map(|(lslt, objective)| Placing::A1 { lslt, objective }),
        1 => lslt().prop_map(|lslt| Placing::B1 { lslt }),
        1 => lslt().prop_map(|lslt| Placing::B2 { lslt }),
        1 => (0.05f64..=1.0, lslt()).prop_map(|(chunk, lslt)| Placing::B3 { chunk, lslt }),
        1 => lslt().prop_map(|lslt| Placing::B4 { lslt }),
        4 => fits().prop_map(Placing::OneCluster),
        2 => Just(Placing::Ai2),
        4 => aheads().prop_map(Placing::Tla),
        4 => co_aheads().prop_map(Placing::CoTla),
        2 => prop::option::of(lslt()).prop_map(|lslt| Placing::Score { lslt }),
    ]
}

pub fn fits() -> impl Strategy<Value = Fit> {
    let all = [Fit::Best, Fit::Fastest, Fit::Worst, Fit::Median, Fit::Random, Fit::Index];
    prop::sample::select(all.to_vec())
}

pub fn scores() -> impl Strategy<Value = Score> {
    prop::sample::select(Score::ALL)
}

fn aheads() -> impl Strategy<Value = Ahead> {
    let depth = prop_oneof![2 => Just(usize::MAX), 1 => 0usize..20];
    let decisions = prop_oneof![2 => Just(1usize), 1 => 2usize..6];
    (depth, fits(), decisions, scores()).prop_map(|(depth, fit, decisions, score)| Ahead {
        depth,
        fit,
        decisions,
        score,
    })
}

fn co_aheads() -> impl Strategy<Value = CoAhead> {
    let lslt = prop_oneof![Just(1.0), 0.0f64..2.0];
    (aheads(), 0.05f64..=1.0, lslt, 0usize..6, any::<(bool, bool)>()).prop_map(
        |(ahead, chunk, lslt, most_put_off, (all, passing))| CoAhead { ahead, chunk, lslt, most_put_off, all, passing },
    )
}

pub fn orders() -> impl Strategy<Value = Order> {
    prop_oneof![
        1 => Just(Order::Fcfs),
        3 => Just(Order::Fpfs),
        1 => Just(Order::Sjf),
        1 => Just(Order::Njf),
        2 => Just(Order::Reserving(1)),
        2 => (2u32..6).prop_map(Order::Reserving),
        1 => Just(Order::Reserving(1000)),
    ]
}

pub fn links() -> impl Strategy<Value = Links> {
    prop_oneof![
        3 => Just(Links::Dynamic(Sharing::Proportional)),
        2 => Just(Links::Dynamic(Sharing::MaxMin)),
        1 => (1.0f64..3.0).prop_map(Links::Fixed),
        1 => Just(Links::Unlimited),
    ]
}

pub fn draws() -> Draws {
    Draws { seed: SEED.to_owned(), replication: 0 }
}

/// A simulation by the engine, with this strategy.
pub fn simulation<O: Observer>(
    platform: &Platform,
    jobs: &[Job],
    strategy: Placing,
    links: Links,
    order: Order,
    observer: O,
) -> Simulation<O> {
    simulation_in(platform, jobs, strategy, links, |policy, idle| queued(policy, order, idle), observer)
}

/// The same with a queue made by `queue`.
pub fn simulation_in<O: Observer>(
    platform: &Platform,
    jobs: &[Job],
    strategy: Placing,
    links: Links,
    queue: impl Fn(Box<dyn Policy>, &State) -> Box<dyn Scheduler>,
    observer: O,
) -> Simulation<O> {
    let network = match links {
        Links::Dynamic(sharing) => {
            let links = platform.link_capacities_bps().len();
            Network::Dynamic(Allotment::new(sharing, links))
        }
        Links::Fixed(penalty) => Network::Fixed(penalty),
        Links::Unlimited => Network::Unlimited,
    };
    // Without a limit of steps, A1 may search for too long on a mesh, or for the best solution.
    let first = !matches!(strategy, Placing::A1 { objective: Objective::LeastDemand, .. });
    let steps = match first && platform.topology != Topology::Mesh {
        true => u32::MAX,
        false => SEARCH_STEPS,
    };
    let policy: Box<dyn Policy> = match strategy {
        Placing::NoShare => Box::new(NoShare),
        Placing::MigrationOnly => Box::new(MigrationOnly),
        Placing::FirstFit => Box::new(FirstFit),
        Placing::A1 { lslt, objective } => {
            let a1 = A1::new(&State::idle(platform.clone()), lslt, objective);
            Box::new(a1.with_search_steps(steps))
        }
        Placing::B1 { lslt } => Box::new(B1 { lslt }),
        Placing::B2 { lslt } => Box::new(B2 { lslt }),
        Placing::B3 { chunk, lslt } => Box::new(B3 { chunk, lslt }),
        Placing::B4 { lslt } => Box::new(B4 { lslt }),
        Placing::Ai2 => Box::new(Ai2::new(&State::idle(platform.clone()))),
        Placing::Tla(ahead) => Box::new(ahead.tla(platform)),
        Placing::CoTla(co) => Box::new(co.tla(platform, network.clone(), steps)),
        Placing::Score { lslt } => {
            let idle = State::idle(platform.clone());
            let constants = Constants::from([("a", lslt.unwrap_or(0.0))]);
            let read = formula::score(score::text(lslt), &constants).unwrap();
            Box::new(ByScore::new(read, score::MOST_PIECES as u32, &idle))
        }
        Placing::CloseToFiles(limit) => Box::new(CloseToFiles(Components { limit, most: u32::MAX })),
        Placing::OneCluster(fit) => {
            let idle = State::idle(platform.clone());
            Box::new(OneCluster::new(&idle, fit, draws()))
        }
    };
    let idle = State::idle(platform.clone());
    let policy = match platform.resources.is_none() {
        true => policy,
        false => Box::new(Fitting::new(policy, &idle)),
    };
    let scheduler = queue(policy, &idle);
    Simulation::new(Box::new(VecDeque::from(jobs.to_vec())), scheduler, idle, network, observer)
}

/// A queue in this order, in which no job waits twice.
pub fn queued(policy: Box<dyn Policy>, order: Order, idle: &State) -> Box<dyn Scheduler> {
    match order {
        Order::Fcfs => Box::new(GlobalQueue::new(policy, Discipline::Fcfs, idle.clone())),
        Order::Fpfs => Box::new(GlobalQueue::new(policy, Discipline::Fpfs, idle.clone())),
        Order::Sjf => strictly(policy, |job| job.estimate_s, idle),
        Order::Njf => strictly(policy, |job| job.nodes.into(), idle),
        Order::Reserving(depth) => Box::new(Backfilling::new(policy, depth, idle.clone())),
    }
}

/// An order in which the job with the smallest key goes first, and no job passes another.
fn strictly(policy: Box<dyn Policy>, key: fn(&Job) -> f64, idle: &State) -> Box<dyn Scheduler> {
    let order = By::by(Fixed(key));
    Box::new(OrderedQueue::new(policy, order, Passing::Strict, idle.clone()))
}

/// Runs the simulation to its end, `step` events at a time.
pub fn finish<O: Observer>(simulation: &mut Simulation<O>, step: u64) {
    while simulation.advance(step) == Progress::Running {}
}

/// Compares a run with that of the slow twin, job by job; returns the observer of the run.
pub fn run_beside_the_twin<O: Observer>(
    mut platform: Platform,
    jobs: &[Job],
    (strategy, links, order): (Placing, Links, Order),
    step: u64,
    observer: impl FnOnce(&Platform) -> O,
) -> Result<O, TestCaseError> {
    // A1's twin tries all combinations, which takes too long on a mesh.
    if matches!(strategy, Placing::A1 { .. }) && platform.topology == Topology::Mesh {
        platform.topology = Topology::Star;
    }
    let observer = (Chronicle::default(), observer(&platform));
    let mut engine = simulation(&platform, jobs, strategy, links, order, observer);
    finish(&mut engine, step);
    let (ended, impossible) = Twin::new(&platform, strategy, links, order).run(jobs);
    let (chronicle, observer) = engine.into_observer();
    prop_assert_eq!(chronicle.rejected, impossible);
    prop_assert_eq!(chronicle.ended, ended);
    Ok(observer)
}

/// Records every job's history.
#[derive(Debug, Default, PartialEq)]
pub struct Chronicle {
    pub ended: Vec<History>,
    pub rejected: Vec<u64>,
    /// Jobs that failures of nodes ended for good.
    pub lost: Vec<u64>,
}

impl Observer for Chronicle {
    fn rejected(&mut self, job: &Job, _why: Rejection) {
        self.rejected.push(job.id);
    }

    fn failed(&mut self, _now_s: f64, running: &Running, failed: &Failed) {
        if !failed.requeued {
            self.lost.push(running.job.id);
        }
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        self.ended.push(History {
            id: running.job.id,
            start_s: running.start_s,
            end_s: now_s,
            pieces: running.placement.iter().map(|p| (p.cluster as usize, p.nodes)).collect(),
            promised_s: running.promised_s,
        });
    }
}
