//! The scenarios of Vahdat-Nejad and Monsefi, and more of them.

use crate::paper::{Preset, preset};

/// V in the documentation.
const VAHDAT: &str = "Vahdat-Nejad and Monsefi, Static parallel job scheduling in computational grids";

/// In the order of the gallery.
pub const PRESETS: &[Preset] = &[
    preset!(
        "vahdat-scenario1",
        "Scenario I: 10 clusters, 20 jobs",
        VAHDAT,
        "Homes send jobs to the clusters of a grid: which rule gets them done soonest?"
    ),
    preset!(
        "vahdat-scenario2",
        "Scenario II: 30 clusters, 50 jobs",
        VAHDAT,
        "Homes send fifty jobs to the thirty clusters of a grid: which rule gets them done soonest?"
    ),
    preset!(
        "vahdat-weights",
        "Weights: does 0.5/0.2/0.3 win?",
        VAHDAT,
        "Scenario II under 26 choices of the three weights: shown as a triangle."
    ),
    preset!(
        "vahdat-stale",
        "Stale state",
        VAHDAT,
        "Homes decide on what they last heard of the others: how old may it be?"
    ),
    preset!("vahdat-load", "Fuzzy under load", VAHDAT, "Thousands of jobs, more and more often: who still keeps up?"),
    preset!(
        "vahdat-readings",
        "Scenario II in sixteen readings",
        VAHDAT,
        "The paper leaves open when idle nodes hold a job, which nodes are idle, what waiting jobs are, and whether a job's own traffic slows it down: is fuzzy ahead in every reading?"
    ),
    preset!(
        "vahdat-readings-scenario1",
        "Scenario I in sixteen readings",
        VAHDAT,
        "The paper leaves open what idle nodes, waiting jobs and a job's own traffic are: is fuzzy ahead on ten clusters in every reading?"
    ),
    preset!(
        "vahdat-ablation",
        "What each weight is worth",
        VAHDAT,
        "Scenario II without one of the three weights, the others in their proportion, on wide-area links that others load more and more."
    ),
    preset!(
        "vahdat-permission",
        "What permission is worth",
        VAHDAT,
        "Homes that know old states are refused, or are let in whatever has happened since: who is better off?",
        measure: "denials_per_job"
    ),
];
