//! What the policy is and reads, and how it is built.

use super::by_score::ByScore;
use super::names::{self, PLACE};
use super::settings::Settings;
use crate::base::problem::Problem;
use crate::models::policy::{Built, Policy, PolicyInfo};
use crate::models::{Given, Model};

/// Schedulers that are formulas.
pub const MODEL: Model = Model {
    name: "formula",
    settings: &[Settings::PARAMETERS],
    policies: &[&FORMULA],
    ..Model::NEW
};

/// The largest score.
pub static FORMULA: PolicyInfo = PolicyInfo {
    name: "formula",
    label: "Formula",
    help: "Of all clusters that hold the job, and of three ways to spread it, the place with the largest score, which is a formula of yours.",
    settings: &[
        PolicyInfo::QUEUE,
        PolicyInfo::LINKS,
        &["place_score", "constants", "most_pieces"],
    ],
    co_allocates: true,
    reads_estimates: true,
    check,
    build: |seen| {
        let own: Settings = seen.own.of();
        match names::score(&own.place_score, &own.constants) {
            Ok(score) => Built::Place(Box::new(ByScore::new(score, own.most_pieces, seen.idle))),
            // Checked scenarios have none such.
            Err(_) => (PolicyInfo::ON_ONE_CLUSTER.build)(seen),
        }
    },
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// What is wrong with the formula and its constants.
fn check(own: &Given, _policy: Policy, place: &str) -> Vec<Problem> {
    let own: Settings = own.of();
    let taken = own
        .constants
        .names()
        .filter(|name| names::is_taken(name, PLACE));
    let mut problems: Vec<Problem> = taken
        .map(|name| {
            Problem::new(
                format!("{place}.constants"),
                format!("declares {name}, which formulas know already"),
                "other names",
                "Give the constant another name",
            )
        })
        .collect();
    if let Err(mistake) = names::score(&own.place_score, &own.constants) {
        problems.push(mistake.problem(&format!("{place}.place_score")));
    }
    problems
}
