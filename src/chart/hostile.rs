//! Tests: with any data and any canvas, figures never panic, hang, or draw outside.

use proptest::prelude::*;

use crate::chart::curve::dots::DotFigure;
use crate::chart::curve::draw;
use crate::chart::curve::layout::CurveLayout;
use crate::chart::curve::{CurveChart, CurvePoint, Series};
use crate::chart::figure::{Datum, Figure, Step};
use crate::chart::gantt_chart::colouring::Colouring;
use crate::chart::gantt_chart::draw::GanttCursor;
use crate::chart::gantt_chart::layout::{GanttLayout, GanttRange};
use crate::chart::gantt_chart::outs::GanttOut;
use crate::chart::gantt_chart::strips::{Steps, Strip, StripChart, StripKind};
use crate::chart::gantt_chart::timeline::TimelineLayout;
use crate::chart::gantt_chart::{GanttChart, GanttCluster, GanttJob, GanttPiece};
use crate::chart::kit::area::Area;
use crate::chart::kit::recorder::Recorder;
use crate::chart::kit::series_style::SeriesStyle;
use crate::chart::kit::theme::Theme;
use crate::chart::plane::plane_figure::{PlaneChart, PlaneFigure};
use crate::chart::plane::surface::{Cell, Contender, Contest, Plane, SurfaceChart, Swept, WinnerChart};
use crate::chart::plane::surface_figure::InSpace;
use crate::chart::plane::surface_projection::Camera;
use crate::metrics::overview::{Extreme, Overview};
use crate::platform::OutageKind;
use crate::scheduler::facts::{Legend, Mark, Request};
use crate::scheduler::steps;
use crate::words::JobNames;
use crate::words::number::Style;

/// Numbers as in bad input: ordinary numbers, special values such as infinity, and any bit patterns.
fn number() -> impl Strategy<Value = f64> {
    let odd = [
        0.0,
        -0.0,
        -1.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        1e300,
        -1e300,
        1e-300,
        5e-324,
    ];
    prop_oneof![
        4 => 0.0..2000.0f64,
        2 => prop::sample::select(odd.to_vec()),
        1 => any::<u64>().prop_map(f64::from_bits),
    ]
}

fn side() -> impl Strategy<Value = u32> {
    prop_oneof![3 => 0u32..1500, 1 => 0u32..12]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[A-Za-z ]{0,12}", 1 => any::<String>()]
}

fn theme() -> impl Strategy<Value = Theme> {
    (any::<bool>(), prop_oneof![Just(1.0), Just(2.0), number()])
        .prop_map(|(dark, scale)| if dark { Theme::dark(scale) } else { Theme::light(scale) })
}

prop_compose! {
    fn curve_point()(x in number(), y in number(), ci95 in number(), unstable in any::<bool>(), unfinished in any::<bool>()) -> CurvePoint {
        CurvePoint { x, y, ci95, unstable, unfinished }
    }
}

prop_compose! {
    fn series()(name in name(), style in any::<usize>(), points in prop::collection::vec(curve_point(), 0..12), [published, former] in prop::array::uniform2(prop::collection::vec(curve_point(), 0..3)), horizontal in any::<bool>()) -> Series {
        Series { name, look: SeriesStyle::nth(style), hidden: style == 5, set_apart: style == 6, points, published, former, horizontal }
    }
}

prop_compose! {
    fn curve_chart()(title in name(), x_label in name(), y_label in name(), x_log in any::<bool>(), y_log in any::<bool>(),
                     [faded, scattered, compared, unmarked] in any::<[bool; 4]>(), x_around_zero in prop::option::of(any::<f64>()), y_style in prop::sample::select(vec![Style::Plain, Style::Rough, Style::Si, Style::Duration, Style::Percent]),
                     series in prop::collection::vec(series(), 0..10)) -> CurveChart {
        CurveChart { title, x_title: x_label.clone(), x_label, y_label, x_unit: "Mbps".into(), y_unit: "s".into(), y_style, x_log, y_log, x_values: Vec::new(), series, faded, scattered, compared, unmarked, x_around_zero, y_moving: None }
    }
}

