//! The page: form, run, figures, links. Simulation happens in the workers only.
//!
//! ```text
//! form ─ edits ─▶ app: history ─▶ plan ─▶ pool of workers
//!                                            │ results
//!   curves, surface, Gantt chart, table ◀────┘
//! ```
//!
//! `app` holds everything together; each other module is one thing on the page.

mod announce;
mod app;
mod backend;
mod banner;
mod bars;
mod canvas;
mod cells;
mod choose;
mod clipboard;
mod controls;
mod curves_tab;
mod decision;
mod dialog;
mod dom;
mod drop;
mod export;
mod field;
mod footer;
mod form;
mod form_plots;
mod gallery;
mod gantt_tab;
mod groups_table;
mod keyboard;
mod log;
mod look_ahead;
mod numbers;
mod offline;
mod panic;
mod paper_tab;
mod png;
mod run;
mod share;
mod storage;
mod story;
mod surface_tab;
mod surface_table;
mod table_tab;
mod tabs;
mod theme;
mod tooltip;
mod url;
mod view;

/// Starts the page.
pub fn start() {
    panic::explain();
    app::App::start();
}
