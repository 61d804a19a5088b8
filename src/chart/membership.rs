//! Fuzzy sets: how far a number belongs to each of three.

use crate::base::number::Style;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::Axis;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::theme::Theme;

/// Font size in CSS pixels.
const SIZE: f64 = 12.0;

/// The height in CSS pixels that suits such figures.
pub const HEIGHT: f64 = 112.0;

/// Three sets of a number from 0 on, each a triangle `[left, peak, right]` that goes on to a side where two corners are the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MembershipChart {
    /// Names of the sets.
    pub names: [&'static str; 3],
    /// Their corners.
    pub sets: [[f64; 3]; 3],
    /// Where the axis ends.
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

/// Draws the curves in an area: names above, the number below.
pub fn draw(backend: &mut dyn Device, area: Area, chart: &MembershipChart, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let face = Type::regular(SIZE, theme.muted);
    let line = face.height(theme);
    pen.within(&area, |pen| {
        pen.fill(&area, theme.background)?;
        let plot = Area::new(
            area.x0 + theme.px(12.0),
            area.y0 + line + theme.px(10.0),
            area.x1 - theme.px(12.0),
            area.y1 - line - theme.px(6.0),
        );
        if plot.width() < 1.0 || plot.height() < 1.0 {
            return Ok(());
        }
        let x = Axis::new((0.0, chart.end), (plot.x0, plot.x1), false);
        let y = Axis::new((0.0, 1.0), (plot.y1, plot.y0), false);
        for tick in x.ticks(4, Style::Plain) {
            let at = x.to_px(tick.value);
            pen.down(at, plot.y0, plot.y1, 1.0, theme.grid)?;
            pen.text(
                &tick.label,
                (at, plot.y1 + theme.px(3.0) + line / 2.0),
                Align::Centre,
                face,
            )?;
        }
        pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)?;
        for (i, (name, set)) in chart.names.iter().zip(chart.sets).enumerate() {
            let colour = theme.series(i);
            let points: Vec<Point> = chart
                .curve(set)
                .into_iter()
                .map(|(value, degree)| (x.to_px(value), y.to_px(degree)))
                .collect();
            pen.line(&points, 2.0, colour)?;
            // In a row of their own: peaks may be anywhere, and close to each other.
            let third = plot.width() / 3.0;
            let middle = (
                plot.x0 + third * (i as f64 + 0.5),
                area.y0 + theme.px(2.0) + line / 2.0,
            );
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
        MembershipChart {
            names: ["low", "medium", "high"],
            sets,
            end,
        }
    }

    const THIRDS: [[f64; 3]; 3] = [[0.0, 0.0, 0.5], [0.0, 0.5, 1.0], [0.5, 1.0, 1.0]];

    #[test]
    fn shoulders_go_on() {
        let chart = chart(THIRDS, 2.0);
        assert_eq!(
            chart.curve(THIRDS[0]),
            [(0.0, 1.0), (0.0, 1.0), (0.5, 0.0), (2.0, 0.0)]
        );
        assert_eq!(
            chart.curve(THIRDS[1]),
            [(0.0, 0.0), (0.0, 0.0), (0.5, 1.0), (1.0, 0.0), (2.0, 0.0)]
        );
        assert_eq!(
            chart.curve(THIRDS[2]),
            [(0.0, 0.0), (0.5, 0.0), (1.0, 1.0), (2.0, 1.0)]
        );
    }

    /// The peak of the middle set is half way, at the top; its ends are at the bottom corners.
    #[test]
    fn curves_are_where_their_corners_are() {
        let (mut recorder, theme) = (Recorder::new(300, 112), Theme::light(1.0));
        draw(
            &mut recorder,
            Area::sized(300.0, 112.0),
            &chart(THIRDS, 1.0),
            &theme,
        )
        .unwrap();
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
        }
    }
}
