//! Two swept parameters: a surface, a heat map, or who is best where.

mod pointing;

use crate::chart::curve::curve_data;
use crate::chart::kit::area::Point;
use crate::chart::plane::plane_figure::{PlaneFigure, PlaneLayout};
use crate::chart::plane::surface::Place;
use crate::chart::plane::surface_data::{self, Kind};
use crate::chart::plane::surface_projection::Camera;
use crate::experiment::measure;
use crate::experiment::measure::Measure;
use crate::web::page::inputs::choose::Choose;
use crate::web::page::results::canvas::Figure;
use crate::web::page::results::surface_table;
use crate::web::page::results::view::View;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::url;
use crate::web::{lists, paper_data};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;

/// Degrees that an arrow key turns the surface by.
const TURN: f64 = 7.5;
/// Degrees per CSS pixel that the pointer turns it by.
const DRAG: f64 = 0.45;

/// The tab.
pub struct SurfaceTab {
    /// What there is to do without two swept parameters.
    empty: Element,
    set_up: Element,
    why: Element,
    tools: Element,
    figure: Figure,
    numbers: Element,
    kind: Choose,
    metric: Choose,
    scheduler: Choose,
    state: RefCell<State>,
    /// Told the point and the scheduler whose run is asked for.
    open_run: Box<dyn Fn(usize, usize)>,
}

#[derive(Default)]
struct State {
    view: Option<View>,
    visible: bool,
    kind: Kind,
    metric: Option<&'static str>,
    /// The name of the scheduler that was chosen.
    scheduler: Option<String>,
    camera: Camera,
    figure: Option<PlaneFigure>,
    layout: Option<PlaneLayout>,
    cursor: Option<Place>,
    /// Where the pointer turns the surface from.
    held: Option<Point>,
    /// The width for which the canvas shows what there is to show; none if it does not.
    drawn: Option<f64>,
}

impl State {
    fn metric(&self, view: &View) -> &'static Measure {
        let key = self.metric.unwrap_or(measure::ALL[0].key);
        let mut offered = self.kind.metrics(view.plan.scenario());
        offered
            .find(|own| own.key == key)
            .unwrap_or(&measure::ALL[0])
    }

    /// Index of the scheduler that is shown: the chosen one, if the scenario has it.
    fn scheduler(&self, view: &View) -> usize {
        let names = 0..view.plan.scenario().schedulers.len();
        let mut chosen = names.filter(|&index| {
            self.scheduler.as_deref() == Some(&curve_data::name_of(&view.plan, index))
        });
        let varied = || surface_data::most_varied(&view.plan);
        chosen.next().unwrap_or_else(varied)
    }

    /// What is shown now; none without two swept parameters.
    fn figure(&self, view: &View) -> Option<PlaneFigure> {
        let (plan, results, metric) = (&view.plan, &view.results, self.metric(view));
        let surface = || surface_data::surface(plan, results, self.scheduler(view), metric);
        let mut figure = match self.kind {
            Kind::Surface => PlaneFigure::Surface(surface()?, self.camera),
            Kind::Heat => PlaneFigure::Heat(surface()?),
            Kind::Winners => PlaneFigure::Winners(surface_data::winners(plan, results, metric)?),
            Kind::Improvement => {
                let row = url::with_presets(|known| paper_data::row(plan.scenario(), known));
                let own = self.scheduler(view);
                let mut chart = surface_data::improvement(plan, results, own, metric, row)?;
                chart.without_log = view.without_log;
                PlaneFigure::Improvement(chart)
            }
        };
        figure.plane_mut().faded = view.faded;
        Some(figure)
    }
}

