//! The scenarios in which measures are defined.

use crate::engine::Overrun;
use crate::models::{Loads, Queues};
use crate::scenario::{Detail, Scenario};

/// Some scheduler gives reservations, which it may miss.
pub(super) fn reserves(scenario: &Scenario) -> bool {
    scenario.schedulers.iter().any(|own| match own.policy.info().queues {
        Queues::Common => own.queue(scenario).reserves(),
        Queues::Planned => true,
        Queues::PerCluster => false,
    })
}

/// Some scheduler kills jobs that outlive their estimates.
pub(super) fn kills(scenario: &Scenario) -> bool {
    scenario.schedulers.iter().any(|own| {
        let common = own.policy.info().queues == Queues::Common;
        common && own.queue(scenario).rules.overrun == Overrun::Killed
    })
}

pub(super) fn job_by_job(scenario: &Scenario) -> bool {
    scenario.experiment.detail == Detail::Jobs
}

/// Runs end before their jobs.
pub(super) fn undrained(scenario: &Scenario) -> bool {
    scenario.experiment.completions.is_some()
}

/// In a grid every job stays on one cluster.
pub(super) fn co_allocates(scenario: &Scenario) -> bool {
    scenario.network.model.info().loads != Loads::OwnCluster
}

/// Jobs are loads on links, or on the networks of their clusters.
pub(super) fn loads_links(scenario: &Scenario) -> bool {
    scenario.network.model.info().loads != Loads::Nothing
}
