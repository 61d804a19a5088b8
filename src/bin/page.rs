//! The page and its workers, one program.

#[cfg(target_arch = "wasm32")]
fn main() {
    metasched::web::start();
}

/// Does nothing: the page is built for wasm only.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
