//! Tab Paper: what papers claim of the scenario, and whether the claims hold.

pub mod claims;
pub mod data;
pub mod page;
pub mod state;

#[cfg(target_arch = "wasm32")]
mod claims_worker;
#[cfg(target_arch = "wasm32")]
mod files;
#[cfg(target_arch = "wasm32")]
pub mod tab;
