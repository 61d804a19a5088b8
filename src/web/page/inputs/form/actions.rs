//! User actions in the form: typing, choosing, keys and buttons.

use super::{Form, QUIET_MS};
use crate::base::problem::{Problem, Problems};
use crate::scenario::declared;
use crate::scenario::{Kind, fresh_seed};
use crate::web::formulas;
use crate::web::lists::{self, ListEdit};
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
use web_sys::{Element, Event, HtmlInputElement, HtmlSelectElement, KeyboardEvent};

impl Form {
    /// Listens to all events of the form.
    pub(super) fn listen(self: &Rc<Self>) {
        dom::hear(self, &self.root, "input", |form, event: Event| {
            let Some((control, place)) = dom::target_with(&event, PATH) else {
                return;
            };
            let Some(text) = field::typed(&control, &place) else { return };
            form.pending.borrow_mut().insert(place.clone(), text);
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
        dom::hear(self, &self.root, "change", move |form, event: Event| {
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
        dom::hear(self, &self.root, "keydown", |form, event: KeyboardEvent| form.key(&event));
        dom::hear(self, &self.root, "focusin", |form, event: Event| {
            if form.names_wanted.get() {
                formula::show_names(&event);
            }
        });
        dom::hear(self, &self.root, "click", |form, event: Event| form.click(&event));
        dom::listen(&self.root, "submit", |event: Event| event.prevent_default());
    }

    /// Arrow keys change a number by one step; Enter applies it.
    fn key(&self, event: &KeyboardEvent) {
        let Some((control, place)) = dom::target_with(event, PATH) else {
            return;
        };
        let Some(input) = control.dyn_ref::<HtmlInputElement>() else {
            return;
        };
        match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                self.flush();
            }
            key @ ("ArrowUp" | "ArrowDown") if !field::is_slider(input) => {
                let next = declared::find(&place)
                    .and_then(|parameter| parameter.kind_at(&place))
                    .and_then(|kind| field::stepped(kind, &input.value(), key == "ArrowUp"));
                if let Some(text) = next {
                    event.prevent_default();
                    field::move_to(input, &text);
                }
            }
            _ => {}
        }
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
