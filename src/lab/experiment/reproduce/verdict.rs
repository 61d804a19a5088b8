//! Whether a measured value bears out what was published.

use crate::paper::Published;

/// Whether our numbers bear a claim out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Yes.
    Holds,
    /// The middle of its interval is outside the published range, all of it inside or next to it.
    Beside,
    /// The interval includes both yes and no, or there is none.
    Open,
    /// No.
    Differs,
    /// The experiment did not yield the quantity.
    Missing,
    /// The experiment was not run, because its job log is not at hand.
    NoLog,
}

impl Verdict {
    /// In a word or two.
    pub fn label(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Beside => "next to it",
            Verdict::Open => "open: interval too wide",
            Verdict::Differs => "differs",
            Verdict::Missing => "not measured",
            Verdict::NoLog => "log not at hand",
        }
    }

    /// A sign, for those who do not see colours.
    pub fn sign(self) -> &'static str {
        match self {
            Verdict::Holds => "✓",
            Verdict::Beside => "≈",
            Verdict::Open => "?",
            Verdict::Differs => "✗",
            Verdict::Missing | Verdict::NoLog => "–",
        }
    }

    /// In one word, for programs and style sheets.
    pub fn key(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Beside => "beside",
            Verdict::Open => "open",
            Verdict::Differs => "differs",
            Verdict::Missing => "missing",
            Verdict::NoLog => "no-log",
        }
    }
}

/// Holds a measured value with the half width of its interval against what was published: a claim holds if the whole
/// interval agrees with it, differs if no part of it does, and is open in between or without an interval. An exact
/// quantity has an interval of width 0.
pub fn judge(published: Published, measured: Option<f64>, ci95: Option<f64>) -> Verdict {
    let Some(measured) = measured.filter(|m| m.is_finite()) else {
        return Verdict::Missing;
    };
    let half = ci95.unwrap_or(f64::INFINITY);
    let (least, most) = (measured - half, measured + half);
    let (all, some) = match published {
        Published::Number { value, within } => {
            let (off, tolerance) = ((measured - value).abs(), within * value.abs());
            (off + half <= tolerance, off - half <= tolerance)
        }
        Published::Range { low, high, beside } => {
            let (low, high) = (low - beside, high + beside);
            (low <= least && most <= high, low <= most && least <= high)
        }
        Published::Near { value, by } => {
            let off = (measured - value).abs();
            (off + half <= by, off - half <= by)
        }
        Published::Positive => (least > 0.0, most > 0.0),
        Published::AtMost(limit) => (most <= limit, least <= limit),
    };
    let beside = match published {
        Published::Range { low, high, .. } => measured < low || measured > high,
        _ => false,
    };
    match (all, some) {
        (true, _) if beside => Verdict::Beside,
        (true, _) => Verdict::Holds,
        (false, true) => Verdict::Open,
        (false, false) => Verdict::Differs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_by_hand() {
        let number = Published::Number {
            value: 1087.0,
            within: 0.03,
        };
        // 3 % are 32.61: from 1054.39 to 1119.61.
        assert_eq!(judge(number, Some(1063.0), Some(8.0)), Verdict::Holds);
        assert_eq!(judge(number, Some(1058.0), Some(8.0)), Verdict::Open);
        assert_eq!(judge(number, Some(1050.0), Some(8.0)), Verdict::Open);
        assert_eq!(judge(number, Some(1040.0), Some(8.0)), Verdict::Differs);
        assert_eq!(judge(number, Some(1040.0), None), Verdict::Open);
        assert_eq!(judge(number, None, None), Verdict::Missing);
        assert_eq!(judge(number, Some(f64::NAN), None), Verdict::Missing);
        let range = Published::Range {
            low: 1.2,
            high: 1.25,
            beside: 0.03,
        };
        // With what counts as next to it, from 1.17 to 1.28: an interval must lie in there, wherever its middle is.
        assert_eq!(judge(range, Some(1.21), Some(0.03)), Verdict::Holds);
        assert_eq!(judge(range, Some(1.21), Some(0.05)), Verdict::Open);
        assert_eq!(judge(range, Some(1.21), None), Verdict::Open);
        assert_eq!(judge(range, Some(1.18), Some(0.0)), Verdict::Beside);
        assert_eq!(judge(range, Some(1.26), Some(0.01)), Verdict::Beside);
        assert_eq!(judge(range, Some(1.18), Some(0.02)), Verdict::Open);
        assert_eq!(judge(range, Some(1.1), Some(0.02)), Verdict::Differs);
        assert_eq!(judge(range, Some(1.1), Some(0.08)), Verdict::Open);
        let zero = Published::Number {
            value: 0.0,
            within: 0.0,
        };
        assert_eq!(judge(zero, Some(0.0), Some(0.0)), Verdict::Holds);
        assert_eq!(judge(zero, Some(1e-9), Some(0.0)), Verdict::Differs);
    }

    #[test]
    fn statements_by_hand() {
        let verdict = |value, half| judge(Published::Positive, Some(value), half);
        assert_eq!(verdict(5.0, Some(4.0)), Verdict::Holds);
        assert_eq!(verdict(5.0, Some(6.0)), Verdict::Open);
        assert_eq!(verdict(-5.0, Some(6.0)), Verdict::Open);
        assert_eq!(verdict(-7.0, Some(6.0)), Verdict::Differs);
        assert_eq!(verdict(5.0, None), Verdict::Open);
        let verdict = |value, half| judge(Published::AtMost(1.0), Some(value), half);
        assert_eq!(verdict(1.0, Some(0.0)), Verdict::Holds);
        assert_eq!(verdict(0.9, Some(0.2)), Verdict::Open);
        assert_eq!(verdict(1.3, Some(0.2)), Verdict::Differs);
        let near = Published::Near {
            value: 0.5,
            by: 0.02,
        };
        assert_eq!(judge(near, Some(0.495), Some(0.01)), Verdict::Holds);
        assert_eq!(judge(near, Some(0.49), Some(0.02)), Verdict::Open);
        assert_eq!(judge(near, Some(0.53), Some(0.0)), Verdict::Differs);
    }
}
