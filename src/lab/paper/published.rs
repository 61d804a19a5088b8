//! Published values.

use super::spot::At;
use serde::{Deserialize, Serialize};

/// The published value that a measurement is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Published {
    /// A number: the measurement must agree within a relative tolerance.
    Number {
        /// The printed number.
        value: f64,
        /// Allowed relative difference.
        within: f64,
    },
    /// A range: the measurement must be inside, within a tolerance.
    Range {
        /// Lower end of the range.
        low: f64,
        /// Upper end of the range.
        high: f64,
        /// Allowed distance outside the range.
        margin: f64,
    },
    /// A number: the measurement must agree within an absolute tolerance.
    Near {
        /// The printed number.
        value: f64,
        /// Allowed absolute difference.
        by: f64,
    },
    /// A statement that holds if the measured quantity is positive.
    #[default]
    Positive,
    /// A statement that holds if the measured quantity is at most this.
    AtMost(f64),
    /// A statement that holds if the measured quantity exceeds this.
    MoreThan(f64),
}

impl Published {
    /// The range of values that confirm the statement, including the tolerance, if the range has two ends.
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

    /// True if the statement is only about a direction, not a number.
    pub fn is_directional(self) -> bool {
        self == Published::Positive
    }

    /// The published value, or the condition for the statement to hold, with the unit.
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

    /// The condition for the statement to be refuted, with the unit.
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

/// A number without rounding errors.
fn short(value: f64) -> f64 {
    (1e6 * value).round() / 1e6
}

/// A row of a published table of improvements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Name of the row in the paper.
    pub name: String,
    /// The preset whose points are the cells of the row, in order.
    pub preset: String,
    /// The scheduler that is compared with the best of the other schedulers.
    pub scheduler: String,
    /// The published improvements of the row \[%\].
    pub published: [i8; 9],
    /// Cells whose value is uncertain in the available text; they are not compared.
    #[serde(default)]
    pub loose: Vec<usize>,
}

/// A published number for a scheduler at a point of a preset's sweep.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedPoint {
    /// Name of the measure.
    pub measure: String,
    /// Name of the scheduler in the results.
    pub scheduler: String,
    /// Swept parameters and their values at the point; empty if the number does not depend on them.
    #[serde(default)]
    pub at: At,
    /// The published number, in the measure's unit.
    pub value: f64,
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
