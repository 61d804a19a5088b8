//! Counts the claims by verdict, and computes the numbers that chance would give.

use super::finding::Finding;
use super::sentence::Sentences;
use super::verdict::Verdict;
use crate::words::number::fixed;
use serde::{Deserialize, Serialize};

/// Counts of verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Number of claims that hold.
    pub holds: usize,
    /// Number of refuted claims.
    pub refuted: usize,
    /// Number of open claims.
    pub open: usize,
    /// Number of claims that cannot be tested.
    pub untested: usize,
    /// Number of tested claims about directions, i.e. about which value is larger.
    pub directions: usize,
    /// Number of tested claims about directions that hold or are refuted.
    pub decided: usize,
    /// Counts of the quoted sentences. One sentence may have several claims, one for each region, case and reading.
    #[serde(default)]
    pub sentences: Sentences,
}

impl Tally {
    /// Counts the verdicts of findings.
    pub fn of<'f, 'c: 'f>(findings: impl IntoIterator<Item = &'f Finding<'c>, IntoIter: Clone>) -> Tally {
        let findings = findings.into_iter();
        let mut tally = Tally { sentences: Sentences::of(findings.clone()), ..Tally::default() };
        for finding in findings {
            let direction = usize::from(finding.claim.published.is_directional());
            let (count, decided) = match finding.verdict {
                Verdict::Holds => (&mut tally.holds, 1),
                Verdict::Refuted => (&mut tally.refuted, 1),
                Verdict::Open => (&mut tally.open, 0),
                Verdict::Untested(_) => {
                    tally.untested += 1;
                    continue;
                }
            };
            *count += 1;
            tally.directions += direction;
            tally.decided += direction * decided;
        }
        tally
    }

    /// Number of all claims.
    pub fn all(&self) -> usize {
        self.holds + self.refuted + self.open + self.untested
    }

    /// Number of claims about directions that would hold by chance if the schedulers did not differ: then one of forty
    /// 95 % intervals is above 0.
    pub fn by_noise(&self) -> f64 {
        0.025 * self.directions as f64
    }

    /// Number of decided claims about directions that would hold if the toss of a coin decided each claim.
    pub fn by_coin(&self) -> f64 {
        0.5 * self.decided as f64
    }

    /// The counts as text: "62 hold, 9 refuted, 2 open, 15 cannot be tested".
    pub fn words(&self) -> String {
        let counts =
            [(self.holds, "hold"), (self.refuted, "refuted"), (self.open, "open"), (self.untested, "cannot be tested")];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
        counts.join(", ")
    }

    /// The numbers expected by chance, as text.
    pub fn chance(&self) -> String {
        format!(
            "of {} directions {} would hold if nothing differed, and {} of the {} that are decided if a coin decided who is ahead",
            self.directions,
            fixed(self.by_noise(), 1),
            fixed(self.by_coin(), 1),
            self.decided
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::verdict::Why;
    use super::*;
    use crate::paper::{Claim, Published};
    use serde_json::json;

    #[test]
    fn four_verdicts_and_chance_by_hand() {
        let ahead = Claim::about(json!({ "compare": { "value": "a" } }));
        let quote = "It is at most one.".to_owned();
        let number = Claim { quote, published: Published::AtMost(1.0), ..ahead.clone() };
        let finding = |claim, verdict| Finding { verdict, ..Finding::untested(claim, Why::NoLog) };
        let findings = [
            finding(&ahead, Verdict::Holds),
            finding(&ahead, Verdict::Holds),
            finding(&ahead, Verdict::Refuted),
            finding(&ahead, Verdict::Open),
            finding(&number, Verdict::Holds),
            finding(&ahead, Verdict::Untested(Why::NoLog)),
        ];
        let tally = Tally::of(&findings);
        assert_eq!(tally.words(), "3 hold, 1 refuted, 1 open, 1 cannot be tested");
        assert_eq!((tally.all(), tally.directions, tally.decided), (6, 4, 3));
        assert_eq!((tally.by_noise(), tally.by_coin()), (0.1, 1.5));
        assert_eq!((tally.sentences.all(), tally.sentences.holds), (1, 1));
        assert_eq!(
            tally.chance(),
            "of 4 directions 0.1 would hold if nothing differed, and 1.5 of the 3 that are decided if a coin decided who is ahead"
        );
    }
}
