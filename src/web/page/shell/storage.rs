//! What the browser keeps between visits. Without it (private windows, full disks) the page works, and forgets.

use crate::web::page::shell::dom::window;

/// The last scenario, as compact JSON.
pub const SCENARIO: &str = "metasched.scenario";
/// `light` or `dark`; nothing for automatic. index.html reads it too.
pub const THEME: &str = "metasched.theme";

/// The text kept under a name.
pub fn get(name: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(name).ok()?
}

/// Keeps a text.
pub fn set(name: &str, text: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(name, text);
    }
}

/// Forgets a text.
pub fn remove(name: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.remove_item(name);
    }
}
