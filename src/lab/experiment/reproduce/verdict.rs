//! Decides whether a measured value confirms a published one.

use crate::paper::Published;

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval agrees with the claim.
    Holds,
    /// No part of the interval agrees with the claim.
    Refuted,
    /// Only a part of the interval agrees with the claim, or there is no interval.
    Open,
    /// The experiment gives no number.
    Untested(Why),
}

/// Reasons why a claim cannot be tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The results do not contain the quantity.
    NotMeasured,
    /// The experiment was not run because its job log is not available.
    NoLog,
    /// The runs of the quick tier are too short for the claim.
    FullTier,
}

impl Verdict {
    /// The four verdicts, best first, as (key, column heading).
    pub const COLUMNS: [(&'static str, &'static str); 4] =
        [("holds", "holds"), ("refuted", "refuted"), ("open", "open"), ("untested", "cannot be tested")];

    /// The verdict in a few words.
    pub fn label(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Refuted => "refuted",
            Verdict::Open => "open: interval too wide",
            Verdict::Untested(Why::NotMeasured) => "not measured",
            Verdict::Untested(Why::NoLog) => "cannot be tested: log not at hand",
            Verdict::Untested(Why::FullTier) => "in the full tier only",
        }
    }

    /// A symbol for each verdict, for readers who do not see colours.
    pub fn sign(self) -> &'static str {
        match self {
            Verdict::Holds => "✓",
            Verdict::Refuted => "✗",
            Verdict::Open => "?",
            Verdict::Untested(_) => "–",
        }
    }

    /// A key for programs and style sheets.
    pub fn key(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Refuted => "refuted",
            Verdict::Open => "open",
            Verdict::Untested(_) => "untested",
        }
    }
}

/// Compares a measured value and its interval with a published value. The claim holds if the whole interval agrees with
/// the published value, and is refuted if no part agrees. In all other cases, and without an interval, the claim is
/// open. So a claim about a direction is open if the interval includes 0. An exact quantity has an interval of width 0.
pub fn judge(published: Published, measured: Option<f64>, ci95: Option<f64>) -> Verdict {
    let Some(measured) = measured.filter(|m| m.is_finite()) else {
        return Verdict::Untested(Why::NotMeasured);
    };
    let half = ci95.unwrap_or(f64::INFINITY);
    let (least, most) = (measured - half, measured + half);
    let (all, some) = match (published, published.between()) {
        (Published::AtMost(limit), _) => (most <= limit, least <= limit),
        (Published::MoreThan(limit), _) => (least > limit, most > limit),
        (_, Some((low, high))) => (low <= least && most <= high, low <= most && least <= high),
        (_, None) => (least > 0.0, most >= 0.0),
    };
    match (all, some) {
        (true, _) => Verdict::Holds,
        (false, true) => Verdict::Open,
        (false, false) => Verdict::Refuted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_by_hand() {
        let number = Published::Number { value: 1087.0, within: 0.03 };
        // The tolerance of 3 % is 32.61: from 1054.39 to 1119.61.
        assert_eq!(judge(number, Some(1063.0), Some(8.0)), Verdict::Holds);
        assert_eq!(judge(number, Some(1058.0), Some(8.0)), Verdict::Open);
        assert_eq!(judge(number, Some(1050.0), Some(8.0)), Verdict::Open);
        assert_eq!(judge(number, Some(1040.0), Some(8.0)), Verdict::Refuted);
        assert_eq!(judge(number, Some(1040.0), None), Verdict::Open);
        let nothing = Verdict::Untested(Why::NotMeasured);
        assert_eq!(judge(number, None, None), nothing);
        assert_eq!(judge(number, Some(f64::NAN), None), nothing);
        let range = Published::Range { low: 1.2, high: 1.25, margin: 0.03 };
        // The range with its margin is from 1.17 to 1.28: the interval must lie inside.
        assert_eq!(judge(range, Some(1.21), Some(0.03)), Verdict::Holds);
        assert_eq!(judge(range, Some(1.18), Some(0.0)), Verdict::Holds);
        assert_eq!(judge(range, Some(1.21), Some(0.05)), Verdict::Open);
        assert_eq!(judge(range, Some(1.21), None), Verdict::Open);
        assert_eq!(judge(range, Some(1.18), Some(0.02)), Verdict::Open);
        assert_eq!(judge(range, Some(1.1), Some(0.02)), Verdict::Refuted);
        assert_eq!(judge(range, Some(1.1), Some(0.08)), Verdict::Open);
        let zero = Published::Number { value: 0.0, within: 0.0 };
        assert_eq!(judge(zero, Some(0.0), Some(0.0)), Verdict::Holds);
        assert_eq!(judge(zero, Some(1e-9), Some(0.0)), Verdict::Refuted);
    }

    #[test]
    fn statements_by_hand() {
        let verdict = |value, half| judge(Published::Positive, Some(value), half);
        assert_eq!(verdict(5.0, Some(4.0)), Verdict::Holds);
        assert_eq!(verdict(5.0, Some(5.0)), Verdict::Open);
        assert_eq!(verdict(5.0, Some(6.0)), Verdict::Open);
        assert_eq!(verdict(-5.0, Some(6.0)), Verdict::Open);
        assert_eq!(verdict(-5.0, Some(5.0)), Verdict::Open);
        assert_eq!(verdict(0.0, Some(0.0)), Verdict::Open);
        assert_eq!(verdict(-7.0, Some(6.0)), Verdict::Refuted);
        assert_eq!(verdict(5.0, None), Verdict::Open);
        let verdict = |value, half| judge(Published::AtMost(1.0), Some(value), half);
        assert_eq!(verdict(1.0, Some(0.0)), Verdict::Holds);
        assert_eq!(verdict(0.9, Some(0.2)), Verdict::Open);
        assert_eq!(verdict(1.3, Some(0.2)), Verdict::Refuted);
        let verdict = |value, half| judge(Published::MoreThan(1.0), Some(value), half);
        assert_eq!(verdict(1.0, Some(0.0)), Verdict::Refuted);
        assert_eq!(verdict(1.1, Some(0.2)), Verdict::Open);
        assert_eq!(verdict(1.3, Some(0.2)), Verdict::Holds);
        let near = Published::Near { value: 0.5, by: 0.02 };
        assert_eq!(judge(near, Some(0.495), Some(0.01)), Verdict::Holds);
        assert_eq!(judge(near, Some(0.49), Some(0.02)), Verdict::Open);
        assert_eq!(judge(near, Some(0.53), Some(0.0)), Verdict::Refuted);
    }
}
