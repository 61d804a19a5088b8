//! How large a platform may be.

/// Most clusters of a platform.
pub const MOST_CLUSTERS: u64 = 4096;
/// Most nodes of one cluster.
pub const MOST_NODES_PER_CLUSTER: u64 = 10_000_000;
/// Least speed of a node.
pub const LEAST_SPEED: f64 = 0.01;
/// Most nodes of a platform.
pub const MOST_NODES: u64 = 50_000_000;

/// Most nodes for each of which a background load is drawn.
pub const MOST_LOADED_NODES: u64 = 1_000_000;
/// Most clusters of a full mesh, and of a grid, where every pair has a wide-area link: 8,128 links.
pub const MOST_MESH_CLUSTERS: u64 = 128;