prop_compose! {
    fn piece()(cluster in 0usize..6, rows in prop::collection::vec((0u32..60, 0u32..60), 0..4), wild in any::<u32>()) -> GanttPiece {
        let mut rows = rows;
        if wild % 10 == 0 {
            rows.push((wild, u32::MAX));
        }
        GanttPiece { cluster, rows }
    }
}

fn request(to: Option<&'static str>) -> Request {
    Request { name: "any".into(), words: "any request".into(), to: to.map(Into::into), moldable: true }
}

prop_compose! {
    fn gantt_job()(id in any::<u64>(), home in any::<usize>(), arrival_s in number(), start_s in number(), end_s in number(),
                   nodes in any::<u32>(), pieces in prop::collection::vec(piece(), 0..4), co_allocated in any::<bool>(), penalty in number()) -> GanttJob {
        GanttJob { id, home, arrival_s, start_s, end_s, nodes, pieces, co_allocated, penalty, pale: home == 1, failed: home % 5 == 1, again: home % 3 == 1, user: [None, Some(2)][home % 2], request: [None, Some(request(None)), Some(request(Some("all")))][home % 3].clone() }
    }
}

prop_compose! {
    fn gantt_mark()(time_s in number(), words in name(), staircases in prop::collection::vec(prop::collection::vec((number(), any::<u32>()), 0..5), 0..20)) -> Mark {
        let steps = |all: Vec<(f64, u32)>| all.into_iter().map(|(from_s, free)| steps::Step { from_s, free }).collect();
        Mark { time_s, words, staircases: staircases.into_iter().map(steps).collect() }
    }
}

prop_compose! {
    fn extreme()(id in any::<u64>(), start_s in number(), value in number()) -> Extreme {
        Extreme { id, start_s, value }
    }
}

prop_compose! {
    fn overview()(end_s in number(), bin_s in number(), busy in prop::collection::vec(prop::collection::vec(number(), 0..9), 0..9),
                  waiting in prop::collection::vec(number(), 0..9), load in prop::collection::vec(number(), 0..9),
                  waits in prop::collection::vec(extreme(), 0..4), slowed in prop::collection::vec(extreme(), 0..4)) -> Overview {
        Overview { end_s, bin_s, busy, waiting, load, waits, slowed, names: JobNames::default() }
    }
}

prop_compose! {
    fn gantt_out()(kind in prop::sample::select(OutageKind::ALL), piece in piece(), from_s in number(), until_s in number()) -> GanttOut {
        GanttOut { kind, piece, from_s, until_s }
    }
}

prop_compose! {
    fn gantt_chart()(title in name(), names in prop::collection::vec((name(), prop_oneof![4 => 0u32..50, 1 => any::<u32>()]), 0..20),
                     jobs in prop::collection::vec(gantt_job(), 0..60), start_s in number(), end_s in number(), faded in any::<bool>(),
                     marks in prop::collection::vec(gantt_mark(), 0..9), whole in prop::option::of(overview()),
                     colouring in prop::sample::select(Colouring::ALL.to_vec()), outs in prop::collection::vec(gantt_out(), 0..5)) -> GanttChart {
        let clusters = names.into_iter().map(|(name, nodes)| GanttCluster { name, nodes, speed: None }).collect();
        let legend = Legend { home: title.clone().into(), ..Legend::default() };
        GanttChart { outs, head: faded.then_some(1), marks, legend, title, clusters, jobs, names: JobNames::default(), colouring, users: vec!["3".to_owned()], start_s, end_s, whole, faded }
    }
}

prop_compose! {
    fn strip()(name in name(), kind in 0..3, times_s in prop::collection::vec(number(), 0..30), values in prop::collection::vec(number(), 0..30)) -> Strip {
        let kind = [StripKind::Load, StripKind::Count, StripKind::Share][kind as usize];
        Strip::new(name, kind, Steps { times_s, values })
    }
}