impl SurfaceTab {
    /// Makes the tab in `#surface`; `open_run` is told the point and the scheduler whose run is asked for, `set_up` that
    /// bandwidth and threshold shall be swept.
    pub fn new(
        open_run: impl Fn(usize, usize) + 'static,
        set_up: impl Fn() + 'static,
    ) -> Rc<SurfaceTab> {
        let tab = Rc::new(SurfaceTab {
            empty: dom::new("div").class("empty").flag("hidden", true),
            set_up: dom::button("Sweep BSBW × LSLT").attr("id", "surface-set-up"),
            why: dom::new("p"),
            tools: dom::new("div").class("figure-tools"),
            figure: Figure::new("surface-canvas", "Surface"),
            numbers: dom::new("div").class("scroll"),
            kind: Choose::new("surface-kind", "Show as"),
            metric: Choose::new("surface-metric", "of"),
            scheduler: Choose::new("surface-scheduler", "under"),
            state: RefCell::default(),
            open_run: Box::new(open_run),
        });
        dom::on_click(&tab.set_up, set_up);
        let empty = tab.empty.clone().with(&tab.why).with(&tab.set_up);
        let chosen = [&tab.kind.root, &tab.metric.root, &tab.scheduler.root];
        let tools = tab.tools.clone().with_all(chosen);
        let root: Element = dom::by_id("surface");
        for part in [&empty, &tools, &tab.figure.root] {
            dom::append(&root, part);
        }
        if let Ok(Some(words)) = tab.figure.root.query_selector("details") {
            dom::append(&words, &tab.numbers);
            if let Ok(Some(summary)) = words.query_selector("summary") {
                dom::write(&summary, "In words and numbers");
            }
        }
        dom::show(&tab.figure.root, false);
        tab.listen();
        tab
    }

    /// Shows results, now or when the tab is opened.
    pub fn show(self: &Rc<Self>, view: &View) {
        self.state.borrow_mut().view = Some(view.clone());
        self.update();
    }

    /// The tab is opened or closed.
    pub fn set_visible(self: &Rc<Self>, visible: bool) {
        self.state.borrow_mut().visible = visible;
        self.update();
    }

    /// The figure as it is, for exports; none without two swept parameters.
    pub fn drawing(&self) -> Option<PlaneFigure> {
        let state = self.state.borrow();
        state.figure(state.view.as_ref()?)
    }

    /// Draws again, for a new theme.
    pub fn redraw(self: &Rc<Self>) {
        self.state.borrow_mut().drawn = None;
        self.next_frame();
    }

    /// Before the next frame, draws what is not on the canvas yet: all, or a cursor that has moved.
    fn next_frame(self: &Rc<Self>) {
        let tab = self.clone();
        self.figure.surface.refresh(move || {
            if tab.state.borrow().drawn != tab.figure.surface.width() {
                tab.draw();
            }
            tab.draw_cursor();
        });
    }

    fn update(self: &Rc<Self>) {
        let mut state = self.state.borrow_mut();
        let Some(view) = state.view.clone().filter(|_| state.visible) else {
            return;
        };
        let figure = state.figure(&view);
        let scenario = view.plan.scenario();
        dom::show(&self.empty, figure.is_none());
        dom::show(&self.tools, figure.is_some());
        dom::show(&self.figure.root, figure.is_some());
        let Some(figure) = figure else {
            dom::write(&self.why, &why_empty(scenario.experiment.sweep.len()));
            // Where no job is spread over clusters there are no such sweeps.
            dom::show(&self.set_up, lists::surface(scenario).is_some());
            state.figure = None;
            return;
        };
        let kinds = Kind::ALL.map(|(_, name)| name.to_owned());
        let kind = Kind::ALL.iter().position(|(kind, _)| *kind == state.kind);
        self.kind.fill(&kinds, kind.unwrap_or(0));
        let metric = state.metric(&view);
        let offered = || state.kind.metrics(scenario);
        let labels: Vec<String> = offered().map(Measure::axis).collect();
        let at = offered().position(|own| own.key == metric.key);
        self.metric.fill(&labels, at.unwrap_or(0));
        let names: Vec<String> = (0..scenario.schedulers.len())
            .map(|index| curve_data::name_of(&view.plan, index))
            .collect();
        self.scheduler.fill(&names, state.scheduler(&view));
        if state.kind == Kind::Winners {
            dom::show(&self.scheduler.root, false);
        }
        let words = figure.summary();
        dom::write(&self.figure.summary, &words);
        self.figure.surface.describe(&words);
        let plane = figure.plane();
        let (columns, rows) = (plane.x.values.len(), plane.y.values.len());
        state.cursor = state.cursor.filter(|own| own.x < columns && own.y < rows);
        state.figure = Some(figure);
        drop(state);
        self.write_numbers();
        self.redraw();
    }

    /// The numbers of the figure, if they can be seen.
    fn write_numbers(&self) {
        let folded = self.numbers.parent_element();
        if folded.is_some_and(|folded| folded.has_attribute("open"))
            && let Some(figure) = &self.state.borrow().figure
        {
            surface_table::write(&self.numbers, figure);
        }
    }

