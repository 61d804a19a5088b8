//! A pane: the Gantt chart of one recording, with zooming, panning and selection. The tab Gantt has one pane, the tab
//! Compare has two.

mod layer;
pub mod questions;
pub mod scene;
pub mod story_data;

#[cfg(target_arch = "wasm32")]
pub mod pane;
#[cfg(target_arch = "wasm32")]
pub mod pointing;
#[cfg(target_arch = "wasm32")]
pub mod story;
