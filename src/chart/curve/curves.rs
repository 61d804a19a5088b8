//! Curves: a metric against a swept parameter, one line per scheduler. Here is the data; see
//! [`CurveLayout`](crate::chart::curve::curve_layout::CurveLayout) for where everything goes and [`draw`](crate::chart::curve::curve_draw::draw)
//! for the drawing.

use crate::chart::kit::series_style::SeriesStyle;
use crate::words::number::{self, Style};

/// A chart of curves. Anything may be empty or not a number; what cannot be drawn is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurveChart {
    /// Heading; may be empty.
    pub title: String,
    /// What is on the x axis, with its unit: `Bisection bandwidth BSBW [Mbps]`.
    pub x_label: String,
    /// What is on the y axis, with its unit: `Mean turnaround time [s]`.
    pub y_label: String,
    /// Unit of x in read-outs: "Mbps"; may be empty.
    pub x_unit: String,
    /// Unit of y in read-outs: "s"; may be empty.
    pub y_unit: String,
    /// How to write y.
    pub y_style: Style,
    /// Logarithmic x axis; used only if no x is negative. 0 then has a place of its own, left of all others.
    pub x_log: bool,
    /// Logarithmic y axis; used only if all y are positive.
    pub y_log: bool,
    /// The swept x, where they are known before there are points.
    pub x_values: Vec<f64>,
    /// The lines, in the order of the legend.
    pub series: Vec<Series>,
    /// Values of schedulers against those of one of them: the intervals say what differs.
    pub compared: bool,
    /// Single points, with no lines between them.
    pub scattered: bool,
    /// An old result shown while the new one is computed.
    pub faded: bool,
}

/// One line, usually a scheduler.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Name in legend and read-outs.
    pub name: String,
    /// Colour, marker and dash.
    pub look: SeriesStyle,
    /// Left out of the plot and pale in the legend.
    pub hidden: bool,
    /// The points, in any order of x.
    pub points: Vec<CurvePoint>,
    /// What was published of it.
    pub published: Vec<CurvePoint>,
    /// A baseline that does not depend on x: its first finite point is drawn as a dashed line right across.
    pub horizontal: bool,
}

/// One point of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurvePoint {
    /// The swept parameter.
    pub x: f64,
    /// The metric.
    pub y: f64,
    /// Half-width of the 95 % confidence interval in units of y; 0 or not a number if there is none.
    pub ci95: f64,
    /// The run did not settle: the value depends on its length and is no result. Drawn hollow, never connected.
    pub unstable: bool,
    /// Replications are still coming in.
    pub unfinished: bool,
}

impl CurvePoint {
    /// Whether there is anything to draw.
    pub fn is_finite(&self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// A result that may be connected and that the range of the axis respects.
    pub fn is_stable(&self) -> bool {
        self.is_finite() && !self.unstable
    }

    /// Half-width of the confidence interval, 0 if there is none.
    pub fn half_width(&self) -> f64 {
        if self.ci95.is_finite() { self.ci95.max(0.0) } else { 0.0 }
    }
}

impl CurveChart {
    /// The lines that are in the plot, with their places.
    pub fn shown(&self) -> impl Iterator<Item = (usize, &Series)> {
        let all = self.series.iter().enumerate();
        all.filter(|(_, series)| !series.hidden)
    }

    /// What was published of a series at an x, with a unit, behind what is said of it there; empty if nothing was.
    pub fn published(&self, series: &Series, x: f64, unit: &str) -> String {
        let mut all = series.published.iter();
        all.find(|p| series.horizontal || p.x == x).map_or(String::new(), |p| {
            let value = number::quantity(p.y, unit, self.y_style);
            format!(", published {value}")
        })
    }

    /// What is said of a point that did not settle: where two runs are compared, either may be the unstable one.
    pub fn unstable(&self) -> &'static str {
        match self.compared {
            true => "one of both unstable",
            false => "unstable",
        }
    }
}

impl Series {
    /// The value of a baseline: its first finite point, stable ones first.
    pub fn baseline(&self) -> Option<CurvePoint> {
        let value = |p: &&CurvePoint| p.y.is_finite();
        self.points.iter().filter(value).find(|p| !p.unstable).or_else(|| self.points.iter().find(value)).copied()
    }

    /// Indices of the finite points by rising x (equal x in the given order).
    pub fn order(&self) -> Vec<usize> {
        let mut finite: Vec<usize> = (0..self.points.len()).filter(|&i| self.points[i].is_finite()).collect();
        finite.sort_by(|&a, &b| self.points[a].x.total_cmp(&self.points[b].x));
        finite
    }
}

