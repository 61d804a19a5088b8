//! `metasched reproduce`: a paper's claims, published and measured side by side.

use super::execute::{self, Threads};
use super::failure::Failure;
use super::{output, say};
use crate::ENGINE_VERSION;
use crate::experiment::reproduce::{Finding, Tier, jones2005, markdown};
use crate::experiment::{Plan, Results};
use clap::{Args, ValueEnum};
use serde_json::json;

/// Examples of `metasched reproduce --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched reproduce jones2005 --quick            half a minute
  metasched reproduce jones2005 --full > table.md  the published job counts

Exit codes: 0 done (whatever the verdicts), 1 failed while running, 2 wrong input, 130 stopped.";

/// The papers that can be reproduced.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum Paper {
    /// Jones et al. 2005, Characterization of Bandwidth-aware Meta-schedulers: baselines of section 6, figures 9-11.
    Jones2005,
}

/// Arguments of `reproduce`.
#[derive(Args, Clone, Debug)]
pub struct Reproduce {
    /// Which paper.
    paper: Paper,

    /// A hundredth of the figures' jobs, three times (the default).
    #[arg(long, conflicts_with = "full")]
    quick: bool,

    /// The published number of jobs.
    #[arg(long)]
    full: bool,

    /// Print findings and all results as JSON instead of a Markdown table.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    threads: Threads,
}

impl Reproduce {
    /// Runs the paper's experiments and prints what they say to its claims.
    ///
    /// # Errors
    /// If the tasks cannot be run, or standard output does not take the result.
    pub fn carry_out(&self) -> Result<(), Failure> {
        let tier = if self.full { Tier::Full } else { Tier::Quick };
        let (studies, findings_of) = match self.paper {
            Paper::Jones2005 => (jones2005::studies(tier)?, jones2005::findings),
        };
        let mut results = Vec::with_capacity(studies.len());
        for study in &studies {
            say::note(&format!("{} …", study.scenario.title));
            let plan = Plan::new(&study.scenario)?;
            let done = execute::run(&plan, None, self.threads, None)?;
            results.push(plan.merge(&done));
        }
        let findings = findings_of(&results);
        if self.json {
            return output::json(&as_json(&findings, &results));
        }
        say::result(&format!(
            "{}\nEngine {ENGINE_VERSION}; {}.\n",
            markdown(&findings),
            match tier {
                Tier::Quick => "quick tier: a hundredth of the figures' jobs, 3 replications",
                Tier::Full => "full tier: the published number of jobs",
            }
        ))
    }
}

fn as_json(findings: &[Finding], results: &[Results]) -> serde_json::Value {
    let findings: Vec<_> = findings
        .iter()
        .map(|finding| {
            json!({
                "source": finding.source, "claim": finding.claim, "published": finding.published,
                "measured": finding.measured, "ci95": finding.ci95, "unit": finding.unit,
                "verdict": finding.verdict.label(),
            })
        })
        .collect();
    json!({ "engine_version": ENGINE_VERSION, "findings": findings, "studies": results })
}
