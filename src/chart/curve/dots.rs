//! Dot plot of a measure when nothing is swept: a row per scheduler with its value and its 95 % interval. Values that are
//! compared with a baseline lie left or right of 0.

use crate::chart::curve::results::{self, name_of, result_of};
use crate::chart::curve::{CurveChart, CurvePoint, Series, padded};
use crate::chart::figure::{Baseline, Choice, Datum, Figure, Moving, Scene, Step};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::{Axis, span};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::heading::{self, Heading};
use crate::chart::kit::marker::{Fill, Marker};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::read_out;
use crate::chart::kit::text::{self, LABEL, TICK};
use crate::chart::kit::theme::{Colour, Theme};
use crate::experiment::{Against, holm, measure};
use crate::export::table::Table;
use crate::models::measure::Better;
use crate::words::number;

/// Padding inside the figure \[CSS px\].
const PAD: f64 = 10.0;
/// Font size of names and values \[CSS px\].
const SIZE: f64 = 13.5;
/// Radius of a dot, and of a published value around it \[CSS px\].
const DOT: f64 = 6.0;
const PUBLISHED: f64 = 10.0;
/// Up to this number of series, rows are in the order of the scenario; more are ranked by their values.
pub(super) const MOST_UNRANKED: usize = 8;
/// Heights of a row \[CSS px\]: with the name above the dot, and with the name beside the dot.
const ROW: [f64; 2] = [50.0, 34.0];
/// Names are beside the dots in a figure of at least this width \[CSS px\].
const WIDE: f64 = 520.0;
/// Least probability of a difference that is not shown.
const LEVEL: f64 = 0.05;
/// Height of the axis with its labels \[CSS px\].
const AXIS: f64 = 44.0;

/// A dot plot of the series' first points.
#[derive(Debug)]
pub struct DotFigure {
    chart: CurveChart,
    baseline: Option<Baseline>,
    /// Statement about the difference to the baseline, per series; empty without a baseline.
    words: Vec<String>,
    better: Better,
    /// Index of the shown point in the plan.
    at: usize,
    layout: Option<DotLayout>,
}

/// Positions of a drawn plot.
#[derive(Debug)]
struct DotLayout {
    canvas: Area,
    plot: Area,
    axis: Axis,
    /// The row of each series.
    rows: Vec<Area>,
    /// True if names and values are beside the dots.
    wide: bool,
}

impl DotFigure {
    /// The plot of a chart without an x axis, of one point of the plan.
    pub(super) fn new(chart: CurveChart, scene: &Scene, choice: &Choice, at: usize) -> DotFigure {
        let choice = choice.within(scene.scenario());
        let metric = measure::find(choice.metric);
        let point = scene.results.points.get(at);
        let words = |baseline: Baseline| {
            let run = |series: usize| result_of(point?, &name_of(scene.plan, series));
            let of = |series: usize| {
                let (own, other) = (run(series)?, run(baseline.scheduler)?);
                (series != baseline.scheduler).then(|| Against::of(own, other, metric))
            };
            in_words(&(0..chart.series.len()).map(of).collect::<Vec<_>>(), metric.better)
        };
        DotFigure {
            words: choice.baseline.map_or_else(Vec::new, words),
            chart: CurveChart { title: scene.title.to_owned(), faded: scene.faded, ..chart },
            baseline: choice.baseline,
            better: metric.better,
            at,
            layout: None,
        }
    }

    /// True if several schedulers are compared with the baseline.
    fn compares_several(&self) -> bool {
        self.words.iter().filter(|words| !words.is_empty()).count() > 1
    }

    /// The plot of a chart that compares nothing.
    #[cfg(test)]
    pub(in crate::chart) fn of(chart: CurveChart) -> DotFigure {
        DotFigure { chart, baseline: None, words: Vec::new(), better: Better::Neither, at: 0, layout: None }
    }

    /// The value of a series, if it has one.
    fn point(&self, series: usize) -> Option<&CurvePoint> {
        self.chart.series.get(series)?.points.first().filter(|point| point.y.is_finite())
    }

    /// Text of a value: "3412 ± 310 s".
    fn value(&self, series: usize) -> String {
        self.point(series).map_or_else(|| "–".to_owned(), |point| self.chart.value(point))
    }

    /// Text of a series: name, value, published value and statement about the difference.
    fn in_words(&self, index: usize, series: &Series) -> String {
        let published = self.chart.published(series, 0.0, &self.chart.y_unit);
        let words = self.words.get(index).filter(|words| !words.is_empty());
        let words = words.map_or_else(String::new, |words| format!(" ({words})"));
        format!("{} {}{published}{words}", series.name, self.value(index))
    }

