//! A metacomputer's counters, and the measures of its requests.

use crate::models::measure::{Better, CounterInfo, MeasureInfo, Never, Reads};
use crate::words::number::Style;
use crate::workload::GroupBy;

/// Number of rounds, in which waiting requests are planned.
pub static PLANNING_ROUNDS: CounterInfo = CounterInfo {
    name: "planning_rounds",
    never: Some(Never {
        note: "no round of planning came before the end, so no meta request was planned; a larger gamma (ihs-demand) or a shorter \
               interval_s (ihs-fixed) brings rounds.",
        caption: "No round of planning came before the end, so that no meta request is in the means",
    }),
};

/// Mean turnaround of local requests, which are submitted to one machine.
pub static LOCAL_TURNAROUND: MeasureInfo = turnaround(
    "local_turnaround_s",
    "Mean turnaround of local requests",
    "Of requests that were submitted to their machines.",
    Reads::Turnaround(GroupBy::Origin, "local"),
);

/// Mean turnaround of meta requests, which are submitted to the metacomputer.
pub static META_TURNAROUND: MeasureInfo = turnaround(
    "meta_turnaround_s",
    "Mean turnaround of meta requests",
    "Of requests that were submitted to the metacomputer.",
    Reads::Turnaround(GroupBy::Origin, "meta"),
);

/// Mean turnaround of all local requests. Requests that are unfinished at the end of the run are included.
pub static LOCAL_SUBMITTED: MeasureInfo = turnaround(
    "local_submitted_turnaround_s",
    "Mean turnaround of local requests, unfinished too",
    "Of all that were submitted to their machines; those that had not ended when the run did count until then.",
    Reads::SubmittedTurnaround(GroupBy::Origin, "local"),
);

/// Mean turnaround of all meta requests. Requests that are unfinished at the end of the run are included.
pub static META_SUBMITTED: MeasureInfo = turnaround(
    "meta_submitted_turnaround_s",
    "Mean turnaround of meta requests, unfinished too",
    "Of all that were submitted to the metacomputer; those that had not ended when the run did count until then.",
    Reads::SubmittedTurnaround(GroupBy::Origin, "meta"),
);

const fn turnaround(key: &'static str, label: &'static str, help: &'static str, reads: Reads) -> MeasureInfo {
    MeasureInfo { key, label, unit: "s", style: Style::Plain, better: Better::Lower, help, reads, column: None }
}
