//! The multi-cluster: clusters of identical nodes, each with one link to a central ideal switch, and what of them is
//! in use.
//!
//! ```text
//!   cluster 0 ──link 0──┐
//!   cluster 1 ──link 1──┤ ideal switch
//!   cluster 2 ──link 2──┘
//! ```

mod placement;
mod state;

pub use placement::{Demand, Demands, Piece, Placement};
pub use state::State;

use crate::scenario;

/// Scenarios speak of megabits per second, the engine of bits per second.
pub const BPS_PER_MBPS: f64 = 1e6;

/// One cluster: identical single-processor nodes behind one link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// Number of nodes.
    pub nodes: u32,
    /// Capacity of its own link \[bit/s\], both directions together.
    pub capacity_bps: u64,
    /// Relative speed: a job runs for `runtime_s / speed`.
    pub speed: f64,
}

/// How the clusters are joined.
#[derive(Clone, Debug, PartialEq)]
pub enum Topology {
    /// Every cluster has one link to a central ideal switch; link i is cluster i's.
    Star,
}

/// The clusters of a multi-cluster, by index, and how they are joined.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// The clusters.
    pub clusters: Vec<Cluster>,
    /// How they are joined.
    pub topology: Topology,
}

impl Platform {
    /// Clusters around one ideal switch.
    pub fn star(clusters: Vec<Cluster>) -> Platform {
        Platform {
            clusters,
            topology: Topology::Star,
        }
    }

    /// Capacity of each link \[bit/s\].
    pub fn link_capacities_bps(&self) -> Vec<u64> {
        match self.topology {
            Topology::Star => self.clusters.iter().map(|c| c.capacity_bps).collect(),
        }
    }

    /// The clusters of a scenario, its groups in order.
    pub fn of(scenario: &scenario::Platform) -> Platform {
        let clusters = scenario.clusters.iter().flat_map(|group| {
            let cluster = Cluster {
                nodes: group.nodes,
                capacity_bps: (group.link_mbps * BPS_PER_MBPS + 0.5) as u64,
                speed: group.speed,
            };
            std::iter::repeat_n(cluster, group.count as usize)
        });
        Platform::star(clusters.collect())
    }

    /// Nodes of all clusters together.
    pub fn nodes(&self) -> u64 {
        self.clusters.iter().map(|c| u64::from(c.nodes)).sum()
    }

    /// Run time \[s\] of a dedicated `runtime_s` on the pieces of a placement: the slowest cluster sets the pace.
    #[inline]
    pub fn dedicated_s(&self, runtime_s: f64, placement: &Placement) -> f64 {
        let mut slowest = f64::INFINITY;
        for piece in placement {
            slowest = slowest.min(self.clusters[piece.cluster as usize].speed);
        }
        if slowest == 1.0 {
            runtime_s
        } else {
            runtime_s / slowest
        }
    }
}
