//! The ranges of a curve chart's axes.
//!
//! Stable points, their intervals and the baselines decide; an unstable point of 10⁶ s must not flatten everything
//! else, and neither may the wide interval of the first two replications.

use crate::base::maths;
use crate::chart::curve::curves::{CurveChart, CurvePoint};
use crate::chart::kit::axis::{Zero, widen};

/// Low and high end of an axis.
pub type Range = (f64, f64);

/// Range of the x axis: all drawable points; baselines only if there is nothing else. A logarithmic one begins at the place of 0, if 0 is
/// among them.
pub fn x_range(chart: &CurveChart) -> Option<Range> {
    let (low, high) = x_ends(chart)?;
    let low = zero_of_log_x(chart).map_or(low, |zero| zero.place);
    Some(widen(low, high))
}

fn x_ends(chart: &CurveChart) -> Option<Range> {
    let planned = span(chart.x_values.iter().copied());
    if let Some(ends) = planned.filter(|_| chart.shown().next().is_some()) {
        return Some(ends);
    }
    let xs = |horizontal: bool| {
        let series = chart.shown().map(|(_, series)| series);
        let series = series.filter(move |s| s.horizontal == horizontal);
        span(series.flat_map(|s| &s.points).filter(|p| p.is_finite()).map(|p| p.x))
    };
    xs(false)
        .or_else(|| xs(true))
        .or_else(|| chart.shown().any(|(_, s)| s.horizontal && s.baseline().is_some()).then_some((0.0, 1.0)))
}

/// Range of the y axis, with room above for markers; none if no point can be drawn. `log` tells whether it will be
/// logarithmic.
pub fn y_range(chart: &CurveChart, log: bool) -> Option<Range> {
    let points: Vec<CurvePoint> = chart
        .shown()
        .flat_map(|(_, s)| {
            let lone = s.horizontal.then(|| s.baseline()).flatten();
            let all = if s.horizontal { &[] } else { s.points.as_slice() };
            let all = all.iter().chain(&s.published).copied();
            lone.into_iter().chain(all.filter(CurvePoint::is_finite))
        })
        .collect();
    let stable = || points.iter().filter(|p| !p.unstable);
    let Some((low, high)) = span(stable().map(|p| p.y)) else {
        // Nothing but unstable points: their own values, as a last resort.
        return span(points.iter().map(|p| p.y)).map(|r| padded(r, log));
    };
    // Intervals count, but at most a fifth as much again as the values themselves (as much again where they are what one looks at): wider
    // ones run out of the frame.
    let share = if chart.compared { 1.0 } else { 0.2 };
    let slack = share * (high - low).max(high.abs() * 0.25);
    let (low_ci, high_ci) =
        span(stable().flat_map(|p| [p.y - p.half_width(), p.y + p.half_width()])).unwrap_or((low, high));
    let low = if log { low } else { low.min(low_ci.max(low - slack)) };
    let high = high.max(high_ci.min(high + slack));
    // An unstable point just above is shown at its place.
    let near = points
        .iter()
        .filter(|p| p.unstable && p.y > high)
        // There is room for all on a logarithmic axis.
        .filter(|p| log || p.y <= high + 0.35 * high.abs());
    let high = near.map(|p| p.y).fold(high, f64::max);
    Some(padded((low, high), log))
}

/// Whether the chart can have a logarithmic y axis.
pub fn y_log(chart: &CurveChart) -> bool {
    chart.y_log && positive(chart)
}

/// Whether all that is in the plot is above 0.
pub fn positive(chart: &CurveChart) -> bool {
    let points = chart.shown().flat_map(|(_, series)| &series.points);
    let mut finite = points.filter(|p| p.is_finite()).peekable();
    finite.peek().is_some() && finite.all(|p| p.y > 0.0)
}

/// Whether the chart can have a logarithmic x axis.
pub fn x_log(chart: &CurveChart) -> bool {
    let mut positive = false;
    chart.x_log && xs(chart).inspect(|x| positive |= *x > 0.0).all(|x| x >= 0.0) && positive
}

/// The zero of a logarithmic x axis, if 0 is among its values: as far from the next value as that is from the one after it, but at least a
/// factor of 2 and at most a decade.
pub fn zero_of_log_x(chart: &CurveChart) -> Option<Zero> {
    if !x_log(chart) || xs(chart).all(|x| x > 0.0) {
        return None;
    }
    let least = |above: f64| xs(chart).filter(|x| *x > above).reduce(f64::min);
    let next = least(0.0)?;
    let step = least(next).unwrap_or(next) / next;
    Some(Zero { place: next / step.clamp(2.0, 10.0), next })
}

