//! From a scenario's scheduler to the policy, the queue and the network it runs with. A new policy is added here.

use super::Scheduler;
use super::backfilling::Backfilling;
use super::gehring::{Control, Metacomputer, Planner, Trigger, Uncontrolled};
use super::global_queue::{Discipline, GlobalQueue};
use super::jones::{A1, B1, B2, B3, B4, FirstFit, MigrationOnly, NoShare};
use super::order::Order;
use super::ordered_queue::OrderedQueue;
use super::shih::{
    Ai2, CoAllocatingTla, Draws, Fit, LookAhead, OneCluster, Spreading, Tla, USUAL_DEPTH,
};
use super::vahdat::{Dispatch, Fuzzy, Grid, Protocol, Wan, class_of, invocations_ms};
use crate::base::random::Stream;
use crate::network::Network;
use crate::network::allotment::Allotment;
use crate::network::cluster::ClusterNetworks;
use crate::platform::{Platform, State, background};
use crate::scenario;
use crate::scenario::policy::RunsOn;
use crate::scenario::{
    NetworkModel, Policy, Queue, Scenario, SimulationOrder, SimulationPolicy, Spreads,
};

/// What decides under a policy.
enum Decides {
    /// A placement, asked by a queue that is common to all clusters.
    Placement(Box<dyn super::Policy>),
    /// The planner of a metacomputer.
    Planner(Planner),
    /// The homes of a grid's jobs.
    Homes(Dispatch),
}

/// The scheduler that `spec` asks for, on an idle platform; what it leaves open is as in `scenario`. Those that draw random
/// numbers draw others in every replication.
pub fn scheduler(
    spec: &scenario::Scheduler,
    scenario: &Scenario,
    replication: u32,
    platform: &Platform,
) -> Box<dyn Scheduler> {
    let idle = State::idle(platform.clone());
    let policy = match decides(spec, scenario, replication, &idle) {
        Decides::Placement(policy) => policy,
        Decides::Planner(planner) => {
            return metacomputer(planner, spec, scenario, replication, &idle);
        }
        Decides::Homes(dispatch) => return grid(dispatch, spec, scenario, replication, platform),
    };
    let depth = match spec.queue.unwrap_or(scenario.queue) {
        Queue::Fcfs => return Box::new(GlobalQueue::new(policy, Discipline::Fcfs, idle)),
        Queue::Fpfs => return Box::new(GlobalQueue::new(policy, Discipline::Fpfs, idle)),
        Queue::Sjf => return Box::new(OrderedQueue::new(policy, Order::Estimate, idle)),
        Queue::Njf => return Box::new(OrderedQueue::new(policy, Order::Nodes, idle)),
        Queue::Easy => 1,
        Queue::Conservative => spec.reservations.unwrap_or(scenario.reservations),
    };
    Box::new(Backfilling::new(policy, depth, idle))
}

/// The meta-scheduler that `spec` asks for, over the machines of `idle`.
fn metacomputer(
    planner: Planner,
    spec: &scenario::Scheduler,
    scenario: &Scenario,
    replication: u32,
    idle: &State,
) -> Box<dyn Scheduler> {
    let (local_queues, trigger) = match spec.control {
        scenario::Control::Full => (false, Trigger::Event),
        scenario::Control::Limited => (true, Trigger::Event),
        scenario::Control::IhsFixed => (true, Trigger::Interval(spec.interval_s)),
        scenario::Control::IhsDemand => (true, Trigger::Demand(spec.gamma)),
        scenario::Control::No => {
            let stream = Stream::new(&scenario.seed, replication, "rounds", 0);
            return Box::new(Uncontrolled::new(idle, stream));
        }
    };
    let control = Control {
        local_queues,
        trigger,
    };
    let network = network(spec, &scenario.network, idle.platform(), 1.0);
    Box::new(Metacomputer::new(planner, control, network, idle))
}

/// The grid whose homes decide as `spec` asks for.
fn grid(
    dispatch: Dispatch,
    spec: &scenario::Scheduler,
    scenario: &Scenario,
    replication: u32,
    platform: &Platform,
) -> Box<dyn Scheduler> {
    let by_load = |(cluster, nodes): (usize, u32)| {
        let mut counts = [0; 3];
        for load in background::on_nodes(cluster, nodes, scenario, replication) {
            counts[class_of(load, [spec.low_load, spec.high_load])] += 1;
        }
        counts
    };
    let nodes = platform.clusters.iter().map(|own| own.nodes);
    let drawn = scenario.experiment.redraw.of_jobs(replication);
    let clusters = platform.clusters.len();
    let network = &scenario.network;
    let invocations_ms = invocations_ms(network.invocation_ms, clusters, &scenario.seed, drawn);
    let protocol = Protocol {
        refresh_s: spec.refresh_s,
        retries: spec.retries,
        least_share: network.least_share,
    };
    Box::new(Grid::new(
        dispatch,
        protocol,
        nodes.enumerate().map(by_load).collect(),
        Wan::new(network.wan_mbps, invocations_ms),
    ))
}

/// The placement policy that `spec` asks for, on the platform of `idle`; none for a metacomputer or a grid, which have no common queue.
pub fn policy(
    spec: &scenario::Scheduler,
    scenario: &Scenario,
    replication: u32,
    idle: &State,
) -> Option<Box<dyn super::Policy>> {
    match decides(spec, scenario, replication, idle) {
        Decides::Placement(policy) => Some(policy),
        Decides::Planner(_) | Decides::Homes(_) => None,
    }
}

