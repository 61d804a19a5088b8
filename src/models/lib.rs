//! The published models, and the registry that holds them. `metasched` re-exports all of it.

pub use metasched_kernel::{
    base, choices, engine, metrics, network, paper, parameter, parameters, platform, preset,
    scheduler, workload,
};

#[path = "mod.rs"]
pub mod models;
