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

pub use placement::{Demands, Piece, Placement};
pub use state::State;

use crate::scenario;

/// Scenarios speak of megabits per second, the engine of bits per second.
pub const BPS_PER_MBPS: f64 = 1e6;

/// One cluster: identical single-processor nodes behind one link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// Number of nodes.
    pub nodes: u32,
    /// Capacity of its link to the central switch \[bit/s\], both directions together.
    pub capacity_bps: u64,
    /// Relative speed: a job runs for `runtime_s / speed`.
    pub speed: f64,
}

/// The clusters of a multi-cluster, by index.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// The clusters; a cluster's index is also its link's.
    pub clusters: Vec<Cluster>,
}

impl Platform {
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
        Platform {
            clusters: clusters.collect(),
        }
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
