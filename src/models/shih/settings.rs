//! The settings of the look-ahead.

use crate::models::shih::Score;
use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, When};

choices! {
    /// The cluster that a job gets in TLA's simulation.
    SimulationPolicy = FastestFirst, {
        /// The fastest cluster with room.
        FastestFirst = "fastest-first", "Fastest-first (FF)";
        /// The cluster with the fewest nodes left over.
        BestFit = "best-fit", "Best-fit (BF)";
        /// The cluster with the most nodes left over.
        WorstFit = "worst-fit", "Worst-fit (WF)";
        /// Any cluster with room, with equal probability.
        RandomFit = "random-fit", "Random-fit (RF)";
    }
}

choices! {
    /// The places on several clusters to which a look-ahead may spread a job.
    Spreads = Careful, {
        /// Only the places of B3 and A1.
        Careful = "careful", "B3, A1";
        /// Also the places of First-fit, B1 and B2, which may load links beyond the threshold.
        All = "all", "All";
    }
}

choices! {
    /// The order in which jobs start in the simulation of a look-ahead with co-allocation.
    SimulationOrder = Queue, {
        /// As in the queue: jobs may pass each other unless the queue is FCFS, SJF or NJF.
        Queue = "queue", "As the queue";
        /// One after the other, as in TLA.
        Strict = "strict", "Strict";
    }
}

const READ: &[When] = &[When::READ];

parameters! {
    /// Depth and goal of the look-ahead; each policy reads some of these settings.
    Settings at "schedulers.*." {
        /// Largest number of waiting jobs that TLA simulates for a decision; if left out, all, or 50 with co-allocation.
        simulation_depth: Option<u32> = None, "Simulation depth" in "jobs", Kind::integer(0, 1_000_000, 10), when READ;
        /// The cluster that a job gets in TLA's simulation.
        simulation_policy: SimulationPolicy = SimulationPolicy::default(), "Simulation policy",
            SimulationPolicy::KIND, when READ;
        /// The places on several clusters that are compared.
        spreads: Spreads = Spreads::default(), "Places", Spreads::KIND, when READ;
        /// Whether jobs pass each other in the simulation.
        simulation_order: SimulationOrder = SimulationOrder::default(), "Simulation order",
            SimulationOrder::KIND, when READ;
        /// Number of decisions that TLA takes from one simulation.
        allocation_depth: u32 = 1, "Allocation depth" in "jobs", Kind::integer(1, 1_000_000, 1), when READ;
        /// The score that TLA minimizes.
        score: Score = Score::default(), "Score", Score::KIND, when READ;
    }
}
