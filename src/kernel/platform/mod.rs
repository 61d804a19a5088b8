//! The multi-cluster: clusters of identical nodes, the links between them, and the current use of both.

pub mod background;
pub mod greatest;
mod outages;
mod placement;
mod resources;
mod sizes;
mod speeds;
mod state;
mod topology;

pub use outages::{Begun, Failures, LinkChange, Out, Outage, OutageKind, Outages};
pub use placement::{Demand, Demands, Piece, Placement, nodes_of, sort_by_cluster};
pub use resources::{Amounts, MOST_GPUS, MOST_MEMORY_GB, Resources};
pub use sizes::{SizeLaw, sizes};
pub use speeds::{speeds, speeds_within};
pub use state::{Shift, State};
pub use topology::{Topology, mesh_ends, mesh_link};

/// Scenarios use megabits per second, the engine uses bits per second.
pub const BPS_PER_MBPS: f64 = 1e6;
/// Jobs have megabytes of data, links send bits.
pub const BITS_PER_MB: f64 = 8e6;

/// Maximum number of clusters.
pub const MOST_CLUSTERS: u64 = 4096;
/// Maximum number of nodes per cluster.
pub const MOST_NODES_PER_CLUSTER: u64 = 10_000_000;
/// Minimum speed of a node.
pub const LEAST_SPEED: f64 = 0.01;
/// Maximum number of nodes of a platform.
pub const MOST_NODES: u64 = 50_000_000;
/// Maximum number of nodes of a platform with background load, which is drawn for each node.
pub const MOST_LOADED_NODES: u64 = 1_000_000;
/// Maximum number of clusters of a full mesh or a grid. Each pair of clusters has a wide-area link, so 128 clusters
/// have 8,128 links.
pub const MOST_MESH_CLUSTERS: u64 = 128;

/// One cluster: identical single-processor nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// Number of nodes.
    pub nodes: u32,
    /// Capacity of the cluster's link \[bit/s\], both directions together; in a mesh, the maximum capacity of each of
    /// its links.
    pub capacity_bps: u64,
    /// Relative speed: a job runs for `runtime_s / speed`.
    pub speed: f64,
}

/// The clusters of a multi-cluster, by index, and the topology of their links.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// The clusters.
    pub clusters: Vec<Cluster>,
    /// Topology of the links.
    pub topology: Topology,
    /// True if every cluster also has a network of its own, a link after all links between clusters. Jobs within the
    /// cluster use it.
    pub own_networks: bool,
    /// Permanent background load of each link \[bit/s\]; empty if there is none.
    pub background_bps: Vec<u64>,
    /// Memory and GPUs of the nodes.
    pub resources: Resources,
    /// True if a job that runs away from its home first gets its data there.
    pub stages_in: bool,
}

impl Platform {
    /// Clusters around one ideal switch.
    pub fn star(clusters: Vec<Cluster>) -> Platform {
        Platform {
            clusters,
            topology: Topology::Star,
            own_networks: false,
            background_bps: Vec::new(),
            resources: Resources::default(),
            stages_in: false,
        }
    }

    /// Total number of nodes.
    pub fn nodes(&self) -> u64 {
        self.clusters.iter().map(|c| u64::from(c.nodes)).sum()
    }

    /// Run time \[s\] of a job on a placement, if it takes `runtime_s` on nodes of speed 1. The slowest cluster sets
    /// the pace.
    #[inline(always)]
    pub fn dedicated_s(&self, runtime_s: f64, placement: &Placement) -> f64 {
        let mut slowest = f64::INFINITY;
        for piece in placement {
            slowest = slowest.min(self.clusters[piece.cluster as usize].speed);
        }
        if slowest == 1.0 { runtime_s } else { runtime_s / slowest }
    }
}
