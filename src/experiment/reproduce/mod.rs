//! Published results beside ours: what a paper claims, as data, and what the simulation says to it.

mod crossing;
pub mod jones2005;

use super::results::Results;
use crate::scenario::Scenario;

/// How much of the published experiment is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// A fraction of the jobs: a minute or less.
    Quick,
    /// The published number of jobs.
    Full,
}

/// One experiment of a paper.
#[derive(Clone, Debug)]
pub struct Study {
    /// Name of the preset it comes from.
    pub preset: &'static str,
    /// What is run.
    pub scenario: Scenario,
}

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
    /// A printed range; up to `beside` outside counts as next to it.
    Range {
        /// Its ends.
        low: f64,
        /// Its ends.
        high: f64,
        /// How far outside is still next to it.
        beside: f64,
    },
    /// A statement that holds if the measured quantity is positive.
    Positive,
}

/// Whether our numbers bear a claim out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Yes.
    Holds,
    /// Outside the published range, but next to it.
    Beside,
    /// The interval includes both yes and no.
    Open,
    /// No.
    Differs,
    /// The experiment did not yield the quantity.
    Missing,
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
        }
    }
}

/// A claim of a paper with our answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Where the paper says it.
    pub source: &'static str,
    /// What it says.
    pub claim: String,
    /// The printed number, as text.
    pub published: String,
    /// Our number; `None` if the experiment did not yield it.
    pub measured: Option<f64>,
    /// Half width of its 95 % interval, where there is one.
    pub ci95: Option<f64>,
    /// The unit of the measured number.
    pub unit: &'static str,
    /// The answer.
    pub verdict: Verdict,
}

/// Holds a measured value with its interval against what was published.
pub fn judge(published: Published, measured: Option<f64>, ci95: Option<f64>) -> Verdict {
    let Some(measured) = measured.filter(|m| m.is_finite()) else {
        return Verdict::Missing;
    };
    let half = ci95.unwrap_or(0.0);
    match published {
        Published::Number { value, within } => {
            let off = (measured - value).abs();
            if off <= within * value {
                Verdict::Holds
            } else if off - half <= within * value {
                Verdict::Open
            } else {
                Verdict::Differs
            }
        }
        Published::Range { low, high, beside } => {
            if (low..=high).contains(&measured) {
                Verdict::Holds
            } else if (low - beside..=high + beside).contains(&measured) {
                Verdict::Beside
            } else {
                Verdict::Differs
            }
        }
        Published::Positive => {
            if measured - half > 0.0 {
                Verdict::Holds
            } else if measured + half > 0.0 {
                Verdict::Open
            } else {
                Verdict::Differs
            }
        }
    }
}

/// The findings as a Markdown table.
pub fn markdown(findings: &[Finding]) -> String {
    let mut text = String::from(
        "| Source | Claim | Published | Measured | Verdict |\n|---|---|---|---|---|\n",
    );
    for finding in findings {
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} |\n",
            finding.source,
            finding.claim,
            finding.published,
            measured(finding),
            finding.verdict.label()
        ));
    }
    text
}

/// "1058.2 ± 7.1 s".
fn measured(finding: &Finding) -> String {
    let Some(value) = finding.measured else {
        return "–".to_owned();
    };
    let digits = if value.abs() < 10.0 { 3 } else { 1 };
    let mut text = format!("{value:.digits$}");
    if let Some(half) = finding.ci95 {
        text.push_str(&format!(" ± {half:.digits$}"));
    }
    if !finding.unit.is_empty() {
        text.push(' ');
        text.push_str(finding.unit);
    }
    text
}

/// The result of a scheduler at a point.
fn result<'a>(results: &'a Results, point: usize, scheduler: &str) -> Option<&'a super::RunResult> {
    let point = results.points.get(point)?;
    point.results.iter().find(|r| r.scheduler == scheduler)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_by_hand() {
        let number = Published::Number {
            value: 1087.0,
            within: 0.03,
        };
        assert_eq!(judge(number, Some(1058.0), Some(8.0)), Verdict::Holds);
        assert_eq!(judge(number, Some(1050.0), Some(8.0)), Verdict::Open);
        assert_eq!(judge(number, Some(1040.0), Some(8.0)), Verdict::Differs);
        assert_eq!(judge(number, None, None), Verdict::Missing);
        let range = Published::Range {
            low: 1.2,
            high: 1.25,
            beside: 0.03,
        };
        assert_eq!(judge(range, Some(1.21), None), Verdict::Holds);
        assert_eq!(judge(range, Some(1.18), None), Verdict::Beside);
        assert_eq!(judge(range, Some(1.1), None), Verdict::Differs);
        assert_eq!(
            judge(Published::Positive, Some(5.0), Some(4.0)),
            Verdict::Holds
        );
        assert_eq!(
            judge(Published::Positive, Some(5.0), Some(6.0)),
            Verdict::Open
        );
        assert_eq!(
            judge(Published::Positive, Some(-7.0), Some(6.0)),
            Verdict::Differs
        );
    }

    #[test]
    fn a_row_reads_well() {
        let finding = Finding {
            source: "J5 §6.3",
            claim: "Mean turnaround of Migration only".into(),
            published: "1087 s".into(),
            measured: Some(1058.24),
            ci95: Some(7.06),
            unit: "s",
            verdict: Verdict::Holds,
        };
        let table = markdown(&[finding]);
        let row = table.lines().nth(2).unwrap();
        assert_eq!(
            row,
            "| J5 §6.3 | Mean turnaround of Migration only | 1087 s | 1058.2 ± 7.1 s | holds |"
        );
    }
}
