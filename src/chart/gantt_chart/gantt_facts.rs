//! Draws the facts that a scheduler has recorded of a run: a tick for each mark in time, and the staircases of one of them, dashed. As many nodes as lie
//! below a staircase stay free from its mark on.

use crate::chart::gantt_chart::gantt_draw::Figure;
use crate::chart::gantt_chart::gantt_layout::Band;
use crate::chart::kit::area::Point;
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::Pen;
use crate::scheduler::facts::Step;

/// Dashes of a staircase in CSS pixels.
pub(in crate::chart) const DASHES: [f64; 2] = [5.0, 3.0];
/// Half the width, and the height of a tick in CSS pixels.
const TICK: (f64, f64) = (4.0, 6.0);
/// Marks that are nearer to each other than this (CSS pixels) have no lines, only ticks.
const APART: f64 = 16.0;
/// In this part of the view a mark has room to its right.
const ROOMY: f64 = 2.0 / 3.0;
/// On a lower band (CSS pixels) there are no steps to be seen.
const LEAST_BAND: f64 = 5.0;

impl Figure<'_> {
    /// All marks, and the staircases to look at at a time; if none is pointed at, those of the last mark with room to its right,
    /// or at least of the last one.
    pub(in crate::chart) fn facts(&self, pen: &mut Pen, time_s: Option<f64>) -> Drawn {
        let (theme, plot, view) = (self.theme, &self.layout.plot, &self.layout.view);
        let seen = |time_s: &f64| (view.t0..=view.t1).contains(time_s);
        let times = self.chart.marks.iter().map(|mark| mark.time_s).filter(seen);
        let lines = plot.width() >= theme.px(APART) * times.clone().count() as f64;
        for time_s in times {
            let x = self.layout.time().to_px(time_s);
            self.tick(pen, (x, plot.y0 - theme.px(1.0)))?;
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

    /// A small triangle that points down to a place.
    pub(in crate::chart) fn tick(&self, pen: &mut Pen, (x, y): Point) -> Drawn {
        let (half, height) = (self.theme.px(TICK.0), self.theme.px(TICK.1));
        let corners = [(x, y), (x - half, y - height), (x + half, y - height)];
        pen.polygon(&corners, self.theme.ink)
    }

    /// The staircase of a cluster: what does not stay free lies on the first rows. It ends where the whole cluster is free.
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
