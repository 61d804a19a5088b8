//! Axes: the transform between data and pixels, and round numbers for ticks.

use super::number;
use crate::base::maths;

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

    /// Round values along the axis, about `count` of them, with their labels.
    pub fn ticks(&self, count: usize) -> Vec<Tick> {
        if self.log {
            log_ticks(self.low, self.high, count)
        } else {
            linear_ticks(self.low, self.high, count)
        }
    }
}

/// A labelled round value.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The value.
    pub value: f64,
    /// Its label; all labels of an axis have the same decimals and prefix.
    pub label: String,
}

/// More ticks than this never fit.
const MOST: f64 = 60.0;

/// The step 1, 2 or 5 · 10ᵏ that gives at most about `count` ticks over `span`.
fn nice_step(span: f64, count: usize) -> f64 {
    let rough = span / (count.clamp(1, 50) as f64);
    if !(rough.is_finite() && rough > 0.0) {
        return 1.0;
    }
    let unit = number::power_of_ten(number::decade(rough));
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * unit)
        .find(|&step| step >= rough * 0.999_999)
        .unwrap_or(rough)
}

fn linear_ticks(low: f64, high: f64, count: usize) -> Vec<Tick> {
    let step = nice_step(high - low, count);
    let values = multiples(low, high, step);
    let labels = labels(&values, step);
    zip(values, labels)
}

/// The multiples of `step` from `low` to `high`.
pub(super) fn multiples(low: f64, high: f64, step: f64) -> Vec<f64> {
    let first = (low / step - 1e-9).ceil();
    let last = (high / step + 1e-9).floor();
    if !(first.is_finite() && last.is_finite()) || last - first > MOST {
        return Vec::new();
    }
    let count = (last - first + 1.0).max(0.0) as usize;
    (0..count)
        .map(|i| (first + i as f64) * step + 0.0)
        .collect()
}

/// Labels with equal decimals, and one SI prefix for all when the numbers are large.
fn labels(values: &[f64], step: f64) -> Vec<String> {
    let largest = values.iter().fold(0.0f64, |m, v| m.max(v.abs()));
    let (factor, prefix) = match largest {
        x if x < 1e5 => (1.0, ""),
        x if x < 1e6 => (1e3, "k"),
        x if x < 1e9 => (1e6, "M"),
        x if x < 1e12 => (1e9, "G"),
        x if x < 1e15 => (1e12, "T"),
        _ => (0.0, ""),
    };
    if factor == 0.0 || (largest > 0.0 && step < 1e-6) {
        return values.iter().map(|&v| exponent(v)).collect();
    }
    let scaled_step = step / factor;
    let decimals = (-number::decade(scaled_step)).clamp(0, 9) as usize;
    values
        .iter()
        .map(|&v| {
            let text = number::fixed(v / factor, decimals);
            if v == 0.0 || prefix.is_empty() {
                text
            } else {
                format!("{text} {prefix}")
            }
        })
        .collect()
}

fn exponent(v: f64) -> String {
    if v == 0.0 {
        return "0".to_string();
    }
    let text = format!("{v:.2e}").replace('-', "−");
    text.replace(".00e", "e").replace("0e", "e")
}

/// Decades, with 2 and 5 in between when there is room.
fn log_ticks(low: f64, high: f64, count: usize) -> Vec<Tick> {
    let count = count.clamp(1, 50);
    let (first, last) = (number::decade(low), number::decade(high));
    let decades = (last - first).max(0) as usize + 1;
    let factors: &[f64] = match count / decades {
        0 | 1 => &[1.0],
        2 => &[1.0, 3.0],
        _ => &[1.0, 2.0, 5.0],
    };
    let every = decades.div_ceil(count).max(1);
    let values: Vec<f64> = (first..=last)
        .step_by(every)
        .flat_map(|k| factors.iter().map(move |f| f * number::power_of_ten(k)))
        .filter(|v| *v >= low * 0.999_999 && *v <= high * 1.000_001)
        .collect();
    if values.len() < 2 {
        return linear_ticks(low, high, count);
    }
    let labels = values.iter().map(|&v| log_label(v)).collect();
    zip(values, labels)
}

fn log_label(v: f64) -> String {
    if (1e-3..1e5).contains(&v) {
        number::plain(v)
    } else if (1e5..1e15).contains(&v) {
        number::si(v)
    } else {
        exponent(v)
    }
}

