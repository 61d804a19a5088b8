//! A choice among candidates, described in words for page and terminal.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// A choice among candidates for a job. Its JSON is `data`.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Time of the choice \[s\].
    pub time_s: f64,
    /// Criterion and result of the choice, as one sentence without a full stop.
    pub sentence: String,
    /// Comparison of the candidates.
    pub table: Table,
    /// All details for programs, in the model's format.
    pub data: Value,
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.data.serialize(to)
    }
}

/// A table that compares the candidates of a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Title: "Choosing a cluster".
    pub title: String,
    /// Time and outcome.
    pub outcome: String,
    /// Caption: which scheduler chose, and by which criterion.
    pub caption: String,
    /// Column headings.
    pub heads: Vec<String>,
    /// One row per candidate: the chosen candidate first, then the other candidates from the best to the worst.
    pub candidates: Vec<Row>,
    /// The numbers of nodes that each cluster may give, if the choice is one of such numbers.
    pub ranges: Option<Ranges>,
}

/// The numbers of nodes that each cluster may give to a job whose parts communicate over the clusters' links.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ranges {
    /// Number of the job.
    pub job: u64,
    /// Nodes of the job.
    pub nodes: u32,
    /// Largest allowed saturation of a link.
    pub limit: f64,
    /// Demand of the job on a cluster's link \[bit/s\], by its number of nodes on the cluster: some points of the curve, from 0
    /// nodes to all.
    pub demand_bps: Vec<(u32, u64)>,
    /// The clusters, by index.
    pub clusters: Vec<ClusterRange>,
}

/// The numbers of nodes that one cluster may give to a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusterRange {
    /// Free nodes.
    pub free: u32,
    /// Load of the cluster's link without the job \[bit/s\].
    pub load_bps: u64,
    /// Capacity of the link \[bit/s\].
    pub capacity_bps: u64,
    /// The allowed numbers of nodes: one or two intervals, from 0 on.
    pub allowed: Vec<[u32; 2]>,
    /// Number of nodes that the job takes.
    pub taken: u32,
}

/// A candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Cells; the first is the candidate's name.
    pub cells: Vec<String>,
    /// True if the candidate's tables are open at first.
    pub noted: bool,
    /// The tables that explain the candidate's numbers.
    pub tables: Vec<Statements>,
}

/// A table of statements. The weight of a statement is its influence on the candidate's number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statements {
    /// The result of the table: "W2, its network: R 0.17 by bandwidth 50 % = 0.75".
    pub title: String,
    /// Column headings.
    pub heads: Vec<String>,
    /// Rows, each with a heading.
    pub rows: Vec<(String, Vec<Statement>)>,
    /// The statements with at least a minimum weight as one sentence, the heaviest first: "R medium and bandwidth high:
    /// large, 0.53".
    pub sentence: String,
}

/// A statement and its weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// The statement: "large".
    pub text: String,
    /// From 0 to 1.
    pub weight: f64,
}
