//! Fetches the files with the papers and their claims.

use crate::web::page::shell::dom;
use crate::web::papers;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::prelude::*;

/// The function of boot.mjs that fetches them.
const FETCH: &str = "fetchPapers";

/// Fetches them, and says when they have come or why they have not.
pub fn fetch(done: impl FnOnce(Result<(), String>) + 'static) {
    let promise = match asked() {
        Ok(promise) => promise,
        Err(error) => return done(Err(words(&error))),
    };
    let done = std::rc::Rc::new(std::cell::Cell::new(Some(done)));
    let failed = done.clone();
    let good = Closure::once(move |files: JsValue| {
        if let Some(done) = done.take() {
            done(read(&files));
        }
    });
    let bad = Closure::once(move |error: JsValue| {
        if let Some(done) = failed.take() {
            done(Err(words(&error)));
        }
    });
    let _ = promise.then2(&good, &bad);
    good.forget();
    bad.forget();
}

fn asked() -> Result<Promise, JsValue> {
    let fetch: Function = Reflect::get(&dom::window(), &FETCH.into())?.dyn_into()?;
    fetch.call0(&JsValue::NULL)?.dyn_into()
}

/// Papers live as long as the page.
fn read(files: &JsValue) -> Result<(), String> {
    let files = Array::from(files);
    let file = |index| files.get(index).as_string().unwrap_or_default();
    papers::read(file(0).leak(), &file(1)).map_err(|error| error.to_string())
}

fn words(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into()).ok();
    message
        .and_then(|message| message.as_string())
        .unwrap_or_else(|| "a file could not be fetched".to_owned())
}
