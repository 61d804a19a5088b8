//! Section 6.4: what a decision about co-allocation costs (table 1).

use crate::experiment::reproduce::{Claim, Measure, Published};

/// The run from which decisions are taken.
pub const PRESET: &str = "jones2005-table1";

/// Time per co-allocation decision.
pub const TABLE_1: &[Claim] = &[
    Claim {
        says: "A1 takes 69.6 µs: a brute-force solver of O(pᵐ) for p nodes on m clusters.",
        remark: "Ours is exact too, but O(m): at most one cluster can take the upper part of eq. 10. Times are measured on the \
                 command line, in the full tier or by --only table1.",
        ..time("a1", 69.6)
    },
    Claim {
        says: "B1 takes 0.98 µs.",
        ..time("b1", 0.98)
    },
    Claim {
        says: "B2 takes 0.89 µs.",
        ..time("b2", 0.89)
    },
    Claim {
        says: "B3 takes 1.28 µs.",
        ..time("b3", 1.28)
    },
    Claim {
        says: "B4 takes 1.10 µs.",
        ..time("b4", 1.10)
    },
];

const fn time(policy: &'static str, published_us: f64) -> Claim {
    Claim {
        source: "J5 §6.4, table 1",
        preset: PRESET,
        published: Published::AtMost(published_us),
        measure: Measure::Decision(policy),
        remark: "Theirs is by gprof on a machine of 2005. Times are measured on the command line, in the full tier or by \
                 --only table1.",
        ..Claim::NEW
    }
}
