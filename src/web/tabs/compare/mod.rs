//! Tab Compare: two schedulers on the same jobs, or a run of this experiment and a run of a bookmark.

pub mod job_pairs;
pub mod parting;
pub mod state;

#[cfg(target_arch = "wasm32")]
mod charts;
#[cfg(target_arch = "wasm32")]
mod differences;
#[cfg(target_arch = "wasm32")]
mod lists;
#[cfg(target_arch = "wasm32")]
mod recordings;
#[cfg(target_arch = "wasm32")]
mod setup;
#[cfg(target_arch = "wasm32")]
mod stories;
#[cfg(target_arch = "wasm32")]
pub mod tab;
#[cfg(target_arch = "wasm32")]
mod words;
