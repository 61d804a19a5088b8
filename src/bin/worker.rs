//! The simulation worker of the page.

/// Begins to listen to the page.
#[cfg(target_arch = "wasm32")]
fn main() {
    if let Err(error) = metasched::web::worker::start() {
        wasm_bindgen::throw_val(error);
    }
}

/// The worker is a part of the page, and the page is built for wasm.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
