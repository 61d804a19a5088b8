//! The platform: clusters of identical nodes and how they are joined.

pub use crate::engine::AfterFailure;
use crate::models::network::{STAGED, network_reads};
use crate::models::workload::RESOURCES;
use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, When};
pub use crate::platform::OutageKind;
use crate::platform::{
    LEAST_SPEED, MOST_CLUSTERS, MOST_GPUS, MOST_MEMORY_GB, MOST_MESH_CLUSTERS, MOST_NODES_PER_CLUSTER, SizeLaw,
};
use crate::scenario::conditions::{LINK, LOOKED_AT};

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

choices! {
    /// What fails on its own.
    FailingUnit = Node, also &[("per-node", "node"), ("per-cluster", "cluster")], {
        /// Every node fails on its own.
        Node = "node", "Each node";
        /// A failure takes all nodes of a cluster, as of its power or its network.
        Cluster = "cluster", "Whole clusters";
    }
}

choices! {
    /// Whose memory and GPUs are.
    ResourceRule = WholeNodes, {
        /// A job has its nodes to itself, with all their memory and GPUs, and runs only where nodes have enough.
        WholeNodes = "whole-nodes", "Of whole nodes";
        /// Memory and GPUs of a cluster are one pool, from which jobs take what they ask for, whatever their nodes have.
        Pooled = "pooled", "Pooled in each cluster";
    }
}

choices! {
    /// The data of jobs, which are at their homes.
    StageIn = Ignored, {
        /// Jobs run anywhere at once. Only schedulers of a grid send data.
        Ignored = "none", "No data move";
        /// A job away from its home holds its nodes while each of its clusters gets all its data, at the capacity of the narrowest link on the way; links are not shared, and carry other traffic meanwhile.
        Links = "links", "Data move first";
    }
}

const POWER: Kind = Kind::number(0.0, 1e6, 10.0);
const SHARE: Kind = Kind::number(0.0, 1.0, 0.1);
const BACKGROUND: &[When] = &[network_reads("platform.background")];
const LINK_BACKGROUND: &[When] = &[network_reads("platform.link_background")];
/// Grid policies read the loads of nodes, on every network.
const NODES_SEEN: &[When] = &[When::policy_reads("platform.node_loads")];
/// The capacity of links is read if the network has links between clusters, or networks of single clusters (a grid).
const JOINED: &[When] = &[network_reads("platform.link_mbps").or(&USED)];
const TREE: &[When] = &[network_reads("platform.links").or(&USED), When::one_of("platform.topology", &["tree"])];
/// On every network, links are read by policies that look at them, and if jobs get data over them.
const USED: When = LOOKED_AT.or(&STAGED);

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
        most_node_load: f64 = 1.0, "Background on nodes" as further, SHARE, when NODES_SEEN;
        /// Least share of a node that a job gets beside other work. 1: other work slows no job. A job runs at the share of its most loaded node.
        least_node_share: f64 = 1.0, "Least share of a node" as further, Kind::number(0.001, 1.0, 0.05), when NODES_SEEN;
        /// Largest share of a cluster's network that other work takes; the share is drawn uniformly from 0 on for every cluster in each replication.
        most_network_load: f64 = 1.0, "Background on networks" as further, SHARE, when BACKGROUND;
        /// Largest share of a link between clusters that other work takes; the share is drawn uniformly from 0 on for every link in each replication. Jobs share the rest.
        most_link_load: f64 = 0.0, "Background on links" as further, Kind::number(0.0, 0.99, 0.1), when LINK_BACKGROUND;
        /// How unequal the clusters' speeds are (mean square distance from 1), drawn in each replication. 0: as given. The total power stays the same.
        speed_heterogeneity: f64 = 0.0, "Speed heterogeneity", Kind::number(0.0, 10.0, 0.05), usual (0.0, 0.5);
        /// How the clusters are joined.
        topology: Topology = Topology::default(), "Topology", Topology::KIND, when JOINED;
        /// Number of clusters, in order, that form a site; the last site may have fewer.
        clusters_per_site: u32 = 2, "Clusters per site" in "clusters", Kind::integer(1, MOST_CLUSTERS, 1), when TREE;
        /// Capacity of the link from a site to the central switch, sending and receiving together.
        core_mbps: f64 = 1000.0, "Core link" in "Mbps", LINK, when TREE;
        /// Rule for the data of a job that runs away from its home. A transfer has the whole capacity of the narrowest link: jobs, background and weak links do not slow it. How much data jobs have is in Workload.
        stage_in: StageIn = StageIn::default(), "Moving data" as further, StageIn::KIND, when &[When::policy_reads("platform.stage_in")];
        /// Whose memory and GPUs are, if clusters have any.
        resources: ResourceRule = ResourceRule::default(), "Memory and GPUs" as further, ResourceRule::KIND, when RESOURCES;
        /// Times in which nodes are drained, fail or have a planned maintenance.
        events: Vec<Event> = Vec::new(), "Outages" as further, Kind::List { of: "outage", min: 0, max: MOST_EVENTS }, when OUTAGES;
        /// Times in which links fail or lose capacity.
        link_events: Vec<LinkEvent> = Vec::new(), "Weak links" as further, Kind::List { of: "weak link", min: 0, max: MOST_EVENTS }, when LINK_EVENTS;
        /// Failures that are drawn, in addition to the events.
        failures: Failures = Failures::default();
        /// What becomes of a job that a failure of nodes ends.
        after_failure: AfterFailure = AfterFailure::default(), "After a failure, a job" as further, AfterFailure::KIND, when FAILURES;
        /// Largest number of restarts of a job; a job that fails more often is lost.
        most_restarts: u32 = 10, "Most restarts" as further, Kind::integer(0, 1000, 1), when RESTARTS;
        /// Checkpoints of jobs, if jobs go on from them.
        checkpoint: Checkpoint = Checkpoint::default();
    }
}

