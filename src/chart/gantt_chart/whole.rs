//! The whole run under a window of it: the use of each cluster, waiting jobs and the fullest link over all its time.

use crate::chart::gantt_chart::gantt::GanttChart;
use crate::chart::gantt_chart::gantt_layout::GanttView;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::Axis;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::theme::{Colour, Theme};
use crate::metrics::overview::Overview;
use crate::words::number;

/// The height in CSS pixels that suits it.
pub const HEIGHT: f64 = 112.0;
/// Clusters lower than this (CSS pixels) are drawn as one.
const LEAST_LANE: f64 = 6.0;
/// Font size in CSS pixels.
const SIZE: f64 = 10.5;

/// A lane: what it is called, its height over time, what height is full, and its colour.
struct Lane<'a> {
    name: String,
    values: Vec<f64>,
    full: f64,
    colour: Colour,
    area: &'a Area,
}

/// Draws the overview of a chart's run in an area, with a frame around the view.
pub fn draw(
    backend: &mut dyn Device,
    area: Area,
    chart: &GanttChart,
    whole: &Overview,
    view: &GanttView,
    theme: &Theme,
) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    pen.within(&area, |pen| {
        pen.fill(&area, theme.band)?;
        let count = (area.width() / theme.scale.max(1.0)).ceil();
        if count < 20.0 || area.height() < theme.px(20.0) || whole.waiting.is_empty() {
            return Ok(());
        }
        let areas = areas(&area, whole.busy.len(), !whole.load.is_empty(), theme);
        let (uses, rest) = areas.split_at(areas.len() - 1 - usize::from(!whole.load.is_empty()));
        let lanes = lanes(chart, whole, (uses, rest), count as usize, theme);
        for lane in &lanes {
            let colour = if chart.faded { theme.faded(lane.colour) } else { lane.colour };
            pen.polygon(&profile(lane), colour)?;
        }
        frame(pen, &area, chart, view, whole.end_s)?;
        // Above what the frame makes pale.
        for lane in &lanes {
            let at = (lane.area.x0 + theme.px(3.0), lane.area.y0 + theme.px(SIZE * 0.6));
            pen.text(&lane.name, at, Align::Left, Type::regular(SIZE, theme.ink))?;
        }
        Ok(())
    })
}

/// From top to bottom: of each cluster, or of all, of the queue, and of the links if any was loaded.
fn areas(area: &Area, clusters: usize, links: bool, theme: &Theme) -> Vec<Area> {
    let parts: f64 = if links { 4.0 } else { 3.0 };
    let each = area.height() / parts;
    let use_height = area.height() - each * (parts - 2.0);
    let apart = use_height / clusters.max(1) as f64 >= theme.px(LEAST_LANE);
    let lanes = if apart { clusters.max(1) } else { 1 };
    let gap = theme.px(1.0);
    let lane = |y0: f64, height: f64| Area::new(area.x0, y0 + gap, area.x1, y0 + height);
    let uses = (0..lanes).map(|at| {
        let height = use_height / lanes as f64;
        lane(area.y0 + at as f64 * height, height)
    });
    let rest = (0..parts as usize - 2).map(|at| lane(area.y0 + use_height + at as f64 * each, each));
    uses.chain(rest).collect()
}

fn lanes<'a>(
    chart: &GanttChart,
    whole: &Overview,
    (uses, rest): (&'a [Area], &'a [Area]),
    count: usize,
    theme: &Theme,
) -> Vec<Lane<'a>> {
    let mean = |values: &[f64]| columns(values, count, |part| part.iter().sum::<f64>() / part.len() as f64);
    let most = |values: &[f64]| columns(values, count, |part| part.iter().copied().fold(0.0, f64::max));
    let soft = |colour: Colour| colour.fade(0.7).over(theme.band);
    let mut lanes: Vec<Lane> = Vec::new();
    match uses {
        [all] => {
            let nodes: Vec<f64> = chart.clusters.iter().map(|own| f64::from(own.nodes)).collect();
            let weight = |lane: usize| match whole.busy.len() {
                1 => 1.0,
                _ => nodes.get(lane).copied().unwrap_or(0.0) / nodes.iter().sum::<f64>().max(1.0),
            };
            let together = (0..whole.waiting.len()).map(|bin| {
                let own = |(lane, busy): (usize, &Vec<f64>)| weight(lane) * busy.get(bin).unwrap_or(&0.0);
                whole.busy.iter().enumerate().map(own).sum()
            });
            lanes.push(Lane {
                name: "Nodes in use".to_owned(),
                values: mean(&together.collect::<Vec<f64>>()),
                full: 1.0,
                colour: soft(theme.home(0)),
                area: all,
            });
        }
        each => lanes.extend(each.iter().zip(&whole.busy).enumerate().map(|(at, (area, busy))| Lane {
            name: String::new(),
            values: mean(busy),
            full: 1.0,
            colour: soft(theme.home(at)),
            area,
        })),
    }
    let mut rest = rest.iter();
    if let Some(area) = rest.next() {
        let full = whole.waiting.iter().copied().fold(0.0, f64::max);
        lanes.push(Lane {
            name: format!("Jobs waiting, up to {}", number::fixed(full.ceil(), 0)),
            values: most(&whole.waiting),
            full: full.max(1.0),
            colour: soft(theme.muted),
            area,
        });
    }
    if let Some(area) = rest.next() {
        let full = whole.load.iter().copied().fold(0.0, f64::max);
        lanes.push(Lane {
            name: format!("Fullest link, up to {}", number::percent(full)),
            values: most(&whole.load),
            full: full.max(1.0),
            colour: soft(if full > 1.0 { theme.warning } else { theme.accent }),
            area,
        });
    }
    lanes
}

