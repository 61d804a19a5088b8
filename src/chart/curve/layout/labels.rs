//! Legend and direct labels of a curve chart. A direct label is placed where it covers nothing: the name and value of a baseline
//! at its line, and the word "unstable" beside the point at which a series leaves the plot. In a talk, the legend's entries are
//! at the ends of their curves, so that an audience need not look back and forth.

use crate::chart::curve::layout::{Baseline, CurveLayout, INSET, Mark, MarkKind};
use crate::chart::curve::{CurveChart, CurvePoint, Series};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::legend::{Entry, Key};
use crate::chart::kit::pen::{Align, Type};
use crate::chart::kit::theme::Theme;
use crate::words::number;

/// Font size of direct labels in CSS pixels.
pub(in crate::chart) const SIZE: f64 = 11.5;

/// Entries of the legend, not yet placed.
pub(in crate::chart) fn legend(chart: &CurveChart) -> Vec<(Key, String)> {
    let series = chart.series.iter().enumerate().map(|(i, s)| (Key::Series(i), s.name.clone()));
    let any = |test: fn(&CurvePoint) -> bool| chart.points().filter(|p| p.is_finite()).any(test);
    let published = chart.shown().any(|(_, own)| !own.published.is_empty());
    let others = [
        (any(|p| p.unstable), Key::Unstable, "unstable"),
        (published, Key::Published, "published"),
        (any(|p| p.unfinished && !p.unstable), Key::Unfinished, "still computing"),
    ];
    let others = others.into_iter().filter(|own| own.0).map(|(_, key, text)| (key, text.to_owned()));
    series.chain(others).collect()
}

/// Places all labels. A baseline has the longest label that fits: name and value, the value, or none.
pub(in crate::chart) fn place(layout: &mut CurveLayout, chart: &CurveChart, theme: &Theme) {
    if layout.labels_ends {
        layout.label_ends();
    }
    let mut room = Room::of(layout, theme);
    let heights: Vec<f64> = layout.baselines.iter().map(|own| own.y).collect();
    for line in &mut layout.baselines {
        let Some(series) = chart.series.get(line.datum.0) else {
            continue;
        };
        let crossed = |area: &Area| heights.iter().any(|&y| y != line.y && y >= area.y0 && y <= area.y1);
        let found = texts(chart, series, layout.labels_ends).into_iter().find_map(|text| {
            let mut areas = candidates(&text, line, &layout.plot, theme).into_iter();
            areas.find(|area| room.has(area) && !crossed(area)).map(|area| (text, area))
        });
        room.taken.extend(found.as_ref().map(|(_, area)| *area));
        line.label = found;
    }
    let face = Type::regular(SIZE, theme.ink);
    for (index, series) in chart.series.iter().enumerate() {
        let above = |mark: &&Mark| mark.datum.0 == index && matches!(mark.kind, MarkKind::Above | MarkKind::Beyond);
        let Some(first) = layout.marks.iter().find(above) else {
            continue;
        };
        let text = match chart.unstable() {
            "unstable" => format!("{}: queue grows for ever", series.name),
            other => format!("{} {other}", series.name),
        };
        let area = face.extent(&text, (first.at.0 - theme.px(INSET), first.at.1), Align::Right, theme);
        if room.has(&area) {
            room.taken.push(area);
            layout.without_result.push((index, text, area));
        }
    }
}

/// Labels of a baseline, the longest first; without the name if the legend's entry is at the end of the line.
fn texts(chart: &CurveChart, series: &Series, is_named: bool) -> Vec<String> {
    let Some(point) = series.baseline() else {
        return Vec::new();
    };
    let value = match point.unstable {
        true => chart.unstable().to_owned(),
        false => number::quantity(point.y, &chart.y_unit, chart.y_style),
    };
    match is_named {
        true => vec![value],
        false => vec![format!("{} {value}", series.name), value],
    }
}

/// Positions for a label: above and below a baseline, from the right end to the left; for an unstable baseline, which has no line,
/// beside its marker.
fn candidates(text: &str, baseline: &Baseline, plot: &Area, theme: &Theme) -> Vec<Area> {
    let face = Type::regular(SIZE, theme.ink);
    let room = plot.width() - face.width(text, theme) - theme.px(8.0);
    if room < 0.0 {
        return Vec::new();
    }
    let area = |x: f64, y: f64| face.extent(text, (x, y), Align::Right, theme);
    if baseline.unstable {
        return vec![area(plot.x1 - theme.px(2.0 * INSET), baseline.y)];
    }
    let off = face.height(theme) / 2.0 + theme.px(2.5);
    let columns = (0..6).map(|step| plot.x1 - theme.px(4.0) - room * f64::from(step) / 5.0);
    columns.flat_map(|x| [-off, off].map(|side| area(x, baseline.y + side))).collect()
}

/// The plot, with the areas that a label must not cover.
struct Room {
    plot: Area,
    lines: Vec<(Point, Point)>,
    taken: Vec<Area>,
}

