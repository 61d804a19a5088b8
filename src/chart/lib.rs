//! Figures as pure functions of data, view, theme and size. `metasched` re-exports all of it.

pub use metasched_lab::*;

#[path = "mod.rs"]
pub mod chart;
