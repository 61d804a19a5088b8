//! What was published.

use serde::Deserialize;

/// What a measured value is held against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Published {
    /// A number, to be met within this share of itself.
    Number {
        /// The printed number.
        value: f64,
        /// Allowed relative difference.
        within: f64,
    },
    /// A range, to be met with this margin.
    Range {
        /// Its ends.
        low: f64,
        /// Its ends.
        high: f64,
        /// How far outside is allowed.
        margin: f64,
    },
    /// A number, to be met within this distance.
    Near {
        /// The printed number.
        value: f64,
        /// Allowed difference.
        by: f64,
    },
    /// A statement that holds if the measured quantity is positive.
    #[default]
    Positive,
    /// A statement that holds if the measured quantity is at most this.
    AtMost(f64),
    /// The opposite of that.
    MoreThan(f64),
}

impl Published {
    /// The values that bear it out, with the margin, where they have two ends.
    pub fn between(self) -> Option<(f64, f64)> {
        match self {
            Published::Number { value, within } => {
                let margin = within * value.abs();
                Some((value - margin, value + margin))
            }
            Published::Range { low, high, margin } => Some((low - margin, high + margin)),
            Published::Near { value, by } => Some((value - by, value + by)),
            _ => None,
        }
    }

    /// Whether it asks for a direction only, and not for a number.
    pub fn is_directional(self) -> bool {
        self == Published::Positive
    }

    /// What was published, or what must be found for the statement to hold, with its unit.
    pub fn words(self, unit: &str) -> String {
        let unit = with_space(unit);
        match self {
            Published::Number { value, within } if within > 0.0 => {
                format!("{value}{unit} (± {} % wanted)", 100.0 * within)
            }
            Published::Number { value, .. } => format!("{value}{unit}"),
            Published::Range { low, high, margin } if margin > 0.0 => {
                format!("{low}–{high}{unit} (± {margin} wanted)")
            }
            Published::Range { low, high, .. } => format!("{low}–{high}{unit}"),
            Published::Near { value, by } if by > 0.0 => format!("{value}{unit} (± {by} wanted)"),
            Published::Near { value, .. } => format!("{value}{unit}"),
            Published::Positive => "> 0".to_owned(),
            Published::AtMost(most) => format!("≤ {most}{unit}"),
            Published::MoreThan(most) => format!("> {most}{unit}"),
        }
    }

    /// What must be found for the statement to be refuted, with its unit.
    pub fn refuted(self, unit: &str) -> String {
        let unit = with_space(unit);
        match (self, self.between()) {
            (Published::AtMost(most), _) => format!("> {most}{unit}"),
            (Published::MoreThan(most), _) => format!("≤ {most}{unit}"),
            (_, Some((low, high))) if low == high => format!("not {low}{unit}"),
            (_, Some((low, high))) => format!("outside {}–{}{unit}", short(low), short(high)),
            (_, None) => "< 0".to_owned(),
        }
    }
}

fn with_space(unit: &str) -> String {
    match unit {
        "" => String::new(),
        unit => format!(" {unit}"),
    }
}

/// A number without what rounding made of it.
fn short(value: f64) -> f64 {
    (1e6 * value).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_published_in_words() {
        let number = Published::Number { value: 1087.0, within: 0.03 };
        assert_eq!(number.words("s"), "1087 s (± 3 % wanted)");
        assert_eq!(Published::AtMost(69.6).words("µs"), "≤ 69.6 µs");
        let near = Published::Near { value: 0.83, by: 0.02 };
        assert_eq!(near.words(""), "0.83 (± 0.02 wanted)");
        let range = Published::Range { low: 1.2, high: 1.25, margin: 0.03 };
        assert_eq!(range.words(""), "1.2–1.25 (± 0.03 wanted)");
        assert_eq!(range.refuted(""), "outside 1.17–1.28");
        assert_eq!(Published::AtMost(15.0).refuted("%"), "> 15 %");
        assert_eq!(Published::Positive.refuted("s"), "< 0");
    }
}
