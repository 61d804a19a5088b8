//! Curves in units that are read easily: 34 d instead of 3.0 M s.

use crate::chart::curve::curve_range;
use crate::chart::curve::curves::{CurveChart, CurvePoint};
use crate::chart::kit::time_unit::TimeUnit;
use crate::words::number::Style;

impl CurveChart {
    /// The same with times in the unit that suits what the axes will show.
    pub fn in_readable_units(mut self) -> CurveChart {
        if self.y_unit == "s" && matches!(self.y_style, Style::Plain | Style::Rough) {
            let range = curve_range::y_range(&self, false);
            let unit = TimeUnit::up_to(range.map_or(0.0, |(low, high)| high.max(-low)));
            self.y_label = unit.in_label(&self.y_label);
            self.y_unit = unit.name.to_owned();
            for point in self.points_mut() {
                point.y /= unit.seconds;
                point.ci95 /= unit.seconds;
            }
        }
        // What was swept stays in the unit in which it is set.
        if self.x_unit == "s" && self.x_values.is_empty() {
            let range = curve_range::x_range(&self);
            let unit = TimeUnit::up_to(range.map_or(0.0, |(_, high)| high));
            self.x_label = unit.in_label(&self.x_label);
            self.x_unit = unit.name.to_owned();
            self.points_mut().for_each(|point| point.x /= unit.seconds);
        }
        self
    }

    fn points_mut(&mut self) -> impl Iterator<Item = &mut CurvePoint> {
        let all = self.series.iter_mut();
        all.flat_map(|own| own.points.iter_mut().chain(&mut own.published))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::curve::curves::Series;

    #[test]
    fn long_times_are_shown_in_days_and_short_ones_in_seconds() {
        let chart = |y: f64| {
            let point = CurvePoint { x: 7200.0, y, ci95: y / 10.0, ..CurvePoint::default() };
            CurveChart {
                x_label: "Arrival [s]".into(),
                y_label: "Mean turnaround [s]".into(),
                x_unit: "s".into(),
                y_unit: "s".into(),
                series: vec![Series { points: vec![point], ..Series::default() }],
                ..CurveChart::default()
            }
            .in_readable_units()
        };
        let long = chart(3e6);
        let point = long.series[0].points[0];
        assert_eq!((long.y_label.as_str(), long.y_unit.as_str()), ("Mean turnaround [d]", "d"));
        assert_eq!((point.y, point.ci95), (3e6 / 86_400.0, 3e5 / 86_400.0));
        assert_eq!((long.x_label.as_str(), point.x), ("Arrival [min]", 120.0));
        let short = chart(650.0);
        assert_eq!((short.y_label.as_str(), short.series[0].points[0].y), ("Mean turnaround [s]", 650.0));
    }
}
