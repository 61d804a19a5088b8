//! Published numbers about a figure's schedulers.

use super::spot::At;
use serde::Deserialize;

/// A published number for a scheduler at a point of a preset's sweep.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedPoint {
    /// Name of the measure.
    pub measure: String,
    /// Name of the scheduler in the results.
    pub scheduler: String,
    /// Swept parameters and their values; empty if the number does not depend on them.
    #[serde(default)]
    pub at: At,
    /// The published number, in the measure's unit.
    pub value: f64,
}
