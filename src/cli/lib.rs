//! The native command line. `metasched` re-exports all of it.

pub use metasched_chart::chart;
pub use metasched_lab::*;

#[path = "mod.rs"]
pub mod cli;
