//! The legend of a figure for the keyboard: a button for each series, which is seen at its entry while it has the focus.

use crate::chart::figure::Named;
use crate::web::page::shell::dom::{self, Build};
use web_sys::{Element, Event};

const SERIES: &str = "data-series";

/// The place of the buttons.
pub fn new() -> Element {
    dom::new("div").class("legend").attr("role", "group").attr("aria-label", "Legend")
}

/// The series whose button an event is for.
pub fn series(event: &Event) -> Option<usize> {
    dom::target_with(event, SERIES)?.1.parse().ok()
}

/// Has a button for each entry of a legend, where it stands: `scale` units of drawing are a CSS pixel. Buttons that are there stay, and with
/// them the focus.
pub fn write(root: &Element, entries: &[Named], scale: f64) {
    let buttons = dom::all_within(root, "button");
    for (at, entry) in entries.iter().enumerate() {
        let button = buttons.get(at).cloned().unwrap_or_else(|| {
            let button = dom::button("");
            dom::append(root, &button);
            button
        });
        dom::set(&button, SERIES, &entry.series.to_string());
        dom::set(&button, "aria-label", entry.name);
        dom::set(&button, "aria-pressed", &(!entry.hidden).to_string());
        let area = &entry.area;
        for (property, length) in
            [("left", area.x0), ("top", area.y0), ("width", area.width()), ("height", area.height())]
        {
            dom::style(&button, property, &format!("{}px", length / scale));
        }
    }
    for button in buttons.iter().skip(entries.len()) {
        button.remove();
    }
}
