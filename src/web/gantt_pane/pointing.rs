//! Pointer, fingers, wheel and keys of a Gantt chart on a canvas.

use super::pane::{Pane, Panes, ZOOM};
use super::scene::Scene;
use crate::chart::gantt_chart::draw::GanttCursor;
use crate::chart::kit::area::Point;
use crate::web::page::shell::dom;
use crate::web::page::shell::{announce, url};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Event, KeyboardEvent, PointerEvent, WheelEvent};

/// Share of the visible time by which a key moves the end of the selected stretch of time.
const SELECTED: f64 = 0.05;

/// Starts a pane of a tab: its canvas is drawn, and pointer, wheel and keys act on it.
pub fn start(pane: &Rc<Pane>, tab: &Rc<impl Panes + 'static>) {
    pane.connect(tab);
    let canvas = pane.surface.element();
    let both = (pane.clone(), Rc::new(RefCell::new(Fingers::default())));
    dom::hear(&both, canvas, "pointerdown", |(pane, fingers), event: PointerEvent| {
        let at = pane.surface.point(&event);
        match fingers.borrow_mut().touch(event.pointer_id(), at) {
            true => pane.act(Scene::cancel),
            false => pane.act(|scene| scene.grab(at)),
        }
        let _ = pane.surface.element().set_pointer_capture(event.pointer_id());
    });
    dom::hear(&both, canvas, "pointermove", |(pane, fingers), event: PointerEvent| {
        let (at, scale) = (pane.surface.point(&event), pane.surface.scale());
        if let Some((middle, factor)) = fingers.borrow_mut().pinch(event.pointer_id(), at) {
            return pane.change(|scene| scene.zoom(Some(middle), factor, 1.0));
        }
        if pane.act(|scene| scene.moved(at, scale)) {
            pane.changed();
        }
    });
    dom::hear(&both, canvas, "pointerup", |(pane, fingers), event: PointerEvent| {
        fingers.borrow_mut().lift(event.pointer_id());
        // After a movement the chart is drawn in full again.
        let clicked = pane.change(Scene::dropped);
        if let Some(tab) = pane.tab().filter(|_| clicked) {
            tab.picked(pane.at, false);
            url::view_changed();
        }
    });
    dom::hear(&both, canvas, "pointercancel", |(pane, fingers), event: PointerEvent| {
        fingers.borrow_mut().lift(event.pointer_id());
        pane.change(Scene::cancel);
    });
    dom::hear(pane, canvas, "pointerleave", |pane, _: Event| pane.change(Scene::left));
    dom::hear(pane, canvas, "wheel", |pane, event: WheelEvent| wheel(pane, &event));
    dom::hear(pane, canvas, "keydown", |pane, event: KeyboardEvent| key(pane, &event));
}

/// The pressed pointers (such as fingers), with their positions.
#[derive(Default)]
struct Fingers(Vec<(i32, Point)>);

impl Fingers {
    /// Adds a pressed pointer. True if there are now two or more.
    fn touch(&mut self, id: i32, at: Point) -> bool {
        self.lift(id);
        self.0.push((id, at));
        self.0.len() > 1
    }

    /// Removes a released pointer.
    fn lift(&mut self, id: i32) {
        self.0.retain(|(own, _)| *own != id);
    }

    /// Handles a moved pointer. If two are pressed, returns the middle between them and the factor by which their
    /// distance has grown.
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

/// The wheel zooms time; with Shift it moves in time, with Ctrl it zooms the rows too.
fn wheel(pane: &Pane, event: &WheelEvent) {
    let surface = &pane.surface;
    let (at, scale) = (surface.point(event), surface.scale());
    let is_focused = || dom::document().active_element().as_ref() == Some(surface.element().as_ref());
    let takes = is_focused() || pane.tab().is_some_and(|tab| tab.takes_wheel());
    if !takes || !pane.scene().is_plot(at) {
        return;
    }
    event.prevent_default();
    let lines = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE { 30.0 } else { 1.0 };
    let (dx, dy) = (event.delta_x() * lines, event.delta_y() * lines);
    let sideways = dx.abs() > dy.abs();
    pane.change(|scene| {
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

/// Handles a key pressed on the chart, or on another picture of its run.
pub fn key(pane: &Pane, event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let step = |dx: f64, dy: f64| pane.change(|scene| scene.step(dx, dy));
    let zoom = |factor: f64| pane.change(|scene| scene.zoom(None, factor, 1.0));
    match event.key().as_str() {
        "+" | "=" | "w" => zoom(ZOOM),
        "-" | "−" | "s" => zoom(1.0 / ZOOM),
        "0" => pane.change(Scene::fit),
        "f" => pane.change(Scene::fit_selected),
        "/" => pane.tab().into_iter().for_each(|tab| tab.searched()),
        "ArrowLeft" if event.shift_key() => select(pane, -SELECTED),
        "ArrowRight" if event.shift_key() => select(pane, SELECTED),
        "ArrowLeft" | "a" => step(0.2, 0.0),
        "ArrowRight" | "d" => step(-0.2, 0.0),
        "ArrowUp" => step(0.0, 0.2),
        "ArrowDown" => step(0.0, -0.2),
        "." => next_job(pane, 1),
        "," => next_job(pane, -1),
        "Enter" => pane.tab().into_iter().for_each(|tab| tab.picked(pane.at, true)),
        "Escape" => {
            pane.change(|scene| scene.cursor = GanttCursor::default());
            pane.tab().into_iter().for_each(|tab| tab.closed());
        }
        _ => return,
    }
    event.prevent_default();
}

/// Moves the end of the selected stretch of time, and announces the totals to screen readers.
fn select(pane: &Pane, share: f64) {
    let words = pane.change(|scene| {
        scene.select_by(share);
        scene.details()
    });
    announce::say(&words.unwrap_or_default());
}

/// Marks the next or the previous job in order of start, and announces it to screen readers.
fn next_job(pane: &Pane, step: isize) {
    let words = pane.change(|scene| {
        scene.next_job(step);
        scene.selected().map(|job| job.describe(&scene.chart))
    });
    announce::say(&words.unwrap_or_default());
    url::view_changed();
}
