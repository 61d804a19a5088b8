//! Small figures in the form with descriptions: platform, arrivals and fuzzy sets, below their fields. Dragging the
//! corners of fuzzy sets changes the numbers in the fields.

use crate::chart::kit::area::Area;
use crate::chart::kit::theme::Theme;
use crate::chart::membership::{Corner, MembershipChart};
use crate::chart::{bars, membership, platform};
use crate::parameter::Section;
use crate::scenario::Scenario;
use crate::web::drawn_clusters;
use crate::web::form_plots::{self, Drawing};
use crate::web::page::figures::canvas::Surface;
use crate::web::page::inputs::controls::DRAWN;
use crate::web::page::inputs::field::{self, PLACE};
use crate::web::page::shell::dom;
use crate::words::number;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, PointerEvent};

/// Height of a bar chart \[CSS pixels\].
const HEIGHT: f64 = 150.0;
/// Maximum distance at which a corner is grabbed \[CSS pixels\].
const REACH: f64 = 18.0;
/// Minimum number of steps when dragging along the axis.
const STEPS: f64 = 200.0;

/// Figures of a section, by the path of their field.
#[derive(Default)]
pub struct FormPlots(RefCell<Vec<(String, Rc<Figure>)>>);

struct Figure {
    /// Path of its field.
    path: String,
    surface: Rc<Surface>,
    /// `None` while there is nothing to show.
    drawing: RefCell<Option<Drawing>>,
    /// Area and theme of the last drawing.
    drawn: RefCell<Option<(Area, Theme)>>,
    /// The corner that is being dragged, and the end of the axis at the time when the corner was grabbed.
    held: Cell<Option<(Corner, f64)>>,
}

impl FormPlots {
    /// Shows the figures of a scenario in a section of the form. `body` contains the section's controls.
    pub fn show(&self, section: Section, scenario: &Scenario, body: &Element) {
        for about in dom::all_within(body, &format!("#{DRAWN}")) {
            let words = drawn_clusters::words(scenario).join("\n");
            dom::write(&about, &words);
            dom::show(&about, !words.is_empty());
        }
        let mut figures = self.0.borrow_mut();
        for (_, figure) in figures.iter() {
            figure.drawing.take();
        }
        for (path, (drawing, words)) in form_plots::of(section, scenario) {
            let at = figures.iter().position(|own| own.0 == path);
            let at = at.unwrap_or_else(|| {
                figures.push((path.clone(), Figure::new(&path)));
                figures.len() - 1
            });
            let figure = &figures[at].1;
            let canvas = figure.surface.element();
            let field = format!("[{PLACE}=\"{path}\"]");
            if !body.contains(Some(canvas))
                && let Ok(Some(field)) = body.query_selector(&field)
            {
                dom::append(&field, canvas);
            }
            figure.show(drawing, &words);
        }
        for (_, figure) in figures.iter() {
            dom::show(figure.surface.element(), figure.drawing.borrow().is_some());
        }
        drop(figures);
        self.redraw();
    }

    /// Shows fuzzy sets while they are being typed, including invalid ones, so that gaps are visible.
    pub fn draft(&self, whole: &Value) {
        let figures = self.0.borrow();
        for (path, (drawing, words)) in form_plots::sets(whole) {
            if let Some((_, figure)) = figures.iter().find(|own| own.0 == path) {
                figure.show(drawing, &words);
            }
        }
        drop(figures);
        self.redraw();
    }

    /// Redraws all figures before the next frame.
    pub fn redraw(&self) {
        for (_, figure) in self.0.borrow().iter() {
            figure.surface.refresh();
        }
    }
}

impl Figure {
    /// Creates an empty figure, not yet in the document.
    fn new(path: &str) -> Rc<Figure> {
        let surface = Surface::new(&field::id("plot", path), "");
        let _ = surface.element().remove_attribute("tabindex");
        dom::set(surface.element(), "class", "form-plot");
        let figure = Rc::new(Figure {
            path: path.to_owned(),
            surface,
            drawing: RefCell::default(),
            drawn: RefCell::default(),
            held: Cell::default(),
        });
        figure.surface.draws(&figure, |own| own.draw());
        let canvas = figure.surface.element();
        dom::hear(&figure, canvas, "pointerdown", |own, event: PointerEvent| {
            own.grab(&event);
        });
        dom::hear(&figure, canvas, "pointermove", |own, event: PointerEvent| {
            own.drag(&event);
        });
        for end in ["pointerup", "pointercancel"] {
            dom::hear(&figure, canvas, end, |own, _: PointerEvent| own.held.set(None));
        }
        figure
    }

