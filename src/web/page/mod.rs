//! The page: form, run, figures, links. Simulation happens in the workers only.
//!
//! ```text
//! form ─ edits ─▶ app: history ─▶ plan ─▶ pool of workers
//!                                            │ results
//!   curves, surface, Gantt chart, table ◀────┘
//! ```
//!
//! `app` connects everything; each other module is one part of the page.

mod app;
pub mod inputs;
pub mod results;
pub mod shell;

/// Starts the page.
pub fn start() {
    shell::panic::explain();
    if let Err(problem) = shell::scripts::begin_with_presets() {
        wasm_bindgen::throw_str(&problem);
    }
    app::App::start();
}
