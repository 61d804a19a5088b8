//! Jones, Pang, Stanzione, Ligon: Characterization of Bandwidth-aware Meta-schedulers for Co-allocating Jobs Across
//! Multiple Clusters, 2005 (J5).

mod penalty;

use super::{Paper, Size, Study};

/// The paper.
pub const PAPER: Paper = Paper {
    name: "jones2005",
    title: "Jones, Pang, Stanzione, Ligon: Characterization of Bandwidth-aware Meta-schedulers for Co-allocating Jobs Across \
            Multiple Clusters (2005)",
    studies: &[
        Study {
            preset: BASELINES,
            // At load 0.9 a run of the published length is off by 2 % (one standard deviation), so this takes many.
            quick: Size {
                jobs_per_cluster: None,
                replications: Some(10),
            },
            full: Size {
                jobs_per_cluster: None,
                replications: Some(30),
            },
            only: &["migration-only", "ideal"],
        },
        penalty_study("jones2005-fig9"),
        penalty_study("jones2005-fig10"),
        penalty_study("jones2005-fig11"),
    ],
    claims: &[penalty::BASELINES, penalty::FIGURES],
    notes: &[],
};

/// Section 6, with 30 replications.
const BASELINES: &str = "jones2005-baselines";

/// Figures 9–11: the quick tier runs a hundredth of the jobs, three times.
const fn penalty_study(preset: &'static str) -> Study {
    Study {
        preset,
        quick: Size {
            jobs_per_cluster: Some(40_000),
            replications: Some(3),
        },
        full: Size::PRESET,
        only: &[],
    }
}