prop_compose! {
    fn swept()(name in name(), unit in name(), mut values in prop::collection::vec(number(), 0..9), sorted in any::<bool>()) -> Swept {
        if sorted {
            values.sort_by(f64::total_cmp);
        }
        Swept { name, unit, values }
    }
}

prop_compose! {
    fn cell()(value in number(), ci95 in number(), jobs in any::<u64>(), unstable in any::<bool>(), unfinished in any::<bool>()) -> Cell {
        Cell { value, ci95, jobs, unstable, unfinished }
    }
}

prop_compose! {
    fn plane()(title in name(), x in swept(), y in swept(), z_label in name(), z_unit in name(), faded in any::<bool>(),
               z_style in prop::sample::select(vec![Style::Plain, Style::Rough, Style::Si, Style::Duration, Style::Percent])) -> Plane {
        Plane { title, x, y, z_label, z_unit, z_style, faded }
    }
}

prop_compose! {
    fn contest()(ranking in prop::collection::vec((0usize..6, cell()), 0..5), level in 0usize..7) -> Contest {
        Contest { ranking, level }
    }
}

/// A figure over two parameters, with its number of columns and rows.
type OverPlane = (Box<dyn Figure>, (usize, usize));

fn over_plane(chart: impl PlaneChart + 'static) -> OverPlane {
    let plane = chart.plane();
    let size = (plane.x.values.len(), plane.y.values.len());
    (Box::new(PlaneFigure::alone(chart)), size)
}

fn plane_figure() -> impl Strategy<Value = OverPlane> {
    let cells = || prop::collection::vec(prop::option::of(cell()), 0..80);
    let surface = |(plane, scheduler, cells)| SurfaceChart { plane, scheduler, cells };
    let contenders = prop::collection::vec((name(), any::<usize>()), 0..5);
    prop_oneof![
        ((plane(), name(), cells()), number(), number()).prop_map(move |(chart, azimuth, elevation)| {
            let camera = Camera { azimuth, elevation };
            over_plane(InSpace(surface(chart), camera))
        }),
        (plane(), name(), cells()).prop_map(move |chart| over_plane(surface(chart))),
        (plane(), contenders, prop::collection::vec(contest(), 0..80)).prop_map(|(plane, names, cells)| {
            let schedulers = names.into_iter().map(|(name, style)| Contender { name, look: SeriesStyle::nth(style) });
            over_plane(WinnerChart { plane, schedulers: schedulers.collect(), cells })
        }),
    ]
}

