//! The network: what co-allocation costs.

use crate::network::Sharing;
use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, When};
use crate::scenario::conditions::{LINK, PENALTY, SHARED};

choices! {
    /// How the links are shared.
    NetworkModel = Dynamic, later &[], {
        /// Links have a capacity; co-allocated jobs slow down as the links they share fill up.
        Dynamic = "dynamic", "Dynamic";
        /// A co-allocated job takes a fixed factor longer.
        Fixed = "fixed", "Fixed penalty";
        /// Links carry everything: co-allocation costs nothing.
        Unlimited = "unlimited", "Unlimited";
        /// Between clusters a job's communication takes a fixed factor longer, all of it or, in a job that any number of nodes will do for, that of the nodes elsewhere.
        Wan = "wan", "Wide area";
        /// Every job runs on one cluster and shares that cluster's own network with its other jobs and a background load; for grid policies.
        Cluster = "cluster", "Cluster networks";
    }
}

const CLUSTER: &[When] = &[When::one_of("network.model", &["cluster"])];

/// Jobs have data that is sent to where they run.
const SENT: &[When] = &[
    When::one_of("network.model", &["cluster"]),
    When::one_of("workload.model", &["grid"]),
];

parameters! {
    /// How co-allocated jobs share the links.
    Network at "network." {
        /// How the run time of a co-allocated job depends on the links.
        model: NetworkModel = NetworkModel::default(), "Model", NetworkModel::KIND;
        /// Run time of a co-allocated job over its run time on one cluster.
        penalty: f64 = 1.2, "Penalty", PENALTY, when &[When::one_of("network.model", &["fixed"])];
        /// Bandwidth within a cluster over bandwidth between clusters.
        wan_ratio: f64 = 25.0, "Bandwidth ratio", Kind::number(1.0, 10_000.0, 1.0), usual (1.0, 100.0), when &[When::one_of("network.model", &["wan"])];
        /// What co-allocated jobs on a full link get equally of.
        sharing: Sharing = Sharing::default(),
            "Sharing", Sharing::KIND, when &[When::none_of("network.model", &["wan", "cluster"]), SHARED];
        /// Share of a cluster's network that its jobs have at least, however full it is.
        least_share: f64 = 0.05, "Least share", Kind::number(0.001, 1.0, 0.05), when CLUSTER;
        /// Capacity of the wide-area link between each two clusters, over which jobs are sent.
        wan_mbps: f64 = 8.0, "Wide-area link" in "Mbps", LINK, when SENT;
        /// Least and most time of a remote invocation on an idle wide-area link; drawn evenly for each pair of clusters in each replication. Under load it takes longer.
        invocation_ms: [u32; 2] = [40, 50], "Invocation" in "ms", Kind::Pair { min: 0, max: 1_000_000 }, when CLUSTER;
    }
}