/// The x of all lines, planned and drawable.
fn xs(chart: &CurveChart) -> impl Iterator<Item = f64> {
    let swept = chart.series.iter().filter(|s| !s.horizontal);
    let points = swept.flat_map(|s| &s.points).filter(|p| p.is_finite());
    points.map(|p| p.x).chain(chart.x_values.iter().copied())
}

/// A range widened at both ends by a `share` of its length, so that markers keep off the frame.
pub fn pad((low, high): Range, share: f64, log: bool) -> Range {
    if log && low > 0.0 {
        let factor = maths::exp(share * maths::ln(high / low));
        return widen(low / factor, high * factor);
    }
    let by = (high - low) * share;
    widen(low - by, high + by)
}

fn padded(range: Range, log: bool) -> Range {
    let (low, high) = widen(range.0, range.1);
    let (_, top) = pad((low, high), 0.07, log);
    if log {
        return pad((low, high), 0.07, true);
    }
    // Zero belongs to the picture of a positive metric unless everything happens far above it.
    if low >= 0.0 && low <= 0.6 * high {
        return widen(0.0, high + 0.07 * high);
    }
    let (bottom, _) = pad((low, high), 0.07, log);
    widen(if low >= 0.0 { bottom.max(0.0) } else { bottom }, top)
}

fn span(values: impl Iterator<Item = f64>) -> Option<Range> {
    let mut range: Option<Range> = None;
    for v in values.filter(|v| v.is_finite()) {
        range = Some(range.map_or((v, v), |(low, high)| (low.min(v), high.max(v))));
    }
    range
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::curve::curves::Series;

    fn chart(points: &[(f64, f64, f64, bool)]) -> CurveChart {
        let points = points
            .iter()
            .map(|&(x, y, ci95, unstable)| CurvePoint { x, y, ci95, unstable, unfinished: false })
            .collect();
        CurveChart { series: vec![Series { points, ..Series::default() }], ..CurveChart::default() }
    }

    #[test]
    fn an_unstable_point_does_not_flatten_the_rest() {
        let chart = chart(&[(1.0, 700.0, 0.0, false), (2.0, 1000.0, 0.0, false), (3.0, 1e6, 0.0, true)]);
        let (low, high) = y_range(&chart, false).unwrap();
        assert!(low > 0.0 && low < 700.0 && high > 1000.0 && high < 1100.0, "{low} {high}");
        assert_eq!(x_range(&chart), Some((1.0, 3.0)));
    }

    #[test]
    fn neither_does_a_first_interval() {
        let chart = chart(&[(1.0, 700.0, 1e9, false), (2.0, 1000.0, 10.0, false)]);
        let (low, high) = y_range(&chart, false).unwrap();
        assert!(low >= 0.0 && high < 1400.0, "{low} {high}");
    }

    #[test]
    fn zero_is_shown_unless_far_below() {
        let near = chart(&[(1.0, 100.0, 0.0, false), (2.0, 1000.0, 0.0, false)]);
        assert_eq!(y_range(&near, false).map(|r| r.0), Some(0.0));
        let far = chart(&[(1.0, 900.0, 0.0, false), (2.0, 1000.0, 0.0, false)]);
        assert!(y_range(&far, false).unwrap().0 > 800.0);
    }

    #[test]
    fn a_logarithmic_axis_has_a_place_for_zero() {
        let depths = |x_values: Vec<f64>| CurveChart { x_log: true, x_values, ..chart(&[(1.0, 700.0, 0.0, false)]) };
        let with_zero = depths(vec![0.0, 1.0, 4.0, 1000.0]);
        let zero = zero_of_log_x(&with_zero).unwrap();
        assert_eq!((zero.place, zero.next), (0.25, 1.0));
        assert_eq!(x_range(&with_zero), Some((0.25, 1000.0)));
        let without = depths(vec![1.0, 1000.0]);
        assert_eq!(zero_of_log_x(&without), None);
        assert_eq!(x_range(&without), Some((1.0, 1000.0)));
        // Not of what is negative, or nothing but 0.
        assert!(!x_log(&depths(vec![-1.0, 1000.0])));
        let only_zero = CurveChart { x_log: true, x_values: vec![0.0], ..CurveChart::default() };
        assert!(!x_log(&only_zero));
    }

    #[test]
    fn nothing_has_no_range() {
        assert_eq!(y_range(&CurveChart::default(), false), None);
        assert_eq!(x_range(&chart(&[(f64::NAN, 1.0, 0.0, false)])), None);
    }

    #[test]
    fn only_unstable_points_have_their_own_range() {
        let chart = chart(&[(1.0, 1e6, 0.0, true)]);
        let (low, high) = y_range(&chart, false).unwrap();
        assert!(low < 1e6 && high > 1e6);
    }
}
