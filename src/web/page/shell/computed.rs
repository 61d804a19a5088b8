//! What presets come to, computed beforehand: files of the site that www/boot.mjs fetches.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = isComputed)]
    fn js_is_computed(preset: &str) -> bool;
    #[wasm_bindgen(js_name = thumbnailOf)]
    fn js_thumbnail_of(preset: &str, theme: &str) -> String;
    #[wasm_bindgen(js_name = tellResults)]
    fn js_tell_results(preset: &str, tell: &JsValue);
}

/// Whether there is such a file of a preset.
pub fn has(preset: &str) -> bool {
    js_is_computed(preset)
}

/// The address of a small picture of what a preset comes to, in the colours of a theme; empty if there is none.
pub fn thumbnail(preset: &str, theme: &str) -> String {
    js_thumbnail_of(preset, theme)
}

/// Hands over the file of a preset; an empty text if it cannot be fetched.
pub fn fetch(preset: &str, tell: impl FnOnce(String) + 'static) {
    js_tell_results(preset, &Closure::once_into_js(tell));
}
