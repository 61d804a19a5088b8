//! Layout of a curve chart in pixels, with the transform between data and pixels that drawing, pointing and keyboard steps share.

pub(in crate::chart) mod broken;
pub(in crate::chart) mod labels;

use crate::chart::curve::{self, CurveChart, CurvePoint, Series};
use crate::chart::figure::Datum;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::Axis;
use crate::chart::kit::heading::Heading;
use crate::chart::kit::legend::{self, Entry};
use crate::chart::kit::pen::Type;
use crate::chart::kit::text::{self, LABEL, TICK};
use crate::chart::kit::theme::Theme;
use crate::chart::kit::ticks::Tick;
use crate::words::number::{self, Style};
use broken::Beyond;

/// Space at the edges of a figure in CSS pixels.
pub(in crate::chart) const PAD: f64 = 10.0;
/// Least width in CSS pixels of a figure with its legend beside the plot.
pub(in crate::chart) const BESIDE: f64 = 620.0;
/// The same width in a talk, where text is larger and names are at the ends of curves.
const BESIDE_IN_TALKS: f64 = 440.0;
/// Distance from the edge of the plot to the marker of an unstable point beyond it, in CSS pixels.
pub(in crate::chart) const INSET: f64 = 13.0;
/// Distance between intervals at the same x in CSS pixels.
const DODGE: f64 = 4.0;
/// Distance in CSS pixels at which markers at an edge do not touch.
const STACK: f64 = 20.0;

/// A laid-out curve chart.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveLayout {
    /// The whole figure.
    pub canvas: Area,
    /// Inside of the axes.
    pub plot: Area,
    /// The title.
    pub title: Heading,
    /// Label of the y axis, above the axis.
    pub y_label: (String, Point),
    /// Label of the x axis and its centre.
    pub x_label: (String, Point),
    /// Ticks of x.
    pub x_ticks: Vec<Tick>,
    /// Ticks of y.
    pub y_ticks: Vec<Tick>,
    /// Connected stable points, with the index of their series.
    pub runs: Vec<(usize, Vec<Point>)>,
    /// Curves before a value began to move, with the index of their series.
    pub former: Vec<(usize, Vec<Point>)>,
    /// Pairs of a stable and an unstable neighbouring point, with the index of their series.
    pub joins: Vec<(usize, [Point; 2])>,
    /// Points, in drawing order.
    pub marks: Vec<Mark>,
    /// Published values, with the index of their series.
    pub published: Vec<(usize, Point)>,
    /// Baselines.
    pub baselines: Vec<Baseline>,
    /// Labels beside the first unstable point of a series above the range, with the index of the series.
    pub without_result: Vec<(usize, String, Area)>,
    /// Entries of the legend.
    pub legend: Vec<Entry>,
    /// True if the entries of the legend are at the ends of their curves.
    pub(in crate::chart) labels_ends: bool,
    /// Message that replaces the chart if there is nothing to show.
    pub message: Option<&'static str>,
    /// The part above the break of the y axis, if the axis is broken.
    pub beyond: Option<Beyond>,
    x: Axis,
    y: Axis,
    /// Pixels per CSS pixel.
    pub(in crate::chart) scale: f64,
}

/// A drawn point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Series and point.
    pub datum: Datum,
    /// Centre of its marker.
    pub at: Point,
    /// Kind of marker.
    pub kind: MarkKind,
}

/// Kind of a point's marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A result.
    Stable,
    /// A result that still changes.
    Unfinished,
    /// Unstable and within the range: at its own height.
    Unstable,
    /// Unstable and above the break of the axis: at its true value.
    Beyond,
    /// Unstable and above the range of an axis without a break: at the upper edge, with an arrow.
    Above,
    /// Unstable and below the range: at the lower edge, with an arrow.
    Below,
}

/// A baseline across the plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Baseline {
    /// Series, and the point with its value.
    pub datum: Datum,
    /// Position of the line \[px\]; at an edge of the plot if the value is outside the range.
    pub y: f64,
    /// Upper and lower y of the confidence interval.
    pub interval: Option<(f64, f64)>,
    /// Position of the interval \[px\]: between two x, where there are no marks.
    pub interval_x: f64,
    /// True if its run is unstable.
    pub unstable: bool,
    /// Name and value at the line, if there is room.
    pub label: Option<(String, Area)>,
}

