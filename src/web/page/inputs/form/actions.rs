//! User actions in the form: typing, choosing, keys and buttons.

use super::{Form, QUIET_MS};
use crate::base::decimal;
use crate::base::problem::{Problem, Problems};
use crate::scenario::declared;
use crate::scenario::{Kind, fresh_seed};
use crate::web::formulas;
use crate::web::lists::{self, ListEdit};
use crate::web::page::inputs::constants;
use crate::web::page::inputs::controls::DRAW_SEED;
use crate::web::page::inputs::field::{self, ACTION, INDEX, LIST, PATH};
use crate::web::page::inputs::formula;
use crate::web::page::inputs::gauge;
use crate::web::page::inputs::repair;
use crate::web::page::shell::announce;
use crate::web::page::shell::dom::{self, calls};
use serde_json::Value;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement, HtmlSelectElement, KeyboardEvent, PointerEvent, WheelEvent};

/// Distance by which a pulled number changes by one step \[CSS pixels\].
const PIXELS_A_STEP: i32 = 6;

/// A number that the pointer pulls.
#[derive(Clone, Copy)]
pub(super) struct Pull {
    /// Position at which the pointer took hold of the number \[CSS pixels\].
    from_x: i32,
    /// Number of steps so far.
    steps: i32,
}

impl Form {
    /// Listens to all events of the form, and of the slider beside the figures.
    pub(super) fn listen(self: &Rc<Self>) {
        self.listen_to_controls(&self.root);
        self.listen_to_controls(&self.what_if.root);
        dom::hear(self, &self.what_if.choice, "change", |form, _: Event| {
            form.what_if.show_chosen(&form.host.scenario());
        });
        dom::hear(self, &self.what_if.root, "input", |form, _: Event| {
            if let Some((sweep, value)) = form.what_if.looked_at() {
                form.what_if.write_value();
                form.host.look_at(sweep, value);
            }
        });
        dom::hear(self, &self.root, "focusin", |form, event: Event| {
            if form.names_wanted.get() {
                formula::show_names(&event);
            }
        });
        dom::hear(self, &self.root, "click", |form, event: Event| form.click(&event));
        dom::listen(&self.root, "submit", |event: Event| event.prevent_default());
        dom::hear(self, &self.root, "pointerdown", |form, event: PointerEvent| form.grab(&event));
        dom::hear(self, &self.root, "selectstart", |form, event: Event| {
            if form.pulling.get().is_some() {
                event.prevent_default();
            }
        });
        dom::hear(self, &self.root, "pointermove", |form, event: PointerEvent| form.pull(&event));
        for end in ["pointerup", "pointercancel"] {
            dom::hear(self, &self.root, end, |form, _: Event| form.pulling.set(None));
        }
    }

    /// Listens to typing, keys and the wheel.
    fn listen_to_controls(self: &Rc<Self>, root: &Element) {
        dom::hear(self, root, "input", |form, event: Event| {
            let Some((control, place)) = dom::target_with(&event, PATH) else {
                return;
            };
            let Some(text) = field::typed(&control, &place) else { return };
            form.pending.borrow_mut().insert(place.clone(), text);
            form.what_if.write_value();
            match control.dyn_ref::<HtmlInputElement>().is_some_and(field::is_moved) {
                true => {
                    form.later.cancel();
                    form.moved.replace(Some((place, event.time_stamp())));
                    form.follow();
                    form.release_later(control);
                }
                false => form.later.after(QUIET_MS, calls(form, move |form| form.commit(&place))),
            }
        });
        dom::hear(self, root, "change", move |form, event: Event| {
            constants::end_changed(&event);
            let Some((control, place)) = dom::target_with(&event, PATH) else {
                return;
            };
            match control.dyn_ref::<HtmlSelectElement>() {
                Some(select) => {
                    form.pending.borrow_mut().insert(place.clone(), select.value());
                    form.later.cancel();
                    form.commit("");
                }
                // A slider reports each arrow key as a change, and its release by the pointer is noticed soon.
                None if control.dyn_ref::<HtmlInputElement>().is_some_and(field::is_slider) => {}
                None => form.flush(),
            }
        });
        dom::hear(self, root, "keydown", |form, event: KeyboardEvent| form.key(&event));
        dom::hear(self, root, "wheel", |form, event: WheelEvent| form.wheel(&event));
    }

