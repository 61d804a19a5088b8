//! A claim with its answer, and the text of the answer.

use super::contrast::Value;
use super::quantity::unit;
use super::verdict::{Verdict, Why, judge};
use crate::paper::Claim;

/// A paper's claim with its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding<'c> {
    /// The claim that is answered.
    pub claim: &'c Claim,
    /// Our number; `None` if the experiment did not give one.
    pub measured: Option<f64>,
    /// Half width of the 95 % interval of our number, if there is an interval.
    pub ci95: Option<f64>,
    /// The value over all submitted jobs, if some jobs have not ended at the end of the runs. Such a job counts until
    /// the end of its run.
    pub submitted: Option<Value>,
    /// Standard deviation of our number if each run behind it had been made once, on jobs of its own, as in a figure of single
    /// runs; `None` if unknown.
    pub noise: Option<f64>,
    /// The point of the sweep at which the number was measured, if there was a choice: "BSBW 200 Mbps".
    pub place: String,
    /// True if the queue grows without bound in a run behind the number. The number then depends on the length of the
    /// run.
    pub unstable: bool,
    /// The verdict on the claim.
    pub verdict: Verdict,
}

impl<'c> Finding<'c> {
    /// The finding of a claim that cannot be tested.
    pub fn untested(claim: &'c Claim, why: Why) -> Finding<'c> {
        Finding {
            claim,
            measured: None,
            ci95: None,
            submitted: None,
            noise: None,
            place: String::new(),
            unstable: false,
            verdict: Verdict::Untested(why),
        }
    }

    /// Our number as text: "1058.2 ± 7.1 s at BSBW 200 Mbps".
    pub fn ours(&self) -> String {
        let Some(value) = self.measured else {
            return "–".to_owned();
        };
        let mut text = self.number(value, self.ci95);
        if !self.place.is_empty() {
            text.push_str(&format!(" at {}", self.place));
        }
        if self.unstable {
            text.push_str(" (unstable: grows with the length of the run)");
        }
        if let Some(noise) = self.noise_above(value) {
            text.push_str(&format!("; less than one standard deviation of single runs on jobs of their own, {noise}"));
        }
        if let Some(submitted) = self.submitted {
            let all = self.number(submitted.mean, submitted.half);
            text.push_str(&format!("; of all submitted {all}"));
            let judged = judge(self.claim.published, Some(submitted.mean), submitted.half);
            text.push_str(match judged {
                own if own == self.verdict => "",
                Verdict::Holds => ", by which it would hold",
                Verdict::Refuted => ", by which it would be refuted",
                Verdict::Open | Verdict::Untested(_) => ", by which it would be open",
            });
        }
        text
    }

    /// The noise of single runs as text, if a difference that a paper states is below it.
    fn noise_above(&self, value: f64) -> Option<String> {
        let stated = self.claim.published.is_directional() && !self.claim.is_ours();
        self.noise.filter(|noise| stated && value.abs() < *noise).map(|noise| self.number(noise, None))
    }

    fn number(&self, value: f64, ci95: Option<f64>) -> String {
        let digits = match value.abs().max(ci95.unwrap_or(0.0)) {
            _ if value.fract() == 0.0 && ci95.is_some_and(|half| half.fract() == 0.0) => 0,
            size if size < 1.0 => 4,
            size if size < 10.0 => 3,
            size if size < 10_000.0 => 1,
            _ => 0,
        };
        let mut text = format!("{value:.digits$}");
        if let Some(half) = ci95.filter(|&half| half > 0.0) {
            text.push_str(&format!(" ± {half:.digits$}"));
        }
        match self.unit() {
            "" => text,
            unit => format!("{text} {unit}"),
        }
    }

    /// The unit of the number; empty if it has none.
    pub fn unit(&self) -> &'c str {
        unit(&self.claim.quantity)
    }

    /// The conditions that confirm the claim and refute it: "> 0; refuted if < 0".
    pub fn wanted(&self) -> String {
        let (published, unit) = (self.claim.published, self.unit());
        format!("{}; refuted if {}", published.words(unit), published.refuted(unit))
    }

    /// The verdict as text; a known and explained refutation is marked.
    pub fn verdict_words(&self) -> &'static str {
        match self.verdict {
            Verdict::Refuted if self.claim.known_refuted => "refuted, see remark",
            Verdict::Untested(Why::NotMeasured) if self.claim.full_only => Verdict::Untested(Why::FullTier).label(),
            verdict => verdict.label(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::quantity::coordinates;
    use super::*;
    use serde_json::json;

    const BSBW: &str = "workload.bsbw_mbps";

    #[test]
    fn numbers_read_well() {
        let claim = Claim::about(json!({ "compare": { "value": "a" } }));
        let mut finding = Finding {
            measured: Some(1058.24),
            ci95: Some(7.06),
            verdict: Verdict::Holds,
            ..Finding::untested(&claim, Why::NotMeasured)
        };
        assert_eq!(finding.ours(), "1058.2 ± 7.1 s");
        assert_eq!(finding.wanted(), "> 0; refuted if < 0");
        finding.measured = Some(2.0);
        finding.ci95 = Some(0.0);
        finding.place = coordinates([(BSBW, 200.0), ("schedulers.*.lslt", 0.8)]);
        assert_eq!(finding.ours(), "2 s at BSBW 200 Mbps, LSLT 0.8");
        finding.ci95 = Some(1.0);
        assert!(finding.ours().starts_with("2 ± 1 s at"));
        finding.unstable = true;
        assert!(finding.ours().ends_with("(unstable: grows with the length of the run)"));
        finding.submitted = Some(Value { mean: -3.0, half: Some(1.5) });
        assert!(finding.ours().ends_with("; of all submitted -3.000 ± 1.500 s, by which it would be refuted"));
        finding.verdict = Verdict::Refuted;
        assert!(finding.ours().ends_with("-3.000 ± 1.500 s"));
        finding.measured = None;
        assert_eq!(finding.ours(), "–");
        let stated = Claim { quote: "It is slower.".to_owned(), ..claim.clone() };
        let noise = Finding { measured: Some(3.0), noise: Some(4.0), ..Finding::untested(&stated, Why::NotMeasured) };
        let words = "3.000 s; less than one standard deviation of single runs on jobs of their own, 4.000 s";
        assert_eq!(noise.ours(), words);
        assert_eq!(Finding { noise: Some(2.0), ..noise.clone() }.ours(), "3.000 s");
        assert_eq!(Finding { claim: &claim, ..noise }.ours(), "3.000 s");
    }

    #[test]
    fn who_says_it_and_when_it_is_answered() {
        let mean = Claim::about(json!({ "compare": { "value": "a" } }));
        let ours = Claim { source: "J5 §6, fig. 13".to_owned(), full_only: true, ..mean };
        let quote = "out-perform the first-fit strategy".to_owned();
        let papers = Claim { quote, full_only: false, ..ours.clone() };
        assert_eq!(papers.origin(), "J5 §6, fig. 13");
        assert_eq!(ours.origin(), "ours, on J5 §6, fig. 13");
        let words = |claim| Finding::untested(claim, Why::NotMeasured).verdict_words();
        assert_eq!(words(&papers), "not measured");
        assert_eq!(words(&ours), "in the full tier only");
    }
}