/// The chart in words, for those who do not see it: one sentence per line.
pub fn summary(chart: &CurveChart) -> String {
    let y_name = fallback(&chart.y_label, "The metric");
    let x_name = fallback(&chart.x_label, "the parameter");
    let sentences: Vec<String> = chart.shown().filter_map(|(_, series)| sentence(chart, series)).collect();
    if sentences.is_empty() {
        return format!("{y_name} against {x_name}: no finished points yet.");
    }
    let old = if chart.faded { " (being recomputed)" } else { "" };
    format!("{y_name} against {x_name}{old}: {}.", sentences.join("; "))
}

fn sentence(chart: &CurveChart, series: &Series) -> Option<String> {
    let y = |p: &CurvePoint| {
        if p.unstable {
            chart.unstable().to_owned()
        } else {
            number::with_interval(p.y, p.half_width(), &chart.y_unit, chart.y_style)
        }
    };
    let x = |p: &CurvePoint| number::quantity(p.x, &chart.x_unit, Style::Plain);
    let name = fallback(&series.name, "unnamed");
    if series.horizontal {
        let point = series.baseline()?;
        let axis = chart.x_label.split(['[', '(']).next().unwrap_or("").trim();
        let axis = fallback(axis, "x");
        return Some(format!("{name} {} at every {axis}", y(&point)));
    }
    if chart.scattered {
        let longest = series.points.iter().map(|p| p.y).fold(0.0, f64::max);
        let longest = number::quantity(longest, &chart.y_unit, chart.y_style);
        return (!series.points.is_empty())
            .then(|| format!("{name} {} jobs, the longest {longest}", series.points.len()));
    }
    let order = series.order();
    let point = |i: usize| order.get(i).and_then(|&i| series.points.get(i));
    let first = point(0)?;
    let last = point(order.len() - 1)?;
    if order.len() == 1 {
        return Some(format!("{name} {} at {}", y(first), x(first)));
    }
    let stable = order.len() - (0..order.len()).filter_map(point).filter(|p| p.unstable).count();
    if stable == 0 {
        return Some(format!("{name} {} at every point", chart.unstable()));
    }
    let [y0, x0, y1, x1] = [y(first), x(first), y(last), x(last)];
    let mut text = format!("{name} from {y0} at {x0} to {y1} at {x1}");
    // One unstable point at the end has been named.
    let unstable = order.len() - stable;
    if unstable > usize::from(last.unstable)
        && let Some(worst) = (0..order.len()).filter_map(point).find(|p| p.unstable)
    {
        let (count, from) = (order.len(), x(worst));
        text.push_str(&format!(", {unstable} of {count} points {}, the first at {from}", chart.unstable()));
    }
    Some(text)
}

fn fallback<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    if text.is_empty() { otherwise } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> CurvePoint {
        CurvePoint { x, y, ..CurvePoint::default() }
    }

    fn chart() -> CurveChart {
        let unstable = CurvePoint { unstable: true, ..point(700.0, 1e6) };
        CurveChart {
            x_label: "BSBW [Mbps]".into(),
            y_label: "Mean turnaround time [s]".into(),
            x_unit: "Mbps".into(),
            y_unit: "s".into(),
            series: vec![
                Series {
                    name: "No share".into(),
                    points: vec![point(100.0, f64::NAN), point(200.0, 2450.0)],
                    horizontal: true,
                    ..Series::default()
                },
                Series { name: "First-fit".into(), points: vec![unstable, point(100.0, 760.0)], ..Series::default() },
            ],
            ..CurveChart::default()
        }
    }

    #[test]
    fn summary_tells_each_line() {
        assert_eq!(
            summary(&chart()),
            "Mean turnaround time [s] against BSBW [Mbps]: No share 2450 s at every BSBW; First-fit from 760 s at \
             100 Mbps to unstable at 700 Mbps."
        );
    }

    #[test]
    fn summary_of_nothing() {
        let text = summary(&CurveChart::default());
        assert_eq!(text, "The metric against the parameter: no finished points yet.");
    }

    #[test]
    fn summary_counts_unstable_points() {
        let mut chart = chart();
        let mut more = vec![point(800.0, 1e7), point(900.0, 1e7)];
        more.iter_mut().for_each(|p| p.unstable = true);
        if let Some(series) = chart.series.get_mut(1) {
            series.points.append(&mut more);
        }
        assert!(summary(&chart).ends_with("3 of 4 points unstable, the first at 700 Mbps."));
    }

    #[test]
    fn summary_of_a_line_without_results() {
        let mut chart = chart();
        let points = chart.series.iter_mut().flat_map(|s| &mut s.points);
        points.for_each(|p| p.unstable = true);
        assert!(summary(&chart).ends_with("No share unstable at every BSBW; First-fit unstable at every point."));
    }

    #[test]
    fn order_and_baseline() {
        let chart = chart();
        assert_eq!(chart.series[1].order(), [1, 0]);
        assert_eq!(chart.series[0].baseline().map(|p| p.y), Some(2450.0));
        assert_eq!(Series::default().baseline(), None);
    }
}
