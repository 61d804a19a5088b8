//! Statistics of a quantity over jobs or replications.

use serde::Serialize;

/// Mean, variation and quantiles. The quantile for a share p is the smallest value for which at least the share p of
/// all values is not larger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// Mean.
    pub mean: f64,
    /// Coefficient of variation: standard deviation / mean; 0 if the mean is 0.
    pub cv: f64,
    /// Minimum.
    pub smallest: f64,
    /// 10 % quantile.
    pub p10: f64,
    /// 25 % quantile.
    pub p25: f64,
    /// 50 % quantile.
    pub median: f64,
    /// 75 % quantile.
    pub p75: f64,
    /// 90 % quantile.
    pub p90: f64,
    /// 99 % quantile.
    pub p99: f64,
    /// Maximum.
    pub largest: f64,
}

impl Spread {
    /// Computes the statistics; all zero without values.
    pub fn of(values: impl Iterator<Item = f64>) -> Spread {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        let n = values.len() as f64;
        let mean = match values.first() == values.last() {
            // Avoids rounding errors.
            true => values.first().copied().unwrap_or_default(),
            false => values.iter().sum::<f64>() / n,
        };
        let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / n;
        let quantile = |p: f64| {
            let rank = (p * n).ceil() as usize;
            values.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
        };
        if values.is_empty() {
            return Spread::default();
        }
        Spread {
            mean,
            cv: if mean > 0.0 { variance.sqrt() / mean } else { 0.0 },
            smallest: quantile(0.0),
            p10: quantile(0.1),
            p25: quantile(0.25),
            median: quantile(0.5),
            p75: quantile(0.75),
            p90: quantile(0.9),
            p99: quantile(0.99),
            largest: quantile(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean 5, variance ((−4)² + (−2)² + 0 + 2² + 4²)/5 = 8.
    #[test]
    fn five_values_by_hand() {
        let spread = Spread::of([9.0, 1.0, 7.0, 3.0, 5.0].into_iter());
        assert_eq!((spread.mean, spread.cv), (5.0, 8f64.sqrt() / 5.0));
        assert_eq!((spread.smallest, spread.p10, spread.p25), (1.0, 1.0, 3.0));
        assert_eq!((spread.median, spread.p75, spread.p90), (5.0, 7.0, 9.0));
        assert_eq!((spread.p99, spread.largest), (9.0, 9.0));
        assert_eq!(Spread::of([].into_iter()), Spread::default());
        assert_eq!(Spread::of([0.0, 0.0].into_iter()).cv, 0.0);
    }
}
