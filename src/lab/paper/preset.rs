//! Experiments that are part of the program.

use super::published::PublishedPoint;
use serde::Deserialize;
use serde_json::Value;

/// The presets of a model, as in its file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Presets {
    /// Name of the model; empty if the presets belong to no model.
    #[serde(default)]
    pub model: String,
    /// The presets, in the order of the gallery.
    pub presets: Vec<Preset>,
}

/// A named scenario.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Name in links and on the command line: `jones2005-fig9`.
    pub name: String,
    /// Title in the gallery, a few words.
    pub title: String,
    /// Source of the preset; empty if it is our own.
    #[serde(default)]
    pub source: String,
    /// Purpose of the preset, one sentence.
    pub about: String,
    /// Name of the measure in the figure; if empty, mean turnaround.
    #[serde(default)]
    pub measure: String,
    /// The tab that the page opens first; if empty, the curves.
    #[serde(default)]
    pub tab: String,
    /// Index of the scheduler with which the figure compares the others, if it compares them.
    #[serde(default)]
    pub baseline: Option<u64>,
    /// Numbers published in the preset's source.
    #[serde(default)]
    pub published: Vec<PublishedPoint>,
    /// The scenario as JSON.
    pub scenario: Value,
}
