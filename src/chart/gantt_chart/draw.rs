//! Draws a laid-out Gantt chart in three layers: below the jobs, the jobs, and above them the parts that follow the pointer.
//!
//! A job that is large enough is drawn as a rectangle, with its number if that fits. Smaller jobs are combined on a grid of
//! cells, so that the size of the canvas limits the cost of a frame.

use crate::chart::gantt_chart::layout::{Band, GanttLayout, GanttRange};
use crate::chart::gantt_chart::{GanttChart, GanttJob};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::raster::{self, Raster, SHADES};
use crate::chart::kit::read_out;
use crate::chart::kit::theme::{Colour, Theme};

/// A job narrower or lower than this (CSS pixels) is combined with its neighbours.
const LEAST_WIDTH: f64 = 3.0;
const LEAST_HEIGHT: f64 = 2.0;

/// With more clusters than this, a cluster of less than this height in CSS pixels is a row of heat: its colour is as strong as its nodes are busy.
const FEW_CLUSTERS: usize = 16;
const HEAT: f64 = 16.0;
/// Maximum number of jobs drawn while the view moves, to keep the movement smooth. If there are more jobs, only every
/// n-th job is drawn, with n times the weight.
const MOST_MOVING: usize = 4000;
/// While the view moves, the number of jobs is multiplied by this factor to choose the width of cells. Cells become
/// wider, so that fewer patches are drawn.
const COARSER: usize = 6;
/// Usual width of the widest cells of a crowd \[CSS px\]; cells are 1, 2, 4, 8 … pixels wide.
const WIDEST: f64 = 32.0;
/// Width of the red end of a job that a failure killed, in CSS pixels.
const KILLED: f64 = 3.0;
/// Font size of a job's number in CSS pixels.
const NUMBER: f64 = 10.5;

/// Marked jobs and the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GanttCursor {
    /// Index of the job under the pointer: its parts are outlined and joined by a line, and its read-out is shown.
    pub hovered: Option<usize>,
    /// Index of the selected job: its parts are outlined and joined by a line.
    pub selected: Option<usize>,
    /// Index of the outage under the pointer: it is outlined, and its read-out is shown.
    pub out: Option<usize>,
    /// Time of the clock, drawn as a line.
    pub time_s: Option<f64>,
    /// Selected stretch of time \[s\]: the end where selecting began, and the end that moves.
    pub stretch: Option<[f64; 2]>,
    /// While a clock plays: how long a job slides from the queue to its nodes, in seconds of the run.
    pub slide_s: Option<f64>,
}

impl GanttCursor {
    /// The selected stretch of time \[s\], if it is not empty.
    pub fn selected_s(&self) -> Option<(f64, f64)> {
        let [a, b] = self.stretch?;
        (a != b).then_some((a.min(b), a.max(b)))
    }
}

/// Lays a view of a chart out on an area of a backend and draws it. Returns the layout, for pointing and for the strips. The
/// caller presents the backend.
pub fn draw(
    backend: &mut dyn Device,
    area: Area,
    chart: &GanttChart,
    view: &GanttRange,
    theme: &Theme,
    cursor: &GanttCursor,
) -> Drawn<GanttLayout> {
    let layout = GanttLayout::new(chart, view, area, theme);
    below(backend, &layout, chart, theme)?;
    jobs(backend, &layout, chart, theme, &layout.plot, (None, false))?;
    above(backend, &layout, chart, theme, cursor)?;
    Ok(layout)
}

/// Draws the layer below the jobs; without jobs, a message.
pub fn below(backend: &mut dyn Device, layout: &GanttLayout, chart: &GanttChart, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let figure = Figure::new(layout, chart, theme);
    let canvas = layout.canvas;
    pen.within(&canvas, |pen| {
        pen.fill(&canvas, theme.background)?;
        layout.title.draw(pen)?;
        if let Some(message) = layout.message {
            return read_out::message(pen, message, &canvas, Type::regular(12.5, theme.muted));
        }
        figure.key(pen)?;
        figure.bands(pen)?;
        figure.outs(pen)?;
        figure.grid(pen)
    })
}

/// A part of the plot extended to whole cells of a crowd, for any width of the cells.
pub fn whole_cells(layout: &GanttLayout, part: &Area, theme: &Theme) -> Area {
    in_cells(layout, part, theme.px(WIDEST)).intersect(&layout.plot)
}

