//! The last log, kept in the browser: www/log_store.mjs, which www/boot.mjs fetches with the first log.

use wasm_bindgen::prelude::*;
use web_sys::File;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = keepLog)]
    fn js_keep(file: &File);
    #[wasm_bindgen(js_name = findLog)]
    fn js_find(name: &str, tell: &JsValue);
}

/// Keeps a log in place of the one before.
pub fn keep(file: &File) {
    js_keep(file);
}

/// Hands over the log of this name, if it is kept.
pub fn find(name: &str, tell: impl FnOnce(File) + 'static) {
    js_find(name, &Closure::once_into_js(tell));
}
