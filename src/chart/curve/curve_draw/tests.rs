use super::*;
use crate::chart::kit::area::Point;
use crate::chart::kit::recorder::{Call, Recorder};

fn series(name: &str, style: usize, points: &[(f64, f64, bool)], horizontal: bool) -> Series {
    let points = points.iter().map(|&(x, y, unstable)| CurvePoint { x, y, unstable, ..CurvePoint::default() });
    Series {
        name: name.into(),
        look: SeriesStyle::nth(style),
        points: points.collect(),
        horizontal,
        ..Series::default()
    }
}

fn chart() -> CurveChart {
    let swept = [(200.0, 700.0, false), (300.0, 800.0, false), (400.0, 1e6, true), (500.0, 900.0, false)];
    CurveChart {
        x_label: "BSBW [Mbps]".into(),
        y_unit: "s".into(),
        series: vec![
            series("Migration only", 7, &[(200.0, 1000.0, false)], true),
            // Style 0 has a full line: one path for each connected run.
            series("First-fit", 0, &swept, false),
        ],
        ..CurveChart::default()
    }
}

fn drawn(chart: &CurveChart, width: u32, height: u32) -> (Recorder, CurveLayout) {
    let mut recorder = Recorder::new(width, height);
    let area = Area::sized(f64::from(width), f64::from(height));
    let layout = draw(&mut recorder, area, chart, &Theme::light(1.0)).unwrap();
    (recorder, layout)
}

#[test]
fn unstable_points_are_never_connected() {
    let (recorder, layout) = drawn(&chart(), 800, 400);
    let theme = Theme::light(1.0);
    let paths = recorder.paths(theme.series(0));
    let whole = |(x, y): Point| (x.round() as i32, y.round() as i32);
    let (a, b) = (whole(layout.to_px(200.0, 700.0)), whole(layout.to_px(300.0, 800.0)));
    assert!(paths.contains(&[a, b].as_slice()), "{paths:?}");
    // Neither the unstable point nor the lonely one after it is on a line within the plot.
    let right_of = layout.to_px(310.0, 0.0).0 as i32;
    let right_end = layout.plot.x1 as i32;
    let beyond = paths.iter().flat_map(|p| p.iter()).any(|p| p.0 > right_of && p.0 <= right_end);
    assert!(!beyond, "{paths:?}");
    // It is hollow, at the upper edge, with an arrow.
    let hollow = recorder.calls.iter().any(|call| {
        matches!(call, Call::Circle(at, _, rgb, false) if *rgb == theme.series(0).rgb
            && f64::from(at.1) < layout.plot.y0 + 20.0)
    });
    assert!(hollow);
}

#[test]
fn a_baseline_goes_right_across() {
    let (recorder, layout) = drawn(&chart(), 800, 400);
    let theme = Theme::light(1.0);
    let y = layout.to_px(0.0, 1000.0).1.round() as i32;
    let paths = recorder.paths(theme.series(7));
    let on_line: Vec<_> = paths.iter().filter(|p| p.iter().all(|q| q.1 == y)).collect();
    let left = on_line.iter().flat_map(|p| p.iter()).map(|p| p.0).min();
    let right = on_line.iter().flat_map(|p| p.iter()).map(|p| p.0).filter(|&x| x <= layout.plot.x1 as i32).max();
    assert!(f64::from(left.unwrap()) <= layout.plot.x0 + 1.0);
    assert!(f64::from(right.unwrap()) >= layout.plot.x1 - 10.0);
    assert!(recorder.texts().contains(&"Migration only 1000 s"));
}

#[test]
fn unstable_baselines_and_points_do_not_hide_each_other() {
    let mut chart = chart();
    for style in [1, 2] {
        chart.series.push(series("unsettled", style, &[(200.0, 1e7, true)], true));
    }
    chart.series.push(series("B4", 0, &[(500.0, 1e6, true)], false));
    let (recorder, layout) = drawn(&chart, 800, 400);
    let mut heights: Vec<f64> = layout.baselines.iter().filter(|b| b.unstable).map(|b| b.y).collect();
    let at_the_end = layout.marks.iter().filter(|m| m.hit.series == 4);
    heights.extend(at_the_end.map(|m| m.at.1));
    assert_eq!(heights.len(), 3);
    assert!(heights.windows(2).all(|w| w[1] - w[0] >= 19.0), "{heights:?}");
    assert!(recorder.texts().contains(&"unsettled unstable"));
}

#[test]
fn a_series_that_leaves_the_plot_says_so_where_there_is_room() {
    let mut chart = chart();
    let (recorder, layout) = drawn(&chart, 800, 400);
    assert!(recorder.texts().contains(&"First-fit unstable"));
    // Left of its first point without a result.
    assert!(layout.without_result[0].2.x1 < layout.to_px(400.0, 0.0).0);
    chart.series[1].name = "First-fit of a name that is far too long for the room on the left of it".into();
    assert!(drawn(&chart, 500, 400).1.without_result.is_empty());
}

