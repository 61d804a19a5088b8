//! Grids: random ones compared with a reference implementation, and some computed by hand.

mod by_hand;
mod twin;

use crate::common::{Chronicle, finish};
use metasched::base::random::Stream;
use metasched::engine::{Observer, Running, Simulation};
use metasched::models::vahdat::measures::{DENIALS, TRANSFER_MS, TRANSFERS};
use metasched::models::vahdat::{
    Decision, Dispatch, Fuzzy, Grid, Holds, IdleNodes, Protocol, Reading, Settings, WaitingJobs, Wan, class_of,
};
use metasched::network::allotment::Allotment;
use metasched::network::cluster::ClusterNetworks;
use metasched::network::{Network, Sharing};
use metasched::platform::{Cluster, Platform, State};
use metasched::scheduler::facts::About;
use metasched::scheduler::{Rejection, Scheduler};
use metasched::workload::Job;
use proptest::prelude::*;
use std::collections::VecDeque;
use twin::twin;

const BOUNDS: [f64; 2] = [0.3, 0.6];

/// The input of a grid simulation.
#[derive(Clone, Debug)]
struct Given {
    platform: Platform,
    /// Background loads of nodes, by cluster and node.
    loads: Vec<Vec<f64>>,
    /// Least share of a node's processor that its background load leaves to a job.
    least_node_share: f64,
    protocol: Protocol,
    wan_mbps: f64,
    /// Invocation times of links, by pair of clusters: 0–1, 0–2, 1–2, …
    invocations_ms: Vec<f64>,
    /// Background loads of the links, by pair of clusters.
    wan_loads: Vec<f64>,
    /// The part of a job's own traffic that counts as load of the network when the share of this job is determined.
    own_traffic: f64,
    /// The network on which jobs run, for grids whose clusters have no networks of their own.
    other_network: Network,
}

#[derive(Clone, Copy, Debug)]
enum Rule {
    BestFit(Holds),
    Random,
    ShortestQueue,
    LeastLoaded,
    Fuzzy,
}

fn draws() -> Stream {
    Stream::new("twin", 0, "grid dispatch", 0)
}

impl Rule {
    fn dispatch(self) -> Dispatch {
        match self {
            Rule::BestFit(holds) => Dispatch::BestFit(holds),
            Rule::Random => Dispatch::Random(draws()),
            Rule::ShortestQueue => Dispatch::ShortestQueue,
            Rule::LeastLoaded => Dispatch::LeastLoaded,
            Rule::Fuzzy => Dispatch::Fuzzy(Box::new(Fuzzy::new(&Settings::default()))),
        }
    }
}

/// Records the history of a run, and the decisions that homes make.
#[derive(Default)]
struct Watcher {
    chronicle: Chronicle,
    decisions: Vec<Decision>,
    /// Number of jobs that run on each cluster. It is compared with the engine's state.
    running: Vec<(u64, usize, u32, f64)>,
}

impl Observer for Watcher {
    fn begin(&mut self, scheduler: &mut dyn Scheduler) {
        scheduler.facts().expect("a grid").about = About::All;
    }

    fn rejected(&mut self, job: &Job, why: Rejection) {
        self.chronicle.rejected(job, why);
    }

    fn started(&mut self, running: &Running, _state: &State) {
        let [piece] = running.placement.as_slice() else {
            panic!("a job of a grid stays whole");
        };
        assert_eq!(piece.nodes, running.job.nodes);
        let demand: f64 = running.demands.iter().map(|own| own.bps as f64).sum();
        self.running.push((running.job.id, piece.cluster as usize, piece.nodes, demand));
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        self.running.retain(|own| own.0 != running.job.id);
        self.chronicle.ended(now_s, running);
    }

