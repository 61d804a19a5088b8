//! The platform: clusters of identical nodes around one ideal switch.

use super::declare::parameters;
use super::parameter::Kind;

/// Most clusters of a platform.
pub const MOST_CLUSTERS: u64 = 4096;
/// Most nodes of one cluster.
pub const MOST_NODES_PER_CLUSTER: u64 = 10_000_000;
/// Most nodes of a platform.
pub const MOST_NODES: u64 = 50_000_000;

parameters! {
    /// The clusters, in groups of equals.
    Platform at "platform." {
        /// Groups of identical clusters; clusters are numbered from 0 through all groups in order.
        clusters: Vec<ClusterGroup> = vec![ClusterGroup { count: 4, ..ClusterGroup::default() }],
            "Clusters", Kind::List { of: "cluster group", min: 1, max: 256 };
    }
}

parameters! {
    /// Some identical clusters, each with one dedicated link to the central switch.
    ClusterGroup at "platform.clusters.*." {
        /// How many such clusters there are.
        count: u32 = 1, "Count" in "clusters", Kind::integer(1, MOST_CLUSTERS, 1);
        /// Nodes of each cluster, one processor each.
        nodes: u32 = 100, "Size" in "nodes", Kind::integer(1, MOST_NODES_PER_CLUSTER, 1);
        /// Capacity of the link from the cluster to the switch, sending and receiving together.
        link_mbps: f64 = 1000.0, "Link" in "Mbps", Kind::number(0.001, 1e7, 100.0);
        /// How fast a node computes; a job takes its run time divided by the speed.
        speed: f64 = 1.0, "Speed", Kind::number(0.01, 100.0, 0.1);
    }
}

impl Platform {
    /// How many clusters there are in all groups.
    pub fn cluster_count(&self) -> u64 {
        self.clusters
            .iter()
            .map(|group| u64::from(group.count))
            .sum()
    }

    /// How many nodes there are in all clusters.
    pub fn node_count(&self) -> u64 {
        self.clusters
            .iter()
            .map(|group| u64::from(group.count) * u64::from(group.nodes))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_all_groups() {
        let group = |count, nodes| ClusterGroup {
            count,
            nodes,
            ..ClusterGroup::default()
        };
        let platform = Platform {
            clusters: vec![group(3, 100), group(2, 64)],
        };
        assert_eq!((platform.cluster_count(), platform.node_count()), (5, 428));
        assert_eq!(Platform::default().node_count(), 400);
    }
}
