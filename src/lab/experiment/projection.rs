//! The part of a scenario that the run of one scheduler reads.
//!
//! Bandwidths do not matter if a policy never co-allocates, or if links never saturate. So a baseline runs once and not
//! for every BSBW. Two runs with equal projections are the same simulation. A task is simulated from its projection
//! only, so a mistake here can make a setting ineffective but cannot give a run the result of another.

use crate::base::problem::Problem;
use crate::models::{Loads, PolicyInfo, Queues, RunsOn, registry};
use crate::parameter::fields::Json;
use crate::scenario::queue::{OwnQueue, Queue};
use crate::scenario::{ClusterGroup, Communication, Estimates, Network, Platform, Scenario, Scheduler};

/// A scenario and a scheduler in which all settings that the run does not read have their defaults.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Projection {
    /// The scenario without schedulers and sweeps; the queue and the sharing of links are the scheduler's.
    pub scenario: Scenario,
    /// The scheduler without its label, and without the settings that are in `scenario`.
    pub scheduler: Scheduler,
}

impl Projection {
    /// The projection of `scenario`, at one point of its sweeps, for `scheduler`.
    ///
    /// # Errors If there is a mistake in Metasched.
    pub(super) fn of(scenario: &Scenario, scheduler: &Scheduler) -> Result<Projection, Problem> {
        let mut read = scenario.clone();
        read.title.clear();
        read.experiment.sweep.clear();
        read.experiment.replications = 1;
        let mut own = scheduler.clone();
        own.common.label = None;
        read.queue = own.queue(&read);
        own.common.queue = OwnQueue::default();
        let policy = own.policy.info();
        if policy.queues != Queues::Common {
            read.queue = Queue::default();
        }
        if policy.queues == Queues::PerCluster {
            if read.network.model.info().loads != Loads::OwnCluster {
                without_sharing(&mut read);
            }
        } else if !reads_links(policy) {
            without_links(&mut read);
        }
        if !(policy.reads_estimates || read.queue.reads_estimates()) {
            read.workload.set_estimates(Estimates::default());
        }
        read.schedulers = vec![own];
        let mut read = read.without_unread()?;
        let mut own = read.schedulers.pop().unwrap_or_default();
        // This must be the last step, since the declaration of this setting depends on the scheduler.
        if let Some(sharing) = own.common.sharing.take() {
            read.network.set("sharing", sharing.write());
        }
        Ok(Projection { scenario: read, scheduler: own })
    }

    /// The path of a parameter of scheduler `index` in its projection; `None` if the parameter belongs to another scheduler.
    pub(super) fn place(parameter: &str, index: usize) -> Option<String> {
        let Some(rest) = parameter.strip_prefix("schedulers.") else {
            return Some(parameter.to_owned());
        };
        let (of, name) = rest.split_once('.')?;
        if of != "*" && of.parse() != Ok(index) {
            return None;
        }
        Some(match name {
            name if name.starts_with("queue.") => name.to_owned(),
            name => format!("schedulers.0.{name}"),
        })
    }
}

/// True if a run under this policy reads links between clusters, or the messages of jobs.
fn reads_links(policy: &PolicyInfo) -> bool {
    policy.co_allocates && policy.network != RunsOn::Unlimited
}

/// Removes the settings of links, for a policy whose jobs run on one cluster.
fn without_sharing(scenario: &mut Scenario) {
    for setting in scenario.network.model.info().settings {
        let usual = registry::current().network_setting(setting);
        let usual = usual.map(|own| own.default().clone());
        scenario.network.set(setting, usual.unwrap_or_default());
    }
    let platform = &mut scenario.platform;
    let usual = Platform::default();
    platform.topology = usual.topology;
    platform.clusters_per_site = usual.clusters_per_site;
    platform.core_mbps = usual.core_mbps;
    for group in &mut platform.clusters {
        group.link_mbps = ClusterGroup::default().link_mbps;
    }
    // The share of time that a job communicates is kept, since the homes of a grid may use it.
    let Communication { bsbw_mbps, pattern, .. } = Communication::USUAL;
    scenario.workload.set_traffic(bsbw_mbps, pattern);
}

/// Removes links between clusters and the messages sent over them.
fn without_links(scenario: &mut Scenario) {
    scenario.network = Network::default();
    let platform = &mut scenario.platform;
    *platform = Platform {
        clusters: std::mem::take(&mut platform.clusters),
        sizes: platform.sizes,
        size_law: platform.size_law,
        speed_heterogeneity: platform.speed_heterogeneity,
        ..Platform::default()
    };
    for group in &mut platform.clusters {
        group.link_mbps = ClusterGroup::default().link_mbps;
    }
    scenario.workload.set_communication(Communication::NONE);
}
