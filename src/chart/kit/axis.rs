//! Axes: the transform between data and pixels.

use crate::base::maths;
use crate::base::number::Style;
use crate::chart::kit::ticks::{self, Tick};

/// Largest size of a coordinate; beyond it differences overflow.
const HUGE: f64 = 1e300;

/// A range that can be drawn: finite, rising, and wide enough for its numbers to differ.
pub fn widen(low: f64, high: f64) -> (f64, f64) {
    if !low.is_finite() || !high.is_finite() || low > high {
        return (0.0, 1.0);
    }
    let (low, high) = (low.clamp(-HUGE, HUGE), high.clamp(-HUGE, HUGE));
    let size = low.abs().max(high.abs());
    // Numbers so small that their differences lose their digits.
    if size < 1e-280 {
        return (0.0, 1.0);
    }
    if high - low < size * 1e-9 {
        let pad = size * 0.05;
        return (low - pad, high + pad);
    }
    (low, high)
}

/// One axis: data to pixels and back, linear or logarithmic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    from_px: f64,
    to_px: f64,
    log: bool,
}

impl Axis {
    /// The axis that maps `low..high` to pixels `from_px..to_px` (which may run backwards). A logarithmic axis needs
    /// positive values and is linear otherwise.
    pub fn new((low, high): (f64, f64), (from_px, to_px): (f64, f64), log: bool) -> Axis {
        let (low, high) = widen(low, high);
        let px = |v: f64| if v.is_finite() { v } else { 0.0 };
        Axis {
            low,
            high,
            from_px: px(from_px),
            to_px: px(to_px),
            log: log && low > 0.0,
        }
    }

    /// The range of the data, mended.
    pub fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Whether the axis is logarithmic.
    pub fn is_log(&self) -> bool {
        self.log
    }

    /// Length in pixels.
    pub fn length(&self) -> f64 {
        (self.to_px - self.from_px).abs()
    }

    /// Where a value lies: 0 at the low end, 1 at the high end.
    fn share(&self, value: f64) -> f64 {
        if self.log {
            if value <= 0.0 {
                return f64::NEG_INFINITY;
            }
            maths::ln(value / self.low) / maths::ln(self.high / self.low)
        } else {
            // Halves, so that the difference of the largest numbers stays finite.
            (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0)
        }
    }

    /// The pixel of a value; far outside for values far outside, not a number for none.
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
        if self.log {
            self.low * maths::exp(share * maths::ln(self.high / self.low))
        } else {
            self.low + share * (self.high - self.low)
        }
    }

    /// Whether a value is within the range, edges included.
    pub fn holds(&self, value: f64) -> bool {
        value >= self.low && value <= self.high
    }

    /// Round values along the axis, about `count` of them, with labels in a style.
    pub fn ticks(&self, count: usize, style: Style) -> Vec<Tick> {
        let (low, high) = self.range();
        match style {
            _ if self.log => ticks::log(low, high, count),
            Style::Duration => ticks::durations(low, high, count),
            Style::Percent => ticks::percents(low, high, count),
            Style::Plain | Style::Si => ticks::linear(low, high, count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        /// Pixels and data invert each other.
        #[test]
        fn transforms_invert(low in -1e6..1e6f64, span in 1e-3..1e6f64, px in 0.0..500.0f64, log in any::<bool>()) {
            let axis = Axis::new((low, low + span), (500.0, 0.0), log);
            let back = axis.to_px(axis.to_value(px));
            prop_assert!((back - px).abs() < 1e-4, "{px} came back as {back}");
        }

    }
}
