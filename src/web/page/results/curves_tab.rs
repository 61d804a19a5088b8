//! The curves: a measure against a swept parameter, one line per scheduler.

mod pointing;

use crate::base::number::{self, Style};
use crate::chart::box_plot::{self, BoxChart};
use crate::chart::curve::curve_data::{self, CurveChoice};
use crate::chart::curve::curve_draw;
use crate::chart::curve::curve_layout::{CurveLayout, Hit};
use crate::chart::curve::curves::{self, CurveChart};
use crate::chart::triangle::{self, TriangleChart};
use crate::experiment::measure::{self, Measure};
use crate::paper::Preset;
use crate::scenario::{Detail, Scenario, swept};
use crate::web::page::inputs::choose::Choose;
use crate::web::page::results::canvas::Figure;
use crate::web::page::results::view::View;
use crate::web::page::results::{bars, numbers};
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::url;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;

/// The tab.
pub struct CurvesTab {
    figure: Figure,
    bars: Element,
    numbers: Element,
    y: Choose,
    x: Choose,
    fixed: Choose,
    kind: Choose,
    state: RefCell<State>,
    /// Told the point and the scheduler that were picked.
    pick: Box<dyn Fn(usize, usize)>,
}

#[derive(Default)]
struct State {
    view: Option<View>,
    choice: CurveChoice,
    /// The preset that was shown last.
    preset: Option<&'static Preset>,
    chart: CurveChart,
    /// As which results were chosen to be shown; until then as the scenario suggests.
    kind: Option<Kind>,
    /// They, if they are shown.
    boxes: Option<BoxChart>,
    /// The triangle of weights, if it is shown.
    weights: Option<TriangleChart>,
    layout: Option<CurveLayout>,
    cursor: Option<Hit>,
}

/// How results are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Curves, bars if nothing is swept.
    Means,
    /// Boxes over the replications.
    Boxes,
    /// A point for each job.
    Jobs,
    /// A point for each choice of weights.
    Weights,
}

impl Kind {
    const ALL: [(Kind, &str); 4] = [
        (Kind::Means, "means"),
        (Kind::Boxes, "box plots"),
        (Kind::Jobs, "each job"),
        (Kind::Weights, "weights"),
    ];

    /// What a scenario is made to show: who keeps each job wants to see them, who compares weights too.
    fn usual(scenario: &Scenario) -> Kind {
        let offered = Kind::offered(scenario);
        let is_there = |wanted: &Kind| offered.iter().any(|(kind, _)| kind == wanted);
        let special = [Kind::Jobs, Kind::Weights];
        special.into_iter().find(is_there).unwrap_or(Kind::Means)
    }

    /// Those that there are of a scenario; none but means, none to choose from.
    fn offered(scenario: &Scenario) -> Vec<(Kind, &'static str)> {
        let own = &scenario.experiment;
        let is_there = |kind: Kind| match kind {
            Kind::Means => true,
            Kind::Boxes => own.replications > 1,
            Kind::Jobs => own.detail == Detail::Jobs && own.sweep.is_empty(),
            Kind::Weights => triangle::is_of(scenario),
        };
        let mut all = Kind::ALL.to_vec();
        all.retain(|(kind, _)| is_there(*kind));
        all
    }
}

impl CurvesTab {
    /// Makes the tab in `#curves`.
    pub fn new(pick: impl Fn(usize, usize) + 'static) -> Rc<CurvesTab> {
        let tab = Rc::new(CurvesTab {
            figure: Figure::new("curve-canvas", "Curves"),
            bars: dom::new("div").class("bars").flag("hidden", true),
            numbers: dom::new("div").class("scroll"),
            y: Choose::new("curve-y", "Show"),
            x: Choose::new("curve-x", "against"),
            fixed: Choose::new("curve-fixed", "at"),
            kind: Choose::new("curve-kind", "as"),
            state: RefCell::default(),
            pick: Box::new(pick),
        });
        let root: Element = dom::by_id("curves");
        let tools = dom::new("div").class("figure-tools");
        let tools = tools
            .with(&tab.y.root)
            .with(&tab.x.root)
            .with(&tab.fixed.root)
            .with(&tab.kind.root);
        dom::append(&root, &tools);
        dom::append(&root, &tab.bars);
        dom::append(&root, &tab.figure.root);
        let words = tab.figure.root.query_selector("details").ok().flatten();
        if let Some(words) = words {
            dom::append(&words, &tab.numbers);
            if let Ok(Some(summary)) = words.query_selector("summary") {
                dom::write(&summary, "In words and numbers");
            }
        }
        tab.listen();
        tab
    }

    /// Shows results.
    pub fn show(self: &Rc<Self>, view: &View) {
        {
            let mut state = self.state.borrow_mut();
            let scenario = view.plan.scenario();
            state.view = Some(view.clone());
            if let Some(preset) = url::preset_of(scenario) {
                let before = state.preset.replace(preset);
                if before.map_or("", |own| own.measure) != preset.measure {
                    state.choice.metric = measure::find(preset.measure).key;
                }
            }
            state.choice = state.choice.within(scenario);
        }
        self.update();
    }