impl CurveLayout {
    /// Lays the chart out on a canvas.
    pub fn new(chart: &CurveChart, canvas: Area, theme: &Theme) -> CurveLayout {
        let px = |css: f64| theme.px(css);
        let inner = canvas.inset(px(PAD));
        let (title, mut top) = Heading::place(&chart.title, &inner, theme);
        let label = Type::regular(LABEL, theme.muted);
        let y_text = text::fit(&chart.y_label, px(LABEL), false, inner.width());
        let y_label = (y_text, (inner.x0, top + label.height(theme) / 2.0));
        if !chart.y_label.is_empty() {
            top += label.height(theme) + px(6.0);
        }

        let entries = labels::legend(chart);
        let beside = canvas.width() >= px(beside_from(theme))
            && legend::height_beside(entries.len(), theme) <= inner.y1 - top - px(30.0);
        let legend_width = legend::width_beside(&entries, theme, inner.width() * 0.34);
        let (columns, legend_height) = legend::grid_below(&entries, inner.width(), theme);
        let right = if beside && !entries.is_empty() { inner.x1 - legend_width - px(18.0) } else { inner.x1 };

        let mut bottom = inner.y1;
        // In a very low figure, the plot gets room before the legend, which may then be incomplete.
        let legend_height = legend_height.min((inner.y1 - top) * 0.4);
        if !beside && !entries.is_empty() {
            bottom -= legend_height + px(8.0);
        }
        let legend_top = bottom + px(8.0);
        if !chart.x_label.is_empty() {
            bottom -= label.height(theme);
        }
        let x_label_y = bottom + label.height(theme) / 2.0;
        bottom -= px(TICK) * 1.3 + px(9.0);

        let (x_log, y_log) = (chart.is_log_x(), chart.is_log_y());
        let found = chart.x_range().zip(chart.y_range(y_log));
        let (x_range, y_range) = found.unwrap_or(((0.0, 1.0), (0.0, 1.0)));
        let face = Type::regular(TICK, theme.muted);
        let widest = |ticks: &[Tick]| ticks.iter().map(|t| face.width(&t.label, theme)).fold(0.0, f64::max);

        let in_seconds = chart.y_unit == "s" || chart.y_style != Style::Duration;
        let y_style = if in_seconds { chart.y_style } else { Style::Plain };
        let whole = Area::new(inner.x0, top + px(4.0), inner.x1, bottom);
        let high = Axis::new(y_range, (bottom, whole.y0), y_log).range().1;
        let beyond = Beyond::of(chart, high, (whole, y_style), theme);
        let y_top = beyond.as_ref().map_or(whole.y0, |own| own.below);
        let y = Axis::new(y_range, (bottom, y_top), y_log);
        let y_ticks = y.ticks(((bottom - y_top) / px(40.0)).clamp(1.0, 8.0) as usize, y_style);
        let widest_beyond = beyond.as_ref().map_or(0.0, |own| widest(&own.ticks));
        let left = inner.x0 + widest(&y_ticks).max(widest_beyond) + px(8.0);
        let edge = px(13.0) / (right - left).max(px(40.0));
        let x_axis = |right: f64| {
            Axis::new(curve::pad(x_range, edge, x_log), (left, right), x_log)
                .with_zero(chart.zero_of_log_x())
                .around_zero(chart.x_around_zero)
        };
        let x_ticks = x_ticks(chart, &x_axis(right), right - left, theme);
        // Half of the last tick label may extend to the right of the plot.
        let overhang =
            x_ticks.last().map_or(0.0, |t| x_axis(right).to_px(t.value) + face.width(&t.label, theme) / 2.0 - right);
        let right = right - if beside { 0.0 } else { overhang.max(0.0) };
        let plot = Area::new(left, top + px(4.0), right, bottom);

        let message = if found.is_none() {
            Some("no finished points yet")
        } else if plot.width() < px(60.0) || plot.height() < px(40.0) {
            Some("too small to draw")
        } else {
            None
        };
        let legend_area = if beside {
            Area::new(inner.x1 - legend_width, plot.y0, inner.x1, inner.y1)
        } else {
            Area::new(inner.x0, legend_top, inner.x1, inner.y1)
        };
        let has_room = label.width(&chart.x_title, theme) <= plot.width();
        let x_name = if has_room && !chart.x_title.is_empty() { &chart.x_title } else { &chart.x_label };
        let x_text = text::fit(x_name, px(LABEL), false, inner.width());
        let x_half = label.width(&x_text, theme) / 2.0;
        let x_centre = plot.centre().0.min(inner.x1 - x_half).max(inner.x0 + x_half);
        let mut layout = CurveLayout {
            canvas,
            plot,
            title,
            y_label,
            x_label: (x_text, (x_centre, x_label_y)),
            x_ticks,
            y_ticks,
            runs: Vec::new(),
            former: Vec::new(),
            joins: Vec::new(),
            marks: Vec::new(),
            published: Vec::new(),
            baselines: Vec::new(),
            without_result: Vec::new(),
            legend: legend::place(&entries, &legend_area, if beside { 1 } else { columns }, theme),
            labels_ends: beside && theme.is_for_a_talk(),
            message,
            beyond,
            x: x_axis(right),
            y,
            scale: theme.scale,
        };
        if message.is_none() {
            layout.place_points(chart);
            labels::place(&mut layout, chart, theme);
        }
        layout
    }

