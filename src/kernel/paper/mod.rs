//! Experiments and published results, as data: which experiments a paper ran, what it says of them, and which quantity decides.
//!
//! Each model has [presets](Preset), and its papers: their [studies](Study) name presets, their [claims](Claim) quote the paper and say
//! which [`Measure`] decides, in which [region](Region) of load. Studies are run, and claims answered, in `experiment::reproduce`.

mod claim;
mod leaked;
mod measure;
mod preset;
mod published;
mod published_point;
mod region;
mod row;
mod spot;
mod study;

pub use claim::Claim;
pub use measure::{ByDepth, Calculated, Calculation, Measure};
pub use preset::Preset;
pub use preset::preset;
pub use published::Published;
pub use published_point::PublishedPoint;
pub use region::Region;
pub use row::Row;
pub use spot::{At, Over, Spot, Where, at, of};
pub use study::{Size, Study, Tier};

use serde::{Deserialize, Serialize};

/// A paper: its experiments and its claims.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Paper {
    /// Name on the command line and in front of its presets: "jones2005".
    pub name: &'static str,
    /// Authors, title and year.
    pub title: &'static str,
    /// Its experiments.
    #[serde(deserialize_with = "leaked::list")]
    pub studies: &'static [Study],
    /// Its claims, by figure.
    #[serde(deserialize_with = "leaked::lists")]
    pub claims: &'static [&'static [Claim]],
    /// A published table of improvements, if it has one.
    #[serde(deserialize_with = "leaked::list")]
    pub improvements: &'static [Row],
    /// What a reader of the report should know first: how the text was read, what it leaves open.
    #[serde(deserialize_with = "leaked::list")]
    pub notes: &'static [&'static str],
}

impl Paper {
    /// All claims, by figure.
    pub fn claims(&self) -> impl Iterator<Item = &'static Claim> + use<> {
        self.claims.iter().copied().flatten()
    }

    /// The claims about a preset.
    pub fn claims_of(&self, preset: &str) -> impl Iterator<Item = &'static Claim> {
        self.claims().filter(move |claim| claim.preset == preset)
    }

    /// What a preset of the paper is called among its own: "fig9" for "jones2005-fig9".
    pub fn short<'n>(&self, preset: &'n str) -> &'n str {
        let rest = preset.strip_prefix(self.name);
        rest.and_then(|rest| rest.strip_prefix('-')).unwrap_or(preset)
    }
}
