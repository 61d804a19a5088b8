//! Small charts for tests, and how they are drawn.

use crate::chart::gantt_chart::gantt::{GanttChart, GanttCluster, GanttJob, GanttPiece};
use crate::chart::gantt_chart::gantt_draw::{GanttCursor, draw};
use crate::chart::gantt_chart::gantt_layout::{GanttLayout, GanttView};
use crate::chart::kit::area::Area;
use crate::chart::kit::recorder::Recorder;
use crate::chart::kit::theme::Theme;

/// Two clusters of 20 nodes, Alpha and Beta, from 0 to 1000 s.
pub fn two_clusters(jobs: Vec<GanttJob>) -> GanttChart {
    let cluster = |name: &str| GanttCluster { name: name.into(), nodes: 20, speed: None };
    GanttChart { clusters: vec![cluster("Alpha"), cluster("Beta")], jobs, end_s: 1000.0, ..GanttChart::default() }
}

/// A job of 10 nodes on the first ten nodes of each of these clusters.
pub fn job(id: u64, start_s: f64, end_s: f64, clusters: &[usize]) -> GanttJob {
    let piece = |&cluster: &usize| GanttPiece { cluster, rows: vec![(0, 9)] };
    GanttJob {
        id,
        start_s,
        end_s,
        nodes: 10,
        pieces: clusters.iter().map(piece).collect(),
        co_allocated: clusters.len() > 1,
        ..GanttJob::default()
    }
}

/// The whole of a chart in light colours, on 800 × 400 pixels.
pub fn drawn(chart: &GanttChart, cursor: &GanttCursor) -> (Recorder, GanttLayout) {
    let mut recorder = Recorder::new(800, 400);
    let (area, view) = (Area::sized(800.0, 400.0), GanttView::fit(chart));
    let theme = Theme::light(1.0);
    let layout = draw(&mut recorder, area, chart, &view, &theme, cursor).unwrap();
    assert!(recorder.stays_inside());
    (recorder, layout)
}
