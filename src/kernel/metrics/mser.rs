//! Detection of the end of the warm-up: MSER-5 (White, Cobb and Spratt 2000).
//!
//! Cuts the first d of the n batch means xᵢ, so that the squared standard error of the mean x̄ of the rest is smallest:
//! Σ (xᵢ − x̄)² / (n − d)². At most half of the series may be cut.

/// Number of batches to cut from the front of `means`. Ties go to the shorter cut.
pub fn batches_to_cut(means: &[f64]) -> usize {
    let n = means.len();
    let mut best = (f64::INFINITY, 0);
    // The loop runs from the last batch to the first, so that the mean and the squared deviations of the rest can be
    // updated batch by batch (Welford).
    let (mut mean, mut squares) = (0.0, 0.0);
    for (index, &value) in means.iter().enumerate().rev() {
        let kept = (n - index) as f64;
        let deviation = value - mean;
        mean += deviation / kept;
        squares += deviation * (value - mean);
        let statistic = squares / (kept * kept);
        if index <= n / 2 && statistic <= best.0 {
            best = (statistic, index);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes the definition directly for every cut.
    fn slow(means: &[f64]) -> usize {
        let statistic = |cut: usize| {
            let rest = &means[cut..];
            let n = rest.len() as f64;
            let mean = rest.iter().sum::<f64>() / n;
            rest.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n * n)
        };
        let mut best = 0;
        for cut in 0..=means.len() / 2 {
            if cut < means.len() && statistic(cut) < statistic(best) {
                best = cut;
            }
        }
        best
    }

    #[test]
    fn cuts_a_transient() {
        // Ten batches fall from 100; the following batches are noise around 10.
        let mut means: Vec<f64> = (0..10).map(|i| 100.0 - 9.0 * f64::from(i)).collect();
        means.extend((0..90).map(|i| if i % 2 == 0 { 9.0 } else { 11.0 }));
        assert_eq!(batches_to_cut(&means), slow(&means));
        assert_eq!(batches_to_cut(&means), 10);
    }

    #[test]
    fn nothing_to_cut() {
        assert_eq!(batches_to_cut(&[]), 0);
        assert_eq!(batches_to_cut(&[3.0]), 0);
        assert_eq!(batches_to_cut(&[5.0; 8]), 0);
    }

    proptest! {
        #[test]
        fn equals_the_definition(means in prop::collection::vec(0u32..1000, 2..80)) {
            let means: Vec<f64> = means.into_iter().map(f64::from).collect();
            let (fast, slow) = (batches_to_cut(&means), slow(&means));
            // Two cuts may have equal standard errors in theory that differ in the last bit. Then the test accepts both
            // cuts.
            let value = |cut: usize| {
                let rest = &means[cut..];
                let n = rest.len() as f64;
                let mean = rest.iter().sum::<f64>() / n;
                rest.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n * n)
            };
            prop_assert!((value(fast) - value(slow)).abs() <= 1e-9 * (1.0 + value(slow)));
        }
    }
}
