//! The same claims where what the paper leaves open is read otherwise: when rounds come, and in which order ASP starts requests.

use super::full_control::{ALL_WAIT, STARTS_AT_ONCE, WEAKEST};
use super::real_world::{MODERATE, SEEMS_BEST, SMALLER, STARVES};
use super::{ASP_ORDER, AT_1, AT_05, C1, C05, C19, COMPRESSION, KEEPS_UP, OVERLOAD, READINGS, claim, refuted, under};
use crate::paper::{At, Claim, Measure, Over, Published, of};

const fn said(source: &'static str, claim: Claim) -> Claim {
    Claim { source, ..claim }
}

/// With α = 1 ASP* comes as close to FCFS as this.
const fn becomes_fcfs(says: &'static str, measure: Measure) -> Claim {
    Claim {
        source: "G §6",
        says,
        published: Published::Near { value: 0.0, by: 5.0 },
        measure,
        ..claim(ASP_ORDER, "becomes identical to FCFS if … gets close to 1")
    }
}

/// In the order of submission, at one compression: a mean within the margin somewhere says nothing of elsewhere.
const fn in_order(compression: At) -> Claim {
    becomes_fcfs(
        "ASP* (α = 1), order of submission takes as long as FCFS, within 5 %; the margin is ours.",
        Measure::Percent(
            under("ASP* (α = 1), order of submission", compression),
            under("FCFS", compression),
            Over::Point(&[]),
        ),
    )
}

/// With the least need first, at every compression of a region: the number is the lowest, and one below the margin refutes all.
const fn least_first(region: Over) -> Claim {
    refuted(
        becomes_fcfs(
            "ASP* (α = 1), least need first takes as long as FCFS, within 5 %; the margin is ours.",
            Measure::Percent(of("ASP* (α = 1), least need first"), of("FCFS"), region),
        ),
        LEAST_NEED,
    )
}

/// The order in which ASP starts requests: the text does not say it, but what becomes of ASP* as α comes close to 1.
pub(super) const OTHER_ORDER: &[Claim] = &[
    least_first(KEEPS_UP),
    least_first(OVERLOAD),
    refuted(in_order(&[(COMPRESSION, 0.25)]), PLANS_AHEAD),
    refuted(in_order(C05), PLANS_AHEAD),
    in_order(C1),
    in_order(&[(COMPRESSION, 2.0)]),
    in_order(&[(COMPRESSION, 5.0)]),
    in_order(&[(COMPRESSION, 10.0)]),
    in_order(C19),
    said(FIG_5, longer!(ASP_ORDER, WEAKEST, "ASP, order of submission", "FFIH", KEEPS_UP)),
    refuted(said(FIG_5, longer!(ASP_ORDER, WEAKEST, "ASP, order of submission", "FCFS", KEEPS_UP)), STARTS_AT_ONCE),
    said(FIG_5, longer!(ASP_ORDER, WEAKEST, "ASP*, order of submission", "FFIH", KEEPS_UP)),
    refuted(said(FIG_5, longer!(ASP_ORDER, WEAKEST, "ASP*, order of submission", "FCFS", KEEPS_UP)), STARTS_AT_ONCE),
    said(FIG_5, longer!(ASP_ORDER, WEAKEST, "ASP, order of submission", "FFIH", OVERLOAD)),
    said(FIG_5, longer!(ASP_ORDER, WEAKEST, "ASP, order of submission", "FCFS", OVERLOAD)),
    said(FIG_5, longer!(ASP_ORDER, WEAKEST, "ASP*, order of submission", "FFIH", OVERLOAD)),
    refuted(said(FIG_5, longer!(ASP_ORDER, WEAKEST, "ASP*, order of submission", "FCFS", OVERLOAD)), ALL_WAIT),
];

const LEAST_NEED: &str =
    "Least need first lets small requests pass large ones whatever α is: this order cannot be meant.";
const PLANS_AHEAD: &str = "In this order it comes near, from compression 2 on within the margin. Not before: on FCFS's surfaces a later request may begin \
                           beside an earlier one that waits, and behind the head of ASP*'s line none does.";
const FIG_5: &str = "G §6, fig. 5";
const FIG_6: &str = "G §6, fig. 6";

/// The same claims as of figure 6 where rounds without control come every 4 h, and ASP starts requests in the order of submission.
pub(super) const OTHER_READINGS: &[Claim] = &[
    said(FIG_6, longer!(READINGS, SMALLER, "no control, every 4 h", "FFIH", AT_05)),
    refuted(
        said(FIG_6, longer!(READINGS, SMALLER, "no control, every 4 h", "ASP, order of submission", AT_05)),
        STARVES,
    ),
    said(FIG_6, longer!(READINGS, SMALLER, "no control, every 4 h", "ASP*, order of submission", AT_05)),
    said(FIG_6, longer!(READINGS, SMALLER, "no control, every 4 h", "FFIH", AT_1)),
    refuted(said(FIG_6, longer!(READINGS, SEEMS_BEST, "FFIH", "ASP, order of submission", OVERLOAD)), STARVES),
    said(FIG_6, longer!(READINGS, MODERATE, "ASP, order of submission", "FFIH", AT_05)),
    said(FIG_6, longer!(READINGS, MODERATE, "ASP*, order of submission", "FFIH", AT_05)),
    said(FIG_6, longer!(READINGS, MODERATE, "ASP, order of submission", "FFIH", AT_1)),
    said(FIG_6, longer!(READINGS, MODERATE, "ASP*, order of submission", "FFIH", AT_1)),
];
