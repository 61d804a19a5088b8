//! Puts everything of a curve chart in its place.

use crate::chart::curve::curve_label;
use crate::chart::curve::curve_layout::CurveLayout;
use crate::chart::curve::curve_range as range;
use crate::chart::curve::curves::CurveChart;
use crate::chart::kit::area::Area;
use crate::chart::kit::axis::Axis;
use crate::chart::kit::heading::Heading;
use crate::chart::kit::legend;
use crate::chart::kit::pen::Type;
use crate::chart::kit::text::{self, LABEL, TICK};
use crate::chart::kit::theme::Theme;
use crate::chart::kit::ticks::Tick;
use crate::words::number::{self, Style};

pub(in crate::chart) const PAD: f64 = 10.0;
/// From this width in CSS pixels on the legend stands beside the plot.
pub(in crate::chart) const BESIDE: f64 = 620.0;
/// The same in a talk, where all is enlarged and names stand at the ends of their curves.
const BESIDE_IN_TALKS: f64 = 440.0;

fn beside_from(theme: &Theme) -> f64 {
    match theme.is_for_a_talk() {
        true => BESIDE_IN_TALKS,
        false => BESIDE,
    }
}

impl CurveLayout {
    /// Lays the chart out on a canvas.
    pub fn new(chart: &CurveChart, canvas: Area, theme: &Theme) -> CurveLayout {
        let px = |css: f64| theme.px(css);
        let inner = canvas.inset(px(PAD));
        let (title, mut top) = Heading::place(&chart.title, &inner, theme);
        let label = Type::regular(LABEL, theme.muted);
        let y_text = text::fit(&chart.y_label, px(LABEL), false, inner.width());
        let y_label = (y_text, (inner.x0, top + label.height(theme) / 2.0));
        if !chart.y_label.is_empty() {
            top += label.height(theme) + px(6.0);
        }

        let entries = legend::entries(chart);
        let beside = canvas.width() >= px(beside_from(theme))
            && legend::height_beside(entries.len(), theme) <= inner.y1 - top - px(30.0);
        let legend_width = legend::width_beside(&entries, theme, inner.width() * 0.34);
        let (columns, legend_height) = legend::grid_below(&entries, inner.width(), theme);
        let right = if beside && !entries.is_empty() { inner.x1 - legend_width - px(18.0) } else { inner.x1 };

        let mut bottom = inner.y1;
        // In a very low figure the plot matters more than a complete legend.
        let legend_height = legend_height.min((inner.y1 - top) * 0.4);
        if !beside && !entries.is_empty() {
            bottom -= legend_height + px(8.0);
        }
        let legend_top = bottom + px(8.0);
        if !chart.x_label.is_empty() {
            bottom -= label.height(theme);
        }
        let x_label_y = bottom + label.height(theme) / 2.0;
        bottom -= px(TICK) * 1.3 + px(9.0);

        let (x_log, y_log) = (range::x_log(chart), range::y_log(chart));
        let found = range::x_range(chart).zip(range::y_range(chart, y_log));
        let (x_range, y_range) = found.unwrap_or(((0.0, 1.0), (0.0, 1.0)));
        let face = Type::regular(TICK, theme.muted);
        let widest = |ticks: &[Tick]| ticks.iter().map(|t| face.width(&t.label, theme)).fold(0.0, f64::max);

        let y_px = (bottom, top + px(4.0));
        let in_seconds = chart.y_unit == "s" || chart.y_style != Style::Duration;
        let y_style = if in_seconds { chart.y_style } else { Style::Plain };
        let y_axis = Axis::new(y_range, y_px, y_log);
        let y_ticks = y_axis.ticks(((bottom - top) / px(40.0)).clamp(1.0, 8.0) as usize, y_style);
        let left = inner.x0 + widest(&y_ticks) + px(8.0);
        let edge = px(13.0) / (right - left).max(px(40.0));
        let x_axis = |right: f64| {
            Axis::new(range::pad(x_range, edge, x_log), (left, right), x_log).with_zero(range::zero_of_log_x(chart))
        };
        let x_ticks = x_ticks(chart, &x_axis(right), right - left, theme);
        // Half of the last label may stick out to the right of the plot.
        let overhang =
            x_ticks.last().map_or(0.0, |t| x_axis(right).to_px(t.value) + face.width(&t.label, theme) / 2.0 - right);
        let right = right - if beside { 0.0 } else { overhang.max(0.0) };
        let plot = Area::new(left, top + px(4.0), right, bottom);

        let message = if found.is_none() {
            Some("no finished points yet")
        } else if plot.width() < px(60.0) || plot.height() < px(40.0) {
            Some("too small to draw")
        } else {
            None
        };
        let legend_area = if beside {
            Area::new(inner.x1 - legend_width, plot.y0, inner.x1, inner.y1)
        } else {
            Area::new(inner.x0, legend_top, inner.x1, inner.y1)
        };
        let x_text = text::fit(&chart.x_label, px(LABEL), false, inner.width());
        let x_half = label.width(&x_text, theme) / 2.0;
        let x_centre = plot.centre().0.min(inner.x1 - x_half).max(inner.x0 + x_half);
        let mut layout = CurveLayout {
            canvas,
            plot,
            title,
            y_label,
            x_label: (x_text, (x_centre, x_label_y)),
            x_ticks,
            y_ticks,
            runs: Vec::new(),
            marks: Vec::new(),
            published: Vec::new(),
            baselines: Vec::new(),
            without_result: Vec::new(),
            legend: legend::place(&entries, &legend_area, if beside { 1 } else { columns }, theme),
            labels_ends: beside && theme.is_for_a_talk(),
            message,
            x: x_axis(right),
            y: Axis::new(y_range, (plot.y1, plot.y0), y_log),
            scale: theme.scale,
        };
        if message.is_none() {
            layout.place_points(chart);
            if layout.labels_ends {
                layout.label_ends();
            }
            curve_label::place(&mut layout, chart, theme);
        }
        layout
    }

