//! Precomputed results of presets: files of the site, fetched by www/boot.mjs.

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

/// True if a preset has precomputed results.
pub fn has(preset: &str) -> bool {
    js_is_computed(preset)
}

/// Address of a small picture of a preset's results, in the colours of a theme; empty if there is none.
pub fn thumbnail(preset: &str, theme: &str) -> String {
    js_thumbnail_of(preset, theme)
}

/// Fetches the file of a preset; returns an empty text if that fails.
pub fn fetch(preset: &str, tell: impl FnOnce(String) + 'static) {
    js_tell_results(preset, &Closure::once_into_js(tell));
}
