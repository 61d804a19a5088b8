//! Draws a laid-out Gantt chart.
//!
//! Jobs that are large enough are rectangles of their own, with their number inside when it fits; the rest is
//! coalesced by a [`Raster`], so that the cost of a frame is bounded by the canvas.

use plotters::prelude::{DrawResult, DrawingBackend};

use super::area::{Area, Point};
use super::curve_layout::TICK;
use super::gantt::{GanttChart, GanttJob};
use super::gantt_layout::{Band, GanttLayout, GanttView, HEADER, TITLE};
use super::number;
use super::pen::{Align, Pen, Type};
use super::raster::{Raster, SHADES};
use super::read_out;
use super::text;
use super::theme::{Colour, Theme};

/// Narrower or lower than this (CSS pixels) a job is coalesced with its neighbours.
const LEAST_WIDTH: f64 = 3.0;
const LEAST_HEIGHT: f64 = 2.0;
/// With more rectangles than this in view all jobs are coalesced.
const MOST_BLOCKS: usize = 4000;
/// Font size of a job's number in CSS pixels.
const NUMBER: f64 = 10.5;

/// What is pointed at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GanttCursor {
    /// Index of the job under the pointer: outlined, joined and read out.
    pub hovered: Option<usize>,
    /// Index of the selected job: outlined and joined.
    pub selected: Option<usize>,
    /// The moment of the clock, as a line.
    pub time_s: Option<f64>,
}

/// Lays a view of a chart out on an area of a backend and draws it. The layout is returned for the pointer and for
/// the strips. Presenting the backend is left to the caller.
pub fn draw<DB: DrawingBackend>(
    backend: &mut DB,
    area: Area,
    chart: &GanttChart,
    view: &GanttView,
    theme: &Theme,
    cursor: &GanttCursor,
) -> DrawResult<GanttLayout, DB> {
    let layout = GanttLayout::new(chart, view, area, theme);
    paint(backend, &layout, chart, theme, cursor)?;
    Ok(layout)
}

/// Draws a chart as laid out before.
pub fn paint<DB: DrawingBackend>(
    backend: &mut DB,
    layout: &GanttLayout,
    chart: &GanttChart,
    theme: &Theme,
    cursor: &GanttCursor,
) -> DrawResult<(), DB> {
    let mut pen = Pen::new(backend, theme)?;
    let figure = Figure {
        chart,
        layout,
        theme,
        window: chart.window(),
    };
    let canvas = layout.canvas;
    pen.within(&canvas, |pen| {
        pen.fill(&canvas, theme.background)?;
        let inner = canvas.inset(theme.px(10.0));
        let title = text::fit(&chart.title, theme.px(TITLE), true, inner.width());
        let at = (inner.x0, inner.y0 + theme.px(TITLE * 0.65));
        pen.text(&title, at, Align::Left, Type::bold(TITLE, theme.ink))?;
        if let Some(message) = layout.message {
            return read_out::message(pen, message, &canvas, Type::regular(12.5, theme.muted));
        }
        figure.key(pen)?;
        figure.bands(pen)?;
        figure.time_axis(pen)?;
        figure.jobs(pen)?;
        let mut marked = [cursor.selected, cursor.hovered];
        if marked[0] == marked[1] {
            marked[0] = None;
        }
        for index in marked.into_iter().flatten() {
            figure.mark(pen, index)?;
        }
        if let Some(t) = cursor.time_s {
            figure.clock(pen, t)?;
        }
        match cursor.hovered {
            Some(index) => figure.read_out(pen, index),
            None => Ok(()),
        }
    })
}

struct Figure<'a> {
    chart: &'a GanttChart,
    layout: &'a GanttLayout,
    theme: &'a Theme,
    window: (f64, f64),
}

/// A visible part of a job on one band.
struct Part<'a> {
    job: &'a GanttJob,
    area: Area,
    /// Runs on past the end of the recording.
    open: bool,
}

