//! The published models, and the registry that holds them. `metasched` re-exports all of it.

pub use metasched_kernel::*;
pub use metasched_logs::logs;

#[path = "mod.rs"]
pub mod models;
