//! Browser storage between visits. Without it (private windows, full disks) the page works, but remembers nothing.

use crate::web::page::shell::dom::window;

/// The last scenario, as compact JSON.
pub const SCENARIO: &str = "metasched.scenario";
/// List of bookmarks, as JSON.
pub const EXPERIMENTS: &str = "metasched.kept";
/// `light` or `dark`; missing for automatic. Also read by index.html.
pub const THEME: &str = "metasched.theme";

/// The text stored under a name.
pub fn get(name: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(name).ok()?
}

/// Stores a text; returns false if the browser refuses.
pub fn set(name: &str, text: &str) -> bool {
    let storage = window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.set_item(name, text).is_ok())
}

/// Removes a text; returns false if the browser refuses.
pub fn remove(name: &str) -> bool {
    let storage = window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.remove_item(name).is_ok())
}
