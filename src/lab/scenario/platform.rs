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

const SHARE: Kind = Kind::number(0.0, 1.0, 0.1);
const BACKGROUND: &[When] = &[network_reads("platform.background")];
/// The homes of a grid look at the loads of nodes under every network.
const NODES_SEEN: &[When] = &[network_reads("platform.background").or(&When::policy_reads("platform.node_loads"))];
/// Where links matter; and on a grid, where they are the networks of single clusters, joined by no others.
const JOINED: &[When] = &[network_reads("platform.link_mbps").or(&LOOKED_AT)];
const TREE: &[When] = &[LINKS, When::one_of("platform.topology", &["tree"])];

parameters! {
    /// The clusters, in groups of equal ones, and how they are joined.
    Platform at "platform." {
        /// Groups of identical clusters; clusters are numbered from 0 through all groups in order.
        clusters: Vec<ClusterGroup> = vec![ClusterGroup { count: 4, ..ClusterGroup::default() }],
            "Clusters", Kind::List { of: "cluster group", min: 1, max: 256 };
        /// Least and most nodes of a cluster, if sizes are drawn in each replication instead of those of the groups.
        sizes: Option<[u32; 2]> = None, "Drawn sizes" as further in "nodes", Kind::Pair { min: 1, max: MOST_NODES_PER_CLUSTER };
        /// How drawn sizes are spread over their range.
        size_law: SizeLaw = SizeLaw::default(), "Law of drawn sizes" as further, SizeLaw::KIND, when &[When::given("platform.sizes")];
        /// Most of a node that works of others take; drawn evenly from 0 on for every node in each replication.
        most_node_load: f64 = 1.0, "Background, nodes" as further, SHARE, when NODES_SEEN;
        /// Most of a cluster's network that works of others take; drawn evenly from 0 on for every cluster in each replication.
        most_network_load: f64 = 1.0, "Background, network" as further, SHARE, when BACKGROUND;
        /// Mean square distance of the speeds from 1; they are drawn in each replication, the sum of powers is kept. 0: as given.
        speed_heterogeneity: f64 = 0.0, "Speed heterogeneity", Kind::number(0.0, 10.0, 0.05), usual (0.0, 0.5);
        /// How the clusters are joined.
        topology: Topology = Topology::default(), "Topology", Topology::KIND, when JOINED;
        /// So many clusters, in order, form a site; the last may have fewer.
        clusters_per_site: u32 = 2, "Clusters per site" in "clusters", Kind::integer(1, MOST_CLUSTERS, 1), when TREE;
        /// Capacity of the link from a site to the central switch, sending and receiving together.
        core_mbps: f64 = 1000.0, "Core link" in "Mbps", LINK, when TREE;
    }
}

parameters! {
    /// Some identical clusters, each with one dedicated link to its switch.
    ClusterGroup at "platform.clusters.*." {
        /// How many such clusters there are.
        count: u32 = 1, "Count" in "clusters", Kind::integer(1, MOST_CLUSTERS, 1);
        /// Nodes of each cluster, one processor each.
        nodes: u32 = 100, "Size" in "nodes", Kind::integer(1, MOST_NODES_PER_CLUSTER, 1), when &[When::left_out("platform.sizes")];
        /// Capacity of the cluster's link, in a full mesh of each of its links, sending and receiving together.
        link_mbps: f64 = 1000.0, "Link" in "Mbps", LINK, when JOINED;
        /// How fast a node computes; a job takes its run time divided by the speed.
        speed: f64 = 1.0, "Speed", Kind::number(LEAST_SPEED, 100.0, 0.1);
    }
}

impl Platform {
    /// How many clusters there are in all groups.
    pub fn cluster_count(&self) -> u64 {
        self.clusters.iter().map(|group| u64::from(group.count)).sum()
    }

    /// How many nodes there are in all clusters; if sizes are drawn, how many there may be.
    pub fn node_count(&self) -> u64 {
        self.clusters.iter().map(|group| u64::from(group.count) * u64::from(self.nodes_of(group))).sum()
    }

    /// How many nodes each cluster of a group has, or may have.
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
