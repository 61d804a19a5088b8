//! The harmonic law: whole numbers whose probability falls as a power of them.

use crate::base::maths;
use crate::base::random::Stream;

/// A law on 1 … n by its cumulated weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Harmonic(Vec<f64>);

impl Harmonic {
    /// P(k) ∝ k^−order · factor(k) for k from 1 to `most`.
    pub fn new(most: u32, order: f64, factor: impl Fn(u32) -> f64) -> Harmonic {
        let weights = (1..=most.max(1)).scan(0.0, |sum, k| {
            *sum += maths::pow(f64::from(k), -order) * factor(k);
            Some(*sum)
        });
        Harmonic(weights.collect())
    }

    /// Draws a number by inverse transform.
    pub fn draw(&self, stream: &mut Stream) -> u32 {
        let all = self.0.last().copied().unwrap_or(1.0);
        let at = stream.uniform() * all;
        // A uniform number is below 1, but its product may round up to the whole sum.
        let below = self.0.partition_point(|&sum| sum <= at);
        below.min(self.0.len() - 1) as u32 + 1
    }
}
