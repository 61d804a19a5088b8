//! Files: dropped anywhere on the page, or chosen with a button.

use crate::web::page::shell::dom::{self, Build};
use std::rc::Rc;
use web_sys::{DragEvent, Element, Event, File, FileList, HtmlInputElement};

/// Receives the file.
pub type Take = Rc<dyn Fn(File)>;

/// Enables dropping files.
pub fn start(take: Take) {
    let page = dom::window();
    let veil: Element = dom::by_id("drop");
    let has_files =
        |event: &DragEvent| event.data_transfer().is_some_and(|data| data.types().iter().any(|kind| kind == "Files"));
    dom::hear(&veil, &page, "dragover", move |shown, event: DragEvent| {
        if has_files(&event) {
            event.prevent_default();
            dom::show(shown, true);
        }
    });
    dom::hear(&veil, &page, "dragleave", |left, event: DragEvent| {
        // This applies only if the pointer leaves the window, not if it moves between elements.
        if event.related_target().is_none() {
            dom::show(left, false);
        }
    });
    dom::listen(&page, "drop", move |event: DragEvent| {
        if !has_files(&event) {
            return;
        }
        event.prevent_default();
        dom::show(&veil, false);
        if let Some(file) = event.data_transfer().and_then(|data| data.files()).and_then(|files| first(&files)) {
            take(file);
        }
    });
}

/// Opens the browser's file chooser.
pub fn choose(take: Take) {
    let input: HtmlInputElement = dom::new_as("input");
    let element: Element = input.clone().into();
    let element = element
        .attr("type", "file")
        .attr("id", "log-input")
        .attr("accept", ".swf,.gz,.xz,.tar,.tgz,.zip,.txt,.json,.csv,.tab")
        .attr("hidden", "");
    if let Some(old) = dom::document().get_element_by_id("log-input") {
        old.remove();
    }
    if let Some(body) = dom::document().body() {
        dom::append(&body, &element);
    }
    dom::hear(&input, &element, "change", move |chosen, _: Event| {
        if let Some(file) = chosen.files().and_then(|files| first(&files)) {
            take(file);
        }
        chosen.remove();
    });
    input.click();
}

fn first(files: &FileList) -> Option<File> {
    files.get(0)
}
