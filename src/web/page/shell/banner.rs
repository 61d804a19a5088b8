//! Messages above the results: problems, waiting states, and possible actions.

use crate::web::page::shell::dom::{self, Build};
use web_sys::Element;

/// Style of a banner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A problem.
    Problem,
    /// Information.
    Note,
}

/// Shows a banner; replaces one of the same `kind`. `parts` appear below the text.
pub fn show(kind: &str, tone: Tone, text: &str, parts: impl IntoIterator<Item = Element>) {
    let class = match tone {
        Tone::Problem => "banner problem",
        Tone::Note => "banner",
    };
    let close = dom::button("×").class("tool close").attr("aria-label", "Close this message").attr("title", "Close");
    let lines = text.lines().map(|line| dom::new("p").text(line));
    let body = dom::new("div").class("banner-body").with_all(lines).with_all(parts);
    let banner = dom::new("div").class(class).attr("data-banner", kind).with(body).with(&close);
    dom::click(&banner, &close, |own| own.remove());
    let banners: Element = dom::by_id("banners");
    match find(kind) {
        Some(old) => {
            let _ = banners.replace_child(&banner, &old);
        }
        None => dom::append(&banners, &banner),
    }
}

/// Kinds of banners about a single event. They leave after the next success.
const EVENTS: [&str; 4] = ["export", "file", "problem", "worker"];
/// Attribute of a banner that leaves after the next success.
const OLD: &str = "data-old";

/// The visitor goes on: banners about events are old.
pub fn grow_old() {
    EVENTS.into_iter().filter_map(find).for_each(|banner| dom::toggle(&banner, OLD, true));
}

/// A run succeeded: old banners about events leave.
pub fn succeed() {
    EVENTS.into_iter().filter_map(find).filter(|banner| banner.has_attribute(OLD)).for_each(|banner| banner.remove());
}

/// Removes a banner.
pub fn hide(kind: &str) {
    if let Some(old) = find(kind) {
        old.remove();
    }
}

fn find(kind: &str) -> Option<Element> {
    let selector = format!("#banners > [data-banner=\"{kind}\"]");
    dom::document().query_selector(&selector).ok().flatten()
}

/// A row of buttons for [`show`].
pub fn buttons(buttons: impl IntoIterator<Item = Element>) -> Element {
    dom::new("div").class("banner-buttons").with_all(buttons)
}

/// Adds a capital letter and a full stop.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '?']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}
