//! The published models, and the registry that holds them. `metasched` re-exports all of it.

pub use metasched_kernel::*;

#[path = "mod.rs"]
pub mod models;