/// What decides under the policy of `spec`.
fn decides(
    spec: &scenario::Scheduler,
    scenario: &Scenario,
    replication: u32,
    idle: &State,
) -> Decides {
    let scenario::Scheduler { chunk, lslt, .. } = *spec;
    let draws = || Draws {
        seed: scenario.seed.clone(),
        replication,
    };
    let one_cluster = |fit| Box::new(OneCluster::new(idle, fit, draws()));
    Decides::Placement(match spec.policy {
        Policy::NoShare => Box::new(NoShare),
        Policy::MigrationOnly => Box::new(MigrationOnly),
        Policy::FirstFit | Policy::Ideal | Policy::Fixed => Box::new(FirstFit),
        Policy::A1 => Box::new(A1::new(idle, lslt, spec.objective)),
        Policy::B1 => Box::new(B1 { lslt }),
        Policy::B2 => Box::new(B2 { lslt }),
        Policy::B3 => Box::new(B3 { chunk, lslt }),
        Policy::B4 => Box::new(B4 { lslt }),
        Policy::BestFit => one_cluster(Fit::Best),
        Policy::FastestFirst => one_cluster(Fit::Fastest),
        Policy::WorstFit => one_cluster(Fit::Worst),
        Policy::MedianFit => one_cluster(Fit::Median),
        Policy::RandomFit => one_cluster(Fit::Random),
        Policy::IndexFit => one_cluster(Fit::Index),
        Policy::Ai2 => Box::new(Ai2::new(idle)),
        Policy::Tla => Box::new(tla(spec, scenario, replication, idle)),
        Policy::TlaCoalloc => {
            let network = network(spec, &scenario.network, idle.platform(), 1.0);
            let queue = spec.queue.unwrap_or(scenario.queue);
            let passes = matches!(queue, Queue::Fpfs | Queue::Easy | Queue::Conservative);
            let spreading = Spreading {
                chunk,
                lslt,
                all: spec.spreads == Spreads::All,
                passing: passes && spec.simulation_order == SimulationOrder::Queue,
            };
            let ahead = look_ahead(spec, USUAL_DEPTH);
            let tla = CoAllocatingTla::new(idle, network, ahead, spreading, draws());
            Box::new(tla)
        }
        Policy::MetaFcfs => return Decides::Planner(Planner::Fcfs),
        Policy::MetaFcfsStar => return Decides::Planner(Planner::FcfsStar),
        Policy::MetaFfih => return Decides::Planner(Planner::Ffih),
        Policy::MetaAsp => return Decides::Planner(Planner::Asp(0.0)),
        Policy::MetaAspStar => return Decides::Planner(Planner::Asp(spec.alpha)),
        Policy::GridBestFit => return Decides::Homes(Dispatch::BestFit),
        Policy::GridRandom => {
            let stream = Stream::new(&scenario.seed, replication, "grid dispatch", 0);
            return Decides::Homes(Dispatch::Random(stream));
        }
        Policy::GridShortestQueue => return Decides::Homes(Dispatch::ShortestQueue),
        Policy::GridLeastLoaded => return Decides::Homes(Dispatch::LeastLoaded),
        Policy::Fuzzy => {
            return Decides::Homes(Dispatch::Fuzzy(Box::new(Fuzzy::new(spec))));
        }
    })
}

/// The TLA that `spec` asks for, on the platform of `idle`.
pub fn tla(spec: &scenario::Scheduler, scenario: &Scenario, replication: u32, idle: &State) -> Tla {
    let seed = scenario.seed.clone();
    Tla::new(
        idle,
        look_ahead(spec, usize::MAX),
        Draws { seed, replication },
    )
}

/// How a TLA looks ahead; so far if nothing else is said.
fn look_ahead(spec: &scenario::Scheduler, usual_depth: usize) -> LookAhead {
    LookAhead {
        depth: spec
            .simulation_depth
            .map_or(usual_depth, |depth| depth as usize),
        fit: match spec.simulation_policy {
            SimulationPolicy::FastestFirst => Fit::Fastest,
            SimulationPolicy::BestFit => Fit::Best,
            SimulationPolicy::WorstFit => Fit::Worst,
            SimulationPolicy::RandomFit => Fit::Random,
        },
        decisions: spec.allocation_depth as usize,
        score: spec.score,
    }
}

/// The network model that `spec` runs under: its own (Ideal, Fixed penalty) or the scenario's. `measured_penalty` is
/// used by a fixed-penalty scheduler that names none.
pub fn network(
    spec: &scenario::Scheduler,
    scenario: &scenario::Network,
    platform: &Platform,
    measured_penalty: f64,
) -> Network {
    match (spec.policy.info().network, scenario.model) {
        (RunsOn::Unlimited, _) => Network::Unlimited,
        (RunsOn::FixedPenalty, _) => Network::Fixed(spec.penalty.unwrap_or(measured_penalty)),
        (_, NetworkModel::Unlimited) => Network::Unlimited,
        (_, NetworkModel::Fixed) => Network::Fixed(scenario.penalty),
        (_, NetworkModel::Wan) => Network::Wan(scenario.wan_ratio),
        (_, NetworkModel::Cluster) => {
            let clusters = platform.clusters.len();
            Network::Cluster(ClusterNetworks::new(scenario.least_share, clusters))
        }
        (_, NetworkModel::Dynamic) => {
            let sharing = spec.sharing.unwrap_or(scenario.sharing);
            Network::Dynamic(Allotment::new(
                sharing,
                platform.link_capacities_bps().len(),
            ))
        }
    }
}
