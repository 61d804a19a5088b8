//! Figure of a measure without a sweep: one bar per scheduler.

use crate::chart::curve::{CurveChart, CurvePoint, Series};
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::theme;
use crate::words::number;
use web_sys::Element;

/// Fills the element with one bar per series.
pub fn fill(root: &Element, chart: &CurveChart) {
    dom::clear(root);
    dom::toggle(root, "data-faded", chart.faded);
    let ends = |point: &CurvePoint| [point.y - point.half_width(), point.y + point.half_width()];
    let all = points(chart).flat_map(|(_, point)| ends(point).into_iter().chain([point.y]));
    let (mut least, mut largest) = (0.0f64, 0.0f64);
    for value in all.filter(|value| value.is_finite()) {
        // Bars of means begin at 0, even if intervals extend below.
        least = if chart.compared { least.min(value) } else { 0.0 };
        largest = largest.max(value);
    }
    let share = |value: f64| {
        if largest > least && !value.is_nan() {
            ((value - least) / (largest - least) * 100.0).clamp(0.0, 100.0)
        } else {
            0.0
        }
    };
    for (series, point) in points(chart) {
        let colour = theme::chart(1.0).series(series.look.colour).css();
        let [low, high] = ends(point).map(share);
        let (zero, end) = (share(0.0), share(point.y));
        let bar = dom::new("span")
            .class("bar")
            .style("left", &percent(zero.min(end)))
            .style("width", &percent((end - zero).abs()))
            .style("background", &colour);
        let interval =
            dom::new("span").class("interval").style("left", &percent(low)).style("width", &percent(high - low));
        let interval = (high > low).then_some(interval);
        let track = dom::new("span").class("track").attr("aria-hidden", "true").with(bar).with_all(interval);
        let row = dom::new("div")
            .class("bar-row")
            .with(dom::new("span").class("bar-name").text(&series.name))
            .with(track)
            .with(dom::new("span").class("bar-value").text(&value(chart, point)));
        dom::append(root, &row);
    }
}

/// The bars as text.
pub fn summary(chart: &CurveChart) -> String {
    let parts: Vec<String> =
        points(chart).map(|(series, point)| format!("{} {}", series.name, value(chart, point))).collect();
    match parts.is_empty() {
        true => format!("{}: no finished run yet.", chart.y_label),
        false => format!("{}: {}.", chart.y_label, parts.join("; ")),
    }
}

fn percent(share: f64) -> String {
    format!("{share}%")
}

fn points(chart: &CurveChart) -> impl Iterator<Item = (&Series, &CurvePoint)> {
    chart.series.iter().filter_map(|series| Some((series, series.points.first()?)))
}

fn value(chart: &CurveChart, point: &CurvePoint) -> String {
    let value = number::with_interval(point.y, point.half_width(), &chart.y_unit, chart.y_style);
    if point.unstable { format!("{value}, unstable") } else { value }
}
