//! Tests of layout, labels and drawing.

use super::*;
use crate::chart::curve::tests::series;
use crate::chart::kit::recorder::{Call, Recorder};

fn styled(style: usize, own: Series) -> Series {
    Series { look: SeriesStyle::nth(style), ..own }
}

fn chart() -> CurveChart {
    let swept = [(200.0, 700.0, false), (300.0, 800.0, false), (400.0, 1e6, true), (500.0, 900.0, false)];
    CurveChart {
        x_label: "BSBW [Mbps]".into(),
        y_unit: "s".into(),
        series: vec![
            styled(7, series("Migration only", &[(200.0, 1000.0, false)], true)),
            // Style 0 has a full line: one path for each connected run.
            series("First-fit", &swept, false),
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
fn an_unstable_point_is_beyond_a_break_and_joined_by_dots() {
    let (recorder, layout) = drawn(&chart(), 800, 400);
    let theme = Theme::light(1.0);
    let paths = recorder.paths(theme.series(0));
    let whole = |(x, y): Point| (x.round() as i32, y.round() as i32);
    let (a, b) = (whole(layout.to_px(200.0, 700.0)), whole(layout.to_px(300.0, 800.0)));
    assert!(paths.contains(&[a, b].as_slice()), "{paths:?}");
    // No whole line reaches the unstable point: 300 to 400 and 400 to 500 Mbps are joined by dots.
    let (unstable, last) = (layout.to_px(400.0, 1e6), layout.to_px(500.0, 900.0));
    assert_eq!(layout.joins, [(1, [layout.to_px(300.0, 800.0), unstable]), (1, [unstable, last])]);
    assert!(!paths.iter().any(|path| path.contains(&whole(unstable)) && path.contains(&b)), "{paths:?}");
    // It is hollow, at its true value above the break.
    let beyond = layout.beyond.as_ref().unwrap();
    assert!(unstable.1 > beyond.area.y0 && unstable.1 < beyond.area.y1);
    assert!((layout.to_data(unstable).1 / 1e6 - 1.0).abs() < 1e-6);
    assert!(layout.to_px(400.0, 900.0).1 > beyond.below);
    let hollow = recorder.calls.iter().any(|call| {
        matches!(call, Call::Circle(at, _, rgb, false) if *rgb == theme.series(0).rgb
            && (f64::from(at.1) - unstable.1).abs() <= 1.0)
    });
    assert!(hollow);
    // In a low plot it is at the upper edge, with an arrow.
    let (_, low) = drawn(&chart(), 800, 200);
    assert_eq!((low.beyond.is_none(), low.marks[2].kind), (true, MarkKind::Above));
    assert!(low.joins.is_empty());
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
        chart.series.push(styled(style, series("unsettled", &[(200.0, 1e7, true)], true)));
    }
    chart.series.push(series("B4", &[(500.0, 1e6, true)], false));
    let (recorder, layout) = drawn(&chart, 800, 230);
    let mut heights: Vec<f64> = layout.baselines.iter().filter(|b| b.unstable).map(|b| b.y).collect();
    let at_the_end = layout.marks.iter().filter(|m| m.datum.0 == 4);
    heights.extend(at_the_end.map(|m| m.at.1));
    assert_eq!(heights.len(), 3);
    assert!(heights.windows(2).all(|w| w[1] - w[0] >= 19.0), "{heights:?}");
    assert!(recorder.texts().contains(&"unsettled unstable"));
}

#[test]
fn a_series_that_leaves_the_plot_says_so_where_there_is_room() {
    let mut chart = chart();
    let (recorder, layout) = drawn(&chart, 800, 400);
    assert!(recorder.texts().contains(&"First-fit: queue grows for ever"));
    // The label is left of the first point without a result.
    assert!(layout.without_result[0].2.x1 < layout.to_px(400.0, 0.0).0);
    chart.series[1].name = "First-fit of a name that is far too long for the room on the left of it".into();
    assert!(drawn(&chart, 500, 400).1.without_result.is_empty());
}

#[test]
fn the_interval_of_a_baseline_stands_between_the_last_two_x() {
    let mut chart = chart();
    chart.series[0].points[0].ci95 = 20.0;
    let (_, layout) = drawn(&chart, 800, 400);
    let own = &layout.baselines[0];
    assert!((own.interval_x - layout.to_px(450.0, 0.0).0).abs() < 1e-9);
    let ends = [1020.0, 980.0].map(|y| layout.to_px(0.0, y).1);
    assert_eq!(own.interval, Some((ends[0], ends[1])));
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
    let datum = Datum(1, 2);
    let layout = draw(&mut recorder, Area::sized(800.0, 400.0), &chart(), &Theme::dark(1.0)).unwrap();
    cursor(&mut recorder, &layout, &chart(), &Theme::dark(1.0), datum).unwrap();
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
    // Only visible series determine the range.
    assert!(layout.to_data((0.0, layout.plot.y1)).1 > 700.0);
}

#[test]
fn one_series_stands_before_pale_others() {
    let (chart, theme) = (chart(), Theme::light(1.0));
    let (_, layout) = drawn(&chart, 800, 400);
    let mut recorder = Recorder::new(800, 400);
    paint(&mut recorder, &layout, &chart, &theme, Some(1)).unwrap();
    assert!(!recorder.paths(theme.series(0)).is_empty());
    assert!(recorder.paths(theme.series(7)).is_empty());
}

#[test]
fn intervals_at_the_same_x_stand_side_by_side() {
    let mut chart = chart();
    chart.series.push(styled(2, series("B3", &[(200.0, 690.0, false), (300.0, 790.0, false)], false)));
    for own in &mut chart.series[1..] {
        own.points.iter_mut().for_each(|point| point.ci95 = 30.0);
    }
    let (_, layout) = drawn(&chart, 800, 400);
    let at = |series: usize| {
        let mut marks = layout.marks.iter();
        marks.find(|mark| mark.datum == Datum(series, 0)).unwrap().at.0
    };
    assert!((at(2) - at(1) - 4.0).abs() < 1e-9, "{} {}", at(1), at(2));
    assert!(((at(1) + at(2)) / 2.0 - layout.to_px(200.0, 0.0).0).abs() < 1e-9);
}

#[test]
fn means_over_other_jobs_have_a_sign_beside_each_marker() {
    let mut apart = chart();
    let signs = |chart: &CurveChart| drawn(chart, 800, 400).0.texts().iter().filter(|own| **own == OTHER_JOBS).count();
    assert_eq!(signs(&apart), 0);
    apart.series[1].set_apart = true;
    assert_eq!(signs(&apart), 4);
}

#[test]
fn a_faded_chart_is_paler() {
    let old = CurveChart { faded: true, ..chart() };
    let theme = Theme::light(1.0);
    let (recorder, _) = drawn(&old, 800, 400);
    assert!(recorder.paths(theme.series(0)).is_empty());
    assert!(!recorder.paths(theme.faded(theme.series(0))).is_empty());
}

/// A published value is drawn at its own height, and only once for a baseline; legend and read-outs name it.
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

/// The estimated boxes of all texts do not overlap.
#[test]
fn texts_do_not_overlap_when_narrow() {
    let chart = CurveChart {
        title: "A heading that takes two lines when the figure is narrow".into(),
        x_label: "Bisection bandwidth [Mbps]".into(),
        y_label: "Mean turnaround time [s]".into(),
        y_unit: String::new(),
        ..chart()
    };
    for width in [320, 360, 500, 700, 1200] {
        let theme = Theme::light(1.0);
        let height = CurveLayout::preferred_height(&chart, f64::from(width), &theme);
        let layout = CurveLayout::new(&chart, Area::sized(f64::from(width), height), &theme);
        let mut boxes: Vec<Area> = layout.legend.iter().map(|own| own.area).collect();
        let face = Type::regular(TICK, theme.muted);
        let below = layout.plot.y1 + 8.0 + TICK * 0.6;
        let ticks = layout.x_ticks.iter().map(|tick| (&tick.label, (layout.to_px(tick.value, 0.0).0, below)));
        boxes.extend(ticks.map(|(label, at)| face.extent(label, at, Align::Centre, &theme)));
        let label = Type::regular(LABEL, theme.ink);
        boxes.push(label.extent(&layout.x_label.0, layout.x_label.1, Align::Centre, &theme));
        boxes.push(label.extent(&layout.y_label.0, layout.y_label.1, Align::Left, &theme));
        boxes.extend(layout.baselines.iter().filter_map(|own| own.label.as_ref().map(|label| label.1)));
        for (i, a) in boxes.iter().enumerate() {
            assert!(layout.canvas.encloses(a), "{a:?} at {width}");
            assert!(boxes[i + 1..].iter().all(|b| !a.overlaps(&b.inset(0.5))), "{a:?} at {width}");
        }
        assert_eq!(layout.legend.len(), 3, "the whole legend at {width}");
    }
}

/// A baseline at `y`, a line that rises to it, and a line whose last point is unstable.
fn three(y: f64) -> CurveChart {
    CurveChart {
        title: "Three curves".into(),
        x_label: "Bandwidth [Mbps]".into(),
        y_label: "Turnaround [s]".into(),
        series: vec![
            series("Migration only", &[(0.0, y, false)], true),
            series("B3", &[(0.0, 300.0, false), (100.0, 900.0, false), (300.0, y, false)], false),
            series("First-fit", &[(0.0, 500.0, false), (300.0, 1e6, true)], false),
        ],
        ..CurveChart::default()
    }
}

#[test]
fn in_a_talk_names_stand_at_the_ends_of_curves() {
    let (canvas, page) = (Area::sized(1200.0, 700.0), Theme::light(2.0));
    let layout = CurveLayout::new(&three(600.0), canvas, &page.for_a_talk());
    let mut legend = layout.legend.clone();
    legend.sort_by(|a, b| a.area.y0.total_cmp(&b.area.y0));
    let names: Vec<&str> = legend.iter().map(|own| own.text.as_str()).collect();
    // An unstable series leaves the plot at the top; the legend's entry for hollow markers is last.
    assert_eq!((names[0], names[3]), ("First-fit", "unstable"));
    for (entry, below) in legend.iter().zip(&legend[1..]) {
        assert!(entry.area.y1 <= below.area.y0 + 1e-9 && entry.area.x0 > layout.plot.x1);
    }
    // Two legend entries that belong at the same height move equally far from it, one up and one down.
    let middle = (legend[1].area.y1 + legend[2].area.y0) / 2.0;
    let end = layout.to_px(0.0, 600.0).1;
    assert!((middle - end).abs() < 1.0, "{middle} {end}");
    // The label of the baseline has only its value, because the legend entry beside it has the name.
    let label = layout.baselines[0].label.as_ref().map(|own| own.0.as_str());
    assert_eq!(label, Some("600"));
    // On the page the entries keep the order of the schedulers, so that clicks do not move them.
    let layout = CurveLayout::new(&three(900.0), canvas, &Theme::light(1.0));
    assert_eq!(layout.legend[0].text, "Migration only");
}
