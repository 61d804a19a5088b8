//! A thumbnail of an experiment as SVG: its curves, bars or cells, without text, axes or intervals.

use crate::base::maths;
use crate::chart::curve::{CurveChart, CurvePoint, Series, results};
use crate::chart::figure::Choice;
use crate::chart::kit::axis::span;
use crate::chart::kit::marker::{Marker, dashes};
use crate::chart::kit::theme::Theme;
use crate::chart::plane::surface::WinnerChart;
use crate::chart::plane::surface_data;
use crate::chart::view::View;
use crate::experiment::{Plan, Results, measure};
use std::fmt::Write;

/// Width and height \[CSS px\].
const SIZE: (f64, f64) = (120.0, 64.0);
/// Margin at each edge \[CSS px\].
const MARGIN: f64 = 4.0;
/// Radius of a marker \[CSS px\].
const RADIUS: f64 = 2.6;

/// Thumbnail of results in a view: a map of winners for the surface tab, otherwise the figure over one parameter.
pub fn thumbnail(plan: &Plan, results: &Results, view: &View, theme: &Theme) -> String {
    let metric = measure::find(view.curves.measure.unwrap_or(measure::first().key));
    let is_surface = view.tab == Some("surface");
    let map = is_surface.then(|| surface_data::winners(plan, results, metric));
    let drawn = match map.flatten() {
        Some(chart) => cells(&chart, theme),
        None => {
            let choice = Choice { metric: metric.key, ..Choice::default() };
            curves(&results::chart(plan, results, &choice), theme)
        }
    };
    let (width, height) = SIZE;
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" fill=\"none\">{drawn}</svg>\n")
}

/// The best scheduler of each combination by colour, pale if it is not clearly the best.
fn cells(chart: &WinnerChart, theme: &Theme) -> String {
    let (columns, rows) = (chart.plane.x.values.len(), chart.plane.y.values.len());
    let (width, height) = (SIZE.0 / columns as f64, SIZE.1 / rows as f64);
    let mut svg = String::new();
    for (place, contest) in chart.plane.places().zip(&chart.cells) {
        let best = contest.ranking.first();
        let Some(best) = best.and_then(|(best, _)| chart.schedulers.get(*best)) else {
            continue;
        };
        let colour = theme.series(best.look.colour);
        let colour = match contest.level {
            ..=1 => colour,
            _ => theme.faded(colour),
        };
        let left = place.x as f64 * width;
        let top = SIZE.1 - (place.y + 1) as f64 * height;
        let _ = write!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            width - 1.0,
            height - 1.0,
            colour.css()
        );
    }
    svg
}

/// Lines through stable points and rings for unstable points; bars if nothing is swept.
fn curves(chart: &CurveChart, theme: &Theme) -> String {
    // The height extends from 0 to the upper end of the figure's axis; larger values are placed at the upper edge.
    let most = chart.y_range(false).map_or(1.0, |(_, most)| most);
    let up = |y: f64| SIZE.1 - MARGIN - (SIZE.1 - 2.0 * MARGIN) * (y / most).clamp(0.0, 1.0);
    let x = |own: &CurvePoint| match chart.x_log {
        true => maths::ln(own.x.max(0.0) + 1.0),
        false => own.x,
    };
    let all = chart.points();
    let (low, high) = span(all.filter(|own| own.is_finite()).map(x)).unwrap_or_default();
    if high <= low {
        return bars(chart, theme, up);
    }
    let at = |own: &CurvePoint| {
        let share = (x(own) - low) / (high - low);
        (MARGIN + share * (SIZE.0 - 2.0 * MARGIN), up(own.y))
    };
    let mut svg = String::new();
    for series in &chart.series {
        let colour = theme.series(series.look.colour).css();
        let (path, dashes) = match series.horizontal {
            true => {
                let y = series.baseline().map_or(SIZE.1, |own| up(own.y));
                (format!("M{MARGIN} {y:.1}H{}", SIZE.0 - MARGIN), "4 3".to_owned())
            }
            false => (line(series, at), pattern(series.look.dash)),
        };
        let _ =
            write!(svg, "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"1.6\" stroke-dasharray=\"{dashes}\"/>");
        if series.look.dash > 0 && !series.horizontal {
            svg += &mark(series, at, &colour);
        }
        let unstable = series.points.iter().filter(|own| own.unstable);
        for own in unstable.filter(|own| own.is_finite() && !series.horizontal) {
            let (x, y) = at(own);
            let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"1.7\" stroke=\"{colour}\"/>");
        }
    }
    svg
}

