//! What the form says of clusters and arrivals that are drawn: a small figure below the field that it is about, and words.

use super::canvas::Surface;
use super::controls::DRAWN;
use super::dom;
use super::field::{self, PLACE};
use crate::chart::bars::{self, BarChart};
use crate::scenario::Scenario;
use crate::web::drawn_clusters;
use crate::web::form_plots::{self, Plot};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;

/// Height of a figure in CSS pixels.
const HEIGHT: f64 = 150.0;

/// What there is to draw of a scenario, if anything.
type Plotted = fn(&Scenario) -> Option<Plot>;

/// The fields with a figure, and what it shows of a scenario.
const FIGURES: [(&str, Plotted); 2] = [
    ("platform.sizes", form_plots::sizes),
    ("workload.night_rate_per_h", form_plots::arrivals),
];

/// The figures.
pub struct FormPlots(Vec<Rc<Figure>>);

struct Figure {
    surface: Rc<Surface>,
    chart: RefCell<BarChart>,
}

impl FormPlots {
    /// Figures that show nothing yet and stand nowhere.
    pub fn new() -> FormPlots {
        let figures = FIGURES.iter().map(|(path, _)| {
            let surface = Surface::new(&field::id("plot", path), "");
            let _ = surface.element().remove_attribute("tabindex");
            dom::set(surface.element(), "class", "form-plot");
            let figure = Rc::new(Figure {
                surface,
                chart: RefCell::default(),
            });
            let own = figure.clone();
            figure.surface.draws(move || own.draw());
            figure
        });
        FormPlots(figures.collect())
    }

    /// Shows a scenario in the form below `root`.
    pub fn show(&self, scenario: &Scenario, root: &Element) {
        let words = drawn_clusters::words(scenario).join("\n");
        if let Some(about) = dom::document().get_element_by_id(DRAWN) {
            dom::write(&about, &words);
            dom::show(&about, !words.is_empty());
        }
        for (figure, (path, plot)) in self.0.iter().zip(FIGURES) {
            let canvas = figure.surface.element();
            let field = format!("[{PLACE}=\"{path}\"]");
            if !root.contains(Some(canvas))
                && let Ok(Some(field)) = root.query_selector(&field)
            {
                dom::append(&field, canvas);
            }
            let plot = plot(scenario);
            dom::show(canvas, plot.is_some());
            if let Some((chart, words)) = plot {
                figure.surface.describe(&words);
                figure.chart.replace(chart);
            }
        }
        self.redraw();
    }

    /// Draws all again before the next frame.
    pub fn redraw(&self) {
        for figure in &self.0 {
            let own = figure.clone();
            figure.surface.refresh(move || own.draw());
        }
    }
}

impl Figure {
    fn draw(&self) {
        if let Some((mut backend, area, theme)) = self.surface.begin(HEIGHT) {
            let _ = bars::draw(&mut backend, area, &self.chart.borrow(), &theme);
        }
    }
}
