//! Pointing at a curve chart: the point under the pointer, and steps by the arrow keys.

use crate::chart::curve::curve_layout::{CurveLayout, Hit, Mark};
use crate::chart::figure::Step;
use crate::chart::kit::area::Point;
use crate::chart::kit::legend;

impl CurveLayout {
    /// The drawn point or baseline nearest to a pixel, if one is near enough to mean it.
    pub fn nearest(&self, at: Point) -> Option<Hit> {
        let reach = 36.0 * self.scale;
        let marks = self.marks.iter().map(|m| {
            let (dx, dy) = (m.at.0 - at.0, m.at.1 - at.1);
            ((dx * dx + dy * dy).sqrt(), m.hit)
        });
        // A baseline is everywhere along x: it must be met more exactly.
        let across = at.0 >= self.plot.x0 && at.0 <= self.plot.x1;
        let lines = self.baselines.iter().filter(|_| across).map(|b| ((b.y - at.1).abs() * 3.0, b.hit));
        marks
            .chain(lines)
            .filter(|(distance, _)| *distance <= reach)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, hit)| hit)
    }

    /// Anywhere in the plot: of the points with the nearest x, the one nearest in height.
    pub fn in_column(&self, at: Point) -> Option<Hit> {
        if !self.plot.contains(at) {
            return None;
        }
        let across = |mark: &&Mark| (mark.at.0 - at.0).abs();
        let nearest = self.marks.iter().min_by(|a, b| across(a).total_cmp(&across(b)))?;
        let column = self.marks.iter().filter(|own| (own.at.0 - nearest.at.0).abs() < self.scale);
        let up = |mark: &&Mark| (mark.at.1 - at.1).abs();
        column.min_by(|a, b| up(a).total_cmp(&up(b))).map(|own| own.hit)
    }

    /// The legend's series at a pixel.
    pub fn legend_at(&self, at: Point) -> Option<usize> {
        let entry = self.legend.iter().find(|e| e.area.contains(at))?;
        match entry.key {
            legend::Key::Series(series) => Some(series),
            _ => None,
        }
    }

    /// Where a point is drawn.
    pub fn position(&self, hit: Hit) -> Option<Point> {
        let mark = self.marks.iter().find(|m| m.hit == hit).map(|m| m.at);
        mark.or_else(|| {
            let line = self.baselines.iter().find(|b| b.hit == hit)?;
            Some((self.plot.centre().0, line.y))
        })
    }

    /// The next point in a direction, for the arrow keys; from nothing, the first point.
    pub fn step(&self, from: Option<Hit>, step: Step) -> Option<Hit> {
        let all = || {
            let marks = self.marks.iter().map(|m| (m.at, m.hit));
            let middle = self.plot.centre().0;
            marks.chain(self.baselines.iter().map(move |b| ((middle, b.y), b.hit)))
        };
        let start = from.and_then(|hit| all().find(|(_, h)| *h == hit));
        let Some((at, hit)) = start else {
            return all().next().map(|(_, h)| h);
        };
        // Baselines have no column of their own: they are reached by Up and Down from any.
        let is_line = |h: Hit| self.baselines.iter().any(|b| b.hit == h);
        let next = match step {
            Step::Left | Step::Right => {
                let sign = if step == Step::Right { 1.0 } else { -1.0 };
                let same = all().filter(|(p, h)| h.series == hit.series && (p.0 - at.0) * sign > 0.0);
                same.min_by(|a, b| (a.0.0 * sign).total_cmp(&(b.0.0 * sign)))
            }
            Step::Up | Step::Down => {
                let sign = if step == Step::Down { 1.0 } else { -1.0 };
                let column = |p: Point| (p.0 - at.0).abs();
                let others = all().filter(|(p, h)| h.series != hit.series && (p.1 - at.1) * sign > 0.0);
                let near = others.filter(|(p, h)| is_line(*h) || is_line(hit) || column(*p) < 2.0 * self.scale);
                near.min_by(|a, b| {
                    let by_height = (a.0.1 * sign).total_cmp(&(b.0.1 * sign));
                    by_height.then(column(a.0).total_cmp(&column(b.0)))
                })
            }
        };
        Some(next.map_or(hit, |(_, h)| h))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::curve::curves::{CurveChart, CurvePoint, Series};
    use crate::chart::kit::area::Area;
    use crate::chart::kit::theme::Theme;
    use proptest::prelude::*;

    fn layout(x_log: bool) -> CurveLayout {
        let point = |x: f64, y: f64| CurvePoint { x, y, ..CurvePoint::default() };
        let series = |points: Vec<CurvePoint>, horizontal| Series {
            name: "name".into(),
            points,
            horizontal,
            ..Series::default()
        };
        let chart = CurveChart {
            x_log,
            series: vec![
                series(vec![point(100.0, 10.0), point(200.0, 20.0), point(400.0, 30.0)], false),
                series(vec![point(100.0, 40.0), point(400.0, 50.0)], false),
                series(vec![point(100.0, 60.0)], true),
            ],
            ..CurveChart::default()
        };
        CurveLayout::new(&chart, Area::sized(800.0, 400.0), &Theme::light(1.0))
    }

    fn hit(series: usize, point: usize) -> Hit {
        Hit { series, point }
    }

    #[test]
    fn the_nearest_point_or_line() {
        let layout = layout(false);
        let (x, y) = layout.to_px(200.0, 20.0);
        assert_eq!(layout.nearest((x + 5.0, y - 7.0)), Some(hit(0, 1)));
        let (x, y) = layout.to_px(300.0, 60.0);
        assert_eq!(layout.nearest((x, y + 3.0)), Some(hit(2, 0)));
        assert_eq!(layout.nearest((x, y + 30.0)), None);
        assert_eq!(layout.nearest((f64::NAN, y)), None);
    }

    /// At x = 380 the points of x = 400 are nearest, at heights 30 and 50.
    #[test]
    fn between_the_curves_the_nearest_x_counts() {
        let layout = layout(false);
        let at = |y: f64| layout.in_column(layout.to_px(380.0, y));
        assert_eq!([at(38.0), at(42.0)], [Some(hit(0, 2)), Some(hit(1, 1))]);
        assert_eq!(layout.in_column((0.0, 0.0)), None, "outside of the plot");
        assert_eq!(layout.in_column((f64::NAN, 100.0)), None);
    }

    #[test]
    fn arrow_keys_walk_over_points() {
        let layout = layout(false);
        assert_eq!(layout.step(None, Step::Right), Some(hit(0, 0)));
        assert_eq!(layout.step(Some(hit(0, 0)), Step::Right), Some(hit(0, 1)));
        assert_eq!(layout.step(Some(hit(0, 2)), Step::Right), Some(hit(0, 2)));
        assert_eq!(layout.step(Some(hit(0, 2)), Step::Left), Some(hit(0, 1)));
        assert_eq!(layout.step(Some(hit(0, 0)), Step::Up), Some(hit(1, 0)));
        assert_eq!(layout.step(Some(hit(1, 0)), Step::Up), Some(hit(2, 0)));
        assert_eq!(layout.step(Some(hit(1, 1)), Step::Down), Some(hit(0, 2)));
        assert_eq!(layout.step(Some(hit(9, 9)), Step::Down), Some(hit(0, 0)));
    }

    #[test]
    fn the_legend_can_be_pointed_at() {
        let layout = layout(false);
        let entry = layout.legend.get(1).map(|e| e.area.centre());
        assert_eq!(entry.and_then(|at| layout.legend_at(at)), Some(1));
        assert_eq!(layout.legend_at((0.0, 0.0)), None);
    }

    proptest! {
        /// Data to pixels and back.
        #[test]
        fn transforms_invert(x in 100.0..400.0f64, y in 0.0..60.0f64, log in any::<bool>()) {
            let layout = layout(log);
            let (bx, by) = layout.to_data(layout.to_px(x, y));
            prop_assert!((bx - x).abs() < 1e-6 && (by - y).abs() < 1e-6, "{bx} {by}");
        }
    }
}
