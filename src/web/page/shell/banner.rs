//! Messages above the results: what went wrong, what is waited for, and what can be done about it.

use crate::web::page::shell::dom::{self, Build};
use web_sys::Element;

/// How a banner looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something is wrong.
    Problem,
    /// Good to know.
    Note,
}

/// Shows a banner; one of the same `kind` is replaced. What `parts` holds stands below the text.
pub fn show(kind: &str, tone: Tone, text: &str, parts: impl IntoIterator<Item = Element>) {
    let class = match tone {
        Tone::Problem => "banner problem",
        Tone::Note => "banner",
    };
    let close = dom::button("×").class("tool close").attr("aria-label", "Close this message").attr("title", "Close");
    let lines = text.lines().map(|line| dom::new("p").text(line));
    let body = dom::new("div").class("banner-body").with_all(lines).with_all(parts);
    let banner = dom::new("div").class(class).attr("data-banner", kind).with(body).with(&close);
    let own = banner.clone();
    dom::on_click(&close, move || own.remove());
    let banners: Element = dom::by_id("banners");
    match find(kind) {
        Some(old) => {
            let _ = banners.replace_child(&banner, &old);
        }
        None => dom::append(&banners, &banner),
    }
}

/// Takes a banner away.
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

/// With a capital and a full stop.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '?']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}
