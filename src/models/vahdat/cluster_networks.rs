//! The network of each cluster of a grid, and the wide-area links between each two clusters, over which jobs are sent (V §4).
//! These networks of single clusters can be combined with another model's links between clusters.

use crate::models::Given;
use crate::models::general_networks::{DYNAMIC, links};
use crate::models::network::{LINK_MBPS, Loads, NetworkInfo, network_reads};
use crate::models::workload::of_model;
use crate::network::Network;
use crate::network::cluster::ClusterNetworks;
use crate::network::levels::Levels;
use crate::parameter::declare::parameters;
use crate::parameter::{Kind, When, wrong_way_round};
use crate::platform::Platform;

/// Condition: homes communicate with other clusters over the wide-area network, whatever the network inside the
/// clusters is.
const GRID: When = When::policy_reads("retries");
/// Condition: jobs have data that must be sent to the cluster where they run.
const SENT: &[When] = &[network_reads("wan_mbps").or(&GRID), of_model(&["grid"]).or(&WITH_DATA)];
const WITH_DATA: When = When::given("workload.varied.data_mb");

parameters! {
    /// Settings of these networks.
    NetworkSettings at "network." {
        /// Least share of a cluster's network that its jobs get, even if it is full.
        least_share: f64 = 0.05, "Least share of a network" as further, Kind::number(0.001, 1.0, 0.05), when &[network_reads("least_share")];
        /// Share of a job's own traffic that counts as load on its cluster's network: all (1), as for every other job, or nothing (0).
        own_traffic: f64 = 1.0, "Own traffic" as further, Kind::number(0.0, 1.0, 1.0), when &[network_reads("own_traffic")];
        /// Capacity of the wide-area link between each two clusters, over which jobs are sent.
        wan_mbps: f64 = 8.0, "Wide-area link" in "Mbps", LINK_MBPS, when SENT;
        /// Least and most time of a remote invocation on an idle wide-area link, uniform for each pair of clusters and replication. Under load it takes longer.
        invocation_ms: [u32; 2] = [40, 50], "Invocation" in "ms", Kind::Pair { min: 0, max: 1_000_000 }, when &[network_reads("invocation_ms").or(&GRID)];
        /// Largest share of a wide-area link taken by background load, uniform from 0 on for each pair of clusters and replication. Transfers share the rest; invocations take longer in the inverse proportion.
        most_wan_load: f64 = 0.0, "Background on the WAN" as further, Kind::number(0.0, 0.99, 0.1), when &[network_reads("most_wan_load").or(&GRID)];
    }
}

/// The networks of single clusters.
pub static CLUSTER: NetworkInfo = NetworkInfo {
    settings: &["least_share", "own_traffic", "wan_mbps", "invocation_ms", "most_wan_load"],
    check: |own| {
        let own: NetworkSettings = own.of();
        let wrong = wrong_way_round(own.invocation_ms, "network.invocation_ms");
        wrong.into_iter().collect()
    },
    about: |own, number| {
        let between = number("wan_mbps", own.of::<NetworkSettings>().wan_mbps);
        Some(format!("networks of single clusters, {between} Mbps between them"))
    },
    ..NetworkInfo::new(
        [
            "cluster",
            "Cluster networks",
            "Every job runs on one cluster and shares that cluster's own network with its other jobs and a background load; for grid policies.",
        ],
        Loads::OwnCluster,
        |own, platform| Network::Cluster(networks(own, platform)),
    )
};

/// The networks of single clusters together with the links between clusters.
pub static LEVELS: NetworkInfo = NetworkInfo {
    settings: &["sharing", "least_share", "own_traffic"],
    about: |own, number| {
        let links = (DYNAMIC.about)(own, number).unwrap_or_else(|| "dynamic network".to_owned());
        Some(format!("{links} and networks of single clusters"))
    },
    ..NetworkInfo::new(
        [
            "levels",
            "Both levels",
            "Every cluster has a network of its own that slows down all its jobs as it fills up, and co-allocated jobs also share the links \
             between clusters.",
        ],
        Loads::Both,
        |own, platform| Network::Levels(Box::new(Levels::new(links(own, platform), networks(own, platform)))),
    )
};

fn networks(own: &Given, platform: &Platform) -> ClusterNetworks {
    let own: NetworkSettings = own.of();
    ClusterNetworks::new(own.least_share, platform.clusters.len()).counting(own.own_traffic)
}
