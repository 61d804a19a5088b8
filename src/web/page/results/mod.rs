//! The tabs with results, and their parts.

mod bars;
pub(in crate::web::page) mod canvas;
mod claims_worker;
mod compare_tab;
mod curves_tab;
mod decision;
mod gantt_canvas;
mod gantt_clock;
mod gantt_pointing;
mod gantt_tab;
mod groups_table;
mod legend_buttons;
mod look_ahead;
mod paper_tab;
mod stage;
mod story;
mod surface_tab;
pub(in crate::web::page) mod tab;
mod table_tab;
mod tables;
pub(in crate::web::page) mod tabs;
mod units;
