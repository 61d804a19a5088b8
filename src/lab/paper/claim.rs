//! What a paper says, and what decides it.

use super::published::Published;
use super::quantity::Quantity;
use serde::Deserialize;

/// One claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Where the paper says it: "J5 §6.3, fig. 22".
    pub source: String,
    /// The paper's own words, with " … " where some are left out. Empty: the paper does not say it, the sentence is ours.
    #[serde(default)]
    pub quote: String,
    /// The preset whose results answer it.
    pub preset: String,
    /// What is compared, in our words.
    pub says: String,
    /// What was published, or what must be found for it to hold; a positive quantity if left out.
    #[serde(default)]
    pub published: Published,
    /// The quantity that decides, and where.
    pub quantity: Quantity,
    /// What a reader should know beside the verdict: how we read the claim, or why it does not come out. Often empty.
    #[serde(default)]
    pub remark: String,
    /// The published number of jobs refutes the claim, as the remark explains: no alarm if it is refuted again.
    #[serde(default)]
    pub known_refuted: bool,
    /// The quick tier does not yield the quantity: its runs are too short, or it takes no times.
    #[serde(default)]
    pub full_only: bool,
}

impl Claim {
    /// A sentence of ours that says nothing but which quantity is to be positive.
    #[cfg(test)]
    pub fn about(quantity: serde_json::Value) -> Claim {
        Claim {
            source: String::new(),
            quote: String::new(),
            preset: String::new(),
            says: String::new(),
            published: Published::Positive,
            quantity: serde_json::from_value(quantity).unwrap(),
            remark: String::new(),
            known_refuted: false,
            full_only: false,
        }
    }

    /// Whether the sentence is ours: the paper's words are not at hand, or it has none that say it.
    pub fn is_ours(&self) -> bool {
        self.quote.is_empty()
    }

    /// Where it stands, and who says it: "J5 §6.3, fig. 22", "ours, on J5 §6.3, fig. 22".
    pub fn origin(&self) -> String {
        match self.is_ours() {
            true => format!("ours, on {}", self.source),
            false => self.source.clone(),
        }
    }

    /// Of a claim that asks who is ahead: the claim of the other side, which refutes this one if it holds: somewhere instead of everywhere.
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
