//! The curve chart as a figure: means over a swept parameter, or the turnaround of each job. Captions, tables, and pointing at
//! points by pointer and arrow keys.

use crate::chart::curve::dots::{self, DotFigure};
use crate::chart::curve::layout::{CurveLayout, Mark};
use crate::chart::curve::{CurveChart, CurvePoint, draw, latex, results};
use crate::chart::figure::{Baseline, Choice, Datum, Figure, FigureKind, Moving, Named, Scene, Step};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::legend::{Entry, Key};
use crate::chart::kit::theme::Theme;
use crate::export::table::Table;
use crate::scenario::Detail;
use crate::words::number::{self, Style};

/// Maximum distance between the pointer and the point it selects, in CSS pixels.
const REACH: f64 = 36.0;

/// Means over a parameter.
pub const MEANS: FigureKind = FigureKind {
    name: "means",
    label: "means",
    file: ("curves", "Curves"),
    compares: true,
    build: |scene, choice| {
        let chart = results::chart_after(scene, choice);
        Some(match chart.x_label.is_empty() {
            true => Box::new(DotFigure::new(chart, scene, choice, 0)),
            false => Box::new(CurveFigure::new(chart, scene, choice)),
        })
    },
    report: |scene| results::reported(scene).into_iter().map(CurveFigure::boxed).collect(),
    ..FigureKind::PLAIN
};

/// Means at one value of the parameter, ranked: the curves of many schedulers would hide each other.
pub const RANKS: FigureKind = FigureKind {
    name: "ranks",
    label: "ranking",
    file: ("ranks", "Ranking"),
    // Two values are no curve that could hide others.
    offered: |scenario| {
        let is_swept = scenario.experiment.sweep.iter().any(|own| own.values.len() > 2);
        is_swept && scenario.schedulers.len() > dots::MOST_UNRANKED
    },
    usual: true,
    compares: true,
    build: |scene, choice| {
        let (chart, at) = results::at_one_point(scene, choice)?;
        Some(Box::new(DotFigure::new(chart, scene, choice, at)))
    },
    ..FigureKind::PLAIN
};

/// A point for each job: turnaround against arrival.
pub const JOBS: FigureKind = FigureKind {
    name: "jobs",
    label: "each job",
    file: ("curves", "Curves"),
    offered: |scenario| {
        let own = &scenario.experiment;
        own.detail == Detail::Jobs && own.sweep.is_empty()
    },
    usual: true,
    // Turnaround is the only measure of single jobs.
    shows: |_| false,
    build: |scene, choice| {
        let chart = results::each_job(scene.plan, scene.results, choice)?;
        Some(Box::new(CurveFigure::new(chart, scene, choice)))
    },
    report: |scene| {
        let chart = results::each_job(scene.plan, scene.results, &Choice::default());
        chart.into_iter().map(CurveFigure::boxed).collect()
    },
    ..FigureKind::PLAIN
};

/// A curve chart that can be shown and pointed at.
#[derive(Debug)]
pub struct CurveFigure {
    chart: CurveChart,
    /// Each value of x with the index of its point in the plan.
    points: Vec<(f64, usize)>,
    baseline: Option<Baseline>,
    /// Caption of this chart; empty for the usual caption.
    caption: &'static str,
    layout: Option<CurveLayout>,
}

impl CurveFigure {
    fn new(chart: CurveChart, scene: &Scene, choice: &Choice) -> CurveFigure {
        let scenario = scene.scenario();
        let choice = choice.within(scenario);
        let sweep = scenario.experiment.sweep.get(choice.x);
        let values = sweep.map_or(&[f64::NAN][..], |sweep| &sweep.values);
        CurveFigure {
            points: values.iter().copied().zip(choice.points(scenario)).collect(),
            chart: CurveChart { title: scene.title.to_owned(), faded: scene.faded, ..chart },
            baseline: choice.baseline,
            caption: "",
            layout: None,
        }
    }

    /// A chart without links to its runs.
    pub fn boxed(chart: CurveChart) -> Box<dyn Figure> {
        CurveFigure::with_caption(chart, "")
    }

    /// A chart with a caption of its own and without links to its runs.
    pub fn with_caption(chart: CurveChart, caption: &'static str) -> Box<dyn Figure> {
        Box::new(CurveFigure { chart, caption, points: Vec::new(), baseline: None, layout: None })
    }

    fn point(&self, Datum(series, point): Datum) -> Option<&CurvePoint> {
        self.chart.series.get(series)?.points.get(point)
    }
}

