//! Asynchronous requests alone, of which the paper supposes something without a figure.

use super::{ASYNCHRONOUS, COMPRESSION, claim, refuted, under};
use crate::paper::{Claim, Measure, Over};

const SUPPOSED: Claim = Claim {
    source: "G §6",
    ..claim(
        ASYNCHRONOUS,
        "We suppose that ASP would perform better, if the job mix did only contain asynchronous jobs.",
    )
};

const P_SYNC: &str = "workload.p_sync";

/// ASP on asynchronous requests alone, at one compression: better than on a mix of both, and, the other reading, better than FFIH.
macro_rules! supposed {
    ($compression:literal, $words:literal) => {
        [
            Claim {
                says: concat!(
                    "ASP takes longer where half of all requests are synchronous than where none is, at compression ",
                    $words,
                    "."
                ),
                measure: Measure::Gap(
                    under("ASP", &[(P_SYNC, 0.5), (COMPRESSION, $compression)]),
                    under("ASP", &[(P_SYNC, 0.0), (COMPRESSION, $compression)]),
                    Over::Point(&[]),
                ),
                ..SUPPOSED
            },
            Claim {
                says: concat!(
                    "The other reading: where none is, FFIH takes longer than ASP, at compression ",
                    $words,
                    "."
                ),
                measure: Measure::Gap(
                    under("FFIH", &[(P_SYNC, 0.0), (COMPRESSION, $compression)]),
                    under("ASP", &[(P_SYNC, 0.0), (COMPRESSION, $compression)]),
                    Over::Point(&[]),
                ),
                ..SUPPOSED
            },
        ]
    };
}

const SUPPOSED_05: [Claim; 2] = supposed!(0.5, "0.5");
const SUPPOSED_1: [Claim; 2] = supposed!(1.0, "1");
const SUPPOSED_19: [Claim; 2] = supposed!(19.0, "19");

const RUNS_LONG: &str =
    "Where all keep up, few wait: what stands against ASP is that an asynchronous request on few processors runs long.";
const SMALLEST_FIRST: &str = "FFIH starts the smallest requests first, and these are the first to end.";

pub const ALL_ASYNCHRONOUS: &[Claim] = &[
    refuted(SUPPOSED_05[0], RUNS_LONG),
    refuted(SUPPOSED_05[1], RUNS_LONG),
    SUPPOSED_1[0],
    refuted(SUPPOSED_1[1], SMALLEST_FIRST),
    refuted(
        SUPPOSED_19[0],
        "Those that end first under overload are others in each mix; the means over all submitted stand beside.",
    ),
    refuted(SUPPOSED_19[1], SMALLEST_FIRST),
];
