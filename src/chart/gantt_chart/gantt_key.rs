//! What the colours and lines of a Gantt chart mean, in a line below its title, or two if it is narrow.

use plotters::prelude::{DrawResult, DrawingBackend};

use crate::chart::curve::curve_layout::TICK;
use crate::chart::gantt_chart::gantt::GanttChart;
use crate::chart::gantt_chart::gantt_draw::Figure;
use crate::chart::gantt_chart::gantt_facts::DASHES;
use crate::chart::gantt_chart::gantt_paint::{COMMON, LOCAL, SPLIT};
use crate::chart::kit::area::Area;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::theme::Theme;
use crate::chart::kit::ticks::Tick;

/// Height of a line in CSS pixels.
const LINE: f64 = TICK * 1.3 + 3.0;
/// Width of a sign, and the space before and after a text, in CSS pixels.
const SIGN: f64 = 10.0;
const SPACE: (f64, f64) = (5.0, 19.0);

#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Paint(u8),
    /// The first of the home clusters' colours, to say that there is one for each cluster.
    Homes,
    Staircase,
    Mark,
}

/// An entry in its place: how far from the left edge, and in which line.
struct Entry {
    sign: Sign,
    text: String,
    x: f64,
    line: usize,
}

/// The entries that a chart needs, in lines of a width.
fn entries(chart: &GanttChart, width: f64, theme: &Theme) -> Vec<Entry> {
    let split = chart.jobs.iter().any(|job| job.co_allocated);
    let requests = chart.has_requests();
    let (marks, legend) = (!chart.marks.is_empty(), &chart.legend);
    let word = |word: &str| word.to_owned();
    let all = [
        (split && !requests, Sign::Paint(SPLIT), word("co-allocated")),
        (
            !requests && chart.head.is_none(),
            Sign::Homes,
            word("home cluster"),
        ),
        (
            requests,
            Sign::Paint(SPLIT),
            format!("{}, several clusters", legend.common),
        ),
        (
            requests,
            Sign::Paint(COMMON),
            format!("{}, one cluster", legend.common),
        ),
        (requests, Sign::Paint(LOCAL), word(&legend.home)),
        (marks, Sign::Staircase, word(&legend.staircase)),
        (marks, Sign::Mark, word(&legend.mark)),
    ];
    let face = Type::regular(TICK, theme.muted);
    let (mut x, mut line) = (0.0, 0);
    let mut placed = Vec::new();
    for (_, sign, text) in all.into_iter().filter(|(shown, ..)| *shown) {
        let own = theme.px(SIGN + SPACE.0) + face.width(&text, theme);
        if x > 0.0 && x + own > width {
            (x, line) = (0.0, line + 1);
        }
        placed.push(Entry {
            sign,
            text,
            x,
            line,
        });
        x += own + theme.px(SPACE.1);
    }
    placed
}

/// The height of the key in pixels if it is as wide as that.
pub(in crate::chart) fn height(chart: &GanttChart, width: f64, theme: &Theme) -> f64 {
    let last = entries(chart, width, theme)
        .last()
        .map_or(0, |entry| entry.line);
    let below = if chart.marks.is_empty() { 3.0 } else { 8.0 };
    theme.px(LINE * (last as f64 + 1.0) + below)
}

impl Figure<'_> {
    /// What the colours and lines mean, and the unit of time.
    pub(in crate::chart) fn key<DB: DrawingBackend>(
        &self,
        pen: &mut Pen<DB>,
    ) -> DrawResult<(), DB> {
        let (theme, plot) = (self.theme, &self.layout.plot);
        let face = Type::regular(TICK, theme.muted);
        let left = self.layout.canvas.x0 + theme.px(10.0);
        let top = plot.y0 - height(self.chart, plot.x1 - left, theme);
        let y = |line: usize| top + theme.px(LINE * (line as f64 + 0.5));
        let (mut end, mut last) = (left, 0);
        for entry in entries(self.chart, plot.x1 - left, theme) {
            let at = (left + entry.x, y(entry.line));
            self.sign(pen, entry.sign, at)?;
            let text = at.0 + theme.px(SIGN + SPACE.0);
            pen.text(&entry.text, (text, at.1), Align::Left, face)?;
            last = entry.line;
            end = text + face.width(&entry.text, theme) + theme.px(SPACE.1);
        }
        let unit = time_unit(&self.layout.ticks);
        if end + face.width(unit, theme) <= plot.x1 {
            pen.text(unit, (plot.x1, y(last)), Align::Right, face)?;
        }
        Ok(())
    }

    fn sign<DB: DrawingBackend>(
        &self,
        pen: &mut Pen<DB>,
        sign: Sign,
        (x, y): (f64, f64),
    ) -> DrawResult<(), DB> {
        let theme = self.theme;
        let px = |css: f64| theme.px(css);
        let square = Area::new(x, y - px(5.0), x + px(SIGN), y + px(5.0));
        match sign {
            Sign::Paint(paint) => {
                pen.fill(&square, self.colour(paint))?;
                self.edge(paint)
                    .map_or(Ok(()), |edge| pen.frame(&square, 1.0, edge))
            }
            Sign::Homes => {
                for i in 0..self.chart.clusters.len().clamp(1, 3) {
                    let stripe = Area::new(x + px(3.4) * i as f64, square.y0, square.x1, square.y1);
                    pen.fill(&stripe, self.theme.home(i))?;
                }
                Ok(())
            }
            Sign::Staircase => {
                let stairs = [
                    (x, y + px(4.0)),
                    (x + px(5.0), y + px(4.0)),
                    (x + px(5.0), y - px(4.0)),
                    (square.x1, y - px(4.0)),
                ];
                pen.dashes(&stairs, &DASHES, 1.5, theme.ink)
            }
            Sign::Mark => self.tick(pen, (x + px(5.0), y + px(3.0))),
        }
    }
}

/// How the labels of the time axis are to be read.
fn time_unit(ticks: &[Tick]) -> &'static str {
    match ticks.last().map(|t| t.label.as_str()) {
        Some(label) if label.matches(':').count() == 2 => "time in h:mm:ss",
        Some(label) if label.contains(':') => "time in h:mm",
        Some(label) if label.ends_with('d') => "time in days",
        _ => "time in seconds",
    }
}
