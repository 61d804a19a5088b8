//! Tab Surface: a measure over two swept parameters.

pub mod state;

#[cfg(target_arch = "wasm32")]
pub mod tab;
