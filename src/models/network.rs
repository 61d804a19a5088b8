//! The description of a network, and how it is made.

use super::settings::Given;
use crate::base::problem::Problem;
use crate::network::Network;
use crate::parameter::{Kind, When};
use crate::platform::Platform;

/// The kind of links that running jobs load. This kind determines with which platforms, jobs and policies a network can
/// be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loads {
    /// The links between clusters: co-allocated jobs send over them.
    Links,
    /// Jobs load no links: the slowdown of a co-allocated job depends only on the job itself.
    Nothing,
    /// The network inside the cluster where a job runs, which also has a background load. Only policies of a grid use
    /// such a network.
    OwnCluster,
    /// The links between clusters, and the network inside every cluster where a part of a job runs. Both have a background
    /// load.
    Both,
}

impl Loads {
    /// The parameters outside `network.` that a network of this kind reads, for example links between clusters,
    /// messages, background loads or run-time estimates.
    pub const fn reads(self) -> &'static [&'static str] {
        match self {
            Loads::Links => &["platform.links", "platform.link_mbps", "workload.estimates"],
            Loads::Nothing => &["workload.estimates"],
            Loads::OwnCluster => &["platform.link_mbps", "platform.background"],
            Loads::Both => &[
                "platform.links",
                "platform.link_mbps",
                "platform.background",
                "platform.link_background",
                "workload.estimates",
            ],
        }
    }

    /// True if jobs load the networks inside clusters.
    pub const fn own_networks(self) -> bool {
        matches!(self, Loads::OwnCluster | Loads::Both)
    }
}

/// The description of a network between clusters, or of a network in each cluster.
pub struct NetworkInfo {
    /// The network's name in JSON: "dynamic".
    pub name: &'static str,
    /// The network's label: "Dynamic".
    pub label: &'static str,
    /// The help text, one sentence.
    pub help: &'static str,
    /// The settings below `network.` that the network reads.
    pub settings: &'static [&'static str],
    /// The links that jobs load on this network.
    pub loads: Loads,
    /// Finds contradictions between settings.
    pub check: fn(&Given) -> Vec<Problem>,
    /// Describes the network with these settings in a few words, if its label does not say everything.
    pub about: About,
    /// Makes the network of a platform.
    pub build: BuildNetwork,
}

/// The function that describes a network with its settings in words. Its second argument formats the number of a
/// setting.
pub type About = fn(&Given, &dyn Fn(&str, f64) -> String) -> Option<String>;

/// The function that makes a network from settings and platform.
pub type BuildNetwork = fn(&Given, &Platform) -> Network;

impl NetworkInfo {
    /// A network without settings, made from its name, label, help, the links that jobs load and its constructor.
    /// Struct update fills in the other fields.
    pub const fn new([name, label, help]: [&'static str; 3], loads: Loads, build: BuildNetwork) -> NetworkInfo {
        NetworkInfo { name, label, help, settings: &[], loads, check: |_| Vec::new(), about: |_, _| None, build }
    }

    /// True if a scenario with this network reads the parameter `what`: either a setting of the network, or a parameter
    /// that [its kind reads](Loads::reads).
    pub fn reads(&self, what: &str) -> bool {
        self.settings.contains(&what) || self.loads.reads().contains(&what)
    }
}

/// A network of the registry.
#[derive(Clone, Copy)]
pub struct NetworkModel(pub &'static NetworkInfo);

impl NetworkModel {
    /// The network's description.
    pub const fn info(self) -> &'static NetworkInfo {
        self.0
    }

    /// The network's name in JSON.
    pub const fn name(self) -> &'static str {
        self.0.name
    }
}

impl PartialEq for NetworkModel {
    fn eq(&self, other: &NetworkModel) -> bool {
        self.name() == other.name()
    }
}

impl Eq for NetworkModel {}

impl std::fmt::Debug for NetworkModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::fmt::Display for NetworkModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Condition: the scenario's network [reads](NetworkInfo::reads) the parameter `what`.
pub const fn network_reads(what: &'static str) -> When {
    When::choice_reads("network.model", what)
}

/// Condition: links between clusters and the traffic of jobs are read, since the network has such links, or since a
/// policy looks at the load of links, which it does on every network.
pub const LINKS: When = network_reads("platform.links").or(&LOOKED_AT);
/// Condition: a policy looks at the load of links.
pub const LOOKED_AT: When = When::policy_reads("platform.links");

/// Condition: jobs that run away from home get their data first.
pub const STAGED: When = When::one_of("platform.stage_in", &["links"]);
/// Condition: the data of jobs are read. A grid sends them over wide-area links, or jobs get them before they run.
pub const DATA: When = network_reads("wan_mbps").or(&SENT);
const SENT: When = When::policy_reads("retries").or(&STAGED);

/// Range of a link's capacity \[Mbps\].
pub const LINK_MBPS: Kind = Kind::number(0.001, 1e7, 100.0);
/// Range of a co-allocation penalty.
pub const PENALTY: Kind = Kind::number(1.0, 1000.0, 0.05);
