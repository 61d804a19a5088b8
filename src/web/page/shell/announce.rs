//! Announcements for screen readers, without moving the focus.

use crate::web::page::shell::dom;
use web_sys::Element;

/// Announces a text once. An equal text is announced again.
pub fn say(text: &str) {
    let announcer: Element = dom::by_id("announcer");
    // A trailing blank makes equal texts different.
    let again = announcer.text_content().as_deref() == Some(text);
    let text = if again { format!("{text}\u{a0}") } else { text.to_owned() };
    announcer.set_text_content(Some(&text));
}
