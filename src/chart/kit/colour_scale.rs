//! Colours of values, from low to high, and the colour bar.

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::{Axis, span, widen};
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::kit::ticks::Tick;
use crate::words::number::Style;

/// Number of colour steps: finer steps are invisible, and equal colours are drawn faster.
const STEPS: f64 = 96.0;
/// Thickness of the colour bar \[CSS px\].
const BAR: f64 = 14.0;
/// Font size of its labels \[CSS px\].
const LABEL: f64 = 11.5;
/// Gap between the bar and its labels \[CSS px\].
const GAP: f64 = 6.0;

/// The colours for a range of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColourScale {
    low: f64,
    high: f64,
    /// True for a diverging scale: two colours with zero in the middle.
    parts: bool,
}

impl ColourScale {
    /// The scale from the smallest to the largest finite value; `None` if there are none.
    pub fn of(values: impl Iterator<Item = f64>) -> Option<ColourScale> {
        let (low, high) = span(values).map(|(low, high)| widen(low, high))?;
        Some(ColourScale { low, high, parts: false })
    }

    /// A scale symmetric around zero: pale at zero, blue above, orange below; these can be told apart with any colour
    /// vision.
    pub fn around_zero(values: impl Iterator<Item = f64>) -> Option<ColourScale> {
        let far = ColourScale::of(values.map(f64::abs).chain([0.0]))?.high;
        Some(ColourScale { low: -far, high: far, parts: true })
    }

    /// The range of values.
    pub fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The colour of a value; values outside the range have the colours of its ends.
    pub fn colour(&self, value: f64, theme: &Theme) -> Colour {
        let share = (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0);
        let share = if share.is_nan() { 0.0 } else { share };
        let step = (share.clamp(0.0, 1.0) * STEPS).round();
        if !self.parts {
            return theme.sequence(step / STEPS);
        }
        let off = step / STEPS * 2.0 - 1.0;
        let side = theme.series(usize::from(off < 0.0));
        side.fade(off.abs()).over(theme.background)
    }
}

/// The colour bar of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Area of the colours.
    area: Area,
    axis: Axis,
    ticks: Vec<Tick>,
    upright: bool,
}

impl Bar {
    /// Width of a vertical bar with its labels \[px\].
    pub fn width(scale: &ColourScale, style: Style, theme: &Theme) -> f64 {
        let face = Type::regular(LABEL, theme.muted);
        let ticks = Axis::new(scale.range(), (0.0, 1.0), false).ticks(5, style);
        let widest = ticks.iter().map(|tick| face.width(&tick.label, theme));
        theme.px(BAR + GAP) + widest.fold(0.0, f64::max)
    }

    /// Height of a horizontal bar with its labels \[px\].
    pub fn height(theme: &Theme) -> f64 {
        theme.px(BAR + GAP + LABEL * 1.3)
    }

    /// A vertical bar at the left edge of an area, or a horizontal bar at its upper edge.
    pub fn place(scale: &ColourScale, room: &Area, upright: bool, style: Style, theme: &Theme) -> Bar {
        let face = Type::regular(LABEL, theme.muted);
        if upright {
            let half = theme.px(LABEL * 0.65);
            let area = Area::new(room.x0, room.y0 + half, room.x0 + theme.px(BAR), room.y1 - half);
            let axis = Axis::new(scale.range(), (area.y1, area.y0), false);
            let count = (area.height() / theme.px(34.0)).clamp(1.0, 6.0) as usize;
            return Bar { ticks: axis.ticks(count, style), area, axis, upright };
        }
        let count = (room.width() / theme.px(70.0)).clamp(1.0, 6.0) as usize;
        let widest = |axis: &Axis| {
            let labels = axis.ticks(count, style).into_iter();
            labels.map(|tick| face.width(&tick.label, theme)).fold(0.0, f64::max)
        };
        let side = widest(&Axis::new(scale.range(), (0.0, 1.0), false)) / 2.0;
        let area = Area::new(room.x0 + side, room.y0, room.x1 - side, room.y0 + theme.px(BAR));
        let axis = Axis::new(scale.range(), (area.x0, area.x1), false);
        Bar { ticks: axis.ticks(count, style), area, axis, upright }
    }

    /// Draws the bar.
    pub fn draw(&self, pen: &mut Pen, scale: &ColourScale, paint: impl Fn(Colour) -> Colour) -> Drawn {
        let theme = pen.theme;
        let (low, high) = if self.upright { (self.area.y0, self.area.y1) } else { (self.area.x0, self.area.x1) };
        let slice = ((high - low) / STEPS).max(1.0);
        let mut from = low;
        while from < high {
            let to = (from + slice).min(high);
            let value = self.axis.to_value((from + to) / 2.0);
            let area = if self.upright {
                Area { y0: from, y1: to, ..self.area }
            } else {
                Area { x0: from, x1: to, ..self.area }
            };
            pen.fill(&area, paint(scale.colour(value, theme)))?;
            from = to;
        }
        let face = Type::regular(LABEL, theme.muted);
        for tick in &self.ticks {
            let at = self.axis.to_px(tick.value);
            if at < low - 1.0 || at > high + 1.0 {
                continue;
            }
            let (label, align): (Point, Align) = if self.upright {
                pen.across(self.area.x1, self.area.x1 + theme.px(3.0), at, 1.0, theme.muted)?;
                ((self.area.x1 + theme.px(GAP), at), Align::Left)
            } else {
                pen.down(at, self.area.y1, self.area.y1 + theme.px(3.0), 1.0, theme.muted)?;
                ((at, self.area.y1 + theme.px(GAP + LABEL * 0.65)), Align::Centre)
            };
            pen.text(&tick.label, label, align, face)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_is_that_of_the_numbers() {
        let scale = ColourScale::of([f64::NAN, 3.0, f64::INFINITY, 1.0].into_iter()).unwrap();
        assert_eq!(scale.range(), (1.0, 3.0));
        assert_eq!(ColourScale::of([f64::NAN].into_iter()), None);
        let one = ColourScale::of([100.0].into_iter()).unwrap();
        assert_eq!(one.range(), (95.0, 105.0));
        let widest = ColourScale::of([f64::MIN, f64::MAX].into_iter()).unwrap();
        let theme = Theme::light(1.0);
        assert_eq!(widest.colour(f64::NAN, &theme), theme.sequence(0.0));
        assert_eq!(widest.colour(f64::INFINITY, &theme), theme.sequence(1.0));
        assert_eq!(widest.colour(0.0, &theme), theme.sequence(0.5));
    }

    /// Lightness alone orders the colours, so that any colour vision can order them.
    #[test]
    fn a_higher_value_is_lighter() {
        let scale = ColourScale::of([0.0, 1.0].into_iter()).unwrap();
        for theme in [Theme::light(1.0), Theme::dark(1.0)] {
            let light = |step: u32| scale.colour(f64::from(step) / 40.0, &theme).luminance();
            for step in 0..40 {
                assert!(light(step) < light(step + 1), "{step}");
            }
            // Values a fifth of the range apart differ by more than a tenth in lightness (L* of CIE 1976).
            let lightness = |step| 116.0 * crate::base::maths::pow(light(step), 1.0 / 3.0) - 16.0;
            assert!((0..32).all(|step| lightness(step + 8) - lightness(step) > 10.0));
        }
    }
}
