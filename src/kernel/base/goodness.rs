//! Goodness-of-fit tests for the unit tests. p is the probability that a random sample deviates from its distribution
//! at least as much as the observed sample.

use super::gamma::Gamma;
use super::maths;
use statrs::distribution::{self, ChiSquared, ContinuousCDF};

/// Distribution function of a gamma distribution, by statrs.
pub fn gamma(law: Gamma) -> impl Fn(f64) -> f64 {
    let twin = distribution::Gamma::new(law.shape, 1.0 / law.scale).unwrap();
    move |x| twin.cdf(x)
}

/// Standard normal distribution function, by statrs.
pub fn normal(x: f64) -> f64 {
    distribution::Normal::standard().cdf(x)
}

/// p of Pearson's χ² test of the `observed` counts against the `expected` counts; both have the same sum. Cells with an
/// expected count below 5 are merged with their neighbours.
pub fn chi_square(observed: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(observed.len(), expected.len());
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let (mut seen, mut wanted) = (0.0, 0.0);
    for (&o, &e) in observed.iter().zip(expected) {
        seen += o;
        wanted += e;
        if wanted >= 5.0 {
            cells.push((seen, wanted));
            (seen, wanted) = (0.0, 0.0);
        }
    }
    if let Some(last) = cells.last_mut() {
        last.0 += seen;
        last.1 += wanted;
    }
    let (all_seen, all_wanted) = cells.iter().fold((0.0, 0.0), |(o, e), cell| (o + cell.0, e + cell.1));
    assert!((all_seen - all_wanted).abs() < 1e-6 * all_wanted, "{all_seen} jobs, {all_wanted} expected");
    assert!(cells.len() > 1, "one cell says nothing");
    let square: f64 = cells.iter().map(|(o, e)| (o - e) * (o - e) / e).sum();
    above(square, cells.len() - 1)
}

/// Probability that χ² with `freedom` degrees of freedom is above `square`.
fn above(square: f64, freedom: usize) -> f64 {
    ChiSquared::new(freedom as f64).unwrap().sf(square)
}

/// p of the Kolmogorov–Smirnov distance between a sample and a continuous distribution function, with Stephens'
/// correction for the sample size.
pub fn kolmogorov_smirnov(mut sample: Vec<f64>, law: impl Fn(f64) -> f64) -> f64 {
    sample.sort_by(f64::total_cmp);
    let n = sample.len() as f64;
    let distance = sample.iter().enumerate().fold(0.0f64, |most, (i, &x)| {
        let at = law(x);
        most.max(at - i as f64 / n).max((i + 1) as f64 / n - at)
    });
    let root = n.sqrt();
    kolmogorov((root + 0.12 + 0.11 / root) * distance)
}

/// 2 Σ (−1)^(j−1) e^(−2 j² x²).
fn kolmogorov(x: f64) -> f64 {
    if x < 0.2 {
        // For so small a distance, the probability is above 1 − 10⁻¹².
        return 1.0;
    }
    let sum: f64 = (1..=100)
        .map(|j| {
            let square = f64::from(j * j) * x * x;
            let sign = if j % 2 == 1 { 2.0 } else { -2.0 };
            sign * maths::exp(-2.0 * square)
        })
        .sum();
    sum.clamp(0.0, 1.0)
}

/// p of the mean of independent values: the probability that a mean is at least as far from `expected` as the mean of
/// `values`. Needs at least thirty values.
pub fn mean_is(values: &[f64], expected: f64) -> f64 {
    let n = values.len() as f64;
    assert!(n >= 30.0, "{n} values are too few to tell their spread");
    let mean = values.iter().sum::<f64>() / n;
    let square = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0);
    let z2 = (mean - expected) * (mean - expected) / (square / n);
    above(z2, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Stream;

    /// Values from tables: p = 0.05 for χ² = 3.841 with one degree of freedom, and p = 0.05, 0.01 and 0.5 for K =
    /// 1.358, 1.628 and 0.828.
    #[test]
    fn tables() {
        // If two cells have 50 ± d instead of 50 values, χ² = 2 d²/50, which is 3.841 for d = 9.8.
        assert!((chi_square(&[59.8, 40.2], &[50.0, 50.0]) - 0.05).abs() < 5e-4);
        assert!((chi_square(&[70.0, 30.0], &[50.0, 50.0]) - 6.3e-5).abs() < 1e-6);
        assert!((kolmogorov(1.3581) - 0.05).abs() < 1e-4);
        assert!((kolmogorov(1.6276) - 0.01).abs() < 1e-4);
        assert!((kolmogorov(0.8276) - 0.5).abs() < 1e-4);
    }

    /// The 100 values 0, 1, 0, 1, … have the mean ½ and the standard deviation √(25/99). So 0.6 is 1.99 standard errors
    /// away from the mean, which gives p = 0.0466.
    #[test]
    fn a_mean_by_hand() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        assert!((mean_is(&values, 0.6) - 0.0466).abs() < 1e-4);
        assert_eq!(mean_is(&values, 0.5), 1.0);
    }

    /// The largest distance from the uniform distribution is 0.45 in both samples. So K = (√2 + 0.12 + 0.11/√2) · 0.45
    /// = 0.7254.
    #[test]
    fn a_distance_by_hand() {
        for sample in [[0.1, 0.95], [0.05, 0.6]] {
            assert!((kolmogorov_smirnov(sample.to_vec(), |x| x) - 0.6686).abs() < 1e-4);
        }
    }

    #[test]
    fn small_cells_are_put_together() {
        let p = chi_square(&[59.8, 38.2, 1.0, 1.0], &[50.0, 46.0, 2.0, 2.0]);
        assert!((p - chi_square(&[59.8, 40.2], &[50.0, 50.0])).abs() < 1e-12);
    }

    /// The test rejects a sample that is not uniform, and accepts a uniform sample.
    #[test]
    fn tests_have_power() {
        let mut stream = Stream::new("power", 0, "test", 0);
        let uniform: Vec<f64> = (0..10_000).map(|_| stream.uniform()).collect();
        assert!(kolmogorov_smirnov(uniform.clone(), |x| x) > 0.001);
        assert!(kolmogorov_smirnov(uniform, |x| x * (0.95 + 0.05 * x)) < 0.01);
    }
}
