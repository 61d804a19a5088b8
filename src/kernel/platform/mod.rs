//! The multi-cluster: clusters of identical nodes and the links that join them, and what of both is in use.

pub mod background;
pub mod greatest;
mod limits;
mod placement;
mod sizes;
mod speeds;
mod state;
mod topology;

pub use limits::*;
pub use placement::{Demand, Demands, Piece, Placement, nodes_of, sort_by_cluster};
pub use sizes::{SizeLaw, sizes};
pub use speeds::{speeds, speeds_within};
pub use state::{Shift, State};
pub use topology::{Topology, mesh_ends, mesh_link};

/// Scenarios speak of megabits per second, the engine of bits per second.
pub const BPS_PER_MBPS: f64 = 1e6;

/// One cluster: identical single-processor nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// Number of nodes.
    pub nodes: u32,
    /// Capacity of its own link \[bit/s\], both directions together; in a mesh, the most that its links carry each.
    pub capacity_bps: u64,
    /// Relative speed: a job runs for `runtime_s / speed`.
    pub speed: f64,
}

/// The clusters of a multi-cluster, by index, and how they are joined.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// The clusters.
    pub clusters: Vec<Cluster>,
    /// How they are joined.
    pub topology: Topology,
    /// What works of others always ask of each link \[bit/s\]; empty if there are none.
    pub background_bps: Vec<u64>,
}

impl Platform {
    /// Clusters around one ideal switch.
    pub fn star(clusters: Vec<Cluster>) -> Platform {
        Platform { clusters, topology: Topology::Star, background_bps: Vec::new() }
    }

    /// Nodes of all clusters together.
    pub fn nodes(&self) -> u64 {
        self.clusters.iter().map(|c| u64::from(c.nodes)).sum()
    }

    /// Run time \[s\] of a dedicated `runtime_s` on the pieces of a placement: the slowest cluster sets the pace.
    #[inline(always)]
    pub fn dedicated_s(&self, runtime_s: f64, placement: &Placement) -> f64 {
        let mut slowest = f64::INFINITY;
        for piece in placement {
            slowest = slowest.min(self.clusters[piece.cluster as usize].speed);
        }
        if slowest == 1.0 { runtime_s } else { runtime_s / slowest }
    }
}
