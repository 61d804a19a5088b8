//! Policies of Shih et al., and the look-ahead that also co-allocates.

use crate::scenario::policy::jones::THRESHOLD;
use crate::scenario::policy::{LINKS, ON_ONE_CLUSTER, PolicyInfo, QUEUE};
use crate::scenario::scheduler::{Scheduler, SimulationPolicy};

const LOOK_AHEAD: &[&str] = &[
    "simulation_depth",
    "simulation_policy",
    "allocation_depth",
    "score",
];

pub(super) const RANDOM_FIT: PolicyInfo = PolicyInfo {
    draws: |_| true,
    ..ON_ONE_CLUSTER
};

pub(super) const TLA: PolicyInfo = PolicyInfo {
    settings: &[QUEUE, LOOK_AHEAD],
    reads_estimates: true,
    draws: draws_in_simulations,
    ..ON_ONE_CLUSTER
};

pub(super) const TLA_CO_ALLOCATING: PolicyInfo = PolicyInfo {
    settings: &[
        QUEUE,
        LOOK_AHEAD,
        LINKS,
        THRESHOLD,
        &["chunk", "spreads", "simulation_order"],
    ],
    co_allocates: true,
    ..TLA
};

fn draws_in_simulations(own: &Scheduler) -> bool {
    own.simulation_policy == SimulationPolicy::RandomFit
}
