//! Experiments and published results as data: the experiments of a paper, its claims about them, and the quantity that decides
//! each claim.
//!
//! Each model's folder has [presets](Preset) and papers as JSON files: [studies](Study) name presets, [claims](Claim) quote the
//! paper and name the deciding [`Quantity`], and possibly the [region](Region) of load. Default values are left out of the files.
//! `experiment::reproduce` runs studies and answers claims.

mod claim;
mod preset;
mod published;
mod quantity;
mod region;
mod spot;
mod study;

pub use claim::Claim;
pub use preset::{Preset, Presets};
pub use published::{Published, PublishedPoint, Row};
pub use quantity::{ByDepth, Comparison, Measured, Quantity, Special};
pub use region::Region;
pub use spot::{At, Coordinates, Over, Spot, Where};
pub use study::{Size, Study, Tier};

use serde::Deserialize;

/// A paper: its experiments and its claims.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Name of the model that the paper describes.
    pub model: String,
    /// Name on the command line, and prefix of its presets: "jones2005".
    pub name: String,
    /// Authors, title and year.
    pub title: String,
    /// Notes for the reader of a report: how we read the text of the paper, and what the text leaves open.
    pub notes: Vec<String>,
    /// The experiments of the paper.
    pub studies: Vec<Study>,
    /// A published table of improvements, if it has one.
    #[serde(default)]
    pub improvements: Vec<Row>,
    /// The claims of the paper, in the order of its figures.
    pub claims: Vec<Claim>,
}

impl Paper {
    /// The claims about a preset.
    pub fn claims_of(&self, preset: &str) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(move |claim| claim.preset == preset)
    }

    /// The short name of a preset of the paper: "fig9" for "jones2005-fig9".
    pub fn short<'n>(&self, preset: &'n str) -> &'n str {
        let rest = preset.strip_prefix(&self.name);
        rest.and_then(|rest| rest.strip_prefix('-')).unwrap_or(preset)
    }
}
