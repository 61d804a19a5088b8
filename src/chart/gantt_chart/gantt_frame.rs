//! What stands around the jobs of a Gantt chart: band headers, node numbers, time axis, clock.

use crate::chart::gantt_chart::gantt_draw::Figure;
use crate::chart::gantt_chart::gantt_layout::{Band, HEADER};
use crate::chart::kit::area::Area;
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text::{self, TICK};
use crate::chart::kit::ticks::Tick;
use crate::words::number;

/// Length and thickness of the bar that shows a cluster's speed, in CSS pixels.
const GAUGE: (f64, f64) = (48.0, 5.0);

impl Figure<'_> {
    pub(in crate::chart) fn bands(&self, pen: &mut Pen) -> Drawn {
        let theme = self.theme;
        let px = |css: f64| theme.px(css);
        let mut free_from = f64::NEG_INFINITY;
        let requests = self.chart.has_requests();
        let fastest = self.chart.speeds().map_or(1.0, |(_, most)| most);
        for band in &self.layout.bands {
            let Some(cluster) = self.chart.clusters.get(band.cluster) else {
                continue;
            };
            pen.fill(&band.rows, theme.band)?;
            let nodes = number::counted(cluster.nodes.into(), "node");
            let nodes = match cluster.speed {
                Some(speed) => format!("{nodes}, speed {}", number::fixed(speed, 2)),
                None => nodes,
            };
            let (x0, y) = (band.header.x0, band.header.centre().1 + px(1.0));
            if self.layout.headers {
                if !requests {
                    let swatch = Area::new(x0, y - px(4.0), x0 + px(8.0), y + px(4.0));
                    pen.fill(&swatch, self.colour(1 + (band.cluster % theme.homes.len()) as u8))?;
                }
                let (name_face, face) = (Type::bold(HEADER, theme.ink), Type::regular(HEADER, theme.muted));
                let room = band.header.width() - px(18.0) - face.width(&nodes, theme);
                let name = text::fit(&cluster.name, theme.letters(HEADER), true, room);
                pen.text(&name, (x0 + px(13.0), y), Align::Left, name_face)?;
                let after = x0 + px(16.0) + name_face.width(&name, theme);
                pen.text(&nodes, (after, y), Align::Left, face)?;
                if let Some(speed) = cluster.speed {
                    let x = after + face.width(&nodes, theme) + px(8.0);
                    self.gauge(pen, (x, y), band.header.x1, speed / fastest)?;
                }
                self.row_numbers(pen, band, cluster.nodes)?;
            } else {
                let middle = band.rows.centre().1;
                let face = Type::regular(TICK, theme.muted);
                if middle - face.height(theme) / 2.0 >= free_from {
                    let room = self.layout.plot.x0 - self.layout.canvas.x0 - px(17.0);
                    let name = text::fit(&cluster.short(), theme.letters(TICK), false, room);
                    pen.text(&name, (x0 - px(6.0), middle), Align::Right, face)?;
                    free_from = middle + face.height(theme) / 2.0;
                }
            }
        }
        Ok(())
    }

    /// How fast a cluster is, as a share of the fastest; nothing if there is no room until `end`.
    fn gauge(&self, pen: &mut Pen, (x, y): (f64, f64), end: f64, share: f64) -> Drawn {
        let (length, half) = (self.theme.px(GAUGE.0), self.theme.px(GAUGE.1 / 2.0));
        if x + length > end || !(0.0..=1.0).contains(&share) {
            return Ok(());
        }
        let part = |length: f64| Area::new(x, y - half, x + length, y + half);
        pen.fill(&part(length), self.theme.grid)?;
        pen.fill(&part(length * share), self.theme.muted)
    }

    /// Node numbers at round rows, as many as fit.
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
            // Centred on its row, but never beyond the band.
            let y = ((top + bottom) / 2.0).max(band.rows.y0 + apart * 0.4);
            if row >= nodes || y > band.rows.y1 - apart * 0.3 {
                break;
            }
            pen.text(&row.to_string(), (band.rows.x0 - theme.px(5.0), y), Align::Right, face)?;
        }
        Ok(())
    }

    /// A line on every band at each tick of the time axis.
    pub(in crate::chart) fn grid(&self, pen: &mut Pen) -> Drawn {
        for x in self.ticks().map(|(x, _)| x) {
            for band in &self.layout.bands {
                pen.down(x, band.rows.y0, band.rows.y1, 1.0, self.theme.grid)?;
            }
        }
        Ok(())
    }

    /// The ticks of the time axis in view, and where they are.
    fn ticks(&self) -> impl Iterator<Item = (f64, &Tick)> {
        let plot = &self.layout.plot;
        let placed = self.layout.ticks.iter();
        let placed = placed.map(|tick| (self.layout.time().to_px(tick.value), tick));
        placed.filter(|(x, _)| *x >= plot.x0 - 1.0 && *x <= plot.x1 + 1.0)
    }

    /// The time axis; labels under the clock's flag are left out.
    pub(in crate::chart) fn time_axis(&self, pen: &mut Pen, flag: Option<&Area>) -> Drawn {
        let (theme, plot) = (self.theme, &self.layout.plot);
        let face = Type::regular(TICK, theme.muted);
        let y = plot.y1 + theme.px(7.0 + TICK * 0.6);
        for (x, tick) in self.ticks() {
            pen.down(x, plot.y1, plot.y1 + theme.px(4.0), 1.0, theme.muted)?;
            let extent = face.extent(&tick.label, (x, y), Align::Centre, theme);
            if flag.is_none_or(|flag| !flag.overlaps(&extent)) {
                pen.text(&tick.label, (x, y), Align::Centre, face)?;
            }
        }
        pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)
    }

    /// The clock's label and its box below the time axis; none if the moment is out of sight.
    pub(in crate::chart) fn flag(&self, t: f64) -> Option<(String, Area)> {
        let (low, high) = self.layout.time().range();
        if !(t >= low && t <= high) {
            return None;
        }
        let theme = self.theme;
        let label = number::clock(t, true);
        let half = Type::bold(TICK, theme.background).width(&label, theme) / 2.0 + theme.px(5.0);
        let canvas = self.layout.canvas;
        let x = self.layout.time().to_px(t).min(canvas.x1 - half).max(canvas.x0 + half);
        let y = self.layout.plot.y1 + theme.px(7.0 + TICK * 0.6);
        let area = Area::new(x - half, y - theme.px(9.0), x + half, y + theme.px(9.0));
        Some((label, area))
    }

    /// The moving clock: a line through all bands, its time on the axis.
    pub(in crate::chart) fn clock(&self, pen: &mut Pen, t: f64, label: &str, flag: &Area) -> Drawn {
        let (theme, plot) = (self.theme, &self.layout.plot);
        pen.down(self.layout.time().to_px(t), plot.y0, plot.y1, 2.0, theme.ink)?;
        pen.fill(flag, theme.ink)?;
        pen.text(label, flag.centre(), Align::Centre, Type::bold(TICK, theme.background))
    }
}