    /// Range of the axis: stable values with their intervals; 0 in a comparison. Without a stable value, all values.
    fn range(&self) -> (f64, f64) {
        let points = || self.chart.points().filter(|point| point.y.is_finite());
        let ends = |point: &CurvePoint| [point.y - point.half_width(), point.y + point.half_width()];
        let stable = points().filter(|point| !point.unstable).flat_map(ends);
        let published = self.chart.series.iter().flat_map(|own| &own.published).map(|own| own.y);
        let zero = self.baseline.filter(|own| !own.ratio).map(|_| 0.0);
        let found = span(stable.chain(published).chain(zero)).or_else(|| span(points().map(|point| point.y)));
        let (low, high) = found.unwrap_or((0.0, 1.0));
        // An interval of a positive value may extend below 0; the axis does not.
        let positive = self.baseline.is_none() && points().all(|point| point.y >= 0.0);
        padded((if positive { low.max(0.0) } else { low }, high), false)
    }

    /// The row of each series: in the order of the scenario, or, for many series, with the smallest value first. Series
    /// without a value come last.
    fn ranks(&self) -> Vec<usize> {
        let count = self.chart.series.len();
        let mut order: Vec<usize> = (0..count).collect();
        if count > MOST_UNRANKED {
            let value = |series: &usize| self.point(*series).map_or(f64::INFINITY, |point| point.y);
            order.sort_by(|a, b| value(a).total_cmp(&value(b)));
        }
        let mut ranks = vec![0; count];
        for (rank, &series) in order.iter().enumerate() {
            if let Some(own) = ranks.get_mut(series) {
                *own = rank;
            }
        }
        ranks
    }

    fn lay_out(&self, inner: &Area, theme: &Theme) -> DotLayout {
        let px = |css: f64| theme.px(css);
        let wide = inner.width() >= px(WIDE);
        let face = Type::regular(SIZE, theme.ink);
        let count = self.chart.series.len();
        let widest = |texts: &mut dyn Iterator<Item = String>| {
            texts.map(|text| face.width(&text, theme)).fold(0.0, f64::max) + px(14.0)
        };
        let (left, right) = match wide {
            true => (
                widest(&mut self.chart.series.iter().map(|own| own.name.clone())).min(inner.width() * 0.34),
                widest(&mut (0..count).map(|series| self.value(series))).min(inner.width() * 0.3),
            ),
            false => (px(DOT), px(DOT)),
        };
        let top = inner.y0 + Type::regular(LABEL, theme.ink).height(theme) + px(4.0);
        let plot = Area::new(inner.x0 + left, top, inner.x1 - right, (inner.y1 - px(AXIS)).max(top));
        let each = plot.height() / count.max(1) as f64;
        let ranks = self.ranks();
        let row = |index: usize| {
            let y = plot.y0 + ranks.get(index).copied().unwrap_or(index) as f64 * each;
            Area::new(inner.x0, y, inner.x1, y + each)
        };
        DotLayout {
            canvas: *inner,
            plot,
            axis: Axis::new(self.range(), (plot.x0, plot.x1), false),
            rows: (0..count).map(row).collect(),
            wide,
        }
    }

    fn colour(&self, series: &Series, theme: &Theme) -> Colour {
        let colour = theme.series(series.look.colour);
        match self.chart.faded || series.set_apart {
            true => theme.faded(colour),
            false => colour,
        }
    }

