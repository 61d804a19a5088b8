//! The last log, stored in the browser by www/log_store.mjs, which www/boot.mjs fetches with the first log.

use wasm_bindgen::prelude::*;
use web_sys::File;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = keepLog)]
    fn js_keep(file: &File);
    #[wasm_bindgen(js_name = findLog)]
    fn js_find(name: &str, tell: &JsValue);
}

/// Stores a log in place of the previous one.
pub fn keep(file: &File) {
    js_keep(file);
}

/// Passes the log with this name to `tell`, if it is stored.
pub fn find(name: &str, tell: impl FnOnce(File) + 'static) {
    js_find(name, &Closure::once_into_js(tell));
}
