//! A claim with our answer, and the words for it.

use super::verdict::Verdict;
use crate::paper::Claim;

/// A claim of a paper with our answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The claim.
    pub claim: &'static Claim,
    /// Our number; `None` if the experiment did not yield it.
    pub measured: Option<f64>,
    /// Half width of its 95 % interval, where there is one.
    pub ci95: Option<f64>,
    /// Where in the sweep it was measured, if that was looked for: "BSBW 200 Mbps".
    pub place: String,
    /// A queue behind the number grows without bound: the number depends on the length of the run.
    pub unstable: bool,
    /// The answer.
    pub verdict: Verdict,
}

impl Finding {
    /// The same without an answer.
    pub fn unmeasured(self) -> Finding {
        Finding {
            measured: None,
            ci95: None,
            place: String::new(),
            unstable: false,
            verdict: Verdict::Missing,
            ..self
        }
    }

    /// The same without an answer, because the log of its experiment is not at hand.
    pub fn without_log(self) -> Finding {
        Finding {
            verdict: Verdict::NoLog,
            ..self.unmeasured()
        }
    }

    /// Our number in words: "1058.2 ± 7.1 s at BSBW 200 Mbps".
    pub fn ours(&self) -> String {
        let Some(value) = self.measured else {
            return "–".to_owned();
        };
        let unit = self.claim.measure.unit();
        let digits = match value.abs().max(self.ci95.unwrap_or(0.0)) {
            _ if value.fract() == 0.0 && self.ci95 == Some(0.0) => 0,
            size if size < 1.0 => 4,
            size if size < 10.0 => 3,
            size if size < 10_000.0 => 1,
            _ => 0,
        };
        let mut text = format!("{value:.digits$}");
        if let Some(half) = self.ci95.filter(|&half| half > 0.0) {
            text.push_str(&format!(" ± {half:.digits$}"));
        }
        if !unit.is_empty() {
            text.push_str(&format!(" {unit}"));
        }
        if !self.place.is_empty() {
            text.push_str(&format!(" at {}", self.place));
        }
        if self.unstable {
            text.push_str(" (unstable: grows with the length of the run)");
        }
        text
    }

    /// The verdict in words; a contradiction that is known and explained says so.
    pub fn verdict_words(&self) -> &'static str {
        match self.verdict {
            Verdict::Differs if self.claim.known_to_differ => "differs, see remark",
            Verdict::Missing if self.claim.full_only => "in the full tier only",
            verdict => verdict.label(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::quantity::coordinates;
    use super::*;

    const BSBW: &str = "workload.bsbw_mbps";

    #[test]
    fn numbers_read_well() {
        const CLAIM: Claim = Claim::NEW;
        let mut finding = Finding {
            claim: &CLAIM,
            measured: Some(1058.24),
            ci95: Some(7.06),
            place: String::new(),
            unstable: false,
            verdict: Verdict::Holds,
        };
        assert_eq!(finding.ours(), "1058.2 ± 7.1 s");
        finding.measured = Some(2.0);
        finding.ci95 = Some(0.0);
        finding.place = coordinates([(BSBW, 200.0), ("schedulers.*.lslt", 0.8)]);
        assert_eq!(finding.ours(), "2 s at BSBW 200 Mbps, LSLT 0.8");
        finding.unstable = true;
        assert!(
            finding
                .ours()
                .ends_with("(unstable: grows with the length of the run)")
        );
        finding.measured = None;
        assert_eq!(finding.ours(), "–");
    }

    #[test]
    fn who_says_it_and_when_it_is_answered() {
        const PAPERS: Claim = Claim {
            source: "J5 §6, fig. 13",
            ..Claim::NEW
        };
        const OURS: Claim = Claim {
            ours: true,
            full_only: true,
            ..PAPERS
        };
        assert_eq!(PAPERS.origin(), "J5 §6, fig. 13");
        assert_eq!(OURS.origin(), "ours, on J5 §6, fig. 13");
        let missing = |claim| Finding {
            claim,
            measured: None,
            ci95: None,
            place: String::new(),
            unstable: false,
            verdict: Verdict::Missing,
        };
        assert_eq!(missing(&PAPERS).verdict_words(), "not measured");
        assert_eq!(missing(&OURS).verdict_words(), "in the full tier only");
    }
}
