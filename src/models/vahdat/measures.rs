//! Counters of a grid's homes.

use crate::models::measure::{Better, Column, CounterInfo, MeasureInfo, Reads};
use crate::words::number::Style;

/// Number of refused requests for admission.
pub static DENIALS: CounterInfo = CounterInfo { name: "denials", never: None };

/// Number of jobs sent to another cluster.
pub static TRANSFERS: CounterInfo = CounterInfo { name: "transfers", never: None };

/// Total time of the jobs' transfers \[ms\].
pub static TRANSFER_MS: CounterInfo = CounterInfo { name: "transfer_ms", never: None };

/// Share of jobs sent to another cluster.
pub static SENT_SHARE: MeasureInfo = MeasureInfo {
    key: "sent_share",
    label: "Jobs sent to another cluster",
    unit: "",
    style: Style::Percent,
    better: Better::Neither,
    help: "Of all jobs, those that did not run at their homes.",
    reads: Reads::PerJob(&TRANSFERS),
    column: Some(Column { head: "sent", decimals: 1, interval: false }),
};

/// Mean time of sending a job.
pub static MEAN_TRANSFER: MeasureInfo = MeasureInfo {
    key: "mean_transfer_s",
    label: "Mean time of a transfer",
    unit: "s",
    style: Style::Plain,
    better: Better::Lower,
    help: "From the permission of the other cluster to the arrival of the job's data there, over the jobs that were sent.",
    reads: Reads::Mean { thousandths: &TRANSFER_MS, of: &TRANSFERS },
    column: Some(Column { head: "transfer", decimals: 2, interval: false }),
};

/// Number of refused requests per job.
pub static DENIALS_PER_JOB: MeasureInfo = MeasureInfo {
    key: "denials_per_job",
    label: "Refused requests per job",
    unit: "",
    style: Style::Plain,
    better: Better::Lower,
    help: "How often a cluster refused a job that another one's home asked it to take.",
    reads: Reads::PerJob(&DENIALS),
    column: Some(Column { head: "refused", decimals: 2, interval: false }),
};
