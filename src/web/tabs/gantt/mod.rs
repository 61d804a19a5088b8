//! Tab Gantt: one run, job by job.

pub mod state;

#[cfg(target_arch = "wasm32")]
mod decision;
#[cfg(target_arch = "wasm32")]
mod extremes;
#[cfg(target_arch = "wasm32")]
mod look_ahead;
#[cfg(target_arch = "wasm32")]
mod outs;
#[cfg(target_arch = "wasm32")]
mod picture;
#[cfg(target_arch = "wasm32")]
mod planning;
#[cfg(target_arch = "wasm32")]
mod stories;
#[cfg(target_arch = "wasm32")]
pub mod tab;
