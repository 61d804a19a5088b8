//! Means, quantiles and paired differences of groups of jobs, and how the studies write them.

use metasched::metrics::confidence;

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The middle value, or the mean of the two middle values.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() % 2 {
        0 => (sorted[half - 1] + sorted[half]) / 2.0,
        _ => sorted[half],
    }
}

/// The smallest value that at least 95 % of the values do not exceed.
pub fn p95(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (0.95 * sorted.len() as f64).ceil() as usize;
    sorted[rank.max(1) - 1]
}

/// Mean of the values, and the half width of its 95 % interval (Student's t).
pub fn estimate(values: &[f64]) -> (f64, f64) {
    let found = confidence::estimate(values);
    (found.mean, found.ci95)
}

/// Mean of own − other over the groups, and the half width of its 95 % interval.
pub fn paired(own: &[f64], other: &[f64]) -> (f64, f64) {
    estimate(&own.iter().zip(other).map(|(own, other)| own - other).collect::<Vec<_>>())
}

/// A number with three digits; without decimals from 100 on.
pub fn number(value: f64) -> String {
    match value.abs() {
        size if size < 10.0 => format!("{value:.2}"),
        size if size < 100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// "−3.2 ± 1.1"; a dash for the baseline itself.
pub fn signed((difference, half): (f64, f64)) -> String {
    match (difference, half) {
        (0.0, 0.0) => "–".to_owned(),
        _ => format!("{} ± {}", number(difference), number(half)).replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let values: Vec<f64> = (1..=20).rev().map(f64::from).collect();
        assert_eq!((mean(&values), median(&values), p95(&values)), (10.5, 10.5, 19.0));
        assert_eq!((median(&[3.0, 1.0, 2.0]), p95(&[3.0, 1.0])), (2.0, 3.0));
        // Ten differences are 1 and ten are 3, so their variance s² is 20/19.
        let own: Vec<f64> = (0..20).map(|group| f64::from(group + 1 + 2 * (group % 2))).collect();
        let other: Vec<f64> = (0..20).map(f64::from).collect();
        let (difference, half) = paired(&own, &other);
        assert_eq!(difference, 2.0);
        assert!((half - 2.093 / 19f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn numbers_and_differences_read_well() {
        assert_eq!(number(1.0), "1.00");
        assert_eq!(number(45.25), "45.2");
        assert_eq!(number(8122.2), "8122");
        assert_eq!(signed((-3.25, 1.125)), "−3.25 ± 1.12");
        assert_eq!(signed((0.0, 0.0)), "–");
    }
}
