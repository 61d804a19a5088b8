//! Buttons, pointer, wheel and keys of the Gantt chart.

use super::{GanttTab, ZOOM};
use crate::base::decimal;
use crate::chart::gantt_chart::gantt_draw::GanttCursor;
use crate::web::page::shell::announce;
use crate::web::page::shell::dom;
use crate::web::page::shell::url;
use crate::web::tabs::gantt::GanttState;
use std::rc::Rc;
use web_sys::{Event, KeyboardEvent, PointerEvent, WheelEvent};

impl GanttTab {
    pub(super) fn listen(self: &Rc<Self>) {
        let tab = self.clone();
        self.point.on_choice(move |point| {
            let scheduler = tab.state.borrow().run.scheduler();
            tab.pick(point, scheduler);
        });
        let tab = self.clone();
        self.scheduler.on_choice(move |scheduler| {
            let point = tab.state.borrow().run.point();
            tab.pick(point, scheduler);
        });
        let tab = self.clone();
        self.replication
            .on_choice(move |index| tab.wish(|run| run.pick_replication(index as u32)));
        let tab = self.clone();
        dom::listen(&self.from, "change", move |_: Event| {
            let text = tab.from.value().replace([' ', '\u{2009}'], "");
            match decimal::parse(&text).filter(|from_s| *from_s >= 0.0) {
                Some(from_s) => tab.wish(|run| run.move_to(from_s)),
                None => {
                    announce::say("The beginning of the window is a number of seconds from 0 up.")
                }
            }
        });
        let tab = self.clone();
        dom::on_click(&self.later, move || {
            let end = tab.state.borrow().scene.chart.end_s;
            tab.wish(|run| run.later(end));
        });
        let tab = self.clone();
        dom::on_click(&self.earlier, move || tab.wish(GanttState::earlier));

        let tab = self.clone();
        dom::listen(&self.job, "change", move |_: Event| {
            match tab.job.value().trim().parse() {
                Ok(job) => {
                    tab.state.borrow_mut().scene.select(job);
                    tab.tell(job);
                    tab.story.focus();
                    tab.redraw();
                }
                Err(_) => announce::say("Jobs are numbered from 0, in order of arrival."),
            }
        });
        let tab = self.clone();
        self.story.on_close(move || {
            tab.close_story();
            dom::focus(tab.figure.surface.element());
        });
        let tab = self.clone();
        self.story.on_moment(move |time_s| {
            tab.state.borrow_mut().scene.look_at(time_s);
            tab.redraw();
        });

        let surface = &self.figure.surface;
        let tab = self.clone();
        surface.draws(move || tab.draw());
        let canvas = surface.element();
        let tab = self.clone();
        dom::listen(canvas, "pointerdown", move |event: PointerEvent| {
            tab.grab(&event)
        });
        let tab = self.clone();
        dom::listen(canvas, "pointermove", move |event: PointerEvent| {
            tab.moved(&event)
        });
        let tab = self.clone();
        dom::listen(canvas, "pointerup", move |_: Event| tab.dropped());
        let tab = self.clone();
        dom::listen(canvas, "pointercancel", move |_: Event| {
            tab.state.borrow_mut().scene.cancel()
        });
        let tab = self.clone();
        dom::listen(canvas, "pointerleave", move |_: Event| {
            tab.state.borrow_mut().scene.left();
            tab.write_details();
            tab.redraw();
        });
        let tab = self.clone();
        dom::listen(canvas, "wheel", move |event: WheelEvent| tab.wheel(&event));
        let tab = self.clone();
        dom::listen(canvas, "keydown", move |event: KeyboardEvent| {
            tab.key(&event)
        });
    }

    fn grab(&self, event: &PointerEvent) {
        let surface = &self.figure.surface;
        self.state.borrow_mut().scene.grab(surface.point(event));
        let _ = surface.element().set_pointer_capture(event.pointer_id());
    }

    fn moved(self: &Rc<Self>, event: &PointerEvent) {
        let surface = &self.figure.surface;
        let (at, scale) = (surface.point(event), surface.scale());
        let moved = self.state.borrow_mut().scene.moved(at, scale);
        if moved {
            self.write_details();
            self.redraw();
        }
    }

    fn dropped(self: &Rc<Self>) {
        let clicked = self.state.borrow_mut().scene.dropped();
        if clicked {
            self.write_details();
            self.redraw();
            self.tell_selected(false);
            url::look_changed();
        }
    }

    /// The wheel zooms time; with Shift it moves in time, with Ctrl it zooms the rows too.
    fn wheel(self: &Rc<Self>, event: &WheelEvent) {
        let surface = &self.figure.surface;
        let at = surface.point(event);
        if !self.state.borrow().scene.is_plot(at) || !self.takes_wheel() {
            return;
        }
        event.prevent_default();
        let lines = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE {
            30.0
        } else {
            1.0
        };
        let (dx, dy) = (event.delta_x() * lines, event.delta_y() * lines);
        let sideways = dx.abs() > dy.abs();
        let mut state = self.state.borrow_mut();
        if event.shift_key() || sideways {
            let along = if sideways { dx } else { dy };
            state.scene.pan(-along * surface.scale(), 0.0);
        } else {
            let factor = (1.0 - dy * 0.0015).clamp(0.5, 2.0);
            let rows = if event.ctrl_key() { factor } else { 1.0 };
            state.scene.zoom(Some(at), factor, rows);
        }
        drop(state);
        self.redraw();
    }

    /// In its own tab, and elsewhere once it has the focus: below the curves the wheel scrolls the page.
    fn takes_wheel(&self) -> bool {
        let canvas = self.figure.surface.element();
        let focused = dom::document().active_element().as_ref() == Some(canvas.as_ref());
        focused || canvas.closest("#panel-gantt").ok().flatten().is_some()
    }

    pub(super) fn zoom(self: &Rc<Self>, factor: f64) {
        self.state.borrow_mut().scene.zoom(None, factor, 1.0);
        self.redraw();
    }

    fn step(self: &Rc<Self>, dx: f64, dy: f64) {
        self.state.borrow_mut().scene.step(dx, dy);
        self.redraw();
    }

    pub(super) fn fit(self: &Rc<Self>) {
        self.state.borrow_mut().scene.fit();
        self.redraw();
    }

    fn key(self: &Rc<Self>, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        match event.key().as_str() {
            "+" | "=" => self.zoom(ZOOM),
            "-" | "−" => self.zoom(1.0 / ZOOM),
            "0" => self.fit(),
            "ArrowLeft" => self.step(0.2, 0.0),
            "ArrowRight" => self.step(-0.2, 0.0),
            "ArrowUp" => self.step(0.0, 0.2),
            "ArrowDown" => self.step(0.0, -0.2),
            "." => self.next_job(1),
            "," => self.next_job(-1),
            "Enter" => self.tell_selected(true),
            "Escape" => {
                self.state.borrow_mut().scene.cursor = GanttCursor::default();
                self.write_details();
                self.close_story();
            }
            _ => return,
        }
        event.prevent_default();
    }

    /// Marks the next or the previous job in order of start and says it.
    fn next_job(self: &Rc<Self>, step: isize) {
        let words = {
            let scene = &mut self.state.borrow_mut().scene;
            scene.next_job(step);
            let job = scene.selected();
            job.map(|job| job.describe(&scene.chart.clusters))
        };
        announce::say(&words.unwrap_or_default());
        self.write_details();
        self.redraw();
        url::look_changed();
    }
}
