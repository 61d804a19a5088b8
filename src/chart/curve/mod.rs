//! Curves: a measure against a swept parameter, one line per scheduler. This module holds the chart's data, its text
//! alternative, its units and the ranges of its axes.
//!
//! Stable points, their intervals and the baselines determine the range of an axis. An unstable point of 10⁶ s must not
//! flatten all other points, nor must the wide interval of the first two replications.

pub mod dots;
pub mod draw;
pub mod figure;
pub mod latex;
pub mod layout;
pub mod results;

use crate::base::maths;
use crate::chart::figure::Moving;
use crate::chart::kit::axis::{Zero, span, widen};
use crate::chart::kit::series_style::SeriesStyle;
use crate::chart::kit::time_unit::TimeUnit;
use crate::words::number::{self, Style};

/// A chart of curves. Any field may be empty or not a number; points that cannot be drawn are left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurveChart {
    /// Title; may be empty.
    pub title: String,
    /// Label of the x axis with its unit: `Bisection bandwidth BSBW [Mbps]`; empty if nothing is swept.
    pub x_label: String,
    /// The same with the name in full, drawn if there is room; may be empty.
    pub x_title: String,
    /// Label of the y axis with its unit: `Mean turnaround time [s]`.
    pub y_label: String,
    /// Unit of x in read-outs: "Mbps"; may be empty.
    pub x_unit: String,
    /// Unit of y in read-outs: "s"; may be empty.
    pub y_unit: String,
    /// Number format of y.
    pub y_style: Style,
    /// Logarithmic x axis; used only if no x is negative. 0 is then drawn left of all other values.
    pub x_log: bool,
    /// Width of the linear part of an x axis of seconds that is logarithmic on both sides of 0.
    pub x_around_zero: Option<f64>,
    /// Logarithmic y axis; used only if all y are positive.
    pub y_log: bool,
    /// Planned values of x, which are known before there are results.
    pub x_values: Vec<f64>,
    /// Lines, in the order of the legend.
    pub series: Vec<Series>,
    /// True if y compares schedulers with one of them, so that intervals show differences.
    pub compared: bool,
    /// True for single points without lines between them.
    pub scattered: bool,
    /// True for lines without markers.
    pub unmarked: bool,
    /// True for an old result, shown while the new one is computed.
    pub faded: bool,
    /// Range of the y axis while an animation moves it; `None` for the range of the points.
    pub y_moving: Option<(f64, f64)>,
}

/// One line, usually a scheduler.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Name in legend and read-outs.
    pub name: String,
    /// Colour, marker and dash.
    pub look: SeriesStyle,
    /// True if the series is hidden: not plotted, and pale in the legend.
    pub hidden: bool,
    /// True if its means are over other jobs than those of the other series: drawn pale.
    pub set_apart: bool,
    /// Points, in any order of x.
    pub points: Vec<CurvePoint>,
    /// Published values of this series.
    pub published: Vec<CurvePoint>,
    /// Its points before a value began to move: drawn as a pale line behind all points.
    pub former: Vec<CurvePoint>,
    /// A baseline that does not depend on x: its first finite point is drawn as a dashed line across the plot.
    pub horizontal: bool,
}

/// One point of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurvePoint {
    /// Swept parameter.
    pub x: f64,
    /// Measure.
    pub y: f64,
    /// Half-width of the 95 % confidence interval in units of y; 0 or not a number without an interval.
    pub ci95: f64,
    /// True for an unstable run: its value grows with the length of the run and is no result. Its point is drawn hollow,
    /// and joined to its neighbours by a thin line of dots; above the range, beyond a break of the axis.
    pub unstable: bool,
    /// True while replications are being computed.
    pub unfinished: bool,
}

impl CurvePoint {
    /// True if the point can be drawn.
    pub fn is_finite(&self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// True for a result, which may be connected and counts for the range of the axis.
    pub fn is_stable(&self) -> bool {
        self.is_finite() && !self.unstable
    }

    /// Half-width of the confidence interval; 0 if there is no interval.
    pub fn half_width(&self) -> f64 {
        if self.ci95.is_finite() { self.ci95.max(0.0) } else { 0.0 }
    }
}

impl Series {
    /// The value of a baseline: its first finite point, stable ones first.
    pub fn baseline(&self) -> Option<CurvePoint> {
        let value = |p: &&CurvePoint| p.y.is_finite();
        self.points.iter().filter(value).find(|p| !p.unstable).or_else(|| self.points.iter().find(value)).copied()
    }