    /// The chart as it is, for exports.
    pub fn chart(&self) -> CurveChart {
        self.state.borrow().chart.clone()
    }

    /// The boxes as they are, if they are shown, for exports.
    pub fn boxes(&self) -> Option<BoxChart> {
        self.state.borrow().boxes.clone()
    }

    /// The triangle of weights as it is, if it is shown, for exports.
    pub fn weights(&self) -> Option<TriangleChart> {
        self.state.borrow().weights.clone()
    }

    /// Draws again, for a new theme.
    pub fn redraw(self: &Rc<Self>) {
        let tab = self.clone();
        self.figure.surface.refresh(move || tab.draw());
    }

    fn update(self: &Rc<Self>) {
        let Some(view) = self.state.borrow().view.clone() else {
            return;
        };
        let scenario = view.plan.scenario();
        let choice = self.state.borrow().choice.clone();
        let kinds = Kind::offered(scenario);
        let wanted = self.state.borrow().kind.unwrap_or(Kind::usual(scenario));
        let at = kinds.iter().position(|(kind, _)| *kind == wanted);
        let kind = at.map_or(Kind::Means, |_| wanted);
        let names: Vec<String> = kinds.iter().map(|(_, name)| (*name).to_owned()).collect();
        let to_choose = if names.len() > 1 { &names[..] } else { &[] };
        self.kind.fill(to_choose, at.unwrap_or(0));
        let labels: Vec<String> = match kind {
            // What each job took is its turnaround.
            Kind::Jobs => Vec::new(),
            _ => measure::of(scenario).map(Measure::axis).collect(),
        };
        self.y.fill(
            &labels,
            measure::of(scenario)
                .position(|metric| metric.key == choice.metric)
                .unwrap_or(0),
        );
        let sweep = &scenario.experiment.sweep;
        let axes: Vec<String> = sweep
            .iter()
            .map(|sweep| swept::axis(scenario, &sweep.parameter))
            .collect();
        self.x.fill(&axes, choice.x);
        let other = sweep.get(1 - choice.x.min(1)).filter(|_| sweep.len() > 1);
        let values = other.map_or(Vec::new(), |other| {
            let words = |value: &f64| {
                let unit = swept::unit(&other.parameter);
                format!(
                    "{} {}",
                    swept::name(scenario, &other.parameter),
                    number::quantity(*value, unit, Style::Plain)
                )
            };
            other.values.iter().map(words).collect()
        });
        self.fixed.fill(&values, choice.fixed);

        let swept = !sweep.is_empty();
        let each_job = (kind == Kind::Jobs)
            .then(|| curve_data::each_job(&view.plan, &view.results))
            .flatten();
        let chart = CurveChart {
            faded: view.faded,
            ..each_job.unwrap_or_else(|| curve_data::chart(&view.plan, &view.results, &choice))
        };
        let boxes = (kind == Kind::Boxes).then(|| BoxChart {
            faded: view.faded,
            ..box_plot::chart(&view.plan, &view.results, &choice)
        });
        let weights = (kind == Kind::Weights)
            .then(|| triangle::chart(&view.plan, &view.results, &choice))
            .flatten()
            .map(|chart| TriangleChart {
                faded: view.faded,
                ..chart
            });
        let drawn = swept || kind != Kind::Means;
        dom::show(&self.figure.root, true);
        dom::show(self.figure.surface.element(), drawn);
        dom::show(&self.bars, !drawn);
        if !drawn {
            bars::fill(&self.bars, &chart);
        }
        let how = match &boxes {
            Some(boxes) => format!(
                "{} of {} replications. Boxes reach from the first to the third quartile, with the median across, whiskers to \
                 the ends; CV: coefficient of variation.",
                boxes.y_label, scenario.experiment.replications
            ),
            None if kind == Kind::Weights => format!(
                "{}. Means over {} replications: a point for each choice of the three weights of a fuzzy priority; in a corner one weight is \
                 all. Ringed: the best.",
                chart.y_label, scenario.experiment.replications
            ),
            None if kind == Kind::Jobs => {
                let told = curve_data::job_by_job(&view.results);
                let runs = scenario.experiment.replications;
                format!("Each job of the first of {runs} replications by its arrival.{told}")
            }
            None => caption(&chart, scenario.experiment.replications, swept),
        };
        let left_out = curve_data::left_out(&view.results);
        dom::write(&self.figure.caption, &(how + &left_out));
        let words = match (&boxes, &weights) {
            (Some(boxes), _) => box_plot::summary(boxes),
            (_, Some(weights)) => triangle::summary(weights),
            _ if drawn => curves::summary(&chart),
            _ => bars::summary(&chart),
        };
        dom::write(&self.figure.summary, &words);
        self.figure.surface.describe(&words);
        {
            let mut state = self.state.borrow_mut();
            (state.chart, state.boxes, state.weights) = (chart, boxes, weights);
        }
        self.write_numbers();
        if drawn {
            self.redraw();
        }
    }

