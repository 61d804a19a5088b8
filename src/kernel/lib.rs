//! Simulation of one run: jobs arrive, wait, run on the nodes of several clusters and share the links between them.
//! This package knows no paper, scenario, wall clock, file, thread or DOM.
//!
//! `metasched` re-exports the whole package.

pub mod base;
pub mod engine;
pub mod metrics;
pub mod network;
pub mod parameter;
pub mod platform;
pub mod scheduler;
pub mod words;
pub mod workload;
