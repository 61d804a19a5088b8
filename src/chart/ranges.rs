//! The numbers of nodes that each cluster may give to a job (J5 fig. 12): for each cluster, the load of its link by the number of
//! nodes that the job takes there, with the numbers that are allowed and the number that was taken.

use crate::chart::figure::Figure;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::Axis;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::kit::{heading, panels, text};
use crate::export::table::Table;
use crate::scheduler::choice::{ClusterRange, Ranges};
use crate::words::number::{Style, counted, percent};

/// Most clusters drawn. If there are more, those that give nodes come first.
const MOST: usize = 12;
/// Width of the axis of link loads \[CSS px\].
const AXIS: f64 = 46.0;
/// The key: what is drawn, in words.
const KEY: [&str; 5] = ["allowed", "not free", "load of the link", "threshold", "taken"];

/// Small figures side by side, one per cluster, with the same axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RangesChart {
    /// Heading; may be empty.
    pub title: String,
    /// The ranges; `None` before there are any.
    pub ranges: Option<Ranges>,
}

impl RangesChart {
    /// Indices of the drawn clusters, in order.
    fn drawn(&self) -> Vec<usize> {
        let Some(ranges) = &self.ranges else { return Vec::new() };
        let mut all: Vec<usize> = (0..ranges.clusters.len()).collect();
        all.sort_by_key(|&at| ranges.clusters[at].taken == 0);
        all.truncate(MOST);
        all.sort_unstable();
        all
    }
}

impl Figure for RangesChart {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        panels::height(&self.title, &KEY, self.drawn().len(), width, theme)
    }

    fn summary(&self) -> String {
        let Some(ranges) = &self.ranges else { return "No ranges.".to_owned() };
        let given = ranges.clusters.iter().enumerate().filter(|own| own.1.taken > 0);
        let given = given.map(|(at, own)| format!("{} of cluster {} ({})", own.taken, at + 1, allowed(own)));
        let nodes = counted(ranges.nodes.into(), "node");
        let title = if self.title.is_empty() { "Ranges" } else { &self.title };
        format!("{title}: {nodes}, links up to {}: {}.", percent(ranges.limit), given.collect::<Vec<_>>().join(", "))
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        let mut pen = Pen::new(device, theme)?;
        let inner = heading::begin(&mut pen, &self.title, &area, panels::MARGIN)?;
        let Some(ranges) = &self.ranges else { return Ok(()) };
        let drawn = self.drawn();
        let areas = panels::lay_out(&mut pen, &inner, &KEY, sample, drawn.len())?;
        let most = most(ranges);
        for (at, area) in drawn.into_iter().zip(areas) {
            panel(&mut pen, &area, ranges, at, most)?;
        }
        Ok(())
    }

    fn numbers(&self) -> Result<Table, String> {
        let ranges = self.ranges.as_ref().ok_or("has nothing to show here")?;
        let heads = ["Cluster", "Takes", "May give", "Free", "Link before", "Limit"].map(str::to_owned);
        let row = |(at, own): (usize, &ClusterRange)| {
            vec![
                (at + 1).to_string(),
                own.taken.to_string(),
                allowed(own),
                own.free.to_string(),
                percent(own.load_bps as f64 / own.capacity_bps as f64),
                percent(ranges.limit),
            ]
        };
        Ok(Table::new(heads, ranges.clusters.iter().enumerate().map(row).collect::<Vec<_>>()))
    }
}

/// "0–4, 36–38"
fn allowed(own: &ClusterRange) -> String {
    let part = |&[from, to]: &[u32; 2]| if from == to { from.to_string() } else { format!("{from}–{to}") };
    own.allowed.iter().map(part).collect::<Vec<_>>().join(", ")
}

/// Saturation of a cluster's link if the job's demand on it is `bps`.
fn saturation(own: &ClusterRange, bps: u64) -> f64 {
    own.load_bps.saturating_add(bps) as f64 / own.capacity_bps as f64
}

/// Upper end of the axis of link loads: a little above all curves and the threshold.
fn most(ranges: &Ranges) -> f64 {
    let peak = ranges.demand_bps.iter().map(|own| own.1).max().unwrap_or(0);
    let peaks = ranges.clusters.iter().map(|own| saturation(own, peak)).filter(|own| own.is_finite());
    1.08 * peaks.fold(ranges.limit, f64::max)
}

fn pale(theme: &Theme) -> Colour {
    theme.accent.fade(0.3).over(theme.background)
}

