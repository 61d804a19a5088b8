//! Measures that only some models have: counts of their schedulers' events, and means over groups of jobs.

use crate::words::number::Style;
use crate::workload::GroupBy;

/// An event that a policy's scheduler counts during a run: a key of the results' JSON.
#[derive(Debug)]
pub struct CounterInfo {
    /// The counter's key in the results: "denials".
    pub name: &'static str,
    /// Remark if the count is 0 although jobs were left waiting; `None` if this is not worth a remark.
    pub never: Option<Never>,
}

/// The meaning of a count of 0 in a run that ended with waiting jobs.
#[derive(Debug)]
pub struct Never {
    /// Text after the schedulers' names and a colon: the consequence of the count of 0, and a remedy.
    pub note: &'static str,
    /// Text before a colon and the schedulers' names. It says what the means of these schedulers leave out.
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
    /// Which of two values is better.
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
    /// The counter divided by the number of jobs, for schedulers whose policy counts the event.
    PerJob(&'static CounterInfo),
    /// The first counter divided by 1,000 and by the second, for schedulers whose policy counts both.
    Mean {
        /// The sum, in thousandths of the measure's unit.
        thousandths: &'static CounterInfo,
        /// The number of summands.
        of: &'static CounterInfo,
    },
    /// Mean turnaround of the jobs in the group of this name, for results that are grouped in this way.
    Turnaround(GroupBy, &'static str),
    /// Mean turnaround of all submitted jobs of this group, for runs that end before all jobs do. An unfinished job
    /// counts until the end of the run.
    SubmittedTurnaround(GroupBy, &'static str),
}

/// A column of a table in the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The column's heading, a word or two.
    pub head: &'static str,
    /// Number of decimals, for values that are not shares.
    pub decimals: usize,
    /// True if the next column holds the half width of the interval.
    pub interval: bool,
}

/// Which of two values is the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// The lower value is better.
    Lower,
    /// The higher value is better.
    Higher,
    /// Neither value is better: the measure only describes the run.
    Neither,
}
