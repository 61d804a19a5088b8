//! The minimap: the whole recording in a few pixels of height, with the part that is seen framed.
//!
//! Each cluster is a lane (all clusters together if lanes would be too low) with the share of its nodes in use over
//! time, co-allocated jobs at the bottom in the accent colour.

use crate::chart::gantt_chart::gantt::{GanttChart, row_count};
use crate::chart::gantt_chart::gantt_layout::GanttView;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::Axis;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::Pen;
use crate::chart::kit::theme::Theme;

/// A lane lower than this (CSS pixels) shows nothing.
const LEAST_LANE: f64 = 7.0;

/// The height in CSS pixels that suits a minimap.
pub const HEIGHT: f64 = 56.0;

/// The view centred on a pixel of a minimap drawn in `area`.
pub fn view_at(chart: &GanttChart, area: &Area, view: &GanttView, at: Point) -> GanttView {
    let whole = GanttView::fit(chart);
    let share = |p: f64, low: f64, length: f64| {
        if length > 0.0 && p.is_finite() { ((p - low) / length).clamp(0.0, 1.0) } else { 0.5 }
    };
    let t = whole.t0 + share(at.0, area.x0, area.width()) * (whole.t1 - whole.t0);
    let row = whole.row0 + share(at.1, area.y0, area.height()) * (whole.row1 - whole.row0);
    let (span, rows) = (view.t1 - view.t0, view.row1 - view.row0);
    GanttView { t0: t - span / 2.0, t1: t + span / 2.0, row0: row - rows / 2.0, row1: row + rows / 2.0 }.clamped(chart)
}

/// Draws the minimap in an area, with a frame around the view.
pub fn draw(backend: &mut dyn Device, area: Area, chart: &GanttChart, view: &GanttView, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    pen.within(&area, |pen| {
        pen.fill(&area, theme.band)?;
        if chart.nodes() == 0 || area.width() < theme.px(20.0) || area.height() < theme.px(8.0) {
            return Ok(());
        }
        for lane in lanes(chart, &area, theme) {
            let home = lane.cluster.filter(|_| !chart.has_requests());
            let home = home.map_or(theme.muted, |c| theme.home(c));
            let (home, accent) =
                if chart.faded { (theme.faded(home), theme.faded(theme.accent)) } else { (home, theme.accent) };
            let soft = home.fade(0.7).over(theme.band);
            pen.polygon(&lane.profile(|load| load.0), soft)?;
            pen.polygon(&lane.profile(|load| load.1), accent)?;
        }
        frame(pen, &area, chart, view)
    })
}

fn frame(pen: &mut Pen, area: &Area, chart: &GanttChart, view: &GanttView) -> Drawn {
    let theme = pen.theme;
    let whole = GanttView::fit(chart);
    let view = view.clamped(chart);
    let x = Axis::new((whole.t0, whole.t1), (area.x0, area.x1), false);
    let y = Axis::new((whole.row0, whole.row1), (area.y0, area.y1), false);
    let seen = Area::new(x.to_px(view.t0), y.to_px(view.row0), x.to_px(view.t1), y.to_px(view.row1));
    let least = theme.px(3.0);
    let (cx, cy) = seen.centre();
    let half = (seen.width().max(least) / 2.0, seen.height().max(least) / 2.0);
    let seen = Area::new(cx - half.0, cy - half.1, cx + half.0, cy + half.1).intersect(area);
    // What is not seen is veiled.
    let veil = theme.background.fade(0.6);
    let veils = [
        Area::new(area.x0, area.y0, seen.x0, area.y1),
        Area::new(seen.x1, area.y0, area.x1, area.y1),
        Area::new(seen.x0, area.y0, seen.x1, seen.y0),
        Area::new(seen.x0, seen.y1, seen.x1, area.y1),
    ];
    for part in veils.iter().filter(|part| part.width() >= 1.0 && part.height() >= 1.0) {
        pen.fill(part, veil)?;
    }
    pen.frame(&seen, 1.5, theme.ink)
}

struct Lane {
    /// The cluster; none for all together.
    cluster: Option<usize>,
    area: Area,
    nodes: f64,
    /// Busy nodes and those of co-allocated jobs, in node columns.
    columns: Vec<(f64, f64)>,
}

impl Lane {
    /// The polygon under a share of the columns.
    fn profile(&self, part: impl Fn(&(f64, f64)) -> f64) -> Vec<Point> {
        let width = self.area.width() / self.columns.len().max(1) as f64;
        let mut corners = vec![(self.area.x0, self.area.y1)];
        for (i, column) in self.columns.iter().enumerate() {
            let share = (part(column) / self.nodes.max(1.0)).clamp(0.0, 1.0);
            let y = (self.area.y1 - share * self.area.height()).round();
            let x1 = self.area.x0 + (i as f64 + 1.0) * width;
            match corners.last_mut() {
                Some(last) if last.1 == y => last.0 = x1,
                _ => {
                    corners.push((x1 - width, y));
                    corners.push((x1, y));
                }
            }
        }
        corners.push((self.area.x1, self.area.y1));
        corners
    }
}

