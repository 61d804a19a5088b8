//! The settings of the strategies.

use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, When};

choices! {
    /// The solution that A1 takes if there are several.
    Objective = First, {
        /// The first one, in the order of search.
        First = "first", "First";
        /// The solution with the least demand on all links together.
        LeastDemand = "least-demand", "Least demand";
    }
}

choices! {
    /// The order in which A1 tries clusters. It matters on a star, for all-to-all jobs and rings.
    ClusterOrder = Index, {
        /// Clusters by index.
        Index = "index", "By index";
        /// Clusters with most free nodes first, ties by index, as in the B-modules.
        MostFree = "most-free", "Most free first";
    }
}

choices! {
    /// The order in which A1 tries numbers of nodes on a cluster. It matters on a star or a tree, for all-to-all jobs and rings.
    NodeOrder = MostFirst, {
        /// The largest number of nodes first.
        MostFirst = "most-first", "Most first";
        /// The smallest number of nodes first, as in loops from 0 upwards.
        FewestFirst = "fewest-first", "Fewest first";
    }
}

const READ: &[When] = &[When::READ];
const FIRST: &[When] = &[When::READ, When::one_of("schedulers.*.objective", &["first"])];

parameters! {
    /// Settings of the strategies; each strategy reads some of them.
    Settings at "schedulers.*." {
        /// Share of a job that the first cluster must be able to hold.
        chunk: f64 = 0.85, "Chunk", Kind::number(0.01, 1.0, 0.05), when READ;
        /// Inter-cluster link saturation level threshold: a link loaded to this share takes no further job.
        lslt: f64 = 1.0, "LSLT" spelled "Load from which a link takes no further job (LSLT)", Kind::number(0.0, 10.0, 0.1), when READ;
        /// The solution to take if there are several.
        objective: Objective = Objective::default(), "Objective", Objective::KIND, when READ;
        /// The order in which clusters are tried for the first solution; the paper does not specify it.
        cluster_order: ClusterOrder = ClusterOrder::default(), "Clusters in the order" as further, ClusterOrder::KIND, when FIRST;
        /// The order in which numbers of nodes are tried on a cluster for the first solution.
        node_order: NodeOrder = NodeOrder::default(), "Nodes in the order" as further, NodeOrder::KIND, when FIRST;
    }
}
