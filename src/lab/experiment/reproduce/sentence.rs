//! The sentences of a paper: each is decided by one or more claims, and perhaps differently by each reading of the text.

use super::finding::Finding;
use super::verdict::Verdict;
use serde::{Deserialize, Serialize};

/// A quoted sentence with the findings of its claims.
#[derive(Clone, Debug)]
pub struct Sentence<'f, 'c> {
    /// The paper's own words.
    pub quote: &'c str,
    /// The findings of its claims.
    pub findings: Vec<&'f Finding<'c>>,
}

/// The verdict on a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// All claims that can be tested hold.
    Holds,
    /// Some claims hold; others are refuted or open.
    InPart,
    /// The readings that the text allows have different verdicts.
    Depends,
    /// No claim holds, and at least one is refuted.
    Refuted,
    /// No claim is decided.
    Open,
    /// No claim can be tested.
    Untested,
}

impl Ruling {
    /// All verdicts on sentences, as (verdict, heading).
    pub const ALL: [(Ruling, &'static str); 6] = [
        (Ruling::Holds, "hold"),
        (Ruling::InPart, "hold in part"),
        (Ruling::Depends, "depend on a reading"),
        (Ruling::Refuted, "refuted"),
        (Ruling::Open, "open"),
        (Ruling::Untested, "cannot be tested"),
    ];

    /// A key for programs and style sheets.
    pub fn key(self) -> &'static str {
        match self {
            Ruling::Holds => "holds",
            Ruling::InPart => "in_part",
            Ruling::Depends => "depends",
            Ruling::Refuted => "refuted",
            Ruling::Open => "open",
            Ruling::Untested => "untested",
        }
    }

    /// The verdict in a few words.
    pub fn label(self) -> &'static str {
        match self {
            Ruling::Holds => "holds",
            Ruling::InPart => "holds in part",
            Ruling::Depends => "depends on the reading",
            Ruling::Refuted => "refuted",
            Ruling::Open => "open",
            Ruling::Untested => "cannot be tested",
        }
    }

    /// The verdict by the claims of one reading.
    fn of<'f, 'c: 'f>(findings: impl IntoIterator<Item = &'f Finding<'c>>) -> Ruling {
        let (mut holds, mut refuted, mut open) = (false, false, false);
        for finding in findings {
            match finding.verdict {
                Verdict::Holds => holds = true,
                Verdict::Refuted => refuted = true,
                Verdict::Open => open = true,
                Verdict::Untested(_) => {}
            }
        }
        match (holds, refuted, open) {
            (true, false, false) => Ruling::Holds,
            (true, ..) => Ruling::InPart,
            (false, true, _) => Ruling::Refuted,
            (false, false, true) => Ruling::Open,
            (false, false, false) => Ruling::Untested,
        }
    }
}

impl<'f, 'c> Sentence<'f, 'c> {
    /// The sentences of these findings, in the order of their first claims. Claims of ours have no sentence.
    pub fn all(findings: impl IntoIterator<Item = &'f Finding<'c>>) -> Vec<Sentence<'f, 'c>> {
        let mut all: Vec<Sentence> = Vec::new();
        for finding in findings {
            let quote = finding.claim.quote.as_str();
            match all.iter_mut().find(|own| own.quote == quote) {
                _ if quote.is_empty() => {}
                Some(own) => own.findings.push(finding),
                None => all.push(Sentence { quote, findings: vec![finding] }),
            }
        }
        all
    }

    /// The readings with their verdicts, in the order of their first claims; empty if the sentence has a single reading.
    /// A claim without a reading counts in each.
    pub fn readings(&self) -> Vec<(&'c str, Ruling)> {
        let mut names: Vec<&str> = Vec::new();
        for finding in &self.findings {
            let name = finding.claim.reading.as_str();
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        let within = |name: &str| {
            let own = self.findings.iter().copied();
            Ruling::of(own.filter(|finding| ["", name].contains(&finding.claim.reading.as_str())))
        };
        names.into_iter().map(|name| (name, within(name))).collect()
    }

    /// The verdict on the sentence. Readings that cannot be tested do not count.
    pub fn ruling(&self) -> Ruling {
        let readings = self.readings();
        if readings.is_empty() {
            return Ruling::of(self.findings.iter().copied());
        }
        let mut tested = readings.iter().map(|own| own.1).filter(|&own| own != Ruling::Untested);
        match tested.next() {
            None => Ruling::Untested,
            Some(first) if tested.all(|own| own == first) => first,
            Some(_) => Ruling::Depends,
        }
    }
}

/// Counts of sentences by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentences {
    /// Sentences that hold.
    pub holds: usize,
    /// Sentences that hold in part.
    pub in_part: usize,
    /// Sentences whose verdict depends on the reading.
    pub depends: usize,
    /// Refuted sentences.
    pub refuted: usize,
    /// Open sentences.
    pub open: usize,
    /// Sentences that cannot be tested.
    pub untested: usize,
}

