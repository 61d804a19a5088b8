//! Help bubbles next to fields, on hovering and on keyboard focus.

use crate::web::page::inputs::form::BUBBLE;
use crate::web::page::shell::dom::{self, Later};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

/// Time for which the pointer must rest \[ms\].
const DELAY_MS: f64 = 450.0;

/// Activates all bubbles of the form.
pub fn start() {
    let form: Element = dom::by_id("form");
    let later = Rc::new(Later::default());
    dom::hear(&later, &form, "pointerover", |resting, event: Event| {
        let Some((field, text)) = bubble(&event) else {
            resting.cancel();
            return hide();
        };
        resting.after(DELAY_MS, move || show(&field, &text));
    });
    dom::hear(&later, &form, "pointerleave", |left, _: Event| {
        left.cancel();
        hide();
    });
    dom::listen(&form, "focusin", |event: Event| {
        let by_key = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok())
            .is_some_and(|element| element.matches(":focus-visible").unwrap_or(false));
        match bubble(&event).filter(|_| by_key) {
            Some((field, text)) => show(&field, &text),
            None => hide(),
        }
    });
    dom::listen(&form, "focusout", |_: Event| hide());
    let typed = later;
    dom::listen(&form, "input", move |_: Event| typed.cancel());
    dom::listen(&dom::document(), "keydown", |event: KeyboardEvent| {
        if event.key() == "Escape" {
            hide();
        }
    });
    if let Some(drawer) = dom::document().get_element_by_id("drawer") {
        dom::listen(&drawer, "scroll", |_: Event| hide());
    }
}

/// The field of an event and its help text, if it has one.
fn bubble(event: &Event) -> Option<(Element, String)> {
    dom::target_with(event, BUBBLE).filter(|(_, text)| !text.is_empty())
}

fn show(field: &Element, text: &str) {
    let tip: HtmlElement = dom::by_id("tip");
    dom::write(&tip, text);
    dom::show(&tip, true);
    let (place, own) = (field.get_bounding_client_rect(), tip.get_bounding_client_rect());
    let page_width = dom::window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or(0.0);
    let page_height = dom::window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(0.0);
    // Next to the field if there is room, otherwise below it.
    let beside = place.right() + 12.0 + own.width() <= page_width;
    let (left, top) = if beside {
        (place.right() + 12.0, place.top().min(page_height - own.height() - 8.0))
    } else {
        (place.left().min(page_width - own.width() - 8.0), place.bottom() + 4.0)
    };
    dom::style(&tip, "left", &format!("{}px", left.max(8.0)));
    dom::style(&tip, "top", &format!("{}px", top.max(8.0)));
}

fn hide() {
    dom::show(&dom::by_id::<Element>("tip"), false);
}