impl Figure for CurveFigure {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        CurveLayout::preferred_height(&self.chart, width, theme)
    }

    fn summary(&self) -> String {
        self.chart.summary()
    }

    fn moving(&mut self) -> Option<Moving<'_>> {
        Some(self.chart.moving())
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        self.layout = Some(draw::draw(device, area, &self.chart, theme)?);
        Ok(())
    }

    fn caption(&self, scene: &Scene) -> String {
        let chart = &self.chart;
        if !self.caption.is_empty() {
            return self.caption.to_owned();
        }
        if chart.scattered {
            let paired = results::job_by_job(scene.plan, scene.results);
            let run = match scene.is_sample() {
                true => format!("the first of {} replications", scene.scenario().experiment.replications),
                false => "the run".to_owned(),
            };
            return format!("Each job of {run} by its arrival.{paired}");
        }
        let runs = results::runs(chart, self.baseline, scene);
        let mut caption = format!("{} against {}. {runs}.", chart.y_label, chart.x_label);
        let level = chart.shown().filter(|(_, series)| series.horizontal);
        let level: Vec<&str> = level.map(|(_, series)| &*series.name).collect();
        if self.baseline.is_none() && !level.is_empty() {
            caption.push_str(&format!(" The same at every value: {}.", level.join(", ")));
        }
        if chart.shown().any(|(_, own)| !own.published.is_empty()) {
            caption.push_str(" Large and hollow: as published.");
        }
        if chart.points().any(|point| point.unstable) {
            caption.push_str(&format!(
                " Hollow: {}: the queue grows without bound and the value with the length of the run.",
                chart.unstable()
            ));
        }
        caption
    }

    /// A row per x, a column per series.
    fn numbers(&self) -> Result<Table, String> {
        let chart = &self.chart;
        let mut places: Vec<f64> = chart.points().map(|point| point.x).collect();
        places.sort_unstable_by(f64::total_cmp);
        places.dedup();
        let cell = |point: &CurvePoint| {
            let value = number::with_interval(point.y, point.half_width(), "", chart.y_style);
            match point.unstable {
                true => format!("{value} ({})", chart.unstable()),
                false => value,
            }
        };
        let row = |x: f64| {
            let cells = chart.series.iter().map(|series| {
                // If several points have the same x, the table has the last of these points: in cumulative shares, the
                // highest.
                let point = series.points.iter().rfind(|point| point.x == x);
                point.map_or(String::new(), cell) + &chart.published(series, x, "")
            });
            std::iter::once(number::plain(x)).chain(cells).collect()
        };
        let names = chart.series.iter().map(|series| series.name.clone());
        Ok(Table {
            title: chart.y_label.clone(),
            heads: std::iter::once(chart.x_label.clone()).chain(names).collect(),
            rows: places.into_iter().map(row).collect(),
            ..Table::default()
        })
    }

    fn latex(&self, source: &str) -> Option<String> {
        Some(latex::figure(&self.chart, source))
    }

    fn at(&self, pixel: Point) -> Option<Datum> {
        let layout = self.layout.as_ref()?;
        // If the pointer is between curves, the point at the nearest x is read out. If points are single jobs, only a
        // job close to the pointer is read out.
        let in_column = || layout.in_column(pixel).filter(|_| !self.chart.scattered);
        layout.nearest(pixel).or_else(in_column)
    }

    fn step(&self, from: Option<Datum>, step: Step) -> Option<Datum> {
        self.layout.as_ref()?.step(from, step)
    }

    fn read_out(&self, datum: Datum) -> Option<String> {
        let chart = &self.chart;
        let series = chart.series.get(datum.0)?;
        let point = self.point(datum)?;
        let mut value = chart.value(point);
        if point.unstable {
            value = format!("{value}, {}", number::quantity(point.y, &chart.y_unit, chart.y_style));
        }
        let at = match series.horizontal {
            true => " everywhere".to_owned(),
            false => format!(" at {}", number::quantity(point.x, &chart.x_unit, Style::Plain)),
        };
        let published = chart.published(series, point.x, &chart.y_unit);
        Some(format!("{}: {value}{at}{published}", series.name))
    }

    fn mark(&self, device: &mut dyn Device, theme: &Theme, datum: Datum) -> Drawn {
        match &self.layout {
            Some(layout) => draw::cursor(device, layout, &self.chart, theme, datum),
            None => Ok(()),
        }
    }

    fn legend_at(&self, pixel: Point) -> Option<usize> {
        self.layout.as_ref()?.legend_at(pixel)
    }

    fn legend(&self) -> Vec<Named<'_>> {
        let named = |entry: &Entry| {
            let Key::Series(series) = entry.key else {
                return None;
            };
            let own = self.chart.series.get(series)?;
            Some(Named { series, name: &own.name, hidden: own.hidden, area: entry.area })
        };
        let entries = self.layout.iter().flat_map(|layout| &layout.legend);
        entries.filter_map(named).collect()
    }

    /// Draws nothing for a hidden series.
    fn emphasise(&self, device: &mut dyn Device, theme: &Theme, series: usize) -> Drawn {
        let shown = self.chart.shown().any(|(index, _)| index == series);
        match self.layout.as_ref().filter(|_| shown) {
            Some(layout) => draw::paint(device, layout, &self.chart, theme, Some(series)),
            None => Ok(()),
        }
    }

    fn can_be_log(&self) -> bool {
        self.chart.is_positive()
    }

    fn run(&self, datum: Datum) -> Option<(usize, usize)> {
        let x = self.point(datum)?.x;
        let mut points = self.points.iter();
        let own = points.find(|(value, _)| *value == x);
        let (_, point) = own.or(self.points.first())?;
        Some((*point, datum.0))
    }
}