    /// Checks the conservation of nodes and loads.
    fn decided(&mut self, _now_s: f64, state: &State, scheduler: &mut dyn Scheduler) {
        let choices = scheduler.facts().expect("a grid").choices.drain(..);
        self.decisions.extend(choices.map(|own| serde_json::from_value::<Decision>(own.data).unwrap()));
        let platform = state.platform();
        for (cluster, own) in platform.clusters.iter().enumerate() {
            let there = self.running.iter().filter(|run| run.1 == cluster);
            let nodes: u32 = there.clone().map(|run| run.2).sum();
            assert_eq!(state.free()[cluster] + nodes, own.nodes);
            let load: f64 = there.map(|run| run.3).sum();
            let background = platform.background_bps.get(cluster).copied();
            let background = background.unwrap_or_default() as f64;
            assert_eq!(state.load_bps()[cluster] as f64, load + background);
        }
    }
}

fn engine(given: &Given, rule: Rule, jobs: &[Job]) -> Simulation<Watcher> {
    let counted = |loads: &Vec<f64>| {
        let mut counts = [0; 3];
        loads.iter().for_each(|&load| counts[class_of(load, BOUNDS)] += 1);
        counts
    };
    let grid = Grid::new(
        rule.dispatch(),
        given.protocol,
        given.loads.iter().map(counted).collect(),
        Wan::new(given.wan_mbps, given.invocations_ms.clone(), &given.wan_loads),
    )
    .slowed(given.loads.clone(), given.least_node_share);
    let clusters = given.platform.clusters.len();
    let network = match given.protocol.least_share {
        Some(least_share) => {
            let networks = ClusterNetworks::new(least_share, clusters);
            Network::Cluster(networks.counting(given.own_traffic))
        }
        None => given.other_network.clone(),
    };
    let mut simulation = Simulation::new(
        Box::new(VecDeque::from(jobs.to_vec())),
        Box::new(grid),
        State::idle(given.platform.clone()),
        network,
        Watcher::default(),
    );
    finish(&mut simulation, 7);
    simulation
}

fn job(id: u64, arrival_s: f64, home: u32, nodes: u32, runtime_s: f64, ratio: f64, size_mb: f64) -> Job {
    Job { id, arrival_s, home, nodes, runtime_s, compute_fraction: 1.0 - ratio, size_mb, ..Job::default() }
}

fn grids() -> impl Strategy<Value = Given> {
    let load = prop_oneof![Just(0.3), Just(0.6), 0.0f64..1.0];
    let cluster = (
        prop::collection::vec(load, 1..12),
        prop_oneof![Just(0.0), Just(1.0), 0.0f64..1.0],
        prop_oneof![3 => Just(1.0), 1 => 0.5f64..2.0],
        1u64..2000,
    );
    let protocol = (
        prop_oneof![3 => Just(0.0), 2 => 0.0f64..40.0],
        prop_oneof![Just(20u32), 0u32..3],
        prop_oneof![Just(0.05), 0.001f64..1.0],
        (prop::sample::select(WaitingJobs::ALL.to_vec()), prop::sample::select(IdleNodes::ALL.to_vec()))
            .prop_map(|(waiting, idle)| Reading { waiting, idle }),
    );
    let wan_load = prop_oneof![2 => Just(0.0), 1 => 0.0f64..0.99];
    let own_traffic = prop_oneof![2 => Just(1.0), 1 => Just(0.0), 1 => 0.0f64..1.0];
    let least_node_share = prop_oneof![Just(1.0), 0.01f64..1.0];
    let invocation = prop_oneof![Just(0.0), Just(1000.0), 0.0f64..100.0, 0.0f64..9000.0];
    (
        prop::collection::vec(cluster, 1..6),
        protocol,
        prop_oneof![Just(8.0), 0.5f64..50.0],
        prop::collection::vec((invocation, wan_load), 10),
        (own_traffic, least_node_share),
    )
        .prop_map(|(clusters, protocol, wan_mbps, links, (own_traffic, least_node_share))| {
            let (refresh_s, retries, least_share, reading) = protocol;
            let count = clusters.len();
            let pairs = count * (count - 1) / 2;
            let (invocations_ms, wan_loads) = links.into_iter().take(pairs).unzip();
            let mut loads = Vec::new();
            let mut background_bps = Vec::new();
            let cluster = |(own, background, speed, mbps): (Vec<f64>, f64, f64, u64)| {
                let capacity_bps = mbps * 1_000_000;
                let nodes = own.len() as u32;
                loads.push(own);
                background_bps.push((background * capacity_bps as f64) as u64);
                Cluster { nodes, capacity_bps, speed }
            };
            let clusters = clusters.into_iter().map(cluster).collect();
            Given {
                platform: Platform { background_bps, ..Platform::star(clusters) },
                loads,
                least_node_share,
                protocol: Protocol { refresh_s, retries, least_share: Some(least_share), reading },
                wan_mbps,
                invocations_ms,
                wan_loads,
                own_traffic,
                other_network: Network::Unlimited,
            }
        })
}

