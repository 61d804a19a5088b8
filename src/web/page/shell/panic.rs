//! Message to the visitor after a panic of the page.

use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom;
use std::panic::set_hook;

/// Installs the panic handler. The scenario is already in the address and in the browser's storage.
pub fn explain() {
    set_hook(Box::new(|info| {
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
