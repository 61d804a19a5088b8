//! Communication patterns: which nodes of a job exchange messages.

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
