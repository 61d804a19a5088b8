//! Place for a figure of an experiment of any kind: canvas, caption, text and numbers, and the value at the pointer.

use crate::chart::curve::results;
use crate::chart::figure::{Datum, Figure, Step};
use crate::chart::plane::surface_projection::Camera;
use crate::web::motion::{Course, Motion};
use crate::web::page::figures::canvas::Frame;
use crate::web::page::figures::{legend_buttons, tables};
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{announce, theme};
use crate::web::tabs::snapshot::Snapshot;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use web_sys::{Element, Event, HtmlCanvasElement, MouseEvent};

/// Attribute of the canvas: time between a position of a moved value and its figure \[ms\], for measurements.
const LAG: &str = "data-lag";

/// The place of a figure.
pub struct Stage {
    /// Canvas, caption and summary.
    pub frame: Frame,
    numbers: Element,
    /// Buttons of the legend, if series can be hidden.
    legend: OnceCell<Element>,
    state: RefCell<StageState>,
}

#[derive(Default)]
struct StageState {
    /// The figure, with the results that it shows.
    shown: Option<(Box<dyn Figure>, Snapshot)>,
    /// Animation from the previous figure, in a talk or while a value moves.
    motion: Option<Motion>,
    /// True until the figure of a moved value is drawn.
    is_answer: bool,
    cursor: Option<Datum>,
    /// The series whose legend entry the pointer is at.
    emphasised: Option<usize>,
    /// Width for which the canvas was drawn; `None` if the canvas is not up to date.
    drawn: Option<f64>,
    /// Height of the last drawing \[CSS pixels\].
    height: f64,
    /// True if a copy of the drawing without marks is stored.
    kept: bool,
}

impl Stage {
    /// Creates an empty place.
    pub fn new(id: &str, label: &str) -> Rc<Stage> {
        let stage = Rc::new(Stage {
            frame: Frame::new(id, label),
            numbers: dom::new("div").class("scroll"),
            legend: OnceCell::new(),
            state: RefCell::default(),
        });
        if let Ok(Some(words)) = stage.frame.root.query_selector("details") {
            dom::append(&words, &stage.numbers);
            if let Ok(Some(summary)) = words.query_selector("summary") {
                dom::write(&summary, "In words and numbers");
            }
            dom::hear(&stage, &words, "toggle", |stage, _: Event| stage.write_numbers());
        }
        stage.frame.surface.draws(&stage, |stage| stage.draw());
        for end in ["pointerleave", "blur"] {
            dom::hear(&stage, stage.canvas(), end, |stage, _: Event| stage.forget());
        }
        stage
    }

    /// Makes the entries of the legend buttons that hide and show series, also by keyboard.
    pub fn toggles(self: &Rc<Self>, toggle: impl Fn(usize) + 'static) {
        let legend = self.legend.get_or_init(legend_buttons::new);
        let (root, caption) = (&self.frame.root, &self.frame.caption);
        let _ = root.insert_before(legend, Some(caption));
        dom::hear(self, legend, "focusin", |own, event: Event| {
            own.emphasise(legend_buttons::series(&event));
        });
        dom::hear(self, legend, "focusout", |own, _: Event| own.emphasise(None));
        dom::listen(legend, "click", move |event: Event| {
            if let Some(series) = legend_buttons::series(&event) {
                toggle(series);
            }
        });
    }

    /// The canvas, for event listeners.
    pub fn canvas(&self) -> &HtmlCanvasElement {
        self.frame.surface.element()
    }

    /// Shows a figure of an experiment.
    pub fn show(&self, mut figure: Box<dyn Figure>, snapshot: &Snapshot) {
        dom::show(&self.frame.root, true);
        let words = figure.summary();
        dom::write(&self.frame.summary, &words);
        self.frame.surface.describe(&words);
        // While the figure is drawn, its caption is written again.
        if self.frame.surface.width().is_none() {
            self.write_caption(&*figure, snapshot);
        }
        {
            let state = &mut *self.state.borrow_mut();
            state.cursor = state.cursor.filter(|own| figure.read_out(*own).is_some());
            // Values are animated only if the figure is visible now.
            let is_seen = !dom::wants_rest() && self.frame.surface.width().is_some();
            let before = state.shown.as_mut().filter(|_| is_seen);
            state.motion = before.and_then(|(before, of)| {
                let course = match dom::is_in_talk() {
                    true => Course::Step,
                    false => Some(Course::Follow).filter(|_| of.sketch || snapshot.sketch)?,
                };
                Motion::between(&mut **before, &mut *figure, course, dom::now_ms())
            });
            state.is_answer = snapshot.asked_ms.is_some();
            state.shown = Some((figure, snapshot.clone()));
        }
        self.write_numbers();
        self.redraw();
    }

    /// Removes the figure.
    pub fn clear(&self) {
        dom::show(&self.frame.root, false);
        self.state.take();
    }

    /// Redraws everything before the next frame.
    pub fn redraw(&self) {
        self.state.borrow_mut().drawn = None;
        self.next_frame();
    }

    /// Rotates the figure; returns false if it cannot be rotated.
    pub fn turn(&self, camera: Camera) -> bool {
        let turned = match &mut self.state.borrow_mut().shown {
            Some((figure, _)) => figure.turn(camera),
            None => false,
        };
        if turned {
            self.redraw();
        }
        turned
    }