    /// The height in CSS pixels that suits a chart at a width in CSS pixels: a plot of good proportions, and the whole legend.
    pub fn preferred_height(chart: &CurveChart, width: f64, theme: &Theme) -> f64 {
        let width = if width.is_finite() { width.clamp(100.0, 4000.0) } else { 640.0 };
        let entries = labels::legend(chart);
        let inner = theme.px(width - 2.0 * PAD);
        let is_beside = width >= beside_from(theme);
        let legend = if is_beside { 0.0 } else { legend::grid_below(&entries, inner, theme).1 / theme.scale };
        let beside = legend::height_beside(entries.len(), theme) / theme.scale + 90.0;
        let beyond = if chart.points().any(|p| p.unstable && p.is_finite()) { 64.0 } else { 0.0 };
        let plot = (width * 0.56).clamp(200.0, 420.0) + beyond;
        let heading = Heading::height(&chart.title, width - 2.0 * PAD, theme);
        (plot + heading + legend + 90.0).max(if is_beside { beside } else { 0.0 })
    }

    /// Data to pixels.
    pub fn to_px(&self, x: f64, y: f64) -> Point {
        let beyond = self.beyond.as_ref().filter(|_| y > self.y.range().1);
        (self.x.to_px(x), beyond.map_or_else(|| self.y.to_px(y), |own| own.to_px(y)))
    }

    /// Pixels to data.
    pub fn to_data(&self, (px, py): Point) -> (f64, f64) {
        let beyond = self.beyond.as_ref().and_then(|own| own.to_value(py));
        (self.x.to_value(px), beyond.unwrap_or_else(|| self.y.to_value(py)))
    }

    /// Places all points. Neighbouring stable points are connected; unstable points are only joined to their neighbours.
    fn place_points(&mut self, chart: &CurveChart) {
        let aside = self.dodge(chart);
        // The published value of a baseline is drawn between the first two x, where there are no marks.
        let beside = match &*self.x_ticks {
            [a, b, ..] => self.to_px((a.value + b.value) / 2.0, 0.0).0,
            _ => self.plot.x0 + STACK * self.scale,
        };
        for (index, series) in chart.shown() {
            let aside = aside.get(index).copied().unwrap_or(0.0);
            for p in series.published.iter().filter(|p| p.is_finite()) {
                let (x, y) = self.to_px(p.x, p.y);
                let at = (index, (if series.horizontal { beside } else { x + aside }, y));
                if self.published.last() != Some(&at) {
                    self.published.push(at);
                }
            }
            self.place_former(index, series);
            if series.horizontal {
                self.place_baseline(index, series, chart);
                continue;
            }
            let mut run: Vec<Point> = Vec::new();
            let mut before: Option<(Point, MarkKind)> = None;
            for point in series.order() {
                let p = &series.points[point];
                let ((x, y), kind) = self.place_point(p);
                let at = (x + aside, y);
                self.marks.push(Mark { datum: Datum(index, point), at, kind });
                let is_true = |kind: MarkKind| !matches!(kind, MarkKind::Above | MarkKind::Below);
                if let Some((from, earlier)) = before.replace((at, kind))
                    && [earlier, kind].into_iter().any(|own| matches!(own, MarkKind::Unstable | MarkKind::Beyond))
                    && is_true(earlier)
                    && is_true(kind)
                {
                    self.joins.push((index, [from, at]));
                }
                match p.is_stable() {
                    true => run.push(at),
                    false => self.runs.push((index, std::mem::take(&mut run))),
                }
            }
            self.runs.push((index, run));
        }
        self.runs.retain(|(_, run)| run.len() > 1 && !chart.scattered);
        self.joins.retain(|_| !chart.scattered);
        self.unstack();
    }

