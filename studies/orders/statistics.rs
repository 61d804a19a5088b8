//! Means, quantiles and paired differences of a fixed number of groups.

/// Number of compared groups of jobs: replications, or batches of a log.
pub const GROUPS: usize = 20;

/// The 0.975 quantile of Student's t with 19 degrees of freedom.
const T975: f64 = 2.093;

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

/// The mean of own − other over the groups, and the half width of its 95 % interval.
pub fn paired(own: &[f64], other: &[f64]) -> (f64, f64) {
    let differences: Vec<f64> = own.iter().zip(other).map(|(own, other)| own - other).collect();
    let middle = mean(&differences);
    let squares: f64 = differences.iter().map(|own| (own - middle).powi(2)).sum();
    let groups = differences.len() as f64;
    (middle, T975 * (squares / (groups - 1.0) / groups).sqrt())
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
}