/// The error of a failing backend is returned.
#[test]
fn backend_errors_are_returned() {
    let chart = CurveChart {
        series: vec![Series { points: vec![CurvePoint::default()], ..Series::default() }],
        ..CurveChart::default()
    };
    let area = Area::sized(400.0, 300.0);
    let theme = Theme::light(1.0);
    let mut whole = Recorder::new(400, 300);
    draw::draw(&mut whole, area, &chart, &theme).unwrap();
    for calls in 0..whole.calls.len() {
        let mut broken = Recorder::new(400, 300);
        broken.breaks_after = calls;
        let drawn = draw::draw(&mut broken, area, &chart, &theme);
        assert!(drawn.is_err(), "the error at call {calls} got lost");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn curves_take_anything(chart in curve_chart(), width in side(), height in side(), theme in theme(), series in 0usize..10, point in 0usize..12, at in (number(), number())) {
        let mut recorder = Recorder::new(width, height);
        let area = Area::sized(f64::from(width), f64::from(height));
        let hit = Datum(series, point);
        let layout = draw::draw(&mut recorder, area, &chart, &theme).unwrap();
        draw::cursor(&mut recorder, &layout, &chart, &theme, hit).unwrap();
        prop_assert!(recorder.stays_inside());
        prop_assert!(recorder.calls.len() < 50_000, "{}", recorder.calls.len());
        layout.nearest(at);
        layout.legend_at(at);
        prop_assert!(CurveLayout::preferred_height(&chart, at.0, &theme).is_finite());
        prop_assert!(!chart.summary().is_empty());
    }

    #[test]
    fn dots_take_anything(chart in curve_chart(), width in side(), height in side(), theme in theme(), series in 0usize..10, at in (number(), number())) {
        let mut recorder = Recorder::new(width, height);
        let mut figure = DotFigure::of(chart);
        figure.draw(&mut recorder, Area::sized(f64::from(width), f64::from(height)), &theme).unwrap();
        figure.mark(&mut recorder, &theme, Datum(series, 0)).unwrap();
        prop_assert!(recorder.stays_inside());
        figure.at(at);
        prop_assert!(figure.height(at.0, &theme).is_finite() && !figure.summary().is_empty());
        prop_assert!(figure.numbers().is_ok());
    }

    #[test]
    fn figures_over_two_parameters_take_anything((mut figure, size) in plane_figure(), width in side(), height in side(), theme in theme(),
                                                 place in (0usize..10, 0usize..10), at in (number(), number()),
                                                 step in prop::sample::select(vec![Step::Left, Step::Right, Step::Up, Step::Down])) {
        let mut recorder = Recorder::new(width, height);
        let area = Area::sized(f64::from(width), f64::from(height));
        let datum = Datum(place.0, place.1);
        figure.draw(&mut recorder, area, &theme).unwrap();
        figure.mark(&mut recorder, &theme, datum).unwrap();
        prop_assert!(recorder.stays_inside());
        prop_assert!(recorder.calls.len() < 50_000, "{}", recorder.calls.len());
        for pixel in [at, (at.0 % area.x1, at.1 % area.y1), area.centre()] {
            if let Some(found) = figure.at(pixel) {
                prop_assert!(found.0 < size.0 && found.1 < size.1);
            }
        }
        let next = figure.step(Some(datum), step).unwrap();
        prop_assert_eq!(figure.read_out(next).is_some(), size.0 > 0 && size.1 > 0);
        prop_assert!(figure.height(at.0, &theme).is_finite());
        prop_assert!(!figure.summary().is_empty());
        let _ = (figure.numbers(), figure.run(next));
    }

    #[test]
    fn timelines_take_anything(gantt in gantt_chart(), strips in prop::collection::vec(strip(), 0..5), width in side(), height in side(), theme in theme(),
                               view in (number(), number(), number(), number()), cursor in (0usize..70, 0usize..70, number()), at in (number(), number()), factor in number()) {
        let mut recorder = Recorder::new(width, height);
        let area = Area::sized(f64::from(width), f64::from(height));
        let strips = StripChart { strips, faded: gantt.faded };
        let view = GanttRange { t0: view.0, t1: view.1, row0: view.2, row1: view.3 };
        let cursor = GanttCursor { hovered: Some(cursor.0), selected: Some(cursor.1), time_s: Some(cursor.2), stretch: Some([cursor.2, -(cursor.0 as f64)]), slide_s: Some(-cursor.2), out: Some(cursor.1) };
        let data = (&gantt, &strips);
        let timeline = TimelineLayout::new(area, data, &view, &theme, true);
        timeline.draw(&mut recorder, data, &theme, &cursor).unwrap();
        let layout = timeline.gantt;
        prop_assert!(recorder.stays_inside());
        prop_assert!(recorder.calls.len() < 50_000, "{}", recorder.calls.len());
        layout.job_at(&gantt, at);
        layout.out_at(&gantt, at);
        for moved in [layout.zoom_at(&gantt, at, factor, factor), layout.pan(&gantt, at.0, at.1)] {
            prop_assert!(moved.t0.is_finite() && moved.t1 > moved.t0, "{moved:?}");
            prop_assert!(moved.row0.is_finite() && moved.row1 > moved.row0, "{moved:?}");
        }
        prop_assert!(GanttLayout::preferred_height(&gantt).is_finite());
        prop_assert!(!gantt.summary().is_empty());
    }
}
