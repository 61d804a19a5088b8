//! The tabs with results, and what they are made of.

pub(in crate::web::page) mod bars;
pub(in crate::web::page) mod canvas;
mod claims_worker;
pub(in crate::web::page) mod compare_tab;
pub(in crate::web::page) mod curves_tab;
pub(in crate::web::page) mod decision;
mod gantt_canvas;
mod gantt_clock;
pub(in crate::web::page) mod gantt_pointing;
pub(in crate::web::page) mod gantt_tab;
pub(in crate::web::page) mod groups_table;
mod legend_buttons;
pub(in crate::web::page) mod look_ahead;
pub(in crate::web::page) mod paper_tab;
pub(in crate::web::page) mod stage;
pub(in crate::web::page) mod story;
pub(in crate::web::page) mod surface_tab;
pub(in crate::web::page) mod table_tab;
pub(in crate::web::page) mod tables;
pub(in crate::web::page) mod tabs;
pub(in crate::web::page) mod units;
