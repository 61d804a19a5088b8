//! Tests of captions, tables and pointing.

use super::*;
use crate::chart::curve::Series;
use crate::chart::curve::tests::series;
use crate::chart::kit::recorder::Recorder;
use crate::experiment::{self, Plan, Results};
use crate::scenario::Scenario;
use proptest::prelude::*;
use std::sync::Arc;

fn small() -> (Plan, Results) {
    let text = r#"{"workload": {"jobs_per_cluster": 60}, "schedulers": ["no-share", "first-fit"],
        "experiment": {"replications": 2, "sweep": [{"parameter": "workload.bsbw_mbps", "values": [300, 600]}]}}"#;
    let scenario = Scenario::from_json(text).unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    (Plan::new(&scenario).unwrap(), results)
}

/// One job is faster by 5 s, three take as long, one is slower: four of five differences are at most 0.
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

/// First-fit is unstable, No share is stable. Without a baseline, the texts say that First-fit is unstable. Compared
/// with First-fit, the texts say that one of both runs is unstable.
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
    assert!(alone[0].contains(" The same at every value: No share."), "{}", alone[0]);
    let compared = words(Some(Baseline { scheduler: 1, ratio: false }));
    assert!(!compared[0].contains("Not affected"));
    for text in compared {
        let either = text.matches("one of both unstable").count();
        assert!(either > 0, "{text}");
        assert_eq!(text.matches("unstable").count(), either, "{text}");
    }
}

fn layout(x_log: bool) -> CurveLayout {
    let chart = CurveChart {
        x_log,
        series: vec![
            series("name", &[(100.0, 10.0, false), (200.0, 20.0, false), (400.0, 30.0, false)], false),
            series("name", &[(100.0, 40.0, false), (400.0, 50.0, false)], false),
            series("name", &[(100.0, 60.0, false)], true),
        ],
        ..CurveChart::default()
    };
    CurveLayout::new(&chart, Area::sized(800.0, 400.0), &Theme::light(1.0))
}

#[test]
fn the_nearest_point_or_line() {
    let layout = layout(false);
    let (x, y) = layout.to_px(200.0, 20.0);
    assert_eq!(layout.nearest((x + 5.0, y - 7.0)), Some(Datum(0, 1)));
    let (x, y) = layout.to_px(300.0, 60.0);
    assert_eq!(layout.nearest((x, y + 3.0)), Some(Datum(2, 0)));
    assert_eq!(layout.nearest((x, y + 30.0)), None);
    assert_eq!(layout.nearest((f64::NAN, y)), None);
}

/// At x = 380 the nearest points are those at x = 400, with heights 30 and 50.
#[test]
fn between_the_curves_the_nearest_x_counts() {
    let layout = layout(false);
    let at = |y: f64| layout.in_column(layout.to_px(380.0, y));
    assert_eq!([at(38.0), at(42.0)], [Some(Datum(0, 2)), Some(Datum(1, 1))]);
    assert_eq!(layout.in_column((0.0, 0.0)), None, "outside of the plot");
    assert_eq!(layout.in_column((f64::NAN, 100.0)), None);
}

#[test]
fn arrow_keys_walk_over_points() {
    let layout = layout(false);
    assert_eq!(layout.step(None, Step::Right), Some(Datum(0, 0)));
    assert_eq!(layout.step(Some(Datum(0, 0)), Step::Right), Some(Datum(0, 1)));
    assert_eq!(layout.step(Some(Datum(0, 2)), Step::Right), Some(Datum(0, 2)));
    assert_eq!(layout.step(Some(Datum(0, 2)), Step::Left), Some(Datum(0, 1)));
    assert_eq!(layout.step(Some(Datum(0, 0)), Step::Up), Some(Datum(1, 0)));
    assert_eq!(layout.step(Some(Datum(1, 0)), Step::Up), Some(Datum(2, 0)));
    assert_eq!(layout.step(Some(Datum(1, 1)), Step::Down), Some(Datum(0, 2)));
    assert_eq!(layout.step(Some(Datum(9, 9)), Step::Down), Some(Datum(0, 0)));
}

#[test]
fn the_legend_can_be_pointed_at() {
    let layout = layout(false);
    let entry = layout.legend.get(1).map(|e| e.area.centre());
    assert_eq!(entry.and_then(|at| layout.legend_at(at)), Some(1));
    assert_eq!(layout.legend_at((0.0, 0.0)), None);
}

proptest! {
    /// Data to pixels and back.
    #[test]
    fn transforms_invert(x in 100.0..400.0f64, y in 0.0..60.0f64, log in any::<bool>()) {
        let layout = layout(log);
        let (bx, by) = layout.to_data(layout.to_px(x, y));
        prop_assert!((bx - x).abs() < 1e-6 && (by - y).abs() < 1e-6, "{bx} {by}");
    }
}
