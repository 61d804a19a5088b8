//! A canvas that is as sharp as the screen, and follows its size.

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::theme::Theme;
use crate::web::page::results::units::Units;
use crate::web::page::shell::dom::{self, Build, Later};
use crate::web::page::shell::theme;
use plotters_canvas::CanvasBackend;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, MouseEvent, ResizeObserver};

/// Units of drawing per CSS pixel at least: the backend rounds to whole units, and half a pixel of the screen shows.
const LEAST_UNITS: f64 = 2.0;

/// A canvas in a figure.
pub struct Surface {
    canvas: HtmlCanvasElement,
    later: Later,
    width: Cell<f64>,
    /// What was drawn last, without the cursor, or a layer of it; and another one, for a canvas that is copied to itself takes long.
    kept: [HtmlCanvasElement; 2],
    /// Which of them it is.
    at: Cell<usize>,
}

impl Surface {
    /// A canvas with a name for those who do not see it, and the text that stands for it.
    pub fn new(id: &str, label: &str) -> Rc<Surface> {
        let canvas: HtmlCanvasElement = dom::new_as("canvas");
        dom::set(&canvas, "id", id);
        dom::set(&canvas, "role", "img");
        dom::set(&canvas, "tabindex", "0");
        dom::set(&canvas, "aria-label", label);
        Rc::new(Surface {
            canvas,
            later: Later::default(),
            width: Cell::new(0.0),
            kept: [0, 1].map(|_| dom::new_as("canvas")),
            at: Cell::new(0),
        })
    }

    /// The element.
    pub fn element(&self) -> &HtmlCanvasElement {
        &self.canvas
    }

    /// Calls `draw` before the next frame, now and whenever the width changes; it asks for the backend by
    /// [`begin`](Self::begin).
    pub fn draws(self: &Rc<Self>, draw: impl Fn() + Clone + 'static) {
        let surface = self.clone();
        let resized = Closure::<dyn FnMut()>::new(move || {
            let width = f64::from(surface.canvas.client_width());
            if width > 0.0 && surface.width.replace(width) != width {
                surface.later.next_frame(draw.clone());
            }
        });
        if let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) {
            observer.observe(&self.canvas);
        }
        resized.forget();
    }

    /// Calls `draw` before the next frame, once however often it is asked for.
    pub fn refresh(&self, draw: impl FnOnce() + 'static) {
        self.later.next_frame(draw);
    }

    /// The width on the screen in CSS pixels; none while it is hidden.
    pub fn width(&self) -> Option<f64> {
        // Asking a canvas in a closed tab for its width would make the browser lay out the page.
        if self.canvas.closest("[hidden]").ok().flatten().is_some() {
            return None;
        }
        let width = f64::from(self.canvas.client_width());
        (width > 0.0).then_some(width)
    }

    /// Pixels of the screen, and so of the canvas, per CSS pixel.
    fn pixels() -> f64 {
        dom::window().device_pixel_ratio().clamp(1.0, 4.0)
    }

    /// Units of drawing per pixel of the canvas, whose context is scaled by as much.
    fn units_per_pixel() -> f64 {
        (LEAST_UNITS / Self::pixels()).ceil()
    }

    /// Units of drawing per CSS pixel.
    fn ratio() -> f64 {
        Self::pixels() * Self::units_per_pixel()
    }

    /// A backend that draws on a canvas in units.
    fn backend(canvas: &HtmlCanvasElement) -> Option<Units> {
        let scale = 1.0 / Self::units_per_pixel();
        let context = context(canvas)?;
        context.set_transform(scale, 0.0, 0.0, scale, 0.0, 0.0).ok()?;
        let canvas = CanvasBackend::with_canvas_object(canvas.clone())?;
        Some(Units { canvas, context, per_pixel: Self::units_per_pixel() as u32, filled: None })
    }

    /// Sizes the canvas to `height` CSS pixels, and hands out what is needed to draw on all of it.
    pub fn begin(&self, height: f64) -> Option<(Units, Area, Theme)> {
        let height = match dom::height_left() {
            Some(left) if dom::is_in_talk() => left,
            Some(left) => height.min(left),
            None => height,
        };
        let [width, tall] = [self.width()?, height].map(|length| (length * Self::pixels()).round());
        if (self.canvas.width(), self.canvas.height()) != (width as u32, tall as u32) {
            self.canvas.set_width(width as u32);
            self.canvas.set_height(tall as u32);
            dom::style(&self.canvas, "height", &format!("{height}px"));
        }
        let units = Self::units_per_pixel();
        let area = Area::sized(width * units, tall * units);
        Some((Self::backend(&self.canvas)?, area, Self::theme()))
    }

    /// The looks of what is drawn: larger in a talk.
    fn theme() -> Theme {
        let theme = theme::chart(Self::ratio() * dom::enlargement());
        match dom::is_in_talk() {
            true => theme.for_a_talk(),
            false => theme,
        }
    }

    /// Keeps what has been drawn, for [`over`](Self::over).
    pub fn keep(&self) {
        copy(&self.canvas, self.empty_kept());
    }

    /// What is kept, but empty, and as large as the canvas.
    fn empty_kept(&self) -> &HtmlCanvasElement {
        let kept = self.kept();
        kept.set_width(self.canvas.width());
        kept.set_height(self.canvas.height());
        kept
    }

    fn kept(&self) -> &HtmlCanvasElement {
        &self.kept[self.at.get()]
    }

    /// Puts back what was kept, and hands out what is needed to draw over it: a cursor moves without the figure being drawn
    /// anew.
    pub fn over(&self) -> Option<(Units, Theme)> {
        copy(self.kept(), &self.canvas);
        Some((Self::backend(&self.canvas)?, Self::theme()))
    }

    /// An empty layer, for [`put_layer`](Self::put_layer).
    pub fn new_layer(&self) -> Option<Units> {
        Self::backend(self.empty_kept())
    }

    /// The layer with what is in an area moved by so many units to the right, and nothing else.
    pub fn move_layer(&self, area: &Area, dx: f64) -> Option<Units> {
        let from = self.kept();
        self.at.set(1 - self.at.get());
        let stays = Area { x0: area.x0 - dx.min(0.0), x1: area.x1 - dx.max(0.0), ..*area };
        copy_part(from, self.empty_kept(), &stays, dx);
        Self::backend(self.kept())
    }

    /// Puts what is in an area of the layer onto the canvas.
    pub fn put_layer(&self, area: &Area) {
        copy_part(self.kept(), &self.canvas, area, 0.0);
    }

    /// Does something `ms` after it was asked for last.
    pub fn pause(&self, ms: f64, action: Box<dyn FnOnce()>) {
        self.later.after(ms, action);
    }

    /// The pointer in units of drawing.
    pub fn point(&self, event: &MouseEvent) -> Point {
        let ratio = Self::ratio();
        (f64::from(event.offset_x()) * ratio, f64::from(event.offset_y()) * ratio)
    }

    /// Units of drawing per CSS pixel.
    pub fn scale(&self) -> f64 {
        Self::ratio()
    }

    /// Puts the figure into words: its name, and the text inside for those without pictures.
    pub fn describe(&self, label: &str) {
        if self.canvas.get_attribute("aria-label").as_deref() != Some(label) {
            dom::set(&self.canvas, "aria-label", label);
            dom::write(&self.canvas, label);
        }
    }
}