impl CurveLayout {
    /// The points, and a place in the middle of the plot for each baseline.
    fn targets(&self) -> impl Iterator<Item = (Point, Datum)> {
        let marks = self.marks.iter().map(|own| (own.at, own.datum));
        let middle = self.plot.centre().0;
        marks.chain(self.baselines.iter().map(move |own| ((middle, own.y), own.datum)))
    }

    /// The point or baseline nearest to a pixel, within reach.
    pub fn nearest(&self, at: Point) -> Option<Datum> {
        let marks = self.marks.iter().map(|own| {
            let (dx, dy) = (own.at.0 - at.0, own.at.1 - at.1);
            ((dx * dx + dy * dy).sqrt(), own.datum)
        });
        // A baseline exists at every x, so the pointer must be closer to a baseline than to a point.
        let across = at.0 >= self.plot.x0 && at.0 <= self.plot.x1;
        let lines = self.baselines.iter().filter(|_| across).map(|own| ((own.y - at.1).abs() * 3.0, own.datum));
        let near = marks.chain(lines).filter(|(distance, _)| *distance <= REACH * self.scale);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, datum)| datum)
    }

    /// Among the points with the x nearest to a pixel of the plot: the point nearest in height.
    pub fn in_column(&self, at: Point) -> Option<Datum> {
        if !self.plot.contains(at) {
            return None;
        }
        let across = |mark: &&Mark| (mark.at.0 - at.0).abs();
        let nearest = self.marks.iter().min_by(|a, b| across(a).total_cmp(&across(b)))?;
        let column = self.marks.iter().filter(|own| (own.at.0 - nearest.at.0).abs() < self.scale);
        let up = |mark: &&Mark| (mark.at.1 - at.1).abs();
        column.min_by(|a, b| up(a).total_cmp(&up(b))).map(|own| own.datum)
    }

    /// The series whose entry in the legend is at a pixel.
    pub fn legend_at(&self, at: Point) -> Option<usize> {
        let entry = self.legend.iter().find(|e| e.area.contains(at))?;
        match entry.key {
            Key::Series(series) => Some(series),
            _ => None,
        }
    }

    /// The pixel of a point.
    pub fn position(&self, datum: Datum) -> Option<Point> {
        self.targets().find(|own| own.1 == datum).map(|(at, _)| at)
    }

    /// The next point in a direction, for the arrow keys; the first point without a start.
    pub fn step(&self, from: Option<Datum>, step: Step) -> Option<Datum> {
        let start = from.and_then(|datum| Some((self.position(datum)?, datum)));
        let Some((at, datum)) = start else {
            return self.targets().next().map(|(_, datum)| datum);
        };
        // Baselines belong to no column of points: the keys Up and Down reach a baseline from any column.
        let is_line = |own: Datum| self.baselines.iter().any(|line| line.datum == own);
        let next = match step {
            Step::Left | Step::Right => {
                let sign = if step == Step::Right { 1.0 } else { -1.0 };
                let same = self.targets().filter(|(p, own)| own.0 == datum.0 && (p.0 - at.0) * sign > 0.0);
                same.min_by(|a, b| (a.0.0 * sign).total_cmp(&(b.0.0 * sign)))
            }
            Step::Up | Step::Down => {
                let sign = if step == Step::Down { 1.0 } else { -1.0 };
                let column = |p: Point| (p.0 - at.0).abs();
                let others = self.targets().filter(|(p, own)| own.0 != datum.0 && (p.1 - at.1) * sign > 0.0);
                let near = others.filter(|(p, own)| is_line(*own) || is_line(datum) || column(*p) < 2.0 * self.scale);
                near.min_by(|a, b| {
                    let by_height = (a.0.1 * sign).total_cmp(&(b.0.1 * sign));
                    by_height.then(column(a.0).total_cmp(&column(b.0)))
                })
            }
        };
        Some(next.map_or(datum, |(_, datum)| datum))
    }
}

#[cfg(test)]
mod tests;
