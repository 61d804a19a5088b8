//! Experiments that come with the program.

use super::published_point::PublishedPoint;
use serde::Deserialize;
use serde_json::Value;

/// The presets of a model, as they are written in its file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Presets {
    /// Name of the model; empty if they belong to none.
    #[serde(default)]
    pub model: String,
    /// In the order of the gallery.
    pub presets: Vec<Preset>,
}

/// A scenario with a name.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Name in links and on the command line: `jones2005-fig9`.
    pub name: String,
    /// A few words for the gallery.
    pub title: String,
    /// Where it comes from; empty if it is our own.
    #[serde(default)]
    pub source: String,
    /// One sentence: what it shows.
    pub about: String,
    /// Name of the measure that its figure shows; empty: mean turnaround.
    #[serde(default)]
    pub measure: String,
    /// The tab of the page in which it is opened; empty: the curves.
    #[serde(default)]
    pub tab: String,
    /// The numbers that its source has of it.
    #[serde(default)]
    pub published: Vec<PublishedPoint>,
    /// The scenario as JSON.
    pub scenario: Value,
}
