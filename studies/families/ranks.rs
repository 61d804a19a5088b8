//! Friedman's test of treatments by their ranks in blocks.

use metasched::base::gamma::Gamma;

/// Ranks of the treatments in several blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    /// Mean rank of each treatment; 1 is the smallest value of a block.
    pub means: Vec<f64>,
    /// Friedman's statistic, corrected for ties.
    pub statistic: f64,
    /// Probability of at least this statistic if the treatments are equal (chi-squared, so approximate for few blocks).
    pub probability: f64,
    /// Nemenyi's critical difference at 5 %: mean ranks that differ by more differ significantly.
    pub critical: f64,
}

/// Nemenyi's constants at 5 % for 2 to 12 treatments: quantiles of the studentized range over √2 (Demšar 2006).
const NEMENYI: [f64; 11] = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164, 3.219, 3.268];

/// Ranks of values: 1 is the smallest. Equal values have the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let smaller = values.iter().filter(|own| *own < value).count() as f64;
        let equal = values.iter().filter(|own| *own == value).count() as f64;
        smaller + (equal + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

/// Compares treatments by their values in each block. All blocks have the same 2 to 12 treatments.
///
/// # Errors
///
/// If there are fewer than two blocks, or too few or too many treatments.
pub fn friedman(blocks: &[Vec<f64>]) -> Result<Ranks, String> {
    let (n, treatments) = (blocks.len() as f64, blocks.first().map_or(0, Vec::len));
    let constant = treatments.checked_sub(2).and_then(|at| NEMENYI.get(at));
    let constant = constant.filter(|_| blocks.len() >= 2);
    let constant = constant.ok_or_else(|| format!("{n} workloads with {treatments} schedulers cannot be ranked"))?;
    let k = treatments as f64;
    let of_blocks: Vec<Vec<f64>> = blocks.iter().map(|block| ranks(block)).collect();
    let mean = |treatment: usize| of_blocks.iter().map(|own| own[treatment]).sum::<f64>() / n;
    let means: Vec<f64> = (0..treatments).map(mean).collect();
    let between: f64 = means.iter().map(|own| (own - (k + 1.0) / 2.0).powi(2)).sum::<f64>() * n * n;
    // Without ties, the squares of a block's centred ranks sum to k(k² − 1)/12.
    let within: f64 = of_blocks.iter().flatten().map(|own| (own - (k + 1.0) / 2.0).powi(2)).sum();
    let statistic = (k - 1.0) * between / within;
    let law = Gamma { shape: (k - 1.0) / 2.0, scale: 2.0 };
    Ok(Ranks {
        means,
        statistic,
        probability: 1.0 - law.at_most(statistic),
        critical: constant * (k * (k + 1.0) / (6.0 * n)).sqrt(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks 1 2 3, 1 3 2, 1 2 3, 2 1 3: sums 5, 8, 11, so χ² = 12/(4·3·4) · (25 + 64 + 121) − 3·4·4 = 4.5, and
    /// e^(−4.5/2) is its probability with two degrees of freedom.
    #[test]
    fn friedman_by_hand() {
        let blocks = [[10.0, 20.0, 30.0], [1.0, 3.0, 2.0], [5.0, 6.0, 7.0], [2.0, 1.0, 9.0]].map(|own| own.to_vec());
        let found = friedman(&blocks).unwrap();
        assert_eq!(found.means, [1.25, 2.0, 2.75]);
        assert!((found.statistic - 4.5).abs() < 1e-12);
        assert!((found.probability - (-2.25f64).exp()).abs() < 1e-9);
        assert!((found.critical - 2.343 * 0.5f64.sqrt()).abs() < 1e-12);
    }

    /// With ties: ranks 1.5 1.5 3 and 1 2 3. Between: (2.5 − 4)² + (3.5 − 4)² + (6 − 4)² = 6.5; within: 1.5 + 2 = 3.5.
    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(ranks(&[4.0, 4.0, 9.0, 1.0]), [2.5, 2.5, 4.0, 1.0]);
        let found = friedman(&[vec![1.0, 1.0, 2.0], vec![1.0, 2.0, 3.0]]).unwrap();
        assert!((found.statistic - 2.0 * 6.5 / 3.5).abs() < 1e-12);
        assert!(friedman(&[vec![1.0, 2.0]]).is_err() && friedman(&[vec![1.0], vec![2.0]]).is_err());
    }
}