impl Sentences {
    /// Counts the sentences of findings.
    pub fn of<'f, 'c: 'f>(findings: impl IntoIterator<Item = &'f Finding<'c>>) -> Sentences {
        let mut counts = Sentences::default();
        for sentence in Sentence::all(findings) {
            *counts.count_mut(sentence.ruling()) += 1;
        }
        counts
    }

    fn count_mut(&mut self, ruling: Ruling) -> &mut usize {
        match ruling {
            Ruling::Holds => &mut self.holds,
            Ruling::InPart => &mut self.in_part,
            Ruling::Depends => &mut self.depends,
            Ruling::Refuted => &mut self.refuted,
            Ruling::Open => &mut self.open,
            Ruling::Untested => &mut self.untested,
        }
    }

    /// The counts, in the order of [`Ruling::ALL`].
    pub fn counts(mut self) -> [usize; 6] {
        Ruling::ALL.map(|(ruling, _)| *self.count_mut(ruling))
    }

    /// Number of all sentences.
    pub fn all(self) -> usize {
        self.counts().iter().sum()
    }

    /// The counts as text: "12 hold, 3 hold in part, 2 refuted".
    pub fn words(self) -> String {
        let counts = self.counts().into_iter().zip(Ruling::ALL).filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, (_, word))| format!("{count} {word}")).collect();
        counts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::super::verdict::Why;
    use super::*;
    use crate::paper::Claim;
    use serde_json::json;

    fn claim(quote: &str, reading: &str) -> Claim {
        Claim {
            quote: quote.to_owned(),
            reading: reading.to_owned(),
            ..Claim::about(json!({ "compare": { "value": "a" } }))
        }
    }

    /// Claims of one sentence with these readings and verdicts, and the verdict on the sentence.
    fn ruled(own: &[(&str, Verdict)]) -> (Ruling, Vec<Ruling>) {
        let claims: Vec<Claim> = own.iter().map(|own| claim("It is.", own.0)).collect();
        let findings: Vec<Finding> = claims
            .iter()
            .zip(own)
            .map(|(claim, own)| Finding { verdict: own.1, ..Finding::untested(claim, Why::NoLog) })
            .collect();
        let all = Sentence::all(&findings);
        let [sentence] = &all[..] else { panic!("{all:?}") };
        (sentence.ruling(), sentence.readings().into_iter().map(|own| own.1).collect())
    }

    #[test]
    fn one_reading_by_hand() {
        use Verdict::{Holds, Open, Refuted};
        let none = Verdict::Untested(Why::NoLog);
        let ruling = |verdicts: &[Verdict]| {
            let own: Vec<(&str, Verdict)> = verdicts.iter().map(|&own| ("", own)).collect();
            let (ruling, readings) = ruled(&own);
            assert!(readings.is_empty());
            ruling
        };
        assert_eq!(ruling(&[Holds, Holds, none]), Ruling::Holds);
        assert_eq!(ruling(&[Holds, Open]), Ruling::InPart);
        assert_eq!(ruling(&[Holds, Refuted, none]), Ruling::InPart);
        assert_eq!(ruling(&[Refuted, Open]), Ruling::Refuted);
        assert_eq!(ruling(&[Open, none]), Ruling::Open);
        assert_eq!(ruling(&[none]), Ruling::Untested);
    }

    #[test]
    fn readings_by_hand() {
        use Verdict::{Holds, Open, Refuted};
        let none = Verdict::Untested(Why::NoLog);
        // A claim without a reading counts in both.
        let (ruling, readings) = ruled(&[("strict", Refuted), ("loose", Holds), ("", Holds)]);
        assert_eq!((ruling, readings), (Ruling::Depends, vec![Ruling::InPart, Ruling::Holds]));
        assert_eq!(ruled(&[("strict", Holds), ("loose", Holds)]).0, Ruling::Holds);
        assert_eq!(ruled(&[("strict", Open), ("loose", Holds)]).0, Ruling::Depends);
        assert_eq!(ruled(&[("strict", none), ("loose", Refuted)]).0, Ruling::Refuted);
        assert_eq!(ruled(&[("strict", none), ("loose", none)]).0, Ruling::Untested);
    }

    #[test]
    fn sentences_are_counted_once_and_ours_not() {
        let claims = ["It is.", "", "It was.", "It is."].map(|quote| claim(quote, ""));
        let findings: Vec<Finding> = claims.iter().map(|claim| Finding::untested(claim, Why::NoLog)).collect();
        let counts = Sentences::of(&findings);
        assert_eq!((counts.all(), counts.counts()), (2, [0, 0, 0, 0, 0, 2]));
        assert_eq!(counts.words(), "2 cannot be tested");
    }
}
