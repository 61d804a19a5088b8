//! Layout of a view of a Gantt chart in pixels: bands, time axis, zooming and panning, and the job under the pointer.

use crate::chart::gantt_chart::colouring::Colouring;
use crate::chart::gantt_chart::key::Key;
use crate::chart::gantt_chart::{GanttChart, GanttJob};
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
/// Largest share of the width for names of clusters in the margin.
const MOST_MARGIN: f64 = 0.14;
/// If more jobs than this are in view, they are drawn as a crowd: combined in cells.
const CROWD: usize = 4000;

/// The visible part of a Gantt chart: a time range, and a range of rows counted through all clusters from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GanttRange {
    /// Left edge in seconds.
    pub t0: f64,
    /// Right edge in seconds.
    pub t1: f64,
    /// Row at the upper edge.
    pub row0: f64,
    /// Row at the lower edge.
    pub row1: f64,
}

impl GanttRange {
    /// The whole chart.
    pub fn fit(chart: &GanttChart) -> GanttRange {
        let (t0, t1) = chart.window();
        GanttRange { t0, t1, row0: 0.0, row1: (chart.nodes() as f64).max(1.0) }
    }

    /// The nearest view inside the chart that is neither empty nor zoomed in too far.
    pub fn clamped(&self, chart: &GanttChart) -> GanttRange {
        let whole = GanttRange::fit(chart);
        // A tenth of a second, or a billionth of the latest time.
        let finest = (0.1f64).max(whole.t1.abs().max(whole.t0.abs()) * 1e-9);
        let (t0, t1) = clamp_range((self.t0, self.t1), (whole.t0, whole.t1), finest);
        let (row0, row1) = clamp_range((self.row0, self.row1), (whole.row0, whole.row1), 4.0);
        GanttRange { t0, t1, row0, row1 }
    }
}

/// The range with a length of at least `finest`, moved into `whole`; it is cut only if it is longer than `whole`.
fn clamp_range((low, high): (f64, f64), whole: (f64, f64), finest: f64) -> (f64, f64) {
    let length = whole.1 - whole.0;
    if !(low.is_finite() && high.is_finite()) {
        return whole;
    }
    let span = (high - low).max(finest).min(length);
    // A change of the length keeps the middle.
    let middle = low / 2.0 + high / 2.0;
    let start = (middle - span / 2.0).min(whole.1 - span).max(whole.0);
    (start, (start + span).min(whole.1))
}

/// A laid-out Gantt chart.
#[derive(Clone, Debug, PartialEq)]
pub struct GanttLayout {
    /// The whole figure.
    pub canvas: Area,
    /// The title.
    pub title: Heading,
    pub(super) key: Key,
    /// Area of the bands.
    pub plot: Area,
    /// The view, clamped.
    pub view: GanttRange,
    /// Visible bands, from top to bottom.
    pub bands: Vec<Band>,
    /// Ticks of the time axis.
    pub ticks: Vec<Tick>,
    /// True if the jobs in view are too many to be drawn one by one.
    pub crowded: bool,
    /// What the colours say in this view.
    pub colouring: Colouring,
    /// True for headers above the bands, false for names in the left margin.
    pub headers: bool,
    /// Shown instead of the chart if there is nothing to show.
    pub message: Option<&'static str>,
    time: Axis,
    scale: f64,
    grain: f64,
}

