//! Tab Table: the results in numbers.

pub mod state;

#[cfg(target_arch = "wasm32")]
mod groups_table;
#[cfg(target_arch = "wasm32")]
pub mod tab;