/// Copies an area, in units, to so many units to the right.
fn copy_part(from: &HtmlCanvasElement, to: &HtmlCanvasElement, area: &Area, dx: f64) {
    let Some(context) = context(to) else { return };
    let units = Surface::units_per_pixel();
    let [x, to_x, width] = [area.x0, area.x0 + dx, area.width()].map(|own| own / units);
    let y = (area.y0 / units).floor();
    let height = (area.y1 / units).ceil() - y;
    context.save();
    let _ = context.reset_transform();
    let _ = context.draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
        from, x, y, width, height, to_x, y, width, height,
    );
    context.restore();
}

fn copy(from: &HtmlCanvasElement, to: &HtmlCanvasElement) {
    if let Some(context) = context(to) {
        // Pixel by pixel, whatever the units of drawing are.
        let _ = context.reset_transform();
        let _ = context.draw_image_with_html_canvas_element(from, 0.0, 0.0);
    }
}

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// What surrounds a figure: canvas, caption, summary.
pub struct Frame {
    /// Its element.
    pub root: Element,
    /// Its canvas.
    pub surface: Rc<Surface>,
    /// What is drawn and how to read it.
    pub caption: Element,
    /// What it shows, in words.
    pub summary: Element,
}

impl Frame {
    /// A frame with an empty canvas.
    pub fn new(id: &str, label: &str) -> Frame {
        let surface = Surface::new(id, label);
        let caption = dom::new("figcaption");
        let summary = dom::new("p").class("summary");
        let folded = dom::new("details").class("in-words").with(dom::new("summary").text("In words")).with(&summary);
        let root = dom::new("figure").with(surface.element()).with(&caption).with(&folded);
        Frame { root, surface, caption, summary }
    }
}