/// Draws the jobs in a part of the plot. A crowd is drawn in whole cells, of the `wanted` width if it continues cells drawn
/// before. While `moving`, a crowd is drawn coarsely. Returns the width of the cells.
pub fn jobs(
    backend: &mut dyn Device,
    layout: &GanttLayout,
    chart: &GanttChart,
    theme: &Theme,
    part: &Area,
    (wanted, moving): (Option<f64>, bool),
) -> Drawn<f64> {
    let mut pen = Pen::new(backend, theme)?;
    let figure = Figure::new(layout, chart, theme);
    let place = match (layout.crowded, wanted) {
        (false, _) => *part,
        (true, Some(width)) => in_cells(layout, part, width),
        (true, None) => in_cells(layout, part, theme.px(WIDEST)),
    };
    let mut width = 0.0;
    pen.within(&layout.plot.intersect(&place), |pen| {
        width = figure.jobs(pen, &place, wanted, moving)?;
        Ok(())
    })?;
    Ok(width)
}

/// Draws the layer above the jobs: the time axis, the scheduler's facts, marked jobs and the clock.
pub fn above(
    backend: &mut dyn Device,
    layout: &GanttLayout,
    chart: &GanttChart,
    theme: &Theme,
    cursor: &GanttCursor,
) -> Drawn {
    if layout.message.is_some() {
        return Ok(());
    }
    let mut pen = Pen::new(backend, theme)?;
    let figure = Figure::new(layout, chart, theme);
    pen.within(&layout.canvas, |pen| {
        // A time outside of the view has no mark.
        let seen = |t: &f64| (layout.view.t0..=layout.view.t1).contains(t);
        let moment_s = cursor.time_s.filter(seen);
        let flag = moment_s.and_then(|t| figure.flag(t));
        figure.time_axis(pen, flag.as_ref().map(|(_, area)| area))?;
        figure.facts(pen, moment_s)?;
        if let Some(stretch_s) = cursor.selected_s() {
            figure.stretch(pen, stretch_s)?;
        }
        if let (Some(now_s), Some(slide_s)) = (moment_s, cursor.slide_s) {
            figure.playing(pen, now_s, slide_s)?;
        }
        let mut marked = [cursor.selected, cursor.hovered];
        if marked[0] == marked[1] {
            marked[0] = None;
        }
        for index in marked.into_iter().flatten() {
            figure.mark(pen, index)?;
        }
        if let (Some(t), Some((label, area))) = (moment_s, &flag) {
            figure.clock(pen, t, label, area)?;
        }
        match (cursor.hovered, cursor.out) {
            (Some(index), _) => figure.read_out(pen, index),
            (None, Some(index)) => figure.out_in_words(pen, index),
            (None, None) => Ok(()),
        }
    })
}

/// Input of all drawing functions.
pub(super) struct Figure<'a> {
    pub(super) chart: &'a GanttChart,
    pub(super) layout: &'a GanttLayout,
    pub(super) theme: &'a Theme,
    window: (f64, f64),
}

/// A visible part of a job on one band.
pub(super) struct Part<'a> {
    job: &'a GanttJob,
    /// Index of its band.
    band: usize,
    pub(super) area: Area,
    /// True if the job runs past the end of the recording.
    open: bool,
}

impl<'a> Figure<'a> {
    fn new(layout: &'a GanttLayout, chart: &'a GanttChart, theme: &'a Theme) -> Self {
        Figure { chart, layout, theme, window: chart.window() }
    }

    fn paint_of(&self, job: &GanttJob) -> u8 {
        self.chart.paint_of(job, self.layout.colouring, self.theme)
    }

    /// The colour of a job.
    pub(super) fn colour_of(&self, job: &GanttJob) -> Colour {
        self.chart.colour(self.paint_of(job), self.theme)
    }

