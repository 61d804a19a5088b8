//! A choice among candidates, laid out for people: the page and the terminal show the same words.

/// What was chosen from, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// When it was, and what came of it.
    pub outcome: String,
    /// Who chose by what.
    pub caption: String,
    /// The heads of the columns.
    pub heads: Vec<String>,
    /// A row each: the chosen one first, the others by what decides.
    pub candidates: Vec<Row>,
}

/// A candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its cells; the first is its name.
    pub cells: Vec<String>,
    /// Whether its rules are worth a look before one asks for them.
    pub noted: bool,
    /// The rules behind its numbers.
    pub rules: Vec<RuleTable>,
}

/// Rules for two inputs, each of which belongs to its sets in some degree.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleTable {
    /// What they come to: "W2, its network: R 0.17 by bandwidth 50 % = 0.75".
    pub output: String,
    /// The inputs, of the rows and of the columns.
    pub inputs: [&'static str; 2],
    /// The sets of the rows, with the degree to which the input belongs to them.
    pub rows: [(&'static str, f64); 3],
    /// The sets of the columns, likewise.
    pub columns: [(&'static str, f64); 3],
    /// What each rule says, and how strongly, row by row.
    pub rules: [[(&'static str, f64); 3]; 3],
}

impl RuleTable {
    /// The rules that fire at least so strongly, the strongest first: "R medium and bandwidth high: large", 0.53.
    pub fn fired(&self, least: f64) -> Vec<(String, f64)> {
        let [first, second] = self.inputs;
        let mut fired = Vec::new();
        for ((row, _), rules) in self.rows.iter().zip(&self.rules) {
            for ((column, _), (says, strength)) in self.columns.iter().zip(rules) {
                if *strength >= least {
                    let words = format!("{first} {row} and {second} {column}: {says}");
                    fired.push((words, *strength));
                }
            }
        }
        fired.sort_by(|a, b| b.1.total_cmp(&a.1));
        fired
    }
}