/// Draws an entry of the key.
fn sample(pen: &mut Pen, entry: usize, area: &Area) -> Drawn {
    let (theme, (x, y)) = (pen.theme, area.centre());
    match entry {
        0 => pen.fill(area, pale(theme)),
        1 => panels::hatched(pen, area),
        2 => pen.line(&[(area.x0, y), (area.x1, y)], 2.0, theme.ink),
        3 => pen.dashes(&[(area.x0, y), (area.x1, y)], &[4.0, 3.0], 1.5, theme.warning),
        _ => pen.disc((x, y), 4.5, theme.accent),
    }
}

/// Draws one cluster: allowed numbers as bands, the link's load as a curve, and the number that was taken.
fn panel(pen: &mut Pen, area: &Area, ranges: &Ranges, at: usize, most: f64) -> Drawn {
    let (theme, own) = (pen.theme, &ranges.clusters[at]);
    let (name, face) = (Type::bold(panels::SIZE, theme.ink), Type::regular(text::TICK, theme.muted));
    let below = area.y1 - 2.0 * face.height(theme);
    let plot = Area::new(area.x0 + theme.px(AXIS), area.y0 + panels::line(theme) + theme.px(4.0), area.x1, below);
    let words = format!("Cluster {}: {} of {}", at + 1, own.taken, counted(ranges.nodes.into(), "node"));
    let words = text::fit(&words, theme.letters(panels::SIZE), true, area.width());
    pen.text(&words, (area.x0, area.y0 + panels::line(theme) / 2.0), Align::Left, name)?;
    if plot.width() < 1.0 || plot.height() < 1.0 {
        return Ok(());
    }
    let nodes = f64::from(ranges.nodes.max(1));
    let x = Axis::new((-0.5, nodes + 0.5), (plot.x0, plot.x1), false);
    let y = Axis::new((0.0, most), (plot.y1, plot.y0), false);
    for &[from, to] in &own.allowed {
        let [from, to] = [f64::from(from) - 0.5, f64::from(to) + 0.5];
        pen.fill(&Area::new(x.to_px(from), plot.y0, x.to_px(to), plot.y1), pale(theme))?;
    }
    if own.free < ranges.nodes {
        let from = x.to_px(f64::from(own.free) + 0.5).max(plot.x0);
        panels::hatched(pen, &Area::new(from, plot.y0, plot.x1, plot.y1))?;
    }
    for tick in y.ticks(4, Style::Percent) {
        let at = y.to_px(tick.value);
        pen.across(plot.x0, plot.x1, at, 1.0, theme.grid)?;
        pen.text(&tick.label, (plot.x0 - theme.px(5.0), at), Align::Right, face)?;
    }
    for tick in x.ticks(4, Style::Plain) {
        let middle = plot.y1 + face.height(theme) / 2.0;
        pen.text(&tick.label, (x.to_px(tick.value), middle), Align::Centre, face)?;
    }
    let words = text::fit("its nodes on the cluster", theme.letters(text::TICK), false, plot.width());
    pen.text(&words, (plot.centre().0, area.y1 - face.height(theme) / 2.0), Align::Centre, face)?;
    let limit = y.to_px(ranges.limit);
    pen.within(&plot, |pen| {
        pen.dashes(&[(plot.x0, limit), (plot.x1, limit)], &[6.0, 4.0], 1.5, theme.warning)?;
        let point = |&(here, bps): &(u32, u64)| (x.to_px(f64::from(here)), y.to_px(saturation(own, bps)));
        let curve: Vec<Point> = ranges.demand_bps.iter().map(point).collect();
        pen.line(&curve, 2.0, theme.ink)
    })?;
    pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)?;
    if own.taken == 0 {
        return Ok(());
    }
    let spot = (x.to_px(f64::from(own.taken)), y.to_px(saturation(own, demand(ranges, own.taken))));
    pen.down(spot.0, spot.1, plot.y1, 2.0, theme.accent)?;
    pen.disc(spot, 5.0, theme.accent)
}

