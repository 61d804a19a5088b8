//! Correlation between two quantities.

/// Pearson's correlation coefficient of two quantities; NaN if one of them is constant.
pub fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|pair| of(pair.0 - x, pair.1 - y)).sum::<f64>();
    sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_pairs_by_hand() {
        assert!((correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]) - 1.0).abs() < 1e-15);
        assert!((correlation(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]) - 0.5).abs() < 1e-15);
        assert!(correlation(&[(1.0, 1.0), (2.0, 1.0)]).is_nan());
    }
}
