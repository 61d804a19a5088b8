//! The clock on the wall. Simulations know none; the command line tells how long they take.

use std::time::{Duration, Instant};

/// A moment to measure from.
#[derive(Clone, Copy, Debug)]
pub struct Since(Instant);

impl Since {
    /// From this moment on.
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the clock; no result depends on it"
    )]
    pub fn now() -> Since {
        Since(Instant::now())
    }

    /// How long ago that was.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// How long ago that was \[s\].
    pub fn seconds(self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

/// A duration in words: "0.4 s", "12 s", "3 min 20 s", "5 min", "2 h 5 min", "4 days".
pub fn words(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let two = |first: u64, unit: &str, second: u64, smaller: &str| match second {
        0 => format!("{first} {unit}"),
        _ => format!("{first} {unit} {second} {smaller}"),
    };
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..60 => format!("{whole} s"),
        60..3600 => two(whole / 60, "min", whole % 60, "s"),
        3600..172_800 => two(whole / 3600, "h", whole % 3600 / 60, "min"),
        _ => format!("{} days", whole / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn durations_in_words() {
        let said = [0.04, 9.4, 59.0, 200.0, 300.0, 7500.0, 4e5, f64::INFINITY].map(words);
        assert_eq!(
            said[..7],
            [
                "0.0 s",
                "9.4 s",
                "59 s",
                "3 min 20 s",
                "5 min",
                "2 h 5 min",
                "4 days"
            ]
        );
        assert!(said[7].ends_with(" days"));
    }
}
