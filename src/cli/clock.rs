//! The clock on the wall. Simulations know none; the command line tells how long they take.

use crate::base::number::duration;
use std::time::{Duration, Instant};

/// A moment to measure from.
#[derive(Clone, Copy, Debug)]
pub struct Since(Instant);

impl Since {
    /// This moment.
    #[expect(clippy::disallowed_methods, reason = "no other file reads the clock; no result depends on it")]
    pub fn now() -> Since {
        Since(Instant::now())
    }

    /// Time since then.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// Time since then \[s\].
    pub fn seconds(self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

/// A duration, below a minute to a tenth of a second: "0.1 s", "3 min 20 s".
pub fn about(seconds: f64) -> String {
    match seconds.abs() < 60.0 {
        true => duration((10.0 * seconds).round() / 10.0),
        false => duration(seconds),
    }
}
