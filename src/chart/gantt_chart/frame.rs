//! The parts of a Gantt chart around the jobs: key, headers of bands, node numbers, time axis and clock. Also the recorded facts
//! of the scheduler: a triangle for each mark in time, and the dashed staircases of one mark. The nodes below a staircase stay
//! free from that mark on.

use crate::chart::gantt_chart::colouring::Colouring;
use crate::chart::gantt_chart::draw::Figure;
use crate::chart::gantt_chart::key::{SIGN, SPACE, Sign, home};
use crate::chart::gantt_chart::layout::{Band, HEADER};
use crate::chart::gantt_chart::outs;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text::TICK;
use crate::chart::kit::ticks::Tick;
use crate::scheduler::steps::Step;
use crate::words::number;

/// Dashes of a staircase in CSS pixels.
const DASHES: [f64; 2] = [5.0, 3.0];
/// Half the width and the height of a mark's triangle in CSS pixels.
const TRIANGLE: (f64, f64) = (4.0, 6.0);
/// Length and thickness of the bar that shows a cluster's speed, in CSS pixels.
const GAUGE: (f64, f64) = (48.0, 5.0);
/// If marks are closer together than this (CSS pixels, on average), they are drawn as triangles without lines.
const APART: f64 = 16.0;
/// Marks in this first part of the view have enough room on their right for a staircase.
const ROOMY: f64 = 2.0 / 3.0;
/// Minimum height of a band (CSS pixels) at which the steps of a staircase are visible.
const LEAST_BAND: f64 = 5.0;

