//! Numbers that were published of a figure's schedulers.

use super::leaked;
use super::spot::At;
use serde::{Deserialize, Serialize};

/// What was published of a scheduler at a point of a preset's sweep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PublishedPoint {
    /// Name of the measure.
    pub measure: &'static str,
    /// Name of the scheduler in the results.
    pub scheduler: &'static str,
    /// Swept parameters and their values; none where it does not depend on them.
    #[serde(deserialize_with = "leaked::pairs")]
    pub at: At,
    /// The number, in the measure's unit.
    pub value: f64,
}
