//! What the form says of clusters, arrivals and fuzzy sets: a small figure below the field that it is about, and words.

use crate::chart::{bars, membership};
use crate::scenario::Scenario;
use crate::web::drawn_clusters;
use crate::web::form_plots::{self, Drawing};
use crate::web::page::inputs::controls::DRAWN;
use crate::web::page::inputs::field::{self, PLACE};
use crate::web::page::results::canvas::Surface;
use crate::web::page::shell::dom;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use web_sys::Element;

/// Height of a figure of bars in CSS pixels.
const HEIGHT: f64 = 150.0;

/// The figures, by the path of the field that they are about.
#[derive(Default)]
pub struct FormPlots(RefCell<BTreeMap<String, Rc<Figure>>>);

struct Figure {
    surface: Rc<Surface>,
    /// Nothing while there is nothing to show.
    drawing: RefCell<Option<Drawing>>,
}

impl FormPlots {
    /// Shows a scenario in the form below `root`.
    pub fn show(&self, scenario: &Scenario, root: &Element) {
        let words = drawn_clusters::words(scenario).join("\n");
        if let Some(about) = dom::document().get_element_by_id(DRAWN) {
            dom::write(&about, &words);
            dom::show(&about, !words.is_empty());
        }
        let mut figures = self.0.borrow_mut();
        for figure in figures.values() {
            figure.drawing.take();
        }
        for (path, (drawing, words)) in form_plots::all(scenario) {
            let figure = figures
                .entry(path.clone())
                .or_insert_with(|| Figure::new(&path));
            let canvas = figure.surface.element();
            let field = format!("[{PLACE}=\"{path}\"]");
            if !root.contains(Some(canvas))
                && let Ok(Some(field)) = root.query_selector(&field)
            {
                dom::append(&field, canvas);
            }
            figure.show(drawing, &words);
        }
        for figure in figures.values() {
            dom::show(figure.surface.element(), figure.drawing.borrow().is_some());
        }
        drop(figures);
        self.redraw();
    }

    /// Shows fuzzy sets as they are being typed, also those that are not sound: a gap is to be seen.
    pub fn draft(&self, whole: &Value) {
        let figures = self.0.borrow();
        for (path, (drawing, words)) in form_plots::sets(whole) {
            if let Some(figure) = figures.get(&path) {
                figure.show(drawing, &words);
            }
        }
        drop(figures);
        self.redraw();
    }

    /// Draws all again before the next frame.
    pub fn redraw(&self) {
        for figure in self.0.borrow().values() {
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
            surface,
            drawing: RefCell::default(),
        });
        let own = figure.clone();
        figure.surface.draws(move || own.draw());
        figure
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
            None => return,
        };
        let Some((mut backend, area, theme)) = self.surface.begin(height) else {
            return;
        };
        // A canvas refuses nothing that the charts draw.
        let _ = match &*drawing {
            Some(Drawing::Bars(chart)) => bars::draw(&mut backend, area, chart, &theme),
            Some(Drawing::Sets(chart)) => membership::draw(&mut backend, area, chart, &theme),
            None => Ok(()),
        };
    }
}