    /// Grid, axis and, in a comparison, the line of no difference with the better side named.
    fn scale(&self, pen: &mut Pen, layout: &DotLayout, theme: &Theme) -> Drawn {
        let (plot, px) = (&layout.plot, |css: f64| theme.px(css));
        let face = Type::regular(TICK, theme.muted);
        let count = (plot.width() / px(90.0)).clamp(1.0, 8.0) as usize;
        let below = plot.y1 + px(6.0) + face.height(theme) / 2.0;
        for tick in layout.axis.ticks(count, self.chart.y_style) {
            let x = layout.axis.to_px(tick.value);
            pen.down(x, plot.y0, plot.y1, 1.0, theme.grid)?;
            pen.text(&tick.label, (x, below), Align::Centre, face)?;
        }
        pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)?;
        let Some(baseline) = self.baseline else { return Ok(()) };
        let neutral = layout.axis.to_px(if baseline.ratio { 1.0 } else { 0.0 });
        if neutral >= plot.x0 && neutral <= plot.x1 {
            pen.down(neutral, plot.y0, plot.y1, 1.5, theme.muted)?;
        }
        let (less, more) = match self.better {
            Better::Lower => ("← better", "worse →"),
            Better::Higher => ("← worse", "better →"),
            Better::Neither => ("← less", "more →"),
        };
        let y = below + face.height(theme) * 1.2;
        pen.text(less, (plot.x0, y), Align::Left, face)?;
        pen.text(more, (plot.x1, y), Align::Right, face)
    }

    /// A row: name, interval, dot and value.
    fn row(&self, pen: &mut Pen, layout: &DotLayout, series: usize, theme: &Theme) -> Drawn {
        let (Some(own), Some(row)) = (self.chart.series.get(series), layout.rows.get(series)) else {
            return Ok(());
        };
        let (plot, px) = (&layout.plot, |css: f64| theme.px(css));
        let ink = if self.chart.faded { theme.faded(theme.ink) } else { theme.ink };
        let face = Type::regular(SIZE, ink);
        let value = self.value(series);
        let middle = row.centre().1;
        let (line, y) = match layout.wide {
            true => (middle, middle),
            false => (row.y0 + face.height(theme) * 0.7, middle + face.height(theme) * 0.6),
        };
        let room = match layout.wide {
            true => plot.x0 - row.x0 - px(12.0),
            false => row.width() - face.width(&value, theme) - px(10.0),
        };
        let name = text::fit(&own.name, theme.letters(SIZE), false, room);
        pen.text(&name, (row.x0, line), Align::Left, face)?;
        pen.text(&value, (row.x1, line), Align::Right, face)?;
        let Some(point) = self.point(series) else { return Ok(()) };
        let colour = self.colour(own, theme);
        let place = |value: f64| layout.axis.to_px(value).clamp(plot.x0, plot.x1);
        let half = point.half_width();
        if half > 0.0 && !point.unstable {
            let [low, high] = [point.y - half, point.y + half].map(place);
            pen.across(low, high, y, 2.5, colour)?;
            for end in [low, high] {
                pen.down(end, y - px(5.0), y + px(5.0), 2.0, colour)?;
            }
        }
        let fill = match point.unstable || point.unfinished || self.baseline.is_some_and(|own| own.scheduler == series)
        {
            true => Fill::Hollow,
            false => Fill::Solid,
        };
        for published in own.published.iter().filter(|own| own.y.is_finite()) {
            Marker::Circle.draw(pen, (place(published.y), y), PUBLISHED, Fill::Open, theme.muted)?;
        }
        Marker::of(own.look.marker).draw(pen, (place(point.y), y), DOT, fill, colour)
    }
}

/// Statements about the differences to a baseline. A difference that several comparisons may show by chance is not shown
/// (Holm), and the reason is said if there is no interval.
fn in_words(all: &[Option<Against>], better: Better) -> Vec<String> {
    let known: Vec<f64> = all.iter().flatten().filter_map(|own| own.p).collect();
    let mut raised = holm(&known).into_iter();
    let mut words = |own: &Against| {
        let raised = own.p.and_then(|_| raised.next());
        let by_chance = own.p.is_some_and(|p| p < LEVEL) && raised.is_some_and(|raised| raised >= LEVEL);
        match own.why {
            _ if by_chance => "no difference shown (Holm)".to_owned(),
            Some(why) if own.same_jobs() => format!("no interval: {}", why.words()),
            _ => own.words(better).to_owned(),
        }
    };
    all.iter().map(|own| own.as_ref().map_or_else(String::new, &mut words)).collect()
}

