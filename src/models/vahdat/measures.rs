//! What a grid's homes count.

use crate::base::number::Style;
use crate::models::measure::{Better, Column, CounterInfo, MeasureInfo, Reads};

/// Requests for admission that were turned away.
pub static DENIALS: CounterInfo = CounterInfo {
    name: "denials",
    never: None,
};

/// The same over the jobs.
pub static DENIALS_PER_JOB: MeasureInfo = MeasureInfo {
    key: "denials_per_job",
    label: "Refused requests per job",
    unit: "",
    style: Style::Plain,
    better: Better::Lower,
    help: "How often a cluster refused a job that another one's home asked it to take.",
    reads: Reads::PerJob(&DENIALS),
    column: Some(Column {
        head: "refused",
        decimals: 2,
        interval: false,
    }),
};
