//! The part of a Gantt chart that is seen.

use crate::chart::gantt_chart::gantt::GanttChart;

/// The part of a Gantt chart that is seen: a time range, and a range of rows counted through all clusters from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GanttView {
    /// Left edge in seconds.
    pub t0: f64,
    /// Right edge in seconds.
    pub t1: f64,
    /// First row at the upper edge.
    pub row0: f64,
    /// Row at the lower edge.
    pub row1: f64,
}

impl GanttView {
    /// Everything.
    pub fn fit(chart: &GanttChart) -> GanttView {
        let (t0, t1) = chart.window();
        GanttView { t0, t1, row0: 0.0, row1: (chart.nodes() as f64).max(1.0) }
    }

    /// The same view within the chart and neither empty nor too deep: the nearest to what was asked for.
    pub fn clamped(&self, chart: &GanttChart) -> GanttView {
        let whole = GanttView::fit(chart);
        // A tenth of a second, unless the numbers are too large to tell that apart.
        let finest = (0.1f64).max(whole.t1.abs().max(whole.t0.abs()) * 1e-9);
        let (t0, t1) = clamp_range((self.t0, self.t1), (whole.t0, whole.t1), finest);
        let (row0, row1) = clamp_range((self.row0, self.row1), (whole.row0, whole.row1), 4.0);
        GanttView { t0, t1, row0, row1 }
    }
}

/// A range of at least `finest` inside `whole`, moved before it is cut.
fn clamp_range((low, high): (f64, f64), whole: (f64, f64), finest: f64) -> (f64, f64) {
    let length = whole.1 - whole.0;
    if !(low.is_finite() && high.is_finite()) {
        return whole;
    }
    let span = (high - low).max(finest).min(length);
    // Of a range that was too short or too long, the middle stays.
    let middle = low / 2.0 + high / 2.0;
    let start = (middle - span / 2.0).min(whole.1 - span).max(whole.0);
    (start, (start + span).min(whole.1))
}