    /// Horizontal offset of each series, so that intervals at the same x do not hide each other: at most a sixth of the distance
    /// to the next x.
    fn dodge(&self, chart: &CurveChart) -> Vec<f64> {
        let mut aside = vec![0.0; chart.series.len()];
        let lines = || chart.shown().filter(|(_, series)| !series.horizontal);
        let with_interval = |(_, own): &(usize, &Series)| own.points.iter().any(|p| p.half_width() > 0.0);
        let all: Vec<usize> = lines().filter(with_interval).map(|(index, _)| index).collect();
        let points = lines().flat_map(|(_, series)| &series.points).filter(|p| p.is_finite());
        let mut places: Vec<f64> = points.map(|p| self.x.to_px(p.x)).collect();
        places.sort_by(f64::total_cmp);
        let apart = places.windows(2).map(|pair| pair[1] - pair[0]);
        let apart = apart.filter(|gap| *gap > 0.5).fold(f64::INFINITY, f64::min);
        let middle = (all.len() as f64 - 1.0) / 2.0;
        let step = (apart / 6.0 / middle.max(0.5)).min(DODGE * self.scale);
        // With a smaller offset, half of the intervals would still touch each other, so no offset is used.
        if step >= 1.5 * self.scale && all.len() > 1 {
            for (place, index) in all.into_iter().enumerate() {
                aside[index] = (place as f64 - middle) * step;
            }
        }
        aside
    }

    fn place_point(&self, p: &CurvePoint) -> (Point, MarkKind) {
        let (x, y) = self.to_px(p.x, p.y);
        let inset = INSET * self.scale;
        let (low, high) = self.y.range();
        match p.unstable {
            false if p.unfinished => ((x, y), MarkKind::Unfinished),
            false => ((x, y), MarkKind::Stable),
            true if p.y > high && self.beyond.is_some() => ((x, y), MarkKind::Beyond),
            true if p.y > high => ((x, self.plot.y0 + inset), MarkKind::Above),
            true if p.y < low => ((x, self.plot.y1 - inset), MarkKind::Below),
            true => ((x, y), MarkKind::Unstable),
        }
    }

    /// Places the former curve of a series: its stable points, or a line across the plot for a baseline.
    fn place_former(&mut self, index: usize, series: &Series) {
        let stable = series.former.iter().filter(|p| p.is_stable());
        let mut line: Vec<Point> = stable.map(|p| self.to_px(p.x, p.y)).collect();
        if series.horizontal {
            line.truncate(1);
            line = line.iter().flat_map(|(_, y)| [(self.plot.x0, *y), (self.plot.x1, *y)]).collect();
        }
        line.sort_by(|a, b| a.0.total_cmp(&b.0));
        if line.len() > 1 {
            self.former.push((index, line));
        }
    }

    fn place_baseline(&mut self, index: usize, series: &Series, chart: &CurveChart) {
        let Some(value) = series.baseline() else {
            return;
        };
        let same = |p: &CurvePoint| p.y == value.y && p.unstable == value.unstable;
        let point = series.points.iter().position(same).unwrap_or(0);
        let inset = if value.unstable { INSET * self.scale } else { 0.0 };
        let (top, bottom) = (self.plot.y0 + inset, self.plot.y1 - inset);
        let clamp = |y: f64| self.to_px(0.0, y).1.min(bottom).max(top);
        let ci = value.half_width();
        let place = self.baselines.len();
        let between = self.gaps(chart).get(place).copied();
        let edge = self.plot.x1 - (1.0 + place as f64) * STACK * self.scale;
        self.baselines.push(Baseline {
            datum: Datum(index, point),
            y: clamp(value.y),
            interval: (ci > 0.0 && !value.unstable).then(|| (clamp(value.y + ci), clamp(value.y - ci))),
            interval_x: between.unwrap_or(edge),
            unstable: value.unstable,
            label: None,
        });
    }

