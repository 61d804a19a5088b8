//! The experiments of a paper.

use serde::Deserialize;

/// One experiment of a paper.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Name of the preset that it runs.
    pub preset: String,
    /// How much of it the quick tier runs.
    #[serde(default)]
    pub quick: Size,
    /// How much of it the full tier runs.
    #[serde(default)]
    pub full: Size,
    /// Only these schedulers and no sweep, where the preset has more than the claims need; empty: the preset as it is.
    #[serde(default)]
    pub only: Vec<String>,
}

/// How large a run is; `None` is what the preset says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Jobs that arrive: at each cluster if they are drawn cluster by cluster, else in all; where a run ends at a number of completions,
    /// that number.
    pub jobs: Option<u64>,
    /// Replications.
    pub replications: Option<u32>,
}

/// How much of the published experiments is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// A fraction of the jobs: a minute or so.
    Quick,
    /// The published number of jobs.
    Full,
}

impl Tier {
    /// In one word.
    pub fn key(self) -> &'static str {
        match self {
            Tier::Quick => "quick",
            Tier::Full => "full",
        }
    }
}

impl Study {
    /// How much of the preset a tier runs.
    pub fn size(&self, tier: Tier) -> Size {
        match tier {
            Tier::Quick => self.quick,
            Tier::Full => self.full,
        }
    }
}
