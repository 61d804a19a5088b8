//! The interval of the mean of a dependent series, such as the waits of the jobs of one run in order of submission.
//!
//! Jobs that follow each other wait alike, so the jobs are divided into blocks of equal length, and the means of the blocks are the
//! observations. The rule, for a series of n entries:
//!
//! 1. *Number of blocks.* Numbers k are tried that fall from n by a factor of 10/13 each, down to [`LEAST_BLOCKS`]. The largest is taken
//!    at which neighbouring blocks do not correlate, r < 1/(2√k) for the correlation r of the k means with their successors, and of which
//!    no smaller number has blocks that surely correlate, r > 1.645/√k (one-sided 5 %): short blocks may look independent although months
//!    depend on each other. (2·(1 − r) is von Neumann's ratio, 1941.) If there is none, there is no interval.
//! 2. *What correlation is left.* r is estimated 1/k too low. With ρ = max(0, r + 1/k), the variance of the mean is that of k blocks
//!    times f = (1 + ρ)/(1 − ρ), as for a first-order autoregressive series; k/f − 1 are the degrees of freedom of Student's t.
//! 3. *Skewness.* Few blocks have long queues, and the mean of a run without them is too low and seems too certain. With the
//!    skewness B of the means, β = B/(6√k) and G(t) = ((1 + 6β(t − β))^⅓ − 1)/(2β), the interval reaches G(t) standard errors down
//!    and −G(−t) up (Johnson 1978, Hall 1992, Willink 2005); the half width is the larger of both.
//!
//! 2 and 3 are the adjustments of Skart (Tafazzoli, Wilson, Lada and Steiger 2011). `studies/coverage` shows how often such an interval
//! contains the true mean.

use super::confidence::t975;
use crate::base::maths::cbrt;
use std::iter::successors;

/// Least number of blocks of which an interval is computed.
pub const LEAST_BLOCKS: usize = 10;

/// Correlations of k neighbouring blocks, times √k: below the first, blocks hardly correlate; above the second, they surely do.
const HARDLY: f64 = 0.5;
const SURELY: f64 = 1.645;

/// The mean of a series with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The mean of the series.
    pub mean: f64,
    /// Half width of the 95 % interval.
    pub ci95: f64,
    /// Number of blocks whose means do not correlate.
    pub blocks: usize,
    /// Degrees of freedom of Student's t.
    pub freedom: usize,
}

/// A series whose blocks correlate until fewer than [`LEAST_BLOCKS`] are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooDependent;

/// The interval of the mean of `series`.
///
/// # Errors
/// The series has too few blocks that do not correlate.
pub fn interval(series: &[f64]) -> Result<Interval, TooDependent> {
    let count = series.len();
    let mean = series.iter().sum::<f64>() / count as f64;
    if series.len() >= LEAST_BLOCKS && series.iter().all(|value| *value == series[0]) {
        // Avoids rounding errors.
        return Ok(Interval { mean: series[0], ci95: 0.0, blocks: count, freedom: count - 1 });
    }
    let next = |blocks: &usize| Some(blocks * 10 / 13);
    let all: Vec<usize> = successors(Some(count), next).take_while(|blocks| *blocks >= LEAST_BLOCKS).collect();
    let mut found = Err(TooDependent);
    for blocks in all.into_iter().rev() {
        let spread = Spread::of(&block_means(series, blocks));
        let correlation = spread.correlation * (blocks as f64).sqrt();
        if correlation > SURELY {
            break;
        }
        if correlation < HARDLY {
            let (ci95, freedom) = spread.half_width(blocks);
            found = Ok(Interval { mean, ci95, blocks, freedom });
        }
    }
    found
}

/// The interval of a mean over jobs that are unequally spread over the entries of a series: the sum of `sums` divided by the sum of
/// `counts` (linearized ratio estimator).
///
/// # Errors
/// The series has too few blocks that do not correlate, or no jobs.
pub fn interval_of_ratio(sums: &[f64], counts: &[f64]) -> Result<Interval, TooDependent> {
    let (sum, count): (f64, f64) = (sums.iter().sum(), counts.iter().sum());
    if count <= 0.0 {
        return Err(TooDependent);
    }
    let mean = sum / count;
    let residuals: Vec<f64> = sums.iter().zip(counts).map(|(sum, count)| sum - mean * count).collect();
    let own = interval(&residuals)?;
    Ok(Interval { mean, ci95: own.ci95 * residuals.len() as f64 / count, ..own })
}

/// Means of `blocks` blocks of a series; their lengths differ by at most one.
fn block_means(series: &[f64], blocks: usize) -> Vec<f64> {
    let from = |block: usize| block * series.len() / blocks;
    let mean = |block: usize| {
        let own = &series[from(block)..from(block + 1)];
        own.iter().sum::<f64>() / own.len() as f64
    };
    (0..blocks).map(mean).collect()
}