    /// The middles between neighbouring x of the lines, from the right.
    fn gaps(&self, chart: &CurveChart) -> Vec<f64> {
        let lines = chart.shown().filter(|(_, own)| !own.horizontal);
        let finite = lines.flat_map(|(_, own)| &own.points).filter(|p| p.is_finite());
        let mut places: Vec<f64> = finite.map(|p| self.x.to_px(p.x)).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        places.windows(2).rev().map(|pair| (pair[0] + pair[1]) / 2.0).collect()
    }

    /// Moves a marker inwards if it would hide an earlier marker at the same edge and the same x.
    fn unstack(&mut self) {
        let step = STACK * self.scale;
        let most = (self.plot.height() / step / 2.0).floor().max(1.0) as usize;
        let mut taken: Vec<(MarkKind, f64, usize)> = Vec::new();
        let mut inwards = |kind: MarkKind, x: f64| {
            let here = |own: &&mut (MarkKind, f64, usize)| own.0 == kind && (own.1 - x).abs() < step * 0.6;
            let count = match taken.iter_mut().find(here) {
                Some(own) => {
                    own.2 += 1;
                    own.2 - 1
                }
                None => {
                    taken.push((kind, x, 1));
                    0
                }
            };
            let towards = if kind == MarkKind::Below { -step } else { step };
            towards * (count % most) as f64
        };
        let x = self.plot.x1 - INSET * self.scale;
        let at_edge = self.beyond.is_none();
        for line in self.baselines.iter_mut().filter(|own| own.unstable && at_edge) {
            line.y += inwards(MarkKind::Above, x);
        }
        for mark in &mut self.marks {
            if matches!(mark.kind, MarkKind::Above | MarkKind::Below) {
                mark.at.1 += inwards(mark.kind, mark.at.0);
            }
        }
    }
}

fn beside_from(theme: &Theme) -> f64 {
    match theme.is_for_a_talk() {
        true => BESIDE_IN_TALKS,
        false => BESIDE,
    }
}

/// Ticks of the x axis: the swept values if they are few and there is room for all labels, otherwise round values.
fn x_ticks(chart: &CurveChart, axis: &Axis, length: f64, theme: &Theme) -> Vec<Tick> {
    let face = Type::regular(TICK, theme.muted);
    let fits = |ticks: &[Tick]| {
        ticks.windows(2).all(|pair| {
            let [a, b] = pair else { return true };
            let halves = (face.width(&a.label, theme) + face.width(&b.label, theme)) / 2.0;
            (axis.to_px(b.value) - axis.to_px(a.value)).abs() >= halves + theme.px(8.0)
        })
    };
    let swept = swept_values(chart);
    if swept.len() <= 12 && fits(&swept) {
        return swept;
    }
    let most = (length / theme.px(62.0)).clamp(1.0, 14.0) as usize;
    let rounds = (1..=most).rev().map(|count| axis.ticks(count, Style::Plain));
    rounds.into_iter().find(|ticks| fits(ticks)).unwrap_or_default()
}

/// A tick for each distinct x of the lines, or of the baselines if there are no lines and the baselines have several x.
fn swept_values(chart: &CurveChart) -> Vec<Tick> {
    let distinct = |horizontal: bool| {
        let series = chart.series.iter().filter(|s| s.horizontal == horizontal);
        let points = series.flat_map(|s| &s.points).filter(|p| p.is_finite());
        let mut values: Vec<f64> = points.map(|p| p.x).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        values
    };
    let mut values = distinct(false);
    if values.is_empty() {
        values = Some(distinct(true)).filter(|own| own.len() > 1).unwrap_or_default();
    }
    let tick = |value| Tick { value, label: number::plain(value) };
    values.into_iter().map(tick).collect()
}
