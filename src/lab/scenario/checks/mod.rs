//! Checks of a scenario, and the problems that they report.

pub(in crate::scenario) mod check;
pub(in crate::scenario) mod findings;
pub(in crate::scenario) mod grid_rules;
pub(in crate::scenario) mod link_rules;
mod misplaced;
pub(in crate::scenario) mod model_parameters;
pub(in crate::scenario) mod platform_rules;
pub(in crate::scenario) mod point_rules;
#[cfg(test)]
mod policies_tests;
pub(in crate::scenario) mod ranges;
pub(in crate::scenario) mod rules;
pub(in crate::scenario) mod scheduler_rules;
pub mod sweeps;
pub(in crate::scenario) mod workload_rules;

pub use model_parameters::models_with;
