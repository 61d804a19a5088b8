//! Builds a scheduler of a scenario, and the network that it runs on.

use crate::base::problem::Problem;
use crate::engine::AfterFailure;
use crate::logs::DependencyRule;
use crate::models::{Built, RunsOn, Seen, registry};
use crate::network::Network;
use crate::parameter::fields::Json;
use crate::parameter::path::Values;
use crate::platform::{Platform, State};
use crate::scenario;
use crate::scenario::build::platform::node_loads;
use crate::scenario::{Backfill, Scenario, Scheduler};
use crate::scheduler;
use crate::scheduler::backfilling::{Backfilling, Tried};
use crate::scheduler::bound::{Binding, Bound, OnCluster};
use crate::scheduler::fitting::Fitting;
use crate::scheduler::global_queue::{Discipline, GlobalQueue};
use crate::scheduler::order::Order;
use crate::scheduler::ordered_queue::{OrderedQueue, Passing};

/// The scheduler with the settings `spec` on an idle platform. Queue settings that `spec` leaves out come from
/// `scenario`. A scheduler that draws random numbers draws different numbers in every replication.
///
/// # Errors
/// The policy cannot be built: a mistake in its model.
pub fn scheduler(
    spec: &Scheduler,
    scenario: &Scenario,
    replication: u32,
    platform: &Platform,
) -> Result<Box<dyn scheduler::Scheduler>, Problem> {
    let idle = State::idle(platform.clone());
    match built(spec, scenario, replication, &idle)? {
        Built::Place(policy) => queued(policy, spec, scenario, idle, false),
        Built::PerCluster(binding) => {
            let withdraws = binding == Binding::Siblings;
            let queue = |cluster, alone| queued(Box::new(OnCluster { cluster }), spec, scenario, alone, withdraws);
            Ok(Box::new(Bound::new(binding, idle, queue)?))
        }
        Built::Whole(scheduler) => Ok(scheduler),
    }
}

/// A placement policy with the queue of `spec`. `withdraws`: waiting jobs may be withdrawn.
fn queued(
    policy: Box<dyn scheduler::Policy>,
    spec: &Scheduler,
    scenario: &Scenario,
    idle: State,
    withdraws: bool,
) -> Result<Box<dyn scheduler::Scheduler>, Problem> {
    let policy = match idle.platform().resources.is_none() {
        true => policy,
        false => Box::new(Fitting::new(policy, &idle)),
    };
    let queue = spec.queue(scenario);
    let mut order = (queue.order.info().build)(&queue.own, idle.platform())?;
    let waits_again = scenario.platform.has_failures() && scenario.platform.after_failure != AfterFailure::Lost;
    let is_placed = scenario.at("workload.dependencies").is_some_and(|own| own == DependencyRule::Placed.name());
    if order.is_arrival() && (waits_again || is_placed || withdraws) {
        order = Order::of_arrival_again();
    }
    let plans = scenario.platform.has_maintenance();
    Ok(match queue.rules.backfill {
        Backfill::None if plans => Box::new(Backfilling::strict(policy, order, idle)),
        Backfill::Skip if plans => Box::new(Backfilling::ordered(policy, order, Tried::AsQueued, 0, idle)),
        Backfill::None if order.is_arrival() => Box::new(GlobalQueue::new(policy, Discipline::Fcfs, idle)),
        Backfill::Skip if order.is_arrival() => Box::new(GlobalQueue::new(policy, Discipline::Fpfs, idle)),
        Backfill::None => Box::new(OrderedQueue::new(policy, order, Passing::Strict, idle)),
        Backfill::Skip => Box::new(OrderedQueue::new(policy, order, Passing::Skip, idle)),
        Backfill::Easy | Backfill::Conservative => {
            let depth = queue.depth().jobs();
            Box::new(Backfilling::ordered(policy, order, queue.rules.tried, depth, idle))
        }
    })
}

/// The placement policy of `spec` on the platform of `idle`; `None` for a policy with queues or plans of its own.
///
/// # Errors
/// The policy cannot be built: a mistake in its model.
pub fn policy(
    spec: &Scheduler,
    scenario: &Scenario,
    replication: u32,
    idle: &State,
) -> Result<Option<Box<dyn scheduler::Policy>>, Problem> {
    Ok(match built(spec, scenario, replication, idle)? {
        Built::Place(policy) => Some(policy),
        Built::PerCluster(_) | Built::Whole(_) => None,
    })
}

fn built(spec: &Scheduler, scenario: &Scenario, replication: u32, idle: &State) -> Result<Built, Problem> {
    with_seen(spec, scenario, replication, idle, spec.policy.info().build)
}

/// Calls `build` with the data that the policy of `spec` can see (settings, platform, seed, network), and returns the
/// result.
pub fn with_seen<T>(
    spec: &Scheduler,
    scenario: &Scenario,
    replication: u32,
    idle: &State,
    build: impl Fn(&Seen<'_>) -> T,
) -> T {
    let platform = idle.platform();
    build(&Seen {
        own: &spec.own,
        idle,
        seed: &scenario.seed,
        replication,
        jobs_replication: scenario.experiment.redraw.of_jobs(replication),
        jobs_pass: spec.queue(scenario).jobs_pass(),
        network: &|| network(spec, &scenario.network, platform, 1.0),
        node_loads: &|cluster| {
            let nodes = platform.clusters.get(cluster).map_or(0, |own| own.nodes);
            node_loads(scenario, cluster, nodes, replication).collect()
        },
        declared: &|name| registry::current().setting(name).copied(),
        get: &|place| scenario.at(place).cloned(),
    })
}

/// The network on which the scheduler `spec` runs: the network of the policy (Ideal, Fixed penalty) or the scenario's
/// network. A fixed-penalty scheduler without a given penalty uses `measured_penalty`.
pub fn network(spec: &Scheduler, scenario: &scenario::Network, platform: &Platform, measured_penalty: f64) -> Network {
    match spec.policy.info().network {
        RunsOn::Unlimited => Network::Unlimited,
        RunsOn::FixedPenalty(_) => Network::Fixed(spec.common.penalty.unwrap_or(measured_penalty)),
        RunsOn::Scenario => {
            let mut own = scenario.clone();
            if let Some(sharing) = spec.common.sharing {
                own.set("sharing", sharing.write());
            }
            (own.model.info().build)(&own.own, platform)
        }
    }
}
