//! Fetches the files with papers, claims and presets for a worker.

use crate::web::page::shell::dom;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::prelude::*;

/// The function of boot.mjs that fetches the files.
const FETCH: &str = "fetchPapers";

/// Papers, claims and presets, as texts.
pub type Files = [String; 3];

/// Fetches the files and passes them, or the reason for a failure, to `done`.
pub fn fetch(done: impl FnOnce(Result<Files, String>) + 'static) {
    let promise = match asked() {
        Ok(promise) => promise,
        Err(error) => return done(Err(words(&error))),
    };
    let done = std::rc::Rc::new(std::cell::Cell::new(Some(done)));
    let failed = done.clone();
    let good = Closure::once(move |files: JsValue| {
        if let Some(done) = done.take() {
            done(Ok(texts(&files)));
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

fn texts(files: &JsValue) -> Files {
    let files = Array::from(files);
    [0, 1, 2].map(|index| files.get(index).as_string().unwrap_or_default())
}

fn words(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into()).ok();
    message.and_then(|message| message.as_string()).unwrap_or_else(|| "a file could not be fetched".to_owned())
}
