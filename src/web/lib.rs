//! The web page and its workers. `metasched` re-exports the whole package.

pub use metasched_chart::chart;
pub use metasched_lab::*;

#[path = "mod.rs"]
pub mod web;
