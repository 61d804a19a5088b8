//! The tabs of the results: click, arrow keys, Home and End.

use crate::chart::look::TABS;
use crate::web::page::shell::dom;
use crate::web::tabs::order::led_to;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

fn tab(name: &str) -> Element {
    dom::by_id(&format!("tab-{name}"))
}

/// Makes the tabs work; `opened` gets the one that is open.
pub fn start(opened: impl Fn(&'static str) + Clone + 'static) {
    for (index, name) in TABS.into_iter().enumerate() {
        let tell = opened.clone();
        dom::on_click(&tab(name), move || open(name, &tell));
        let tell = opened.clone();
        dom::listen(&tab(name), "keydown", move |event: KeyboardEvent| {
            if let Some(name) = led_to(index, &event.key()) {
                event.prevent_default();
                open(name, &tell);
                dom::focus(&tab(name));
            }
        });
    }
}

/// Opens a tab.
pub fn open(name: &'static str, opened: &dyn Fn(&'static str)) {
    for other in TABS {
        let chosen = other == name;
        let button = tab(other);
        dom::set(&button, "aria-selected", if chosen { "true" } else { "false" });
        dom::set(&button, "tabindex", if chosen { "0" } else { "-1" });
        dom::show(&dom::by_id::<Element>(&format!("panel-{other}")), chosen);
    }
    // The Gantt chart of one run stands below the curves too, without being there twice.
    let gantt: Element = dom::by_id("gantt");
    let home = match name {
        "gantt" => "panel-gantt",
        _ => "panel-curves",
    };
    let home: Element = dom::by_id(home);
    if gantt.parent_element().as_ref() != Some(&home) {
        dom::append(&home, &gantt);
    }
    opened(name);
}

/// Whether an event comes from a text field, where keys and undo belong to the text.
pub fn is_typing(event: &Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|element| {
        matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA") || element.has_attribute("contenteditable")
    })
}
