//! `metasched reproduce`: a paper's claims, published and measured side by side.

use super::execute::{self, Threads};
use super::failure::Failure;
use super::{output, say};
use crate::ENGINE_VERSION;
use crate::experiment::reproduce::{Evidence, Finding, Outcome, PAPERS, Paper, Tier, paper};
use crate::experiment::{Plan, Results, Shared};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;

/// Examples of `metasched reproduce --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched reproduce jones2005 --quick            half a minute
  metasched reproduce jones2005 --full > table.md  the published job counts

Exit codes: 0 done (whatever the verdicts), 1 failed while running, 2 wrong input, 130 stopped.";

/// Arguments of `reproduce`.
#[derive(Args, Clone, Debug)]
pub struct Reproduce {
    /// Which paper.
    #[arg(value_parser = papers())]
    paper: &'static Paper,

    /// A fraction of the jobs (the default).
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

fn papers() -> impl TypedValueParser<Value = &'static Paper> {
    let names = PAPERS.iter().map(|paper| paper.name);
    PossibleValuesParser::new(names).try_map(|name| paper(&name).ok_or("no such paper"))
}

impl Reproduce {
    /// Runs the paper's experiments and prints what they say to its claims.
    ///
    /// # Errors
    /// If the tasks cannot be run, or standard output does not take the result.
    pub fn carry_out(&self) -> Result<(), Failure> {
        let tier = if self.full { Tier::Full } else { Tier::Quick };
        let studies = self.paper.studies;
        let plans: Vec<Plan> = studies
            .iter()
            .map(|study| Plan::new(&study.scenario(tier)?))
            .collect::<Result<_, _>>()?;
        let shared = Shared::new(&plans);
        let done = execute::run(shared.tasks(), None, self.threads, None)?;
        let results: Vec<Results> = (0..)
            .zip(&plans)
            .map(|(index, plan)| plan.merge(&shared.of_plan(index, &done)))
            .collect();
        let outcomes: Vec<Outcome> = studies
            .iter()
            .zip(plans.iter().zip(&results))
            .map(|(study, (plan, results))| Outcome {
                preset: study.preset,
                scenario: plan.scenario(),
                results,
            })
            .collect();
        let evidence = Evidence {
            outcomes: &outcomes,
            timings: &[],
        };
        let findings: Vec<Finding> = self
            .paper
            .claims()
            .map(|claim| evidence.answer(claim))
            .collect();
        if self.json {
            return output::json(&as_json(&findings, &results));
        }
        say::result(&format!(
            "{}\nEngine {ENGINE_VERSION}; {}.\n",
            markdown(&findings),
            match tier {
                Tier::Quick => "quick tier: a fraction of the published number of jobs",
                Tier::Full => "full tier: the published number of jobs",
            }
        ))
    }
}

/// The findings as a Markdown table.
fn markdown(findings: &[Finding]) -> String {
    let mut text = String::from(
        "| Source | The paper | Published | Quantity | Measured | Verdict |\n|---|---|---|---|---|---|\n",
    );
    for finding in findings {
        let claim = finding.claim;
        let cells = [
            claim.source.to_owned(),
            claim.says.to_owned(),
            claim.published.words(claim.measure.unit()),
            claim.measure.words(),
            finding.ours(),
            finding.verdict_words().to_owned(),
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|"));
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    text
}

fn as_json(findings: &[Finding], results: &[Results]) -> serde_json::Value {
    let findings: Vec<_> = findings
        .iter()
        .map(|finding| {
            let claim = finding.claim;
            json!({
                "source": claim.source, "preset": claim.preset, "claim": claim.says,
                "published": claim.published.words(claim.measure.unit()), "quantity": claim.measure.words(),
                "measured": finding.measured, "ci95": finding.ci95, "unit": claim.measure.unit(),
                "at": finding.place, "unstable": finding.unstable, "verdict": finding.verdict.key(),
                "known_to_differ": claim.known_to_differ, "remark": claim.remark,
            })
        })
        .collect();
    json!({ "engine_version": ENGINE_VERSION, "findings": findings, "studies": results })
}
