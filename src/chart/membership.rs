//! Fuzzy sets: the degree to which a number belongs to each of three sets.

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::Axis;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::theme::Theme;
use crate::words::number::Style;

/// Font size \[CSS px\].
const SIZE: f64 = 12.0;

/// Preferred height \[CSS px\].
pub const HEIGHT: f64 = 112.0;

/// Three fuzzy sets of a number from 0 on. Each is a triangle `[left, peak, right]`; two equal corners make a shoulder,
/// which extends to that side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MembershipChart {
    /// Names of the sets.
    pub names: [&'static str; 3],
    /// Corners of the sets.
    pub sets: [[f64; 3]; 3],
    /// Upper end of the axis.
    pub end: f64,
}

impl MembershipChart {
    /// Corners of the curve of a set.
    fn curve(&self, [left, peak, right]: [f64; 3]) -> Vec<(f64, f64)> {
        let mut curve = match left < peak {
            true => vec![(0.0, 0.0), (left, 0.0)],
            false => vec![(0.0, 1.0)],
        };
        curve.push((peak, 1.0));
        match peak < right {
            true => curve.extend([(right, 0.0), (self.end, 0.0)]),
            false => curve.push((self.end, 1.0)),
        }
        curve
    }
}

/// The plot within an area, with the axes of number and degree.
struct Frame {
    plot: Area,
    x: Axis,
    y: Axis,
}

impl Frame {
    /// `None` if there is no space.
    fn of(area: Area, chart: &MembershipChart, theme: &Theme) -> Option<Frame> {
        let line = Type::regular(SIZE, theme.muted).height(theme);
        let plot = Area::new(
            area.x0 + theme.px(12.0),
            area.y0 + line + theme.px(10.0),
            area.x1 - theme.px(12.0),
            area.y1 - line - theme.px(6.0),
        );
        (plot.width() >= 1.0 && plot.height() >= 1.0).then(|| Frame {
            plot,
            x: Axis::new((0.0, chart.end), (plot.x0, plot.x1), false),
            y: Axis::new((0.0, 1.0), (plot.y1, plot.y0), false),
        })
    }
}

/// A draggable corner of a set: index of the set, and index of the corner.
pub type Corner = (usize, usize);

/// The visible corner nearest to a point, at most `reach` pixels away. Of the two equal corners of a shoulder, only the
/// peak is visible.
pub fn corner_at(area: Area, chart: &MembershipChart, theme: &Theme, (x, y): Point, reach: f64) -> Option<Corner> {
    let frame = Frame::of(area, chart, theme)?;
    let mut nearest = None;
    for (set, &[left, peak, right]) in chart.sets.iter().enumerate() {
        let corners = [(left, 0.0, left < peak), (peak, 1.0, true), (right, 0.0, peak < right)];
        for (corner, (value, degree, is_seen)) in corners.into_iter().enumerate() {
            let (dx, dy) = (frame.x.to_px(value) - x, frame.y.to_px(degree) - y);
            let square = dx * dx + dy * dy;
            if is_seen && square <= nearest.map_or(reach * reach, |(_, least)| least) {
                nearest = Some(((set, corner), square));
            }
        }
    }
    nearest.map(|(corner, _)| corner)
}

/// Range of a corner between the neighbouring corners of its set.
fn bounds(chart: &MembershipChart, (set, corner): Corner) -> Option<(f64, f64)> {
    let corners = chart.sets.get(set)?;
    let least = corner.checked_sub(1).map_or(0.0, |before| corners[before]);
    Some((least, corners.get(corner + 1).copied().unwrap_or(chart.end)))
}

/// True if a corner may move to a number.
pub fn may_be(chart: &MembershipChart, corner: Corner, number: f64) -> bool {
    bounds(chart, corner).is_some_and(|(least, most)| least <= number && number <= most)
}

/// The number at a position, limited to the range between the neighbouring corners.
pub fn dragged_to(area: Area, chart: &MembershipChart, theme: &Theme, corner: Corner, x: f64) -> Option<f64> {
    let value = Frame::of(area, chart, theme)?.x.to_value(x);
    let (least, most) = bounds(chart, corner)?;
    Some(value.min(most).max(least))
}

