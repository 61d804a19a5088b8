//! What a scheduler knows of a cluster when it decides.

use serde::{Deserialize, Serialize};

/// The state of a cluster as another one's scheduler has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClusterView {
    /// Nodes in all.
    pub nodes: u32,
    /// Nodes that run no job.
    pub idle: u32,
    /// Nodes of low, medium and high load; those that run a job are of high load.
    pub by_load: [u32; 3],
    /// Jobs that wait there or are on their way.
    pub waiting: u32,
    /// Nodes that jobs which wait there, or are on their way, ask for.
    pub waiting_nodes: u64,
    /// Available share of the cluster's own network, in (0, 1].
    pub share: f64,
    /// Time of a remote invocation \[ms\]; 0 for the home cluster.
    pub invocation_ms: f64,
}
