//! Numbers that were published of a figure's schedulers.

use super::spot::At;
use serde::Deserialize;

/// What was published of a scheduler at a point of a preset's sweep.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedPoint {
    /// Name of the measure.
    pub measure: String,
    /// Name of the scheduler in the results.
    pub scheduler: String,
    /// Swept parameters and their values; none where it does not depend on them.
    #[serde(default)]
    pub at: At,
    /// The number, in the measure's unit.
    pub value: f64,
}
