//! Axes: the transform between data and pixels.

use crate::base::maths;
use crate::chart::kit::ticks::{self, Tick};
use crate::words::number::Style;

/// Limit of coordinates: differences of larger numbers would overflow.
const HUGE: f64 = 1e300;

/// A range that can be drawn: finite, rising, and wide enough for tick values to differ.
pub fn widen(low: f64, high: f64) -> (f64, f64) {
    if !low.is_finite() || !high.is_finite() || low > high {
        return (0.0, 1.0);
    }
    let (low, high) = (low.clamp(-HUGE, HUGE), high.clamp(-HUGE, HUGE));
    let size = low.abs().max(high.abs());
    // Differences of such small numbers would lose all digits.
    if size < 1e-280 {
        return (0.0, 1.0);
    }
    if high - low < size * 1e-9 {
        let pad = size * 0.05;
        return (low - pad, high + pad);
    }
    (low, high)
}

/// Least and largest of the finite values; none without them.
pub fn span(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|value| value.is_finite()).fold(None, |ends, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((value.min(low), value.max(high)))
    })
}

/// One axis: data to pixels and back, linear or logarithmic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    from_px: f64,
    to_px: f64,
    log: bool,
    zero: Option<Zero>,
    /// Width of the linear part of an axis that is logarithmic on both sides of 0.
    around_zero: Option<f64>,
}

/// The zero of a logarithmic axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zero {
    /// Zero is drawn at the position of this positive value.
    pub place: f64,
    /// The smallest non-zero value that is shown.
    pub next: f64,
}

impl Axis {
    /// The axis that maps `low..high` to pixels `from_px..to_px` (which may run backwards). A logarithmic axis with a
    /// range that is not positive becomes linear.
    pub fn new((low, high): (f64, f64), (from_px, to_px): (f64, f64), log: bool) -> Axis {
        let (low, high) = widen(low, high);
        let px = |v: f64| if v.is_finite() { v } else { 0.0 };
        Axis { low, high, from_px: px(from_px), to_px: px(to_px), log: log && low > 0.0, zero: None, around_zero: None }
    }

    /// The same axis with a zero, if it is logarithmic.
    pub fn with_zero(self, zero: Option<Zero>) -> Axis {
        let zero = zero.filter(|zero| self.log && zero.place > 0.0);
        Axis { zero, ..self }
    }

    /// The same axis, logarithmic on both sides of 0 and about linear from `-width` to `width`, if there is a width.
    pub fn around_zero(self, width: Option<f64>) -> Axis {
        let width = width.filter(|width| *width > 0.0 && width.is_finite());
        Axis { log: self.log && width.is_none(), around_zero: width, ..self }
    }

    /// The range of the data, corrected by [`widen`].
    pub fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// True if the axis is logarithmic.
    pub fn is_log(&self) -> bool {
        self.log
    }

    /// Length in pixels.
    pub fn length(&self) -> f64 {
        (self.to_px - self.from_px).abs()
    }

    /// Relative position of a value: 0 at the low end, 1 at the high end.
    fn share(&self, value: f64) -> f64 {
        if let Some(width) = self.around_zero {
            let [low, high] = [self.low, self.high].map(|end| signed_ln(end, width));
            (signed_ln(value, width) - low) / (high - low)
        } else if self.log {
            let value = match self.zero {
                Some(zero) if value == 0.0 => zero.place,
                _ if value <= 0.0 => return f64::NEG_INFINITY,
                _ => value,
            };
            maths::ln(value / self.low) / maths::ln(self.high / self.low)
        } else {
            // Numbers are halved, so that the difference of very large numbers stays finite.
            (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0)
        }
    }

    /// The pixel of a value, far outside for values far outside the range; NaN if the value is not a number.
    pub fn to_px(&self, value: f64) -> f64 {
        let share = self.share(value).clamp(-1e4, 1e4);
        self.from_px + share * (self.to_px - self.from_px)
    }

    /// The value at a pixel.
    pub fn to_value(&self, px: f64) -> f64 {
        let length = self.to_px - self.from_px;
        if length == 0.0 {
            return self.low;
        }
        let share = (px - self.from_px) / length;
        if let Some(width) = self.around_zero {
            let [low, high] = [self.low, self.high].map(|end| signed_ln(end, width));
            let at = low + share * (high - low);
            width * (maths::exp(at.abs()) - 1.0).copysign(at)
        } else if self.log {
            self.low * maths::exp(share * maths::ln(self.high / self.low))
        } else {
            self.low + share * (self.high - self.low)
        }
    }