/// The visible rows of a cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Index of the cluster.
    pub cluster: usize,
    /// Area of the header; its height is 0 if names are in the margin.
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
    pub fn new(chart: &GanttChart, view: &GanttRange, canvas: Area, theme: &Theme) -> GanttLayout {
        let px = |css: f64| theme.px(css);
        let view = view.clamped(chart);
        let inner = canvas.inset(px(PAD));
        let (title, below) = Heading::place(&chart.title, &inner, theme);
        // Panning moves the plot by whole pixels, so it begins and ends at whole pixels.
        let whole = |x: f64| (x / theme.grain()).round() * theme.grain();
        // Half of the last time label extends to the right of the plot.
        let right = whole(inner.x1 - px(14.0));
        let crowded = chart.running((view.t0, view.t1)).nth(CROWD).is_some();
        let colouring = chart.colouring.of_crowd(crowded);
        let key = Key::place((chart, colouring), (inner.x0, below), right - inner.x0, theme);
        let (top, bottom) = (below + key.height, inner.y1 - px(TICK * 1.3 + 9.0));

        let seen = visible_clusters(chart, &view);
        let headers = seen.len() as f64 * px(HEADER_HEIGHT) <= (bottom - top) * 0.35;
        let face = Type::regular(TICK, theme.muted);
        // The left margin has node numbers, or names of clusters.
        let margin = if headers {
            let most = chart.clusters.iter().map(|c| c.nodes).max().unwrap_or(0);
            face.width(&most.to_string(), theme)
        } else {
            let names = seen.iter().filter_map(|band| chart.clusters.get(band.cluster));
            let widest = names.map(|c| face.width(&c.short(), theme)).fold(0.0, f64::max);
            // Long names would take the room of the jobs.
            match widest <= inner.width() * MOST_MARGIN {
                true => widest,
                false => {
                    let brief = chart.clusters.iter().map(|c| face.width(&c.brief(), theme));
                    brief.fold(0.0, f64::max).min(inner.width() * MOST_MARGIN)
                }
            }
        };
        let plot = Area::new(whole(inner.x0 + (margin + px(7.0))), top, right, bottom);
        let time = Axis::new((view.t0, view.t1), (plot.x0, plot.x1), false);
        let message = if chart.clusters.is_empty() || chart.nodes() == 0 {
            Some("no run to show yet")
        } else if chart.jobs.is_empty() && chart.start_s == 0.0 {
            Some("no job has started: none fits this platform")
        } else if chart.running(chart.window()).next().is_none() {
            Some("no jobs recorded yet")
        } else if plot.width() < px(60.0) || plot.height() < px(40.0) {
            Some("too small to draw")
        } else {
            None
        };
        GanttLayout {
            canvas,
            title,
            key,
            plot,
            view,
            bands: if message.is_none() { place_bands(seen, &view, &plot, headers, theme) } else { Vec::new() },
            ticks: fitting_time_ticks(&time, plot.width(), theme),
            crowded,
            colouring,
            headers,
            message,
            time,
            scale: theme.scale,
            grain: theme.grain(),
        }
    }

    /// Distance in pixels by which a drawing of another view must move to the right to show this view; `None` unless the
    /// views differ in time only and overlap. Shifts this view by a fraction of a pixel, so that the distance is a whole
    /// number of pixels.
    pub fn shift_from(&mut self, other: &GanttRange) -> Option<f64> {
        let view = &self.view;
        let length = other.t1 - other.t0;
        let per_s = self.plot.width() / length;
        let dx = self.whole((other.t0 - view.t0) * per_s);
        // The views have equal length, except for rounding, and equal rows.
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

    /// A length rounded to whole pixels of the screen.
    pub fn whole(&self, length: f64) -> f64 {
        (length / self.grain).round() * self.grain
    }

    /// The height in CSS pixels that suits a chart: enough for its bands, at most a screen.
    pub fn preferred_height(chart: &GanttChart) -> f64 {
        let rows = (chart.nodes() as f64 * 1.1).clamp(160.0, 460.0);
        let headers = chart.clusters.len().min(12) as f64 * HEADER_HEIGHT;
        rows + headers + 2.0 * PAD + 70.0
    }

    /// The time axis, which the strips share.
    pub fn time(&self) -> &Axis {
        &self.time
    }

    /// The cluster and its row (counted from 0) at a height.
    pub fn row_at(&self, y: f64) -> Option<(usize, f64)> {
        let band = self.bands.iter().find(|b| y >= b.rows.y0 && y < b.rows.y1)?;
        Some((band.cluster, band.top_row + (y - band.rows.y0) / band.row_px))
    }

    /// Index of the job at a pixel, or of the nearest job within a few pixels.
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

    /// The view after zooming around a pixel; factors above 1 zoom in.
    pub fn zoom_at(&self, chart: &GanttChart, at: Point, time_factor: f64, row_factor: f64) -> GanttRange {
        let clean = |f: f64| {
            if f.is_finite() { f.clamp(1e-3, 1e3) } else { 1.0 }
        };
        let (ft, fr) = (clean(time_factor), clean(row_factor));
        let t = self.time.to_value(at.0.clamp(self.plot.x0, self.plot.x1));
        let row = self.global_row(at.1);
        let view = &self.view;
        GanttRange {
            t0: t - (t - view.t0) / ft,
            t1: t + (view.t1 - t) / ft,
            row0: row - (row - view.row0) / fr,
            row1: row + (view.row1 - row) / fr,
        }
        .clamped(chart)
    }

    /// The view after dragging by pixels.
    pub fn pan(&self, chart: &GanttChart, dx: f64, dy: f64) -> GanttRange {
        let clean = |d: f64| if d.is_finite() { d } else { 0.0 };
        let view = &self.view;
        let dt = -clean(dx) * (view.t1 - view.t0) / self.plot.width().max(1.0);
        let row_px = self.bands.first().map_or(1.0, |b| b.row_px);
        let rows = -clean(dy) / row_px;
        GanttRange { t0: view.t0 + dt, t1: view.t1 + dt, row0: view.row0 + rows, row1: view.row1 + rows }.clamped(chart)
    }

    /// The row at a height, counted through all clusters and within the view.
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

/// Visible rows of a cluster: index of the cluster, its first row, and the first and last visible row counted from its
/// first row.
struct Seen {
    cluster: usize,
    first_row: f64,
    top: f64,
    bottom: f64,
}

/// Clusters with visible rows.
fn visible_clusters(chart: &GanttChart, view: &GanttRange) -> Vec<Seen> {
    let mut first_row = 0.0;
    let mut seen = Vec::new();
    for (cluster, c) in chart.clusters.iter().enumerate() {
        let end = first_row + f64::from(c.nodes);
        let (top, bottom) = (view.row0.max(first_row), view.row1.min(end));
        // A very small part of a row gets no header.
        if bottom - top > 0.01 {
            seen.push(Seen { cluster, first_row, top: top - first_row, bottom: bottom - first_row });
        }
        first_row = end;
    }
    seen
}

fn place_bands(seen: Vec<Seen>, view: &GanttRange, plot: &Area, headers: bool, theme: &Theme) -> Vec<Band> {
    let header = if headers { theme.px(HEADER_HEIGHT) } else { 0.0 };
    // Without headers a thin gap separates the bands if there is room.
    let gap = if headers { 0.0 } else { theme.px(2.0).min(plot.height() * 0.2 / seen.len().max(1) as f64) };
    let rows: f64 = seen.iter().map(|s| s.bottom - s.top).sum();
    let room = plot.height() - (header + gap) * seen.len() as f64;
    let row_px = room / rows.max(view.row1 - view.row0).max(1e-9);
    let mut y = plot.y0;
    let place = |s: Seen| {
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
    seen.into_iter().map(place).collect()
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
mod tests;
