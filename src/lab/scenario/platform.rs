//! The platform: clusters of identical nodes and how they are joined.

use crate::models::network::network_reads;
use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, When};
use crate::platform::{LEAST_SPEED, MOST_CLUSTERS, MOST_NODES_PER_CLUSTER, SizeLaw};
use crate::scenario::conditions::{LINK, LINKS, LOOKED_AT};

choices! {
    /// How the clusters are joined.
    Topology = Star, {
        /// Every cluster has a link to one central switch, as in the papers.
        Star = "star", "Star";
        /// Neighbouring clusters form sites; a core link joins each site to the central switch.
        Tree = "tree", "Two-level tree";
        /// Every pair of clusters has a link of its own, as fast as the slower of the two clusters' links.
        Mesh = "mesh", "Full mesh";
    }
}

const POWER: Kind = Kind::number(0.0, 1e6, 10.0);
const SHARE: Kind = Kind::number(0.0, 1.0, 0.1);
const BACKGROUND: &[When] = &[network_reads("platform.background")];
/// Grid policies read the loads of nodes on every network.
const NODES_SEEN: &[When] = &[network_reads("platform.background").or(&When::policy_reads("platform.node_loads"))];
/// The capacity of links is read if the network has links between clusters, or networks of single clusters (a grid).
const JOINED: &[When] = &[network_reads("platform.link_mbps").or(&LOOKED_AT)];
const TREE: &[When] = &[LINKS, When::one_of("platform.topology", &["tree"])];

parameters! {
    /// The clusters, in groups of equal ones, and how they are joined.
    Platform at "platform." {
        /// Groups of identical clusters; clusters are numbered from 0 through all groups in order.
        clusters: Vec<ClusterGroup> = vec![ClusterGroup { count: 4, ..ClusterGroup::default() }],
            "Clusters", Kind::List { of: "cluster group", min: 1, max: 256 };
        /// Smallest and largest number of nodes of a cluster, if sizes are drawn in each replication; if left out, the sizes of the groups apply.
        sizes: Option<[u32; 2]> = None, "Drawn sizes" as further in "nodes", Kind::Pair { min: 1, max: MOST_NODES_PER_CLUSTER };
        /// How drawn sizes are spread over their range.
        size_law: SizeLaw = SizeLaw::default(), "Law of drawn sizes" as further, SizeLaw::KIND, when &[When::given("platform.sizes")];
        /// Largest share of a node that other work takes; the share is drawn uniformly from 0 on for every node in each replication.
        most_node_load: f64 = 1.0, "Background, nodes" as further, SHARE, when NODES_SEEN;
        /// Largest share of a cluster's network that other work takes; the share is drawn uniformly from 0 on for every cluster in each replication.
        most_network_load: f64 = 1.0, "Background, network" as further, SHARE, when BACKGROUND;
        /// Mean square distance of the speeds from 1; they are drawn in each replication, the sum of powers is kept. 0: as given.
        speed_heterogeneity: f64 = 0.0, "Speed heterogeneity", Kind::number(0.0, 10.0, 0.05), usual (0.0, 0.5);
        /// How the clusters are joined.
        topology: Topology = Topology::default(), "Topology", Topology::KIND, when JOINED;
        /// Number of clusters, in order, that form a site; the last site may have fewer.
        clusters_per_site: u32 = 2, "Clusters per site" in "clusters", Kind::integer(1, MOST_CLUSTERS, 1), when TREE;
        /// Capacity of the link from a site to the central switch, sending and receiving together.
        core_mbps: f64 = 1000.0, "Core link" in "Mbps", LINK, when TREE;
    }
}

parameters! {
    /// A group of identical clusters, each with one dedicated link to its switch.
    ClusterGroup at "platform.clusters.*." {
        /// Number of such clusters.
        count: u32 = 1, "Count" in "clusters", Kind::integer(1, MOST_CLUSTERS, 1);
        /// Nodes of each cluster, one processor each.
        nodes: u32 = 100, "Size" in "nodes", Kind::integer(1, MOST_NODES_PER_CLUSTER, 1), when &[When::left_out("platform.sizes")];
        /// Capacity of the cluster's link, in a full mesh of each of its links, sending and receiving together.
        link_mbps: f64 = 1000.0, "Link" in "Mbps", LINK, when JOINED;
        /// Speed of a node; a job takes its run time divided by the speed.
        speed: f64 = 1.0, "Speed", Kind::number(LEAST_SPEED, 100.0, 0.1);
        /// Power of a node that runs no job; 0 if only busy_w is given. Energy is measured if all clusters have powers.
        idle_w: Option<f64> = None, "Idle power" as further in "W", POWER;
        /// Power of a node that runs a job; 0 if only idle_w is given.
        busy_w: Option<f64> = None, "Busy power" as further in "W", POWER;
    }
}

impl Platform {
    /// Number of clusters in all groups.
    pub fn cluster_count(&self) -> u64 {
        self.clusters.iter().map(|group| u64::from(group.count)).sum()
    }

    /// Number of nodes in all clusters; the largest possible number if sizes are drawn.
    pub fn node_count(&self) -> u64 {
        self.clusters.iter().map(|group| u64::from(group.count) * u64::from(self.nodes_of(group))).sum()
    }

    /// Number of nodes of each cluster of a group; the largest possible number if sizes are drawn.
    pub fn nodes_of(&self, group: &ClusterGroup) -> u32 {
        self.sizes.map_or(group.nodes, |[_, most]| most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_all_groups() {
        let group = |count, nodes| ClusterGroup { count, nodes, ..ClusterGroup::default() };
        let platform = Platform { clusters: vec![group(3, 100), group(2, 64)], ..Platform::default() };
        assert_eq!((platform.cluster_count(), platform.node_count()), (5, 428));
        assert_eq!(Platform::default().node_count(), 400);
        let drawn = Platform { sizes: Some([8, 1000]), ..platform };
        assert_eq!((drawn.cluster_count(), drawn.node_count()), (5, 5000));
    }
}
