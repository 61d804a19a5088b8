//! Ticks: round values along an axis, with labels of equal decimals.

use crate::words::number;

/// A labelled round value.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The value.
    pub value: f64,
    /// Its label; all labels of an axis have the same decimals and prefix.
    pub label: String,
}

/// Limit on the number of ticks.
const MOST: f64 = 60.0;

/// The step 1, 2 or 5 · 10ᵏ with at most about `count` ticks over `span`.
fn nice_step(span: f64, count: usize) -> f64 {
    let rough = span / (count.clamp(1, 50) as f64);
    if !(rough.is_finite() && rough > 0.0) {
        return 1.0;
    }
    let unit = number::power_of_ten(number::decade(rough));
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * unit).find(|&step| step >= rough * 0.999_999).unwrap_or(rough)
}

/// Round numbers.
pub fn linear(low: f64, high: f64, count: usize) -> Vec<Tick> {
    let step = nice_step(high - low, count);
    let values = multiples(low, high, step);
    let labels = labels(&values, step);
    zip(values, labels)
}

/// The multiples of `step` from `low` to `high`.
fn multiples(low: f64, high: f64, step: f64) -> Vec<f64> {
    let first = (low / step - 1e-9).ceil();
    let last = (high / step + 1e-9).floor();
    if !(first.is_finite() && last.is_finite()) || last - first > MOST {
        return Vec::new();
    }
    let count = (last - first + 1.0).max(0.0) as usize;
    (0..count).map(|i| (first + i as f64) * step + 0.0).collect()
}

/// Labels with equal decimals, and with one SI prefix for large numbers.
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
            if v == 0.0 || prefix.is_empty() { text } else { format!("{text} {prefix}") }
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