/// The dashes of a figure at half their length.
fn pattern(dash: usize) -> String {
    let lengths: Vec<String> = dashes(dash).iter().map(|length| (length / 2.0).to_string()).collect();
    if lengths.is_empty() { "none".to_owned() } else { lengths.join(" ") }
}

/// The marker of a further variant of a policy, at its middle stable point.
fn mark(series: &Series, at: impl Fn(&CurvePoint) -> (f64, f64), colour: &str) -> String {
    let stable: Vec<usize> = series.order().into_iter().filter(|own| series.points[*own].is_stable()).collect();
    let Some((x, y)) = stable.get(stable.len() / 2).map(|own| at(&series.points[*own])) else {
        return String::new();
    };
    let corners = Marker::of(series.look.marker).corners().iter();
    let corners: Vec<String> =
        corners.map(|(dx, dy)| format!("{:.1} {:.1}", x + RADIUS * dx, y + RADIUS * dy)).collect();
    match corners.is_empty() {
        true => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"{colour}\"/>"),
        false => format!("<path d=\"M{}z\" fill=\"{colour}\"/>", corners.join("L")),
    }
}

/// A line through consecutive stable points; an unstable point interrupts it.
fn line(series: &Series, at: impl Fn(&CurvePoint) -> (f64, f64)) -> String {
    let mut path = String::new();
    let mut is_cut = true;
    for own in series.order() {
        let own = &series.points[own];
        if own.is_stable() {
            let (x, y) = at(own);
            let step = if is_cut { 'M' } else { 'L' };
            let _ = write!(path, "{step}{x:.1} {y:.1}");
        }
        is_cut = !own.is_stable();
    }
    path
}

/// A bar per series.
fn bars(chart: &CurveChart, theme: &Theme, up: impl Fn(f64) -> f64) -> String {
    let step = (SIZE.0 - 2.0 * MARGIN) / chart.series.len().max(1) as f64;
    let mut svg = String::new();
    for (at, series) in chart.series.iter().enumerate() {
        let Some(value) = series.baseline() else {
            continue;
        };
        let (left, top) = (MARGIN + (at as f64 + 0.15) * step, up(value.y));
        let _ = write!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            0.7 * step,
            SIZE.1 - MARGIN - top,
            theme.series(series.look.colour).css()
        );
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::series_style::SeriesStyle;

    fn series(points: &[(f64, f64, bool)]) -> Series {
        let point = |&(x, y, unstable): &(f64, f64, bool)| CurvePoint { x, y, unstable, ..CurvePoint::default() };
        Series { points: points.iter().map(point).collect(), ..Series::default() }
    }

    fn drawn(points: &[(f64, f64, bool)]) -> String {
        let chart = CurveChart { series: vec![series(points)], ..CurveChart::default() };
        curves(&chart, &Theme::light(1.0))
    }

    #[test]
    fn a_line_ends_where_a_run_did_not_settle() {
        let (stable, unstable) = (false, true);
        let svg = drawn(&[
            (0.0, 0.0, stable),
            (1.0, 5.0, stable),
            (2.0, 9e9, unstable),
            (3.0, 5.0, stable),
            (4.0, 0.0, stable),
        ]);
        let path = svg.split('"').nth(1).unwrap();
        assert_eq!(path.matches('M').count(), 2, "{path}");
        assert!(path.starts_with("M4.0 60.0L32.0 "), "{path}");
        assert!(path.ends_with("L116.0 60.0"), "{path}");
        // The value is far beyond the other values, therefore it is drawn at the upper edge.
        assert!(svg.contains("<circle cx=\"60.0\" cy=\"4.0\""), "{svg}");
    }

    #[test]
    fn a_further_variant_has_its_own_dashes_and_marker() {
        let points = [(0.0, 0.0, false), (1.0, 5.0, false), (2.0, 5.0, false)];
        let look = |dash| SeriesStyle { colour: 0, marker: dash, dash };
        let drawn = |dash| {
            let own = Series { look: look(dash), ..series(&points) };
            curves(&CurveChart { series: vec![own], ..CurveChart::default() }, &Theme::light(1.0))
        };
        assert!(drawn(0).contains("stroke-dasharray=\"none\"") && drawn(0).matches("<path").count() == 1);
        assert!(drawn(1).contains("stroke-dasharray=\"7 1.5\"") && drawn(1).matches("<path").count() == 2);
        assert_ne!(drawn(1), drawn(2));
    }

    #[test]
    fn a_single_value_is_a_bar_and_nothing_is_nothing() {
        assert_eq!(drawn(&[(1.0, 5.0, false)]).matches("<rect").count(), 1);
        assert_eq!(drawn(&[]), "");
        assert_eq!(drawn(&[(1.0, f64::NAN, false)]), "");
    }
}
