//! What a paper says, and what decides it.

use super::measure::Measure;
use super::published::Published;
use super::spot::of;
use serde::{Deserialize, Serialize};

/// One claim.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// Where the paper says it: "J5 §6.3, fig. 22".
    pub source: &'static str,
    /// The paper's own words, with " … " where some are left out. Empty: the paper does not say it, the sentence is ours.
    pub quote: &'static str,
    /// The preset whose results answer it.
    pub preset: &'static str,
    /// What is compared, in our words.
    pub says: &'static str,
    /// What was published, or what must be found for it to hold.
    pub published: Published,
    /// The quantity that decides, and where.
    pub measure: Measure,
    /// What a reader should know beside the verdict: how we read the claim, or why it does not come out. Often empty.
    pub remark: &'static str,
    /// The published number of jobs refutes the claim, as the remark explains: no alarm if it is refuted again.
    pub known_refuted: bool,
    /// The quick tier does not yield the quantity: its runs are too short, or it takes no times.
    pub full_only: bool,
}

impl Claim {
    /// An empty claim, to be completed by struct update.
    pub const NEW: Claim = Claim {
        source: "",
        quote: "",
        preset: "",
        says: "",
        published: Published::Positive,
        measure: Measure::Mean(of("")),
        remark: "",
        known_refuted: false,
        full_only: false,
    };

    /// Whether the sentence is ours: the paper's words are not at hand, or it has none that say it.
    pub fn is_ours(&self) -> bool {
        self.quote.is_empty()
    }

    /// Where it stands, and who says it: "J5 §6.3, fig. 22", "ours, on J5 §6.3, fig. 22".
    pub fn origin(&self) -> String {
        match self.is_ours() {
            true => format!("ours, on {}", self.source),
            false => self.source.to_owned(),
        }
    }

    /// The claim that this one is wrong, which refutes it if it holds: the other way round, somewhere instead of everywhere, or outside
    /// the margin.
    pub fn opposite(&self) -> Claim {
        let (measure, published) = match (self.published, self.measure.reversed()) {
            (Published::Positive, Some(reversed)) => (reversed, Published::Positive),
            (published, _) => (self.measure, published.opposite()),
        };
        Claim { measure, published, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{Over, Where};

    const CLAIM: Claim = Claim { measure: Measure::Gap(of("a"), of("b"), Over::Every(Where::ANYWHERE)), ..Claim::NEW };

    /// "a takes longer everywhere" is wrong if b takes longer somewhere.
    #[test]
    fn the_opposite_of_everywhere_is_the_other_way_round_somewhere() {
        let opposite = CLAIM.opposite();
        let reversed = Measure::Gap(of("b"), of("a"), Over::Some(Where::ANYWHERE));
        assert_eq!((opposite.measure, opposite.published), (reversed, Published::Positive));
        assert_eq!(opposite.opposite(), CLAIM);
    }

    #[test]
    fn the_opposite_of_a_number_lies_outside_its_margin() {
        const NUMBER: Claim =
            Claim { published: Published::Near { value: 5.0, by: 1.0 }, measure: Measure::Mean(of("a")), ..Claim::NEW };
        let opposite = NUMBER.opposite();
        assert_eq!(opposite.measure, NUMBER.measure);
        let outside = Published::Outside { low: 4.0, high: 6.0 };
        assert_eq!(opposite.published, outside);
    }
}