impl Room {
    fn of(layout: &CurveLayout, theme: &Theme) -> Room {
        let pairs = layout.runs.iter().flat_map(|(_, run)| run.windows(2).map(|pair| (pair[0], pair[1])));
        let r = theme.px(7.0);
        let joins = layout.joins.iter().map(|(_, [a, b])| (*a, *b));
        let published = layout.published.iter().map(|(_, at)| *at);
        let marks = layout.marks.iter().map(|own| own.at).chain(published);
        let taken = marks.map(|(x, y)| Area::new(x - r, y - r, x + r, y + r));
        let bars = layout.baselines.iter().filter_map(|own| {
            let (upper, lower) = own.interval?;
            Some(Area::new(own.interval_x - r / 2.0, upper, own.interval_x + r / 2.0, lower))
        });
        let taken = taken.chain(bars);
        Room { plot: layout.plot, lines: pairs.chain(joins).collect(), taken: taken.collect() }
    }

    /// True if an area is free.
    fn has(&self, area: &Area) -> bool {
        self.plot.encloses(area)
            && self.taken.iter().all(|own| !own.overlaps(area))
            && self.lines.iter().all(|&(a, b)| area.clip_segment(a, b).is_none())
    }
}

impl CurveLayout {
    /// Moves the entries of a legend beside the plot to the heights at which their curves end; other entries stay below, in
    /// their order.
    fn label_ends(&mut self) {
        let Some(row) = self.legend.first().map(|entry| entry.area.height()) else {
            return;
        };
        let height = |entry: &Entry| self.end(entry.key).unwrap_or(f64::INFINITY);
        let heights: Vec<f64> = self.legend.iter().map(height).collect();
        let mut order: Vec<usize> = (0..heights.len()).collect();
        order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
        // The lowest wanted height: an entry at this height ends at the lower edge of the plot.
        let lowest = self.plot.y1 - row / 2.0;
        let wanted: Vec<f64> = order.iter().map(|&own| heights[own].min(lowest)).collect();
        let range = (self.plot.y0 - row / 2.0, self.canvas.y1 - row);
        for (&own, top) in order.iter().zip(apart(&wanted, row, range)) {
            let area = self.legend[own].area;
            self.legend[own].area = Area::new(area.x0, top, area.x1, top + row);
        }
    }

    /// The height at which a curve ends; at an edge if its last point is unstable.
    pub(in crate::chart) fn end(&self, key: Key) -> Option<f64> {
        let Key::Series(series) = key else {
            return None;
        };
        let baseline = self.baselines.iter().find(|own| own.datum.0 == series);
        let own = self.marks.iter().filter(|mark| mark.datum.0 == series);
        let last = own.max_by(|a, b| a.at.0.total_cmp(&b.at.0));
        baseline.map(|own| own.y).or_else(|| last.map(|mark| mark.at.1))
    }
}

/// Upper edges of rows of equal height, as close as possible to the wanted (rising) heights of their middles. No two rows
/// overlap, all lie in the range if it is large enough, and the sum of the squared moves is least (pool adjacent violators:
/// overlapping rows move as one block).
fn apart(wanted: &[f64], row: f64, (top, bottom): (f64, f64)) -> Vec<f64> {
    // From each wanted edge, the heights of all rows above it are subtracted. Rows do not overlap if these differences
    // do not decrease.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (place, middle) in wanted.iter().enumerate() {
        let mut block = (middle - row / 2.0 - place as f64 * row, 1);
        while let Some(before) = blocks.pop_if(|before| before.0 > block.0) {
            let count = before.1 + block.1;
            let sum = before.0 * before.1 as f64 + block.0 * block.1 as f64;
            block = (sum / count as f64, count);
        }
        blocks.push(block);
    }
    let most = (bottom - wanted.len().saturating_sub(1) as f64 * row).max(top);
    let starts = blocks.iter().flat_map(|&(start, count)| std::iter::repeat_n(start.clamp(top, most), count));
    let each = starts.enumerate();
    each.map(|(place, start)| start + place as f64 * row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_move_apart_by_hand() {
        let range = (0.0, 200.0);
        assert_eq!(apart(&[], 10.0, range), Vec::<f64>::new());
        assert_eq!(apart(&[15.0, 50.0], 10.0, range), [10.0, 45.0]);
        // Two rows with the same wanted height move equally far; a third row that they would touch moves too.
        assert_eq!(apart(&[50.0, 50.0], 10.0, range), [40.0, 50.0]);
        assert_eq!(apart(&[50.0, 50.0, 56.0], 10.0, range), [37.0, 47.0, 57.0]);
        // At the edges.
        assert_eq!(apart(&[0.0, 0.0], 10.0, range), [0.0, 10.0]);
        assert_eq!(apart(&[205.0, 205.0], 10.0, range), [190.0, 200.0]);
        // If there is not enough room for all rows, they are placed from the top.
        assert_eq!(apart(&[5.0; 3], 10.0, (0.0, 5.0)), [0.0, 10.0, 20.0]);
    }
}
