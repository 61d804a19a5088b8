//! The map below a Gantt chart: a small picture of the run, with a frame around the visible part. For a run with an overview, the
//! map shows the use of each cluster, the waiting jobs and the fullest link over the whole run. For other runs, it shows the use of
//! each cluster over the recorded window, with co-allocated jobs at the bottom in the accent colour. If the lanes of clusters would
//! be too low, all clusters share one lane.

use crate::chart::gantt_chart::GanttChart;
use crate::chart::gantt_chart::layout::GanttRange;
use crate::chart::gantt_chart::strips::outline;
use crate::chart::kit::area::Area;
use crate::chart::kit::axis::Axis;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::theme::{Colour, Theme};
use crate::metrics::overview::Overview;
use crate::words::number;

/// Least height of a cluster's lane in CSS pixels.
const LEAST_LANE: f64 = 6.5;
/// Font size in CSS pixels.
const SIZE: f64 = 10.5;

/// A lane: its name, and layers of shares (0 to 1) over time, with a colour each.
struct Lane {
    name: String,
    area: Area,
    layers: Vec<(Vec<f64>, Colour)>,
}

/// The height in CSS pixels that suits the map of a chart.
pub fn height(chart: &GanttChart) -> f64 {
    if chart.whole.is_some() { 112.0 } else { 56.0 }
}

/// Draws the map in an area.
pub fn draw(backend: &mut dyn Device, area: Area, chart: &GanttChart, view: &GanttRange, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    pen.within(&area, |pen| {
        pen.fill(&area, theme.band)?;
        if chart.nodes() == 0 || area.width() < theme.px(20.0) || area.height() < theme.px(8.0) {
            return Ok(());
        }
        let count = (area.width() / theme.scale.max(1.0)).ceil().clamp(1.0, 4096.0) as usize;
        let lanes = match &chart.whole {
            Some(whole) => of_run(chart, whole, &area, count, theme),
            None => of_window(chart, &area, count, theme),
        };
        for (lane, (shares, colour)) in lanes.iter().flat_map(|own| own.layers.iter().map(move |layer| (own, layer))) {
            let colour = if chart.faded { theme.faded(*colour) } else { *colour };
            let place = lane.area;
            let heights = shares.iter().map(|share| Some(place.y1 - share.clamp(0.0, 1.0) * place.height()));
            for polygon in outline(heights, &place, place.width() / shares.len().max(1) as f64) {
                pen.polygon(&polygon, colour)?;
            }
        }
        frame(pen, &area, chart, view)?;
        // Above the veil.
        for lane in &lanes {
            let at = (lane.area.x0 + theme.px(3.0), lane.area.y0 + theme.px(SIZE * 0.6));
            pen.text(&lane.name, at, Align::Left, Type::regular(SIZE, theme.ink))?;
        }
        Ok(())
    })
}

/// Draws a frame around the view, and a veil over the rest. In the map of a whole run, the frame limits only the time,
/// and the recorded window is underlined.
fn frame(pen: &mut Pen, area: &Area, chart: &GanttChart, view: &GanttRange) -> Drawn {
    let theme = pen.theme;
    let (view, whole) = (view.clamped(chart), GanttRange::fit(chart));
    let x = Axis::new(chart.map_window(), (area.x0, area.x1), false);
    let y = Axis::new((whole.row0, whole.row1), (area.y0, area.y1), false);
    let (rows, least) = match chart.whole {
        Some(_) => ((area.y0, area.y1), theme.px(4.0)),
        None => ((y.to_px(view.row0), y.to_px(view.row1)), theme.px(3.0)),
    };
    // The frame has a minimum size, so that it is always visible.
    let wide = |from: f64, to: f64| {
        let (middle, half) = ((from + to) / 2.0, (to - from).max(least) / 2.0);
        (middle - half, middle + half)
    };
    let part = |(from_s, to_s): (f64, f64)| {
        let ((x0, x1), (y0, y1)) = (wide(x.to_px(from_s), x.to_px(to_s)), wide(rows.0, rows.1));
        Area::new(x0, y0, x1, y1).intersect(area)
    };
    if chart.whole.is_some() {
        let recorded = part((whole.t0, whole.t1));
        pen.fill(&Area { y0: area.y1 - theme.px(3.0), ..recorded }, theme.ink)?;
    }
    let seen = part((view.t0, view.t1));
    let veils = [
        Area { x1: seen.x0, ..*area },
        Area { x0: seen.x1, ..*area },
        Area { y0: area.y0, y1: seen.y0, ..seen },
        Area { y0: seen.y1, y1: area.y1, ..seen },
    ];
    for part in veils.iter().filter(|part| part.width() >= 1.0 && part.height() >= 1.0) {
        pen.fill(part, theme.background.fade(0.6))?;
    }
    pen.frame(&seen, 1.5, theme.ink)
}