impl Figure<'_> {
    /// 0 is co-allocated, the others are home clusters.
    fn paint_of(&self, job: &GanttJob) -> u8 {
        if job.co_allocated {
            0
        } else {
            1 + (job.home % self.theme.homes.len()) as u8
        }
    }

    fn colour(&self, paint: u8) -> Colour {
        let colour = match paint.checked_sub(1) {
            None => self.theme.accent,
            Some(home) => self.theme.home(usize::from(home)),
        };
        if self.chart.faded { self.theme.faded(colour) } else { colour }
    }

    /// What the colours and edges mean, in one line below the title.
    fn key<DB: DrawingBackend>(&self, pen: &mut Pen<DB>) -> DrawResult<(), DB> {
        let (theme, plot) = (self.theme, &self.layout.plot);
        let px = |css: f64| theme.px(css);
        let face = Type::regular(TICK, theme.muted);
        let y = plot.y0 - px(TICK * 0.65 + 5.0);
        let split = self.chart.jobs.iter().any(|j| j.co_allocated);
        let mut x = plot.x0;
        let entries = [(split, "co-allocated", theme.accent), (true, "home cluster", theme.home(0))];
        for (shown, text, colour) in entries {
            let width = px(16.0) + face.width(text, theme);
            if !shown || x + width > plot.x1 {
                continue;
            }
            let square = Area::new(x, y - px(5.0), x + px(10.0), y + px(5.0));
            pen.fill(&square, colour)?;
            if text == "home cluster" {
                // A second and third colour, to say that there is one for each cluster.
                for i in 1..3.min(self.chart.clusters.len()) {
                    let left = square.x0 + px(3.4) * i as f64;
                    let stripe = Area::new(left, square.y0, square.x1, square.y1);
                    pen.fill(&stripe, theme.home(i))?;
                }
            }
            pen.text(text, (x + px(15.0), y), Align::Left, face)?;
            x += width + px(18.0);
        }
        Ok(())
    }

    fn bands<DB: DrawingBackend>(&self, pen: &mut Pen<DB>) -> DrawResult<(), DB> {
        let theme = self.theme;
        let px = |css: f64| theme.px(css);
        let mut free_from = f64::NEG_INFINITY;
        for band in &self.layout.bands {
            let Some(cluster) = self.chart.clusters.get(band.cluster) else { continue };
            pen.fill(&band.rows, theme.band)?;
            let nodes = match cluster.nodes {
                1 => "1 node".to_string(),
                n => format!("{} nodes", number::fixed(f64::from(n), 0)),
            };
            let (x0, y) = (band.header.x0, band.header.centre().1 + px(1.0));
            if self.layout.headers {
                let swatch = Area::new(x0, y - px(4.0), x0 + px(8.0), y + px(4.0));
                pen.fill(&swatch, self.colour(1 + (band.cluster % theme.homes.len()) as u8))?;
                let (name_face, face) = (Type::bold(HEADER, theme.ink), Type::regular(HEADER, theme.muted));
                let room = band.header.width() - px(18.0) - face.width(&nodes, theme);
                let name = text::fit(&cluster.name, px(HEADER), true, room);
                pen.text(&name, (x0 + px(13.0), y), Align::Left, name_face)?;
                let after = x0 + px(19.0) + name_face.width(&name, theme);
                pen.text(&nodes, (after, y), Align::Left, face)?;
                self.row_numbers(pen, band, cluster.nodes)?;
            } else {
                let middle = band.rows.centre().1;
                let face = Type::regular(TICK, theme.muted);
                if middle - face.height(theme) / 2.0 >= free_from {
                    let room = self.layout.plot.x0 - self.layout.canvas.x0 - px(17.0);
                    let name = text::fit(&cluster.name, px(TICK), false, room);
                    pen.text(&name, (x0 - px(6.0), middle), Align::Right, face)?;
                    free_from = middle + face.height(theme) / 2.0;
                }
            }
        }
        Ok(())
    }

    /// Node numbers at round rows, as many as fit.
    fn row_numbers<DB: DrawingBackend>(&self, pen: &mut Pen<DB>, band: &Band, nodes: u32) -> DrawResult<(), DB> {
        let theme = self.theme;
        let face = Type::regular(TICK - 1.0, theme.muted);
        let apart = face.height(theme);
        let steps = [1u32, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000];
        let Some(step) = steps.into_iter().find(|&s| f64::from(s) * band.row_px >= apart * 1.6) else {
            return Ok(());
        };
        let first = (band.top_row / f64::from(step)).ceil().max(0.0) as u32;
        for i in first..first.saturating_add(200) {
            let row = i.saturating_mul(step);
            let (top, bottom) = band.edges((row, row));
            // Centred on its row, but never beyond the band.
            let y = ((top + bottom) / 2.0).max(band.rows.y0 + apart * 0.4);
            if row >= nodes || y > band.rows.y1 - apart * 0.3 {
                break;
            }
            pen.text(&row.to_string(), (band.rows.x0 - theme.px(5.0), y), Align::Right, face)?;
        }
        Ok(())
    }

    fn time_axis<DB: DrawingBackend>(&self, pen: &mut Pen<DB>) -> DrawResult<(), DB> {
        let (theme, plot) = (self.theme, &self.layout.plot);
        let face = Type::regular(TICK, theme.muted);
        let y = plot.y1 + theme.px(7.0 + TICK * 0.6);
        for tick in &self.layout.ticks {
            let x = self.layout.time().to_px(tick.value);
            if x < plot.x0 - 1.0 || x > plot.x1 + 1.0 {
                continue;
            }
            for band in &self.layout.bands {
                pen.down(x, band.rows.y0, band.rows.y1, 1.0, theme.grid)?;
            }
            pen.down(x, plot.y1, plot.y1 + theme.px(4.0), 1.0, theme.muted)?;
            pen.text(&tick.label, (x, y), Align::Centre, face)?;
        }
        pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)
    }

    /// The visible parts of a job.
    fn parts<'j>(&self, job: &'j GanttJob) -> Vec<Part<'j>> {
        let Some((start, end)) = job.span(self.window.1) else {
            return Vec::new();
        };
        let view = &self.layout.view;
        if end <= view.t0 || start >= view.t1 {
            return Vec::new();
        }
        let open = job.is_open(self.window.1);
        let time = self.layout.time();
        let x0 = time.to_px(start.max(view.t0));
        let x1 = time.to_px(end.min(view.t1).min(self.window.1.max(start)));
        let mut parts = Vec::new();
        for piece in &job.pieces {
            let Some(band) = self.layout.bands.iter().find(|b| b.cluster == piece.cluster) else {
                continue;
            };
            for &rows in &piece.rows {
                let (y0, y1) = band.edges(rows);
                let (y0, y1) = (y0.max(band.rows.y0), y1.min(band.rows.y1));
                if y1 > y0 {
                    let area = Area::new(x0, y0, x1, y1);
                    parts.push(Part { job, area, open });
                }
            }
        }
        parts
    }

    fn jobs<DB: DrawingBackend>(&self, pen: &mut Pen<DB>) -> DrawResult<(), DB> {
        let theme = self.theme;
        let plot = self.layout.plot;
        let (width, height) = (theme.px(LEAST_WIDTH), theme.px(LEAST_HEIGHT));
        let is_block = |p: &Part| p.area.width() >= width && p.area.height() >= height;
        let count = |job| self.parts(job).iter().filter(|p| is_block(p)).count();
        let mut blocks = 0;
        let few = self.chart.jobs.iter().all(|job| {
            blocks += count(job);
            blocks <= MOST_BLOCKS
        });
        let mut raster = Raster::new(plot, theme.scale);
        let mut large: Vec<Part> = Vec::new();
        for job in &self.chart.jobs {
            for part in self.parts(job) {
                if few && is_block(&part) {
                    large.push(part);
                } else {
                    raster.add(&part.area, self.paint_of(job));
                }
            }
        }
        pen.within(&plot, |pen| {
            for patch in raster.patches() {
                let share = f64::from(patch.shade) / f64::from(SHADES);
                let colour = self.colour(patch.paint).fade(share).over(theme.band);
                pen.fill(&patch.area, colour)?;
            }
            for part in &large {
                self.block(pen, part)?;
            }
            Ok(())
        })
    }

    fn block<DB: DrawingBackend>(&self, pen: &mut Pen<DB>, part: &Part) -> DrawResult<(), DB> {
        let theme = self.theme;
        let colour = self.colour(self.paint_of(part.job));
        // A gap of a pixel keeps neighbours apart.
        let gap = |length: f64| if length >= theme.px(4.0) { theme.px(1.0) } else { 0.0 };
        let area = part.area;
        let body = Area::new(area.x0, area.y0, area.x1 - gap(area.width()), area.y1 - gap(area.height()));
        if part.open && (area.x1 - self.layout.time().to_px(self.window.1)).abs() < 1.0 {
            pen.polygon(&torn(&body, theme), colour)?;
        } else {
            pen.fill(&body, colour)?;
        }
        let face = Type::regular(NUMBER, theme.text_on(colour));
        let number = part.job.id.to_string();
        let fits = body.height() >= face.height(theme) && body.width() >= face.width(&number, theme) + theme.px(6.0);
        if fits {
            pen.text(&number, body.centre(), Align::Centre, face)?;
        }
        Ok(())
    }

    /// Outlines a job's parts and joins them.
    fn mark<DB: DrawingBackend>(&self, pen: &mut Pen<DB>, index: usize) -> DrawResult<(), DB> {
        let Some(job) = self.chart.jobs.get(index) else {
            return Ok(());
        };
        let theme = self.theme;
        let parts = self.parts(job);
        let colour = self.colour(self.paint_of(job));
        pen.within(&self.layout.plot, |pen| {
            let centres: Vec<Point> = parts.iter().map(|p| p.area.centre()).collect();
            for part in &parts {
                let least = theme.px(1.5);
                let wide = Area::new(part.area.x0, part.area.y0, part.area.x1.max(part.area.x0 + least), part.area.y1);
                pen.fill(&wide, colour)?;
                pen.frame(&wide.inset(-theme.px(1.0)), 2.0, theme.ink)?;
            }
            pen.line(&centres, 4.0, theme.background)?;
            pen.line(&centres, 2.0, theme.ink)?;
            for centre in centres.iter().filter(|_| centres.len() > 1) {
                pen.disc(*centre, 3.5, theme.background)?;
                pen.disc(*centre, 2.5, theme.ink)?;
            }
            Ok(())
        })
    }

    /// The moving clock: a line through all bands, its time on the axis.
    fn clock<DB: DrawingBackend>(&self, pen: &mut Pen<DB>, t: f64) -> DrawResult<(), DB> {
        let (theme, plot) = (self.theme, &self.layout.plot);
        let (low, high) = self.layout.time().range();
        if !(t >= low && t <= high) {
            return Ok(());
        }
        let x = self.layout.time().to_px(t);
        pen.down(x, plot.y0, plot.y1, 2.0, theme.ink)?;
        let face = Type::bold(TICK, theme.background);
        let label = number::clock(t, true);
        let y = plot.y1 + theme.px(7.0 + TICK * 0.6);
        let half = face.width(&label, theme) / 2.0 + theme.px(5.0);
        // The flag stays on the canvas, text and box alike.
        let x = x.min(self.layout.canvas.x1 - half).max(self.layout.canvas.x0 + half);
        let flag = Area::new(x - half, y - theme.px(9.0), x + half, y + theme.px(9.0));
        pen.fill(&flag, theme.ink)?;
        pen.text(&label, (x, y), Align::Centre, face)
    }

    fn read_out<DB: DrawingBackend>(&self, pen: &mut Pen<DB>, index: usize) -> DrawResult<(), DB> {
        let Some(job) = self.chart.jobs.get(index) else {
            return Ok(());
        };
        let parts = self.parts(job);
        let Some(part) = parts.first() else {
            return Ok(());
        };
        let mut lines = job.lines(&self.chart.clusters);
        if lines.len() > 1 && self.layout.canvas.height() < self.theme.px(200.0) {
            lines.truncate(3);
        }
        let at = (part.area.x1.min(self.layout.plot.x1), part.area.centre().1);
        let colour = self.colour(self.paint_of(job));
        read_out::boxed(pen, &lines, at, &self.layout.canvas, colour)
    }
}

/// A rectangle with a jagged right edge: it goes on beyond.
fn torn(area: &Area, theme: &Theme) -> Vec<Point> {
    let tooth = theme.px(3.0).min(area.width() / 2.0);
    let count = (area.height() / theme.px(4.0)).round().clamp(1.0, 500.0);
    let mut corners = vec![(area.x0, area.y1), (area.x0, area.y0)];
    for i in 0..count as usize {
        let y = |share: f64| area.y0 + area.height() * (i as f64 + share) / count;
        corners.push((area.x1, y(0.0)));
        corners.push((area.x1 - tooth, y(0.5)));
    }
    corners.push((area.x1, area.y1));
    corners
}