/// How the means of blocks vary.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spread {
    /// Sample variance.
    variance: f64,
    /// Correlation of each mean with the next one.
    correlation: f64,
    /// Sample skewness n/((n − 1)(n − 2)) · Σ(x − mean)³/s³.
    skewness: f64,
}

impl Spread {
    fn of(means: &[f64]) -> Spread {
        let n = means.len() as f64;
        let mean = means.iter().sum::<f64>() / n;
        let off: Vec<f64> = means.iter().map(|own| own - mean).collect();
        let squares: f64 = off.iter().map(|own| own * own).sum();
        let cubes: f64 = off.iter().map(|own| own * own * own).sum();
        let neighbours: f64 = off.windows(2).map(|two| two[0] * two[1]).sum();
        if squares == 0.0 {
            return Spread { variance: 0.0, correlation: 0.0, skewness: 0.0 };
        }
        let variance = squares / (n - 1.0);
        Spread {
            variance,
            correlation: neighbours / squares,
            skewness: n / ((n - 1.0) * (n - 2.0)) * cubes / (variance * variance.sqrt()),
        }
    }

    /// Half width of the interval of the mean of `blocks` blocks, and the degrees of freedom.
    fn half_width(&self, blocks: usize) -> (f64, usize) {
        let k = blocks as f64;
        let left = (self.correlation + 1.0 / k).max(0.0);
        let factor = (1.0 + left) / (1.0 - left);
        let freedom = ((k / factor) as usize).saturating_sub(1).max(1);
        let error = (self.variance * factor / k).sqrt();
        let beta = self.skewness / (6.0 * k.sqrt());
        let t = t975(freedom);
        (error * adjusted(t, beta).abs().max(adjusted(-t, beta).abs()), freedom)
    }
}

