//! Tests of the chart's data, and small charts for all tests of curves.

use super::*;
use crate::chart::curve::layout::CurveLayout;
use crate::chart::kit::area::Area;
use crate::chart::kit::theme::Theme;

/// A series of points (x, y, unstable).
pub(super) fn series(name: &str, points: &[(f64, f64, bool)], horizontal: bool) -> Series {
    let points = points.iter().map(|&(x, y, unstable)| CurvePoint { x, y, unstable, ..CurvePoint::default() });
    Series { name: name.into(), points: points.collect(), horizontal, ..Series::default() }
}

/// A chart of one series of points (x, y, half-width, unstable).
fn single(points: &[(f64, f64, f64, bool)]) -> CurveChart {
    let point = |&(x, y, ci95, unstable)| CurvePoint { x, y, ci95, unstable, unfinished: false };
    let points = points.iter().map(point).collect();
    CurveChart { series: vec![Series { points, ..Series::default() }], ..CurveChart::default() }
}

fn chart() -> CurveChart {
    CurveChart {
        x_label: "BSBW [Mbps]".into(),
        y_label: "Mean turnaround time [s]".into(),
        x_unit: "Mbps".into(),
        y_unit: "s".into(),
        series: vec![
            series("No share", &[(100.0, f64::NAN, false), (200.0, 2450.0, false)], true),
            series("First-fit", &[(700.0, 1e6, true), (100.0, 760.0, false)], false),
        ],
        ..CurveChart::default()
    }
}

#[test]
fn summary_tells_each_line() {
    assert_eq!(
        chart().summary(),
        "Mean turnaround time [s] against BSBW [Mbps]: No share 2450 s at every BSBW; First-fit from 760 s at 100 Mbps to \
         unstable at 700 Mbps."
    );
    assert_eq!(CurveChart::default().summary(), "The metric against the parameter: no finished points yet.");
}

#[test]
fn summary_counts_unstable_points() {
    let mut chart = chart();
    chart.series[1].points.extend(series("", &[(800.0, 1e7, true), (900.0, 1e7, true)], false).points);
    assert!(chart.summary().ends_with("3 of 4 points unstable, the first at 700 Mbps."));
    chart.series.iter_mut().flat_map(|own| &mut own.points).for_each(|point| point.unstable = true);
    let words = chart.summary();
    assert!(words.ends_with("No share unstable at every BSBW; First-fit unstable at every point."), "{words}");
}

#[test]
fn order_and_baseline() {
    let chart = chart();
    assert_eq!(chart.series[1].order(), [1, 0]);
    assert_eq!(chart.series[0].baseline().map(|p| p.y), Some(2450.0));
    assert_eq!(Series::default().baseline(), None);
}

#[test]
fn long_times_are_shown_in_days_and_short_ones_in_seconds() {
    let chart = |y: f64| {
        CurveChart {
            x_label: "Arrival [s]".into(),
            y_label: "Mean turnaround [s]".into(),
            x_unit: "s".into(),
            y_unit: "s".into(),
            ..single(&[(7200.0, y, y / 10.0, false)])
        }
        .in_readable_units()
    };
    let long = chart(3e6);
    let point = long.series[0].points[0];
    assert_eq!((long.y_label.as_str(), long.y_unit.as_str()), ("Mean turnaround [d]", "d"));
    assert_eq!((point.y, point.ci95), (3e6 / 86_400.0, 3e5 / 86_400.0));
    assert_eq!((long.x_label.as_str(), point.x), ("Arrival [min]", 120.0));
    let short = chart(650.0);
    assert_eq!((short.y_label.as_str(), short.series[0].points[0].y), ("Mean turnaround [s]", 650.0));
}

#[test]
fn an_unstable_point_does_not_flatten_the_rest() {
    let chart = single(&[(1.0, 700.0, 0.0, false), (2.0, 1000.0, 0.0, false), (3.0, 1e6, 0.0, true)]);
    let (low, high) = chart.y_range(false).unwrap();
    assert!(low > 0.0 && low < 700.0 && high > 1000.0 && high < 1100.0, "{low} {high}");
    assert_eq!(chart.x_range(), Some((1.0, 3.0)));
}

#[test]
fn neither_does_a_first_interval() {
    let chart = single(&[(1.0, 700.0, 1e9, false), (2.0, 1000.0, 10.0, false)]);
    let (low, high) = chart.y_range(false).unwrap();
    assert!(low >= 0.0 && high < 1400.0, "{low} {high}");
}

#[test]
fn zero_is_shown_unless_far_below() {
    let low = |y: f64| single(&[(1.0, y, 0.0, false), (2.0, 1000.0, 0.0, false)]).y_range(false).unwrap().0;
    assert_eq!(low(100.0), 0.0);
    assert!(low(900.0) > 800.0);
}

#[test]
fn a_logarithmic_axis_has_a_place_for_zero() {
    let depths = |x_values: Vec<f64>| CurveChart { x_log: true, x_values, ..single(&[(1.0, 700.0, 0.0, false)]) };
    let with_zero = depths(vec![0.0, 1.0, 4.0, 1000.0]);
    let zero = with_zero.zero_of_log_x().unwrap();
    assert_eq!((zero.place, zero.next), (0.25, 1.0));
    assert_eq!(with_zero.x_range(), Some((0.25, 1000.0)));
    let without = depths(vec![1.0, 1000.0]);
    assert_eq!(without.zero_of_log_x(), None);
    assert_eq!(without.x_range(), Some((1.0, 1000.0)));
    // Negative values, or nothing but 0, have no logarithmic axis.
    assert!(!depths(vec![-1.0, 1000.0]).is_log_x());
    assert!(!CurveChart { x_log: true, x_values: vec![0.0], ..CurveChart::default() }.is_log_x());
}

#[test]
fn what_has_no_range() {
    assert_eq!(CurveChart::default().y_range(false), None);
    assert_eq!(single(&[(f64::NAN, 1.0, 0.0, false)]).x_range(), None);
}

#[test]
fn only_unstable_points_have_their_own_range() {
    let (low, high) = single(&[(1.0, 1e6, 0.0, true)]).y_range(false).unwrap();
    assert!(low < 1e6 && high > 1e6);
}

#[test]
fn former_curves_are_lines_behind_the_points_and_within_the_range() {
    let former = |points: &[(f64, f64, bool)]| series("", points, false).points;
    let mut chart = CurveChart {
        series: vec![
            Series {
                former: former(&[(2.0, 400.0, false), (1.0, 100.0, false), (3.0, 9e9, true)]),
                ..series("b3", &[(1.0, 50.0, false), (2.0, 80.0, false)], false)
            },
            Series { former: former(&[(1.0, 200.0, false)]), ..series("no share", &[(1.0, 60.0, false)], true) },
        ],
        ..CurveChart::default()
    };
    // From 0 to 7 % above the largest former value; the unstable one does not count.
    assert_eq!(chart.y_range(false), Some((0.0, 400.0 + 0.07 * 400.0)));
    let layout = CurveLayout::new(&chart, Area::sized(800.0, 400.0), &Theme::light(1.0));
    let expected = vec![layout.to_px(1.0, 100.0), layout.to_px(2.0, 400.0)];
    assert_eq!(layout.former[0], (0, expected));
    let across = layout.to_px(1.0, 200.0).1;
    assert_eq!(layout.former[1], (1, vec![(layout.plot.x0, across), (layout.plot.x1, across)]));
    // An animation sets the range.
    chart.y_moving = Some((10.0, 20.0));
    assert_eq!(chart.y_range(false), Some((10.0, 20.0)));
}
