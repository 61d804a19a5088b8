//! One simulation: jobs that arrive, wait, run on the nodes of several clusters and share the links between them. It knows no paper, no
//! scenario, no clock, file, thread or DOM.
//!
//! `metasched` re-exports all of it.

pub mod base;
pub mod engine;
pub mod metrics;
pub mod network;
pub mod parameter;
pub mod platform;
pub mod scheduler;
pub mod workload;
