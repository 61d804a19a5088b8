//! The page.

fn main() {
    #[cfg(target_arch = "wasm32")]
    metasched::web::page::start();
}
