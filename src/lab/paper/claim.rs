//! A statement of a paper, with the quantity that decides it.

use super::published::Published;
use super::quantity::Quantity;
use serde::Deserialize;

/// A claim of a paper.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Place of the claim in the paper: "J5 §6.3, fig. 22".
    pub source: String,
    /// The paper's own words, with " … " for omissions. Empty if the paper has no such sentence and the claim is ours.
    #[serde(default)]
    pub quote: String,
    /// The reading of the text for which the claim decides the sentence, if the text allows several: "equal shares", "at
    /// every point". Empty if the claim decides it in every reading.
    #[serde(default)]
    pub reading: String,
    /// The preset whose results answer the claim.
    pub preset: String,
    /// The comparison that the claim makes, in our words.
    pub says: String,
    /// The published value, or the condition under which the claim holds. If it is left out, the claim holds if the
    /// quantity is positive.
    #[serde(default)]
    pub published: Published,
    /// The quantity that decides the claim, and the points at which it is measured.
    pub quantity: Quantity,
    /// A remark with the verdict: our reading of the claim, or why it is refuted. Often empty.
    #[serde(default)]
    pub remark: String,
    /// True if the claim is known to be refuted with the published number of jobs; the remark explains the reason. A
    /// known refutation is not reported as an error.
    #[serde(default)]
    pub known_refuted: bool,
    /// True if the quick tier does not give the quantity, because the runs of the quick tier are too short or times are
    /// not measured in it.
    #[serde(default)]
    pub full_only: bool,
}

impl Claim {
    /// A claim, in our own words, that the quantity is positive.
    #[cfg(test)]
    pub fn about(quantity: serde_json::Value) -> Claim {
        Claim {
            source: String::new(),
            quote: String::new(),
            reading: String::new(),
            preset: String::new(),
            says: String::new(),
            published: Published::Positive,
            quantity: serde_json::from_value(quantity).unwrap(),
            remark: String::new(),
            known_refuted: false,
            full_only: false,
        }
    }

    /// True if the claim's sentence is ours, because the paper's words are not available or do not say this.
    pub fn is_ours(&self) -> bool {
        self.quote.is_empty()
    }

    /// Origin of the claim: "J5 §6.3, fig. 22", or "ours, on J5 §6.3, fig. 22".
    pub fn origin(&self) -> String {
        match self.is_ours() {
            true => format!("ours, on {}", self.source),
            false => self.source.clone(),
        }
    }

    /// The opposite claim, for a claim that one scheduler is better. If the opposite claim holds, this claim is
    /// refuted. (The opposite of "everywhere" is "somewhere".)
    pub fn opposite(&self) -> Option<Claim> {
        let quantity = self.quantity.reversed().filter(|_| self.published.is_directional())?;
        Some(Claim { quantity, ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// "a takes longer everywhere" is wrong if b takes longer somewhere.
    #[test]
    fn the_opposite_of_everywhere_is_the_other_way_round_somewhere() {
        let difference = |of: [&str; 2], over: &str| {
            Claim::about(json!({ "compare": { "difference": of }, "over": { over: "anywhere" } }))
        };
        let everywhere = difference(["a", "b"], "every");
        let opposite = everywhere.opposite().unwrap();
        assert_eq!(opposite, difference(["b", "a"], "some"));
        assert_eq!(opposite.opposite(), Some(everywhere.clone()));
        assert_eq!(Claim { published: Published::AtMost(1.0), ..everywhere }.opposite(), None);
    }
}
