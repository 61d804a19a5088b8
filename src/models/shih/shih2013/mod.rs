//! Shih, Huang, Lee, Chung, Chung: TLA: Temporal look-ahead processor allocation method for heterogeneous multi-cluster
//! systems, 2013 (S).

mod estimates;
mod figures;
mod look_ahead;
mod table4;

pub use figures::UTILISATION;

use super::example::{JOB_1, score_s};
use crate::paper::{Calculated, Calculation, Claim, Measure, Paper, Published, Size, Study};

const LOAD: &str = "workload.load";
const HETEROGENEITY: &str = "platform.speed_heterogeneity";

/// The paper.
pub static PAPER: Paper = Paper {
    name: "shih2013",
    title: "Shih, Huang, Lee, Chung, Chung: TLA: Temporal look-ahead processor allocation method for heterogeneous \
            multi-cluster systems (2013)",
    studies: &[
        study(EXAMPLE, None, None),
        study("shih2013-table4-a1", None, Some(2)),
        study("shih2013-table4-a2", None, Some(2)),
        study("shih2013-table4-b1", SHORT, Some(2)),
        study("shih2013-table4-b2", SHORT, Some(2)),
        study("shih2013-table4-c1", SHORT, Some(2)),
        study("shih2013-table4-c2", SHORT, Some(2)),
        study("shih2013-table4-d1", SAMPLE, Some(3)),
        study("shih2013-table4-d2", SAMPLE, Some(3)),
        study("shih2013-table4-e1", SAMPLE, Some(3)),
        study("shih2013-table4-e2", SAMPLE, Some(3)),
        study("shih2013-table4-f1", SAMPLE, Some(3)),
        study("shih2013-table4-f2", SAMPLE, Some(3)),
        study("shih2013-fig8", SHORT, None),
        study("shih2013-fig10", SHORT, None),
        study("shih2013-fig11", SHORT, None),
        study("shih2013-fig12", SHORT, None),
        study("shih2013-fig13", SHORT, None),
    ],
    claims: &[
        TABLE_1,
        table4::CLAIMS[0],
        table4::CLAIMS[1],
        table4::CLAIMS[2],
        table4::CLAIMS[3],
        table4::CLAIMS[4],
        table4::CLAIMS[5],
        table4::CLAIMS[6],
        table4::CLAIMS[7],
        table4::CLAIMS[8],
        table4::CLAIMS[9],
        table4::CLAIMS[10],
        table4::CLAIMS[11],
        table4::OTHER_COLUMNS,
        figures::TABLE_5,
        figures::FIGURE_6,
        figures::FIGURE_7,
        estimates::FIGURE_8,
        look_ahead::FIGURE_10,
        look_ahead::FIGURE_11,
        look_ahead::FIGURE_12,
        look_ahead::FIGURE_13,
    ],
    improvements: table4::TABLE,
    notes: &[
        "Workload A is the SDSC SP2 log, 54 006 of the paper's 54 041 jobs. B, five DAS2 logs merged in order of submission, and C, \
         ANL Intrepid, are not at hand; those who have them give their folder by --logs. D, E and F are drawn once and the \
         speeds ten times, as in the paper; E is like Feitelson 96, whose original program could not be had.",
        "In the text at hand the columns of table 4 for load 0.5 have come loose below row B2. Which of them is heterogeneity 0.1 or \
         0.2 is our reading, and where the other one could matter it is judged too; the order of the cells in that of 0 is not to be trusted, so that they have a question mark and no claim \
         is held against them.",
        "Regions of load are the paper's own: low, medium and high are loads 0.5, 0.75 and 1. All jobs of a run end, so that what has ended does not \
         tell others.",
        "On clusters of speed 1 nothing is random, so that these numbers have no interval: other jobs of the same model would give \
         others. An improvement is that of the mean turnarounds over all replications, its interval that of a ratio of paired means.",
        "Figure 5, the time of a decision, is measured by `cargo bench --bench look_ahead`.",
    ],
};

/// Jobs in the quick tier where all of them take too long.
const SHORT: Option<u64> = Some(3000);
/// Jobs of a model in the quick tier: all replications have the same ones, and a sample of 3000 is too small to tell who is ahead.
const SAMPLE: Option<u64> = Some(10_000);

const fn study(preset: &'static str, quick_jobs: Option<u64>, quick_replications: Option<u32>) -> Study {
    Study { preset, quick: Size { jobs: quick_jobs, replications: quick_replications }, full: Size::PRESET, only: &[] }
}

/// Jobs on the clusters of the example.
const EXAMPLE: &str = "shih2013-table1";

/// The example, and what comes of it in figure 9.
const TABLE_1: &[Claim] = &[
    Claim {
        remark: "The table prints 3 nodes for job 1, but its numbers come out for 4: with 3, job 2 would find six free nodes on A \
                 at 3 and not wait until 5, and the score would be 9.75.",
        ..score(
            "S §3.1, table 1",
            "whose value is 10",
            "The score of allocating job 1 to cluster A.",
            10.0,
            "mean turnaround of the four jobs, job 1 of 4 nodes on A, the job on B until 5 s",
            || score_s(A, JOB_1, 5.0),
        )
    },
    score(
        "S §3.1, table 1",
        "the computed score is 8",
        "The score of allocating job 1 to cluster B.",
        8.0,
        "mean turnaround of the four jobs, job 1 of 4 nodes on B, the job on B until 5 s",
        || score_s(B, JOB_1, 5.0),
    ),
    score(
        "S §5.1, fig. 9",
        PRACTICAL,
        "Mean turnaround with job 1 on A, if the job on B ends at 1 already.",
        7.75,
        "mean turnaround of the four jobs, job 1 of 4 nodes on A, the job on B until 1 s",
        || score_s(A, JOB_1, 1.0),
    ),
    Claim {
        remark: "8 comes out, whether job 1 needs 3 nodes or 4: no job uses the nodes that the job on B gives back early, so that \
                 nothing is other than in table 1. Job 1 is better off on A in either case.",
        known_refuted: true,
        ..score(
            "S §5.1, fig. 9",
            PRACTICAL,
            "Mean turnaround with job 1 on B, if the job on B ends at 1 already.",
            8.25,
            "mean turnaround of the four jobs, job 1 of 4 nodes on B, the job on B until 1 s",
            || score_s(B, JOB_1, 1.0),
        )
    },
];

const PRACTICAL: &str = "The practical ATT if job 1 is allocated to cluster A and B are 7.75 and 8.25 respectively";

const A: u32 = 0;
const B: u32 = 1;

const fn score(
    source: &'static str,
    quote: &'static str,
    says: &'static str,
    published_s: f64,
    words: &'static str,
    value: fn() -> f64,
) -> Claim {
    Claim {
        source,
        quote,
        preset: EXAMPLE,
        says,
        published: Published::Near { value: published_s, by: 0.0 },
        measure: Measure::Calculated(Calculation { words, unit: "s", value: Calculated::By(value) }),
        ..Claim::NEW
    }
}
