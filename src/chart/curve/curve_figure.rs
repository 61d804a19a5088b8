//! Curves as a figure: means over a swept parameter, and the turnaround of each job.

use crate::chart::curve::curve_layout::{CurveLayout, Hit};
use crate::chart::curve::curves::{self, CurveChart, CurvePoint};
use crate::chart::curve::{curve_data, curve_draw, curve_family, curve_latex, curve_range};
use crate::chart::figure::{Baseline, Choice, Datum, Figure, FigureKind, Moving, Named, Scene, Step};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::legend::{Entry, Key};
use crate::chart::kit::theme::Theme;
use crate::export::table::Table;
use crate::scenario::Detail;
use crate::words::number::{self, Style};

/// Means: curves over a parameter.
pub const MEANS: FigureKind = FigureKind {
    name: "means",
    label: "means",
    file: ("curves", "Curves"),
    compares: true,
    build: |scene, choice| {
        let chart = curve_data::chart(scene.plan, scene.results, choice);
        Some(Box::new(CurveFigure::new(chart, scene, choice)))
    },
    report: |scene| {
        let charts = curve_family::of(scene).into_iter();
        charts.map(CurveFigure::boxed).collect()
    },
    ..FigureKind::PLAIN
};

/// Each job: a point for its turnaround by its arrival.
pub const JOBS: FigureKind = FigureKind {
    name: "jobs",
    label: "each job",
    file: ("curves", "Curves"),
    offered: |scenario| {
        let own = &scenario.experiment;
        own.detail == Detail::Jobs && own.sweep.is_empty()
    },
    usual: true,
    // What each job took is its turnaround.
    shows: |_| false,
    build: |scene, choice| {
        let chart = curve_data::each_job(scene.plan, scene.results, choice)?;
        Some(Box::new(CurveFigure::new(chart, scene, choice)))
    },
    report: |scene| {
        let chart = curve_data::each_job(scene.plan, scene.results, &Choice::default());
        chart.into_iter().map(CurveFigure::boxed).collect()
    },
    ..FigureKind::PLAIN
};

/// A chart of curves that can be shown and pointed at.
#[derive(Debug)]
pub struct CurveFigure {
    chart: CurveChart,
    /// Each value along x with the index of its point in the plan.
    points: Vec<(f64, usize)>,
    baseline: Option<Baseline>,
    /// Its own caption, if it has one.
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

    /// A chart alone, whose runs are not asked for.
    pub fn boxed(chart: CurveChart) -> Box<dyn Figure> {
        CurveFigure::with_caption(chart, "")
    }

    /// The same with a caption of its own.
    pub fn with_caption(chart: CurveChart, caption: &'static str) -> Box<dyn Figure> {
        Box::new(CurveFigure { chart, caption, points: Vec::new(), baseline: None, layout: None })
    }

    fn point(&self, Datum(series, point): Datum) -> Option<&CurvePoint> {
        self.chart.series.get(series)?.points.get(point)
    }

    /// What is compared, and how to read it.
    fn compared(&self, scene: &Scene) -> String {
        let against = self.baseline.and_then(|own| self.chart.series.get(own.scheduler));
        let name = against.map_or("", |series| &series.name);
        let replications = scene.scenario().experiment.replications;
        match self.points_beside(name).any(|point| point.ci95.is_finite()) {
            true => format!(
                "Paired over {replications} replications of the same jobs, with 95 % confidence intervals: one across the line shows no \
                 difference"
            ),
            false => "On the same jobs, without an interval: that takes two replications or more of which this measure is kept"
                .to_owned(),
        }
    }

    /// The points of all series but the one of a name.
    fn points_beside(&self, name: &str) -> impl Iterator<Item = &CurvePoint> {
        let others = self.chart.series.iter().filter(move |own| own.name != name);
        others.flat_map(|series| &series.points)
    }

    /// Whether there is something along x.
    fn has_axis(&self) -> bool {
        !self.chart.x_label.is_empty()
    }

    fn means(&self, scene: &Scene) -> String {
        let chart = &self.chart;
        let points = || chart.series.iter().flat_map(|series| &series.points);
        let intervals = match points().any(|point| point.half_width() > 0.0) {
            true => " with 95 % confidence intervals",
            false => "",
        };
        let of = match self.baseline {
            Some(_) => self.compared(scene),
            None => scene.means() + intervals,
        };
        let mut caption = match self.has_axis() {
            true => format!("{} against {}. {of}.", chart.y_label, chart.x_label),
            false => format!("{}. {of}.", chart.y_label),
        };
        let level = chart.shown().filter(|(_, series)| series.horizontal);
        let level: Vec<&str> = level.map(|(_, series)| &*series.name).collect();
        if self.baseline.is_none() && self.has_axis() && !level.is_empty() {
            let names = level.join(", ");
            caption.push_str(&format!(" Not affected by what is varied: {names}."));
        }
        if chart.shown().any(|(_, own)| !own.published.is_empty()) {
            caption.push_str(" Large and hollow: as published.");
        }
        if points().any(|point| point.unstable) {
            let mark = if self.has_axis() { "Hollow" } else { "No result" };
            caption.push_str(&format!(
                " {mark}: {}: the queue grows without bound and the value with the length of the run.",
                chart.unstable()
            ));
        }
        caption
    }
}

