//! Experiments with the simulator: scenarios, plans, results, claims, files. `metasched` re-exports all of it.

pub use metasched_kernel::*;
pub use metasched_logs::logs;
pub use metasched_models::models;

pub mod experiment;
pub mod export;
pub mod paper;
pub mod scenario;
pub mod words;

/// The version of the engine. It is increased whenever the results of any scenario change; share links and results
/// contain it.
pub const ENGINE_VERSION: u32 = 4;

/// Definitions of the field's terms as JSON, for the command line, the page and the handbook.
pub const GLOSSARY: &str = include_str!("glossary.json");
