//! The part of a scenario that the run of one scheduler reads.
//!
//! For example, bandwidths do not matter if a policy never co-allocates, or runs with unlimited links. Such a baseline
//! runs once, and not once for every bisection bandwidth (BSBW). Two runs with equal projections are the same
//! simulation. A task is simulated only from its projection. So if a projection lacks a setting by mistake, the setting
//! has no effect, but no run gets the result of a different run.

use crate::base::problem::Problem;
use crate::models::{NetworkInfo, PolicyInfo, Queues, RunsOn};
use crate::scenario::declared::find;
use crate::scenario::language::path::{expanded, get_mut};
use crate::scenario::platform::StageIn;
use crate::scenario::unread::without_unread;
use crate::scenario::{Part, Pattern, Queue, Scenario, Scheduler};
use serde_json::{Value, json};

/// A scenario and a scheduler in which every setting that the scheduler's run does not read has its default.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Projection {
    /// The scenario without schedulers and sweeps. Its queue and its sharing of links are those of the scheduler.
    pub scenario: Scenario,
    /// The scheduler without its label, its queue and its sharing of links.
    pub scheduler: Part<Scheduler>,
}

impl Projection {
    /// The settings that the run of the scheduler with this index reads. `scenario` is the scenario at one point of its
    /// sweeps.
    ///
    /// # Errors
    /// There is no such scheduler: a mistake in Metasched.
    pub(super) fn of(scenario: &Scenario, index: usize) -> Result<Projection, Problem> {
        Projection::seen(scenario, index, true)
    }

    /// The settings that the run reads if all jobs run on one cluster.
    ///
    /// # Errors
    /// There is no such scheduler: a mistake in Metasched.
    pub(super) fn on_one_cluster(scenario: &Scenario, index: usize) -> Result<Projection, Problem> {
        Projection::seen(scenario, index, false)
    }

