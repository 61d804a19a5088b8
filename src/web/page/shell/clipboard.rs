//! Copying text to the clipboard, with a confirmation.

use crate::web::page::shell::announce;
use crate::web::page::shell::dom::{self, Build, Later};
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlInputElement};

/// A button that copies the result of `text`.
pub fn button(label: &str, text: impl Fn() -> String + 'static) -> Element {
    let button = dom::button(label).class("copy");
    let (own, label, later) = (button.clone(), label.to_owned(), Later::default());
    dom::on_click(&button, move || {
        let (own, label, later) = (own.clone(), label.clone(), later.clone());
        copy(&text(), move |copied| {
            let word = if copied { "Copied" } else { "Not copied: select the text and copy it" };
            dom::write(&own, word);
            announce::say(word);
            later.after(2000.0, move || dom::write(&own, &label));
        });
    });
    button
}

/// A line of text that can be selected and copied.
pub fn line(id: &str, label: &str, text: &str) -> Element {
    let input: HtmlInputElement = dom::new_as("input");
    input.set_read_only(true);
    input.set_value(text);
    let element: Element = input.clone().into();
    let element = element.attr("type", "text").attr("id", id).attr("spellcheck", "false").class("copy-line");
    dom::hear(&input, &element, "focus", |selected, _: web_sys::Event| selected.select());
    let copied = input;
    let head = dom::new("label").attr("for", id).text(label);
    let row = dom::new("div").class("copy-row").with(&element).with(button("Copy", move || copied.value()));
    dom::new("div").class("copy-field").with(head).with(row)
}

fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let clipboard = js_sys::Reflect::get(&dom::window().navigator(), &"clipboard".into());
    // Pages from a file or over plain http have no clipboard.
    if clipboard.is_err() || clipboard.is_ok_and(|clipboard| clipboard.is_undefined()) {
        return done(false);
    }
    let promise = dom::window().navigator().clipboard().write_text(text);
    let done = std::rc::Rc::new(std::cell::Cell::new(Some(done)));
    let failed = done.clone();
    let good = Closure::once(move |_: JsValue| {
        if let Some(done) = done.take() {
            done(true);
        }
    });
    let bad = Closure::once(move |_: JsValue| {
        if let Some(done) = failed.take() {
            done(false);
        }
    });
    let _ = promise.then2(&good, &bad);
    good.forget();
    bad.forget();
}
