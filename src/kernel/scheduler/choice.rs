//! A choice among candidates, in words: the page and the terminal show the same.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// A choice among candidates about a job. As JSON it is its data.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// When it was made \[s\].
    pub time_s: f64,
    /// What it went by and what came of it, in one sentence without its end.
    pub sentence: String,
    /// The candidates side by side.
    pub table: Table,
    /// All of it for programs, as its model has it.
    pub data: Value,
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.data.serialize(to)
    }
}

/// What was chosen from, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// What is chosen: "Choosing a cluster".
    pub title: String,
    /// When it was, and what came of it.
    pub outcome: String,
    /// Who chose by what.
    pub caption: String,
    /// The heads of the columns.
    pub heads: Vec<String>,
    /// A row each: the chosen one first, the others by what decides.
    pub candidates: Vec<Row>,
    /// The rules behind the numbers of every candidate; none if its numbers come without rules.
    pub rules: Vec<RuleTable>,
}

/// A candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its cells; the first is its name.
    pub cells: Vec<String>,
    /// Whether its rules are worth a look before one asks for them.
    pub noted: bool,
    /// How far each of the table's rules applies to it, rule table by rule table.
    pub degrees: Vec<Degrees>,
}

/// Rules for two inputs, each of which belongs to its sets in some degree, in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleTable {
    /// The inputs, of the rows and of the columns.
    pub inputs: [String; 2],
    /// The sets of the rows.
    pub rows: [String; 3],
    /// The sets of the columns.
    pub columns: [String; 3],
    /// What each rule says, row by row.
    pub rules: [[String; 3]; 3],
}

/// How far the rules of a table apply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Degrees {
    /// What they come to: "W2, its network: R 0.17 by bandwidth 50 % = 0.75".
    pub output: String,
    /// How far the first input belongs to the sets of the rows.
    pub rows: [f64; 3],
    /// How far the second input belongs to the sets of the columns.
    pub columns: [f64; 3],
    /// How strongly each rule fires, row by row.
    pub rules: [[f64; 3]; 3],
}

impl RuleTable {
    /// The rules that fire at least so strongly, the strongest first: "R medium and bandwidth high: large", 0.53.
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