#[test]
fn the_interval_of_a_baseline_stands_at_the_left_end() {
    let mut chart = chart();
    chart.series[0].points[0].ci95 = 20.0;
    let (recorder, layout) = drawn(&chart, 800, 400);
    let theme = Theme::light(1.0);
    let bars = recorder.fills(theme.series(7).fade(0.5).over(theme.background));
    let [(from, to)] = bars[..] else { panic!("{bars:?}") };
    assert!(f64::from(to.0) < layout.plot.x0 + 8.0);
    let heights = (layout.to_px(0.0, 1020.0).1.round() as i32, layout.to_px(0.0, 980.0).1.round() as i32);
    assert!((from.1 - heights.0).abs() <= 1 && (to.1 - heights.1).abs() <= 1);
}

#[test]
fn nothing_to_show_is_said() {
    let (recorder, _) = drawn(&CurveChart::default(), 400, 300);
    assert_eq!(recorder.texts(), ["no finished points yet"]);
    let (recorder, _) = drawn(&CurveChart::default(), 1, 1);
    assert!(recorder.texts().is_empty());
}

#[test]
fn the_cursor_reads_out_its_point() {
    let mut recorder = Recorder::new(800, 400);
    let hit = Hit { series: 1, point: 2 };
    let layout = draw(&mut recorder, Area::sized(800.0, 400.0), &chart(), &Theme::dark(1.0)).unwrap();
    cursor(&mut recorder, &layout, &chart(), &Theme::dark(1.0), hit).unwrap();
    let texts = recorder.texts().join("|");
    assert!(texts.contains("First-fit: unstable|at 400; there also|Migration only: 1000 s"), "{texts}");
}

#[test]
fn a_hidden_series_is_in_the_legend_alone() {
    let mut chart = chart();
    chart.series[1].hidden = true;
    let (recorder, layout) = drawn(&chart, 800, 400);
    assert!(layout.marks.is_empty() && layout.runs.is_empty());
    assert_eq!(layout.legend.len(), 3);
    let theme = Theme::light(1.0);
    assert!(recorder.paths(theme.series(0)).is_empty());
    assert!(!recorder.paths(theme.faded(theme.series(0))).is_empty());
    // The range is that of what is shown.
    assert!(layout.to_data((0.0, layout.plot.y1)).1 > 700.0);
}

#[test]
fn one_series_stands_before_pale_others() {
    let (chart, theme) = (chart(), Theme::light(1.0));
    let (_, layout) = drawn(&chart, 800, 400);
    let mut recorder = Recorder::new(800, 400);
    emphasise(&mut recorder, &layout, &chart, &theme, 1).unwrap();
    assert!(!recorder.paths(theme.series(0)).is_empty());
    assert!(recorder.paths(theme.series(7)).is_empty());
}

#[test]
fn intervals_at_the_same_x_stand_side_by_side() {
    let mut chart = chart();
    chart.series.push(series("B3", 2, &[(200.0, 690.0, false), (300.0, 790.0, false)], false));
    for own in &mut chart.series[1..] {
        own.points.iter_mut().for_each(|point| point.ci95 = 30.0);
    }
    let (_, layout) = drawn(&chart, 800, 400);
    let at = |series: usize| {
        let mut marks = layout.marks.iter();
        marks.find(|mark| mark.hit == Hit { series, point: 0 }).unwrap().at.0
    };
    assert!((at(2) - at(1) - 4.0).abs() < 1e-9, "{} {}", at(1), at(2));
    assert!(((at(1) + at(2)) / 2.0 - layout.to_px(200.0, 0.0).0).abs() < 1e-9);
}

#[test]
fn a_faded_chart_is_paler() {
    let old = CurveChart { faded: true, ..chart() };
    let theme = Theme::light(1.0);
    let (recorder, _) = drawn(&old, 800, 400);
    assert!(recorder.paths(theme.series(0)).is_empty());
    assert!(!recorder.paths(theme.faded(theme.series(0))).is_empty());
}

/// Where it was published, around the result if that is the same; said in legend and read-outs, and left of a baseline once.
#[test]
fn what_was_published_is_hollow() {
    let mut chart = chart();
    let at = |x: f64, y: f64| CurvePoint { x, y, ..CurvePoint::default() };
    chart.series[0].published = vec![at(200.0, 1050.0), at(300.0, 1050.0)];
    chart.series[1].published = vec![at(300.0, 2000.0)];
    let (recorder, layout) = drawn(&chart, 800, 400);
    let [(0, line), (1, mark)] = layout.published[..] else {
        panic!("{:?}", layout.published);
    };
    assert!((line.1 - layout.to_px(0.0, 1050.0).1).abs() < 1e-9);
    assert_eq!(mark, layout.to_px(300.0, 2000.0));
    assert!(layout.plot.contains(mark), "the axis reaches it");
    assert!(layout.legend.iter().any(|entry| entry.text == "published"));
    let said = |series: usize, x| chart.published(&chart.series[series], x, &chart.y_unit);
    assert_eq!(said(0, 500.0), ", published 1050 s");
    assert_eq!([said(1, 300.0), said(1, 400.0)], [", published 2000 s", ""]);
    assert!(!recorder.calls.is_empty());
}
