//! What the form says of the platform, arrivals and fuzzy sets: a small figure below the field that it is about, and words. The corners of sets
//! can be dragged, which types their numbers.

use crate::base::number;
use crate::chart::kit::area::Area;
use crate::chart::kit::theme::Theme;
use crate::chart::membership::{Corner, MembershipChart};
use crate::chart::{bars, membership, platform};
use crate::parameter::Section;
use crate::scenario::Scenario;
use crate::web::drawn_clusters;
use crate::web::form_plots::{self, Drawing};
use crate::web::page::inputs::controls::DRAWN;
use crate::web::page::inputs::field::{self, PLACE};
use crate::web::page::results::canvas::Surface;
use crate::web::page::shell::dom;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, PointerEvent};

/// Height of a figure of bars in CSS pixels.
const HEIGHT: f64 = 150.0;
/// So far from a corner it is still taken \[CSS px\].
const REACH: f64 = 18.0;
/// The axis of the numbers is dragged over in so many steps at least.
const STEPS: f64 = 200.0;

/// The figures of a section, by the path of the field that they are about.
#[derive(Default)]
pub struct FormPlots(RefCell<Vec<(String, Rc<Figure>)>>);

struct Figure {
    /// The field that it is about.
    path: String,
    surface: Rc<Surface>,
    /// Nothing while there is nothing to show.
    drawing: RefCell<Option<Drawing>>,
    /// Where and how it was drawn last.
    drawn: RefCell<Option<(Area, Theme)>>,
    /// The corner that is being dragged, and where the axis ended when it was taken.
    held: Cell<Option<(Corner, f64)>>,
}

impl FormPlots {
    /// Shows a scenario in a section of the form, whose controls are in `body`.
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

    /// Shows fuzzy sets as they are being typed, also those that are not sound: a gap is to be seen.
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

    /// Draws all again before the next frame.
    pub fn redraw(&self) {
        for (_, figure) in self.0.borrow().iter() {
            let own = figure.clone();
            figure.surface.refresh(move || own.draw());
        }
    }
}

impl Figure {
    /// A figure that shows nothing yet and stands nowhere.
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
        let own = figure.clone();
        figure.surface.draws(move || own.draw());
        let canvas = figure.surface.element();
        let own = figure.clone();
        dom::listen(canvas, "pointerdown", move |event: PointerEvent| {
            own.grab(&event);
        });
        let own = figure.clone();
        dom::listen(canvas, "pointermove", move |event: PointerEvent| {
            own.drag(&event);
        });
        for end in ["pointerup", "pointercancel"] {
            let own = figure.clone();
            dom::listen(canvas, end, move |_: PointerEvent| own.held.set(None));
        }
        figure
    }

    /// The corner of a set at the pointer, and where the axis ends.
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

    /// Types the number below the pointer into the field of the corner that is held, rounded to a step that suits the axis.
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
            // An axis that grows with its largest corner would run away from the pointer.
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
        // A canvas refuses nothing that the charts draw.
        let _ = match &*drawing {
            Some(Drawing::Bars(chart)) => bars::draw(&mut backend, area, chart, &theme),
            Some(Drawing::Sets(chart)) => membership::draw(&mut backend, area, chart, &theme),
            Some(Drawing::Platform(chart)) => platform::draw(&mut backend, area, chart, &theme),
            None => Ok(()),
        };
    }
}

/// A number rounded to the power of ten at or below a step.
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
