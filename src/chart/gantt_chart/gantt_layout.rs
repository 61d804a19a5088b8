//! The window on a Gantt chart: which part is seen, where it goes in pixels, and what lies under the pointer.

use crate::chart::gantt_chart::gantt::{GanttChart, GanttJob};
use crate::chart::gantt_chart::gantt_legend;
pub use crate::chart::gantt_chart::gantt_view::GanttView;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::Axis;
use crate::chart::kit::heading::Heading;
use crate::chart::kit::pen::Type;
use crate::chart::kit::text::TICK;
use crate::chart::kit::theme::Theme;
use crate::chart::kit::ticks::{self, Tick};

/// Font size of band headers in CSS pixels.
pub const HEADER: f64 = 11.5;
const HEADER_HEIGHT: f64 = 18.0;
const PAD: f64 = 10.0;
/// More jobs than this in view are a crowd.
const CROWD: usize = 4000;

/// A laid-out Gantt chart.
#[derive(Clone, Debug, PartialEq)]
pub struct GanttLayout {
    /// The whole figure.
    pub canvas: Area,
    /// The heading.
    pub title: Heading,
    /// Where bands are drawn.
    pub plot: Area,
    /// The view, clamped.
    pub view: GanttView,
    /// The bands that are seen, from top to bottom.
    pub bands: Vec<Band>,
    /// Ticks of the time axis.
    pub ticks: Vec<Tick>,
    /// Whether there are so many jobs in view that none is drawn by itself.
    pub crowded: bool,
    /// Whether band headers stand above the bands; else the names stand in the left margin.
    pub headers: bool,
    /// Shown instead of everything when there is nothing to show.
    pub message: Option<&'static str>,
    pub(in crate::chart) time: Axis,
    scale: f64,
    grain: f64,
}

/// The visible part of a cluster's rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Index of the cluster.
    pub cluster: usize,
    /// The band's header; of no height if names stand in the margin.
    pub header: Area,
    /// The visible rows.
    pub rows: Area,
    /// The cluster's row at the upper edge of `rows`, counted from 0.
    pub top_row: f64,
    /// Height of a row in pixels.
    pub row_px: f64,
    /// The cluster's first row, counted through all clusters.
    pub first_row: f64,
}

impl Band {
    /// Upper and lower edge of an interval of rows with both ends included; may lie outside the band.
    pub fn edges(&self, (first, last): (u32, u32)) -> (f64, f64) {
        let y = |row: f64| self.rows.y0 + (row - self.top_row) * self.row_px;
        (y(f64::from(first)), y(f64::from(last) + 1.0))
    }
}

impl GanttLayout {
    /// Lays a view of the chart out on a canvas.
    pub fn new(chart: &GanttChart, view: &GanttView, canvas: Area, theme: &Theme) -> GanttLayout {
        let px = |css: f64| theme.px(css);
        let view = view.clamped(chart);
        let inner = canvas.inset(px(PAD));
        let (title, below) = Heading::place(&chart.title, &inner, theme);
        // Half of the last time label.
        let right = inner.x1 - px(14.0);
        let top = below + gantt_legend::height(chart, right - inner.x0, theme);
        let bottom = inner.y1 - px(TICK * 1.3 + 9.0);

        let seen = visible_clusters(chart, &view);
        let headers = seen.len() as f64 * px(HEADER_HEIGHT) <= (bottom - top) * 0.35;
        let face = Type::regular(TICK, theme.muted);
        let left = inner.x0
            + if headers {
                // Node numbers.
                let most = chart.clusters.iter().map(|c| c.nodes).max().unwrap_or(0);
                face.width(&most.to_string(), theme) + px(7.0)
            } else {
                let names = seen.iter().filter_map(|s| chart.clusters.get(s.cluster));
                let widest = names.map(|c| face.width(&c.short(), theme)).fold(0.0, f64::max);
                widest.min(inner.width() * 0.22) + px(7.0)
            };
        // What is moved sideways is moved by whole pixels, and so ends at them.
        let whole = |x: f64| (x / theme.grain()).round() * theme.grain();
        let plot = Area::new(whole(left), top, whole(right), bottom);
        let time = Axis::new((view.t0, view.t1), (plot.x0, plot.x1), false);
        let message = if chart.clusters.is_empty() || chart.nodes() == 0 {
            Some("no run to show yet")
        } else if chart.jobs.is_empty() && chart.start_s == 0.0 {
            Some("no job has started: none fits this platform")
        } else if !has_jobs(chart) {
            Some("no jobs recorded yet")
        } else if plot.width() < px(60.0) || plot.height() < px(40.0) {
            Some("too small to draw")
        } else {
            None
        };
        GanttLayout {
            canvas,
            title,
            plot,
            view,
            bands: if message.is_none() { place_bands(&seen, &view, &plot, headers, theme) } else { Vec::new() },
            ticks: fitting_time_ticks(&time, plot.width(), theme),
            crowded: is_crowded(chart, &view),
            headers,
            message,
            time,
            scale: theme.scale,
            grain: theme.grain(),
        }
    }

