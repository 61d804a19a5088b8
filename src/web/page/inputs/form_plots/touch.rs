//! The drawing of the platform under hand and keyboard. A pulled cluster or link changes the number in its field, as if
//! it had been typed.

use super::{Figure, Held};
use crate::chart::kit::area::Area;
use crate::chart::kit::theme::Theme;
use crate::chart::platform_drawing::{Part, PlatformChart, Scale};
use crate::parameter::Kind;
use crate::scenario::declared;
use crate::web::form_plots::{self, Drawing};
use crate::web::page::inputs::controls;
use crate::web::page::inputs::field::{self, ACTION, HELD, HELP, INDEX};
use crate::web::page::shell::dom::{self, Build};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement, KeyboardEvent, PointerEvent};

/// Id of the line that names the chosen part.
const CHOSEN: &str = "chosen-part";
/// Steps of the keys Page Up and Page Down.
const MANY: i32 = 10;

impl Figure {
    /// The figure with the line of the chosen part and its tools.
    pub(super) fn with_tools(self: &Rc<Self>) {
        let canvas = self.surface.element();
        dom::set(canvas, "role", "slider");
        dom::set(canvas, "tabindex", "0");
        let line = dom::new("span").attr("id", CHOSEN);
        let tools = dom::new("div").class("platform-tools").with(line).with_all(controls::cluster_tools());
        // The help of the list would cover the figure while a cluster is pulled.
        dom::set(&self.root, HELP, "");
        dom::append(&self.root, &tools);
        dom::hear(self, &tools, "click", |own, event: Event| own.follow_tool(&event));
        dom::hear(self, canvas, "keydown", |own, event: KeyboardEvent| own.key(&event));
    }

    /// Chooses the clusters that a tool is about to make. The form hears the same click and edits its list.
    fn follow_tool(&self, event: &Event) {
        let Some((_, action)) = dom::target_with(event, ACTION) else { return };
        self.change(|chart| {
            let group = group_of(chart.chosen);
            let next = match action.as_str() {
                "add" => chart.groups.len(),
                "copy" => group + 1,
                _ => group.saturating_sub(1),
            };
            chart.chosen = Some(Part::Nodes(next));
        });
    }

    /// Arrow keys: left and right choose a part, up and down change its value by a step.
    fn key(&self, event: &KeyboardEvent) {
        let key = event.key();
        match key.as_str() {
            "ArrowLeft" => self.choose_next(-1),
            "ArrowRight" => self.choose_next(1),
            "ArrowUp" => self.step(1),
            "ArrowDown" => self.step(-1),
            "PageUp" => self.step(MANY),
            "PageDown" => self.step(-MANY),
            _ => return,
        }
        event.prevent_default();
    }

    fn choose_next(&self, by: isize) {
        self.change(|chart| {
            let parts = chart.parts();
            let at = parts.iter().position(|own| Some(*own) == chart.chosen);
            let next = at.map_or(0, |at| at.saturating_add_signed(by));
            chart.chosen = parts.get(next).copied().or(chart.chosen);
        });
        self.show_chosen();
        self.surface.refresh();
    }

    fn step(&self, by: i32) {
        let Some(part) = self.chart(|chart| chart.chosen).flatten() else { return };
        let place = form_plots::setting_of(part);
        let (Some(kind), Some(text)) = (declared::find(&place).map(|own| own.kind), self.text_of(part)) else { return };
        if let Some(value) = field::stepped(kind, &text, by).and_then(|text| text.parse().ok()) {
            self.put(part, value);
        }
    }

    fn text_of(&self, part: Part) -> Option<String> {
        self.chart(|chart| chart.value(part)).flatten().map(|value| value.to_string())
    }

    /// Scale of the next drawing: that of the last one while a part is pulled, or while it suits the platform.
    pub(super) fn scale(&self, chart: &PlatformChart, area: Area, theme: &Theme) -> Option<Scale> {
        if let Some(Held::Part { scale, .. }) = self.held.get() {
            return Some(scale);
        }
        let last = self.places.borrow().as_ref().filter(|own| own.area == area).map(|own| own.scale);
        last.filter(|own| chart.suits(*own, area, theme))
    }

    /// The part at the pointer, with all that pulling it needs.
    pub(super) fn part(&self, event: &PointerEvent) -> Option<Held> {
        let (drawing, drawn, places) = (self.drawing.borrow(), self.drawn.borrow(), self.places.borrow());
        let (Some(Drawing::Platform(chart)), Some((_, theme)), Some(places)) = (&*drawing, &*drawn, &*places) else {
            return None;
        };
        let point = self.surface.point(event);
        let (part, within) = chart.part_at(places, theme, point)?;
        let from = chart.value(part)?;
        Some(Held::Part { part, within, from, x: point.0, scale: places.scale })
    }

