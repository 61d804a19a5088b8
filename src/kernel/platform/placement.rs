//! Placement of a job: number of nodes per cluster.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The nodes of one job on one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Index of the cluster.
    pub cluster: u32,
    /// Number of nodes, at least 1.
    pub nodes: u32,
}

/// All pieces of a job, each cluster at most once. More than one piece is a co-allocation. Up to four pieces need no
/// heap allocation.
pub type Placement = SmallVec<[Piece; 4]>;

/// Sorts the pieces by cluster.
pub fn sort_by_cluster(placement: &mut Placement) {
    placement.sort_unstable_by_key(|piece| piece.cluster);
}

/// Total nodes of all pieces.
#[inline]
pub fn nodes_of(placement: &Placement) -> u32 {
    placement.iter().map(|piece| piece.nodes).sum()
}

/// Bandwidth that a placed job asks of one link, or amount of a cluster's [memory or GPUs](super::Resources).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Index of the link; memory and GPUs come after the links.
    pub link: u32,
    /// Bandwidth \[bit/s\], or amount.
    pub bps: u64,
}

/// Demands of a placed job on all links that it uses, each link at most once, in any order.
pub type Demands = SmallVec<[Demand; 4]>;
