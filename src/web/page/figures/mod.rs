//! Figures on the page: canvases, what surrounds them, and tables.

pub(in crate::web) mod canvas;
mod legend_buttons;
pub(in crate::web) mod stage;
pub(in crate::web) mod tables;
mod units;
