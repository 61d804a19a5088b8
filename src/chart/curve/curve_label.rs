//! Direct labels, written where nothing is in the way: the name and value of a baseline at its line, and of a series that leaves the
//! plot, that it has no result from there on.

use crate::chart::curve::curve_layout::{Baseline, CurveLayout, Mark, MarkKind};
use crate::chart::curve::curve_points::UNSTABLE_INSET;
use crate::chart::curve::curves::{CurveChart, Series};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::pen::{Align, Type};
use crate::chart::kit::theme::Theme;
use crate::words::number;

/// Font size in CSS pixels.
pub const SIZE: f64 = 11.5;

/// Gives every baseline the label that fits: name and value, else the value, else none.
pub fn place(layout: &mut CurveLayout, chart: &CurveChart, theme: &Theme) {
    let obstacles = Obstacles::of(layout, theme);
    let mut labels: Vec<Area> = Vec::new();
    let heights: Vec<f64> = layout.baselines.iter().map(|b| b.y).collect();
    for baseline in &mut layout.baselines {
        let Some(series) = chart.series.get(baseline.hit.series) else {
            continue;
        };
        let others: Vec<f64> = heights.iter().copied().filter(|&y| y != baseline.y).collect();
        let free = |area: &Area| {
            layout.plot.encloses(area)
                && obstacles.miss(area)
                && labels.iter().all(|l| !l.overlaps(area))
                && others.iter().all(|&y| y < area.y0 || y > area.y1)
        };
        let found = texts(chart, series, layout.labels_ends).into_iter().find_map(|text| {
            candidates(&text, baseline, &layout.plot, theme).into_iter().find(free).map(|area| (text, area))
        });
        if let Some((_, area)) = &found {
            labels.push(*area);
        }
        baseline.label = found;
    }
    for (series, text, area) in without_result(layout, chart, theme) {
        let free =
            layout.plot.encloses(&area) && obstacles.miss(&area) && labels.iter().all(|label| !label.overlaps(&area));
        if free {
            labels.push(area);
            layout.without_result.push((series, text, area));
        }
    }
}

/// Left of the first point above the range of each series: that its queue grows without bound.
fn without_result(layout: &CurveLayout, chart: &CurveChart, theme: &Theme) -> Vec<(usize, String, Area)> {
    let face = Type::regular(SIZE, theme.ink);
    let beside = |(index, series): (usize, &Series)| {
        let above = |mark: &&Mark| mark.hit.series == index && mark.kind == MarkKind::Above;
        let first = layout.marks.iter().find(above)?;
        let text = format!("{} {}", series.name, chart.unstable());
        let at = (first.at.0 - theme.px(UNSTABLE_INSET), first.at.1);
        let area = face.extent(&text, at, Align::Right, theme);
        Some((index, text, area))
    };
    chart.series.iter().enumerate().filter_map(beside).collect()
}

/// The value alone where the name stands at the end of the line.
fn texts(chart: &CurveChart, series: &Series, is_named: bool) -> Vec<String> {
    let Some(point) = series.baseline() else {
        return Vec::new();
    };
    let value = if point.unstable {
        chart.unstable().to_owned()
    } else {
        number::quantity(point.y, &chart.y_unit, chart.y_style)
    };
    match is_named {
        true => vec![value],
        false => vec![format!("{} {value}", series.name), value],
    }
}

/// Above and below the line, from the right end to the left; beside the marker of a baseline that has no line.
fn candidates(text: &str, baseline: &Baseline, plot: &Area, theme: &Theme) -> Vec<Area> {
    let y = baseline.y;
    let face = Type::regular(SIZE, theme.ink);
    let width = face.width(text, theme);
    let room = plot.width() - width - theme.px(8.0);
    if room < 0.0 {
        return Vec::new();
    }
    if baseline.unstable {
        let x = plot.x1 - theme.px(2.0 * UNSTABLE_INSET);
        return vec![face.extent(text, (x, y), Align::Right, theme)];
    }
    let off = face.height(theme) / 2.0 + theme.px(2.5);
    let mut found = Vec::new();
    for step in 0..6 {
        let x = plot.x1 - theme.px(4.0) - room * f64::from(step) / 5.0;
        for side in [-off, off] {
            found.push(face.extent(text, (x, y + side), Align::Right, theme));
        }
    }
    found
}

/// What a label must not cover.
struct Obstacles {
    segments: Vec<(Point, Point)>,
    marks: Vec<Area>,
}

impl Obstacles {
    fn of(layout: &CurveLayout, theme: &Theme) -> Obstacles {
        let segments = layout.runs.iter().flat_map(|(_, run)| {
            run.windows(2).filter_map(|pair| match pair {
                [a, b] => Some((*a, *b)),
                _ => None,
            })
        });
        let r = theme.px(7.0);
        let published = layout.published.iter().map(|(_, at)| *at);
        let marks = layout.marks.iter().map(|m| m.at).chain(published);
        let marks = marks.map(|(x, y)| Area::new(x - r, y - r, x + r, y + r));
        Obstacles { segments: segments.collect(), marks: marks.collect() }
    }

    fn miss(&self, area: &Area) -> bool {
        self.marks.iter().all(|m| !m.overlaps(area))
            && self.segments.iter().all(|&(a, b)| area.clip_segment(a, b).is_none())
    }
}
