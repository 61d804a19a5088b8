//! Section 6.4: what a decision about co-allocation costs (table 1).

use crate::paper::{Claim, Measure, Published};

/// The run from which decisions are taken.
pub const PRESET: &str = "jones2005-table1";

/// Time per co-allocation decision.
pub const TABLE_1: &[Claim] = &[
    Claim {
        remark: "Theirs is by gprof on a machine of 2005, of a brute-force solver of O(pᵐ) for p nodes on m clusters. Ours is \
                 exact too, but O(m): at most one cluster can take the upper part of eq. 10. Times are measured on the \
                 command line, in the full tier or by --only table1.",
        ..time("A decision of A1 takes no longer than theirs did.", "a1", 69.6)
    },
    time("A decision of B1 takes no longer than theirs did.", "b1", 0.98),
    time("A decision of B2 takes no longer than theirs did.", "b2", 0.89),
    time("A decision of B3 takes no longer than theirs did.", "b3", 1.28),
    time("A decision of B4 takes no longer than theirs did.", "b4", 1.10),
    Claim {
        source: "J5 §6.3, table 1",
        preset: PRESET,
        quote: "the calculations involved in A1 are significant",
        says: "A decision of A1 takes longer than one of B1.",
        measure: Measure::LongerDecision("a1", "b1"),
        remark: "Theirs takes 71 times as long (69.6 against 0.98 µs), which is 7000 % longer.",
        full_only: true,
        ..Claim::NEW
    },
];

const SOURCE: &str = "J5 §6.4, table 1";

/// A time on another machine is no claim about ours: these sentences are not the paper's.
const fn time(says: &'static str, policy: &'static str, published_us: f64) -> Claim {
    Claim {
        source: SOURCE,
        preset: PRESET,
        says,
        published: Published::AtMost(published_us),
        measure: Measure::Decision(policy),
        remark: "Theirs is the mean by gprof on a machine of 2005. Times are measured on the command line, in the full tier or \
                 by --only table1.",
        full_only: true,
        ..Claim::NEW
    }
}
