//! Carastan-Santos and de Camargo: Obtaining Dynamic Scheduling Policies with Simulation and Machine Learning (C).

use crate::paper::{Claim, Measure, Paper, Size, Study, of};

/// Where the paper has an experiment, and its preset.
type Experiment = (&'static str, &'static str);

const PLAIN: Experiment = ("C, Lublin 256", "carastan2017-lublin256");
const EASY: Experiment = ("C, Lublin 256, EASY", "carastan2017-easy");

/// The paper.
pub static PAPER: Paper = Paper {
    name: "carastan2017",
    title: "Carastan-Santos, de Camargo: Obtaining Dynamic Scheduling Policies with Simulation and Machine Learning (2017)",
    studies: &[study(PLAIN.1), study(EASY.1)],
    claims: &[WITHOUT_BACKFILLING, WITH_EASY, AGAINST_SAF],
    improvements: &[],
    notes: &[
        "The text of the paper is not at hand, so that no sentence of it can be quoted, and all claims count as ours. What it compares is read from the programs that its authors published \
         (github.com/hpcsched/gen-sched-policies, commit 5d62e12): FCFS, WFP3, UNICEF, SPT (here SJF) and F4 to F1, by the mean bounded \
         slowdown (10 s) of fifty sequences of 15 days of Lublin's jobs on 256 nodes. Only who is ahead is held against ours, no number.",
        "Their simulator orders only the first 32 jobs of the queue (QUEUE_NUM_TASKS); all others wait in order of arrival behind these. Here \
         the whole queue is ordered, as the formulas are meant. docs/orders.md runs both on the same jobs: most of the published \
         advantage of F1 to F4 over SPT, WFP3 and UNICEF comes from the bound.",
        "A sequence has 1700 jobs, about as many as 15 days of their log, at load 1 (theirs: 0.88 to 1.26), and all its jobs count; theirs \
         leaves out the first 16, which it runs in order of arrival. Their backfilling goes by users' estimates, which are drawn by a \
         model that is not part of this program: here estimates are exact.",
        "A number is how much more bounded slowdown the other has: the geometric mean of the sequences' ratios less 1. Its half width is that \
         towards 0; the other way the interval reaches farther.",
        "SAF is not among what the authors' programs compare.",
    ],
};

const fn study(preset: &'static str) -> Study {
    Study { preset, quick: Size::PRESET, full: Size::PRESET, only: &[] }
}

/// The claim that the first has less bounded slowdown than the second.
macro_rules! ahead {
    ($experiment:expr, $better:literal, $worse:literal) => {
        Claim {
            source: $experiment.0,
            preset: $experiment.1,
            says: concat!($better, " has less bounded slowdown than ", $worse, "."),
            measure: Measure::SlowdownRatio(of($worse), of($better)),
            ..Claim::NEW
        }
    };
}

/// The same where nothing but the first 32 jobs being ordered makes it so.
const fn by_the_bound(claim: Claim) -> Claim {
    Claim {
        remark: "It comes out where only the first 32 jobs are ordered, as in the authors' simulator, and not where all are: docs/orders.md.",
        ..claim
    }
}

/// The same where it is the other way round once the whole queue is ordered.
const fn reversed(claim: Claim) -> Claim {
    Claim { known_refuted: true, ..by_the_bound(claim) }
}

/// Where SAF is surely ahead.
const fn behind_saf(claim: Claim) -> Claim {
    Claim {
        known_refuted: true,
        remark: "The other way round: nodes times run time, without any constant, is ahead.",
        ..claim
    }
}

const WITHOUT_BACKFILLING: &[Claim] = &[
    ahead!(PLAIN, "F1", "FCFS"),
    ahead!(PLAIN, "F1", "WFP3"),
    by_the_bound(ahead!(PLAIN, "F1", "UNICEF")),
    ahead!(PLAIN, "F1", "SJF"),
    ahead!(PLAIN, "F2", "FCFS"),
    ahead!(PLAIN, "F2", "WFP3"),
    by_the_bound(ahead!(PLAIN, "F2", "UNICEF")),
    ahead!(PLAIN, "F2", "SJF"),
    ahead!(PLAIN, "F3", "FCFS"),
    ahead!(PLAIN, "F3", "WFP3"),
    reversed(ahead!(PLAIN, "F3", "UNICEF")),
    by_the_bound(ahead!(PLAIN, "F3", "SJF")),
    ahead!(PLAIN, "F4", "FCFS"),
    ahead!(PLAIN, "F4", "WFP3"),
    reversed(ahead!(PLAIN, "F4", "UNICEF")),
    by_the_bound(ahead!(PLAIN, "F4", "SJF")),
];

const WITH_EASY: &[Claim] = &[
    ahead!(EASY, "F1", "FCFS"),
    ahead!(EASY, "F1", "WFP3"),
    ahead!(EASY, "F1", "UNICEF"),
    ahead!(EASY, "F1", "SJF"),
    ahead!(EASY, "F2", "FCFS"),
    ahead!(EASY, "F2", "WFP3"),
    ahead!(EASY, "F2", "UNICEF"),
    ahead!(EASY, "F2", "SJF"),
    ahead!(EASY, "F3", "FCFS"),
    ahead!(EASY, "F3", "WFP3"),
    ahead!(EASY, "F3", "UNICEF"),
    ahead!(EASY, "F3", "SJF"),
    ahead!(EASY, "F4", "FCFS"),
    ahead!(EASY, "F4", "WFP3"),
    ahead!(EASY, "F4", "UNICEF"),
    ahead!(EASY, "F4", "SJF"),
];

const AGAINST_SAF: &[Claim] = &[
    behind_saf(ahead!(PLAIN, "F1", "SAF")),
    behind_saf(ahead!(PLAIN, "F2", "SAF")),
    behind_saf(ahead!(PLAIN, "F3", "SAF")),
    behind_saf(ahead!(PLAIN, "F4", "SAF")),
    behind_saf(ahead!(EASY, "F1", "SAF")),
    ahead!(EASY, "F2", "SAF"),
    ahead!(EASY, "F3", "SAF"),
    ahead!(EASY, "F4", "SAF"),
];