    /// The height in CSS pixels that suits a chart at a width in CSS pixels: a plot of good proportions, and the whole
    /// legend.
    pub fn preferred_height(chart: &CurveChart, width: f64, theme: &Theme) -> f64 {
        let width = if width.is_finite() { width.clamp(100.0, 4000.0) } else { 640.0 };
        let entries = legend::entries(chart);
        let inner = theme.px(width - 2.0 * PAD);
        let is_beside = width >= beside_from(theme);
        let legend = if is_beside { 0.0 } else { legend::grid_below(&entries, inner, theme).1 / theme.scale };
        let beside = legend::height_beside(entries.len(), theme) / theme.scale + 90.0;
        let plot = (width * 0.56).clamp(200.0, 420.0);
        let heading = Heading::height(&chart.title, width - 2.0 * PAD, theme);
        (plot + heading + legend + 90.0).max(if is_beside { beside } else { 0.0 })
    }
}

/// Ticks of the x axis: the swept values themselves if there are few and all labels have room, else round values.
fn x_ticks(chart: &CurveChart, axis: &Axis, length: f64, theme: &Theme) -> Vec<Tick> {
    let face = Type::regular(TICK, theme.muted);
    let fits = |ticks: &[Tick]| {
        ticks.windows(2).all(|pair| {
            let [a, b] = pair else { return true };
            let halves = (face.width(&a.label, theme) + face.width(&b.label, theme)) / 2.0;
            (axis.to_px(b.value) - axis.to_px(a.value)).abs() >= halves + theme.px(8.0)
        })
    };
    let swept = swept_values(chart);
    if swept.len() <= 12 && fits(&swept) {
        return swept;
    }
    let most = (length / theme.px(62.0)).clamp(1.0, 14.0) as usize;
    let rounds = (1..=most).rev().map(|count| axis.ticks(count, Style::Plain));
    rounds.into_iter().find(|ticks| fits(ticks)).unwrap_or_default()
}

/// The distinct x, each a tick: of the lines, else of the baselines if they were swept too.
fn swept_values(chart: &CurveChart) -> Vec<Tick> {
    let distinct = |horizontal: bool| {
        let series = chart.series.iter().filter(|s| s.horizontal == horizontal);
        let points = series.flat_map(|s| &s.points).filter(|p| p.is_finite());
        let mut values: Vec<f64> = points.map(|p| p.x).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        values
    };
    let mut values = distinct(false);
    if values.is_empty() {
        values = distinct(true);
        // The only place of a baseline says nothing.
        values.truncate(if values.len() > 1 { values.len() } else { 0 });
    }
    let tick = |value| Tick { value, label: number::plain(value) };
    values.into_iter().map(tick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::curve::curves::{CurvePoint, Series};
    use crate::chart::kit::pen::Align;

    fn chart() -> CurveChart {
        let series = |name: &str, values: &[(f64, f64)], horizontal| Series {
            name: name.into(),
            points: values
                .iter()
                .map(|&(x, y)| CurvePoint { x, y, unstable: y > 1e5, ..CurvePoint::default() })
                .collect(),
            horizontal,
            ..Series::default()
        };
        CurveChart {
            title: "A heading that takes two lines when the figure is narrow".into(),
            x_label: "Bisection bandwidth [Mbps]".into(),
            y_label: "Mean turnaround time [s]".into(),
            series: vec![
                series("Migration only", &[(200.0, 1000.0)], true),
                series("First-fit", &[(200.0, 700.0), (300.0, 800.0), (400.0, 1e6), (500.0, 900.0)], false),
            ],
            ..CurveChart::default()
        }
    }

    /// The boxes of all texts, by our own estimate, must not overlap at 360 px.
    #[test]
    fn texts_do_not_overlap_when_narrow() {
        for width in [320, 360, 500, 700, 1200] {
            let theme = Theme::light(1.0);
            let height = CurveLayout::preferred_height(&chart(), f64::from(width), &theme);
            let layout = CurveLayout::new(&chart(), Area::sized(f64::from(width), height), &theme);
            let mut boxes: Vec<Area> = layout.legend.iter().map(|e| e.area).collect();
            let face = Type::regular(TICK, theme.muted);
            let below = layout.plot.y1 + 8.0 + TICK * 0.6;
            boxes.extend(
                layout
                    .x_ticks
                    .iter()
                    .map(|t| face.extent(&t.label, (layout.to_px(t.value, 0.0).0, below), Align::Centre, &theme)),
            );
            let label = Type::regular(LABEL, theme.ink);
            boxes.push(label.extent(&layout.x_label.0, layout.x_label.1, Align::Centre, &theme));
            boxes.push(label.extent(&layout.y_label.0, layout.y_label.1, Align::Left, &theme));
            boxes.extend(layout.baselines.iter().filter_map(|b| b.label.as_ref().map(|l| l.1)));
            for (i, a) in boxes.iter().enumerate() {
                assert!(layout.canvas.encloses(a), "{a:?} at {width}");
                assert!(boxes[i + 1..].iter().all(|b| !a.overlaps(&b.inset(0.5))), "{a:?} at {width}");
            }
            assert_eq!(layout.legend.len(), 3, "the whole legend at {width}");
        }
    }
}
