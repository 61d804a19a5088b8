//! The settings of a metacomputer.

use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, When};

choices! {
    /// The metacomputer's knowledge of its machines, and the times at which it may plan.
    Control = Full, {
        /// The metacomputer receives all requests and plans at every event.
        Full = "full", "Full";
        /// Local requests go to their machines. The metacomputer reads the machines' plans at every event; they are as good as the estimates are.
        Limited = "limited", "Limited";
        /// Local requests go to their machines. The metacomputer plans in rounds, some time after the requests of the last round have ended.
        IhsFixed = "ihs-fixed", "IHS, fixed interval";
        /// Local requests go to their machines. The metacomputer plans in rounds, when enough demand has waited for long enough.
        IhsDemand = "ihs-demand", "IHS, by demand";
        /// The metacomputer adds its requests to the machines' queues and does not know their contents; FCFS only.
        No = "no", "None";
    }
}

choices! {
    /// The waiting request that ASP and ASP\* start first.
    AspOrder = LeastNeed, {
        /// The request that needs fewest nodes to start, so that most of them start.
        LeastNeed = "least-need", "Least need first";
        /// The request that was submitted first; no request starts before it. With α = 1 this is a queue in which the head blocks.
        Submission = "submission", "Order of submission";
    }
}

const READ: &[When] = &[When::READ];
const IHS_FIXED: &[When] = &[When::READ, When::one_of("schedulers.*.control", &["ihs-fixed"])];
const IHS_DEMAND: &[When] = &[When::READ, When::one_of("schedulers.*.control", &["ihs-demand"])];

const UNCONTROLLED: &[When] = &[When::READ, When::one_of("schedulers.*.control", &["no"])];

parameters! {
    /// Settings of the metacomputer's control and planners; each planner reads some of them.
    Settings at "schedulers.*." {
        /// The metacomputer's knowledge of its machines, and the times at which it may plan.
        control: Control = Control::default(), "Control", Control::KIND, when READ;
        /// No request gets less than this share α of the nodes that it asks for.
        alpha: f64 = 0.5, "Least share α", Kind::number(0.001, 1.0, 0.05), when READ;
        /// The waiting request that starts first; the paper does not specify it.
        asp_order: AspOrder = AspOrder::default(), "Order of ASP", AspOrder::KIND, when READ;
        /// Time Δt from the end of the last request of a round to the next round.
        interval_s: f64 = 14_400.0, "Interval Δt" in "s", Kind::number(1.0, 1e9, 600.0), when IHS_FIXED;
        /// Weight γ of demand and wait: a round is due when γ times their product, per node, reaches 1.
        gamma: f64 = 1e-7, "Weight γ" in "1/s²", Kind::number(1e-15, 1e3, 1e-7), when IHS_DEMAND;
        /// Time between the rounds in which requests are added to the machines' queues; if left out, every request has its own round.
        round_every_s: Option<f64> = None, "Rounds every" in "s", Kind::number(1.0, 1e9, 600.0), when UNCONTROLLED;
    }
}
