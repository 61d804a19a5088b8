//! Bar chart of counts, one bar per kind, in a given order.

use crate::chart::figure::Figure;
use crate::chart::kit::area::Area;
use crate::chart::kit::axis::Axis;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::theme::Theme;
use crate::words::number::{self, Style};

/// Font sizes \[CSS px\].
const TITLE_SIZE: f64 = 15.0;
const SIZE: f64 = 12.0;

/// A bar chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarChart {
    /// Title: the counted quantity.
    pub title: String,
    /// Name and count of each kind.
    pub bars: Vec<(String, f64)>,
}

impl BarChart {
    /// Sum of all valid counts.
    fn total(&self) -> f64 {
        self.counts().sum()
    }

    fn counts(&self) -> impl Iterator<Item = f64> {
        self.bars.iter().map(|&(_, count)| sound(count))
    }
}

/// The count, with negative and non-finite values replaced by 0.
fn sound(count: f64) -> f64 {
    if count.is_finite() { count.max(0.0) } else { 0.0 }
}

impl Figure for BarChart {
    fn height(&self, _width: f64, _theme: &Theme) -> f64 {
        260.0
    }

    fn summary(&self) -> String {
        summary(self)
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        draw(device, area, self, theme)
    }
}

/// Text description: the three largest kinds.
pub fn summary(chart: &BarChart) -> String {
    let total = chart.total();
    let mut largest: Vec<&(String, f64)> = chart.bars.iter().filter(|bar| sound(bar.1) > 0.0).collect();
    largest.sort_by(|a, b| b.1.total_cmp(&a.1));
    let parts: Vec<String> =
        largest.iter().take(3).map(|(name, count)| format!("{name} {}", number::percent(count / total))).collect();
    match parts.is_empty() {
        true => format!("{}: nothing to count.", chart.title),
        false => format!("{}: most in {}.", chart.title, parts.join(", ")),
    }
}

/// Draws the bars in an area: the axis of counts at the left, names below, and each bar's share above it if there is
/// space. Names that do not fit are skipped.
pub fn draw(backend: &mut dyn Device, area: Area, chart: &BarChart, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let face = Type::regular(SIZE, theme.muted);
    let line = face.height(theme);
    let most = chart.counts().fold(0.0, f64::max).max(1.0);
    pen.within(&area, |pen| {
        pen.fill(&area, theme.background)?;
        let heading = Type::bold(TITLE_SIZE, theme.ink);
        let top = area.y0 + heading.height(theme);
        pen.text(&chart.title, (area.x0 + theme.px(8.0), (area.y0 + top) / 2.0), Align::Left, heading)?;
        let plot =
            Area::new(area.x0 + theme.px(58.0), top + line, area.x1 - theme.px(8.0), area.y1 - line - theme.px(6.0));
        if plot.width() < 1.0 || plot.height() < 1.0 {
            return Ok(());
        }
        let axis = Axis::new((0.0, most), (plot.y1, plot.y0), false);
        for tick in axis.ticks(4, Style::Plain) {
            let y = axis.to_px(tick.value);
            pen.across(plot.x0, plot.x1, y, 1.0, theme.grid)?;
            pen.text(&tick.label, (plot.x0 - theme.px(6.0), y), Align::Right, face)?;
        }
        let each = plot.width() / chart.bars.len().max(1) as f64;
        let widest = chart.bars.iter().map(|(name, _)| face.width(name, theme)).fold(0.0, f64::max);
        let every = ((widest + theme.px(6.0)) / each).ceil().max(1.0) as usize;
        let total = chart.total().max(1.0);
        for (index, (name, count)) in chart.bars.iter().enumerate() {
            let left = plot.x0 + index as f64 * each;
            let middle = left + each / 2.0;
            let count = sound(*count);
            let y = axis.to_px(count);
            if count > 0.0 {
                let bar = Area::new(left + 0.1 * each, y, left + 0.9 * each, plot.y1);
                pen.fill(&bar, theme.series(0))?;
            }
            if index % every == 0 {
                pen.text(name, (middle, plot.y1 + theme.px(4.0) + line / 2.0), Align::Centre, face)?;
            }
            let share = number::percent(count / total);
            if face.width(&share, theme) <= each {
                pen.text(&share, (middle, y - line / 2.0), Align::Centre, face)?;
            }
        }
        pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::recorder::Recorder;
    use proptest::prelude::*;

    fn chart(counts: &[f64]) -> BarChart {
        let bar = |(i, &count): (usize, &f64)| (format!("{i:02}"), count);
        BarChart { title: "Jobs by hour".into(), bars: counts.iter().enumerate().map(bar).collect() }
    }

    fn drawn(chart: &BarChart, width: u32, height: u32, scale: f64) -> (Recorder, Theme) {
        let (mut recorder, theme) = (Recorder::new(width, height), Theme::light(scale));
        let area = Area::sized(f64::from(width), f64::from(height));
        draw(&mut recorder, area, chart, &theme).unwrap();
        (recorder, theme)
    }

    /// The largest bar reaches the top of the axis; a bar with a third of the count has a third of the height; 0 gives
    /// no bar.
    #[test]
    fn bars_are_as_high_as_their_counts() {
        let (recorder, theme) = drawn(&chart(&[30.0, 0.0, 10.0]), 600, 260, 1.0);
        let bars = recorder.fills(theme.series(0));
        let heights: Vec<i32> = bars.iter().map(|(a, b)| b.1 - a.1).collect();
        assert_eq!(bars.len(), 2);
        assert!((heights[0] - 3 * heights[1]).abs() <= 2, "{heights:?}");
        let texts = recorder.texts();
        for text in ["Jobs by hour", "00", "01", "02", "75 %", "0 %", "25 %", "30", "0"] {
            assert!(texts.contains(&text), "{text} in {texts:?}");
        }
    }

    #[test]
    fn names_that_do_not_fit_are_left_out() {
        let (recorder, _) = drawn(&chart(&[1.0; 24]), 300, 260, 1.0);
        let texts = recorder.texts();
        assert!(texts.contains(&"00") && !texts.contains(&"01") && !texts.contains(&"4.2 %"), "{texts:?}");
    }

    #[test]
    fn bars_in_words() {
        assert_eq!(summary(&chart(&[3.0, 0.0, 1.0])), "Jobs by hour: most in 00 75 %, 02 25 %.");
        assert_eq!(summary(&chart(&[0.0, f64::NAN])), "Jobs by hour: nothing to count.");
    }

    proptest! {
        #[test]
        fn any_counts_on_any_canvas(
            counts in prop::collection::vec(prop_oneof![0.0..1e6f64, any::<f64>()], 0..40),
            width in 0u32..900, height in 0u32..400, scale in 0.1..4.0f64,
        ) {
            let chart = chart(&counts);
            let (recorder, _) = drawn(&chart, width, height, scale);
            prop_assert!(recorder.stays_inside());
            let _ = summary(&chart);
        }
    }
}
