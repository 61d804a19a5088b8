//! Tab Curves: a measure over the swept parameter, a curve per scheduler.

pub mod present;
pub mod state;

#[cfg(target_arch = "wasm32")]
pub mod tab;
