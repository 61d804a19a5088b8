//! Dialogs, with the browser's dialog element, which keeps the focus and closes on Escape.

use crate::web::page::shell::dom::{self, Build};
use web_sys::{Element, Event, HtmlDialogElement, MouseEvent};

/// Opens a dialog with a heading. It is removed when it closes.
pub fn open(id: &str, heading: &str, parts: impl IntoIterator<Item = Element>) -> HtmlDialogElement {
    let dialog: HtmlDialogElement = dom::new_as("dialog");
    let title = format!("{id}-title");
    dom::set(&dialog, "id", id);
    dom::set(&dialog, "aria-labelledby", &title);
    let close = dom::button("×").class("tool close").attr("aria-label", "Close").attr("title", "Close (Escape)");
    let head = dom::new("div").class("dialog-head").with(dom::new("h2").attr("id", &title).text(heading)).with(&close);
    let body = dom::new("div").class("dialog-body").with_all(parts);
    dom::append(&dialog, &head);
    dom::append(&dialog, &body);
    dom::click(&dialog, &close, |own| own.close());
    dom::hear(&dialog, &dialog, "close", |own, _: Event| own.remove());
    // A click outside closes the dialog.
    dom::hear(&dialog, &dialog, "click", |own, event: MouseEvent| {
        let outside = event.target().as_ref() == Some(own.as_ref());
        if outside {
            own.close();
        }
    });
    if let Some(page) = dom::document().body() {
        dom::append(&page, &dialog);
    }
    let _ = dialog.show_modal();
    dialog
}

/// True if any dialog is open. The panel of the talk's editor (www/guide/element.mjs) leaves the page usable.
pub fn is_open() -> bool {
    dom::document().query_selector("dialog[open]:not(.dock)").ok().flatten().is_some()
}