    /// Indices of the finite points by rising x (equal x in the given order).
    pub fn order(&self) -> Vec<usize> {
        let mut finite: Vec<usize> = (0..self.points.len()).filter(|&i| self.points[i].is_finite()).collect();
        finite.sort_by(|&a, &b| self.points[a].x.total_cmp(&self.points[b].x));
        finite
    }
}

impl CurveChart {
    /// The visible series, with their indices.
    pub fn shown(&self) -> impl Iterator<Item = (usize, &Series)> {
        let all = self.series.iter().enumerate();
        all.filter(|(_, series)| !series.hidden)
    }

    /// Points of all series, including hidden series.
    pub(in crate::chart) fn points(&self) -> impl Iterator<Item = &CurvePoint> {
        self.series.iter().flat_map(|series| &series.points)
    }

    /// Text: the value of a point with its interval, or the statement that the point is unstable.
    pub(in crate::chart) fn value(&self, point: &CurvePoint) -> String {
        match point.unstable {
            true => self.unstable().to_owned(),
            false => number::with_interval(point.y, point.half_width(), &self.y_unit, self.y_style),
        }
    }

    /// The published value of a series at an x, to append to its own value: ", published 1050 s". Empty if there is none.
    pub fn published(&self, series: &Series, x: f64, unit: &str) -> String {
        let mut all = series.published.iter();
        all.find(|p| series.horizontal || p.x == x).map_or(String::new(), |p| {
            let value = number::quantity(p.y, unit, self.y_style);
            format!(", published {value}")
        })
    }

    /// Text for an unstable point: in a comparison with a scheduler that is unstable somewhere, either of the two runs may
    /// be the unstable one.
    pub fn unstable(&self) -> &'static str {
        let baselines = self.series.iter().filter(|own| own.horizontal);
        match self.compared && baselines.flat_map(|own| &own.points).any(|point| point.unstable) {
            true => "one of both unstable",
            false => "unstable",
        }
    }

    /// Text alternative of the chart, one clause per line.
    pub fn summary(&self) -> String {
        let y_name = fallback(&self.y_label, "The metric");
        let x_name = fallback(&self.x_label, "the parameter");
        let clauses: Vec<String> = self.shown().filter_map(|(_, series)| self.clause(series)).collect();
        if clauses.is_empty() {
            return format!("{y_name} against {x_name}: no finished points yet.");
        }
        let old = if self.faded { " (being recomputed)" } else { "" };
        format!("{y_name} against {x_name}{old}: {}.", clauses.join("; "))
    }

    fn clause(&self, series: &Series) -> Option<String> {
        let x = |p: &CurvePoint| number::quantity(p.x, &self.x_unit, Style::Plain);
        let name = fallback(&series.name, "unnamed");
        if series.horizontal {
            let value = self.value(&series.baseline()?);
            let axis = self.x_label.split(['[', '(']).next().unwrap_or("").trim();
            return Some(format!("{name} {value} at every {}", fallback(axis, "x")));
        }
        if self.scattered {
            let longest = series.points.iter().map(|p| p.y).fold(0.0, f64::max);
            let longest = number::quantity(longest, &self.y_unit, self.y_style);
            let count = series.points.len();
            return (count > 0).then(|| format!("{name} {count} jobs, the longest {longest}"));
        }
        let points: Vec<&CurvePoint> = series.order().into_iter().map(|at| &series.points[at]).collect();
        let unstable: Vec<&&CurvePoint> = points.iter().filter(|p| p.unstable).collect();
        let (count, unstable_count) = (points.len(), unstable.len());
        let (&first, &last) = (points.first()?, points.last()?);
        if count == 1 {
            return Some(format!("{name} {} at {}", self.value(first), x(first)));
        }
        if unstable_count == count {
            return Some(format!("{name} {} at every point", self.unstable()));
        }
        let [y0, y1] = [first, last].map(|p| self.value(p));
        let ends = format!("{name} from {y0} at {} to {y1} at {}", x(first), x(last));
        Some(match unstable.first() {
            // If only the last point is unstable, the text has already named it.
            Some(worst) if unstable_count > usize::from(last.unstable) => {
                let (word, from) = (self.unstable(), x(worst));
                format!("{ends}, {unstable_count} of {count} points {word}, the first at {from}")
            }
            _ => ends,
        })
    }