/// Ticks of a time axis in seconds: steps of seconds, minutes, hours or days; labels as clock times.
pub fn time_ticks(low_s: f64, high_s: f64, count: usize) -> Vec<Tick> {
    const STEPS_S: [f64; 22] = [
        1.0,
        2.0,
        5.0,
        10.0,
        15.0,
        30.0,
        60.0,
        120.0,
        300.0,
        600.0,
        900.0,
        1800.0,
        3600.0,
        7200.0,
        10_800.0,
        21_600.0,
        43_200.0,
        86_400.0,
        172_800.0,
        432_000.0,
        864_000.0,
        1_728_000.0,
    ];
    let span = high_s - low_s;
    let rough = span / count.clamp(1, 50) as f64;
    if !(0.5..=1_728_000.0).contains(&rough) || low_s.abs() > 1e12 {
        return linear_ticks(low_s, high_s, count);
    }
    let step = STEPS_S.into_iter().find(|&s| s >= rough).unwrap_or(rough);
    let values = multiples(low_s, high_s, step);
    let labels = values
        .iter()
        .map(|&t| {
            if step >= 86_400.0 {
                format!("{} d", number::fixed(t / 86_400.0, 0))
            } else {
                number::clock(t, step < 60.0)
            }
        })
        .collect();
    zip(values, labels)
}

fn zip(values: Vec<f64>, labels: Vec<String>) -> Vec<Tick> {
    values
        .into_iter()
        .zip(labels)
        .map(|(value, label)| Tick { value, label })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels_of(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|t| t.label.as_str()).collect()
    }

    #[test]
    fn round_numbers() {
        let axis = Axis::new((0.0, 2600.0), (0.0, 300.0), false);
        assert_eq!(labels_of(&axis.ticks(5)), ["0", "1000", "2000"]);
        let axis = Axis::new((0.0, 1.1), (0.0, 300.0), false);
        assert_eq!(
            labels_of(&axis.ticks(6)),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        let axis = Axis::new((0.0, 3.1e6), (0.0, 300.0), false);
        assert_eq!(labels_of(&axis.ticks(4)), ["0", "1 M", "2 M", "3 M"]);
        let axis = Axis::new((-1.0, 1.0), (0.0, 300.0), false);
        assert_eq!(
            labels_of(&axis.ticks(4)),
            ["−1.0", "−0.5", "0.0", "0.5", "1.0"]
        );
    }

    #[test]
    fn decades() {
        let axis = Axis::new((1.0, 1000.0), (0.0, 300.0), true);
        assert_eq!(labels_of(&axis.ticks(4)), ["1", "10", "100", "1000"]);
        assert!((axis.to_px(10.0) - 100.0).abs() < 1e-9);
        let narrow = Axis::new((200.0, 900.0), (0.0, 300.0), true);
        assert!(narrow.ticks(4).len() >= 2);
    }

    #[test]
    fn clock_times() {
        assert_eq!(
            labels_of(&time_ticks(0.0, 7200.0, 4)),
            ["0:00", "0:30", "1:00", "1:30", "2:00"]
        );
        assert_eq!(
            labels_of(&time_ticks(0.0, 3.0, 3)),
            ["0:00:00", "0:00:01", "0:00:02", "0:00:03"]
        );
        assert_eq!(
            labels_of(&time_ticks(0.0, 86_400.0 * 2.0, 2)),
            ["0 d", "1 d", "2 d"]
        );
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
        /// Pixels and data invert each other.
        #[test]
        fn transforms_invert(low in -1e6..1e6f64, span in 1e-3..1e6f64, px in 0.0..500.0f64, log in any::<bool>()) {
            let axis = Axis::new((low, low + span), (500.0, 0.0), log);
            let back = axis.to_px(axis.to_value(px));
            prop_assert!((back - px).abs() < 1e-4, "{px} came back as {back}");
        }

        /// Any range has few ticks, rising, inside, with short labels.
        #[test]
        fn ticks_are_tame(a in any::<f64>(), b in any::<f64>(), count in 0usize..100, log in any::<bool>()) {
            let axis = Axis::new((a, b), (0.0, 100.0), log);
            let (low, high) = axis.range();
            for ticks in [axis.ticks(count), time_ticks(low, high, count)] {
                prop_assert!(ticks.len() <= 70);
                let slack = (high - low).abs() * 1e-6;
                for tick in &ticks {
                    prop_assert!(tick.value >= low - slack && tick.value <= high + slack);
                    prop_assert!(tick.label.chars().count() < 24, "{}", tick.label);
                }
                prop_assert!(ticks.windows(2).all(|w| w[0].value < w[1].value));
            }
        }
    }
}
