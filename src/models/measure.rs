//! Measures of results that only some models have: what their schedulers count, and groups of jobs that only they tell apart.

use crate::base::number::Style;
use crate::workload::GroupBy;

/// What a policy's scheduler counts during a run: a key of the results' JSON.
#[derive(Debug)]
pub struct CounterInfo {
    /// The key: "denials".
    pub name: &'static str,
    /// What it means that this never happened although jobs were left waiting, if that is worth saying.
    pub never: Option<Never>,
}

/// What it means that something never happened in a run at whose end jobs were left waiting.
#[derive(Debug)]
pub struct Never {
    /// After the names of the schedulers and a colon: what follows, and what to do about it.
    pub note: &'static str,
    /// Before a colon and the names of the schedulers: what is not in their means.
    pub caption: &'static str,
}

/// A measure that a model adds to those of every run.
#[derive(Debug)]
pub struct MeasureInfo {
    /// Its name in links and on the command line: "denials_per_job".
    pub key: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Its unit, empty if there is none.
    pub unit: &'static str,
    /// How it is written.
    pub style: Style,
    /// Which of two values is the better one.
    pub better: Better,
    /// One sentence.
    pub help: &'static str,
    /// How it is read from the results.
    pub reads: Reads,
    /// Its column in tables of the terminal; those without one are in files only.
    pub column: Option<Column>,
}

/// How a measure is read from the results of a run.
#[derive(Clone, Copy, Debug)]
pub enum Reads {
    /// This counter over the jobs, where a scheduler's policy counts it.
    PerJob(&'static CounterInfo),
    /// A thousandth of the first counter over the second, where a scheduler's policy counts them.
    Mean {
        /// The sum, in thousandths of the measure's unit.
        thousandths: &'static CounterInfo,
        /// How many are summed.
        of: &'static CounterInfo,
    },
    /// The mean turnaround of the group of this name, where jobs are grouped so.
    Turnaround(GroupBy, &'static str),
    /// The same of all that were submitted, where runs end before their jobs; the unfinished count until then.
    SubmittedTurnaround(GroupBy, &'static str),
}

/// A column of the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// A word or two.
    pub head: &'static str,
    /// Decimals of what is not a share.
    pub decimals: usize,
    /// Whether the half width of the interval has a column beside it.
    pub interval: bool,
}

/// Which of two values is the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// The lower.
    Lower,
    /// The higher.
    Higher,
    /// Neither: it says how, not how well.
    Neither,
}
