//! The papers, their claims and verdicts: files of the site, which a worker reads when the page first needs them.

use crate::experiment::reproduce::{self, Finding, Tally, quantity};
use crate::paper::{Paper, Presets};
use crate::scenario::presets;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Verdicts of the full tier on a paper, as written by `cargo xtask claims`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Record {
    /// Summary of the paper's own claims.
    pub tally: Tally,
    /// Summary of our own sentences.
    pub ours: Tally,
    /// The single claims.
    pub claims: Vec<Recorded>,
}

/// Verdict of the full tier on a claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Recorded {
    preset: String,
    #[serde(default)]
    reading: String,
    claim: String,
    quantity: String,
    /// The verdict in one word, for style sheets.
    pub verdict: String,
    /// The verdict in words.
    pub why: String,
    /// The number as text.
    pub words: String,
}

static RECORDS: OnceLock<BTreeMap<String, Record>> = OnceLock::new();

/// Reads the three files `papers.json`, `claims.json` and `presets.json`.
///
/// # Errors
/// If a file cannot be read.
pub fn read(papers: &str, claims: &str, presets: &str) -> Result<(), String> {
    let wrong = |error: serde_json::Error| error.to_string();
    let records = serde_json::from_str(claims).map_err(wrong)?;
    let papers: Vec<Paper> = serde_json::from_str(papers).map_err(wrong)?;
    let presets: Vec<Presets> = serde_json::from_str(presets).map_err(wrong)?;
    reproduce::add(papers).and_then(|()| presets::add(presets)).map_err(|problem| problem.to_string())?;
    RECORDS.get_or_init(|| records);
    Ok(())
}

/// Verdicts of the full tier on the paper with this name.
pub fn record(paper: &str) -> Option<&'static Record> {
    RECORDS.get()?.get(paper)
}

impl Record {
    /// The record of a claim.
    pub fn of(&self, finding: &Finding) -> Option<&Recorded> {
        let claim = finding.claim;
        let quantity = quantity(&claim.quantity);
        let same = |own: &&Recorded| own.preset == claim.preset && own.reading == claim.reading;
        self.claims.iter().find(|own| same(own) && own.claim == claim.says && own.quantity == quantity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::reproduce::Why;

    /// The committed records can be read. A known claim is found by its compared quantity.
    #[test]
    fn the_committed_records_can_be_read() {
        let file = include_str!("../../../../docs/claims.json");
        let records: BTreeMap<String, Record> = serde_json::from_str(file).unwrap();
        let paper = reproduce::paper("vahdat").unwrap();
        let record = &records[&paper.name];
        let own = paper.claims.iter().filter(|claim| !claim.is_ours()).count();
        assert_eq!(record.tally.all(), own);
        for claim in &paper.claims {
            let finding = Finding::untested(claim, Why::NotMeasured);
            assert!(record.of(&finding).is_some(), "{claim:?}");
        }
        assert!(read("[]", "{", "[]").is_err());
    }
}
