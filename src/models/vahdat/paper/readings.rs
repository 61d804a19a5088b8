//! Fuzzy against best-fit in each reading of what the paper leaves open.

use super::{FASTER, FIG8, FIG9, READINGS, READINGS_ONE, ours};
use crate::paper::{Claim, Measure, Over, of};

/// One of the sixteen readings: of best-fit and of the state, and whether a job's own traffic counts.
macro_rules! reading {
    ($preset:expr, $figure:expr, $best_fit:literal, $fuzzy:literal, $own_traffic:literal) => {
        ours(
            $preset,
            $figure,
            match $own_traffic {
                0.0 => concat!(
                    "Jobs take longer under ",
                    $best_fit,
                    " than under ",
                    $fuzzy,
                    "; own traffic does not count."
                ),
                _ => concat!("Jobs take longer under ", $best_fit, " than under ", $fuzzy, "; own traffic counts."),
            },
            Measure::Gap(of($best_fit), of($fuzzy), Over::Point(&[(OWN_TRAFFIC, $own_traffic)])),
        )
    };
}

/// With the paper's own rule: a cluster “whose number of idle nodes is greater than the number of tasks”.
const fn of_the_paper(claim: Claim) -> Claim {
    Claim {
        quote: FASTER,
        remark: "With the paper's “greater than”; MODELS.md and the claims above have at least.",
        ..claim
    }
}

/// Where waiting jobs are part of the state.
const fn seated(claim: Claim) -> Claim {
    Claim { remark: "Where waiting jobs are part of the state, fuzzy knows queues too.", ..claim }
}

/// All readings of one scenario.
macro_rules! sixteen {
    ($preset:expr, $figure:expr) => {
        [
            reading!($preset, $figure, "best-fit", "fuzzy", 1.0),
            reading!($preset, $figure, "best-fit", "fuzzy", 0.0),
            reading!($preset, $figure, "best-fit, idle of low load", "fuzzy", 1.0),
            reading!($preset, $figure, "best-fit, idle of low load", "fuzzy", 0.0),
            of_the_paper(reading!($preset, $figure, "best-fit, more than T", "fuzzy", 1.0)),
            of_the_paper(reading!($preset, $figure, "best-fit, more than T", "fuzzy", 0.0)),
            reading!($preset, $figure, "best-fit, more than T, idle of low load", "fuzzy", 1.0),
            reading!($preset, $figure, "best-fit, more than T, idle of low load", "fuzzy", 0.0),
            seated(reading!($preset, $figure, "best-fit, waiting jobs seated", "fuzzy, waiting jobs seated", 1.0)),
            seated(reading!($preset, $figure, "best-fit, waiting jobs seated", "fuzzy, waiting jobs seated", 0.0)),
            seated(reading!(
                $preset,
                $figure,
                "best-fit, waiting jobs seated, idle of low load",
                "fuzzy, waiting jobs seated",
                1.0
            )),
            seated(reading!(
                $preset,
                $figure,
                "best-fit, waiting jobs seated, idle of low load",
                "fuzzy, waiting jobs seated",
                0.0
            )),
            seated(reading!(
                $preset,
                $figure,
                "best-fit, more than T, waiting jobs seated",
                "fuzzy, waiting jobs seated",
                1.0
            )),
            seated(reading!(
                $preset,
                $figure,
                "best-fit, more than T, waiting jobs seated",
                "fuzzy, waiting jobs seated",
                0.0
            )),
            seated(reading!(
                $preset,
                $figure,
                "best-fit, more than T, waiting jobs seated, idle of low load",
                "fuzzy, waiting jobs seated",
                1.0
            )),
            seated(reading!(
                $preset,
                $figure,
                "best-fit, more than T, waiting jobs seated, idle of low load",
                "fuzzy, waiting jobs seated",
                0.0
            )),
        ]
    };
}

const OWN_TRAFFIC: &str = "network.own_traffic";
pub const READINGS_OF_TWO: &[Claim] = &sixteen!(READINGS, FIG9);
pub const READINGS_OF_ONE: &[Claim] = &sixteen!(READINGS_ONE, FIG8);
