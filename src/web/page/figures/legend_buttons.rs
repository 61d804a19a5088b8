//! Keyboard access to a figure's legend: one button per series, positioned over its legend entry while focused.

use crate::chart::figure::Named;
use crate::web::page::shell::dom::{self, Build};
use web_sys::{Element, Event};

const SERIES: &str = "data-series";

/// Element that contains the buttons.
pub fn new() -> Element {
    dom::new("div").class("legend").attr("role", "group").attr("aria-label", "Legend")
}

/// The series of an event's button.
pub fn series(event: &Event) -> Option<usize> {
    dom::target_with(event, SERIES)?.1.parse().ok()
}

/// Creates a button for each legend entry at its position; `scale` is the number of drawing units per CSS pixel.
/// Existing buttons are kept, and with them the focus.
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
