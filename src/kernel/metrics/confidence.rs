//! Means with 95 % confidence intervals (Student's t).

use crate::base::maths::atan;
use std::f64::consts::FRAC_2_PI;

/// A mean and the half width of its 95 % confidence interval; NaN for a single value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half width of the interval.
    pub ci95: f64,
}

/// Mean of independent `values`, with the half width t₀.₉₇₅(n−1) · s / √n.
pub fn estimate(values: &[f64]) -> Estimate {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    if values.len() < 2 {
        return Estimate { mean, ci95: f64::NAN };
    }
    if values.iter().all(|value| *value == values[0]) {
        // Avoids rounding errors.
        return Estimate { mean: values[0], ci95: 0.0 };
    }
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    let deviation = (squares / (n - 1.0)).sqrt();
    Estimate { mean, ci95: t975(values.len() - 1) * deviation / n.sqrt() }
}

/// The 0.975 quantile of Student's t with `freedom` ≥ 1 degrees of freedom. Exact to three decimals up to 30; then the
/// Cornish–Fisher expansion z + (z³+z)/(4f) + (5z⁵+16z³+3z)/(96f²), with an error below 0.0001.
pub fn t975(freedom: usize) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    match TABLE.get(freedom.max(1) - 1) {
        Some(&t) => t,
        None => {
            let (z, f) = (1.959_964, freedom as f64);
            let z3 = z * z * z;
            z + (z3 + z) / (4.0 * f) + (5.0 * z3 * z * z + 16.0 * z3 + 3.0 * z) / (96.0 * f * f)
        }
    }
}

/// Factor by which each of `intervals` 95 % intervals must be widened, so that in 95 % of cases all intervals contain
/// the true mean (Bonferroni: each interval may miss it in 5 % / `intervals` of cases). `freedom` is the number of
/// degrees of freedom.
pub fn widening(intervals: usize, freedom: usize) -> f64 {
    if intervals <= 1 {
        return 1.0;
    }
    let wanted = 0.05 / intervals as f64;
    // The bisection makes one step per bit of a number. The largest quantile is the one for one degree of freedom: 12.7
    // · intervals.
    let (mut low, mut high) = (0.0, 20.0 * intervals as f64);
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = 0.5 * (low + high);
        match beyond(middle, freedom.max(1)) > wanted {
            true => low = middle,
            false => high = middle,
        }
    }
    high / t975(freedom)
}

/// Probability that Student's t with `freedom` ≥ 1 degrees of freedom is more than `t` ≥ 0 away from 0: the finite sums
/// of Abramowitz and Stegun, 26.7.3 and 26.7.4, with θ = atan(t/√f).
pub fn beyond(t: f64, freedom: usize) -> f64 {
    let f = freedom as f64;
    let (sine, cosine) = (t / (f + t * t).sqrt(), (f / (f + t * t)).sqrt());
    let odd = freedom % 2 == 1;
    // Each term is the previous term times cos² θ and times the next two factors of the quotient of double factorials.
    let mut term = if odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    for number in 1..=freedom / 2 {
        sum += term;
        let k = 2.0 * number as f64;
        term *= cosine * cosine * if odd { k / (k + 1.0) } else { (k - 1.0) / k };
    }
    match odd {
        true => 1.0 - FRAC_2_PI * (atan(t / f.sqrt()) + sine * sum),
        false => 1.0 - sine * sum,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use statrs::distribution::{ContinuousCDF, StudentsT};

    /// Student's t by statrs.
    fn students_t(freedom: usize) -> StudentsT {
        StudentsT::new(0.0, 1.0, freedom as f64).unwrap()
    }

    /// The values 2, 4 and 6 have the mean 4 and the standard deviation 2. With t = 4.303 for two degrees of freedom,
    /// the half width is 4.303 · 2 / √3 = 4.969.
    #[test]
    fn three_values_by_hand() {
        let e = estimate(&[2.0, 4.0, 6.0]);
        assert_eq!(e.mean, 4.0);
        assert!((e.ci95 - 4.9686).abs() < 1e-3);
        assert!(estimate(&[7.0]).ci95.is_nan());
    }

    #[test]
    fn quantiles_of_the_tables() {
        assert_eq!(t975(1), 12.706);
        assert!((t975(31) - 2.0395).abs() < 1e-3);
        assert!((t975(60) - 2.0003).abs() < 1e-3);
        assert!((t975(1_000_000) - 1.96).abs() < 1e-3);
        for freedom in 1..=300 {
            let off = (t975(freedom) - students_t(freedom).inverse_cdf(0.975)).abs();
            assert!(off < if freedom <= 30 { 0.0005 } else { 0.0001 }, "{freedom}: {off}");
        }
    }

    /// Exact formulas for one and two degrees of freedom: 1 − 2/π · atan t and 1 − t / √(2 + t²).
    #[test]
    fn tails_by_hand() {
        assert!((beyond(1.0, 1) - 0.5).abs() < 1e-12);
        assert!((beyond(1.0, 2) - (1.0 - 1.0 / 3f64.sqrt())).abs() < 1e-12);
        // The quantiles in the table are rounded to three decimals.
        for freedom in 1..=60 {
            let table = t975(freedom);
            assert!(beyond(table - 0.0005, freedom) > 0.05, "{freedom}");
            assert!(beyond(table + 0.0005, freedom) < 0.05, "{freedom}");
        }
    }

    /// Quantiles for 1 − 0.05/10 from tables: 63.657, 9.925, 5.841 and 4.604 for one to four degrees of freedom, 2.861
    /// for 19 degrees of freedom.
    #[test]
    fn one_of_five_by_the_tables() {
        assert_eq!(widening(1, 4), 1.0);
        let tables = [(1, 63.657), (2, 9.925), (3, 5.841), (4, 4.604), (19, 2.861)];
        for (freedom, quantile) in tables {
            let ours = widening(5, freedom) * t975(freedom);
            assert!((ours - quantile).abs() < 1e-3, "{freedom}: {ours}");
        }
        assert!((widening(2, 2) * t975(2) - 6.2053).abs() < 1e-4);
    }

    proptest! {
        /// Near 0 statrs loses digits, because it computes 1 − f/(f + t²).
        #[test]
        fn tails_as_statrs(freedom in 1usize..2000, t in 0.1..100.0f64) {
            let theirs = 2.0 * students_t(freedom).sf(t);
            prop_assert!((beyond(t, freedom) - theirs).abs() < 1e-10, "{}", theirs);
        }

        #[test]
        fn widened_intervals_as_statrs(intervals in 2usize..1000, freedom in 1usize..1000) {
            let err = 0.05 / intervals as f64;
            let quantile = widening(intervals, freedom) * t975(freedom);
            let theirs = 2.0 * students_t(freedom).sf(quantile);
            prop_assert!((theirs / err - 1.0).abs() < 1e-6, "{} {}", theirs, err);
        }
    }
}
