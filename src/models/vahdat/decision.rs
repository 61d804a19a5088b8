//! Records of the decisions in which a grid's homes choose clusters.

use super::cluster_view::ClusterView;
use super::fuzzy::Weights;
use serde::{Deserialize, Serialize};

/// The result of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The job stays on its home cluster, which needs no request.
    Home,
    /// The cluster admits the job.
    Granted,
    /// The cluster refuses, because another job was sent to it after the home had read its state. The home then reads
    /// all states again and decides again.
    Refused,
}

/// A cluster that has enough nodes for the job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Index of the cluster.
    pub cluster: u32,
    /// The home's information about the cluster.
    pub view: ClusterView,
    /// The score of the cluster. The cluster with the greatest score is chosen; of several equal ones the home, else
    /// the one with the lowest index.
    pub score: f64,
    /// The components of the score, if the score has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Weights>,
}

/// A home's choice of a cluster for a job, and the answer of the chosen cluster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// Time of the choice \[s\].
    pub time_s: f64,
    /// Number of the job.
    pub job: u64,
    /// Index of the job's home.
    pub home: u32,
    /// The ratio R of communication to execution of the job.
    pub ratio: f64,
    /// Data \[MB\] that must be sent if the job runs on another cluster.
    pub size_mb: f64,
    /// The clusters that have enough nodes for the job, by index.
    pub candidates: Vec<Candidate>,
    /// Index of the chosen cluster.
    pub chosen: u32,
    /// Time of the answer \[s\].
    pub answered_s: f64,
    /// The answer to the request.
    pub answer: Answer,
}