    /// By how many pixels what another view showed in this plot is to be moved to the right to be where it is in this one, if time has moved and
    /// nothing else. So that it is whole pixels, this view is moved by a part of a pixel.
    pub fn shift_from(&mut self, other: &GanttView) -> Option<f64> {
        let view = &self.view;
        let length = other.t1 - other.t0;
        let per_s = self.plot.width() / length;
        let dx = self.whole((other.t0 - view.t0) * per_s);
        // The same length but for the last digits, and the same rows.
        let same =
            (view.t1 - view.t0 - length).abs() <= 1e-9 * length && (view.row0, view.row1) == (other.row0, other.row1);
        if !same || dx.abs() >= self.plot.width() {
            return None;
        }
        self.view.t0 = other.t0 - dx / per_s;
        self.view.t1 = other.t1 - dx / per_s;
        let view = &self.view;
        self.time = Axis::new((view.t0, view.t1), (self.plot.x0, self.plot.x1), false);
        Some(dx)
    }

    /// A length in the nearest number of whole pixels of the screen.
    pub fn whole(&self, length: f64) -> f64 {
        (length / self.grain).round() * self.grain
    }

    /// The height in CSS pixels that suits a chart: enough for its bands, not more than a screen.
    pub fn preferred_height(chart: &GanttChart) -> f64 {
        let rows = (chart.nodes() as f64 * 1.1).clamp(160.0, 460.0);
        let headers = chart.clusters.len().min(12) as f64 * HEADER_HEIGHT;
        rows + headers + 2.0 * PAD + 70.0
    }

    /// The time axis: seconds to pixels and back. Strips below share it.
    pub fn time(&self) -> &Axis {
        &self.time
    }

    /// The cluster and its row (counted from 0) at a height.
    pub fn row_at(&self, y: f64) -> Option<(usize, f64)> {
        let band = self.bands.iter().find(|b| y >= b.rows.y0 && y < b.rows.y1)?;
        Some((band.cluster, band.top_row + (y - band.rows.y0) / band.row_px))
    }

    /// Index of the job at a pixel; of a job too narrow to be met, the nearest within a few pixels.
    pub fn job_at(&self, chart: &GanttChart, at: Point) -> Option<usize> {
        if !self.plot.contains(at) {
            return None;
        }
        let (cluster, row) = self.row_at(at.1)?;
        let row = row as u32;
        let t = self.time.to_value(at.0);
        let reach = 3.0 * self.scale * (self.view.t1 - self.view.t0) / self.plot.width().max(1.0);
        let window_end = chart.window().1;
        let on_row = |job: &GanttJob| {
            let here = job.pieces.iter().filter(|p| p.cluster == cluster);
            here.flat_map(|p| &p.rows).any(|&(first, last)| row >= first && row <= last)
        };
        let mut best: Option<(f64, usize)> = None;
        for (index, job) in chart.jobs.iter().enumerate() {
            let Some((start, end)) = job.span(window_end) else {
                continue;
            };
            let distance = (start - t).max(t - end).max(0.0);
            let nearer = best.is_none_or(|(d, _)| distance < d);
            if distance <= reach && nearer && on_row(job) {
                best = Some((distance, index));
                if distance == 0.0 {
                    break;
                }
            }
        }
        best.map(|(_, index)| index)
    }
}

fn has_jobs(chart: &GanttChart) -> bool {
    let (t0, t1) = chart.window();
    chart.jobs.iter().any(|j| j.span(t1).is_some_and(|(a, b)| b > t0 && a < t1))
}

