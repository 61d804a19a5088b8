//! Offline use after the first visit: the service worker sw.js caches the files.

use crate::web::page::shell::dom;
use wasm_bindgen::JsValue;

/// Registers the service worker, if the browser supports it and the build has an id.
pub fn start() {
    let build = dom::root().and_then(|root| root.get_attribute("data-build"));
    let stamped = build.is_some_and(|build| !build.is_empty() && !build.starts_with('%'));
    let navigator = dom::window().navigator();
    // Not supported over plain http and for files.
    let known = js_sys::Reflect::get(&navigator, &"serviceWorker".into()).is_ok_and(|container| container.is_object());
    if !stamped || !known {
        return;
    }
    // Delayed, because the first figure needs network and processor cores.
    dom::Later::default().after(3000.0, move || {
        let ignore = wasm_bindgen::closure::Closure::<dyn FnMut(JsValue)>::new(|_: JsValue| {});
        let _ = navigator.service_worker().register("./sw.js").catch(&ignore);
        ignore.forget();
    });
}
