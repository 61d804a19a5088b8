//! The tab Machine: one scheduler, or two on the same jobs, as a picture of clusters, links and jobs that moves.

pub mod state;

#[cfg(target_arch = "wasm32")]
pub mod tab;