/// G(t): what a quantile `t` of Student's t becomes if the mean is skewed.
fn adjusted(t: f64, beta: f64) -> f64 {
    // G tends to t − β; the formula divides by β.
    match beta.abs() < 1e-6 {
        true => t,
        false => (cbrt(1.0 + 6.0 * beta * (t - beta)) - 1.0) / (2.0 * beta),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Stream;
    use proptest::prelude::*;

    /// The series 1, 2, 1, 2, … has blocks of alternating means, r = −11/12 for 12 entries: no correlation is left. The variance is
    /// 12 · 0.25/11, so the standard error is √(3/11/12) = 0.150756; with 11 degrees of freedom t is 2.201.
    #[test]
    fn alternating_values_by_hand() {
        let series: Vec<f64> = (0..12).map(|at| f64::from(1 + at % 2)).collect();
        let found = interval(&series).unwrap();
        assert_eq!((found.mean, found.blocks, found.freedom), (1.5, 12, 11));
        assert!((found.ci95 - 2.201 * 0.150_756).abs() < 1e-5, "{}", found.ci95);
    }

    /// Means 0 × 9 and 10: the mean is 1, the sum of squares 90, the variance 10, the sum of cubes 9³ − 9 = 720, so the skewness is
    /// 10/72 · 720/10^1.5 = 3.162278 and β = 3.162278/(6√10) = 1/6. Of the products of neighbours, eight are 1 and
    /// one is −9: r = −1/90, and r + 1/10 = 0.0889: f = 1.0889/0.9111 = 1.195122. The degrees of freedom are ⌊10/f⌋ − 1 = 7, t =
    /// 2.365. G(−t) = (∛(1 − 2.365 − 1/6) − 1) · 3 = (−1.152580 − 1) · 3 = −6.4577. The standard error is √(10 f/10) = 1.093216.
    #[test]
    fn a_skewed_series_by_hand() {
        let mut series = [0.0; 10];
        series[9] = 10.0;
        let found = interval(&series).unwrap();
        assert_eq!((found.mean, found.blocks, found.freedom), (1.0, 10, 7));
        assert!((found.ci95 - 6.4577 * 1.093_216).abs() < 1e-3, "{}", found.ci95);
    }

    /// Forty values that alternate, of which the first ten are lower: 17 blocks surely correlate, so that forty are not independent.
    #[test]
    fn what_depends_for_long_is_not_taken_for_independent() {
        let series: Vec<f64> = (0..40).map(|at| f64::from(at % 2) * 8.0 - if at < 10 { 3.0 } else { 0.0 }).collect();
        assert!(Spread::of(&series).correlation < 0.0);
        assert!(Spread::of(&block_means(&series, 17)).correlation > 1.645 / 17f64.sqrt());
        assert_eq!(interval(&series), Err(TooDependent));
    }

    #[test]
    fn equal_values_and_too_few() {
        let same = interval(&[3.0; 40]).unwrap();
        assert_eq!((same.mean, same.ci95), (3.0, 0.0));
        assert_eq!(interval(&[1.0; 9]), Err(TooDependent));
        assert_eq!(interval(&[]), Err(TooDependent));
        // Every block correlates with the next one, however long the blocks are.
        let rising: Vec<f64> = (0..1000).map(f64::from).collect();
        assert_eq!(interval(&rising), Err(TooDependent));
        assert_eq!(interval_of_ratio(&[0.0; 20], &[0.0; 20]), Err(TooDependent));
    }

    proptest! {
        /// With one job per entry, the mean over jobs is the mean over entries; twice the jobs halve the mean and its interval.
        #[test]
        fn a_ratio_of_equal_counts_is_a_mean(series in prop::collection::vec(0.0..9.0f64, 10..200)) {
            let (own, ratio) = (interval(&series), interval_of_ratio(&series, &vec![1.0; series.len()]));
            prop_assert_eq!(own.is_ok(), ratio.is_ok());
            let twice = interval_of_ratio(&series, &vec![2.0; series.len()]);
            if let (Ok(own), Ok(ratio), Ok(twice)) = (own, ratio, twice) {
                let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * (1.0 + a.abs());
                prop_assert!(close(own.mean, ratio.mean) && close(own.ci95, ratio.ci95), "{:?} {:?}", own, ratio);
                prop_assert!(close(own.mean, 2.0 * twice.mean) && close(own.ci95, 2.0 * twice.ci95));
            }
        }

        /// Slow reference: sums over a list of blocks, straight from the definitions.
        #[test]
        fn equals_the_slow_twin(series in prop::collection::vec(-5.0..9.0f64, 0..150)) {
            let mut wanted = Err(TooDependent);
            let mut k = series.len();
            while k >= 10 {
                let mut blocks = vec![Vec::new(); k];
                let of = |at: usize| (0..k).rev().find(|block| block * series.len() / k <= at).unwrap();
                series.iter().enumerate().for_each(|(at, value)| blocks[of(at)].push(*value));
                let means: Vec<f64> = blocks.iter().map(|own| own.iter().sum::<f64>() / own.len() as f64).collect();
                let n = k as f64;
                let mean = means.iter().sum::<f64>() / n;
                let s = (means.iter().map(|own| (own - mean) * (own - mean)).sum::<f64>() / (n - 1.0)).sqrt();
                let r = (1..k).map(|at| (means[at] - mean) * (means[at - 1] - mean)).sum::<f64>() / (s * s * (n - 1.0));
                if r > 1.645 / n.sqrt() {
                    wanted = Err(TooDependent);
                } else if r < 0.5 / n.sqrt() && wanted.is_err() {
                    let rho = f64::max(0.0, r + 1.0 / n);
                    let f = (1.0 + rho) / (1.0 - rho);
                    let freedom = usize::max(1, (n / f) as usize - 1);
                    let cubed: f64 = means.iter().map(|own| ((own - mean) / s) * ((own - mean) / s) * ((own - mean) / s)).sum();
                    let beta = n / (n - 1.0) / (n - 2.0) * cubed / 6.0 / n.sqrt();
                    let g = |t: f64| (cbrt(1.0 + 6.0 * beta * (t - beta)) - 1.0) / (2.0 * beta);
                    let (down, up) = (g(t975(freedom)), -g(-t975(freedom)));
                    wanted = Ok((f64::max(down, up) * s * (f / n).sqrt(), k, freedom));
                }
                k = k * 10 / 13;
            }
            let found = interval(&series);
            prop_assert_eq!(found.is_ok(), wanted.is_ok());
            if let (Ok(found), Ok((ci95, blocks, freedom))) = (found, wanted) {
                prop_assert_eq!((found.blocks, found.freedom), (blocks, freedom));
                prop_assert!((found.ci95 - ci95).abs() < 1e-4 * ci95, "{} {}", found.ci95, ci95);
            }
        }
    }

    /// First-order autoregressive series of known mean 0: of 400 intervals, 93 to 97 % contain the mean, give or take the chance of
    /// 400 draws. `studies/coverage` draws more, also from queues.
    #[test]
    fn intervals_of_autoregressive_series_contain_the_mean() {
        for (phi, length) in [(0.0, 500), (0.5, 1000), (0.9, 5000)] {
            let (mut contained, mut all) = (0, 0);
            for run in 0..400 {
                let mut stream = Stream::new("1", run, "autoregressive", 0);
                let mut last = 0.0;
                let mut next = || {
                    last = phi * last + stream.normal();
                    last
                };
                (0..200).for_each(|_| _ = next());
                let series: Vec<f64> = (0..length).map(|_| next()).collect();
                if let Ok(found) = interval(&series) {
                    all += 1;
                    contained += u32::from(found.mean.abs() <= found.ci95);
                }
            }
            let share = f64::from(contained) / f64::from(all);
            assert!(all > 340 && (0.92..0.985).contains(&share), "φ = {phi}: {share} of {all}");
        }
    }
}