    /// The settings that the run reads. `spreads` is false if no job can be spread over clusters, whatever the policy.
    fn seen(scenario: &Scenario, index: usize, spreads: bool) -> Result<Projection, Problem> {
        let scheduler = scenario.schedulers.get(index).ok_or_else(mistake)?;
        let (policy, network) = (scheduler.policy.info(), scenario.network.model.info());
        // The values of the other schedulers would take most of the time.
        let alone = Scenario { schedulers: vec![scheduler.clone()].into(), ..scenario.clone() };
        let mut values = alone.to_value();
        values["experiment"]["sweep"] = json!([]);
        values["experiment"]["replications"] = json!(1);
        reset(&mut values, &["title", "schedulers.*.label"]);
        let queue = match policy.queues {
            Queues::Common => scheduler.queue(scenario),
            Queues::Planned | Queues::PerCluster | Queues::Program => Queue::default(),
        };
        merge_queues(&mut values, policy.queues == Queues::Common);
        if policy.queues == Queues::PerCluster {
            if !network.loads.own_networks() {
                network.settings.iter().for_each(|setting| reset(&mut values, &[&format!("network.{setting}")]));
                reset(&mut values, &JOINING);
                reset(&mut values, &TRAFFIC);
            }
        } else if !(spreads && reads_links(policy) || slows_on_one_cluster(policy, network)) {
            values["network"] = Scenario::default().network.values().clone();
            reset(&mut values, &["platform.link_events"]);
            // The data of jobs take these ways too.
            if !spreads || scenario.platform.stage_in == StageIn::Ignored {
                reset(&mut values, &JOINING);
            }
            reset(&mut values, &BACKGROUND);
            let most = scenario.workload.info().most_communication;
            without_communication(&mut values, most.map(|(setting, _)| setting));
            reset(&mut values, &["schedulers.*.penalty"]);
        }
        if !(spreads && reads_links(policy)) {
            reset(&mut values, &SHARED);
        }
        if !spreads {
            reset(&mut values, &["platform.stage_in"]);
        }
        if !(policy.reads_estimates || queue.reads_estimates()) {
            reset(&mut values, &["workload.estimates"]);
        }
        let mut values = without_unread(values);
        // The sharing of links is moved last, since the declaration of this setting depends on the scheduler.
        let sharing = values["schedulers"][0]["sharing"].take();
        if !sharing.is_null()
            && let Some(own) = get_mut(&mut values, "network.sharing")
        {
            *own = sharing;
        }
        let scheduler = Part::of(&values["schedulers"][0]).ok_or_else(mistake)?;
        values["schedulers"] = json!([]);
        let mut read = scenario.clone();
        let parts = values.as_object_mut().into_iter().flatten();
        match read.set(parts.map(|(part, values)| (part.as_str(), values.take()))) {
            true => Ok(Projection { scenario: read, scheduler }),
            false => Err(mistake()),
        }
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

/// Settings of the topology and of the links between clusters.
const JOINING: [&str; 5] = [
    "platform.topology",
    "platform.clusters_per_site",
    "platform.core_mbps",
    "platform.clusters.*.link_mbps",
    "platform.link_events",
];
/// How jobs share the links between clusters, and the background on these links.
const SHARED: [&str; 3] = ["network.sharing", "schedulers.*.sharing", "platform.most_link_load"];
/// Settings of the background loads of nodes, own networks and links.
const BACKGROUND: [&str; 3] = ["platform.most_node_load", "platform.most_network_load", "platform.most_link_load"];
/// Settings of the traffic of jobs. The share of time in which a job computes is not in this list, because the homes of
/// a grid may use that share on every network.
const TRAFFIC: [&str; 8] = [
    "workload.bsbw_mbps",
    "workload.pattern",
    "workload.clusters.*.bsbw_mbps",
    "workload.clusters.*.pattern",
    "workload.varied.bsbw_law",
    "workload.varied.bsbw_cv",
    "workload.varied.kinds.*.bsbw_mbps",
    "workload.varied.kinds.*.pattern",
];

/// Shares of time in which jobs compute.
const COMPUTING: [&str; 4] = [
    "workload.compute_fraction",
    "workload.clusters.*.compute_fraction",
    "workload.varied.compute_spread",
    "workload.varied.kinds.*.compute_fraction",
];

/// True if a run under this policy reads the links between clusters, or the traffic of jobs.
pub(super) fn reads_links(policy: &PolicyInfo) -> bool {
    policy.co_allocates && policy.network != RunsOn::Unlimited
}

/// True if the network slows down jobs on one cluster, and the jobs of this policy run on the network.
fn slows_on_one_cluster(policy: &PolicyInfo, network: &NetworkInfo) -> bool {
    network.loads.own_networks() && policy.network == RunsOn::Scenario
}

/// True if the parameter with this declared path is about the links between clusters or the traffic of jobs.
pub(super) fn is_about_links(scenario: &Scenario, declared: &str) -> bool {
    let most = scenario.workload.info().most_communication;
    let most = most.is_some_and(|(setting, _)| declared.strip_prefix("workload.") == Some(setting));
    let listed = JOINING.iter().chain(&TRAFFIC).any(|own| declared.starts_with(own));
    most || listed || COMPUTING.contains(&declared) || declared.starts_with("network.")
}

/// Sets the values at these paths to their defaults, if the paths exist.
fn reset(values: &mut Value, paths: &[&str]) {
    for path in paths {
        let default = find(path).map(|declared| declared.default());
        for place in expanded(values, path) {
            if let (Some(own), Some(default)) = (get_mut(values, &place), default) {
                own.clone_from(default);
            }
        }
    }
}

/// Moves the queue settings of the only scheduler to the scenario's queue if the queue `is_read`; otherwise sets both
/// to their defaults.
fn merge_queues(values: &mut Value, is_read: bool) {
    let own = values["schedulers"][0]["queue"].as_object_mut().into_iter().flatten();
    let own: Vec<(String, Value)> = own.map(|(name, value)| (name.clone(), value.take())).collect();
    for (name, value) in own {
        match is_read {
            false => reset(values, &[&format!("queue.{name}")]),
            true if value.is_null() => {}
            true => values["queue"][&name] = value,
        }
    }
}

/// Sets the workload so that jobs do not communicate. `most` is the setting for the largest share of run time in which
/// a job may communicate, if the workload has such a setting.
fn without_communication(values: &mut Value, most: Option<&str>) {
    reset(values, &TRAFFIC);
    reset(values, &COMPUTING);
    let none = [("compute_fraction", json!(1)), ("bsbw_mbps", json!(0)), ("pattern", Pattern::AllToAll.name().into())];
    if let Some(kinds) = get_mut(values, "workload.varied.kinds") {
        *kinds = json!([]);
    }
    let most = most.map(|most| (most, json!(0)));
    for (name, value) in none.into_iter().chain(most) {
        if let Some(own) = values["workload"].get_mut(name) {
            *own = value;
        }
    }
}

fn mistake() -> Problem {
    let remedy = "This is a mistake in Metasched: please report it";
    Problem::new("the scenario", "cannot be read without the settings that its run does not read", "", remedy)
}
