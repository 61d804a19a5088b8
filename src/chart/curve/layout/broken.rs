//! The upper part of a broken y axis. Unstable values can be a hundred times as large as results: they have an axis of their own above a
//! break, where they are drawn at their true values.

use crate::chart::curve::CurveChart;
use crate::chart::kit::area::Area;
use crate::chart::kit::axis::{Axis, span};
use crate::chart::kit::theme::Theme;
use crate::chart::kit::ticks::Tick;
use crate::words::number::Style;

/// Share of the plot's height above the break, and its limits in CSS pixels.
const SHARE: f64 = 0.26;
const LIMITS: (f64, f64) = (48.0, 120.0);
/// Height of the break in CSS pixels.
const GAP: f64 = 14.0;
/// Least height in CSS pixels of a plot with a broken axis.
const LEAST: f64 = 170.0;

/// The part of the plot above the break.
#[derive(Clone, Debug, PartialEq)]
pub struct Beyond {
    /// Its place.
    pub area: Area,
    /// Its ticks.
    pub ticks: Vec<Tick>,
    /// Lower end of the break, which begins at the lower edge of `area` \[px\].
    pub below: f64,
    axis: Axis,
}

impl Beyond {
    /// The part above the break of a plot with these upper and lower edges, if there are unstable values above `high`
    /// and there is room.
    pub fn of(chart: &CurveChart, high: f64, (plot, style): (Area, Style), theme: &Theme) -> Option<Beyond> {
        let lines = chart.shown().filter(|(_, own)| !own.horizontal).flat_map(|(_, own)| own.points.iter().copied());
        let baselines = chart.shown().filter(|(_, own)| own.horizontal).filter_map(|(_, own)| own.baseline());
        let above = lines.chain(baselines).filter(|p| p.unstable && p.is_finite() && p.y > high);
        let (least, most) = span(above.map(|p| p.y))?;
        if chart.scattered || plot.height() < theme.px(LEAST) {
            return None;
        }
        let height = (plot.height() * SHARE).clamp(theme.px(LIMITS.0), theme.px(LIMITS.1));
        let area = Area { y1: plot.y0 + height, ..plot };
        let range = match least > 0.0 {
            true => (least / 1.4, most * 1.4),
            false => (least, most),
        };
        let axis = Axis::new(range, (area.y1, area.y0), true);
        let ticks = axis.ticks((height / theme.px(16.0)) as usize, style);
        let ticks = ticks.into_iter().filter(|tick| axis.holds(tick.value)).collect();
        Some(Beyond { area, ticks, below: area.y1 + theme.px(GAP), axis })
    }

    /// The height of a value; of values below the axis, the middle of the break.
    pub fn to_px(&self, y: f64) -> f64 {
        self.axis.to_px(y).clamp(self.area.y0, self.middle())
    }

    /// The value at a height above the middle of the break.
    pub fn to_value(&self, py: f64) -> Option<f64> {
        (py < self.middle()).then(|| self.axis.to_value(py))
    }

    fn middle(&self) -> f64 {
        (self.area.y1 + self.below) / 2.0
    }
}
