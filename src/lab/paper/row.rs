//! Published tables.

use serde::{Deserialize, Serialize};

/// A row of a published table of improvements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Name of the row in the paper.
    pub name: String,
    /// The preset whose points are the cells, in order.
    pub preset: String,
    /// The scheduler that is compared with the best of the others.
    pub scheduler: String,
    /// The published improvements of the row \[%\].
    pub published: [i8; 9],
    /// Cells whose value is uncertain in the available text; they are not compared.
    #[serde(default)]
    pub loose: Vec<usize>,
}
