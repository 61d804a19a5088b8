//! Gantt chart of one recording, with what a visitor does in it: the tab Gantt has one pane, the tab Compare two.

mod layer;
pub mod questions;
pub mod scene;
pub mod story_data;

#[cfg(target_arch = "wasm32")]
pub mod pane;
#[cfg(target_arch = "wasm32")]
mod pointing;
#[cfg(target_arch = "wasm32")]
pub mod story;
