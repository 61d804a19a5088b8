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

choices! {
    /// The number of processors that ASP and ASP\* give to each request.
    AspShare = LeastNeed, {
        /// As many requests as possible start on the fewest processors that they need; what is left over lifts the asynchronous ones evenly.
        LeastNeed = "least-need", "Least need, then evenly";
        /// Each waiting request has an equal share of the free processors. Requests start in order of submission, and nothing more is handed out.
        Equal = "equal", "Equal shares";
    }
}

choices! {
    /// The requests that FFIH plans when the first of its waiting room can start, where it may plan at every event.
    FfihRoom = One, {
        /// Only requests that can start now are planned, one after the other, in order of demand.
        One = "one", "One at a time";
        /// All waiting requests are planned, in order of demand, as in a round of IHS.
        Drain = "drain", "Drained";
    }
}

choices! {
    /// The run times and ends with which the metacomputer plans.
    Basis = Dedicated, {
        /// Requests are planned once, as if links never slowed down a job.
        Dedicated = "dedicated", "Dedicated run times";
        /// Requests are planned with the shares of links that they would have now. When the expected end of a running request moves, all requests that have not started are planned again.
        Present = "present", "Present shares of links";
    }
}

choices! {
    /// The surface on which a round plans.
    RoundSurface = Steps, {
        /// The surfaces of the machines as they are, with all their steps.
        Steps = "steps", "With its steps";
        /// A flat line above the highest step: the round plans nothing before all work that is planned so far has ended.
        Flat = "flat", "Flat line";
    }
}

choices! {
    /// The starts of the parts of a request that the metacomputer has added to the queues of several machines.
    PartsStart = Together, {
        /// The parts begin together. A part whose machine is ready holds its nodes until the last one can begin.
        Together = "together", "Together";
        /// Each part begins when its machine comes to it, and runs for the run time of the request. The request ends with its last part.
        Independent = "independent", "Independently";
    }
}

const READ: &[When] = &[When::READ];
const IHS_FIXED: &[When] = &[When::READ, When::one_of("schedulers.*.control", &["ihs-fixed"])];
const IHS_DEMAND: &[When] = &[When::READ, When::one_of("schedulers.*.control", &["ihs-demand"])];

const LEAST_NEED: &[When] = &[When::READ, When::one_of("schedulers.*.asp_share", &["least-need"])];
const AT_EVENTS: &[When] = &[When::READ, When::one_of("schedulers.*.control", &["full", "limited"])];
const IN_ROUNDS: &[When] = &[When::READ, When::one_of("schedulers.*.control", &["ihs-fixed", "ihs-demand"])];
const UNCONTROLLED: &[When] = &[When::READ, When::one_of("schedulers.*.control", &["no"])];
/// Without control, and on networks on which a run time is known at its start.
const UNCONTROLLED_PARTS: &[When] = &[
    When::READ,
    When::one_of("schedulers.*.control", &["no"]),
    When::one_of("network.model", &["fixed", "unlimited", "wan"]),
];

parameters! {
    /// Settings of the metacomputer's control and planners; each planner reads some of them.
    Settings at "schedulers.*." {
        /// The metacomputer's knowledge of its machines, and the times at which it may plan.
        control: Control = Control::default(), "Control", Control::KIND, when READ;
        /// No request gets less than this share α of the nodes that it asks for.
        alpha: f64 = 0.5, "Least share α", Kind::number(0.001, 1.0, 0.05), when READ;
        /// The number of processors that ASP gives to each request; equal shares are those of the policy that the paper cites.
        asp_share: AspShare = AspShare::default(), "Shares of ASP", AspShare::KIND, when READ;
        /// The waiting request that starts first; the paper does not specify it.
        asp_order: AspOrder = AspOrder::default(), "Order of ASP", AspOrder::KIND, when LEAST_NEED;
        /// The requests that FFIH plans when the first of its waiting room can start; in rounds it always plans all.
        ffih_room: FfihRoom = FfihRoom::default(), "Waiting room of FFIH", FfihRoom::KIND, when AT_EVENTS;
        /// The run times with which requests are planned, and whether they are planned again when running requests turn out longer or shorter.
        planned_with: Basis = Basis::default(), "Planned with", Basis::KIND, when AT_EVENTS;
        /// The surface on which a round plans: with the steps of all machines, or a flat line above the highest step.
        round_surface: RoundSurface = RoundSurface::default(), "Surface of a round", RoundSurface::KIND, when IN_ROUNDS;
        /// Share of its nodes that each machine keeps for local requests: its surface shows only the nodes that stay free beyond them.
        kept_share: f64 = 0.0, "Share kept for local requests", Kind::number(0.0, 0.9, 0.1), when IN_ROUNDS;
        /// Time Δt from the end of the last request of a round to the next round.
        interval_s: f64 = 14_400.0, "Interval Δt" in "s", Kind::number(1.0, 1e9, 600.0), when IHS_FIXED;
        /// Weight γ of demand and wait: a round is due when γ times their product, per node, reaches 1.
        gamma: f64 = 1e-7, "Weight γ" in "1/s²", Kind::number(1e-15, 1e3, 1e-7), when IHS_DEMAND;
        /// Time between the rounds in which requests are added to the machines' queues; if left out, every request has its own round.
        round_every_s: Option<f64> = None, "Rounds every" in "s", Kind::number(1.0, 1e9, 600.0), when UNCONTROLLED;
        /// The starts of the parts of a request in the queues of several machines; the paper does not specify them.
        parts: PartsStart = PartsStart::default(), "Parts begin", PartsStart::KIND, when UNCONTROLLED_PARTS;
    }
}