    /// Takes a part.
    pub(super) fn take(&self, part: Part) {
        if let Some(input) = input_of(part) {
            dom::toggle(&input, HELD, true);
        }
        self.change(|chart| chart.chosen = Some(part));
        self.show_chosen();
        self.surface.refresh();
    }

    /// Pulls the taken part to the pointer.
    pub(super) fn pull(&self, event: &PointerEvent, held: Held) {
        let Held::Part { part, within, from, x, scale } = held else { return };
        let value = {
            let (drawing, drawn) = (self.drawing.borrow(), self.drawn.borrow());
            let (Some(Drawing::Platform(chart)), Some((area, theme))) = (&*drawing, &*drawn) else {
                return;
            };
            let mut places = chart.places(*area, theme, Some(scale));
            places.scale = scale;
            let dx = self.surface.point(event).0 - x;
            let (value, step) = chart.pulled(&places, theme, (part, within), from, dx);
            form_plots::within(part, value, step)
        };
        self.put(part, value);
    }

    /// Gives a part a value, here and in its field.
    fn put(&self, part: Part, value: f64) {
        self.change(|chart| chart.set(part, value));
        self.show_chosen();
        self.surface.refresh();
        let text = value.to_string();
        if let Some(input) = input_of(part)
            && input.value() != text
        {
            field::move_to(&input, &text);
        }
    }

    /// Applies the pulled value immediately.
    pub(super) fn let_go(&self, part: Part) {
        if let Some(input) = input_of(part) {
            dom::toggle(&input, HELD, false);
            dom::tell(&input, "change");
        }
        self.surface.refresh();
    }

    /// A new drawing of the platform keeps the chosen part, and the value of a part in the hand.
    pub(super) fn carry_on(&self, new: &mut PlatformChart) {
        let before = self.chart(|chart| (chart.chosen, self.held.get()));
        let (chosen, held) = before.unwrap_or_default();
        let parts = new.parts();
        let group = group_of(chosen).min(new.groups.len().saturating_sub(1));
        let same = chosen.filter(|own| parts.contains(own));
        let near = Some(Part::Nodes(group)).filter(|own| parts.contains(own));
        new.chosen = same.or(near).or(parts.first().copied());
        if let Some(Held::Part { part, .. }) = held
            && let Some(value) = self.chart(|chart| chart.value(part)).flatten()
        {
            new.set(part, value);
        }
    }

    /// Writes the chosen part and its value, for eyes and for screen readers.
    pub(super) fn show_chosen(&self) {
        let Some((words, part, value)) = self
            .chart(|chart| {
                let part = chart.chosen?;
                Some((chart.words(part), part, chart.value(part)?))
            })
            .flatten()
        else {
            return;
        };
        for line in dom::all_within(&self.root, &format!("#{CHOSEN}")) {
            dom::write(&line, &words);
        }
        for tool in dom::all_within(&self.root, &format!("[{INDEX}]")) {
            dom::set(&tool, INDEX, &group_of(Some(part)).to_string());
        }
        let canvas = self.surface.element();
        let range = match declared::find(&form_plots::setting_of(part)).map(|own| own.kind) {
            Some(Kind::Number { min, max, .. }) => [min, max],
            Some(Kind::Integer { min, max, .. }) => [min as f64, max as f64],
            _ => return,
        };
        for (name, number) in [("aria-valuenow", value), ("aria-valuemin", range[0]), ("aria-valuemax", range[1])] {
            dom::set(canvas, name, &number.to_string());
        }
        dom::set(canvas, "aria-valuetext", &words);
    }

    fn chart<T>(&self, read: impl FnOnce(&PlatformChart) -> T) -> Option<T> {
        match &*self.drawing.borrow() {
            Some(Drawing::Platform(chart)) => Some(read(chart)),
            _ => None,
        }
    }

    fn change(&self, change: impl FnOnce(&mut PlatformChart)) {
        if let Some(Drawing::Platform(chart)) = &mut *self.drawing.borrow_mut() {
            change(chart);
        }
    }
}

fn group_of(part: Option<Part>) -> usize {
    match part {
        Some(Part::Nodes(group) | Part::Link(group)) => group,
        Some(Part::Core) | None => 0,
    }
}

fn input_of(part: Part) -> Option<HtmlInputElement> {
    let input: Element = dom::document().get_element_by_id(&field::id("f", &form_plots::setting_of(part)))?;
    input.dyn_into().ok()
}
