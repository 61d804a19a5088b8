//! Tests of layout, zooming and panning.

use super::*;
use crate::chart::gantt_chart::{GanttCluster, GanttPiece};
use proptest::prelude::*;

fn chart() -> GanttChart {
    let cluster = |nodes| GanttCluster { name: "Cluster".into(), nodes, speed: None };
    let job = |id: u64, start_s: f64, cluster| GanttJob {
        id,
        start_s,
        end_s: start_s + 100.0,
        nodes: 10,
        pieces: vec![GanttPiece { cluster, rows: vec![(0, 4), (10, 14)] }],
        ..GanttJob::default()
    };
    GanttChart {
        clusters: vec![cluster(20), cluster(30)],
        jobs: vec![job(1, 0.0, 0), job(2, 100.0, 1), job(3, 500.0, 1)],
        end_s: 1000.0,
        ..GanttChart::default()
    }
}

fn layout(chart: &GanttChart) -> GanttLayout {
    GanttLayout::new(chart, &GanttRange::fit(chart), Area::sized(800.0, 400.0), &Theme::light(1.0))
}

#[test]
fn bands_share_the_height_by_rows() {
    let chart = chart();
    let layout = layout(&chart);
    let [a, b] = layout.bands.as_slice() else { panic!("two bands") };
    assert!((b.rows.height() / a.rows.height() - 1.5).abs() < 1e-9);
    assert!((b.rows.y1 - layout.plot.y1).abs() < 1e-6);
    assert_eq!(b.header.y0, a.rows.y1);
}

#[test]
fn the_job_under_the_pointer() {
    let chart = chart();
    let layout = layout(&chart);
    let y = |band: usize, row: f64| layout.bands[band].rows.y0 + row * layout.bands[band].row_px;
    let x = |t: f64| layout.time().to_px(t);
    assert_eq!(layout.job_at(&chart, (x(50.0), y(0, 2.5))), Some(0));
    assert_eq!(layout.job_at(&chart, (x(50.0), y(0, 7.5))), None);
    assert_eq!(layout.job_at(&chart, (x(150.0), y(1, 12.5))), Some(1));
    assert_eq!(layout.job_at(&chart, (x(300.0), y(1, 12.5))), None);
    assert_eq!(layout.job_at(&chart, (f64::NAN, 0.0)), None);
}

#[test]
fn nothing_says_so() {
    let empty = GanttChart::default();
    assert_eq!(layout(&empty).message, Some("no run to show yet"));
    let mut idle = chart();
    idle.jobs.clear();
    assert_eq!(
        layout(&idle).message,
        Some("no job has started: none fits this platform"),
        "a window from the beginning"
    );
    idle.start_s = 10.0;
    assert_eq!(layout(&idle).message, Some("no jobs recorded yet"));
}

#[test]
fn zooming_keeps_what_is_under_the_pointer() {
    let chart = chart();
    let before = layout(&chart);
    let at = (400.0, before.bands[1].rows.y0 + 20.0);
    let t = before.time().to_value(at.0);
    let view = before.zoom_at(&chart, at, 4.0, 1.0);
    let after = GanttLayout::new(&chart, &view, before.canvas, &Theme::light(1.0));
    assert!((after.time().to_value(at.0) - t).abs() < 1e-6);
    assert!((view.t1 - view.t0 - 250.0).abs() < 1e-6);
    let out = after.zoom_at(&chart, at, 1e-9, 1e-9);
    assert_eq!(out, GanttRange::fit(&chart));
}

#[test]
fn panning_stops_at_the_ends() {
    let chart = chart();
    let whole = layout(&chart);
    let view = whole.zoom_at(&chart, (400.0, 200.0), 2.0, 2.0);
    let zoomed = GanttLayout::new(&chart, &view, whole.canvas, &Theme::light(1.0));
    let far = zoomed.pan(&chart, 1e9, 1e9);
    assert_eq!((far.t0, far.row0), (0.0, 0.0));
    assert!((far.t1 - far.t0 - (view.t1 - view.t0)).abs() < 1e-6);
    let back = zoomed.pan(&chart, -1e9, f64::NAN);
    assert!((back.t1 - 1000.0).abs() < 1e-6);
    assert_eq!(back.row0, view.row0);
}

proptest! {
    /// A pixel in a band belongs to the row that is drawn there.
    #[test]
    fn rows_and_pixels_agree(y in 0.0..400.0f64, row0 in 0.0..40.0f64, rows in 5.0..40.0f64) {
        let chart = chart();
        let view = GanttRange { row0, row1: row0 + rows, ..GanttRange::fit(&chart) };
        let layout = GanttLayout::new(&chart, &view, Area::sized(800.0, 400.0), &Theme::light(1.0));
        if let Some((cluster, row)) = layout.row_at(y) {
            let band = layout.bands.iter().find(|b| b.cluster == cluster).unwrap();
            let (top, bottom) = band.edges((row as u32, row as u32));
            prop_assert!(y >= top - 1e-6 && y <= bottom + 1e-6);
            prop_assert!(row < f64::from(chart.clusters[cluster].nodes) + 1e-6);
        }
    }

    /// After clamping, any view is finite, rising and inside the chart.
    #[test]
    fn views_are_clamped(t0 in any::<f64>(), t1 in any::<f64>(), row0 in any::<f64>(), row1 in any::<f64>()) {
        let chart = chart();
        let view = GanttRange { t0, t1, row0, row1 }.clamped(&chart);
        prop_assert!(view.t0 >= 0.0 && view.t1 <= 1000.0 + 1e-9 && view.t1 > view.t0);
        prop_assert!(view.row0 >= 0.0 && view.row1 <= 50.0 + 1e-9 && view.row1 > view.row0);
    }
}
