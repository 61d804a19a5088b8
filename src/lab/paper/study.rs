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
    /// Run only these schedulers, without the sweep, if the preset has more than the claims need; if empty, the whole
    /// preset.
    #[serde(default)]
    pub only: Vec<String>,
}

/// The size of a run; `None`: as in the preset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Number of jobs. It is per cluster if jobs are drawn cluster by cluster, else in total; or the number of
    /// completions, if runs end at such a number.
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
