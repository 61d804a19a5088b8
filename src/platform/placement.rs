//! Where a job runs: how many nodes on which clusters.

use smallvec::SmallVec;

/// The nodes of one job on one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Index of the cluster.
    pub cluster: u32,
    /// Nodes taken there, at least 1.
    pub nodes: u32,
}

/// All pieces of a job, each cluster at most once; more than one piece is a co-allocation. Up to four pieces need no
/// allocation.
pub type Placement = SmallVec<[Piece; 4]>;

/// What a placed job asks of the link of each of its pieces \[bit/s\], in the order of the pieces.
pub type Demands = SmallVec<[u64; 4]>;
