//! The papers, their claims and what became of them: files beside the page, which a worker reads when the page first
//! wants to speak of them.

use crate::experiment::reproduce::{self, Finding, Tally, quantity};
use crate::paper::{Paper, Presets};
use crate::scenario::presets;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What the full tier said of a paper, as `cargo xtask claims` wrote it down.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Record {
    /// Of the paper's own claims.
    pub tally: Tally,
    /// Of sentences of ours.
    pub ours: Tally,
    /// Claim by claim.
    pub claims: Vec<Recorded>,
}

/// What the full tier said of a claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Recorded {
    preset: String,
    claim: String,
    quantity: String,
    /// The verdict in one word, for style sheets.
    pub verdict: String,
    /// The verdict in words.
    pub why: String,
    /// The number in words.
    pub words: String,
}

static RECORDS: OnceLock<BTreeMap<String, Record>> = OnceLock::new();

/// Takes the three files, `papers.json`, `claims.json` and `presets.json`.
///
/// # Errors
/// If one of them is not what it should be.
pub fn read(papers: &str, claims: &str, presets: &str) -> Result<(), String> {
    let wrong = |error: serde_json::Error| error.to_string();
    let records = serde_json::from_str(claims).map_err(wrong)?;
    let papers: Vec<Paper> = serde_json::from_str(papers).map_err(wrong)?;
    let presets: Vec<Presets> = serde_json::from_str(presets).map_err(wrong)?;
    reproduce::add(papers).and_then(|()| presets::add(presets)).map_err(|problem| problem.to_string())?;
    RECORDS.get_or_init(|| records);
    Ok(())
}

/// What the full tier said of the paper of this name.
pub fn record(paper: &str) -> Option<&'static Record> {
    RECORDS.get()?.get(paper)
}

impl Record {
    /// What it said of a claim.
    pub fn of(&self, finding: &Finding) -> Option<&Recorded> {
        let claim = finding.claim;
        let quantity = quantity(&claim.quantity);
        self.claims.iter().find(|own| own.preset == claim.preset && own.claim == claim.says && own.quantity == quantity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::reproduce::Why;

    /// The committed records are read; a claim that they know is found by what is compared.
    #[test]
    fn the_committed_records_can_be_read() {
        let file = include_str!("../../docs/claims.json");
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