    fn draw(&self) {
        let mut state = self.state.borrow_mut();
        let Some(figure) = &state.figure else { return };
        let Some(width) = self.figure.surface.width() else {
            return;
        };
        let height = figure.preferred_height(width, &crate::web::page::shell::theme::chart(1.0));
        let Some((mut backend, area, theme)) = self.figure.surface.begin(height) else {
            return;
        };
        let layout = figure.layout(area, &theme);
        // A canvas refuses nothing that a figure draws.
        let _ = figure.paint(&mut backend, &layout, &theme);
        self.figure.surface.keep();
        let replications = state
            .view
            .as_ref()
            .map_or(1, |view| view.plan.scenario().experiment.replications);
        let left_out = state
            .view
            .as_ref()
            .map(|view| curve_data::left_out(&view.results));
        let caption = caption(figure, &layout, replications) + &left_out.unwrap_or_default();
        dom::write(&self.figure.caption, &caption);
        state.layout = Some(layout);
        state.drawn = Some(width);
    }

    /// The cursor over the figure as it was drawn.
    fn draw_cursor(&self) {
        let state = self.state.borrow();
        let (Some(figure), Some(layout)) = (&state.figure, &state.layout) else {
            return;
        };
        if state.drawn.is_none() {
            return;
        }
        let Some((mut backend, theme)) = self.figure.surface.over() else {
            return;
        };
        if let Some(place) = state.cursor {
            let _ = figure.cursor(&mut backend, layout, &theme, place);
        }
    }
}

/// Why there is no surface, by the number of swept parameters.
fn why_empty(sweeps: usize) -> String {
    let now = match sweeps {
        0 => "none",
        _ => "one",
    };
    format!(
        "A surface needs two swept parameters; this scenario sweeps {now}. Add a sweep in the section Experiment of the form, or \
         begin with the bandwidth of the jobs (BSBW) and the saturation threshold of the links (LSLT), as Jones et al. did."
    )
}

fn caption(figure: &PlaneFigure, layout: &PlaneLayout, replications: u32) -> String {
    let plane = figure.plane();
    let of = match replications {
        1 => "One run each.".to_owned(),
        several => format!("Means over {several} replications."),
    };
    let over = format!("over {} and {}. {of}", plane.x.label(), plane.y.label());
    let (what, how) = match figure {
        PlaneFigure::Surface(chart, _) => (
            format!("{} of {} {over}", plane.z_label, chart.scheduler),
            " Drag, or use the arrow keys, to turn it; Home turns it back; Shift and an arrow key go from point to point.",
        ),
        PlaneFigure::Heat(chart) => (
            format!("{} of {} {over}", plane.z_label, chart.scheduler),
            " Arrow keys go from cell to cell.",
        ),
        PlaneFigure::Improvement(chart) => {
            let (signs, published) = match chart.without_log {
                true => ("", " Published numbers alone: the log is not at hand."),
                false => (
                    " Blue: better, orange: worse; ≈: within the 95 % interval of zero, or below 1 %.",
                    " Published numbers stand below ours, and the difference.",
                ),
            };
            let published = if chart.has_published() { published } else { "" };
            let (label, name) = (&plane.z_label, &chart.scheduler);
            (
                format!("{label} of {name} over the best of the others, {over}{signs}{published}"),
                " Arrow keys go from cell to cell.",
            )
        }
        PlaneFigure::Winners(_) => (
            format!("Who is best: {} {over}", plane.z_label),
            " Full colour: best by more than the 95 % interval of the difference. Faint: the schedulers whose markers are shown are \
             not clearly apart. Point at a cell for the ranking.",
        ),
    };
    let unstable = match figure {
        PlaneFigure::Improvement(_) => false,
        PlaneFigure::Surface(chart, _) | PlaneFigure::Heat(chart) => {
            chart.any(|cell| cell.unstable)
        }
        PlaneFigure::Winners(chart) => chart
            .cells
            .iter()
            .any(|own| !own.ranking.is_empty() && own.is_unstable()),
    };
    let unstable = match unstable {
        true => {
            " Hatched: unstable, the queue grows without bound and the value with the length of the run."
        }
        false => "",
    };
    let run = match figure {
        PlaneFigure::Improvement(chart) if chart.without_log => "",
        _ => " A double click, or Enter, shows the run as Gantt chart.",
    };
    format!("{what}{how}{run}{unstable}{}", layout.notes())
}
