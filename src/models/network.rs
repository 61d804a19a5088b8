//! What a network is and reads, and how it is made.

use super::settings::Given;
use crate::base::problem::Problem;
use crate::network::Network;
use crate::parameter::{Kind, When};
use crate::platform::Platform;

/// What running jobs load, which decides what of platform, jobs and policies goes with a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loads {
    /// The links between clusters: jobs that run on several send over them.
    Links,
    /// Nothing: how much slower a job on several clusters is depends on that job alone.
    Nothing,
    /// The network of the one cluster where a job runs, which has a background load besides: for policies of a grid.
    OwnCluster,
}

impl Loads {
    /// What such a network reads of a scenario outside its own settings: the links between clusters and what jobs send over them; what the
    /// link of a cluster carries; background loads; what users say about run times.
    pub const fn reads(self) -> &'static [&'static str] {
        match self {
            Loads::Links => &["platform.links", "platform.link_mbps", "workload.estimates"],
            Loads::Nothing => &["workload.estimates"],
            Loads::OwnCluster => &["platform.link_mbps", "platform.background"],
        }
    }
}

/// A network between clusters, or of each of them.
pub struct NetworkInfo {
    /// The name in JSON: "dynamic".
    pub name: &'static str,
    /// The name for people: "Dynamic".
    pub label: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// The settings of the scenario's network that it reads.
    pub settings: &'static [&'static str],
    /// What its jobs load.
    pub loads: Loads,
    /// What is wrong where several settings must agree.
    pub check: fn(&Given) -> Vec<Problem>,
    /// What it is with these settings, in a few words, if that is more than its name.
    pub about: About,
    /// Makes the network of a platform.
    pub build: BuildNetwork,
}

/// Says what a network is like; the function writes the number of a setting.
pub type About = fn(&Given, &dyn Fn(&str, f64) -> String) -> Option<String>;

/// Makes a network.
pub type BuildNetwork = fn(&Given, &Platform) -> Network;

impl NetworkInfo {
    /// A network without settings, by its names in JSON and for people, its help, what its jobs load and what makes it; what else there is
    /// to say of it, by struct update.
    pub const fn new([name, label, help]: [&'static str; 3], loads: Loads, build: BuildNetwork) -> NetworkInfo {
        NetworkInfo { name, label, help, settings: &[], loads, check: |_| Vec::new(), about: |_, _| None, build }
    }

    /// Whether a scenario with this network has a use for something: one of its settings, or what [its kind reads](Loads::reads).
    pub fn reads(&self, what: &str) -> bool {
        self.settings.contains(&what) || self.loads.reads().contains(&what)
    }
}

/// A network of the registry.
#[derive(Clone, Copy)]
pub struct NetworkModel(pub &'static NetworkInfo);

impl NetworkModel {
    /// What it is and reads.
    pub const fn info(self) -> &'static NetworkInfo {
        self.0
    }

    /// The name in JSON.
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

/// The network [reads](NetworkInfo::reads) this.
pub const fn network_reads(what: &'static str) -> When {
    When::choice_reads("network.model", what)
}

/// Range of a capacity \[Mbps\].
pub const LINK_MBPS: Kind = Kind::number(0.001, 1e7, 100.0);
/// Range of a co-allocation penalty.
pub const PENALTY: Kind = Kind::number(1.0, 1000.0, 0.05);
