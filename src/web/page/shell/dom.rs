//! Helpers for document elements. They are called in hundreds of places and never in hot code, so none is inlined.

use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, Event, EventTarget, HtmlElement, Window};

/// The window. It always exists, because this is not a worker.
pub fn window() -> Window {
    web_sys::window().expect_throw("a page has a window")
}

/// The document.
pub fn document() -> Document {
    window().document().expect_throw("a window has a document")
}

/// The `<html>` element.
pub fn root() -> Option<Element> {
    document().document_element()
}

/// True if the page shows a single figure in a frame of another page (www/embed.mjs).
fn is_embedded() -> bool {
    root().is_some_and(|root| root.has_attribute("data-embed"))
}

/// True if the page must not change the address: in a frame the address belongs to the enclosing page, and talks and
/// lessons have their own addresses.
pub fn is_address_foreign() -> bool {
    is_embedded() || fragment_of_step().is_some()
}

/// Fragment of the current step of a talk or lesson. The address has another fragment, that of the talk or lesson
/// (www/guide.mjs).
pub fn fragment_of_step() -> Option<String> {
    root()?.get_attribute("data-fragment")
}

/// Available height for a single figure in a talk or frame \[CSS pixels\] (www/guide/talk.mjs, www/embed.mjs).
pub fn height_left() -> Option<f64> {
    root()?.get_attribute("data-figure-height")?.parse().ok()
}

/// True during a talk.
pub fn is_in_talk() -> bool {
    root().is_some_and(|root| root.has_attribute("data-talk"))
}

/// True if the visitor prefers reduced motion.
pub fn wants_rest() -> bool {
    let media = window().match_media("(prefers-reduced-motion: reduce)");
    media.ok().flatten().is_some_and(|own| own.matches())
}

/// Enlargement of figures: in a talk, letters of 12 pixels are 24 pixels high on a screen of 1280 × 720.
pub fn enlargement() -> f64 {
    if !is_in_talk() {
        return 1.0;
    }
    let length = |own: Result<JsValue, JsValue>| own.ok().and_then(|own| own.as_f64());
    let wide = length(window().inner_width()).map_or(1.0, |own| own / 640.0);
    let high = length(window().inner_height()).map_or(1.0, |own| own / 360.0);
    wide.min(high).clamp(1.0, 4.0)
}

/// The element of index.html with this id.
pub fn by_id<T: JsCast>(id: &str) -> T {
    let element = document().get_element_by_id(id);
    element.and_then(|element| element.dyn_into().ok()).expect_throw(id)
}

/// A new element.
pub fn new(tag: &str) -> Element {
    document().create_element(tag).expect_throw("the name of an element")
}

/// A new element, typed as the element of its tag.
pub fn new_as<T: JsCast>(tag: &str) -> T {
    new(tag).dyn_into().expect_throw(tag)
}

/// Milliseconds since the page was opened.
pub fn now_ms() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Scrolls as little as necessary to show the element.
pub fn into_view(element: &Element) {
    let nearest = web_sys::ScrollIntoViewOptions::new();
    nearest.set_block(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&nearest);
}

/// Builder methods, to create elements in one expression.
pub trait Build: AsRef<Element> + Sized {
    /// Sets an attribute.
    fn attr(self, name: &str, value: &str) -> Self {
        set(self.as_ref(), name, value);
        self
    }

    /// Sets an attribute without a value, if `wanted`.
    fn flag(self, name: &str, wanted: bool) -> Self {
        if wanted { self.attr(name, "") } else { self }
    }

    /// Sets a style property.
    fn style(self, property: &str, value: &str) -> Self {
        style(self.as_ref(), property, value);
        self
    }

    /// Sets the class.
    fn class(self, class: &str) -> Self {
        self.attr("class", class)
    }

    /// Sets the text.
    fn text(self, text: &str) -> Self {
        self.as_ref().set_text_content(Some(text));
        self
    }

    /// Appends an element.
    fn with(self, child: impl AsRef<Element>) -> Self {
        append(self.as_ref(), child.as_ref());
        self
    }

    /// Appends elements.
    fn with_all<E: AsRef<Element>>(self, children: impl IntoIterator<Item = E>) -> Self {
        children.into_iter().for_each(|child| append(self.as_ref(), child.as_ref()));
        self
    }

    /// Appends a text.
    fn and_text(self, text: &str) -> Self {
        let node = document().create_text_node(text);
        let _ = self.as_ref().append_child(&node);
        self
    }
}

impl Build for Element {}

/// Sets an attribute. All names used here are valid.
pub fn set(element: &Element, name: &str, value: &str) {
    let _ = element.set_attribute(name, value);
}

/// Sets a style property. (A `style` attribute would need an exception in the content security policy.)
pub fn style(element: &Element, property: &str, value: &str) {
    let element: &HtmlElement = element.unchecked_ref();
    let _ = element.style().set_property(property, value);
}

/// Appends a child.
pub fn append(parent: &Element, child: &Element) {
    let _ = parent.append_child(child);
}

/// Sets or removes an attribute without a value.
pub fn toggle(element: &Element, name: &str, on: bool) {
    let _ = element.toggle_attribute_with_force(name, on);
}

/// Shows or hides an element.
pub fn show(element: &Element, shown: bool) {
    toggle(element, "hidden", !shown);
}

/// Removes all children.
pub fn clear(element: &Element) {
    element.set_text_content(None);
}

