//! A choice among candidates, described in words for page and terminal.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// A choice among candidates for a job. Its JSON is `data`.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Time of the choice \[s\].
    pub time_s: f64,
    /// Criterion and outcome, as one sentence without a full stop.
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

/// Comparison of the candidates of a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Title: "Choosing a cluster".
    pub title: String,
    /// Time and outcome.
    pub outcome: String,
    /// Caption: who chose, and by which criterion.
    pub caption: String,
    /// Column headings.
    pub heads: Vec<String>,
    /// One row per candidate: first the chosen one, then the others, best first.
    pub candidates: Vec<Row>,
    /// The rules behind the numbers of every candidate; empty if the numbers are not from rules.
    pub rules: Vec<RuleTable>,
}

/// A candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Cells; the first is the candidate's name.
    pub cells: Vec<String>,
    /// True if the rules of this candidate are shown initially.
    pub noted: bool,
    /// Degrees to which each rule table applies to the candidate.
    pub degrees: Vec<Degrees>,
}

/// Fuzzy rules for two inputs, in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleTable {
    /// Names of the two inputs, of rows and columns.
    pub inputs: [String; 2],
    /// Fuzzy sets of the rows.
    pub rows: [String; 3],
    /// Fuzzy sets of the columns.
    pub columns: [String; 3],
    /// Conclusion of each rule, row by row.
    pub rules: [[String; 3]; 3],
}

/// Degrees to which the rules of a table apply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Degrees {
    /// Result: "W2, its network: R 0.17 by bandwidth 50 % = 0.75".
    pub output: String,
    /// Degree to which the first input belongs to each set of the rows.
    pub rows: [f64; 3],
    /// Degree to which the second input belongs to each set of the columns.
    pub columns: [f64; 3],
    /// Firing strength of each rule, row by row.
    pub rules: [[f64; 3]; 3],
}

impl RuleTable {
    /// The rules with a firing strength of at least `least`, strongest first: "R medium and bandwidth high: large",
    /// 0.53.
    pub fn fired(&self, degrees: &Degrees, least: f64) -> Vec<(String, f64)> {
        let [first, second] = &self.inputs;
        let mut fired = Vec::new();
        for ((row, rules), strengths) in self.rows.iter().zip(&self.rules).zip(&degrees.rules) {
            for ((column, says), &strength) in self.columns.iter().zip(rules).zip(strengths) {
                if strength >= least {
                    fired.push(([row, column, says], strength));
                }
            }
        }
        fired.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let words = |[row, column, says]: [&String; 3]| format!("{first} {row} and {second} {column}: {says}");
        let fired = fired.into_iter();
        fired.map(|(rule, strength)| (words(rule), strength)).collect()
    }
}
