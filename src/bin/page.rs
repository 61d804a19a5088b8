//! The page and its workers, one program: a worker knows itself by having no window.

#[cfg(target_arch = "wasm32")]
fn main() {
    if web_sys::window().is_some() {
        metasched::web::page::start();
    } else if let Err(error) = metasched::web::worker::start() {
        wasm_bindgen::throw_val(error);
    }
}

/// The page is built for wasm.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
