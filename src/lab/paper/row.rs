//! Published tables.

use serde::{Deserialize, Serialize};

/// A row of a published table of improvements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// What the paper calls it.
    pub name: String,
    /// The preset whose points are its cells, in their order.
    pub preset: String,
    /// The scheduler that improves on the best of the others.
    pub scheduler: String,
    /// By how much \[%\].
    pub published: [i8; 9],
    /// Cells of which the text at hand does not tell for sure that this is their value: no claim is held against them.
    #[serde(default)]
    pub loose: Vec<usize>,
}
