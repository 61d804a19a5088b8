//! The page and its workers: only here is anything of the browser named. Modules that need nothing of it are compiled
//! natively too, for their tests.

#[cfg(feature = "chart")]
pub mod curve_data;
pub mod flat;
#[cfg(feature = "chart")]
pub mod gantt_data;
pub mod history;
pub mod lists;
#[cfg(feature = "chart")]
pub mod metric;
pub mod pace;
pub mod queue;

#[cfg(all(target_arch = "wasm32", feature = "page"))]
mod crew;
#[cfg(target_arch = "wasm32")]
pub mod messages;
#[cfg(all(target_arch = "wasm32", feature = "page"))]
pub mod page;
#[cfg(all(target_arch = "wasm32", feature = "page"))]
pub mod pool;
#[cfg(all(target_arch = "wasm32", feature = "page"))]
mod remote;
#[cfg(all(target_arch = "wasm32", feature = "worker"))]
mod shelf;
#[cfg(all(target_arch = "wasm32", feature = "worker"))]
pub mod worker;
