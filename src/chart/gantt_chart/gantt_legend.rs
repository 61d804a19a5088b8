//! Which entries the key of a Gantt chart has, and where they go: below the title in a line, or more if it is narrow.

use crate::chart::gantt_chart::gantt::GanttChart;
use crate::chart::kit::pen::Type;
use crate::chart::kit::text::TICK;
use crate::chart::kit::theme::Theme;

/// The paint of co-allocated jobs; those after it are of home clusters.
pub(in crate::chart) const SPLIT: u8 = 0;
/// Of requests to all clusters together that run on one: they have no home, and the colour says who planned them.
pub(in crate::chart) const COMMON: u8 = 1;
/// Of requests to home clusters: muted, and with an edge where there is room.
pub(in crate::chart) const LOCAL: u8 = 7;

/// Height of a line in CSS pixels.
pub(in crate::chart) const LINE: f64 = TICK * 1.3 + 3.0;
/// Width of a sign, and the space before and after a text, in CSS pixels.
pub(in crate::chart) const SIGN: f64 = 10.0;
pub(in crate::chart) const SPACE: (f64, f64) = (5.0, 19.0);

#[derive(Clone, Copy, PartialEq)]
pub(in crate::chart) enum Sign {
    Paint(u8),
    /// The first of the home clusters' colours, to say that there is one for each cluster.
    Homes,
    Staircase,
    Mark,
}

/// An entry in its place: how far from the left edge, and in which line.
pub(in crate::chart) struct Entry {
    pub(in crate::chart) sign: Sign,
    pub(in crate::chart) text: String,
    pub(in crate::chart) x: f64,
    pub(in crate::chart) line: usize,
}

/// The entries that a chart needs, in lines of a width.
pub(in crate::chart) fn entries(chart: &GanttChart, width: f64, theme: &Theme) -> Vec<Entry> {
    let split = chart.jobs.iter().any(|job| job.co_allocated);
    let requests = chart.has_requests();
    let (marks, legend) = (!chart.marks.is_empty(), &chart.legend);
    let word = |word: &str| word.to_owned();
    let all = [
        (split && !requests, Sign::Paint(SPLIT), word("co-allocated")),
        (!requests && chart.head.is_none(), Sign::Homes, word("home cluster")),
        (requests, Sign::Paint(SPLIT), format!("{}, several clusters", legend.common)),
        (requests, Sign::Paint(COMMON), format!("{}, one cluster", legend.common)),
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
        placed.push(Entry { sign, text, x, line });
        x += own + theme.px(SPACE.1);
    }
    placed
}

/// The height of the key in pixels if it is as wide as that.
pub(in crate::chart) fn height(chart: &GanttChart, width: f64, theme: &Theme) -> f64 {
    let last = entries(chart, width, theme).last().map_or(0, |entry| entry.line);
    let below = if chart.marks.is_empty() { 3.0 } else { 8.0 };
    theme.px(LINE * (last as f64 + 1.0) + below)
}
