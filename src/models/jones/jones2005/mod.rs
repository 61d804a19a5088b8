//! Jones, Pang, Stanzione, Ligon: Characterization of Bandwidth-aware Meta-schedulers for Co-allocating Jobs Across
//! Multiple Clusters, 2005 (J5).

mod bandwidth_aware;
mod complexity;
pub(super) mod penalty;

use crate::paper::{Paper, Size, Study};

pub use penalty::{LIMITS, MIGRATION_ONLY};

const BSBW: &str = "workload.bsbw_mbps";
const LSLT: &str = "schedulers.*.lslt";

/// Section 6, with more replications than a figure needs.
const BASELINES: &str = "jones2005-baselines";

/// The paper.
pub static PAPER: Paper = Paper {
    name: "jones2005",
    title: "Jones, Pang, Stanzione, Ligon: Characterization of Bandwidth-aware Meta-schedulers for Co-allocating Jobs Across \
            Multiple Clusters (2005)",
    studies: &[
        penalty::study("jones2005-fig9"),
        penalty::study("jones2005-fig10"),
        penalty::study("jones2005-fig11"),
        Study {
            preset: BASELINES,
            // At load 0.9 a run of the published length is off by 2 % (one standard deviation), so this takes many.
            quick: Size { jobs: None, replications: Some(10) },
            full: Size { jobs: None, replications: Some(30) },
            only: &["no-share", "migration-only", "ideal"],
        },
        study("jones2005-fig13"),
        study("jones2005-fig14"),
        study("jones2005-fig15"),
        study("jones2005-fig16"),
        study("jones2005-fig17"),
        study("jones2005-fig18"),
        study("jones2005-fig19"),
        study("jones2005-fig20"),
        study("jones2005-fig21"),
        study("jones2005-fig22"),
        study("jones2005-fig23"),
        study("jones2005-fig24"),
        study("jones2005-fig25"),
        study("jones2005-fig26"),
        study("jones2005-fig27"),
        study("jones2005-chunk"),
        study(complexity::PRESET),
    ],
    claims: &[
        penalty::FIGURES,
        penalty::BASELINES,
        bandwidth_aware::FIRST_FIT,
        bandwidth_aware::SURFACES,
        bandwidth_aware::AT_FULL_THRESHOLD,
        bandwidth_aware::OVER_THRESHOLD,
        bandwidth_aware::CHUNK_LIMITS,
        complexity::TABLE_1,
    ],
    improvements: &[],
    notes: &[
        "The paper prints few numbers; most claims are sentences about figures whose data are lost. Each is held against \
         the difference that it states, on the same jobs.",
        "The authors ran each setting once. Several of our figures repeat it, so that differences have an interval over pairs.",
        penalty::ONE_REPLICATION,
        "“At every point” shows the point whose interval reaches lowest: what holds there holds everywhere. “At the best \
         point” shows the one whose interval begins highest, or reaches highest if none is above 0; it is widened by \
         Bonferroni's rule, because every point had the chance to be the best.",
        "All jobs of a run end, so that what has ended does not tell a region of load. Claims are judged at every point, at the points that are \
         named, or at those that are stable; where a queue grows without end stands beside the number.",
        "Sentences of ours follow from the paper's text or say where it ends; they are marked, and counted apart.",
    ],
};

/// A figure of section 6; the quick tier runs a twentieth of the jobs.
const fn study(preset: &'static str) -> Study {
    Study { preset, quick: Size { jobs: Some(20_000), replications: None }, full: Size::PRESET, only: &[] }
}