    /// Marks the value at the pointer. If the pointer is at a legend entry, marks the series of the entry instead.
    pub fn point_at(&self, event: &MouseEvent) {
        let at = self.frame.surface.point(event);
        let series = self.drawn(|figure, _| figure.legend_at(at));
        let hand = if series.is_some() { "pointer" } else { "" };
        let _ = self.canvas().style().set_property("cursor", hand);
        self.emphasise(series);
        let datum = self.drawn(|figure, _| figure.at(at));
        self.set_cursor(datum.filter(|_| series.is_none()));
    }

    /// The series whose legend entry is at the pointer.
    pub fn emphasised(&self) -> Option<usize> {
        self.state.borrow().emphasised
    }

    /// Emphasises a series, or none.
    fn emphasise(&self, series: Option<usize>) {
        let state = &mut *self.state.borrow_mut();
        if std::mem::replace(&mut state.emphasised, series) != series {
            self.next_frame();
        }
    }

    /// Marks the next value in a direction and announces it.
    pub fn step(&self, step: Step) {
        let datum = self.drawn(|figure, cursor| figure.step(cursor, step));
        let words = datum.and_then(|own| self.drawn(|figure, _| figure.read_out(own)));
        self.set_cursor(datum);
        if let Some(words) = words {
            announce::say(&words);
        }
    }

    /// Marks a value, if it exists.
    pub fn mark(&self, datum: Datum) {
        let found = self.drawn(|figure, _| figure.read_out(datum));
        self.set_cursor(found.map(|_| datum));
    }

    /// Removes all marks.
    pub fn forget(&self) {
        self.emphasise(None);
        self.set_cursor(None);
    }

    /// The marked value.
    pub fn marked(&self) -> Option<Datum> {
        self.state.borrow().cursor
    }

    /// The run of the marked value.
    pub fn run(&self) -> Option<(usize, usize)> {
        let state = self.state.borrow();
        let (figure, _) = state.shown.as_ref()?;
        figure.run(state.cursor?)
    }

    /// Calls `ask` with the figure and its marked value. If the figure is not drawn yet, it is drawn before, because a
    /// click may come before the next frame.
    fn drawn<T>(&self, ask: impl FnOnce(&dyn Figure, Option<Datum>) -> Option<T>) -> Option<T> {
        if self.state.borrow().drawn.is_none() {
            self.draw();
        }
        let state = self.state.borrow();
        let (figure, _) = state.shown.as_ref()?;
        ask(&**figure, state.cursor)
    }

    fn set_cursor(&self, datum: Option<Datum>) {
        let changed = std::mem::replace(&mut self.state.borrow_mut().cursor, datum) != datum;
        if changed {
            self.next_frame();
        }
    }

    /// Requests drawing before the next frame: of everything, or only of the marks.
    fn next_frame(&self) {
        self.frame.surface.refresh();
    }

    fn draw(&self) {
        let state = &mut *self.state.borrow_mut();
        let surface = &self.frame.surface;
        let (Some((figure, snapshot)), Some(width)) = (&mut state.shown, surface.width()) else {
            return;
        };
        if let Some(motion) = &state.motion {
            state.drawn = None;
            match motion.put(&mut **figure, dom::now_ms()) {
                true => self.next_frame(),
                false => state.motion = None,
            }
        }
        if state.drawn != Some(width) {
            // While a value moves, the figure may grow but does not shrink, so that what is below rests.
            let least = if snapshot.asked_ms.is_some() { state.height } else { 0.0 };
            let height = figure.height(width, &theme::chart(1.0)).max(least);
            state.height = height;
            let Some((mut device, area, theme)) = surface.begin(height) else {
                return;
            };
            // Drawing on a canvas cannot fail.
            let _ = figure.draw(&mut device, area, &theme);
            if state.motion.is_none() {
                // While a value moves, the caption stays, since another length would move what is below.
                if snapshot.asked_ms.is_none() {
                    self.write_caption(&**figure, snapshot);
                }
                self.write_legend(&**figure);
            }
            (state.drawn, state.kept) = (Some(width), false);
            if let Some(asked_ms) = snapshot.asked_ms.filter(|_| std::mem::take(&mut state.is_answer)) {
                dom::set(self.canvas(), LAG, &format!("{:.1}", dom::now_ms() - asked_ms));
            }
        }
        let marks = state.cursor.is_some() || state.emphasised.is_some();
        if marks && !std::mem::replace(&mut state.kept, true) {
            surface.keep();
        }
        if state.kept
            && let Some((mut device, theme)) = surface.over()
        {
            if let Some(series) = state.emphasised {
                let _ = figure.emphasise(&mut device, &theme, series);
            }
            if let Some(datum) = state.cursor {
                let _ = figure.mark(&mut device, &theme, datum);
            }
        }
    }

    /// Writes the buttons of the legend. Call after drawing, because the positions of the entries are known only then.
    fn write_legend(&self, figure: &dyn Figure) {
        if let Some(legend) = self.legend.get() {
            legend_buttons::write(legend, &figure.legend(), self.frame.surface.scale());
        }
    }

    fn write_caption(&self, figure: &dyn Figure, snapshot: &Snapshot) {
        let caption = figure.caption(&snapshot.scene()) + &results::left_out(&snapshot.plan, &snapshot.results);
        dom::write(&self.frame.caption, &caption);
    }

    /// Writes the numbers of the figure, if visible.
    fn write_numbers(&self) {
        let folded = self.numbers.parent_element();
        if folded.is_some_and(|folded| folded.has_attribute("open"))
            && let Some((figure, _)) = &self.state.borrow().shown
        {
            match figure.numbers() {
                Ok(table) => tables::write(&self.numbers, &table),
                Err(why) => {
                    dom::clear(&self.numbers);
                    dom::append(&self.numbers, &dom::new("p").text(&why));
                }
            }
        }
    }
}