fn is_crowded(chart: &GanttChart, view: &GanttView) -> bool {
    let end_s = chart.window().1;
    let seen = |job: &&GanttJob| {
        let span = job.span(end_s);
        span.is_some_and(|(start, end)| end > view.t0 && start < view.t1)
    };
    chart.jobs.iter().filter(seen).nth(CROWD).is_some()
}

struct Seen {
    cluster: usize,
    first_row: f64,
    top: f64,
    bottom: f64,
}

/// Clusters with at least a part of a row in view.
fn visible_clusters(chart: &GanttChart, view: &GanttView) -> Vec<Seen> {
    let mut first_row = 0.0;
    let mut seen = Vec::new();
    for (cluster, c) in chart.clusters.iter().enumerate() {
        let end = first_row + f64::from(c.nodes);
        let (top, bottom) = (view.row0.max(first_row), view.row1.min(end));
        // Half a row of a neighbour would cost a whole header.
        if bottom - top > 0.01 {
            seen.push(Seen { cluster, first_row, top: top - first_row, bottom: bottom - first_row });
        }
        first_row = end;
    }
    seen
}

fn place_bands(seen: &[Seen], view: &GanttView, plot: &Area, headers: bool, theme: &Theme) -> Vec<Band> {
    let header = if headers { theme.px(HEADER_HEIGHT) } else { 0.0 };
    // Without headers a thin gap parts the bands, if there is room for it.
    let gap = if headers { 0.0 } else { theme.px(2.0).min(plot.height() * 0.2 / seen.len().max(1) as f64) };
    let rows: f64 = seen.iter().map(|s| s.bottom - s.top).sum();
    let room = plot.height() - (header + gap) * seen.len() as f64;
    let row_px = room / rows.max(view.row1 - view.row0).max(1e-9);
    let mut y = plot.y0;
    let place = |s: &Seen| {
        let rows_top = y + header;
        let rows_bottom = rows_top + (s.bottom - s.top) * row_px;
        let band = Band {
            cluster: s.cluster,
            header: Area::new(plot.x0, y, plot.x1, rows_top),
            rows: Area::new(plot.x0, rows_top, plot.x1, rows_bottom),
            top_row: s.top,
            row_px,
            first_row: s.first_row,
        };
        y = rows_bottom + gap;
        band
    };
    seen.iter().map(place).collect()
}

fn fitting_time_ticks(time: &Axis, length: f64, theme: &Theme) -> Vec<Tick> {
    let face = Type::regular(TICK, theme.muted);
    let (low, high) = time.range();
    let mut count = (length / theme.px(70.0)).clamp(1.0, 12.0) as usize;
    loop {
        let ticks = ticks::clock(low, high, count);
        let widest = ticks.iter().map(|t| face.width(&t.label, theme)).fold(0.0, f64::max);
        let apart = ticks.windows(2).all(|pair| match pair {
            [a, b] => time.to_px(b.value) - time.to_px(a.value) >= widest + theme.px(10.0),
            _ => true,
        });
        if apart || count <= 1 {
            return if apart { ticks } else { ticks.into_iter().take(1).collect() };
        }
        count -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::gantt::{GanttCluster, GanttPiece};
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
        GanttLayout::new(chart, &GanttView::fit(chart), Area::sized(800.0, 400.0), &Theme::light(1.0))
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
        assert_eq!(layout(&idle).message, Some("no job has started: none fits this platform"), "of the whole run");
        idle.start_s = 10.0;
        assert_eq!(layout(&idle).message, Some("no jobs recorded yet"));
    }

    proptest! {
        /// A pixel in a band belongs to the row that is drawn there.
        #[test]
        fn rows_and_pixels_agree(y in 0.0..400.0f64, row0 in 0.0..40.0f64, rows in 5.0..40.0f64) {
            let chart = chart();
            let view = GanttView { row0, row1: row0 + rows, ..GanttView::fit(&chart) };
            let layout = GanttLayout::new(&chart, &view, Area::sized(800.0, 400.0), &Theme::light(1.0));
            if let Some((cluster, row)) = layout.row_at(y) {
                let band = layout.bands.iter().find(|b| b.cluster == cluster).unwrap();
                let (top, bottom) = band.edges((row as u32, row as u32));
                prop_assert!(y >= top - 1e-6 && y <= bottom + 1e-6);
                prop_assert!(row < f64::from(chart.clusters[cluster].nodes) + 1e-6);
            }
        }
    }
}
