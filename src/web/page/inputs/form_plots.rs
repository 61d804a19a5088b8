//! Small figures in the form with descriptions: arrivals and fuzzy sets below their fields, the platform above the list
//! of its clusters. Dragging corners of fuzzy sets, clusters or links changes the numbers in the fields.

mod touch;

use crate::chart::kit::area::Area;
use crate::chart::kit::theme::Theme;
use crate::chart::membership::{Corner, MembershipChart};
use crate::chart::platform_drawing::{self, Part, Places, Scale};
use crate::chart::{bars, membership};
use crate::parameter::Section;
use crate::scenario::Scenario;
use crate::web::drawn_clusters;
use crate::web::form_plots::{self, Drawing};
use crate::web::page::figures::canvas::Surface;
use crate::web::page::inputs::controls::DRAWN;
use crate::web::page::inputs::field::{self, PLACE};
use crate::web::page::shell::dom::{self, Build};
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
/// Path of the list of clusters.
const CLUSTERS: &str = "platform.clusters";
/// Minimum number of steps when dragging along the axis.
const STEPS: f64 = 200.0;

/// Figures of a section, by the path of their field.
#[derive(Default)]
pub struct FormPlots(RefCell<Vec<(String, Rc<Figure>)>>);

/// Part of a figure that is being dragged.
#[derive(Clone, Copy, Debug)]
enum Held {
    /// A corner of a fuzzy set, and the end of the axis at the time when the corner was grabbed.
    Corner(Corner, f64),
    /// A part of the platform: the number of its cluster within its group, its value, the position of the pointer and
    /// the scale when it was taken.
    Part { part: Part, within: usize, from: f64, x: f64, scale: Scale },
}

struct Figure {
    /// Path of its field.
    path: String,
    /// The element in the form: the canvas, and the tools of the platform.
    root: Element,
    surface: Rc<Surface>,
    /// `None` while there is nothing to show.
    drawing: RefCell<Option<Drawing>>,
    /// Area and theme of the last drawing.
    drawn: RefCell<Option<(Area, Theme)>>,
    held: Cell<Option<Held>>,
    /// Places in the last drawing of the platform.
    places: RefCell<Option<Places>>,
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
        let drawn = form_plots::of(section, scenario);
        for (path, figure) in figures.iter() {
            if !drawn.iter().any(|own| own.0 == *path) {
                figure.drawing.take();
            }
        }
        for (path, (drawing, words)) in drawn {
            let at = figures.iter().position(|own| own.0 == path);
            let at = at.unwrap_or_else(|| {
                figures.push((path.clone(), Figure::new(&path)));
                figures.len() - 1
            });
            let figure = &figures[at].1;
            let field = format!("[{PLACE}=\"{path}\"]");
            if !body.contains(Some(&figure.root))
                && let Ok(Some(field)) = body.query_selector(&field)
            {
                let first = field.query_selector(".entry").ok().flatten();
                let _ = field.insert_before(&figure.root, first.as_deref());
            }
            figure.show(drawing, &words);
        }
        for (_, figure) in figures.iter() {
            dom::show(&figure.root, figure.drawing.borrow().is_some());
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
        let root = dom::new("div").class("form-plot").with(surface.element());
        let figure = Rc::new(Figure {
            path: path.to_owned(),
            root,
            surface,
            drawing: RefCell::default(),
            drawn: RefCell::default(),
            held: Cell::default(),
            places: RefCell::default(),
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
            dom::hear(&figure, canvas, end, |own, _: PointerEvent| {
                if let Some(Held::Part { part, .. }) = own.held.take() {
                    own.let_go(part);
                }
            });
        }
        if path == CLUSTERS {
            figure.with_tools();
        }
        figure
    }

    /// The corner or part at the pointer.
    fn under(&self, event: &PointerEvent) -> Option<Held> {
        self.corner(event).or_else(|| self.part(event))
    }

    /// The corner at the pointer.
    fn corner(&self, event: &PointerEvent) -> Option<Held> {
        let (drawing, drawn) = (self.drawing.borrow(), self.drawn.borrow());
        let (Some(Drawing::Sets(chart)), Some((area, theme))) = (&*drawing, &*drawn) else {
            return None;
        };
        let reach = REACH * self.surface.scale();
        let corner = membership::corner_at(*area, chart, theme, self.surface.point(event), reach)?;
        Some(Held::Corner(corner, chart.end))
    }

    fn grab(&self, event: &PointerEvent) {
        let held = self.under(event);
        if held.is_some() {
            event.prevent_default();
            let canvas = self.surface.element();
            let _ = canvas.set_pointer_capture(event.pointer_id());
        }
        self.held.set(held);
        if let Some(Held::Part { part, .. }) = held {
            dom::focus(self.surface.element());
            self.take(part);
        }
    }

    /// Writes the number at the pointer into the field of the dragged corner, rounded to a step that suits the axis.
    fn drag(&self, event: &PointerEvent) {
        let canvas = self.surface.element();
        let (corner, end) = match self.held.get() {
            Some(Held::Corner(corner, end)) => (corner, end),
            Some(held) => return self.pull(event, held),
            None => {
                let cursor = self.under(event).map_or("", |_| "ew-resize");
                return dom::style(canvas, "cursor", cursor);
            }
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
                let near = number::rounded(value, end / STEPS);
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
            field::move_to(&input, &value);
        }
    }

    fn show(&self, mut drawing: Drawing, words: &str) {
        self.surface.describe(words);
        if let Drawing::Platform(chart) = &mut drawing {
            self.carry_on(chart);
        }
        self.drawing.replace(Some(drawing));
        self.show_chosen();
    }

    fn draw(&self) {
        let drawing = self.drawing.borrow();
        let height = match &*drawing {
            Some(Drawing::Bars(_)) => HEIGHT,
            Some(Drawing::Sets(_)) => membership::HEIGHT,
            Some(Drawing::Platform(_)) => platform_drawing::HEIGHT,
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
            Some(Drawing::Platform(chart)) => {
                let places = platform_drawing::draw(&mut backend, area, chart, &theme, self.scale(chart, area, &theme));
                places.map(|places| drop(self.places.replace(Some(places))))
            }
            None => Ok(()),
        };
    }
}
