//! Tab Curves: a measure over the swept parameter, a curve per scheduler.

pub mod present;
pub mod state;
pub mod winners;

#[cfg(target_arch = "wasm32")]
mod answer;
#[cfg(target_arch = "wasm32")]
pub mod tab;
