//! What the homes of a grid went by when they chose clusters.

use super::cluster_view::ClusterView;
use super::fuzzy::Weights;
use serde::{Deserialize, Serialize};

/// What became of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The job stays at its home, which is not asked.
    Home,
    /// The cluster lets it in.
    Granted,
    /// Another job has been sent there since its home looked at it: the home looks again and decides anew.
    Refused,
}

/// A cluster that could hold the job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Index of the cluster.
    pub cluster: u32,
    /// What its home knew of it.
    pub view: ClusterView,
    /// What decides: the greatest one is chosen; of several equal ones the home, else the lowest index.
    pub score: f64,
    /// What the score is made of, if of several weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Weights>,
}

/// A choice of a cluster for a job, and the answer to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// When it was made \[s\].
    pub time_s: f64,
    /// Number of the job.
    pub job: u64,
    /// Index of its home.
    pub home: u32,
    /// Its ratio R of communication to execution.
    pub ratio: f64,
    /// What must be sent to run it elsewhere \[MB\].
    pub size_mb: f64,
    /// The clusters that could hold it, by index.
    pub candidates: Vec<Candidate>,
    /// Index of the cluster that was chosen.
    pub chosen: u32,
    /// When the answer came \[s\].
    pub answered_s: f64,
    /// What it was.
    pub answer: Answer,
}
