//! A worker that also reads logs: another program than the page's, so that a visit without a log does not load it.

#[cfg(target_arch = "wasm32")]
fn main() {
    metasched::web::start_log_worker();
}

/// The page is built for wasm.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