/// Decades, with 2 and 5 in between if there is space.
pub fn log(low: f64, high: f64, count: usize) -> Vec<Tick> {
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
        return linear(low, high, count);
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

/// Steps between ticks of time \[s\], which divide minutes, hours and days evenly.
const TIME_STEPS_S: [f64; 22] = [
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

/// Sizes of the ticks of an axis that is logarithmic on both sides of 0 \[s\]: 1 s to 1000 days.
const TIME_SIZES_S: [f64; 10] =
    [1.0, 10.0, 60.0, 600.0, 3600.0, 36_000.0, 86_400.0, 864_000.0, 8_640_000.0, 86_400_000.0];

/// Times on both sides of 0 \[s\], the largest first if there is no space for all, and none below `width` except 0.
pub fn durations_around_zero(low_s: f64, high_s: f64, width_s: f64, count: usize) -> Vec<Tick> {
    let sizes: Vec<f64> =
        TIME_SIZES_S.into_iter().filter(|size| *size >= width_s && *size <= high_s.max(-low_s)).collect();
    let sides = if low_s < 0.0 && high_s > 0.0 { 2 } else { 1 };
    let every = (sides * sizes.len()).div_ceil(count.max(1)).max(1);
    let shown = || sizes.iter().rev().step_by(every).copied();
    let below = shown().map(|size| -size);
    let above: Vec<f64> = shown().collect();
    let all = below.chain([0.0]).chain(above.into_iter().rev());
    let values: Vec<f64> = all.filter(|value| *value >= low_s && *value <= high_s).collect();
    let labels = values.iter().map(|&value| number::duration(value)).collect();
    zip(values, labels)
}

/// Round times and the step between them \[s\]; `None` if a range is too short or too long for seconds to days.
fn times(low_s: f64, high_s: f64, count: usize) -> Option<(f64, Vec<f64>)> {
    let rough = (high_s - low_s) / count.clamp(1, 50) as f64;
    if !(0.5..=1_728_000.0).contains(&rough) || low_s.abs() > 1e12 {
        return None;
    }
    let step = TIME_STEPS_S.into_iter().find(|&s| s >= rough)?;
    Some((step, multiples(low_s, high_s, step)))
}

/// Ticks of simulated time in seconds, with labels as clock times such as `1:30`; if the steps are days, such as `3 d`.
pub fn clock(low_s: f64, high_s: f64, count: usize) -> Vec<Tick> {
    let Some((step, values)) = times(low_s, high_s, count) else {
        return linear(low_s, high_s, count);
    };
    let label = |t: &f64| {
        if step >= 86_400.0 { format!("{} d", number::fixed(t / 86_400.0, 0)) } else { number::clock(*t, step < 60.0) }
    };
    let labels = values.iter().map(label).collect();
    zip(values, labels)
}

/// Ticks of durations in seconds, with labels such as `30 min`, `1 h`, `1 h 30 min`.
pub fn durations(low_s: f64, high_s: f64, count: usize) -> Vec<Tick> {
    let Some((_, values)) = times(low_s, high_s, count) else {
        return linear(low_s, high_s, count);
    };
    let labels: Vec<String> = values.iter().map(|&t| number::duration(t)).collect();
    // Long durations are shown without minutes, so labels may be equal: 100 d, 100 d, 100 d.
    if labels.windows(2).any(|pair| pair.first() == pair.last()) {
        return linear(low_s, high_s, count);
    }
    zip(values, labels)
}

/// Ticks of shares from 0 to 1, with labels in per cent.
pub fn percents(low: f64, high: f64, count: usize) -> Vec<Tick> {
    let in_percent = linear(low * 100.0, high * 100.0, count);
    let tick = |t: Tick| Tick { value: t.value / 100.0, label: format!("{} %", t.label) };
    in_percent.into_iter().map(tick).collect()
}

fn zip(values: Vec<f64>, labels: Vec<String>) -> Vec<Tick> {
    values.into_iter().zip(labels).map(|(value, label)| Tick { value, label }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::axis::widen;
    use proptest::prelude::*;

    fn labels_of(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|t| t.label.as_str()).collect()
    }

    #[test]
    fn round_numbers() {
        assert_eq!(labels_of(&linear(0.0, 2600.0, 5)), ["0", "1000", "2000"]);
        assert_eq!(labels_of(&linear(0.0, 1.1, 6)), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels_of(&linear(0.0, 3.1e6, 4)), ["0", "1 M", "2 M", "3 M"]);
        assert_eq!(labels_of(&linear(-1.0, 1.0, 4)), ["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
    }

    #[test]
    fn decades() {
        assert_eq!(labels_of(&log(1.0, 1000.0, 4)), ["1", "10", "100", "1000"]);
        assert!(log(200.0, 900.0, 4).len() >= 2);
    }

    #[test]
    fn times_and_shares() {
        assert_eq!(labels_of(&clock(0.0, 7200.0, 4)), ["0:00", "0:30", "1:00", "1:30", "2:00"]);
        assert_eq!(labels_of(&clock(0.0, 3.0, 3)), ["0:00:00", "0:00:01", "0:00:02", "0:00:03"]);
        assert_eq!(labels_of(&clock(0.0, 172_800.0, 2)), ["0 d", "1 d", "2 d"]);
        assert_eq!(labels_of(&durations(0.0, 5400.0, 3)), ["0 s", "30 min", "1 h", "1 h 30 min"]);
        assert_eq!(labels_of(&percents(0.0, 1.0, 2)), ["0 %", "50 %", "100 %"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Any range has a limited number of ticks: rising, inside the range, with short labels.
        #[test]
        fn ticks_are_tame(a in any::<f64>(), b in any::<f64>(), count in 0usize..100) {
            let (low, high) = widen(a, b);
            let mut all = vec![linear(low, high, count), clock(low, high, count), durations(low, high, count)];
            if high.abs() < 1e290 && low.abs() < 1e290 {
                all.push(percents(low, high, count));
            }
            if low > 0.0 {
                all.push(log(low, high, count));
            }
            all.push(durations_around_zero(low, high, 1.0, count));
            for ticks in all {
                prop_assert!(ticks.len() <= 70);
                let slack = (high - low).abs() * 1e-6;
                for tick in &ticks {
                    prop_assert!(tick.value >= low - slack && tick.value <= high + slack);
                    prop_assert!(tick.label.chars().count() < 26, "{}", tick.label);
                }
                prop_assert!(ticks.windows(2).all(|w| w[0].value < w[1].value));
            }
        }
    }
}
