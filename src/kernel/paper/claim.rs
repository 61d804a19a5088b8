//! What a paper says, and what decides it.

use super::measure::Measure;
use super::published::Published;
use super::spot::of;

/// One claim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// Where the paper says it: "J5 §6.3, fig. 22".
    pub source: &'static str,
    /// The preset whose results answer it.
    pub preset: &'static str,
    /// What the paper says, in our words; or what we add to it.
    pub says: &'static str,
    /// The sentence is ours: the paper does not say it, but it follows from its text or belongs to it.
    pub ours: bool,
    /// What was published, or what must be found for it to hold.
    pub published: Published,
    /// The quantity that decides.
    pub measure: Measure,
    /// What a reader should know beside the verdict: how we read the claim, or why it does not come out. Often empty.
    pub remark: &'static str,
    /// The published number of jobs contradicts the claim, as the remark explains: no alarm if it differs again.
    pub known_to_differ: bool,
    /// The quick tier does not yield the quantity: its runs are too short, or it takes no times.
    pub full_only: bool,
}

impl Claim {
    /// A claim without a remark, to be completed by struct update.
    pub const NEW: Claim = Claim {
        source: "",
        preset: "",
        says: "",
        ours: false,
        published: Published::Positive,
        measure: Measure::Mean(of("")),
        remark: "",
        known_to_differ: false,
        full_only: false,
    };

    /// Where it stands, and who says it: "J5 §6.3, fig. 22", "ours, on J5 §6.3, fig. 22".
    pub fn origin(&self) -> String {
        match self.ours {
            true => format!("ours, on {}", self.source),
            false => self.source.to_owned(),
        }
    }
}