/// Draws the curves in an area: set names above, the axis of the number below.
pub fn draw(backend: &mut dyn Device, area: Area, chart: &MembershipChart, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let face = Type::regular(SIZE, theme.muted);
    let line = face.height(theme);
    pen.within(&area, |pen| {
        pen.fill(&area, theme.background)?;
        let Some(Frame { plot, x, y }) = Frame::of(area, chart, theme) else {
            return Ok(());
        };
        for tick in x.ticks(4, Style::Plain) {
            let at = x.to_px(tick.value);
            pen.down(at, plot.y0, plot.y1, 1.0, theme.grid)?;
            pen.text(&tick.label, (at, plot.y1 + theme.px(3.0) + line / 2.0), Align::Centre, face)?;
        }
        pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)?;
        for (i, (name, set)) in chart.names.iter().zip(chart.sets).enumerate() {
            let colour = theme.series(i);
            let points: Vec<Point> =
                chart.curve(set).into_iter().map(|(value, degree)| (x.to_px(value), y.to_px(degree))).collect();
            pen.line(&points, 2.0, colour)?;
            // Names have their own row, since peaks may be close to each other.
            let third = plot.width() / 3.0;
            let middle = (plot.x0 + third * (i as f64 + 0.5), area.y0 + theme.px(2.0) + line / 2.0);
            pen.text(name, middle, Align::Centre, Type::bold(SIZE, colour))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::recorder::Recorder;
    use proptest::prelude::*;

    fn chart(sets: [[f64; 3]; 3], end: f64) -> MembershipChart {
        MembershipChart { names: ["low", "medium", "high"], sets, end }
    }

    const THIRDS: [[f64; 3]; 3] = [[0.0, 0.0, 0.5], [0.0, 0.5, 1.0], [0.5, 1.0, 1.0]];

    #[test]
    fn shoulders_go_on() {
        let chart = chart(THIRDS, 2.0);
        assert_eq!(chart.curve(THIRDS[0]), [(0.0, 1.0), (0.0, 1.0), (0.5, 0.0), (2.0, 0.0)]);
        assert_eq!(chart.curve(THIRDS[1]), [(0.0, 0.0), (0.0, 0.0), (0.5, 1.0), (1.0, 0.0), (2.0, 0.0)]);
        assert_eq!(chart.curve(THIRDS[2]), [(0.0, 0.0), (0.5, 0.0), (1.0, 1.0), (2.0, 1.0)]);
    }

    /// The curve of the middle set begins at the left bottom corner, has its peak in the middle of the top, and ends at
    /// the right bottom corner.
    #[test]
    fn curves_are_where_their_corners_are() {
        let (mut recorder, theme) = (Recorder::new(300, 112), Theme::light(1.0));
        draw(&mut recorder, Area::sized(300.0, 112.0), &chart(THIRDS, 1.0), &theme).unwrap();
        let paths = recorder.paths(theme.series(1));
        let corners: Vec<(i32, i32)> = paths.iter().flat_map(|path| path.iter().copied()).collect();
        let top = corners.iter().min_by_key(|at| at.1).copied().unwrap();
        assert!((top.0 - 150).abs() <= 1, "{corners:?}");
        let outer = [corners.first().unwrap(), corners.last().unwrap()];
        assert_eq!(outer.map(|at| at.0), [12, 288]);
        let texts = recorder.texts();
        for text in ["low", "medium", "high", "0.0", "1.0"] {
            assert!(texts.contains(&text), "{text} in {texts:?}");
        }
    }

    /// On 300 × 112 pixels, numbers extend from 12 to 288, and peaks are at the upper edge.
    #[test]
    fn corners_are_found_and_dragged_between_their_neighbours() {
        let (area, theme, chart) = (Area::sized(300.0, 112.0), Theme::light(1.0), chart(THIRDS, 1.0));
        let Frame { plot, .. } = Frame::of(area, &chart, &theme).unwrap();
        let found = |x: f64, y: f64| corner_at(area, &chart, &theme, (x, y), 10.0);
        assert_eq!(found(151.0, plot.y0 + 2.0), Some((1, 1)));
        assert_eq!(found(152.0, plot.y0 + 30.0), None);
        assert_eq!(found(286.0, plot.y1), Some((1, 2)));
        // The peak and the right corner of the last set are equal, because the set has a shoulder: only the peak is
        // found.
        assert_eq!(found(288.0, plot.y0), Some((2, 1)));
        let to = |corner, x| dragged_to(area, &chart, &theme, corner, x).unwrap();
        assert!((to((1, 1), 12.0 + 276.0 * 0.75) - 0.75).abs() < 1e-9);
        assert_eq!(to((1, 1), -50.0), 0.0);
        assert_eq!(to((1, 2), 12.0), 0.5, "not before the peak");
        assert_eq!(to((1, 2), 900.0), 1.0, "not beyond the end");
        assert!(may_be(&chart, (1, 0), 0.5) && !may_be(&chart, (1, 0), 0.501));
    }

    proptest! {
        #[test]
        fn any_sets_on_any_canvas(
            sets in prop::array::uniform3(prop::array::uniform3(prop_oneof![0.0..1e6f64, any::<f64>()])),
            end in any::<f64>(), width in 0u32..900, height in 0u32..400, scale in 0.1..4.0f64,
        ) {
            let (mut recorder, theme) = (Recorder::new(width, height), Theme::light(scale));
            let area = Area::sized(f64::from(width), f64::from(height));
            draw(&mut recorder, area, &chart(sets, end), &theme).unwrap();
            prop_assert!(recorder.stays_inside());
            let chart = chart(sets, end);
            if let Some(corner) = corner_at(area, &chart, &theme, (9.0, 9.0), 1e9) {
                dragged_to(area, &chart, &theme, corner, 9.0);
            }
        }
    }
}
