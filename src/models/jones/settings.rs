//! The settings of the strategies.

use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, When};

choices! {
    /// The solution that A1 takes if there are several.
    Objective = First, {
        /// The first one: clusters by index, on each the most nodes first.
        First = "first", "First";
        /// The solution with the least demand on all links together.
        LeastDemand = "least-demand", "Least demand";
    }
}

const READ: &[When] = &[When::READ];

parameters! {
    /// Settings of the strategies; each strategy reads some of them.
    Settings at "schedulers.*." {
        /// Share of a job that the first cluster must be able to hold.
        chunk: f64 = 0.85, "Chunk", Kind::number(0.01, 1.0, 0.05), when READ;
        /// Inter-cluster link saturation level threshold: a link loaded to this share takes no further job.
        lslt: f64 = 1.0, "LSLT", Kind::number(0.0, 10.0, 0.1), when READ;
        /// The solution to take if there are several.
        objective: Objective = Objective::default(), "Objective", Objective::KIND, when READ;
    }
}
