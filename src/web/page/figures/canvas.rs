//! A canvas with the resolution of the screen, adapted to its size.

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::theme::Theme;
use crate::web::page::figures::units::Units;
use crate::web::page::shell::dom::{self, Build, Later};
use crate::web::page::shell::theme;
use plotters_canvas::CanvasBackend;
use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, MouseEvent, ResizeObserver};

/// Minimum number of drawing units per CSS pixel. The backend rounds to whole units, and half a screen pixel is
/// visible.
const LEAST_UNITS: f64 = 2.0;

/// The canvas of a figure.
pub struct Surface {
    canvas: HtmlCanvasElement,
    draw: OnceCell<Rc<dyn Fn()>>,
    later: Later,
    width: Cell<f64>,
    /// Copies of the last drawing without the cursor, or of a layer. There are two copies, because copying a canvas to
    /// itself is slow.
    kept: [HtmlCanvasElement; 2],
    /// Index of the current copy.
    at: Cell<usize>,
}

impl Surface {
    /// Creates a canvas with a label for screen readers.
    pub fn new(id: &str, label: &str) -> Rc<Surface> {
        let canvas: HtmlCanvasElement = dom::new_as("canvas");
        dom::set(&canvas, "id", id);
        dom::set(&canvas, "role", "img");
        dom::set(&canvas, "tabindex", "0");
        dom::set(&canvas, "aria-label", label);
        Rc::new(Surface {
            canvas,
            draw: OnceCell::new(),
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

    /// Sets the function that draws. `draw` is called before the next frame whenever the width has changed or [`refresh`](Self::refresh)
    /// was called. `draw` gets the backend from [`begin`](Self::begin).
    pub fn draws<T: Clone + 'static>(self: &Rc<Self>, owner: &T, draw: impl Fn(&T) + 'static) {
        let (surface, owner) = (self.clone(), owner.clone());
        let _ = self.draw.set(Rc::new(move || draw(&owner)));
        let resized = Closure::<dyn FnMut()>::new(move || {
            let width = f64::from(surface.canvas.client_width());
            if width > 0.0 && surface.width.replace(width) != width {
                surface.refresh();
            }
        });
        if let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) {
            observer.observe(&self.canvas);
        }
        resized.forget();
    }

    /// Requests drawing before the next frame; several requests cause one drawing.
    pub fn refresh(&self) {
        if let Some(draw) = self.draw.get().cloned() {
            self.later.next_frame(move || draw());
        }
    }

    /// Width on the screen \[CSS pixels\]; `None` while hidden.
    pub fn width(&self) -> Option<f64> {
        // Reading the width of a canvas in a closed tab would force a layout of the page.
        if self.canvas.closest("[hidden]").ok().flatten().is_some() {
            return None;
        }
        let width = f64::from(self.canvas.client_width());
        (width > 0.0).then_some(width)
    }

    /// Number of screen pixels per CSS pixel; the canvas has as many pixels as the screen.
    fn pixels() -> f64 {
        dom::window().device_pixel_ratio().clamp(1.0, 4.0)
    }

    /// Drawing units per pixel of the canvas; the scale of the drawing context makes them smaller than a pixel.
    fn units_per_pixel() -> f64 {
        (LEAST_UNITS / Self::pixels()).ceil()
    }

    /// Drawing units per CSS pixel.
    fn ratio() -> f64 {
        Self::pixels() * Self::units_per_pixel()
    }

    /// A backend that draws on a canvas in drawing units.
    fn backend(canvas: &HtmlCanvasElement) -> Option<Units> {
        let scale = 1.0 / Self::units_per_pixel();
        let context = context(canvas)?;
        context.set_transform(scale, 0.0, 0.0, scale, 0.0, 0.0).ok()?;
        let canvas = CanvasBackend::with_canvas_object(canvas.clone())?;
        Some(Units { canvas, context, per_pixel: Self::units_per_pixel() as u32, filled: None })
    }

    /// Sets the height of the canvas to `height` CSS pixels, and returns what is needed to draw on all of it.
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

    /// Theme of figures: larger in a talk.
    fn theme() -> Theme {
        let theme = theme::chart(Self::ratio() * dom::enlargement());
        match dom::is_in_talk() {
            true => theme.for_a_talk(),
            false => theme,
        }
    }

    /// Stores a copy of the drawing, for [`over`](Self::over).
    pub fn keep(&self) {
        copy(&self.canvas, self.empty_kept());
    }

    /// The stored copy, cleared and resized to the canvas.
    fn empty_kept(&self) -> &HtmlCanvasElement {
        let kept = self.kept();
        kept.set_width(self.canvas.width());
        kept.set_height(self.canvas.height());
        kept
    }

    fn kept(&self) -> &HtmlCanvasElement {
        &self.kept[self.at.get()]
    }

    /// Restores the stored copy, and returns what is needed to draw over it, so that the cursor moves without redrawing
    /// the figure.
    pub fn over(&self) -> Option<(Units, Theme)> {
        copy(self.kept(), &self.canvas);
        Some((Self::backend(&self.canvas)?, Self::theme()))
    }

    /// A new empty layer, for [`put_layer`](Self::put_layer).
    pub fn new_layer(&self) -> Option<Units> {
        Self::backend(self.empty_kept())
    }

    /// Moves the content of an area of the layer to the right by `dx` units, and clears the rest.
    pub fn move_layer(&self, area: &Area, dx: f64) -> Option<Units> {
        let from = self.kept();
        self.at.set(1 - self.at.get());
        let stays = Area { x0: area.x0 - dx.min(0.0), x1: area.x1 - dx.max(0.0), ..*area };
        copy_part(from, self.empty_kept(), &stays, dx);
        Self::backend(self.kept())
    }

    /// Clears an area of the layer, to be drawn again.
    pub fn clear_layer(&self, area: &Area) -> Option<Units> {
        let units = Self::units_per_pixel();
        // Whole pixels, as the cells of a crowd have.
        let [x0, x1, y0, y1] = [area.x0, area.x1, area.y0, area.y1].map(|own| (own / units).round());
        let context = context(self.kept())?;
        context.reset_transform().ok()?;
        context.clear_rect(x0, y0, x1 - x0, y1 - y0);
        Self::backend(self.kept())
    }

    /// Copies an area of the layer to the canvas.
    pub fn put_layer(&self, area: &Area) {
        copy_part(self.kept(), &self.canvas, area, 0.0);
    }

    /// Runs an action `ms` after the last call of this function.
    pub fn pause(&self, ms: f64, action: impl FnOnce() + 'static) {
        self.later.after(ms, action);
    }

    /// Pointer position in drawing units.
    pub fn point(&self, event: &MouseEvent) -> Point {
        let ratio = Self::ratio();
        (f64::from(event.offset_x()) * ratio, f64::from(event.offset_y()) * ratio)
    }

    /// Drawing units per CSS pixel.
    pub fn scale(&self) -> f64 {
        Self::ratio()
    }

    /// Sets the description of the figure: its label, and its text for browsers without canvas.
    pub fn describe(&self, label: &str) {
        if self.canvas.get_attribute("aria-label").as_deref() != Some(label) {
            dom::set(&self.canvas, "aria-label", label);
            dom::write(&self.canvas, label);
        }
    }
}

/// Copies an area, shifted to the right by `dx` units.
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
        // Pixel by pixel, independent of the drawing units.
        let _ = context.reset_transform();
        let _ = context.draw_image_with_html_canvas_element(from, 0.0, 0.0);
    }
}

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// A figure with canvas, caption and summary.
pub struct Frame {
    /// Root element.
    pub root: Element,
    /// The canvas.
    pub surface: Rc<Surface>,
    /// Caption: what is drawn and how to read it.
    pub caption: Element,
    /// Summary of the content, as text.
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