/// Writes a text, but only if the element has another text. This avoids a new layout, and a repeated announcement by
/// screen readers.
pub fn write(element: &Element, text: &str) {
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}

/// A button with a text.
pub fn button(text: &str) -> Element {
    new("button").attr("type", "button").text(text)
}

/// Moves the focus.
pub fn focus(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let _ = element.focus();
    }
}

/// The element at or above the event's target that has the attribute, with the attribute's value.
pub fn target_with(event: &Event, attribute: &str) -> Option<(Element, String)> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let element = target.closest(&format!("[{attribute}]")).ok()??;
    let value = element.get_attribute(attribute)?;
    Some((element, value))
}

/// All descendants that match a selector.
pub fn all_within(root: &Element, selector: &str) -> Vec<Element> {
    let Ok(found) = root.query_selector_all(selector) else {
        return Vec::new();
    };
    let nodes = (0..found.length()).filter_map(|index| found.item(index));
    nodes.filter_map(|node| node.dyn_into().ok()).collect()
}

/// Sends an event "input" or "change", as if the user had typed.
pub fn tell(control: &Element, event: &str) {
    let bubbling = web_sys::EventInit::new();
    bubbling.set_bubbles(true);
    if let Ok(typed) = Event::new_with_event_init_dict(event, &bubbling) {
        let _ = control.dispatch_event(&typed);
    }
}

/// True if the screen is too narrow for form and figure side by side.
pub fn is_narrow() -> bool {
    let width = window().inner_width().ok();
    width.and_then(|width| width.as_f64()).unwrap_or(1280.0) <= 820.0
}

/// True if the pointer is a finger. On such devices, hints about wheel and keyboard are useless.
pub fn has_fingers() -> bool {
    let media = window().match_media("(hover: none) and (pointer: coarse)");
    media.ok().flatten().is_some_and(|media| media.matches())
}

/// Adds a listener for the lifetime of the page.
pub fn listen<E: JsCast + 'static>(target: &EventTarget, kind: &str, mut hear: impl FnMut(E) + 'static) {
    let closure = Closure::<dyn FnMut(Event)>::new(move |event: Event| hear(event.unchecked_into()));
    let _ = target.add_event_listener_with_callback(kind, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Listens to clicks.
pub fn on_click(target: &EventTarget, mut hear: impl FnMut() + 'static) {
    listen(target, "click", move |_: Event| hear());
}

/// Adds a listener that calls the action with the owner and the event.
pub fn hear<T: Clone + 'static, E: JsCast + 'static>(
    owner: &T,
    target: &EventTarget,
    kind: &str,
    mut act: impl FnMut(&T, E) + 'static,
) {
    let owner = owner.clone();
    listen(target, kind, move |event| act(&owner, event));
}

/// Adds a listener to clicks that calls the action with the owner.
pub fn click<T: Clone + 'static>(owner: &T, target: &EventTarget, mut act: impl FnMut(&T) + 'static) {
    hear(owner, target, "click", move |owner, _: Event| act(owner));
}

/// A function that calls the action with the owner, to be called once, later.
pub fn calls<T: Clone + 'static, F: FnOnce(&T)>(owner: &T, act: F) -> impl FnOnce() + use<T, F> {
    let owner = owner.clone();
    move || act(&owner)
}

/// A function that calls the action with the owner and the value that it receives.
pub fn hears<T: Clone + 'static, E, F: Fn(&T, E)>(owner: &T, act: F) -> impl Fn(E) + use<T, E, F> {
    let owner = owner.clone();
    move |heard| act(&owner, heard)
}

/// A delayed action. It runs once no further action was requested for some time, or before the next frame.
#[derive(Clone, Default)]
pub struct Later {
    timer: Rc<Cell<Option<i32>>>,
    frame: Rc<Cell<bool>>,
}

impl Later {
    /// Runs the action after `ms` milliseconds. If this method is called again before, only the later action is run.
    pub fn after(&self, ms: f64, action: impl FnOnce() + 'static) {
        self.cancel();
        let timer = self.timer.clone();
        let call = Closure::once_into_js(move || {
            timer.set(None);
            action();
        });
        let id = window().set_timeout_with_callback_and_timeout_and_arguments_0(call.unchecked_ref(), ms as i32);
        self.timer.set(id.ok());
    }

    /// Runs the action after `ms` milliseconds, unless another action of [`after`](Self::after) or of this method is
    /// already waiting: then only that action is run.
    pub fn within(&self, ms: f64, action: impl FnOnce() + 'static) {
        if self.timer.get().is_none() {
            self.after(ms, action);
        }
    }

    /// Runs the action once before the next frame, even if requested several times.
    pub fn next_frame(&self, action: impl FnOnce() + 'static) {
        if self.frame.replace(true) {
            return;
        }
        let frame = self.frame.clone();
        let call = Closure::once_into_js(move || {
            frame.set(false);
            action();
        });
        if window().request_animation_frame(call.unchecked_ref()).is_err() {
            self.frame.set(false);
        }
    }

    /// True if a timer is waiting.
    pub fn is_waiting(&self) -> bool {
        self.timer.get().is_some()
    }

    /// Cancels the waiting timer.
    pub fn cancel(&self) {
        if let Some(id) = self.timer.take() {
            window().clear_timeout_with_handle(id);
        }
    }
}
