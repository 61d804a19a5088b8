//! The texts of the Paper tab for a scenario: made by a worker, written by the page.

use crate::paper::Row;
use serde::{Deserialize, Serialize};

/// What the papers say of a scenario, and what has come out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaperPage {
    /// Digest of the scenario.
    pub scenario_digest: String,
    /// What it has to do with a paper.
    pub about: About,
    /// The table over all papers, row by row.
    pub verdicts: Vec<Vec<String>>,
    /// What was published of the improvements in it.
    pub improvements: Option<Row>,
}

/// What a scenario has to do with a paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum About {
    /// Nothing; these papers have experiments.
    Nothing(Vec<PaperEntry>),
    /// It began as this preset, but is another experiment now.
    Changed(String),
    /// It is the experiment of a preset, but for its size and seed.
    Experiment(Box<Experiment>),
}

/// A paper and its experiments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaperEntry {
    /// The paper.
    pub title: String,
    /// The presets of its experiments.
    pub presets: Vec<String>,
}

/// A published experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// Its preset.
    pub preset: String,
    /// The paper.
    pub paper: String,
    /// What of size and seed is not as published: "2000 jobs per cluster instead of 400\u{2009}000".
    pub departures: Vec<String>,
    /// The claims about it.
    pub claims: Vec<ClaimRow>,
    /// The claims about the paper's other experiments.
    pub others: Vec<ClaimRow>,
    /// The command that answers what this experiment alone cannot.
    pub command: Option<String>,
}

/// A claim and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimRow {
    /// The paper's words; none if the sentence is ours.
    pub quote: Option<String>,
    /// Where it says so.
    pub origin: String,
    /// The claim as we read it.
    pub says: String,
    /// What is to be known of it; may be empty.
    pub remark: String,
    /// What bears it out, and what refutes it.
    pub wanted: String,
    /// Our number.
    pub ours: String,
    /// What is compared.
    pub quantity: String,
    /// The verdict in one word, for style sheets.
    pub verdict: String,
    /// The verdict in words.
    pub words: String,
    /// What stands beside it.
    pub beside: Beside,
}

/// What stands beside the number of a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Beside {
    /// Nothing.
    Nothing,
    /// What the full tier said.
    FullTier(String),
    /// The preset that the claim is about.
    Preset(String),
}
