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
pub mod figures;
pub mod inputs;
pub mod shell;

use shell::banner::{self, Tone};
use shell::dom;

/// Starts the page.
pub fn start() {
    explain_panics();
    if let Err(problem) = shell::scripts::begin_with_presets() {
        wasm_bindgen::throw_str(&problem);
    }
    app::App::start();
}

/// Shows a panic to the visitor. The scenario is in the address and in the browser's store already.
fn explain_panics() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        web_sys::console::error_1(&text.clone().into());
        let reload = dom::button("Reload the page");
        dom::on_click(&reload, || {
            let _ = dom::window().location().reload();
        });
        banner::show(
            "panic",
            Tone::Problem,
            &format!(
                "The page has met a mistake of its own and stopped. Your scenario is kept in the address: reload the page to go on.\n{text}"
            ),
            [banner::buttons([reload])],
        );
    }));
}
