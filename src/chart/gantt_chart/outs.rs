//! Nodes that are out, in a Gantt chart: grey areas below the jobs. Failures have red hatching, maintenance has grey hatching, drains have
//! none.

use crate::chart::gantt_chart::draw::Figure;
use crate::chart::gantt_chart::layout::GanttLayout;
use crate::chart::gantt_chart::{GanttChart, GanttPiece};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::Pen;
use crate::chart::kit::read_out;
use crate::chart::kit::theme::{Colour, Theme};
use crate::metrics::timeline::OutNodes;
use crate::platform::OutageKind;
use crate::words::number;

/// Distance of hatching lines, and the least width and height of a hatched area \[CSS px\].
const SPACING: f64 = 7.0;
const LEAST: f64 = 6.0;

/// Nodes of a cluster that are out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GanttOut {
    /// Kind of outage.
    pub kind: OutageKind,
    /// The nodes.
    pub piece: GanttPiece,
    /// Beginning in seconds.
    pub from_s: f64,
    /// End in seconds; the planned end if it is after the recording.
    pub until_s: f64,
}

impl GanttOut {
    /// The recorded nodes.
    pub fn of(own: OutNodes) -> GanttOut {
        GanttOut {
            kind: OutageKind::named(&own.kind).unwrap_or_default(),
            piece: GanttPiece { cluster: own.rows.cluster as usize, rows: own.rows.nodes },
            from_s: own.from_s,
            until_s: own.until_s,
        }
    }

    /// Text about the outage, one line per topic.
    pub fn lines(&self, chart: &GanttChart) -> Vec<String> {
        let nodes = number::counted(self.piece.nodes(), "node");
        let cluster = chart.clusters.get(self.piece.cluster).map_or("", |own| own.name.as_str());
        let [from, until] = [self.from_s, self.until_s].map(|time_s| number::clock(time_s, true));
        let planned = if self.until_s > chart.window().1 { "planned until" } else { "to" };
        let effect = match self.kind {
            OutageKind::Drain => "jobs ended first",
            OutageKind::Fail => "jobs on these nodes were killed",
            OutageKind::Maintenance => "known beforehand",
        };
        vec![
            format!("{}: {nodes} of {cluster}", self.kind.label()),
            format!("{from} {planned} {until} ({})", number::duration(self.until_s - self.from_s)),
            effect.to_owned(),
        ]
    }
}

/// Paints an area of nodes that are out.
pub fn paint(pen: &mut Pen, area: &Area, kind: OutageKind, theme: &Theme) -> Drawn {
    pen.fill(area, ground(theme))?;
    let colour = match kind {
        OutageKind::Drain => return Ok(()),
        OutageKind::Fail => theme.warning.fade(0.75),
        OutageKind::Maintenance => theme.muted.fade(0.75),
    };
    match area.width().min(area.height()) >= theme.px(LEAST) {
        true => pen.hatch(&corners(area), SPACING, colour.over(ground(theme))),
        // A small area has no room for lines.
        false => pen.fill(area, colour.fade(0.5).over(ground(theme))),
    }
}

fn ground(theme: &Theme) -> Colour {
    theme.muted.fade(0.38).over(theme.band)
}

fn corners(area: &Area) -> [Point; 4] {
    [(area.x0, area.y0), (area.x1, area.y0), (area.x1, area.y1), (area.x0, area.y1)]
}

impl GanttChart {
    /// The kinds of outages in the chart.
    pub(super) fn kinds_of_outs(&self) -> Vec<OutageKind> {
        OutageKind::ALL.iter().copied().filter(|kind| self.outs.iter().any(|own| own.kind == *kind)).collect()
    }
}

impl GanttLayout {
    /// Index of the outage at a pixel.
    pub fn out_at(&self, chart: &GanttChart, at: Point) -> Option<usize> {
        if !self.plot.contains(at) {
            return None;
        }
        let (cluster, row) = self.row_at(at.1)?;
        let (row, time_s) = (row as u32, self.time().to_value(at.0));
        chart.outs.iter().position(|own| {
            let is_in = |&(first, last): &(u32, u32)| (first..=last).contains(&row);
            own.piece.cluster == cluster
                && (own.from_s..own.until_s).contains(&time_s)
                && own.piece.rows.iter().any(is_in)
        })
    }
}

impl Figure<'_> {
    /// The visible areas of an outage.
    fn out_areas(&self, out: &GanttOut) -> Vec<Area> {
        let (time, plot) = (self.layout.time(), &self.layout.plot);
        let [x0, x1] = [out.from_s, out.until_s].map(|time_s| time.to_px(time_s).clamp(plot.x0, plot.x1));
        let bands = &self.layout.bands;
        let band =
            bands.binary_search_by_key(&out.piece.cluster, |band| band.cluster).ok().and_then(|at| bands.get(at));
        let Some(band) = band.filter(|_| x1 > x0) else { return Vec::new() };
        let areas = out.piece.rows.iter().map(|&rows| {
            let (y0, y1) = band.edges(rows);
            Area::new(x0, y0.max(band.rows.y0), x1, y1.min(band.rows.y1))
        });
        areas.filter(|area| area.y1 > area.y0).collect()
    }

    /// Draws all outages.
    pub(super) fn outs(&self, pen: &mut Pen) -> Drawn {
        for out in &self.chart.outs {
            for area in self.out_areas(out) {
                paint(pen, &area, out.kind, self.theme)?;
            }
        }
        Ok(())
    }

    /// Outlines an outage and says what it is.
    pub(super) fn out_in_words(&self, pen: &mut Pen, index: usize) -> Drawn {
        let Some(out) = self.chart.outs.get(index) else { return Ok(()) };
        let areas = self.out_areas(out);
        let Some(first) = areas.first() else { return Ok(()) };
        pen.within(&self.layout.plot, |pen| areas.iter().try_for_each(|area| pen.frame(area, 2.0, self.theme.ink)))?;
        let stripe = if out.kind == OutageKind::Fail { self.theme.warning } else { self.theme.muted };
        read_out::boxed(
            pen,
            &out.lines(self.chart),
            &Area::point((first.x1, first.centre().1)),
            &self.layout.canvas,
            stripe,
        )
    }
}
