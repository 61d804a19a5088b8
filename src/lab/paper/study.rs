//! The experiments of a paper.

use serde::Deserialize;

/// An experiment of a paper.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Name of the study's preset.
    pub preset: String,
    /// Size of its run in the quick tier.
    #[serde(default)]
    pub quick: Size,
    /// Size of its run in the full tier.
    #[serde(default)]
    pub full: Size,
    /// Only these schedulers are run, without the sweep, if the preset has more than the claims need. If the list is
    /// empty, the whole preset is run.
    #[serde(default)]
    pub only: Vec<String>,
}

/// The size of a run. A number that is `None` is as in the preset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Number of jobs: at each cluster if jobs are drawn cluster by cluster, otherwise in total. If the preset's runs
    /// end after a number of completions, it is this number.
    pub jobs: Option<u64>,
    /// Number of replications.
    pub replications: Option<u32>,
}

/// The extent to which published experiments are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// A fraction of the jobs, for about a minute.
    Quick,
    /// The published number of jobs.
    Full,
}

impl Tier {
    /// The tier's name.
    pub fn key(self) -> &'static str {
        match self {
            Tier::Quick => "quick",
            Tier::Full => "full",
        }
    }
}

impl Study {
    /// The size of the run in a tier.
    pub fn size(&self, tier: Tier) -> Size {
        match tier {
            Tier::Quick => self.quick,
            Tier::Full => self.full,
        }
    }
}
