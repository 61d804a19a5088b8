//! The settings of the look-ahead.

use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, When};
use crate::scheduler::foresight::Score;

choices! {
    /// Which cluster a job gets in TLA's simulation.
    SimulationPolicy = FastestFirst, {
        /// The fastest of those with room.
        FastestFirst = "fastest-first", "Fastest-first (FF)";
        /// The one that has fewest nodes left over.
        BestFit = "best-fit", "Best-fit (BF)";
        /// The one that has most nodes left over.
        WorstFit = "worst-fit", "Worst-fit (WF)";
        /// Any of those with room, with equal chances.
        RandomFit = "random-fit", "Random-fit (RF)";
    }
}

choices! {
    /// To which places on several clusters a look ahead may spread a job.
    Spreads = Careful, {
        /// Those of B3 and A1.
        Careful = "careful", "B3, A1";
        /// Also those of First-fit, B1 and B2, which may load links beyond the threshold.
        All = "all", "All";
    }
}

choices! {
    /// In which order jobs start in the simulation of a look ahead with co-allocation.
    SimulationOrder = Queue, {
        /// As the queue has it: they may pass each other unless the queue is FCFS, SJF or NJF.
        Queue = "queue", "As the queue";
        /// One after the other, as TLA has it.
        Strict = "strict", "Strict";
    }
}

const READ: &[When] = &[When::READ];

parameters! {
    /// How far a policy looks ahead, and to what end; each reads some of it.
    Settings at "schedulers.*." {
        /// Most waiting jobs that TLA simulates for a decision; if left out, all, with co-allocation 50.
        simulation_depth: Option<u32> = None, "Simulation depth" in "jobs", Kind::integer(0, 1_000_000, 10), when READ;
        /// Which cluster a job gets in TLA's simulation.
        simulation_policy: SimulationPolicy = SimulationPolicy::default(), "Simulation policy",
            SimulationPolicy::KIND, when READ;
        /// Which places on several clusters are compared.
        spreads: Spreads = Spreads::default(), "Places", Spreads::KIND, when READ;
        /// Whether jobs pass each other in the simulation.
        simulation_order: SimulationOrder = SimulationOrder::default(), "Simulation order",
            SimulationOrder::KIND, when READ;
        /// How many decisions TLA takes from one simulation.
        allocation_depth: u32 = 1, "Allocation depth" in "jobs", Kind::integer(1, 1_000_000, 1), when READ;
        /// What TLA makes as low as it can.
        score: Score = Score::default(), "Score", Score::KIND, when READ;
    }
}