    /// The same chart with times in the unit that suits its axes: 34 d instead of 3.0 M s.
    pub fn in_readable_units(mut self) -> CurveChart {
        if self.y_unit == "s" && matches!(self.y_style, Style::Plain | Style::Rough) {
            let range = self.y_range(false);
            let unit = TimeUnit::up_to(range.map_or(0.0, |(low, high)| high.max(-low)));
            self.y_label = unit.in_label(&self.y_label);
            self.y_unit = unit.name.to_owned();
            for point in self.points_mut() {
                point.y /= unit.seconds;
                point.ci95 /= unit.seconds;
            }
        }
        // The values of a swept parameter keep their own unit.
        if self.x_unit == "s" && self.x_values.is_empty() && self.x_around_zero.is_none() {
            let unit = TimeUnit::up_to(self.x_range().map_or(0.0, |(_, high)| high));
            self.x_label = unit.in_label(&self.x_label);
            self.x_unit = unit.name.to_owned();
            self.points_mut().for_each(|point| point.x /= unit.seconds);
        }
        self
    }

    /// Adds the curves that were shown before a value began to move; they have the same series.
    pub(in crate::chart) fn put_former(&mut self, former: CurveChart) {
        if former.series.len() == self.series.len() {
            for (own, before) in self.series.iter_mut().zip(former.series) {
                own.former = before.points;
            }
        }
    }