    /// The corner at the pointer, and the end of the axis.
    fn corner(&self, event: &PointerEvent) -> Option<(Corner, f64)> {
        let (drawing, drawn) = (self.drawing.borrow(), self.drawn.borrow());
        let (Some(Drawing::Sets(chart)), Some((area, theme))) = (&*drawing, &*drawn) else {
            return None;
        };
        let reach = REACH * self.surface.scale();
        let corner = membership::corner_at(*area, chart, theme, self.surface.point(event), reach)?;
        Some((corner, chart.end))
    }

    fn grab(&self, event: &PointerEvent) {
        let corner = self.corner(event);
        if corner.is_some() {
            event.prevent_default();
            let canvas = self.surface.element();
            let _ = canvas.set_pointer_capture(event.pointer_id());
        }
        self.held.set(corner);
    }

    /// Writes the number at the pointer into the field of the dragged corner, rounded to a step that suits the axis.
    fn drag(&self, event: &PointerEvent) {
        let canvas = self.surface.element();
        let Some((corner, end)) = self.held.get() else {
            let cursor = self.corner(event).map_or("", |_| "ew-resize");
            return dom::style(canvas, "cursor", cursor);
        };
        let value = {
            let (drawing, drawn) = (self.drawing.borrow(), self.drawn.borrow());
            let (Some(Drawing::Sets(chart)), Some((area, theme))) = (&*drawing, &*drawn) else {
                return;
            };
            // Keep the axis fixed: if it grew with the largest corner, the corner would move away from the pointer.
            let chart = MembershipChart { end, ..chart.clone() };
            let (x, _) = self.surface.point(event);
            let value = membership::dragged_to(*area, &chart, theme, corner, x);
            value.map(|value| {
                let near = rounded(value, end / STEPS);
                match membership::may_be(&chart, corner, near) {
                    true => near.to_string(),
                    false => value.to_string(),
                }
            })
        };
        let place = format!("{}.{}.{}", self.path, corner.0, corner.1);
        let input = dom::document().get_element_by_id(&field::id("f", &place));
        let input = input.and_then(|input| input.dyn_into::<HtmlInputElement>().ok());
        if let (Some(input), Some(value)) = (input, value)
            && input.value() != value
        {
            input.set_value(&value);
            dom::tell_input(&input);
        }
    }

    fn show(&self, drawing: Drawing, words: &str) {
        self.surface.describe(words);
        self.drawing.replace(Some(drawing));
    }

    fn draw(&self) {
        let drawing = self.drawing.borrow();
        let height = match &*drawing {
            Some(Drawing::Bars(_)) => HEIGHT,
            Some(Drawing::Sets(_)) => membership::HEIGHT,
            Some(Drawing::Platform(_)) => platform::HEIGHT,
            None => return,
        };
        let Some((mut backend, area, theme)) = self.surface.begin(height) else {
            return;
        };
        self.drawn.replace(Some((area, theme.clone())));
        // Drawing on a canvas cannot fail.
        let _ = match &*drawing {
            Some(Drawing::Bars(chart)) => bars::draw(&mut backend, area, chart, &theme),
            Some(Drawing::Sets(chart)) => membership::draw(&mut backend, area, chart, &theme),
            Some(Drawing::Platform(chart)) => platform::draw(&mut backend, area, chart, &theme),
            None => Ok(()),
        };
    }
}

/// Rounds a number to the power of ten at or below `step`.
fn rounded(value: f64, step: f64) -> f64 {
    let decade = number::decade(step);
    match usize::try_from(-decade) {
        Ok(decimals) => format!("{value:.decimals$}").parse().unwrap_or(value),
        Err(_) => {
            let step = number::power_of_ten(decade);
            (value / step).round() * step
        }
    }
}