    /// The visible parts of a job.
    pub(super) fn parts<'j>(&self, job: &'j GanttJob) -> Vec<Part<'j>> {
        let mut parts = Vec::new();
        let view = &self.layout.view;
        self.each_part(job, (view.t0, view.t1), |part| parts.push(part));
        parts
    }

    /// Start and end of a job \[s\], if it runs between two times.
    fn span(&self, job: &GanttJob, (from_s, to_s): (f64, f64)) -> Option<(f64, f64)> {
        let seen = |&(start, end): &(f64, f64)| end > from_s && start < to_s;
        job.span(self.window.1).filter(seen)
    }

    fn span_ends_in_view(&self, job: &GanttJob) -> bool {
        job.end_s <= self.layout.view.t1
    }

    /// Calls `take` with each part of a job between two times that is on visible rows.
    fn each_part<'j>(&self, job: &'j GanttJob, between: (f64, f64), mut take: impl FnMut(Part<'j>)) {
        let Some((start, end)) = self.span(job, between) else {
            return;
        };
        let open = job.is_open(self.window.1);
        let time = self.layout.time();
        let x0 = time.to_px(start.max(between.0));
        let x1 = time.to_px(end.min(between.1).min(self.window.1.max(start)));
        for piece in &job.pieces {
            // Bands are in the order of clusters.
            let bands = &self.layout.bands;
            let Ok(index) = bands.binary_search_by_key(&piece.cluster, |b| b.cluster) else {
                continue;
            };
            let Some(band) = bands.get(index) else {
                continue;
            };
            for &rows in &piece.rows {
                let (y0, y1) = band.edges(rows);
                let (y0, y1) = (y0.max(band.rows.y0), y1.min(band.rows.y1));
                if y1 > y0 {
                    take(Part { job, band: index, area: Area::new(x0, y0, x1, y1), open });
                }
            }
        }
    }

    /// Draws the jobs in an area. Returns the width of a crowd's cells.
    fn jobs(&self, pen: &mut Pen, place: &Area, wanted: Option<f64>, moving: bool) -> Drawn<f64> {
        let theme = self.theme;
        let (least_width, least_height) = (theme.px(LEAST_WIDTH), theme.px(LEAST_HEIGHT));
        let (mut large, mut small): (Vec<Part>, Vec<Part>) = (Vec::new(), Vec::new());
        let time = self.layout.time();
        let crowded = self.layout.crowded;
        let between = (time.to_value(place.x0), time.to_value(place.x1));
        let seen = |job: &&GanttJob| self.span(job, between).is_some();
        let seen: Vec<&GanttJob> = self.chart.jobs.iter().filter(seen).collect();
        let step = match moving {
            true => seen.len().div_ceil(MOST_MOVING).max(1),
            false => 1,
        };
        for job in seen.into_iter().step_by(step) {
            self.each_part(job, between, |part| {
                let is_large = part.area.width() >= least_width && part.area.height() >= least_height;
                let is_heat = self.layout.bands.get(part.band).is_some_and(|band| self.is_heat(band));
                let parts = match is_large && !crowded && !is_heat {
                    true => &mut large,
                    false => &mut small,
                };
                parts.push(part);
            });
        }
        let plot = &self.layout.plot;
        // All slices of a plot have cells of the same width, as if the jobs were spread evenly.
        let slices = (plot.width() / place.width().max(1.0)).max(1.0);
        let count = (small.len() * if moving { COARSER } else { 1 }) as f64 * slices;
        let count = count as usize;
        // Cells are so large that there are at most a million, for any size of the canvas.
        let least = (plot.width() * plot.height() / 1e6).sqrt();
        let cell = theme.scale.max(least);
        let wide = wanted.unwrap_or(raster::width(cell, count));
        let grid = |band: &Band| {
            let hidden = (band.top_row - band.top_row.floor()) * band.row_px;
            let (y0, y1) = (band.rows.y0 - hidden, band.rows.y1);
            let whole = Area::new(place.x0, y0, place.x1, y1);
            if self.is_heat(band) {
                return Raster::new(whole, wide, whole.height(), whole.height());
            }
            Raster::new(whole, wide, cell, band.row_px)
        };
        let mut rasters: Vec<Raster> = self.layout.bands.iter().map(grid).collect();
        for part in &small {
            if let Some(raster) = rasters.get_mut(part.band) {
                raster.add(&part.area, self.paint_of(part.job), step as f32);
            }
        }
        let (mut patches, width) = raster::patches(rasters);
        // Patches are sorted by colour, because changing the colour of a canvas is slow.
        patches.sort_by_key(|own| (own.paint, own.shade));
        for patch in &patches {
            let share = f64::from(patch.shade) / f64::from(SHADES);
            let colour = self.chart.colour(patch.paint, theme).fade(share).over(theme.band);
            pen.fill(&patch.area, colour)?;
        }
        for part in &large {
            self.block(pen, part)?;
        }
        Ok(width)
    }

    /// True if the nodes of a cluster are drawn together, because there are many clusters and the cluster is low.
    fn is_heat(&self, band: &Band) -> bool {
        let nodes = self.chart.clusters.get(band.cluster).map_or(0, |own| own.nodes);
        self.chart.clusters.len() > FEW_CLUSTERS && f64::from(nodes) * band.row_px < self.theme.px(HEAT)
    }

    fn block(&self, pen: &mut Pen, part: &Part) -> Drawn {
        let theme = self.theme;
        let paint = self.paint_of(part.job);
        let colour = self.chart.colour(paint, theme);
        // A gap of one pixel separates neighbouring jobs.
        let gap = |length: f64| {
            if length >= theme.px(4.0) { theme.px(1.0) } else { 0.0 }
        };
        let area = part.area;
        let body = Area::new(area.x0, area.y0, area.x1 - gap(area.width()), area.y1 - gap(area.height()));
        if part.open && (area.x1 - self.layout.time().to_px(self.window.1)).abs() < 1.0 {
            pen.polygon(&torn(&body, theme), colour)?;
        } else {
            pen.fill(&body, colour)?;
            if let Some(edge) = self.chart.edge(paint, theme) {
                pen.frame(&body, 1.0, edge)?;
            }
        }
        if part.job.failed && self.span_ends_in_view(part.job) {
            let width = theme.px(KILLED).min(body.width());
            pen.fill(&Area { x0: body.x1 - width, ..body }, theme.warning)?;
        }
        self.number(pen, part.job, &body)
    }

    /// Label of a job's bar: its number, and its number in the log if both fit.
    pub(super) fn number(&self, pen: &mut Pen, job: &GanttJob, body: &Area) -> Drawn {
        let theme = self.theme;
        let face = Type::regular(NUMBER, theme.text_on(self.colour_of(job)));
        if body.height() < face.height(theme) {
            return Ok(());
        }
        // In a simulated future, the text of a job is its number and its slowdown by the links; the text of a pale job
        // is only the slowdown.
        let slowed = job.slowed().filter(|_| self.chart.head.is_some());
        let with_slowed = |number: String| match &slowed {
            Some(slowed) => format!("{number} {slowed}"),
            None => number,
        };
        let names = &self.chart.names;
        let without_log = names.in_log(job.id).map(|_| with_slowed(job.id.to_string()));
        let texts = match job.pale {
            true => [slowed, None],
            false => [Some(with_slowed(names.short(job.id))), without_log],
        };
        let fits = |text: &String| body.width() >= face.width(text, theme) + theme.px(6.0);
        match texts.into_iter().flatten().find(fits) {
            Some(text) => pen.text(&text, body.centre(), Align::Centre, face),
            None => Ok(()),
        }
    }

    /// Outlines a job's parts and joins them.
    fn mark(&self, pen: &mut Pen, index: usize) -> Drawn {
        let Some(job) = self.chart.jobs.get(index) else {
            return Ok(());
        };
        let theme = self.theme;
        let parts = self.parts(job);
        let colour = self.colour_of(job);
        pen.within(&self.layout.plot, |pen| {
            let centres: Vec<Point> = parts.iter().map(|p| p.area.centre()).collect();
            for part in &parts {
                let least = theme.px(1.5);
                let wide = Area::new(part.area.x0, part.area.y0, part.area.x1.max(part.area.x0 + least), part.area.y1);
                pen.fill(&wide, colour)?;
                pen.frame(&wide.inset(-theme.px(1.0)), 2.0, theme.ink)?;
                // The text is left of the line that joins several parts.
                let x1 = match centres.len() {
                    1 => wide.x1,
                    _ => part.area.centre().0 - theme.px(3.0),
                };
                self.number(pen, job, &Area::new(wide.x0, wide.y0, x1, wide.y1))?;
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

    fn read_out(&self, pen: &mut Pen, index: usize) -> Drawn {
        let Some(job) = self.chart.jobs.get(index) else {
            return Ok(());
        };
        let parts = self.parts(job);
        let Some(part) = parts.first() else {
            return Ok(());
        };
        let mut lines = job.lines(self.chart);
        if lines.len() > 1 && self.layout.canvas.height() < self.theme.px(200.0) {
            lines.truncate(3);
        }
        let at = (part.area.x1.min(self.layout.plot.x1), part.area.centre().1);
        let colour = self.colour_of(job);
        read_out::boxed(pen, &lines, &Area::point(at), &self.layout.canvas, colour)
    }
}

/// An area extended to whole cells. Cells are counted from time 0, so that they move with the view.
fn in_cells(layout: &GanttLayout, area: &Area, width: f64) -> Area {
    let x0 = layout.time().to_px(0.0);
    let cells = |x: f64| (x - x0) / width;
    Area { x0: x0 + cells(area.x0).floor() * width, x1: x0 + cells(area.x1).ceil() * width, ..*area }
}

/// A rectangle with a jagged right edge, for a job that runs on.
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
