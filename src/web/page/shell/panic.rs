//! What a visitor sees if the page itself fails: that it did, and that nothing is lost.

use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom;
use std::panic::set_hook;

/// From now on a panic is shown. The scenario is in the address and in the browser's store already.
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