    /// Arrow keys change a number by one step; Enter applies it.
    fn key(&self, event: &KeyboardEvent) {
        let Some((input, place)) = input_of(event) else { return };
        match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                self.flush();
            }
            key @ ("ArrowUp" | "ArrowDown") if !field::is_slider(&input) => {
                let by = if key == "ArrowUp" { 1 } else { -1 };
                if self.step(&input, &place, &input.value(), by) {
                    event.prevent_default();
                }
            }
            _ => {}
        }
    }

    /// The wheel changes the number that has the focus.
    fn wheel(&self, event: &WheelEvent) {
        let Some((input, place)) = input_of(event) else { return };
        let has_focus = dom::document().active_element().is_some_and(|own| own == **input);
        let by = if event.delta_y() < 0.0 { 1 } else { -1 };
        if has_focus && event.delta_y() != 0.0 && self.step(&input, &place, &input.value(), by) {
            event.prevent_default();
        }
    }

    /// The pointer takes hold of the number of a field, which can be pulled sideways. In a field with the focus, it selects text.
    fn grab(&self, event: &PointerEvent) {
        let Some((input, _)) = input_of(event) else { return };
        let has_focus = dom::document().active_element().is_some_and(|own| own == **input);
        let is_number = input.class_list().contains("number") && decimal::parse(input.value().trim()).is_some();
        if is_number && !has_focus && event.button() == 0 {
            self.pulling.set(Some(Pull { from_x: event.client_x(), steps: 0 }));
        }
    }

    /// The pointer pulls a number sideways.
    fn pull(&self, event: &PointerEvent) {
        let (Some(pull), Some((input, place))) = (self.pulling.get(), input_of(event)) else { return };
        let steps = (event.client_x() - pull.from_x) / PIXELS_A_STEP;
        if steps != pull.steps {
            let _ = input.set_pointer_capture(event.pointer_id());
            self.pulling.set(Some(Pull { steps, ..pull }));
            self.step(&input, &place, &input.value(), steps - pull.steps);
        }
    }

    /// Moves a number by some steps; false if the field has no such number.
    fn step(&self, input: &HtmlInputElement, place: &str, text: &str, by: i32) -> bool {
        let kind = declared::find(place).and_then(|parameter| parameter.kind_at(place));
        let next = kind.and_then(|kind| field::stepped(kind, text, by));
        if let Some(text) = &next {
            field::move_to(input, text);
        }
        next.is_some()
    }

    /// Ends a move once the value rests and no pointer holds its control.
    fn release_later(self: &Rc<Self>, control: Element) {
        let is_held = |control: &Element| control.matches(field::ACTIVE).unwrap_or(false);
        let ends = move |form: &Rc<Form>| match is_held(&control) {
            true => form.release_later(control),
            false => form.release(),
        };
        self.releasing.after(QUIET_MS, calls(self, ends));
    }

    fn click(&self, event: &Event) {
        // A section that was just opened must be complete before a button in it acts.
        self.catch_up();
        let Some((button, action)) = dom::target_with(event, ACTION) else {
            return;
        };
        event.prevent_default();
        // Ignore a button of the previous scenario: its entry may have changed.
        if !self.root.contains(Some(&button)) {
            return;
        }
        let index = || button.get_attribute(INDEX)?.parse::<usize>().ok();
        let edit = match (action.as_str(), index()) {
            ("add", _) => ListEdit::Add,
            ("write", _) => ListEdit::Write,
            ("copy", Some(index)) => ListEdit::Copy(index),
            ("remove", Some(index)) => ListEdit::Remove(index),
            ("more", _) => {
                let open = button.get_attribute("aria-expanded").as_deref() != Some("true");
                dom::set(&button, "aria-expanded", &open.to_string());
                if let Ok(Some(entry)) = button.closest(".entry")
                    && let Ok(Some(more)) = entry.query_selector(".more")
                {
                    dom::show(&more, open);
                }
                return;
            }
            (DRAW_SEED, _) => return self.draw_seed(),
            (gauge::KEEP, _) => return self.keep_load(),
            (repair::ACTION_NAME, _) => {
                let choice = button.get_attribute(repair::CHOICE).and_then(|text| {
                    let (place, value) = text.split_once('=')?;
                    Some((place.to_owned(), Value::from(value)))
                });
                return self.put(choice);
            }
            (formula::NAME, _) => return formula::insert_name(&button),
            (formula::NAMES, _) => {
                let open = formula::turn_names(&button);
                return self.names_wanted.set(open);
            }
            (formula::EXAMPLE, Some(index)) => return self.start_from(&button, index),
            _ => return self.host.pressed(&action),
        };
        self.flush();
        self.pending.borrow_mut().clear();
        let list = button.get_attribute(LIST).unwrap_or_default();
        if let Some(edited) = lists::edited(&self.host.scenario(), &list, edit) {
            match edited {
                Ok(scenario) => {
                    self.clear_problems();
                    // A tool of the drawing keeps the focus.
                    let of_drawing = button.closest(".form-plot").ok().flatten().is_some();
                    self.edited_list.replace(Some((list, edit)).filter(|_| !of_drawing));
                    self.host.edited(scenario, "");
                }
                Err(Problems(problems)) => self.explain(&problems, &Value::Null),
            }
        }
    }

    /// Sets a fresh seed, as if it had been typed, but as a separate undo step.
    fn draw_seed(&self) {
        const SEED: &str = "seed";
        self.flush();
        match fresh_seed::draw(getrandom::fill) {
            Ok(seed) => {
                announce::say(&format!("The seed is now {seed}"));
                self.put([(SEED.to_owned(), seed.into())]);
            }
            Err(error) => {
                let wrong = format!("cannot be drawn: {error}");
                let problem = Problem::new(SEED, wrong, "", "Type one: any text will do");
                self.explain(&[problem], &Value::Null);
            }
        }
    }

    /// Replaces the formula of a button's editor by an example.
    fn start_from(&self, button: &Element, index: usize) {
        let Some((area, place)) = formula::area_of(button) else {
            return;
        };
        let kind = declared::find(&place).map(|own| own.kind);
        if let Some(Kind::Formula { examples, .. }) = kind
            && let Some(example) = examples.get(index)
        {
            self.flush();
            self.put(formulas::with_example(&self.host.scenario(), &place, example));
            dom::focus(&area);
            announce::say(&format!("The formula is now {}", example.text));
        }
    }
}

/// The input element of an event, with its path.
fn input_of(event: &Event) -> Option<(HtmlInputElement, String)> {
    let (control, place) = dom::target_with(event, PATH)?;
    Some((control.dyn_into().ok()?, place))
}
