//! The hyper-Erlang law of common order: a sum of exponential stages, all long or all short.

use crate::base::random::Stream;

/// Σ of `order` exponentials, of mean `long` with probability `p` and of mean `short` otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HyperErlang {
    /// Number of stages, at least 1.
    pub order: u32,
    /// Probability of long stages.
    pub p: f64,
    /// Mean of a long stage.
    pub long: f64,
    /// Mean of a short stage.
    pub short: f64,
}

impl HyperErlang {
    /// Draws a number: one uniform for the branch, one for each stage.
    pub fn draw(&self, stream: &mut Stream) -> f64 {
        let mean = if stream.uniform() < self.p {
            self.long
        } else {
            self.short
        };
        (0..self.order).map(|_| stream.exponential(mean)).sum()
    }
}
