//! How zooming and panning change the part of a Gantt chart that is seen.

use crate::chart::gantt_chart::gantt::GanttChart;
use crate::chart::gantt_chart::gantt_layout::GanttLayout;
use crate::chart::gantt_chart::gantt_view::GanttView;
use crate::chart::kit::area::Point;

impl GanttLayout {
    /// The view after zooming around a pixel; factors above 1 zoom in, 1 leaves the direction alone.
    pub fn zoom_at(&self, chart: &GanttChart, at: Point, time_factor: f64, row_factor: f64) -> GanttView {
        let clean = |f: f64| {
            if f.is_finite() { f.clamp(1e-3, 1e3) } else { 1.0 }
        };
        let (ft, fr) = (clean(time_factor), clean(row_factor));
        let t = self.time.to_value(at.0.clamp(self.plot.x0, self.plot.x1));
        let row = self.global_row(at.1);
        let view = &self.view;
        GanttView {
            t0: t - (t - view.t0) / ft,
            t1: t + (view.t1 - t) / ft,
            row0: row - (row - view.row0) / fr,
            row1: row + (view.row1 - row) / fr,
        }
        .clamped(chart)
    }

    /// The view after dragging by pixels: what was under the pointer follows it.
    pub fn pan(&self, chart: &GanttChart, dx: f64, dy: f64) -> GanttView {
        let clean = |d: f64| if d.is_finite() { d } else { 0.0 };
        let view = &self.view;
        let dt = -clean(dx) * (view.t1 - view.t0) / self.plot.width().max(1.0);
        let row_px = self.bands.first().map_or(1.0, |b| b.row_px);
        let rows = -clean(dy) / row_px;
        GanttView { t0: view.t0 + dt, t1: view.t1 + dt, row0: view.row0 + rows, row1: view.row1 + rows }.clamped(chart)
    }

    /// The row counted through all clusters at a height, held inside the view.
    fn global_row(&self, y: f64) -> f64 {
        let mut row = self.view.row0;
        for band in &self.bands {
            if y >= band.rows.y0 {
                let inside = y.min(band.rows.y1) - band.rows.y0;
                row = band.first_row + band.top_row + inside / band.row_px;
            }
        }
        row.clamp(self.view.row0, self.view.row1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::gantt::{GanttCluster, GanttJob};
    use crate::chart::kit::area::Area;
    use crate::chart::kit::theme::Theme;
    use proptest::prelude::*;

    fn chart() -> GanttChart {
        let cluster = |nodes| GanttCluster { name: "Cluster".into(), nodes, speed: None };
        GanttChart {
            clusters: vec![cluster(20), cluster(30)],
            jobs: vec![GanttJob { end_s: 100.0, ..GanttJob::default() }],
            end_s: 1000.0,
            ..GanttChart::default()
        }
    }

    fn layout(chart: &GanttChart) -> GanttLayout {
        GanttLayout::new(chart, &GanttView::fit(chart), Area::sized(800.0, 400.0), &Theme::light(1.0))
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
        assert_eq!(out, GanttView::fit(&chart));
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
        /// Any view comes out finite, rising and inside.
        #[test]
        fn views_are_clamped(t0 in any::<f64>(), t1 in any::<f64>(), row0 in any::<f64>(), row1 in any::<f64>()) {
            let chart = chart();
            let view = GanttView { t0, t1, row0, row1 }.clamped(&chart);
            prop_assert!(view.t0 >= 0.0 && view.t1 <= 1000.0 + 1e-9 && view.t1 > view.t0);
            prop_assert!(view.row0 >= 0.0 && view.row1 <= 50.0 + 1e-9 && view.row1 > view.row0);
        }
    }
}
