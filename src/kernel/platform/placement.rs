//! Where a job runs: how many nodes on which clusters.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The nodes of one job on one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Index of the cluster.
    pub cluster: u32,
    /// Nodes taken there, at least 1.
    pub nodes: u32,
}

/// All pieces of a job, each cluster at most once; more than one piece is a co-allocation. Up to four pieces need no
/// allocation.
pub type Placement = SmallVec<[Piece; 4]>;

/// Puts the pieces in the order of their clusters.
pub fn sort_by_cluster(placement: &mut Placement) {
    placement.sort_unstable_by_key(|piece| piece.cluster);
}

/// Nodes of all pieces together.
#[inline]
pub fn nodes_of(placement: &Placement) -> u32 {
    placement.iter().map(|piece| piece.nodes).sum()
}

/// What a placed job asks of one link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Index of the link.
    pub link: u32,
    /// \[bit/s\]
    pub bps: u64,
}

/// What a placed job asks of the links on its paths, each link at most once, in no particular order.
pub type Demands = SmallVec<[Demand; 4]>;
