//! Light and dark theme, chosen by the system or the user.

use crate::chart::kit::theme::Theme;
use crate::web::page::shell::{dom, storage};
use std::rc::Rc;
use web_sys::{Element, Event};

/// Order in which the button cycles through the themes.
const CHOICES: [(&str, &str); 3] = [("auto", "automatic"), ("light", "light"), ("dark", "dark")];

fn root() -> Option<Element> {
    dom::root()
}

fn chosen() -> String {
    root().and_then(|root| root.get_attribute("data-theme")).unwrap_or_default()
}

/// True if the page is dark now.
pub fn is_dark() -> bool {
    match chosen().as_str() {
        "light" => false,
        "dark" => true,
        _ => dom::window()
            .match_media("(prefers-color-scheme: dark)")
            .ok()
            .flatten()
            .is_some_and(|query| query.matches()),
    }
}

/// Name of the current theme.
pub fn worn() -> &'static str {
    if is_dark() { "dark" } else { "light" }
}

/// Current theme of figures.
pub fn chart(scale: f64) -> Theme {
    if is_dark() { Theme::dark(scale) } else { Theme::light(scale) }
}

/// Sets a theme for this visit without storing it.
pub fn wear(theme: &str) {
    if let Some(root) = root() {
        dom::set(&root, "data-theme", theme);
    }
    label(&dom::by_id("theme"));
}

/// Activates the button. Calls `changed` whenever the theme changes.
pub fn start(changed: impl Fn() + 'static) {
    let changed = Rc::new(changed);
    let button: Element = dom::by_id("theme");
    label(&button);
    let notify = changed.clone();
    dom::click(&button, &button, move |own| {
        let now = chosen();
        let at = CHOICES.iter().position(|(name, _)| *name == now).unwrap_or(0);
        let (next, _) = CHOICES[(at + 1) % CHOICES.len()];
        if let Some(root) = root() {
            dom::set(&root, "data-theme", next);
        }
        match next {
            "auto" => storage::remove(storage::THEME),
            chosen => storage::set(storage::THEME, chosen),
        };
        label(own);
        notify();
    });
    if let Ok(Some(query)) = dom::window().match_media("(prefers-color-scheme: dark)") {
        dom::listen(&query, "change", move |_: Event| changed());
    }
}

fn label(button: &Element) {
    let now = chosen();
    let name = CHOICES.iter().find(|(name, _)| *name == now).map_or("automatic", |(_, label)| label);
    dom::set(button, "aria-label", &format!("Theme: {name}"));
    dom::set(button, "title", &format!("Theme: {name} (t)"));
}
