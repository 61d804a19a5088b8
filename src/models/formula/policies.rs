//! The description of the placement policy by formula, and the function that makes the policy.

use super::by_score::ByScore;
use super::names::{self, PLACE};
use super::order::{self, OrderSettings};
use super::settings::Settings;
use crate::base::problem::Problem;
use crate::models::policy::{Built, Policy, PolicyInfo};
use crate::models::{Given, Model};

/// The model: schedulers that are formulas.
pub const MODEL: Model = Model {
    name: "formula",
    title: "Your own",
    settings: &[Settings::PARAMETERS],
    order_settings: &[OrderSettings::PARAMETERS],
    orders: &[&order::FORMULA],
    policies: &[&FORMULA],
    ..Model::NEW
};

/// The policy that chooses the largest score.
pub static FORMULA: PolicyInfo = PolicyInfo {
    sign: 18,
    settings: &[PolicyInfo::QUEUE, PolicyInfo::LINKS, &["place_score", "constants", "most_pieces"]],
    also: &[("score", "place_score")],
    co_allocates: true,
    looks_at_links: true,
    reads_estimates: true,
    check,
    ..PolicyInfo::on_one_cluster(
        [
            "formula",
            "Formula",
            "Of all clusters that hold the job, and of three ways to spread it, the place with the largest score, which is a formula of yours.",
        ],
        |seen| {
            let own: Settings = seen.settings()?;
            let score = names::score(&own.place_score, &own.constants);
            let score = score.map_err(|mistake| mistake.problem("place_score"))?;
            Ok(Built::Place(Box::new(ByScore::new(score, own.most_pieces, seen.idle))))
        },
    )
};

/// Problems of the formula and its constants.
fn check(own: &Given, _policy: Policy, place: &str) -> Vec<Problem> {
    let own: Settings = own.of();
    let read = names::score(&own.place_score, &own.constants);
    names::problems(&own.constants, PLACE, read, place, "place_score")
}
