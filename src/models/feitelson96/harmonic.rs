//! The harmonic law: a distribution of whole numbers k with P(k) ∝ k^−order.

use crate::base::maths;
use crate::base::random::Stream;

/// A harmonic law on the numbers 1 … n, stored as cumulative weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Harmonic(Vec<f64>);

impl Harmonic {
    /// The law P(k) ∝ k^−order · factor(k) for the whole numbers k from 1 to `most`.
    pub fn new(most: u32, order: f64, factor: impl Fn(u32) -> f64) -> Harmonic {
        let weights = (1..=most.max(1)).scan(0.0, |sum, k| {
            *sum += maths::pow(f64::from(k), -order) * factor(k);
            Some(*sum)
        });
        Harmonic(weights.collect())
    }

    /// Draws a number from the law, by inverse transform.
    pub fn draw(&self, stream: &mut Stream) -> u32 {
        let all = self.0.last().copied().unwrap_or(1.0);
        let at = stream.uniform() * all;
        // A uniform number is below 1. Its product with the sum of all weights may still be rounded up to this sum.
        let below = self.0.partition_point(|&sum| sum <= at);
        below.min(self.0.len() - 1) as u32 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::goodness::chi_square;
    use proptest::prelude::*;

    /// Feitelson's sizes: powers of two are five times as likely as by the law alone.
    fn sizes() -> Harmonic {
        Harmonic::new(128, 1.5, |n| if n > 1 && n.is_power_of_two() { 5.0 } else { 1.0 })
    }

    fn probabilities(law: &Harmonic) -> Vec<f64> {
        let all = law.0.last().unwrap();
        let mut before = 0.0;
        law.0.iter().map(|sum| (sum - std::mem::replace(&mut before, *sum)) / all).collect()
    }

    /// With Feitelson's parameters, 21.6 % of the jobs are serial and 80.8 % of the sizes are powers of two. Numbers of
    /// runs with order 2.5 and at most 1000 runs have the mean 1.900.
    #[test]
    fn the_model_s_own_numbers() {
        let p = probabilities(&sizes());
        assert!((p[0] - 0.216).abs() < 5e-4, "{}", p[0]);
        let powers: f64 = (0..8).map(|k| p[(1 << k) - 1]).sum();
        assert!((powers - 0.808).abs() < 5e-4, "{powers}");
        let repeats = probabilities(&Harmonic::new(1000, 2.5, |_| 1.0));
        let mean: f64 = repeats.iter().zip(1..).map(|(p, k)| p * f64::from(k)).sum();
        assert!((mean - 1.900).abs() < 5e-4, "{mean}");
        // Weights 1, 5 · 2^−1.5 = 1.767767 and 3^−1.5 = 0.192450 of three sizes.
        let three = probabilities(&Harmonic::new(3, 1.5, |n| if n == 2 { 5.0 } else { 1.0 }));
        assert!((three[0] - 1.0 / 2.960_217).abs() < 1e-6 && (three[2] - 0.065_012).abs() < 1e-6);
    }

    #[test]
    fn draws_follow_the_law() {
        for (seed, law) in [("sizes", sizes()), ("repeats", Harmonic::new(1000, 2.5, |_| 1.0))] {
            let mut stream = Stream::new(seed, 0, "test", 0);
            let mut counts = vec![0.0; law.0.len()];
            (0..50_000).for_each(|_| counts[law.draw(&mut stream) as usize - 1] += 1.0);
            let expected: Vec<f64> = probabilities(&law).iter().map(|p| p * 50_000.0).collect();
            let p = chi_square(&counts, &expected);
            assert!(p > 0.001, "{seed}: p = {p}");
        }
    }

    proptest! {
        /// The slow reference finds the drawn number by adding up the weights one by one.
        #[test]
        fn a_walk_finds_the_same_number(most in 1u32..2000, order in 0.0..20.0f64, seed in ".{3}") {
            let law = Harmonic::new(most, order, |_| 1.0);
            let mut stream = Stream::new(&seed, 0, "test", 0);
            for _ in 0..20 {
                let drawn = law.draw(&mut stream.clone());
                let mut left = stream.uniform() * law.0.last().unwrap();
                let mut walked = 1;
                for k in 1..=most {
                    walked = k;
                    left -= maths::pow(f64::from(k), -order);
                    if left < 0.0 {
                        break;
                    }
                }
                // By rounding, a number next to the border of two intervals may fall into either.
                prop_assert!(drawn == walked || left.abs() < 1e-9, "{} {}", drawn, walked);
                prop_assert!((1..=most).contains(&drawn));
            }
        }
    }
}
