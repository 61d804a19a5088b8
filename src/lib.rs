//! Metasched: a laboratory for multi-cluster job scheduling.

pub mod base;
pub mod engine;
pub mod experiment;
pub mod export;
pub mod metrics;
pub mod network;
pub mod platform;
pub mod scenario;
pub mod scheduler;
pub mod workload;

#[cfg(feature = "chart")]
pub mod chart;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(any(test, feature = "web"))]
pub mod web;

/// Raised whenever the results of any scenario change; share links and results carry it.
pub const ENGINE_VERSION: u32 = 1;
