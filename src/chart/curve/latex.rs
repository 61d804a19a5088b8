//! Curves for the LaTeX package pgfplots: the colours, markers and dashes of the picture, with numbers instead of shapes.

use crate::chart::curve::{CurveChart, CurvePoint, Series};
use crate::chart::kit::marker::{BASELINE_DASHES, Marker, dashes};
use crate::chart::kit::theme::Theme;
use crate::export::latex::{comment, escape};
use std::fmt::Write as _;

/// Maximum number of points of a series; of a longer series only every n-th point is kept.
const MOST_POINTS: usize = 2000;

/// Style of published values.
const PUBLISHED: &str = "mark=o, mark size=4pt, only marks";

/// The chart as a part of a document. `source`: origin of the numbers, for a comment.
pub fn figure(chart: &CurveChart, source: &str) -> String {
    let mut text = comment(source);
    text.push_str("% \\usepackage{pgfplots} \\pgfplotsset{compat=1.18}\n\\begin{tikzpicture}\n");
    let theme = Theme::light(1.0);
    for (index, series) in chart.shown() {
        let colour = theme.series(series.look.colour).css();
        let code = colour.trim_start_matches('#').to_ascii_uppercase();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  \\definecolor{{series{index}}}{{HTML}}{{{code}}}");
    }
    let kind = match (chart.is_log_x(), chart.is_log_y()) {
        (false, false) => "axis",
        (false, true) => "semilogyaxis",
        (true, false) => "semilogxaxis",
        (true, true) => "loglogaxis",
    };
    let zero = chart.zero_of_log_x();
    let _ = writeln!(
        text,
        "  \\begin{{{kind}}}[\n    width=\\linewidth, height=0.62\\linewidth,\n    xlabel={{{}}}, ylabel={{{}}},\n    unbounded coords=jump,\n    \
         legend pos=outer north east, legend cell align=left,\n    error bars/y dir=both, error bars/y explicit,",
        escape(&chart.x_label),
        escape(&chart.y_label)
    );
    if let Some(zero) = zero {
        // A logarithmic axis has no 0, so a tick with the label 0 is put at the left end.
        let _ = writeln!(text, "    extra x ticks={{{}}}, extra x tick labels={{0}},", number(zero.place));
    }
    text.push_str("  ]\n");
    let span = chart.x_range().unwrap_or((0.0, 1.0));
    let zero_x = zero.map_or(0.0, |zero| zero.place);
    for (index, series) in chart.shown() {
        let mark = if chart.unmarked { "mark=none" } else { mark(series) };
        let style = format!("series{index}, {mark}{}", line(series, chart.scattered));
        plot(&mut text, &style, &series.name, &points(series, span), zero_x);
        if !series.published.is_empty() {
            let (style, name) = (format!("series{index}, {PUBLISHED}"), format!("{}, published", series.name));
            let published = Series { points: series.published.clone(), ..Series::default() };
            plot(&mut text, &style, &name, &points(&published, span), zero_x);
        }
    }
    let _ = writeln!(text, "  \\end{{{kind}}}\n\\end{{tikzpicture}}");
    text
}

fn plot(text: &mut String, style: &str, name: &str, points: &[CurvePoint], zero_x: f64) {
    let _ = writeln!(text, "    \\addplot[{style}] table[x=x, y=y, y error=e] {{\n      x y e");
    for point in points {
        let x = if point.x == 0.0 { zero_x } else { point.x };
        // An unstable point is no result, so the line is interrupted at this point.
        let y = if point.unstable { f64::NAN } else { point.y };
        let _ = writeln!(text, "      {} {} {}", number(x), number(y), number(point.half_width()));
    }
    let _ = writeln!(text, "    }};\n    \\addlegendentry{{{}}}", escape(name));
}

/// Points of a series in order of x; for a baseline, the two ends of its line.
fn points(series: &Series, (low, high): (f64, f64)) -> Vec<CurvePoint> {
    match (series.horizontal, series.baseline()) {
        (true, Some(own)) => [low, high].map(|x| CurvePoint { x, ..own }).to_vec(),
        (true, None) => Vec::new(),
        (false, _) => {
            let order = series.order();
            let every = order.len().div_ceil(MOST_POINTS).max(1);
            order.into_iter().step_by(every).map(|at| series.points[at]).collect()
        }
    }
}

