//! What the browser keeps between visits. Without it (private windows, full disks) the page works, and forgets.

use crate::web::page::shell::dom::window;

/// The last scenario, as compact JSON.
pub const SCENARIO: &str = "metasched.scenario";
/// The list of kept experiments, as JSON.
pub const EXPERIMENTS: &str = "metasched.kept";
/// `light` or `dark`; nothing for automatic. index.html reads it too.
pub const THEME: &str = "metasched.theme";

/// The text kept under a name.
pub fn get(name: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(name).ok()?
}

/// Keeps a text; whether the browser does.
pub fn set(name: &str, text: &str) -> bool {
    let storage = window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.set_item(name, text).is_ok())
}

/// Forgets a text; whether the browser does.
pub fn remove(name: &str) -> bool {
    let storage = window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.remove_item(name).is_ok())
}