/// Some policy works with outages.
const BORNE: When = When::policy_reads("platform.events");
const OUTAGES: &[When] = &[BORNE];
const LINK_EVENTS: &[When] = &[BORNE, network_reads("platform.links")];
const DRAWN: When = When::given("platform.failures.mtbf_h");
const DRAWN_FAILURES: &[When] = &[BORNE, DRAWN];
/// Nodes fail.
const FAIL: When = When::one_of("platform.events.*.kind", &["fail"]).or(&DRAWN);
const FAILURES: &[When] = &[BORNE, FAIL];
const RESTARTS: &[When] = &[BORNE, FAIL, When::none_of("platform.after_failure", &["lost"])];
const CHECKPOINTS: &[When] = &[BORNE, FAIL, When::one_of("platform.after_failure", &["checkpoint"])];
/// Longest time of an outage, and of a mean time between failures \[h\]: a hundred years.
const MOST_H: f64 = 876_600.0;
/// Latest time of an outage \[s\].
const LATEST_S: f64 = 1e10;
/// Maximum number of links, those of the largest mesh.
const MOST_LINKS: u64 = MOST_MESH_CLUSTERS * (MOST_MESH_CLUSTERS - 1) / 2;
/// Maximum number of outages in a scenario.
pub const MOST_EVENTS: usize = 100_000;

parameters! {
    /// A time in which nodes of a cluster are not available.
    Event at "platform.events.*." {
        /// Beginning, after the beginning of the run.
        at: f64 = 0.0, "From" in "s", Kind::number(0.0, LATEST_S, 60.0), when OUTAGES;
        /// End, after the beginning of the run.
        until: f64 = 3600.0, "Until" in "s", Kind::number(0.0, LATEST_S, 60.0), when OUTAGES;
        /// Index of the cluster; clusters are numbered from 0 through all groups in order.
        cluster: u32 = 0, "Cluster", Kind::integer(0, MOST_CLUSTERS - 1, 1), when OUTAGES;
        /// Number of nodes; if left out, all nodes of the cluster.
        nodes: Option<u32> = None, "Nodes" in "nodes", Kind::integer(1, MOST_NODES_PER_CLUSTER, 1), when OUTAGES;
        /// What happens to the nodes, and to the jobs on them.
        kind: OutageKind = OutageKind::default(), "Kind", OutageKind::KIND, when OUTAGES;
    }
}

