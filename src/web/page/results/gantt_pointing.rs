//! Pointer, touch, wheel and keys for a Gantt chart on a canvas.

use crate::chart::gantt_chart::draw::GanttCursor;
use crate::chart::kit::area::Point;
use crate::web::gantt_scene::Scene;
use crate::web::page::results::canvas::Surface;
use crate::web::page::shell::announce;
use crate::web::page::shell::{dom, url};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Event, KeyboardEvent, PointerEvent, WheelEvent};

/// Zoom factor per step.
pub const ZOOM: f64 = 1.5;

/// A chart that handles pointing.
pub trait Watched {
    /// The canvas.
    fn surface(&self) -> &Surface;

    /// Calls `act` with the scene.
    fn with(&self, act: &mut dyn FnMut(&mut Scene));

    /// Called after a change of the scene.
    fn changed(&self);

    /// Called when the selected job, or none, was clicked or chosen by key.
    fn picked(&self, by_key: bool);

    /// Called to remove the selection.
    fn closed(&self);

    /// True if the chart handles the wheel even without the focus.
    fn takes_wheel(&self) -> bool;
}

/// Listens to the canvas.
pub fn listen(chart: Rc<dyn Watched>) {
    let canvas = chart.surface().element().clone();
    let fingers = Rc::new(RefCell::new(Fingers::default()));
    let (own, down) = (chart.clone(), fingers.clone());
    dom::listen(&canvas, "pointerdown", move |event: PointerEvent| {
        let at = own.surface().point(&event);
        match down.borrow_mut().touch(event.pointer_id(), at) {
            true => own.with(&mut Scene::cancel),
            false => own.with(&mut |scene| scene.grab(at)),
        }
        let _ = own.surface().element().set_pointer_capture(event.pointer_id());
    });
    let (own, moving) = (chart.clone(), fingers.clone());
    dom::listen(&canvas, "pointermove", move |event: PointerEvent| {
        let surface = own.surface();
        let (at, scale) = (surface.point(&event), surface.scale());
        if let Some((middle, factor)) = moving.borrow_mut().pinch(event.pointer_id(), at) {
            return change(&*own, &mut |scene| scene.zoom(Some(middle), factor, 1.0));
        }
        let mut moved = false;
        own.with(&mut |scene| moved = scene.moved(at, scale));
        if moved {
            own.changed();
        }
    });
    let (own, up) = (chart.clone(), fingers.clone());
    dom::listen(&canvas, "pointerup", move |event: PointerEvent| {
        up.borrow_mut().lift(event.pointer_id());
        let (mut clicked, mut moved) = (false, false);
        own.with(&mut |scene| {
            moved = scene.moving;
            clicked = scene.dropped();
        });
        if moved {
            // Draw in full detail again.
            own.changed();
        }
        if clicked {
            own.changed();
            own.picked(false);
            url::look_changed();
        }
    });
    let own = chart.clone();
    dom::listen(&canvas, "pointercancel", move |event: PointerEvent| {
        fingers.borrow_mut().lift(event.pointer_id());
        change(&*own, &mut Scene::cancel)
    });
    let own = chart.clone();
    dom::listen(&canvas, "pointerleave", move |_: Event| change(&*own, &mut Scene::left));
    let own = chart.clone();
    dom::listen(&canvas, "wheel", move |event: WheelEvent| wheel(&*own, &event));
    dom::listen(&canvas, "keydown", move |event: KeyboardEvent| key(&*chart, &event));
}

/// Pressed pointers with their positions.
#[derive(Default)]
struct Fingers(Vec<(i32, Point)>);

impl Fingers {
    /// Adds a pressed pointer. Returns true if there are now two.
    fn touch(&mut self, id: i32, at: Point) -> bool {
        self.lift(id);
        self.0.push((id, at));
        self.0.len() > 1
    }

    /// Removes a released pointer.
    fn lift(&mut self, id: i32) {
        self.0.retain(|(own, _)| *own != id);
    }

    /// Moves a pointer. Returns the middle between two pointers, and the ratio of their distance to the previous
    /// distance.
    fn pinch(&mut self, id: i32, at: Point) -> Option<(Point, f64)> {
        let before = self.apart();
        self.0.iter_mut().find(|(own, _)| *own == id)?.1 = at;
        let [(_, a), (_, b), ..] = self.0[..] else {
            return None;
        };
        let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        Some((middle, self.apart() / before))
    }

    fn apart(&self) -> f64 {
        let [(_, a), (_, b), ..] = self.0[..] else {
            return 1.0;
        };
        let (dx, dy) = (a.0 - b.0, a.1 - b.1);
        (dx * dx + dy * dy).sqrt().max(1.0)
    }
}

/// Changes the scene and shows it.
pub fn change(chart: &dyn Watched, act: &mut dyn FnMut(&mut Scene)) {
    chart.with(act);
    chart.changed();
}

/// Zooms the time axis by a factor.
pub fn zoom(chart: &dyn Watched, factor: f64) {
    change(chart, &mut |scene| scene.zoom(None, factor, 1.0));
}

/// The wheel zooms the time axis; with Shift it moves in time, with Ctrl it also zooms the rows.
fn wheel(chart: &dyn Watched, event: &WheelEvent) {
    let surface = chart.surface();
    let (at, scale) = (surface.point(event), surface.scale());
    let canvas = surface.element();
    let focused = dom::document().active_element().as_ref() == Some(canvas.as_ref());
    let mut inside = false;
    chart.with(&mut |scene| inside = scene.is_plot(at));
    if !inside || !(focused || chart.takes_wheel()) {
        return;
    }
    event.prevent_default();
    let lines = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE { 30.0 } else { 1.0 };
    let (dx, dy) = (event.delta_x() * lines, event.delta_y() * lines);
    let sideways = dx.abs() > dy.abs();
    change(chart, &mut |scene| {
        if event.shift_key() || sideways {
            let along = if sideways { dx } else { dy };
            scene.pan(-along * scale, 0.0);
        } else {
            let factor = (1.0 - dy * 0.0015).clamp(0.5, 2.0);
            let rows = if event.ctrl_key() { factor } else { 1.0 };
            scene.zoom(Some(at), factor, rows);
        }
    });
}

fn key(chart: &dyn Watched, event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let step = |dx: f64, dy: f64| change(chart, &mut |scene| scene.step(dx, dy));
    match event.key().as_str() {
        "+" | "=" => zoom(chart, ZOOM),
        "-" | "−" => zoom(chart, 1.0 / ZOOM),
        "0" => change(chart, &mut Scene::fit),
        "ArrowLeft" => step(0.2, 0.0),
        "ArrowRight" => step(-0.2, 0.0),
        "ArrowUp" => step(0.0, 0.2),
        "ArrowDown" => step(0.0, -0.2),
        "." => next_job(chart, 1),
        "," => next_job(chart, -1),
        "Enter" => chart.picked(true),
        "Escape" => {
            change(chart, &mut |scene| scene.cursor = GanttCursor::default());
            chart.closed();
        }
        _ => return,
    }
    event.prevent_default();
}

/// Selects the next or previous job in order of start and announces it.
fn next_job(chart: &dyn Watched, step: isize) {
    let mut words = None;
    change(chart, &mut |scene| {
        scene.next_job(step);
        let job = scene.selected();
        words = job.map(|job| job.describe(&scene.chart.clusters));
    });
    announce::say(&words.unwrap_or_default());
    url::look_changed();
}