impl Figure for DotFigure {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        let room = width - 2.0 * PAD;
        let row = ROW[usize::from(room >= WIDE)] * theme.least_text.max(SIZE) / SIZE;
        let label = LABEL * 1.4 + 4.0;
        Heading::height(&self.chart.title, room, theme)
            + 2.0 * PAD
            + label
            + row * self.chart.series.len() as f64
            + AXIS
    }

    fn summary(&self) -> String {
        let label = match self.chart.y_label.as_str() {
            "" => "The metric",
            label => label,
        };
        let all = self.chart.series.iter().enumerate().filter(|(index, _)| self.point(*index).is_some());
        let parts: Vec<String> = all.map(|(index, own)| self.in_words(index, own)).collect();
        match parts.is_empty() {
            true => format!("{label}: no finished run yet."),
            false => format!("{label}: {}.", parts.join("; ")),
        }
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        let mut pen = Pen::new(device, theme)?;
        self.layout = None;
        let inner = heading::begin(&mut pen, &self.chart.title, &area, PAD)?;
        let label = Type::regular(LABEL, theme.ink);
        let layout = self.lay_out(&inner, theme);
        if layout.plot.width() < theme.px(40.0) || layout.plot.height() < theme.px(20.0) {
            return read_out::message(&mut pen, "too small to draw", &area, label);
        }
        pen.within(&area, |pen| {
            let text = text::fit(&self.chart.y_label, theme.letters(LABEL), false, inner.width());
            pen.text(&text, (inner.x0, inner.y0 + label.height(theme) / 2.0), Align::Left, label)?;
            self.scale(pen, &layout, theme)?;
            (0..self.chart.series.len()).try_for_each(|series| self.row(pen, &layout, series, theme))
        })?;
        self.layout = Some(layout);
        Ok(())
    }

    fn caption(&self, scene: &Scene) -> String {
        let mut caption = format!("{}. {}.", self.chart.y_label, results::runs(&self.chart, self.baseline, scene));
        if self.compares_several() {
            caption.push_str(" The words allow for the number of comparisons (Holm).");
        }
        if self.chart.series.iter().any(|own| !own.published.is_empty()) {
            caption.push_str(" Large and hollow: as published.");
        }
        if self.chart.points().any(|point| point.unstable) {
            let unstable = self.chart.unstable();
            caption.push_str(&format!(
                " No result: {unstable}: the queue grows without bound and the value with the length of the run."
            ));
        }
        caption
    }

    fn numbers(&self) -> Result<Table, String> {
        let compared = self.baseline.is_some();
        let row = |(index, own): (usize, &Series)| {
            let value = self.point(index).map_or_else(String::new, |point| {
                let value = number::with_interval(point.y, point.half_width(), "", self.chart.y_style);
                match point.unstable {
                    true => format!("{value} ({})", self.chart.unstable()),
                    false => value,
                }
            });
            let value = value + &self.chart.published(own, 0.0, "");
            let words = self.words.get(index).cloned().filter(|_| compared);
            [own.name.clone(), value].into_iter().chain(words).collect()
        };
        let heads = ["Scheduler", &self.chart.y_label].into_iter().chain(compared.then_some("In words"));
        Ok(Table {
            title: self.chart.y_label.clone(),
            heads: heads.map(str::to_owned).collect(),
            rows: self.chart.series.iter().enumerate().map(row).collect(),
            ..Table::default()
        })
    }

    fn at(&self, pixel: Point) -> Option<Datum> {
        let rows = &self.layout.as_ref()?.rows;
        let row = rows.iter().position(|row| row.contains(pixel))?;
        self.point(row).map(|_| Datum(row, 0))
    }

    fn step(&self, from: Option<Datum>, step: Step) -> Option<Datum> {
        self.layout.as_ref()?;
        let mut known = (0..self.chart.series.len()).filter(|series| self.point(*series).is_some());
        let next = match (from, step) {
            (None, _) => known.next(),
            (Some(at), Step::Up | Step::Left) => known.take_while(|own| *own < at.0).last(),
            (Some(at), Step::Down | Step::Right) => known.find(|own| *own > at.0),
        };
        next.map(|series| Datum(series, 0)).or(from)
    }

    fn read_out(&self, datum: Datum) -> Option<String> {
        self.point(datum.0)?;
        Some(self.in_words(datum.0, self.chart.series.get(datum.0)?))
    }

    fn mark(&self, device: &mut dyn Device, theme: &Theme, datum: Datum) -> Drawn {
        let (Some(layout), Some(words)) = (&self.layout, self.read_out(datum)) else {
            return Ok(());
        };
        let (Some(own), Some(row)) = (self.chart.series.get(datum.0), layout.rows.get(datum.0)) else {
            return Ok(());
        };
        let mut pen = Pen::new(device, theme)?;
        let stripe = theme.series(own.look.colour);
        pen.within(&layout.canvas, |pen| {
            pen.frame(row, 1.0, theme.muted)?;
            read_out::boxed(pen, &[words], row, &layout.canvas, stripe)
        })
    }

    fn run(&self, datum: Datum) -> Option<(usize, usize)> {
        self.point(datum.0).map(|_| (self.at, datum.0))
    }

    fn moving(&mut self) -> Option<Moving<'_>> {
        let CurveChart { y_label, series, .. } = &mut self.chart;
        let mut moving = Moving { of: vec![y_label.as_str()], values: Vec::new() };
        for own in series {
            moving.of.push(&own.name);
            let points = own.points.iter_mut();
            moving.values.extend(points.flat_map(|own| [&mut own.y, &mut own.ci95]));
        }
        Some(moving)
    }
}

#[cfg(test)]
mod tests;