/// The colour of a lane.
fn soft(colour: Colour, theme: &Theme) -> Colour {
    colour.fade(0.7).over(theme.band)
}

/// Lanes of a run: clusters, the queue, and the links if any was loaded.
fn of_run(chart: &GanttChart, whole: &Overview, area: &Area, count: usize, theme: &Theme) -> Vec<Lane> {
    let mean = |values: &[f64]| columns(values, count, |part| part.iter().sum::<f64>() / part.len() as f64);
    let most = |values: &[f64]| columns(values, count, |part| part.iter().copied().fold(0.0, f64::max));
    let largest = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    let below = if whole.load.is_empty() { 1.0 } else { 2.0 };
    let each = area.height() / (below + 2.0);
    let clusters = whole.busy.len();
    let apart = 2.0 * each / clusters.max(1) as f64 >= theme.px(LEAST_LANE);
    // Name, shares, colour and height of each lane.
    let mut lanes: Vec<(String, Vec<f64>, Colour, f64)> = Vec::new();
    if apart && clusters > 1 {
        let lane = |(at, busy): (usize, &Vec<f64>)| {
            (String::new(), mean(busy), soft(theme.home(at), theme), 2.0 * each / clusters as f64)
        };
        lanes.extend(whole.busy.iter().enumerate().map(lane));
    } else {
        let weight = |at: usize| match clusters {
            1 => 1.0,
            _ => chart.clusters.get(at).map_or(0.0, |own| f64::from(own.nodes)) / chart.nodes() as f64,
        };
        let together = (0..whole.waiting.len()).map(|bin| {
            let busy = whole.busy.iter().enumerate();
            busy.map(|(at, busy)| weight(at) * busy.get(bin).unwrap_or(&0.0)).sum()
        });
        let together = mean(&together.collect::<Vec<f64>>());
        lanes.push(("Nodes in use".to_owned(), together, soft(theme.home(0), theme), 2.0 * each));
    }
    let full = largest(&whole.waiting);
    let name = format!("Jobs waiting, up to {}", number::fixed(full.ceil(), 0));
    let waiting = most(&whole.waiting).into_iter().map(|own| own / full.max(1.0));
    lanes.push((name, waiting.collect(), soft(theme.muted, theme), each));
    if !whole.load.is_empty() {
        let full = largest(&whole.load);
        let name = format!("Fullest link, up to {}", number::percent(full));
        let load = most(&whole.load).into_iter().map(|own| own / full.max(1.0));
        let colour = if full > 1.0 { theme.warning } else { theme.accent };
        lanes.push((name, load.collect(), soft(colour, theme), each));
    }
    let mut top = area.y0;
    let place = |(name, shares, colour, height): (String, Vec<f64>, Colour, f64)| {
        let own = Area::new(area.x0, top + theme.px(1.0), area.x1, top + height);
        top += height;
        Lane { name, area: own, layers: vec![(shares, colour)] }
    };
    lanes.into_iter().map(place).collect()
}

/// The values combined to about `count` columns, each with one value or more.
fn columns(values: &[f64], count: usize, join: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let each = values.len().div_ceil(count.max(1)).max(1);
    values.chunks(each).map(join).collect()
}

