//! Where each curve's name stands in a talk: at the end of the curve, so that from the last row no eye has to go to a legend and back. Names
//! that would overlap move apart, each as little as the others allow.

use crate::chart::curve::curve_layout::CurveLayout;
use crate::chart::kit::area::Area;
use crate::chart::kit::legend::{Entry, Key};

impl CurveLayout {
    /// Moves the entries of a legend beside the plot to the heights at which their curves end; what belongs to no curve stays below
    /// them, in its order.
    pub(in crate::chart) fn label_ends(&mut self) {
        let Some(row) = self.legend.first().map(|entry| entry.area.height()) else {
            return;
        };
        let height = |entry: &Entry| self.end(entry.key).unwrap_or(f64::INFINITY);
        let heights: Vec<f64> = self.legend.iter().map(height).collect();
        let mut order: Vec<usize> = (0..heights.len()).collect();
        order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
        // The last of them may stand at the very bottom of the plot.
        let lowest = self.plot.y1 - row / 2.0;
        let wanted: Vec<f64> = order.iter().map(|&own| heights[own].min(lowest)).collect();
        let range = (self.plot.y0 - row / 2.0, self.canvas.y1 - row);
        for (&own, top) in order.iter().zip(apart(&wanted, row, range)) {
            let area = self.legend[own].area;
            self.legend[own].area = Area::new(area.x0, top, area.x1, top + row);
        }
    }

    /// The height at which a curve ends, at an edge if its last point has no result.
    pub(in crate::chart) fn end(&self, key: Key) -> Option<f64> {
        let Key::Series(series) = key else {
            return None;
        };
        let baseline = self.baselines.iter().find(|own| own.hit.series == series);
        let own = self.marks.iter().filter(|mark| mark.hit.series == series);
        let last = own.max_by(|a, b| a.at.0.total_cmp(&b.at.0));
        baseline.map(|own| own.y).or_else(|| last.map(|mark| mark.at.1))
    }
}

/// The upper edges of rows of a height whose middles are wanted at rising heights: no two overlap, all lie in the range if it has room, and
/// the squares of their moves have the least sum (pool adjacent violators: rows that would overlap move as one block).
fn apart(wanted: &[f64], row: f64, (top, bottom): (f64, f64)) -> Vec<f64> {
    // Less the heights of the rows before it, each wish may only not fall.
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
    use crate::chart::curve::curves::{CurveChart, CurvePoint, Series};
    use crate::chart::kit::theme::Theme;

    /// A line at `y`, one that rises to it, and one without a result at its end.
    fn chart(y: f64) -> CurveChart {
        let point = |(x, y, unstable)| CurvePoint { x, y, unstable, ..CurvePoint::default() };
        let series = |name: &str, horizontal, points: &[(f64, f64, bool)]| Series {
            name: name.into(),
            points: points.iter().copied().map(point).collect(),
            horizontal,
            ..Series::default()
        };
        CurveChart {
            title: "Three curves".into(),
            x_label: "Bandwidth [Mbps]".into(),
            y_label: "Turnaround [s]".into(),
            series: vec![
                series("Migration only", true, &[(0.0, y, false)]),
                series("B3", false, &[(0.0, 300.0, false), (100.0, 900.0, false), (300.0, y, false)]),
                series("First-fit", false, &[(0.0, 500.0, false), (300.0, 1e6, true)]),
            ],
            ..CurveChart::default()
        }
    }

    #[test]
    fn in_a_talk_names_stand_at_the_ends_of_curves() {
        let (canvas, page) = (Area::sized(1200.0, 700.0), Theme::light(2.0));
        let talk = page.for_a_talk();
        let layout = CurveLayout::new(&chart(600.0), canvas, &talk);
        let mut legend = layout.legend.clone();
        legend.sort_by(|a, b| a.area.y0.total_cmp(&b.area.y0));
        let names: Vec<&str> = legend.iter().map(|own| own.text.as_str()).collect();
        // What has no result leaves the plot at its top; the marks of series without results are explained last.
        assert_eq!(names[0], "First-fit");
        assert_eq!(names[3], "unstable");
        for (entry, below) in legend.iter().zip(&legend[1..]) {
            assert!(entry.area.y1 <= below.area.y0 + 1e-9 && entry.area.x0 > layout.plot.x1);
        }
        // Two that end at one height share the way.
        let middle = (legend[1].area.y1 + legend[2].area.y0) / 2.0;
        let end = layout.to_px(0.0, 600.0).1;
        assert!((middle - end).abs() < 1.0, "{middle} {end}");
        // The value at the baseline needs no name.
        let label = layout.baselines[0].label.as_ref().map(|own| own.0.as_str());
        assert_eq!(label, Some("600"));
        // On the page entries stand in the order of the schedulers, as clicks leave them.
        let layout = CurveLayout::new(&chart(900.0), canvas, &Theme::light(1.0));
        assert_eq!(layout.legend[0].text, "Migration only");
    }

    #[test]
    fn rows_move_apart_by_hand() {
        let range = (0.0, 200.0);
        assert_eq!(apart(&[], 10.0, range), Vec::<f64>::new());
        assert_eq!(apart(&[15.0, 50.0], 10.0, range), [10.0, 45.0]);
        // Two at one height share the way; a third that they would touch moves too.
        assert_eq!(apart(&[50.0, 50.0], 10.0, range), [40.0, 50.0]);
        assert_eq!(apart(&[50.0, 50.0, 56.0], 10.0, range), [37.0, 47.0, 57.0]);
        // At the edges.
        assert_eq!(apart(&[0.0, 0.0], 10.0, range), [0.0, 10.0]);
        assert_eq!(apart(&[205.0, 205.0], 10.0, range), [190.0, 200.0]);
        // Without room for all, from the top on.
        assert_eq!(apart(&[5.0; 3], 10.0, (0.0, 5.0)), [0.0, 10.0, 20.0]);
    }
}