fn lanes(chart: &GanttChart, area: &Area, theme: &Theme) -> Vec<Lane> {
    let total = chart.nodes() as f64;
    let smallest = chart.clusters.iter().map(|c| c.nodes).min().unwrap_or(0);
    let apart = area.height() * f64::from(smallest) / total >= theme.px(LEAST_LANE);
    let count = (area.width() / theme.scale.max(1.0)).ceil().clamp(1.0, 4096.0) as usize;
    let empty = vec![(0.0, 0.0); count];
    let mut lanes: Vec<Lane> = Vec::new();
    if apart {
        let mut row = 0.0;
        for (cluster, c) in chart.clusters.iter().enumerate() {
            let y = |row: f64| area.y0 + area.height() * row / total;
            let end = row + f64::from(c.nodes);
            lanes.push(Lane {
                cluster: Some(cluster),
                area: Area::new(area.x0, y(row) + theme.px(1.0), area.x1, y(end)),
                nodes: f64::from(c.nodes),
                columns: empty.clone(),
            });
            row = end;
        }
    } else {
        lanes.push(Lane { cluster: None, area: *area, nodes: total, columns: empty });
    }
    let (t0, t1) = chart.window();
    let time = Axis::new((t0, t1), (0.0, count as f64), false);
    for job in &chart.jobs {
        let Some((start, end)) = job.span(t1) else {
            continue;
        };
        let (from, to) = (time.to_px(start.max(t0)), time.to_px(end.min(t1)));
        for piece in &job.pieces {
            let index = if apart { piece.cluster } else { 0 };
            let Some(lane) = lanes.get_mut(index) else {
                continue;
            };
            let nodes: u64 = piece.rows.iter().map(|&r| row_count(r)).sum();
            let range = from.max(0.0) as usize..(to.ceil().max(0.0) as usize).min(count);
            for column in range {
                let share = (to.min(column as f64 + 1.0) - from.max(column as f64)).max(0.0);
                if let Some(cell) = lane.columns.get_mut(column) {
                    cell.0 += share * nodes as f64;
                    if job.co_allocated {
                        cell.1 += share * nodes as f64;
                    }
                }
            }
        }
    }
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::gantt::{GanttCluster, GanttJob, GanttPiece};
    use crate::chart::kit::recorder::Recorder;

    fn chart() -> GanttChart {
        let cluster = GanttCluster { name: "A".into(), nodes: 10, speed: None };
        GanttChart {
            clusters: vec![cluster.clone(), cluster],
            jobs: vec![GanttJob {
                id: 1,
                end_s: 50.0,
                nodes: 10,
                pieces: vec![
                    GanttPiece { cluster: 0, rows: vec![(0, 4)] },
                    GanttPiece { cluster: 1, rows: vec![(0, 4)] },
                ],
                co_allocated: true,
                ..GanttJob::default()
            }],
            end_s: 100.0,
            ..GanttChart::default()
        }
    }

    /// Half of the nodes for half of the time.
    #[test]
    fn lanes_show_the_share_in_use() {
        let theme = Theme::light(1.0);
        let lanes = lanes(&chart(), &Area::sized(100.0, 40.0), &theme);
        assert_eq!(lanes.len(), 2);
        assert_eq!((lanes[0].columns[10], lanes[0].columns[60]), ((5.0, 5.0), (0.0, 0.0)));
        let low = super::lanes(&chart(), &Area::sized(100.0, 10.0), &theme);
        assert_eq!((low.len(), low[0].columns[10]), (1, (10.0, 10.0)));
    }

    #[test]
    fn a_click_centres_the_view() {
        let chart = chart();
        let view = GanttView { t0: 0.0, t1: 20.0, row0: 0.0, row1: 20.0 };
        let area = Area::sized(100.0, 40.0);
        let moved = view_at(&chart, &area, &view, (50.0, 20.0));
        assert_eq!((moved.t0, moved.t1), (40.0, 60.0));
        let end = view_at(&chart, &area, &view, (1e9, f64::NAN));
        assert_eq!(end.t1, 100.0);
    }

    #[test]
    fn drawing_stays_inside() {
        let theme = Theme::dark(1.0);
        let mut recorder = Recorder::new(100, 40);
        let view = GanttView::fit(&chart());
        draw(&mut recorder, Area::sized(100.0, 40.0), &chart(), &view, &theme).unwrap();
        assert!(recorder.stays_inside());
        assert!(!recorder.calls.is_empty());
    }
}