    /// The numbers of the figure, if they can be seen.
    fn write_numbers(&self) {
        let seen = self
            .numbers
            .parent_element()
            .is_some_and(|folded| folded.has_attribute("open"));
        if seen {
            let state = self.state.borrow();
            match (&state.boxes, &state.weights) {
                (Some(own), _) => {
                    numbers::write(&self.numbers, &own.y_label, &own.heads(), &own.rows());
                }
                (_, Some(own)) => {
                    numbers::write(&self.numbers, &own.z_label, &own.heads(), &own.rows());
                }
                _ => write_numbers(&self.numbers, &state.chart),
            }
        }
    }

    fn draw(&self) {
        let mut state = self.state.borrow_mut();
        let State { chart, cursor, .. } = &*state;
        let Some(width) = self.figure.surface.width() else {
            return;
        };
        if let Some(boxes) = &state.boxes {
            if let Some((mut backend, area, theme)) =
                self.figure.surface.begin(boxes.preferred_height())
            {
                let _ = box_plot::draw(&mut backend, area, boxes, &theme);
            }
            (state.layout, state.cursor) = (None, None);
            return;
        }
        if let Some(weights) = &state.weights {
            let height = weights.preferred_height(width);
            if let Some((mut backend, area, theme)) = self.figure.surface.begin(height) {
                let _ = triangle::draw(&mut backend, area, weights, &theme);
            }
            (state.layout, state.cursor) = (None, None);
            return;
        }
        let height = CurveLayout::preferred_height(
            chart,
            width,
            &crate::web::page::shell::theme::chart(1.0),
        );
        let Some((mut backend, area, theme)) = self.figure.surface.begin(height) else {
            return;
        };
        // A canvas refuses nothing that the chart draws.
        let layout = curve_draw::draw(&mut backend, area, chart, &theme, *cursor).ok();
        state.layout = layout;
    }
}

/// A point in words.
fn words(chart: &CurveChart, hit: Hit) -> Option<String> {
    let series = chart.series.get(hit.series)?;
    let point = series.points.get(hit.point)?;
    let value = match point.unstable {
        true => format!(
            "unstable, {}",
            number::quantity(point.y, &chart.y_unit, chart.y_style)
        ),
        false => number::with_interval(point.y, point.half_width(), &chart.y_unit, chart.y_style),
    };
    Some(match series.horizontal {
        true => format!("{}: {value} everywhere", series.name),
        false => format!(
            "{}: {value} at {}",
            series.name,
            number::quantity(point.x, &chart.x_unit, Style::Plain)
        ),
    })
}

fn caption(chart: &CurveChart, replications: u32, swept: bool) -> String {
    let points = chart.series.iter().flat_map(|series| &series.points);
    let intervals = if points.clone().any(|point| point.half_width() > 0.0) {
        " with 95 % confidence intervals"
    } else {
        ""
    };
    let of = match replications {
        1 => format!("One run each{intervals}"),
        several => format!("Means over {several} replications{intervals}"),
    };
    let mut caption = match swept {
        true => format!("{} against {}. {of}.", chart.y_label, chart.x_label),
        false => format!("{}. {of}.", chart.y_label),
    };
    if swept && chart.series.iter().any(|series| series.horizontal) {
        caption.push_str(" Dashed: does not depend on what is varied.");
    }
    if points.clone().any(|point| point.unstable) {
        caption.push_str(if swept {
            " Hollow: unstable"
        } else {
            " Unstable"
        });
        caption
            .push_str(": the queue grows without bound and the value with the length of the run.");
    }
    caption
}

/// The table of the figure: a row per x, a column per scheduler.
fn write_numbers(root: &Element, chart: &CurveChart) {
    let mut rows: Vec<f64> = chart
        .series
        .iter()
        .flat_map(|series| series.points.iter().map(|point| point.x))
        .collect();
    rows.sort_unstable_by(f64::total_cmp);
    rows.dedup();
    let label = |x: f64| match chart.x_label.is_empty() {
        true => String::new(),
        false => number::plain(x),
    };
    let rows = rows.iter().map(|&x| {
        let cell = |series: &crate::chart::curve::curves::Series| {
            let point = series.points.iter().find(|point| point.x == x);
            point.map_or(String::new(), |point| {
                let value = number::with_interval(point.y, point.half_width(), "", chart.y_style);
                match point.unstable {
                    true => format!("{value} (unstable)"),
                    false => value,
                }
            })
        };
        let cells = chart.series.iter().map(cell);
        std::iter::once(label(x)).chain(cells).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let names = chart.series.iter().map(|series| series.name.clone());
    let heads: Vec<String> = std::iter::once(chart.x_label.clone())
        .chain(names)
        .collect();
    numbers::write(root, &chart.y_label, &heads, &rows);
}