/// The job's demand on a link with this number of nodes, between the recorded points.
fn demand(ranges: &Ranges, here: u32) -> u64 {
    let after = ranges.demand_bps.partition_point(|own| own.0 < here);
    let Some(&(to, upper)) = ranges.demand_bps.get(after) else { return 0 };
    let Some(&(from, lower)) =
        after.checked_sub(1).and_then(|at| ranges.demand_bps.get(at)).filter(|own| own.0 < here && here < to)
    else {
        return upper;
    };
    let share = f64::from(here - from) / f64::from(to - from);
    (lower as f64 + share * (upper as f64 - lower as f64)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::recorder::Recorder;
    use proptest::prelude::*;

    fn cluster(free: u32, load_bps: u64, allowed: &[[u32; 2]], taken: u32) -> ClusterRange {
        ClusterRange { free, load_bps, capacity_bps: 1000, allowed: allowed.to_vec(), taken }
    }

    /// Ten nodes; the second cluster gives two of them.
    fn two_clusters() -> RangesChart {
        RangesChart {
            title: "Job 7 at 0:00:10".into(),
            ranges: Some(Ranges {
                job: 7,
                nodes: 10,
                limit: 0.5,
                demand_bps: vec![(0, 0), (5, 1000), (10, 0)],
                clusters: vec![cluster(8, 0, &[[0, 2], [8, 8]], 8), cluster(4, 100, &[[0, 2]], 2)],
            }),
        }
    }

    fn drawn(chart: &mut RangesChart, width: u32, theme: &Theme) -> Recorder {
        let height = chart.height(f64::from(width), theme).clamp(0.0, 4000.0) as u32;
        let mut recorder = Recorder::new(width, height);
        chart.draw(&mut recorder, Area::sized(f64::from(width), f64::from(height)), theme).unwrap();
        recorder
    }

    /// The bands of both clusters: of 3 and 1 numbers of nodes, and of 3. They are as wide as the numbers.
    #[test]
    fn bands_are_as_wide_as_the_allowed_numbers() {
        let theme = Theme::light(1.0);
        let recorder = drawn(&mut two_clusters(), 460, &theme);
        let bands = recorder.fills(pale(&theme));
        let widths: Vec<i32> = bands.iter().skip(1).map(|(a, b)| b.0 - a.0).collect();
        assert_eq!(widths.len(), 3);
        assert!((widths[0] - 3 * widths[1]).abs() <= 2 && widths[0].abs_diff(widths[2]) <= 1, "{widths:?}");
        let texts = recorder.texts();
        for text in ["Job 7 at 0:00:10", "Cluster 1: 8 of 10 nodes", "Cluster 2: 2 of 10 nodes", "threshold", "100 %"] {
            assert!(texts.contains(&text), "{text} in {texts:?}");
        }
        assert_eq!(
            two_clusters().summary(),
            "Job 7 at 0:00:10: 10 nodes, links up to 50 %: 8 of cluster 1 (0–2, 8), 2 of cluster 2 (0–2)."
        );
    }

    /// Between 0 at no node and 1000 at five nodes, two nodes demand 400.
    #[test]
    fn demands_between_points_by_hand() {
        let ranges = two_clusters().ranges.unwrap();
        assert_eq!([0, 2, 5, 8, 10, 11].map(|here| demand(&ranges, here)), [0, 400, 1000, 400, 0, 0]);
    }

    /// Of thirty clusters, twelve are drawn; the last one, which gives nodes, is one of them.
    #[test]
    fn clusters_that_give_nodes_are_drawn() {
        let mut clusters = vec![cluster(9, 0, &[[0, 2]], 0); 30];
        clusters[29].taken = 2;
        let ranges = Ranges { clusters, ..two_clusters().ranges.unwrap() };
        let chart = RangesChart { ranges: Some(ranges), ..RangesChart::default() };
        let all = chart.drawn();
        assert_eq!((all.len(), all[0], all[11]), (12, 0, 29));
        assert_eq!(chart.numbers().unwrap().rows.len(), 30);
    }

    proptest! {
        #[test]
        fn any_ranges_on_any_canvas(
            nodes in any::<u32>(), limit in any::<f64>(), demand_bps in prop::collection::vec((any::<u32>(), any::<u64>()), 0..5),
            clusters in prop::collection::vec((any::<[u32; 2]>(), any::<[u64; 2]>(), prop::collection::vec(any::<[u32; 2]>(), 0..3)), 0..20),
            width in 0u32..900, scale in 0.1..4.0f64,
        ) {
            let of = |([free, taken], [load_bps, capacity_bps], allowed): ([u32; 2], [u64; 2], Vec<[u32; 2]>)| ClusterRange { free, load_bps, capacity_bps, allowed, taken };
            let clusters = clusters.into_iter().map(of).collect();
            let ranges = Some(Ranges { job: 0, nodes, limit, demand_bps, clusters });
            let mut chart = RangesChart { title: String::new(), ranges };
            prop_assert!(drawn(&mut chart, width, &Theme::light(scale)).stays_inside());
            let _ = chart.summary();
        }
    }
}