impl Figure for CurveFigure {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        CurveLayout::preferred_height(&self.chart, width, theme)
    }

    fn summary(&self) -> String {
        curves::summary(&self.chart)
    }

    fn moving(&mut self) -> Option<Moving<'_>> {
        let CurveChart { x_label, y_label, series, .. } = &mut self.chart;
        let mut moving = Moving { of: vec![x_label.as_str(), y_label.as_str()], values: Vec::new() };
        for own in series {
            moving.of.push(&own.name);
            let points = own.points.iter_mut();
            let values = points.flat_map(|own| [&mut own.x, &mut own.y, &mut own.ci95]);
            moving.values.extend(values);
        }
        Some(moving)
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        self.layout = Some(curve_draw::draw(device, area, &self.chart, theme)?);
        Ok(())
    }

    fn caption(&self, scene: &Scene) -> String {
        if !self.caption.is_empty() {
            return self.caption.to_owned();
        }
        if self.chart.scattered {
            let paired = curve_data::job_by_job(scene.plan, scene.results);
            let runs = scene.scenario().experiment.replications;
            return format!("Each job of the first of {runs} replications by its arrival.{paired}");
        }
        self.means(scene)
    }

    /// A row per x, a column per series.
    fn numbers(&self) -> Result<Table, String> {
        let chart = &self.chart;
        let points = chart.series.iter().flat_map(|series| &series.points);
        let mut places: Vec<f64> = points.map(|point| point.x).collect();
        places.sort_unstable_by(f64::total_cmp);
        places.dedup();
        let label = |x: f64| match self.has_axis() {
            true => number::plain(x),
            false => String::new(),
        };
        let cell = |point: &CurvePoint| {
            let value = number::with_interval(point.y, point.half_width(), "", chart.y_style);
            match point.unstable {
                true => format!("{value} ({})", chart.unstable()),
                false => value,
            }
        };
        let row = |x: f64| {
            let cells = chart.series.iter().map(|series| {
                // Of several the last: where shares add up, the highest.
                let point = series.points.iter().rfind(|point| point.x == x);
                let cell = point.map_or(String::new(), cell);
                cell + &chart.published(series, x, "")
            });
            std::iter::once(label(x)).chain(cells).collect()
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
        self.has_axis().then(|| curve_latex::figure(&self.chart, source))
    }

    fn bars(&self) -> Option<&CurveChart> {
        (!self.has_axis()).then_some(&self.chart)
    }

    fn at(&self, pixel: Point) -> Option<Datum> {
        let layout = self.layout.as_ref()?;
        // Between the curves the values at the nearest x are read out; of single jobs only those that are met.
        let in_column = || layout.in_column(pixel).filter(|_| !self.chart.scattered);
        layout.nearest(pixel).or_else(in_column).map(datum)
    }

    fn step(&self, from: Option<Datum>, step: Step) -> Option<Datum> {
        let layout = self.layout.as_ref()?;
        layout.step(from.map(hit), step).map(datum)
    }

    fn read_out(&self, datum: Datum) -> Option<String> {
        let chart = &self.chart;
        let series = chart.series.get(datum.0)?;
        let point = self.point(datum)?;
        let value = match point.unstable {
            true => format!("{}, {}", chart.unstable(), number::quantity(point.y, &chart.y_unit, chart.y_style)),
            false => number::with_interval(point.y, point.half_width(), &chart.y_unit, chart.y_style),
        };
        let at = match series.horizontal {
            true => " everywhere".to_owned(),
            false => {
                let x = number::quantity(point.x, &chart.x_unit, Style::Plain);
                format!(" at {x}")
            }
        };
        let published = chart.published(series, point.x, &chart.y_unit);
        Some(format!("{}: {value}{at}{published}", series.name))
    }

    fn mark(&self, device: &mut dyn Device, theme: &Theme, datum: Datum) -> Drawn {
        match &self.layout {
            Some(layout) => curve_draw::cursor(device, layout, &self.chart, theme, hit(datum)),
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

    /// One that is left out has nothing to show: all others stay as they are.
    fn emphasise(&self, device: &mut dyn Device, theme: &Theme, series: usize) -> Drawn {
        let shown = self.chart.shown().any(|(index, _)| index == series);
        match self.layout.as_ref().filter(|_| shown) {
            Some(layout) => curve_draw::emphasise(device, layout, &self.chart, theme, series),
            None => Ok(()),
        }
    }

    fn can_be_log(&self) -> bool {
        self.has_axis() && curve_range::positive(&self.chart)
    }

    fn run(&self, datum: Datum) -> Option<(usize, usize)> {
        let x = self.point(datum)?.x;
        let mut points = self.points.iter();
        let own = points.find(|(value, _)| *value == x);
        let (_, point) = own.or(self.points.first())?;
        Some((*point, datum.0))
    }
}

fn hit(Datum(series, point): Datum) -> Hit {
    Hit { series, point }
}

fn datum(hit: Hit) -> Datum {
    Datum(hit.series, hit.point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::curve::curves::Series;
    use crate::chart::kit::recorder::Recorder;
    use crate::experiment::{self, Plan, Results};
    use crate::scenario::Scenario;
    use std::sync::Arc;

    fn small() -> (Plan, Results) {
        let text = r#"{"workload": {"jobs_per_cluster": 60}, "schedulers": ["no-share", "first-fit"],
            "experiment": {"replications": 2, "sweep": [{"parameter": "workload.bsbw_mbps", "values": [300, 600]}]}}"#;
        let scenario = Scenario::from_json(text).unwrap();
        let results = experiment::run(&scenario, None).unwrap();
        (Plan::new(&scenario).unwrap(), results)
    }

    /// One job is faster by 5 s, three take as long, one is slower: no larger difference than 0 have four of five.
    #[test]
    fn of_equal_values_the_highest_share_counts() {
        let points = [(-5.0, 0.2), (0.0, 0.4), (0.0, 0.6), (0.0, 0.8), (3.0, 1.0)];
        let points = points.map(|(x, y)| CurvePoint { x, y, ..CurvePoint::default() });
        let chart = CurveChart {
            x_label: "Difference [s]".into(),
            y_style: Style::Percent,
            series: vec![Series { points: points.to_vec(), ..Series::default() }],
            ..CurveChart::default()
        };
        let table = CurveFigure::boxed(chart).numbers().unwrap();
        assert_eq!(table.rows, [["−5", "20 %"], ["0", "80 %"], ["3", "100 %"]]);
    }

    #[test]
    fn the_legend_names_each_series_where_its_entry_stands() {
        let (plan, results) = small();
        let choice = Choice { hidden: 0b10, ..Choice::default() };
        let mut figure = (MEANS.build)(&Scene::of(&plan, &results), &choice).unwrap();
        assert!(figure.legend().is_empty(), "it is not drawn yet");
        let area = Area::sized(800.0, 400.0);
        let theme = Theme::light(1.0);
        figure.draw(&mut Recorder::new(800, 400), area, &theme).unwrap();
        let named = figure.legend();
        let all: Vec<(&str, bool)> = named.iter().map(|own| (own.name, own.hidden)).collect();
        assert_eq!(all, [("No share", false), ("First-fit", true)]);
        for own in named {
            assert_eq!(figure.legend_at(own.area.centre()), Some(own.series));
            let mut over = Recorder::new(800, 400);
            figure.emphasise(&mut over, &theme, own.series).unwrap();
            assert_eq!(over.calls.is_empty(), own.hidden);
        }
    }

    /// First-fit is unstable, No share is not: alone neither is said of the other, compared it may be either.
    #[test]
    fn what_is_unstable_and_what_is_compared_with_it() {
        let (plan, mut results) = small();
        for point in &mut results.points {
            Arc::make_mut(point).results[1].unstable = true;
        }
        let scene = Scene::of(&plan, &results);
        let words = |baseline| {
            let choice = Choice { baseline, ..Choice::default() };
            let figure = (MEANS.build)(&scene, &choice).unwrap();
            let rows = figure.numbers().unwrap().rows.concat().join("; ");
            [figure.caption(&scene), figure.summary(), rows]
        };
        let alone = words(None);
        assert!(alone[0].contains(" Hollow: unstable: the queue"), "{}", alone[0]);
        assert!(alone[0].contains(" Not affected by what is varied: No share."), "{}", alone[0]);
        let compared = words(Some(Baseline { scheduler: 1, ratio: false }));
        assert!(!compared[0].contains("Not affected"));
        for text in compared {
            let either = text.matches("one of both unstable").count();
            assert!(either > 0, "{text}");
            assert_eq!(text.matches("unstable").count(), either, "{text}");
        }
    }
}
