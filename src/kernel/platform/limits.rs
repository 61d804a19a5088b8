//! Size limits of a platform.

/// Maximum number of clusters.
pub const MOST_CLUSTERS: u64 = 4096;
/// Maximum number of nodes per cluster.
pub const MOST_NODES_PER_CLUSTER: u64 = 10_000_000;
/// Minimum speed of a node.
pub const LEAST_SPEED: f64 = 0.01;
/// Maximum number of nodes of a platform.
pub const MOST_NODES: u64 = 50_000_000;

/// Maximum number of nodes of a platform with background load, drawn for each node.
pub const MOST_LOADED_NODES: u64 = 1_000_000;
/// Maximum number of clusters of a full mesh or a grid, where each pair of clusters has a wide-area link: 8,128 links.
pub const MOST_MESH_CLUSTERS: u64 = 128;
