//! Measures that only some models have: counts of their schedulers' events, and means over groups of jobs.

use crate::words::number::Style;
use crate::workload::GroupBy;

/// An event that a policy's scheduler counts during a run. The count has a key in the JSON of the results.
#[derive(Debug)]
pub struct CounterInfo {
    /// The counter's key in the results: "denials".
    pub name: &'static str,
    /// Remark that is shown if the count is 0 although jobs were left waiting; `None` for no remark.
    pub never: Option<Never>,
}

/// The meaning of a count of 0 in a run that ended with waiting jobs.
#[derive(Debug)]
pub struct Never {
    /// Text that follows the schedulers' names and a colon: the consequence of the count of 0, and a remedy.
    pub note: &'static str,
    /// Text that stands before a colon and the schedulers' names: the jobs or values that are missing in the means of
    /// these schedulers.
    pub caption: &'static str,
}

/// A measure that a model adds to the measures of every run.
#[derive(Debug)]
pub struct MeasureInfo {
    /// The measure's name in links and on the command line: "denials_per_job".
    pub key: &'static str,
    /// The measure's label.
    pub label: &'static str,
    /// The unit; empty if there is none.
    pub unit: &'static str,
    /// Number format of the values.
    pub style: Style,
    /// Tells whether lower or higher values are better.
    pub better: Better,
    /// The help text, one sentence.
    pub help: &'static str,
    /// The way in which the value is computed from the results.
    pub reads: Reads,
    /// The measure's column in tables of the terminal. A measure without a column appears in files only.
    pub column: Option<Column>,
}

/// The way in which a measure is computed from the results of a run.
#[derive(Clone, Copy, Debug)]
pub enum Reads {
    /// The count of an event divided by the number of jobs; only for schedulers whose policy counts the event.
    PerJob(&'static CounterInfo),
    /// The first count, divided by 1,000 and by the second count; only for schedulers whose policy counts both.
    Mean {
        /// The counter of the sum, in thousandths of the measure's unit.
        thousandths: &'static CounterInfo,
        /// The counter of the number of summands.
        of: &'static CounterInfo,
    },
    /// Mean turnaround \[s\] of the jobs in the group of this name; only if the results are grouped in this way.
    Turnaround(GroupBy, &'static str),
    /// Mean turnaround \[s\] of all submitted jobs of this group, for runs that end before all their jobs have ended.
    /// An unfinished job counts with the time from its submission to the end of the run.
    SubmittedTurnaround(GroupBy, &'static str),
}

/// A column of a table in the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The column's heading, a word or two.
    pub head: &'static str,
    /// Number of decimals of the values; shares have their own format.
    pub decimals: usize,
    /// True if the column after this one shows the half width of the confidence interval.
    pub interval: bool,
}

/// Tells which of two values of a measure is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// The lower value is better.
    Lower,
    /// The higher value is better.
    Higher,
    /// Neither value is better: the measure only describes the run.
    Neither,
}
