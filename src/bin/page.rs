//! The page and its workers, one program.

#[cfg(target_arch = "wasm32")]
fn main() {
    metasched::web::start();
}

/// The page is built for wasm.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
