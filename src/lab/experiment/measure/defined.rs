//! The conditions on scenarios under which measures are defined.

use crate::engine::Overrun;
use crate::models::{Loads, Queues};
use crate::scenario::{Detail, FairStarts, GroupBy, Scenario};

/// True if some scheduler gives reservations.
pub(super) fn reserves(scenario: &Scenario) -> bool {
    scenario.schedulers.iter().any(|own| match own.policy.info().queues {
        Queues::Common => own.queue(scenario).reserves(),
        Queues::Planned => true,
        Queues::PerCluster | Queues::Program => false,
    })
}

/// True if some scheduler kills jobs that exceed their estimates.
pub(super) fn kills(scenario: &Scenario) -> bool {
    scenario.schedulers.iter().any(|own| {
        let common = own.policy.info().queues == Queues::Common;
        common && own.queue(scenario).rules.overrun == Overrun::Killed
    })
}

/// True if the starts of some scheduler's jobs are compared with fair starts.
pub(super) fn measures_fairness(scenario: &Scenario) -> bool {
    let queued = scenario.schedulers.iter().any(|own| own.policy.info().queues == Queues::Common);
    queued && scenario.experiment.fair_starts == FairStarts::Conservative
}

pub(super) fn job_by_job(scenario: &Scenario) -> bool {
    scenario.experiment.detail == Detail::Jobs
}

/// True if jobs may depend on other jobs, as in a log.
pub(super) fn is_log(scenario: &Scenario) -> bool {
    scenario.workload.is_log()
}

/// True if jobs have users, as in a log.
pub(super) fn has_users(scenario: &Scenario) -> bool {
    scenario.workload.groups().contains(&GroupBy::User)
}

/// True if the power of the nodes of all clusters is given.
pub(super) fn powered(scenario: &Scenario) -> bool {
    scenario.platform.clusters.iter().all(|own| own.idle_w.or(own.busy_w).is_some())
}

/// True if some cluster has memory.
pub(super) fn has_memory(scenario: &Scenario) -> bool {
    scenario.platform.clusters.iter().any(|own| own.memory_gb.is_some_and(|gb| gb > 0.0))
}

/// True if some cluster has GPUs.
pub(super) fn has_gpus(scenario: &Scenario) -> bool {
    scenario.platform.clusters.iter().any(|own| own.gpus.is_some_and(|gpus| gpus > 0.0))
}

/// True if nodes may be out.
pub(super) fn has_outages(scenario: &Scenario) -> bool {
    scenario.platform.has_outages()
}

/// True if nodes may fail.
pub(super) fn has_failures(scenario: &Scenario) -> bool {
    scenario.platform.has_failures()
}

/// True if runs may end before all jobs have ended.
pub(super) fn undrained(scenario: &Scenario) -> bool {
    scenario.experiment.completions.is_some()
}

/// True unless the network is that of a grid, where every job stays on one cluster.
pub(super) fn co_allocates(scenario: &Scenario) -> bool {
    scenario.network.model.info().loads != Loads::OwnCluster
}

/// True if jobs load links, or the networks of their clusters.
pub(super) fn loads_links(scenario: &Scenario) -> bool {
    scenario.network.model.info().loads != Loads::Nothing
}
