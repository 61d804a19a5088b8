//! Published tables.

use super::leaked;
use serde::{Deserialize, Serialize};

/// A row of a published table of improvements.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What the paper calls it.
    pub name: &'static str,
    /// The preset whose points are its cells, in their order.
    pub preset: &'static str,
    /// The scheduler that improves on the best of the others.
    pub scheduler: &'static str,
    /// By how much \[%\].
    pub published: [i8; 9],
    /// Cells of which the text at hand does not tell for sure that this is their value: no claim is held against them.
    #[serde(deserialize_with = "leaked::list")]
    pub loose: &'static [usize],
}