/// Jobs with ties in time. Some jobs are too large for every cluster.
fn jobs() -> impl Strategy<Value = Vec<Job>> {
    let drawn = (
        prop_oneof![3 => (0u32..4).prop_map(f64::from), 1 => 0.0f64..10.0],
        0u32..5,
        1u32..13,
        prop_oneof![Just(5.0), 0.1f64..30.0],
        prop_oneof![Just(0.0), Just(0.5), 0.0f64..=1.0],
        prop_oneof![Just(0.0), Just(2.0), 0.0f64..20.0],
    );
    prop::collection::vec(drawn, 1..50).prop_map(|list| {
        let mut arrival_s = 0.0;
        let list = list.into_iter().enumerate();
        list.map(|(id, (gap_s, home, nodes, runtime_s, ratio, size_mb))| {
            arrival_s += gap_s;
            job(id as u64, arrival_s, home, nodes, runtime_s, ratio, size_mb)
        })
        .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whole_histories_are_those_of_its_twin(
        given in grids(),
        mut jobs in jobs(),
        rule in prop::sample::select(vec![Rule::BestFit(Holds::AtLeast), Rule::BestFit(Holds::MoreThan), Rule::Random, Rule::ShortestQueue, Rule::LeastLoaded, Rule::Fuzzy]),
    ) {
        for job in &mut jobs {
            job.home %= given.platform.clusters.len() as u32;
        }
        let run = engine(&given, rule, &jobs);
        let twin = twin(&given, rule, &jobs);
        let own = run.observer();
        prop_assert_eq!(&own.chronicle.ended, &twin.histories);
        prop_assert_eq!(&own.chronicle.rejected, &twin.rejected);
        prop_assert_eq!(&own.decisions, &twin.decisions);
        prop_assert_eq!(run.counters().get(DENIALS.name), Some(twin.denials));
        prop_assert_eq!(run.counters().get(TRANSFERS.name), Some(twin.transfers));
        prop_assert_eq!(run.counters().get(TRANSFER_MS.name), Some(twin.transfer_ms));
        prop_assert_eq!(own.chronicle.ended.len() + twin.rejected.len(), jobs.len());
    }

    /// On networks between clusters, a job on one cluster runs without delay, and homes see the network of every
    /// cluster as fully available.
    #[test]
    fn under_other_networks_too(
        mut given in grids(), mut jobs in jobs(),
        rule in prop::sample::select(vec![Rule::BestFit(Holds::AtLeast), Rule::LeastLoaded, Rule::Fuzzy]), which in 0..4,
    ) {
        let clusters = given.platform.clusters.len();
        for job in &mut jobs {
            job.home %= clusters as u32;
            job.bsbw_bps = 9e8;
        }
        given.protocol.least_share = None;
        given.platform.background_bps.clear();
        given.other_network = match which {
            0 => Network::Dynamic(Allotment::new(Sharing::Proportional, clusters)),
            1 => Network::Wan(25.0),
            2 => Network::Fixed(3.0),
            _ => Network::Unlimited,
        };
        let run = engine(&given, rule, &jobs);
        given.platform.background_bps = vec![0; clusters];
        let twin = twin(&given, rule, &jobs);
        prop_assert_eq!(&run.observer().chronicle.ended, &twin.histories);
        prop_assert_eq!(&run.observer().decisions, &twin.decisions);
    }
}
