//! Communication of jobs.

use crate::parameter::declare::choices;

choices! {
    /// Communication pattern: which nodes of a job exchange messages.
    Pattern = AllToAll, {
        /// Every node with every other, as in the papers.
        AllToAll = "all-to-all", "All to all";
        /// Every node with the next one, the last with the first.
        Ring = "ring", "Ring";
        /// Every node with its neighbours in a square grid, filled row by row.
        Grid = "grid", "2-D grid";
        /// Every node with its parent in a binary tree, as in broadcasts and reductions.
        Tree = "tree", "Binary tree";
        /// The first node with all others.
        MasterWorker = "master-worker", "Master–worker";
    }
}

/// Communication parameters of jobs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Communication {
    /// K: the share of the run time that is computation.
    pub compute_fraction: f64,
    /// Bisection bandwidth \[Mbps\].
    pub bsbw_mbps: f64,
    /// Communication pattern.
    pub pattern: Pattern,
}

impl Communication {
    /// No communication.
    pub const NONE: Communication = Communication { compute_fraction: 1.0, bsbw_mbps: 0.0, pattern: Pattern::AllToAll };

    /// Defaults.
    pub const USUAL: Communication =
        Communication { compute_fraction: 0.7, bsbw_mbps: 500.0, pattern: Pattern::AllToAll };
}