parameters! {
    /// A time in which a link has less than its capacity.
    LinkEvent at "platform.link_events.*." {
        /// Beginning, after the beginning of the run.
        at: f64 = 0.0, "From" in "s", Kind::number(0.0, LATEST_S, 60.0), when LINK_EVENTS;
        /// End, after the beginning of the run.
        until: f64 = 3600.0, "Until" in "s", Kind::number(0.0, LATEST_S, 60.0), when LINK_EVENTS;
        /// Index of the link, from 0: the links of the clusters, then the core links of the sites; in a mesh, of the pairs 0–1, 0–2, 1–2, 0–3, ….
        link: u32 = 0, "Link", Kind::integer(0, MOST_LINKS - 1, 1), when LINK_EVENTS;
        /// Share of its capacity that the link keeps; 0 if it fails.
        share: f64 = 0.0, "Capacity left", SHARE, when LINK_EVENTS;
    }
}

parameters! {
    /// Failures that are drawn.
    Failures at "platform.failures." {
        /// Mean time between a repair and the next failure of a node, or of a cluster; exponential. If left out, no failures are drawn.
        mtbf_h: Option<f64> = None, "Mean time between failures" as further in "h", Kind::number(0.01, MOST_H, 1.0), when OUTAGES;
        /// Mean repair time; exponential.
        repair_h: f64 = 4.0, "Mean repair time" as further in "h", Kind::number(0.001, MOST_H, 1.0), when DRAWN_FAILURES;
        /// What fails on its own.
        unit: FailingUnit = FailingUnit::default(), "What fails" as further, FailingUnit::KIND, when DRAWN_FAILURES;
    }
}

parameters! {
    /// Checkpoints of jobs.
    Checkpoint at "platform.checkpoint." {
        /// Work between two checkpoints of a job.
        every_s: f64 = 3600.0, "Checkpoint every" as further in "s", Kind::number(1.0, 1e9, 60.0), when CHECKPOINTS;
        /// Time that the nodes of a job need to write a checkpoint.
        cost_s: f64 = 60.0, "Time of a checkpoint" as further in "s", Kind::number(0.0, 1e9, 10.0), when CHECKPOINTS;
    }
}

parameters! {
    /// A group of identical clusters, each with one dedicated link to its switch.
    ClusterGroup at "platform.clusters.*." {
        /// Number of such clusters.
        count: u32 = 1, "Count" in "clusters", Kind::integer(1, MOST_CLUSTERS, 1);
        /// Nodes of each cluster, one processor each.
        nodes: u32 = 100, "Size" in "nodes", Kind::integer(1, MOST_NODES_PER_CLUSTER, 1), when &[When::left_out("platform.sizes")];
        /// What the cluster's link carries, both directions together; in a full mesh, each of its links.
        link_mbps: f64 = 1000.0, "Link" in "Mbps", LINK, when JOINED;
        /// Speed of a node; a job takes its run time divided by the speed.
        speed: f64 = 1.0, "Speed", Kind::number(LEAST_SPEED, 100.0, 0.1);
        /// Memory of a node; matters if jobs ask for memory.
        memory_gb: Option<f64> = None, "Memory" as further in "GB per node", Kind::number(0.0, MOST_MEMORY_GB, 16.0), when RESOURCES;
        /// GPUs of a node; matter if jobs ask for GPUs. In a pool, the mean over the nodes.
        gpus: Option<f64> = None, "GPUs" as further in "GPUs per node", Kind::number(0.0, MOST_GPUS, 1.0), when RESOURCES;
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

    /// True if memory or GPUs are given.
    pub fn has_resources(&self) -> bool {
        self.clusters.iter().any(|group| group.memory_gb.is_some() || group.gpus.is_some())
    }

    /// True if nodes may be out.
    pub fn has_outages(&self) -> bool {
        !self.events.is_empty() || self.failures.mtbf_h.is_some()
    }

    /// True if nodes may fail.
    pub fn has_failures(&self) -> bool {
        self.failures.mtbf_h.is_some() || self.events.iter().any(|own| own.kind == OutageKind::Fail)
    }

    /// True if outages are known before they begin, so that schedulers plan round them.
    pub fn has_maintenance(&self) -> bool {
        self.events.iter().any(|own| own.kind == OutageKind::Maintenance)
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
