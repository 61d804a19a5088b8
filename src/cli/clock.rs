//! The system clock. Simulations never read it; the command line measures computing time with it.

use crate::logs::date;
use crate::words::number::duration;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A start time to measure from.
#[derive(Clone, Copy, Debug)]
pub struct Since(Instant);

impl Since {
    /// The current time.
    #[expect(clippy::disallowed_methods, reason = "no other file reads the clock; no result depends on it")]
    pub fn now() -> Since {
        Since(Instant::now())
    }

    /// Time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// Time since the start \[s\].
    pub fn seconds(self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

/// Today's date (UTC), such as "2027-01-31".
#[expect(clippy::disallowed_methods, reason = "no other file reads the clock; no result depends on it")]
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(i64::try_from(since.as_secs()).unwrap_or_default())
}

/// A duration as text; below a minute, in tenths of a second: "0.1 s", "3 min 20 s".
pub fn about(seconds: f64) -> String {
    match seconds.abs() < 60.0 {
        true => duration((10.0 * seconds).round() / 10.0),
        false => duration(seconds),
    }
}
