//! Use without a network after the first visit: the service worker sw.js keeps the files.

use crate::web::page::shell::dom;
use wasm_bindgen::JsValue;

/// Registers the service worker, where there can be one and the files are of a stamped build.
pub fn start() {
    let build = dom::root().and_then(|root| root.get_attribute("data-build"));
    let stamped = build.is_some_and(|build| !build.is_empty() && !build.starts_with('%'));
    let navigator = dom::window().navigator();
    // Plain http and files have none.
    let known = js_sys::Reflect::get(&navigator, &"serviceWorker".into()).is_ok_and(|container| container.is_object());
    if !stamped || !known {
        return;
    }
    // Not now: the first figure needs the network and the cores more.
    dom::Later::default().after(3000.0, move || {
        let ignore = wasm_bindgen::closure::Closure::<dyn FnMut(JsValue)>::new(|_: JsValue| {});
        let _ = navigator.service_worker().register("./sw.js").catch(&ignore);
        ignore.forget();
    });
}
