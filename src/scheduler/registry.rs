//! From a scenario's scheduler to the policy, the queue and the network it runs with. A new policy is added here.

use super::Scheduler;
use super::backfilling::Backfilling;
use super::global_queue::{Discipline, GlobalQueue};
use super::jones::{A1, B1, B2, B3, B4, FirstFit, MigrationOnly, NoShare};
use crate::network::Network;
use crate::network::allotment::Allotment;
use crate::platform::{Platform, State};
use crate::scenario;
use crate::scenario::{NetworkModel, Policy, Queue, Scenario};

/// The scheduler that `spec` asks for, on an idle platform; what it leaves open is as in `scenario`.
pub fn scheduler(
    spec: &scenario::Scheduler,
    scenario: &Scenario,
    platform: &Platform,
) -> Box<dyn Scheduler> {
    let idle = State::idle(platform.clone());
    let policy = policy(spec, &idle);
    let depth = match spec.queue.unwrap_or(scenario.queue) {
        Queue::Fcfs => return Box::new(GlobalQueue::new(policy, Discipline::Fcfs, idle)),
        Queue::Fpfs => return Box::new(GlobalQueue::new(policy, Discipline::Fpfs, idle)),
        Queue::Easy => 1,
        Queue::Conservative => spec.reservations.unwrap_or(scenario.reservations),
    };
    Box::new(Backfilling::new(policy, depth, idle))
}

/// The placement policy that `spec` asks for, on the platform of `idle`.
pub fn policy(spec: &scenario::Scheduler, idle: &State) -> Box<dyn super::Policy> {
    let scenario::Scheduler { chunk, lslt, .. } = *spec;
    match spec.policy {
        Policy::NoShare => Box::new(NoShare),
        Policy::MigrationOnly => Box::new(MigrationOnly),
        Policy::FirstFit | Policy::Ideal | Policy::Fixed => Box::new(FirstFit),
        Policy::A1 => Box::new(A1::new(idle, lslt, spec.objective)),
        Policy::B1 => Box::new(B1 { lslt }),
        Policy::B2 => Box::new(B2 { lslt }),
        Policy::B3 => Box::new(B3 { chunk, lslt }),
        Policy::B4 => Box::new(B4 { lslt }),
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
    match (spec.policy, scenario.model) {
        (Policy::Ideal, _) => Network::Unlimited,
        (Policy::Fixed, _) => Network::Fixed(spec.penalty.unwrap_or(measured_penalty)),
        (_, NetworkModel::Unlimited) => Network::Unlimited,
        (_, NetworkModel::Fixed) => Network::Fixed(scenario.penalty),
        (_, NetworkModel::Dynamic) => {
            let sharing = spec.sharing.unwrap_or(scenario.sharing);
            Network::Dynamic(Allotment::new(
                sharing,
                platform.link_capacities_bps().len(),
            ))
        }
    }
}

/// Whether jobs may run on several clusters under this policy.
pub fn co_allocates(policy: Policy) -> bool {
    !matches!(policy, Policy::NoShare | Policy::MigrationOnly)
}
