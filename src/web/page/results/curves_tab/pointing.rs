//! Choices, pointer and keys of the curves.

use super::{CurvesTab, Kind, words};
use crate::chart::curve::curve_layout::{Hit, Step};
use crate::experiment::measure::{self};
use crate::web::page::shell::announce;
use crate::web::page::shell::dom;
use std::rc::Rc;
use web_sys::{Event, KeyboardEvent, MouseEvent, PointerEvent};

impl CurvesTab {
    pub(super) fn listen(self: &Rc<Self>) {
        let tab = self.clone();
        self.y.on_choice(move |index| {
            {
                let state = &mut *tab.state.borrow_mut();
                let Some(view) = &state.view else { return };
                let chosen = measure::of(view.plan.scenario()).nth(index);
                state.choice.metric = chosen.unwrap_or(&measure::ALL[0]).key;
            }
            tab.update();
        });
        let tab = self.clone();
        self.kind.on_choice(move |index| {
            {
                let state = &mut *tab.state.borrow_mut();
                let Some(view) = &state.view else { return };
                let offered = Kind::offered(view.plan.scenario());
                state.kind = offered.get(index).map(|(kind, _)| *kind);
            }
            tab.update();
        });
        let tab = self.clone();
        self.x.on_choice(move |index| {
            {
                let choice = &mut tab.state.borrow_mut().choice;
                (choice.x, choice.fixed) = (index, 0);
            }
            tab.update();
        });
        let tab = self.clone();
        self.fixed.on_choice(move |index| {
            tab.state.borrow_mut().choice.fixed = index;
            tab.update();
        });
        let tab = self.clone();
        if let Ok(Some(folded)) = self.figure.root.query_selector("details") {
            dom::listen(&folded, "toggle", move |_: Event| tab.write_numbers());
        }
        let surface = &self.figure.surface;
        let tab = self.clone();
        surface.draws(move || tab.draw());
        let canvas = surface.element();
        let tab = self.clone();
        dom::listen(canvas, "pointermove", move |event: PointerEvent| {
            tab.point_at(&event)
        });
        let tab = self.clone();
        dom::listen(canvas, "pointerleave", move |_: Event| tab.set_cursor(None));
        let tab = self.clone();
        dom::listen(canvas, "click", move |event: MouseEvent| {
            tab.point_at(&event);
            tab.picked();
        });
        let tab = self.clone();
        dom::listen(canvas, "keydown", move |event: KeyboardEvent| {
            tab.key(&event)
        });
        let tab = self.clone();
        dom::listen(canvas, "blur", move |_: Event| tab.set_cursor(None));
    }

    fn point_at(self: &Rc<Self>, event: &MouseEvent) {
        let at = self.figure.surface.point(event);
        let hit = {
            let state = self.state.borrow();
            state.layout.as_ref().and_then(|layout| layout.nearest(at))
        };
        self.set_cursor(hit);
    }

    fn set_cursor(self: &Rc<Self>, hit: Option<Hit>) {
        let changed = std::mem::replace(&mut self.state.borrow_mut().cursor, hit) != hit;
        if changed {
            self.redraw();
        }
    }

    /// Arrow keys go from point to point and say each; Enter shows its run in the Gantt chart.
    fn key(self: &Rc<Self>, event: &KeyboardEvent) {
        let step = match event.key().as_str() {
            "ArrowLeft" => Step::Left,
            "ArrowRight" => Step::Right,
            "ArrowUp" => Step::Up,
            "ArrowDown" => Step::Down,
            "Enter" => return self.picked(),
            "Escape" => return self.set_cursor(None),
            _ => return,
        };
        event.prevent_default();
        let (hit, words) = {
            let state = self.state.borrow();
            let hit = state
                .layout
                .as_ref()
                .and_then(|layout| layout.step(state.cursor, step));
            (hit, hit.and_then(|hit| words(&state.chart, hit)))
        };
        self.set_cursor(hit);
        if let Some(words) = words {
            announce::say(&words);
        }
    }

    fn picked(&self) {
        let picked = {
            let state = self.state.borrow();
            let (Some(hit), Some(view)) = (state.cursor, &state.view) else {
                return;
            };
            let indices = state.choice.points(view.plan.scenario());
            let series = state.chart.series.get(hit.series);
            let x = series
                .and_then(|series| series.points.get(hit.point))
                .map(|point| point.x);
            let values = view
                .plan
                .scenario()
                .experiment
                .sweep
                .get(state.choice.x)
                .map(|sweep| &sweep.values);
            let at = values
                .and_then(|values| values.iter().position(|&value| Some(value) == x))
                .unwrap_or(0);
            indices.get(at).map(|&point| (point, hit.series))
        };
        if let Some((point, scheduler)) = picked {
            (self.pick)(point, scheduler);
        }
    }
}
