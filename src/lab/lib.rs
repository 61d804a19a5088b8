//! What one does with simulations: scenarios, plans, results, claims, files. `metasched` re-exports all of it.

pub use metasched_kernel::*;
pub use metasched_models::models;

pub mod experiment;
pub mod export;
pub mod paper;
pub mod scenario;

/// Raised whenever the results of any scenario change; share links and results carry it.
pub const ENGINE_VERSION: u32 = 3;

/// What the field's words mean, as JSON: the command line, the page and the handbook read it alike.
pub const GLOSSARY: &str = include_str!("glossary.json");
