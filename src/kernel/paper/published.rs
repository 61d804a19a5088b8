//! What was published.

/// What a measured value is held against.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Published {
    /// A number, to be met within this share of itself.
    Number {
        /// The printed number.
        value: f64,
        /// Allowed relative difference.
        within: f64,
    },
    /// A printed range; up to `beside` outside counts as next to it, also for the interval of what was measured.
    Range {
        /// Its ends.
        low: f64,
        /// Its ends.
        high: f64,
        /// How far outside is still next to it.
        beside: f64,
    },
    /// A number, to be met within this distance.
    Near {
        /// The printed number.
        value: f64,
        /// Allowed difference.
        by: f64,
    },
    /// A statement that holds if the measured quantity is positive.
    Positive,
    /// A statement that holds if the measured quantity is at most this.
    AtMost(f64),
}

impl Published {
    /// What was published, or what must be found for the statement to hold, with its unit.
    pub fn words(self, unit: &str) -> String {
        let unit = match unit {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        match self {
            Published::Number { value, within } if within > 0.0 => {
                format!("{value}{unit} (± {} % wanted)", 100.0 * within)
            }
            Published::Number { value, .. } => format!("{value}{unit}"),
            Published::Range { low, high, .. } => format!("{low}–{high}{unit}"),
            Published::Near { value, by } if by > 0.0 => format!("{value}{unit} (± {by} wanted)"),
            Published::Near { value, .. } => format!("{value}{unit}"),
            Published::Positive => "> 0".to_owned(),
            Published::AtMost(most) => format!("≤ {most}{unit}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_published_in_words() {
        let number = Published::Number {
            value: 1087.0,
            within: 0.03,
        };
        assert_eq!(number.words("s"), "1087 s (± 3 % wanted)");
        assert_eq!(Published::AtMost(69.6).words("µs"), "≤ 69.6 µs");
        let near = Published::Near {
            value: 0.83,
            by: 0.02,
        };
        assert_eq!(near.words(""), "0.83 (± 0.02 wanted)");
        let range = Published::Range {
            low: 1.2,
            high: 1.25,
            beside: 0.03,
        };
        assert_eq!(range.words(""), "1.2–1.25");
    }
}