    /// The values of an animation: the points and the ends of the y axis.
    pub(in crate::chart) fn moving(&mut self) -> Moving<'_> {
        self.y_moving = self.y_range(self.is_log_y());
        let CurveChart { x_label, y_label, series, y_moving, .. } = self;
        let mut moving = Moving { of: vec![x_label.as_str(), y_label.as_str()], values: Vec::new() };
        for own in series {
            moving.of.push(&own.name);
            let points = own.points.iter_mut();
            moving.values.extend(points.flat_map(|own| [&mut own.x, &mut own.y, &mut own.ci95]));
        }
        moving.values.extend(y_moving.iter_mut().flat_map(|(low, high)| [low, high]));
        moving
    }

    fn points_mut(&mut self) -> impl Iterator<Item = &mut CurvePoint> {
        let all = self.series.iter_mut();
        all.flat_map(|own| own.points.iter_mut().chain(&mut own.published).chain(&mut own.former))
    }

    /// Range of the x axis: the planned values; if there are none, the points of all lines; if there are none, the
    /// points of baselines. A logarithmic axis begins at the position of 0, if 0 is one of its values.
    pub fn x_range(&self) -> Option<(f64, f64)> {
        let planned = span(self.x_values.iter().copied()).filter(|_| self.shown().next().is_some());
        let of = |horizontal: bool| {
            let series = self.shown().filter(move |(_, own)| own.horizontal == horizontal);
            span(series.flat_map(|(_, own)| &own.points).filter(|p| p.is_finite()).map(|p| p.x))
        };
        let has_baseline = || self.shown().any(|(_, own)| own.horizontal && own.baseline().is_some());
        let ends = planned.or_else(|| of(false)).or_else(|| of(true)).or_else(|| has_baseline().then_some((0.0, 1.0)));
        let (low, high) = ends?;
        Some(widen(self.zero_of_log_x().map_or(low, |zero| zero.place), high))
    }

    /// Range of the y axis, with room above for markers; `None` if no point can be drawn. `log`: the axis will be logarithmic.
    pub fn y_range(&self, log: bool) -> Option<(f64, f64)> {
        if self.y_moving.is_some() {
            return self.y_moving;
        }
        let mut points: Vec<CurvePoint> = Vec::new();
        for (_, own) in self.shown() {
            let line = if own.horizontal { &[] } else { own.points.as_slice() };
            points.extend(own.baseline().filter(|_| own.horizontal));
            points.extend(line.iter().chain(&own.published).filter(|p| p.is_finite()));
            points.extend(own.former.iter().filter(|p| p.is_stable()));
        }
        let stable = || points.iter().filter(|p| !p.unstable);
        let Some((low, high)) = span(stable().map(|p| p.y)) else {
            // If all points are unstable, their values determine the range.
            return span(points.iter().map(|p| p.y)).map(|range| padded(range, log));
        };
        // Intervals extend the range at most by a fifth of its length; in a comparison, where readers need the
        // intervals, at most by its whole length. The frame cuts longer intervals off.
        let share = if self.compared { 1.0 } else { 0.2 };
        let slack = share * (high - low).max(high.abs() * 0.25);
        let (low_ci, high_ci) =
            span(stable().flat_map(|p| [p.y - p.half_width(), p.y + p.half_width()])).unwrap_or((low, high));
        let low = if log { low } else { low.min(low_ci.max(low - slack)) };
        let high = high.max(high_ci.min(high + slack));
        // An unstable point that is only a little above the range is drawn at its own height. On a logarithmic axis,
        // all unstable points above the range are.
        let above = points.iter().filter(|p| p.unstable && p.y > high);
        let near = above.filter(|p| log || p.y <= high + 0.35 * high.abs());
        Some(padded((low, near.map(|p| p.y).fold(high, f64::max)), log))
    }

    /// True if the y axis is logarithmic.
    pub fn is_log_y(&self) -> bool {
        self.y_log && self.is_positive()
    }

    /// True if there are plotted points and all of them are above 0.
    pub fn is_positive(&self) -> bool {
        let points = self.shown().flat_map(|(_, series)| &series.points);
        let mut finite = points.filter(|p| p.is_finite()).peekable();
        finite.peek().is_some() && finite.all(|p| p.y > 0.0)
    }

    /// True if the x axis is logarithmic.
    pub fn is_log_x(&self) -> bool {
        self.x_log && self.xs().all(|x| x >= 0.0) && self.xs().any(|x| x > 0.0)
    }

    /// The position of 0 on a logarithmic x axis, if 0 is one of its values. Its distance to the second value equals the
    /// distance from the second to the third, but is at least a factor of 2 and at most a decade.
    pub fn zero_of_log_x(&self) -> Option<Zero> {
        if !self.is_log_x() || self.xs().all(|x| x > 0.0) {
            return None;
        }
        let least = |above: f64| self.xs().filter(|x| *x > above).reduce(f64::min);
        let next = least(0.0)?;
        let step = least(next).unwrap_or(next) / next;
        Some(Zero { place: next / step.clamp(2.0, 10.0), next })
    }

    /// All x of lines, including planned x without points.
    fn xs(&self) -> impl Iterator<Item = f64> {
        let lines = self.series.iter().filter(|own| !own.horizontal);
        let points = lines.flat_map(|own| &own.points).filter(|p| p.is_finite());
        points.map(|p| p.x).chain(self.x_values.iter().copied())
    }
}

fn fallback<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    if text.is_empty() { otherwise } else { text }
}

/// A range, widened at both ends by the `share` of its length, so that markers do not touch the frame.
pub(in crate::chart) fn pad((low, high): (f64, f64), share: f64, log: bool) -> (f64, f64) {
    if log && low > 0.0 {
        let factor = maths::exp(share * maths::ln(high / low));
        return widen(low / factor, high * factor);
    }
    let by = (high - low) * share;
    widen(low - by, high + by)
}

/// The range of a y axis around its values. It begins at 0 unless all values are far above 0.
pub(in crate::chart) fn padded((low, high): (f64, f64), log: bool) -> (f64, f64) {
    let (low, high) = widen(low, high);
    match !log && low >= 0.0 && low <= 0.6 * high {
        true => widen(0.0, high + 0.07 * high),
        false => pad((low, high), 0.07, log),
    }
}

#[cfg(test)]
mod tests;
