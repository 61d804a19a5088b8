//! The multi-cluster: clusters of identical nodes and the links that join them, and what of both is in use.

pub mod background;
pub(crate) mod greatest;
mod placement;
mod sizes;
mod speeds;
mod state;
mod topology;

pub use placement::{Demand, Demands, Piece, Placement, nodes_of, sort_by_cluster};
pub use speeds::speeds_within;
pub use state::State;
pub use topology::{Topology, mesh_ends, mesh_link};

use crate::base::problem::Problem;
use crate::scenario;
use crate::scenario::{NetworkModel, Scenario};

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
        Platform {
            clusters,
            topology: Topology::Star,
            background_bps: Vec::new(),
        }
    }

    /// The clusters of a scenario, its groups in order, of the sizes and at the speeds that these give.
    pub fn of(scenario: &scenario::Platform) -> Platform {
        let bps = |mbps: f64| (mbps * BPS_PER_MBPS + 0.5) as u64;
        let clusters = scenario.clusters.iter().flat_map(|group| {
            let cluster = Cluster {
                nodes: group.nodes,
                capacity_bps: bps(group.link_mbps),
                speed: group.speed,
            };
            std::iter::repeat_n(cluster, group.count as usize)
        });
        Platform {
            clusters: clusters.collect(),
            topology: match scenario.topology {
                scenario::Topology::Star => Topology::Star,
                scenario::Topology::Tree => Topology::Tree {
                    clusters_per_site: scenario.clusters_per_site,
                    core_bps: bps(scenario.core_mbps),
                },
                scenario::Topology::Mesh => Topology::Mesh,
            },
            background_bps: Vec::new(),
        }
    }

    /// The clusters of a replication of a scenario, of the sizes drawn for it if it asks for that, at the speeds that it gives.
    pub fn sized(scenario: &Scenario, replication: u32) -> Platform {
        let mut platform = Platform::of(&scenario.platform);
        if let Some(range) = scenario.platform.sizes {
            let replication = scenario.experiment.redraw.of_jobs(replication);
            let (law, count) = (scenario.platform.size_law, platform.clusters.len());
            let sizes = sizes::sizes(range, law, count, &scenario.seed, replication);
            for (cluster, nodes) in platform.clusters.iter_mut().zip(sizes) {
                cluster.nodes = nodes;
            }
        }
        platform
    }

    /// The clusters of a replication of a scenario, of the sizes, at the speeds and under the background loads drawn for it if it
    /// asks for that.
    ///
    /// # Errors
    /// If clusters like these cannot have such speeds.
    pub fn of_replication(scenario: &Scenario, replication: u32) -> Result<Platform, Problem> {
        let mut platform = Platform::sized(scenario, replication);
        if scenario.network.model == NetworkModel::Cluster {
            platform.background_bps = background::on_links(&platform, scenario, replication);
        }
        let heterogeneity = scenario.platform.speed_heterogeneity;
        if heterogeneity > 0.0 {
            let nodes: Vec<u32> = platform.clusters.iter().map(|c| c.nodes).collect();
            let speeds = speeds::speeds(&nodes, heterogeneity, &scenario.seed, replication)?;
            for (cluster, speed) in platform.clusters.iter_mut().zip(speeds) {
                cluster.speed = speed;
            }
        }
        Ok(platform)
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
        if slowest == 1.0 {
            runtime_s
        } else {
            runtime_s / slowest
        }
    }
}
