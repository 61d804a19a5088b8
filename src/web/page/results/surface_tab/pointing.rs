//! Choices, pointer and keys of the surface and the maps.

use super::{DRAG, SurfaceTab, TURN};
use crate::chart::curve::curve_data;
use crate::chart::curve::curve_layout::Step;
use crate::chart::plane::plane_figure::PlaneFigure;
use crate::chart::plane::surface::Place;
use crate::chart::plane::surface_data::{self, Kind};
use crate::chart::plane::surface_projection::Camera;
use crate::web::page::shell::announce;
use crate::web::page::shell::dom;
use std::rc::Rc;
use web_sys::{Event, KeyboardEvent, MouseEvent, PointerEvent};

impl SurfaceTab {
    pub(super) fn listen(self: &Rc<Self>) {
        let tab = self.clone();
        self.kind.on_choice(move |index| {
            let chosen = Kind::ALL.get(index).map(|(kind, _)| *kind);
            tab.state.borrow_mut().kind = chosen.unwrap_or_default();
            tab.update();
        });
        let tab = self.clone();
        self.metric.on_choice(move |index| {
            {
                let state = &mut *tab.state.borrow_mut();
                let Some(view) = &state.view else { return };
                let mut offered = state.kind.metrics(view.plan.scenario());
                state.metric = offered.nth(index).map(|metric| metric.key);
            }
            tab.update();
        });
        let tab = self.clone();
        self.scheduler.on_choice(move |index| {
            {
                let mut state = tab.state.borrow_mut();
                let name = state
                    .view
                    .as_ref()
                    .map(|view| curve_data::name_of(&view.plan, index));
                state.scheduler = name;
            }
            tab.update();
        });
        let tab = self.clone();
        if let Ok(Some(folded)) = self.figure.root.query_selector("details") {
            dom::listen(&folded, "toggle", move |_: Event| tab.write_numbers());
        }
        let surface = &self.figure.surface;
        let tab = self.clone();
        surface.draws(move || tab.redraw());
        let canvas = surface.element();
        let tab = self.clone();
        dom::listen(canvas, "pointerdown", move |event: PointerEvent| {
            tab.grab(&event)
        });
        let tab = self.clone();
        dom::listen(canvas, "pointermove", move |event: PointerEvent| {
            tab.moved(&event)
        });
        for end in ["pointerup", "pointercancel"] {
            let tab = self.clone();
            dom::listen(canvas, end, move |_: Event| {
                tab.state.borrow_mut().held = None
            });
        }
        let tab = self.clone();
        dom::listen(canvas, "click", move |event: MouseEvent| {
            tab.point_at(&event)
        });
        let tab = self.clone();
        dom::listen(canvas, "dblclick", move |event: MouseEvent| {
            tab.point_at(&event);
            tab.run_of_cursor();
        });
        let tab = self.clone();
        dom::listen(canvas, "keydown", move |event: KeyboardEvent| {
            tab.key(&event)
        });
        for end in ["pointerleave", "blur"] {
            let tab = self.clone();
            dom::listen(canvas, end, move |_: Event| tab.set_cursor(None));
        }
    }

    fn grab(&self, event: &PointerEvent) {
        let mut state = self.state.borrow_mut();
        if state.kind == Kind::Surface {
            state.held = Some((f64::from(event.client_x()), f64::from(event.client_y())));
            let canvas = self.figure.surface.element();
            let _ = canvas.set_pointer_capture(event.pointer_id());
        }
    }

    fn moved(self: &Rc<Self>, event: &PointerEvent) {
        let held = self.state.borrow().held;
        let Some((x, y)) = held else {
            return self.point_at(event);
        };
        let now = (f64::from(event.client_x()), f64::from(event.client_y()));
        self.state.borrow_mut().held = Some(now);
        self.turn((x - now.0) * DRAG, (now.1 - y) * DRAG);
    }

    /// Turns the surface.
    fn turn(self: &Rc<Self>, azimuth: f64, elevation: f64) {
        {
            let mut state = self.state.borrow_mut();
            state.camera = state.camera.turned(azimuth, elevation);
            let turned = state.camera;
            if let Some(PlaneFigure::Surface(_, camera)) = &mut state.figure {
                *camera = turned;
            }
        }
        self.redraw();
    }

    fn point_at(self: &Rc<Self>, event: &MouseEvent) {
        let at = self.figure.surface.point(event);
        let place = {
            let state = self.state.borrow();
            let drawn = state.figure.as_ref().zip(state.layout.as_ref());
            drawn.and_then(|(figure, layout)| figure.at(layout, at))
        };
        self.set_cursor(place);
    }

    fn set_cursor(self: &Rc<Self>, place: Option<Place>) {
        let changed = std::mem::replace(&mut self.state.borrow_mut().cursor, place) != place;
        if changed {
            self.next_frame();
        }
    }

    /// Arrow keys turn the surface, or with Shift, and always in the maps, go from point to point and say each.
    fn key(self: &Rc<Self>, event: &KeyboardEvent) {
        let (step, turn) = match event.key().as_str() {
            "ArrowLeft" => (Step::Left, (TURN, 0.0)),
            "ArrowRight" => (Step::Right, (-TURN, 0.0)),
            "ArrowUp" => (Step::Up, (0.0, TURN)),
            "ArrowDown" => (Step::Down, (0.0, -TURN)),
            "Enter" => return self.run_of_cursor(),
            "Escape" => return self.set_cursor(None),
            "Home" => {
                event.prevent_default();
                self.state.borrow_mut().camera = Camera::default();
                return self.turn(0.0, 0.0);
            }
            _ => return,
        };
        event.prevent_default();
        if self.state.borrow().kind == Kind::Surface && !event.shift_key() {
            return self.turn(turn.0, turn.1);
        }
        let (place, words) = {
            let state = self.state.borrow();
            let Some(figure) = &state.figure else { return };
            let place = Place::step(state.cursor, step, figure.plane());
            (place, figure.read_out(place).join(". "))
        };
        self.set_cursor(Some(place));
        announce::say(&words);
    }

    /// Opens the run at the cursor: of the scheduler that is shown, or of the best.
    fn run_of_cursor(&self) {
        let asked = {
            let state = self.state.borrow();
            let view = state.view.as_ref().filter(|view| !view.without_log);
            let (Some(view), Some(place)) = (view, state.cursor) else {
                return;
            };
            let scheduler = match &state.figure {
                Some(PlaneFigure::Winners(chart)) => {
                    let best = chart.contest(place).and_then(|own| own.ranking.first());
                    best.map_or(0, |(index, _)| *index)
                }
                _ => state.scheduler(view),
            };
            surface_data::point_at(view.plan.scenario(), place).map(|point| (point, scheduler))
        };
        if let Some((point, scheduler)) = asked {
            (self.open_run)(point, scheduler);
        }
    }
}