/// Lanes of a window: one lane per cluster, with a height by its number of nodes, for all busy nodes and for nodes of
/// co-allocated jobs.
fn of_window(chart: &GanttChart, area: &Area, count: usize, theme: &Theme) -> Vec<Lane> {
    let total = chart.nodes() as f64;
    let smallest = chart.clusters.iter().map(|own| own.nodes).min().unwrap_or(0);
    let apart = area.height() * f64::from(smallest) / total >= theme.px(LEAST_LANE);
    let nodes: Vec<f64> = match apart {
        true => chart.clusters.iter().map(|own| f64::from(own.nodes)).collect(),
        false => vec![total],
    };
    let (t0, t1) = chart.window();
    let time = Axis::new((t0, t1), (0.0, count as f64), false);
    // Shares of busy nodes and of co-allocated jobs, by lane.
    let mut shares = vec![[vec![0.0; count], vec![0.0; count]]; nodes.len()];
    for job in &chart.jobs {
        let Some((start, end)) = job.span(t1) else {
            continue;
        };
        let (from, to) = (time.to_px(start.max(t0)), time.to_px(end.min(t1)));
        for piece in &job.pieces {
            let lane = if apart { piece.cluster } else { 0 };
            let (Some([busy, split]), Some(all)) = (shares.get_mut(lane), nodes.get(lane)) else {
                continue;
            };
            for column in from.max(0.0) as usize..(to.ceil().max(0.0) as usize).min(count) {
                let time = (to.min(column as f64 + 1.0) - from.max(column as f64)).max(0.0);
                let share = time * piece.nodes() as f64 / all.max(1.0);
                busy[column] += share;
                split[column] += if job.co_allocated { share } else { 0.0 };
            }
        }
    }
    let mut top = area.y0;
    let lane = |(cluster, ([busy, split], nodes)): (usize, ([Vec<f64>; 2], f64))| {
        let height = area.height() * nodes / total;
        let gap = if apart { theme.px(1.0) } else { 0.0 };
        let own = Area::new(area.x0, top + gap, area.x1, top + height);
        top += height;
        let colour = if apart && !chart.has_requests() { theme.home(cluster) } else { theme.muted };
        Lane { name: String::new(), area: own, layers: vec![(busy, soft(colour, theme)), (split, theme.accent)] }
    };
    shares.into_iter().zip(nodes).enumerate().map(lane).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::tests::{job, two_clusters};
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

    fn chart() -> GanttChart {
        two_clusters(vec![job(1, 0.0, 500.0, &[0, 1])])
    }

    /// Half of the nodes for half of the time.
    #[test]
    fn lanes_of_a_window_show_the_share_in_use() {
        let theme = Theme::light(1.0);
        let at = |lane: &Lane, column: usize| [0, 1].map(|layer: usize| lane.layers[layer].0[column]);
        let lanes = of_window(&chart(), &Area::sized(100.0, 40.0), 100, &theme);
        assert_eq!(lanes.len(), 2);
        assert_eq!([at(&lanes[0], 10), at(&lanes[0], 60)], [[0.5, 0.5], [0.0, 0.0]]);
        let low = of_window(&chart(), &Area::sized(100.0, 10.0), 100, &theme);
        assert_eq!((low.len(), at(&low[0], 10)), (1, [0.5, 0.5]));
    }

    #[test]
    fn many_bins_become_as_many_as_fit() {
        assert_eq!(columns(&[1.0, 2.0, 3.0, 4.0, 9.0], 3, |part| part.iter().sum()), [3.0, 7.0, 9.0]);
        assert_eq!(columns(&[1.0, 2.0], 600, |part| part[0]), [1.0, 2.0]);
        assert_eq!(columns(&[], 5, |_| 0.0), [0.0; 0]);
    }

    #[test]
    fn lanes_of_a_run_fill_the_area_and_low_ones_become_one() {
        let (theme, area) = (Theme::light(1.0), Area::sized(600.0, 112.0));
        let four = of_run(&chart(), &whole(9, 4), &area, 600, &theme);
        assert_eq!(four.len(), 6);
        assert!(four.iter().all(|own| area.encloses(&own.area)));
        assert!(four.windows(2).all(|pair| pair[1].area.y0 >= pair[0].area.y1));
        let without_links = Overview { load: Vec::new(), ..whole(9, 40) };
        assert_eq!(of_run(&chart(), &without_links, &area, 600, &theme).len(), 2);
    }

    /// The number of draw calls is small for any length of the run, and all are inside the map.
    #[test]
    fn a_map_is_few_polygons() {
        for clusters in [0, 1, 3, 40] {
            let mut recorder = Recorder::new(600, 112);
            let whole = (clusters > 0).then(|| whole(4096, clusters));
            let has_run = whole.is_some();
            let chart = GanttChart { whole, start_s: 100.0, end_s: 200.0, ..chart() };
            let view = GanttRange { t0: 100.0, t1: 150.0, ..GanttRange::fit(&chart) };
            draw(&mut recorder, Area::sized(600.0, 112.0), &chart, &view, &Theme::dark(1.0)).unwrap();
            assert!(recorder.stays_inside() && recorder.calls.len() < 30, "{}", recorder.calls.len());
            assert_eq!(recorder.texts().contains(&"Jobs waiting, up to 4095"), has_run, "{:?}", recorder.texts());
            assert_eq!(recorder.texts().contains(&"Fullest link, up to 120 %"), has_run);
        }
    }
}
