//! Data stored in the browser between visits: texts, and the last log (by www/log_store.mjs, which www/boot.mjs fetches with the first
//! log). If the browser refuses to store (private windows, full disks), the page works without stored data.

use crate::web::page::shell::dom::window;
use wasm_bindgen::prelude::*;
use web_sys::File;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = keepLog)]
    fn js_keep_log(file: &File);
    #[wasm_bindgen(js_name = findLog)]
    fn js_find_log(name: &str, tell: &JsValue);
}

/// The last scenario, as compact JSON.
pub const SCENARIO: &str = "metasched.scenario";
/// List of bookmarks, as JSON.
pub const EXPERIMENTS: &str = "metasched.kept";
/// `light` or `dark`; missing for automatic. Also read by index.html.
pub const THEME: &str = "metasched.theme";

/// The text stored under a name.
pub fn get(name: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(name).ok()?
}

/// Stores a text. True if the browser accepts it.
pub fn set(name: &str, text: &str) -> bool {
    let storage = window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.set_item(name, text).is_ok())
}

/// Removes a stored text. True if the browser has done so.
pub fn remove(name: &str) -> bool {
    let storage = window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.remove_item(name).is_ok())
}

/// Stores a log in place of the previous log.
pub fn keep_log(file: &File) {
    js_keep_log(file);
}

/// Passes the stored log with this name to the callback, if there is one.
pub fn find_log(name: &str, tell: impl FnOnce(File) + 'static) {
    js_find_log(name, &Closure::once_into_js(tell));
}
