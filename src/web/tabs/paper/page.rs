//! Texts of the Paper tab for a scenario: made by a worker, shown by the page.

use crate::paper::Row;
use serde::{Deserialize, Serialize};

/// The papers' claims about a scenario, and our results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaperPage {
    /// Digest of the scenario.
    pub scenario_digest: String,
    /// Relation of the scenario to a paper.
    pub about: About,
    /// Rows of the table over all papers.
    pub verdicts: Vec<Vec<String>>,
    /// Published improvements for the scenario.
    pub improvements: Option<Row>,
}

/// Relation of a scenario to a paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum About {
    /// The scenario is from no paper; these papers have experiments.
    Nothing(Vec<PaperEntry>),
    /// The scenario began as this preset, but is now another experiment.
    Changed(String),
    /// The scenario is the experiment of a preset, except for size and seed.
    Experiment(Box<Experiment>),
}

/// A paper and its experiments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaperEntry {
    /// Title of the paper.
    pub title: String,
    /// Presets of its experiments.
    pub presets: Vec<String>,
}

/// A published experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// Name of the preset.
    pub preset: String,
    /// Title of the paper.
    pub paper: String,
    /// Differences of size and seed from the publication: "2000 jobs per cluster instead of 400\u{2009}000".
    pub departures: Vec<String>,
    /// Claims about the experiment.
    pub claims: Vec<ClaimRow>,
    /// Claims about the paper's other experiments.
    pub others: Vec<ClaimRow>,
    /// Command for claims that this experiment alone cannot decide.
    pub command: Option<String>,
}

/// A claim and its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimRow {
    /// Quotation from the paper; `None` if the sentence is ours.
    pub quote: Option<String>,
    /// Place in the paper.
    pub origin: String,
    /// The claim as we read it.
    pub says: String,
    /// Remark; may be empty.
    pub remark: String,
    /// Conditions that confirm or refute the claim.
    pub wanted: String,
    /// Our number.
    pub ours: String,
    /// The compared quantity.
    pub quantity: String,
    /// The verdict in one word, for style sheets.
    pub verdict: String,
    /// The verdict in words.
    pub words: String,
    /// Indices of the point and of the scheduler that our number is about first.
    pub spot: Option<[usize; 2]>,
    /// Key of the measure, if it is one of the results.
    pub measure: Option<String>,
    /// Additional text next to the claim.
    pub beside: Beside,
}

/// Additional text next to the number of a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Beside {
    /// None.
    Nothing,
    /// Verdict of the full tier.
    FullTier(String),
    /// Preset of the claim.
    Preset(String),
}