impl Figure<'_> {
    /// Draws the key and, if there is room, the unit of time to the right of the key.
    pub(super) fn key(&self, pen: &mut Pen) -> Drawn {
        let (theme, key) = (self.theme, &self.layout.key);
        let face = Type::regular(TICK, theme.muted);
        for entry in &key.entries {
            let (x, y) = entry.at;
            self.sign(pen, entry.sign, entry.at)?;
            pen.text(&entry.text, (x + theme.px(SIGN + SPACE.0), y), Align::Left, face)?;
        }
        let unit = time_unit(&self.layout.ticks);
        let right = self.layout.plot.x1;
        match key.end.0 + face.width(unit, theme) <= right {
            true => pen.text(unit, (right, key.end.1), Align::Right, face),
            false => Ok(()),
        }
    }

    fn sign(&self, pen: &mut Pen, sign: Sign, (x, y): Point) -> Drawn {
        let theme = self.theme;
        let px = |css: f64| theme.px(css);
        let square = Area::new(x, y - px(5.0), x + px(SIGN), y + px(5.0));
        match sign {
            Sign::Paint(paint) => {
                pen.fill(&square, self.chart.colour(paint, theme))?;
                self.chart.edge(paint, theme).map_or(Ok(()), |edge| pen.frame(&square, 1.0, edge))
            }
            Sign::Homes => (0..self.chart.clusters.len().clamp(1, 3)).try_for_each(|i| {
                let stripe = Area { x0: x + px(3.4) * i as f64, ..square };
                pen.fill(&stripe, theme.home(i))
            }),
            Sign::Staircase => {
                let (step, lower, upper) = (x + px(5.0), y + px(4.0), y - px(4.0));
                let stairs = [(x, lower), (step, lower), (step, upper), (square.x1, upper)];
                pen.dashes(&stairs, &DASHES, 1.5, theme.ink)
            }
            Sign::Out(kind) => outs::paint(pen, &square, kind, theme),
            Sign::Killed => {
                pen.fill(&square, theme.muted.fade(0.4).over(theme.band))?;
                pen.fill(&Area { x0: square.x1 - px(3.0), ..square }, theme.warning)
            }
            Sign::Mark => self.triangle(pen, (x + px(5.0), y + px(3.0))),
        }
    }

    /// The triangle of a mark, pointing down to a position.
    fn triangle(&self, pen: &mut Pen, (x, y): Point) -> Drawn {
        let (half, height) = (self.theme.px(TRIANGLE.0), self.theme.px(TRIANGLE.1));
        let corners = [(x, y), (x - half, y - height), (x + half, y - height)];
        pen.polygon(&corners, self.theme.ink)
    }

    /// Draws the bands with their headers, or with names in the margin.
    pub(super) fn bands(&self, pen: &mut Pen) -> Drawn {
        let theme = self.theme;
        let px = |css: f64| theme.px(css);
        let mut free_from = f64::NEG_INFINITY;
        let by_home = self.layout.colouring == Colouring::Home && !self.chart.has_requests();
        let fastest = self.chart.speeds().map_or(1.0, |(_, most)| most);
        for band in &self.layout.bands {
            let Some(cluster) = self.chart.clusters.get(band.cluster) else {
                continue;
            };
            pen.fill(&band.rows, theme.band)?;
            let x0 = band.header.x0;
            if !self.layout.headers {
                let middle = band.rows.centre().1;
                let face = Type::regular(TICK, theme.muted);
                let half = face.height(theme) / 2.0;
                if middle - half >= free_from {
                    let room = self.layout.plot.x0 - self.layout.canvas.x0 - px(17.0);
                    let name = cluster.name_in(&cluster.short(), theme.letters(TICK), false, room);
                    pen.text(&name, (x0 - px(6.0), middle), Align::Right, face)?;
                    free_from = middle + half;
                }
                continue;
            }
            let y = band.header.centre().1 + px(1.0);
            if by_home {
                let swatch = Area::new(x0, y - px(4.0), x0 + px(8.0), y + px(4.0));
                pen.fill(&swatch, self.chart.colour(home(band.cluster, theme), theme))?;
            }
            let nodes = number::counted(cluster.nodes.into(), "node");
            let nodes = match cluster.speed {
                Some(speed) => format!("{nodes}, speed {}", number::fixed(speed, 2)),
                None => nodes,
            };
            let (name_face, face) = (Type::bold(HEADER, theme.ink), Type::regular(HEADER, theme.muted));
            let room = band.header.width() - px(18.0) - face.width(&nodes, theme);
            let name = cluster.name_in(&cluster.name, theme.letters(HEADER), true, room);
            pen.text(&name, (x0 + px(13.0), y), Align::Left, name_face)?;
            let after = x0 + px(16.0) + name_face.width(&name, theme);
            pen.text(&nodes, (after, y), Align::Left, face)?;
            if let Some(speed) = cluster.speed {
                let x = after + face.width(&nodes, theme) + px(8.0);
                self.gauge(pen, (x, y), band.header.x1, speed / fastest)?;
            }
            self.row_numbers(pen, band, cluster.nodes)?;
        }
        Ok(())
    }

    /// Draws a bar for the speed of a cluster as a share of the fastest cluster's speed; nothing if there is no room up
    /// to `end`.
    fn gauge(&self, pen: &mut Pen, (x, y): Point, end: f64, share: f64) -> Drawn {
        let (length, half) = (self.theme.px(GAUGE.0), self.theme.px(GAUGE.1 / 2.0));
        if x + length > end || !(0.0..=1.0).contains(&share) {
            return Ok(());
        }
        let part = |length: f64| Area::new(x, y - half, x + length, y + half);
        pen.fill(&part(length), self.theme.grid)?;
        pen.fill(&part(length * share), self.theme.muted)
    }

    /// Labels rows with round node numbers, as densely as the labels fit.
    fn row_numbers(&self, pen: &mut Pen, band: &Band, nodes: u32) -> Drawn {
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
            // A node number is centred on its row, but stays within the band.
            let y = ((top + bottom) / 2.0).max(band.rows.y0 + apart * 0.4);
            if row >= nodes || y > band.rows.y1 - apart * 0.3 {
                break;
            }
            pen.text(&row.to_string(), (band.rows.x0 - theme.px(5.0), y), Align::Right, face)?;
        }
        Ok(())
    }

    /// A line on every band at each tick of the time axis.
    pub(super) fn grid(&self, pen: &mut Pen) -> Drawn {
        for (x, _) in self.ticks() {
            for band in &self.layout.bands {
                pen.down(x, band.rows.y0, band.rows.y1, 1.0, self.theme.grid)?;
            }
        }
        Ok(())
    }

    /// Ticks of the time axis in view, with their x.
    fn ticks(&self) -> impl Iterator<Item = (f64, &Tick)> {
        let plot = &self.layout.plot;
        let placed = self.layout.ticks.iter().map(|tick| (self.layout.time().to_px(tick.value), tick));
        placed.filter(|(x, _)| *x >= plot.x0 - 1.0 && *x <= plot.x1 + 1.0)
    }

    /// The middle of the time axis' labels.
    fn below_axis(&self) -> f64 {
        self.layout.plot.y1 + self.theme.px(7.0 + TICK * 0.6)
    }

    /// The time axis, without the labels under the clock's flag.
    pub(super) fn time_axis(&self, pen: &mut Pen, flag: Option<&Area>) -> Drawn {
        let (theme, plot) = (self.theme, &self.layout.plot);
        let face = Type::regular(TICK, theme.muted);
        let y = self.below_axis();
        for (x, tick) in self.ticks() {
            pen.down(x, plot.y1, plot.y1 + theme.px(4.0), 1.0, theme.muted)?;
            let extent = face.extent(&tick.label, (x, y), Align::Centre, theme);
            if flag.is_none_or(|flag| !flag.overlaps(&extent)) {
                pen.text(&tick.label, (x, y), Align::Centre, face)?;
            }
        }
        pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)
    }

    /// A selected stretch of time: its bands lie under a veil, and the time axis has a bar.
    pub(super) fn stretch(&self, pen: &mut Pen, (from_s, to_s): (f64, f64)) -> Drawn {
        let (theme, plot) = (self.theme, &self.layout.plot);
        let [x0, x1] = [from_s, to_s].map(|t| self.layout.time().to_px(t).clamp(plot.x0, plot.x1));
        for band in &self.layout.bands {
            pen.fill(&Area { x0, x1, ..band.rows }, theme.ink.fade(0.16))?;
        }
        pen.fill(&Area::new(x0, plot.y1, x1, plot.y1 + theme.px(4.0)), theme.ink)?;
        for x in [x0, x1] {
            pen.down(x, plot.y0, plot.y1, 1.5, theme.ink)?;
        }
        Ok(())
    }

    /// The clock's label and its box below the time axis; `None` if its time is out of view.
    pub(super) fn flag(&self, t: f64) -> Option<(String, Area)> {
        let (low, high) = self.layout.time().range();
        if !(t >= low && t <= high) {
            return None;
        }
        let theme = self.theme;
        let label = number::clock(t, true);
        let half = Type::bold(TICK, theme.background).width(&label, theme) / 2.0 + theme.px(5.0);
        let canvas = self.layout.canvas;
        let x = self.layout.time().to_px(t).min(canvas.x1 - half).max(canvas.x0 + half);
        let y = self.below_axis();
        Some((label, Area::new(x - half, y - theme.px(9.0), x + half, y + theme.px(9.0))))
    }

    /// The clock: a line through all bands, and its time on the axis.
    pub(super) fn clock(&self, pen: &mut Pen, t: f64, label: &str, flag: &Area) -> Drawn {
        let (theme, plot) = (self.theme, &self.layout.plot);
        pen.down(self.layout.time().to_px(t), plot.y0, plot.y1, 2.0, theme.ink)?;
        pen.fill(flag, theme.ink)?;
        pen.text(label, flag.centre(), Align::Centre, Type::bold(TICK, theme.background))
    }

    /// Draws all marks in view, and the staircases of the last mark at or before `time_s`. Without a time, draws the
    /// staircases of the last mark that has enough room on its right; if no mark has enough room, those of the last
    /// mark.
    pub(super) fn facts(&self, pen: &mut Pen, time_s: Option<f64>) -> Drawn {
        let (theme, plot, view) = (self.theme, &self.layout.plot, &self.layout.view);
        let seen = |time_s: &f64| (view.t0..=view.t1).contains(time_s);
        let times = self.chart.marks.iter().map(|mark| mark.time_s).filter(seen);
        let lines = plot.width() >= theme.px(APART) * times.clone().count() as f64;
        for time_s in times {
            let x = self.layout.time().to_px(time_s);
            self.triangle(pen, (x, plot.y0 - theme.px(1.0)))?;
            for band in self.layout.bands.iter().filter(|_| lines) {
                pen.down(x, band.rows.y0, band.rows.y1, 1.0, theme.ink.fade(0.5))?;
            }
        }
        let roomy = view.t0 + (view.t1 - view.t0) * ROOMY;
        let mark = match time_s {
            Some(time_s) => self.chart.mark_at(time_s),
            None => (self.chart.mark_at(roomy)).or_else(|| self.chart.mark_at(view.t1)),
        };
        let Some(mark) = mark else {
            return Ok(());
        };
        for band in &self.layout.bands {
            let cluster = self.chart.clusters.get(band.cluster);
            let staircase = mark.staircases.get(band.cluster);
            if let (Some(cluster), Some(steps)) = (cluster, staircase)
                && band.rows.height() >= theme.px(LEAST_BAND)
            {
                let line = self.staircase(band, cluster.nodes, steps);
                pen.within(&band.rows.intersect(plot), |pen| {
                    pen.line(&line, 3.5, theme.background.fade(0.75))?;
                    pen.dashes(&line, &DASHES, 1.5, theme.ink)
                })?;
            }
        }
        Ok(())
    }

    /// Points of the staircase of a cluster. The first rows are the nodes that do not stay free. The staircase ends at
    /// the time at which the whole cluster is free.
    fn staircase(&self, band: &Band, nodes: u32, steps: &[Step]) -> Vec<Point> {
        let mut line: Vec<Point> = Vec::new();
        let mut left = nodes;
        for step in steps {
            let x = self.layout.time().to_px(step.from_s);
            line.extend(line.last().map(|&(_, y)| (x, y)));
            left = nodes.saturating_sub(step.free);
            line.push((x, band.edges((left, left)).0));
        }
        if left > 0 {
            line.extend(line.last().map(|&(_, y)| (self.layout.plot.x1, y)));
        }
        line
    }
}

/// How to read the labels of the time axis.
fn time_unit(ticks: &[Tick]) -> &'static str {
    match ticks.last().map(|t| t.label.as_str()) {
        Some(label) if label.matches(':').count() == 2 => "time in h:mm:ss",
        Some(label) if label.contains(':') => "time in h:mm",
        Some(label) if label.ends_with('d') => "time in days",
        _ => "time in seconds",
    }
}
