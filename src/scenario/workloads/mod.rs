//! The parameters of the workloads.

pub(in crate::scenario) mod communication;
pub mod feitelson96;
pub mod grid;
pub mod jann97;
pub mod lublin99;
pub mod metacomputer;
pub(in crate::scenario) mod model;
pub mod workload;