/// Values joined to about as many as there are columns, each of which has at least one.
fn columns(values: &[f64], count: usize, join: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let each = values.len().div_ceil(count.max(1)).max(1);
    values.chunks(each).map(join).collect()
}

/// The outline of a lane. Its last value may be of less time than the others, which is less than a pixel.
fn profile(lane: &Lane) -> Vec<Point> {
    let area = lane.area;
    let width = area.width() / lane.values.len().max(1) as f64;
    let mut corners = vec![(area.x0, area.y1)];
    for (i, value) in lane.values.iter().enumerate() {
        let y = area.y1 - (value / lane.full).clamp(0.0, 1.0) * area.height();
        let x = area.x0 + i as f64 * width;
        corners.extend([(x, y), (x + width, y)]);
    }
    corners.push((area.x1, area.y1));
    corners
}

/// What is recorded is underlined, what is seen framed.
fn frame(pen: &mut Pen, area: &Area, chart: &GanttChart, view: &GanttView, end_s: f64) -> Drawn {
    let theme = pen.theme;
    let x = Axis::new((0.0, end_s), (area.x0, area.x1), false);
    let part = |(t0, t1): (f64, f64)| {
        let middle = (x.to_px(t0) + x.to_px(t1)) / 2.0;
        let half = ((x.to_px(t1) - x.to_px(t0)) / 2.0).max(theme.px(2.0));
        Area::new(middle - half, area.y0, middle + half, area.y1).intersect(area)
    };
    let recorded = part(chart.window());
    let line = Area { y0: area.y1 - theme.px(3.0), ..recorded };
    pen.fill(&line, theme.ink)?;
    let seen = part((view.t0, view.t1));
    let veil = theme.background.fade(0.55);
    for veiled in [Area { x1: seen.x0, ..*area }, Area { x0: seen.x1, ..*area }] {
        if veiled.width() >= 1.0 {
            pen.fill(&veiled, veil)?;
        }
    }
    pen.frame(&seen, 1.5, theme.ink)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::gantt::GanttCluster;
    use crate::chart::kit::recorder::Recorder;

    fn whole(bins: usize, clusters: usize) -> Overview {
        Overview {
            end_s: bins as f64 * 10.0,
            bin_s: 10.0,
            busy: vec![vec![0.5; bins]; clusters],
            waiting: (0..bins).map(|bin| bin as f64).collect(),
            load: vec![1.2; bins],
            ..Overview::default()
        }
    }

    fn chart(clusters: usize) -> GanttChart {
        let cluster = GanttCluster { name: "A".into(), nodes: 10, speed: None };
        GanttChart { clusters: vec![cluster; clusters], start_s: 100.0, end_s: 200.0, ..GanttChart::default() }
    }

    #[test]
    fn many_bins_become_as_many_as_fit() {
        assert_eq!(columns(&[1.0, 2.0, 3.0, 4.0, 9.0], 3, |part| part.iter().sum()), [3.0, 7.0, 9.0]);
        assert_eq!(columns(&[1.0, 2.0], 600, |part| part[0]), [1.0, 2.0]);
        assert_eq!(columns(&[], 5, |_| 0.0), [0.0; 0]);
    }

    #[test]
    fn lanes_fill_the_area_and_low_ones_become_one() {
        let (theme, area) = (Theme::light(1.0), Area::sized(600.0, 112.0));
        let four = areas(&area, 4, true, &theme);
        assert_eq!(four.len(), 6);
        assert!(four.iter().all(|own| area.encloses(own)));
        assert!(four.windows(2).all(|pair| pair[1].y0 >= pair[0].y1));
        assert_eq!(areas(&area, 40, false, &theme).len(), 2);
    }

    /// Few primitives, however long the run is, and none outside.
    #[test]
    fn a_long_run_is_few_polygons() {
        for clusters in [1, 3, 40] {
            let mut recorder = Recorder::new(600, 112);
            let (chart, whole) = (chart(clusters), whole(4096, clusters));
            let view = GanttView { t0: 100.0, t1: 150.0, ..GanttView::fit(&chart) };
            draw(&mut recorder, Area::sized(600.0, 112.0), &chart, &whole, &view, &Theme::light(1.0)).unwrap();
            assert!(recorder.stays_inside() && recorder.calls.len() < 30, "{}", recorder.calls.len());
            assert!(recorder.texts().contains(&"Jobs waiting, up to 4095"), "{:?}", recorder.texts());
            assert!(recorder.texts().contains(&"Fullest link, up to 120 %"));
        }
    }
}
