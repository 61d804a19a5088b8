//! From a scenario's scheduler to the policy, the queue and the network it runs with. A new policy is added here.

use super::Scheduler;
use super::global_queue::{Discipline, GlobalQueue};
use super::jones::{A1, B1, B2, B3, B4, FirstFit, MigrationOnly, NoShare};
use crate::network::Network;
use crate::network::allotment::Allotment;
use crate::platform::{Platform, State};
use crate::scenario;
use crate::scenario::{NetworkModel, Policy, Queue};

/// The scheduler that `spec` asks for, on an idle platform; `queue` is the scenario's discipline.
pub fn scheduler(
    spec: &scenario::Scheduler,
    queue: Queue,
    platform: &Platform,
) -> Box<dyn Scheduler> {
    let discipline = match spec.queue.unwrap_or(queue) {
        Queue::Fcfs => Discipline::Fcfs,
        Queue::Fpfs => Discipline::Fpfs,
    };
    let lslt = spec.lslt;
    match spec.policy {
        Policy::NoShare => queued(NoShare, discipline, platform),
        Policy::MigrationOnly => queued(MigrationOnly, discipline, platform),
        Policy::FirstFit | Policy::Ideal | Policy::Fixed => queued(FirstFit, discipline, platform),
        Policy::A1 => {
            let a1 = A1::new(&State::idle(platform.clone()), lslt, spec.objective);
            queued(a1, discipline, platform)
        }
        Policy::B1 => queued(B1 { lslt }, discipline, platform),
        Policy::B2 => queued(B2 { lslt }, discipline, platform),
        Policy::B3 => {
            let chunk = spec.chunk;
            queued(B3 { chunk, lslt }, discipline, platform)
        }
        Policy::B4 => queued(B4 { lslt }, discipline, platform),
    }
}

/// A global queue with a policy, compiled for it: the policy is asked several times per job.
fn queued(
    policy: impl super::Policy + 'static,
    discipline: Discipline,
    platform: &Platform,
) -> Box<dyn Scheduler> {
    let idle = State::idle(platform.clone());
    Box::new(GlobalQueue::new(policy, discipline, idle))
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
            Network::Dynamic(Allotment::new(platform.link_capacities_bps().len()))
        }
    }
}

/// Whether jobs may run on several clusters under this policy.
pub fn co_allocates(policy: Policy) -> bool {
    !matches!(policy, Policy::NoShare | Policy::MigrationOnly)
}
