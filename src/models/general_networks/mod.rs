//! Networks between clusters that suit every policy with co-allocation, from any paper.

use super::network::{Loads, NetworkInfo, PENALTY, network_reads};
use super::{Given, Model};
use crate::network::allotment::Allotment;
use crate::network::{Network, Sharing};
use crate::parameter::declare::parameters;
use crate::parameter::{Kind, When};
use crate::platform::Platform;

parameters! {
    /// Settings of the general networks.
    Settings at "network." {
        /// Ratio of the run time of a co-allocated job to its run time on one cluster.
        penalty: f64 = 1.2, "Penalty", PENALTY, when &[network_reads("penalty")];
        /// Ratio of the bandwidth within a cluster to the bandwidth between clusters.
        wan_ratio: f64 = 25.0, "Bandwidth ratio", Kind::number(1.0, 10_000.0, 1.0), usual (1.0, 100.0), when &[network_reads("wan_ratio")];
        /// The quantity that co-allocated jobs on a full link share equally.
        sharing: Sharing = Sharing::default(), "Sharing", Sharing::KIND, when SHARING;
    }
}

/// Condition: jobs share links on the dynamic network, and also in the runs of First-fit that measure a fixed penalty.
const SHARING: &[When] =
    &[network_reads("platform.links"), network_reads("sharing").or(&When::policy_reads("penalty"))];

/// The dynamic network, J5 §3.5.
pub static DYNAMIC: NetworkInfo = NetworkInfo {
    settings: &["sharing"],
    about: |own, _| {
        let max_min = own.of::<Settings>().sharing == Sharing::MaxMin;
        max_min.then(|| "dynamic network, max-min sharing".to_owned())
    },
    ..NetworkInfo::new(
        ["dynamic", "Dynamic", "Links have a capacity; co-allocated jobs slow down as the links they share fill up."],
        Loads::Links,
        |own, platform| Network::Dynamic(links(own, platform)),
    )
};

/// The links of a platform, shared by jobs as the settings say.
pub fn links(own: &Given, platform: &Platform) -> Allotment {
    Allotment::new(own.of::<Settings>().sharing, platform.link_capacities_bps().len())
}

/// The network with a fixed penalty, J5 §4.3.
static FIXED: NetworkInfo = NetworkInfo {
    settings: &["penalty"],
    about: |own, number| {
        let penalty = number("penalty", own.of::<Settings>().penalty);
        Some(format!("fixed penalty {penalty}"))
    },
    ..NetworkInfo::new(
        ["fixed", "Fixed penalty", "A co-allocated job takes a fixed factor longer."],
        Loads::Links,
        |own, _| Network::Fixed(own.of::<Settings>().penalty),
    )
};

/// The network without limits: J5 §4.3, "Ideal".
static UNLIMITED: NetworkInfo = NetworkInfo::new(
    ["unlimited", "Unlimited", "Links carry everything: co-allocation costs nothing."],
    Loads::Links,
    |_, _| Network::Unlimited,
);

/// The wide-area network, G §4.3.
static WAN: NetworkInfo = NetworkInfo {
    settings: &["wan_ratio"],
    about: |own, number| {
        let ratio = number("wan_ratio", own.of::<Settings>().wan_ratio);
        Some(format!("wide-area network {ratio} times slower"))
    },
    ..NetworkInfo::new(
        [
            "wan",
            "Wide area",
            "Between clusters a job's communication takes a fixed factor longer, all of it or, in a job that any number of nodes will do \
             for, that of the nodes elsewhere.",
        ],
        Loads::Nothing,
        |own, _| Network::Wan(own.of::<Settings>().wan_ratio),
    )
};

/// The model: networks only.
pub const MODEL: Model = Model {
    name: "general-networks",
    network_settings: &[Settings::PARAMETERS],
    networks: &[&DYNAMIC, &FIXED, &UNLIMITED, &WAN],
    ..Model::NEW
};