    /// True if a value is within the range, ends included.
    pub fn holds(&self, value: f64) -> bool {
        (value == 0.0 && self.zero.is_some()) || value >= self.low && value <= self.high
    }

    /// About `count` round values along the axis, with labels in a style.
    pub fn ticks(&self, count: usize, style: Style) -> Vec<Tick> {
        let (low, high) = self.range();
        if let Some(width) = self.around_zero {
            return ticks::durations_around_zero(low, high, width, count);
        }
        match style {
            _ if self.log => self.log_ticks(count),
            Style::Duration => ticks::durations(low, high, count),
            Style::Percent => ticks::percents(low, high, count),
            Style::Plain | Style::Rough | Style::Si => ticks::linear(low, high, count),
        }
    }

    /// Ticks of a logarithmic axis: 0 first, if the axis has a zero. There are no ticks between 0 and the next value.
    fn log_ticks(&self, count: usize) -> Vec<Tick> {
        let all = ticks::log(self.low, self.high, count);
        let Some(zero) = self.zero else {
            return all;
        };
        let first = Tick { value: 0.0, label: "0".to_owned() };
        let others = all.into_iter().filter(|tick| tick.value >= zero.next);
        std::iter::once(first).chain(others).collect()
    }
}

/// Position of a value on an axis that is logarithmic on both sides of 0.
fn signed_ln(value: f64, width: f64) -> f64 {
    maths::ln(1.0 + (value.abs() / width).min(HUGE)).copysign(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_logarithmic_axis_can_have_a_zero() {
        let zero = Some(Zero { place: 0.1, next: 1.0 });
        let axis = Axis::new((0.1, 1000.0), (0.0, 400.0), true).with_zero(zero);
        let places = [0.0, 1.0, 10.0, 1000.0].map(|x| axis.to_px(x).round());
        assert_eq!(places, [0.0, 100.0, 200.0, 400.0]);
        let labels: Vec<String> = axis.ticks(5, Style::Plain).into_iter().map(|t| t.label).collect();
        assert_eq!(labels, ["0", "1", "10", "100", "1000"]);
        assert!(axis.holds(0.0) && !axis.holds(0.01) && !axis.holds(-1.0));
        let linear = Axis::new((0.0, 4.0), (0.0, 400.0), true).with_zero(zero);
        assert_eq!(linear.to_px(0.0), 0.0);
        assert!(!linear.is_log());
    }

    /// From −1 h to 10 days, linear up to about a second: each factor of 10 takes about the same length.
    #[test]
    fn an_axis_can_be_logarithmic_on_both_sides_of_zero() {
        let axis = Axis::new((-3600.0, 864_000.0), (0.0, 400.0), false).around_zero(Some(1.0));
        let places = [-3600.0, 0.0, 600.0, 3600.0, 864_000.0].map(|x| axis.to_px(x).round());
        assert_eq!(places, [0.0, 150.0, 267.0, 300.0, 400.0]);
        let labels = |count| -> Vec<String> { axis.ticks(count, Style::Plain).into_iter().map(|t| t.label).collect() };
        assert_eq!(labels(6), ["−1 h", "−10 s", "0 s", "10 s", "1 h", "10 d"]);
        assert_eq!(labels(2), ["0 s", "10 d"]);
        assert!((axis.to_value(axis.to_px(-50.0)) + 50.0).abs() < 1e-6);
    }

    #[test]
    fn ranges_are_mended() {
        assert_eq!(widen(f64::NAN, 1.0), (0.0, 1.0));
        assert_eq!(widen(5.0, 1.0), (0.0, 1.0));
        assert_eq!(widen(100.0, 100.0), (95.0, 105.0));
        assert_eq!(widen(0.0, 0.0), (0.0, 1.0));
        let (low, high) = widen(-f64::MAX, f64::MAX);
        assert!((high - low).is_finite());
    }

    proptest! {
        /// Conversion to pixels and conversion to data are inverse.
        #[test]
        fn transforms_invert(low in -1e6..1e6f64, span in 1e-3..1e6f64, px in 0.0..500.0f64, log in any::<bool>()) {
            let axis = Axis::new((low, low + span), (500.0, 0.0), log);
            let back = axis.to_px(axis.to_value(px));
            prop_assert!((back - px).abs() < 1e-4, "{px} came back as {back}");
        }

    }
}