/// Style of the line between points.
fn line(series: &Series, scattered: bool) -> String {
    let dash = match series.horizontal {
        true => BASELINE_DASHES,
        false => dashes(series.look.dash),
    };
    let pattern = dash.chunks(2).filter_map(|pair| Some(format!("on {}pt off {}pt", pair.first()?, pair.get(1)?)));
    match (scattered, pattern.collect::<Vec<_>>()) {
        (true, _) => ", only marks".to_owned(),
        (false, pattern) if pattern.is_empty() => String::new(),
        (false, pattern) => format!(", dash pattern={}", pattern.join(" ")),
    }
}

/// Six significant digits, or pgfplots' `nan`.
fn number(value: f64) -> String {
    if !value.is_finite() {
        return "nan".to_owned();
    }
    let rounded: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    rounded.to_string()
}

/// Marker of a series.
fn mark(series: &Series) -> &'static str {
    if series.horizontal {
        return "no marks";
    }
    match Marker::of(series.look.marker) {
        Marker::Circle => "mark=*",
        Marker::Square => "mark=square*",
        Marker::Triangle => "mark=triangle*",
        Marker::Diamond => "mark=diamond*",
        Marker::TriangleDown => "mark=triangle*, mark options={rotate=180}",
        Marker::Pentagon => "mark=pentagon*",
        Marker::Plus => "mark=+",
        Marker::Star => "mark=star",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::series_style::SeriesStyle;

    fn chart() -> CurveChart {
        let point = |x: f64, y: f64, ci95: f64| CurvePoint { x, y, ci95, ..CurvePoint::default() };
        let unstable = CurvePoint { unstable: true, ..point(400.0, 1e6, 0.0) };
        CurveChart {
            x_label: "BSBW [Mbps]".into(),
            y_label: "Mean turnaround [s]".into(),
            x_values: vec![200.0, 300.0, 400.0],
            series: vec![
                Series {
                    name: "Migration only".into(),
                    points: vec![point(200.0, 1000.0, 50.0)],
                    published: vec![point(200.0, 980.0, 0.0)],
                    horizontal: true,
                    ..Series::default()
                },
                Series {
                    name: "B3 (chunk 85 %)".into(),
                    look: SeriesStyle { colour: 4, marker: 4, dash: 1 },
                    points: vec![unstable, point(200.0, 1.0 / 3.0, 20.0), point(300.0, 800.0, f64::NAN)],
                    ..Series::default()
                },
                Series { name: "hidden".into(), hidden: true, ..Series::default() },
            ],
            ..CurveChart::default()
        }
    }

    /// A change of the golden file changes the figures in papers.
    #[test]
    fn curves_are_written_as_in_the_golden_file() {
        let text = figure(&chart(), "metasched sweep --preset landing");
        assert_eq!(text, include_str!("latex_golden.tex"), "{text}");
    }

    #[test]
    fn a_logarithmic_axis_marks_its_zero() {
        let point = |x: f64| CurvePoint { x, y: 5.0, ..CurvePoint::default() };
        let chart = CurveChart {
            x_log: true,
            series: vec![Series { points: [0.0, 1.0, 10.0, 1000.0].map(point).to_vec(), ..Series::default() }],
            ..CurveChart::default()
        };
        let text = figure(&chart, "");
        assert!(text.contains("\\begin{semilogxaxis}["), "{text}");
        assert!(text.contains("extra x ticks={0.1}, extra x tick labels={0},"), "{text}");
        assert!(text.contains("      0.1 5 0\n      1 5 0\n"), "{text}");
    }

    #[test]
    fn of_many_points_every_few_are_kept() {
        let point = |x: u32| CurvePoint { x: f64::from(x), ..CurvePoint::default() };
        let chart = CurveChart {
            series: vec![Series { points: (0..9001).map(point).collect(), ..Series::default() }],
            scattered: true,
            ..CurveChart::default()
        };
        let text = figure(&chart, "");
        let rows = text.lines().filter(|line| line.ends_with(" 0 0")).count();
        assert!((1700..=MOST_POINTS).contains(&rows), "{rows}");
    }
}
