//! The accounting of the batch system Slurm, as `sacct --parsable2` prints it
//! (<https://slurm.schedmd.com/sacct.html>): a table with a header line, any columns in any order.
//!
//! A line is a job or a step of a job. Steps (`123.batch`) are left out, because their job has a line of its own; tasks of
//! arrays (`123_4`) and components of heterogeneous jobs (`123+1`) are jobs. [`Accounting`] reads line by line. A job
//! becomes a record of a [`Log`](super::Log) in the same way as a line of the [Standard Workload Format](super::swf).

mod account;
mod columns;
mod import;
mod moment;
mod row;

#[cfg(test)]
mod tests;

pub use columns::Columns;
pub use import::{Import, Imported};
pub use jiff::tz::TimeZone;
pub(in crate::logs) use moment::Moment;
pub use moment::zone;
pub use row::{Row, Used};

use super::account::Reason;
use super::reading::ProcessorRule;
use super::swf::{Advice, Dialect, Translated};
use crate::base::digest::Digest;
use crate::base::problem::Problem;
use crate::parameter::json::shortened;
use crate::words::number::count;
use account::Account;
use columns::{Column, RECIPE};
use row::{LeftOut, Limit};
use std::collections::BTreeSet;

/// Longest line \[bytes\]: a line may have the names of all nodes of a job, or the command that submitted it.
pub const LONGEST_LINE: usize = 1 << 18;

/// What a table needs to have a job.
const ALLOWED: &str = "output of sacct --parsable2 with at least one job that ended";

/// What to do if a table has no job.
const REMEDY: &str =
    "Check the period (--starttime), the users (--allusers) and the columns (--format JobID,Submit,...) of sacct";

/// Reads the accounting line by line.
#[derive(Debug, Default)]
pub struct Accounting {
    rule: ProcessorRule,
    zone: Option<TimeZone>,
    columns: Option<Columns>,
    /// The reason why the table cannot be read.
    problem: Option<Problem>,
    /// Digests of the executions that were read.
    seen: BTreeSet<u64>,
    /// Digests of the JobIDs that have a line, whether or not the job is usable.
    ids: BTreeSet<u64>,
    /// JobID and submission of the job above \[s\].
    before: Option<(String, i64)>,
    account: Account,
}

/// A line of the accounting.
#[derive(Clone, Debug, PartialEq)]
pub enum Line<'l> {
    /// A blank line, a comment, or a header line.
    Nothing,
    /// A step of a job above: JobID of the job, and the most memory that one of the step's tasks used \[MiB\].
    Step(&'l str, Option<f64>),
    /// A job.
    Job(Box<Row>),
}

impl Accounting {
    /// Begins to read. Times without an offset are those of `zone`.
    pub fn new(rule: ProcessorRule, zone: Option<TimeZone>) -> Accounting {
        Accounting { rule, zone, ..Accounting::default() }
    }

    /// The columns of the table; `None` before the header line.
    pub fn columns(&self) -> Option<&Columns> {
        self.columns.as_ref()
    }

    /// The reason why the table cannot be read, if any.
    pub fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    /// Unit of processors: cores, unless nodes are requested or the table has only nodes.
    pub fn rule(&self) -> ProcessorRule {
        self.columns.as_ref().map_or(self.rule, |own| own.rule(self.rule))
    }

    /// Reads a line, the `number`th of the file.
    ///
    /// # Errors
    /// If the line is a job that is not usable.
    pub fn line<'l>(&mut self, line: &'l str, number: u64) -> Result<Line<'l>, Reason> {
        let line = columns::trimmed(line);
        if self.problem.is_some() || line.trim().is_empty() || line.starts_with([';', '#']) {
            return Ok(Line::Nothing);
        }
        let Some(columns) = self.columns.take() else {
            self.begin(line);
            return Ok(Line::Nothing);
        };
        let read = self.read(&columns, line, number);
        let again = matches!(read, Ok(None));
        self.columns = Some(columns);
        // A second header line: the files of several months, one after the other.
        if again && Columns::of(line) != self.columns {
            self.problem = Some(Problem::new(
                "",
                format!("has another header line with other columns (line {})", count(number)),
                "one list of columns in the whole file",
                format!("Print all parts alike: {RECIPE}"),
            ));
        }
        read.map(|own| own.unwrap_or(Line::Nothing))
    }

    /// Reads a header line.
    fn begin(&mut self, line: &str) {
        match Columns::of(line) {
            Some(columns) => {
                self.problem = columns.assert_complete(self.rule).err();
                self.columns = Some(columns);
            }
            None => self.problem = Some(no_header(line)),
        }
    }

    /// A line behind the header line; `None` if it is a header line itself.
    fn read<'l>(&mut self, columns: &Columns, line: &'l str, number: u64) -> Result<Option<Line<'l>>, Reason> {
        let cells = match columns.cells(line) {
            Ok(cells) => cells,
            Err(_) if Columns::of(line).is_some() => return Ok(None),
            Err(count) => {
                let value = format!("{count} cells of {}", columns.names().len());
                return Err(self.account.odd(Reason::Cells, &value, number));
            }
        };
        let (id, step) = row::id(&cells);
        if id.eq_ignore_ascii_case("JobID") || id.eq_ignore_ascii_case("JobIDRaw") {
            return Ok(None);
        }
        if step {
            self.account.steps += 1;
            if !self.ids.contains(&digest_of(id)) {
                self.account.lone_steps.add(number);
            }
            let id = line.find(id).and_then(|at| line.get(at..at + id.len())).unwrap_or_default();
            return Ok(Some(Line::Step(id, row::memory_mib(cells.text(Column::MaxRss)))));
        }
        self.ids.insert(digest_of(id));
        let before_s = self.before.as_ref().map(|own| own.1);
        let row = Row::of(&cells, self.zone.as_ref(), before_s);
        let row = row.map_err(|LeftOut { reason, value }| self.account.odd(reason, value, number))?;
        let cluster = cells.text(Column::Cluster);
        let times = [cells.text(Column::Start), cells.text(Column::End)];
        if !self.is_new(&row, cluster, times) {
            return Err(Reason::Repeated);
        }
        let again = self.before.as_ref().is_some_and(|(id, _)| *id == row.id);
        if let Limit::Odd(value) = row::limit(&cells) {
            self.account.see(value, number);
        }
        let has_processors = row.processors(columns.rule(self.rule)).known().is_some();
        self.account.add(&row, cluster, [again, has_processors], number);
        let before = self.before.get_or_insert_default();
        before.0.clone_from(&row.id);
        before.1 = row.submit_s;
        Ok(Some(Line::Job(Box::new(row))))
    }

    /// True if no job with this JobID, submission, start and end was read before. `times`: start and end. Each execution
    /// of a job that is requeued has its own times.
    fn is_new(&mut self, row: &Row, cluster: &str, times: [&str; 2]) -> bool {
        let mut digest = Digest::EMPTY;
        digest.add_text(cluster);
        digest.add_text(&row.id);
        digest.add(row.submit_s.cast_unsigned());
        times.into_iter().for_each(|time| digest.add_text(time));
        self.seen.insert(digest.value())
    }

    /// What a table without a line of a job has.
    fn without_jobs(&self) -> &'static str {
        match self.account.steps {
            0 => "it has no rows below the header line",
            _ => "it has no job, only steps of jobs",
        }
    }

    /// Fields of a log's header. `first_s` is time 0 of the log, in seconds since 1970.
    pub fn header(&self, first_s: i64) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        let clusters: Vec<&str> = self.account.clusters.iter().map(String::as_str).collect();
        if !clusters.is_empty() {
            fields.push(("Computer", clusters.join(", ")));
        }
        fields.push(("UnixStartTime", first_s.to_string()));
        if let Some(zone) = self.zone.as_ref().and_then(TimeZone::iana_name) {
            fields.push(("TimeZoneString", zone.to_owned()));
        }
        fields
    }

    /// What each column became: its name and a description. `None`: the standard format has no field for the column.
    pub fn meanings(&self) -> Vec<(&str, Option<&'static str>)> {
        self.columns.as_ref().map(|own| own.meanings(self.rule()).collect()).unwrap_or_default()
    }

    /// Remarks on how the table was read, a sentence each. `detailed`: the columns that a log cannot have are kept in
    /// another file.
    pub fn notes(&self, detailed: bool) -> Vec<String> {
        let Some(columns) = &self.columns else {
            return Vec::new();
        };
        let mut notes = self.account.notes(self.rule, self.rule());
        if detailed {
            return notes;
        }
        let unused: Vec<&str> = columns.meanings(self.rule()).filter(|own| own.1.is_none()).map(|own| own.0).collect();
        if !unused.is_empty() {
            notes.push(format!(
                "Columns of the accounting for which a log has no field: {}. metasched import sacct keeps them (--details).",
                unused.join(", ")
            ));
        }
        notes
    }
}

/// The jobs of a table, until all of them are known: they become records in order of submission.
#[derive(Debug, Default)]
pub(in crate::logs) struct Table {
    accounting: Accounting,
    jobs: Vec<Entry>,
}

/// A job that will be a record.
#[derive(Debug)]
struct Entry {
    submit_s: i64,
    line: u64,
    /// The record without its second field, the time of submission.
    fields: String,
}

impl Table {
    /// Begins to read. Times without an offset are those of `zone`.
    pub fn new(rule: ProcessorRule, zone: Option<TimeZone>) -> Table {
        Table { accounting: Accounting::new(rule, zone), jobs: Vec::new() }
    }
}

impl Dialect for Table {
    fn longest_line(&self) -> usize {
        LONGEST_LINE
    }

    fn add(&mut self, line: &[u8], number: u64) -> Result<bool, Reason> {
        let Line::Job(row) = self.accounting.line(&String::from_utf8_lossy(line), number)? else {
            return Ok(false);
        };
        self.jobs.push(Entry { submit_s: row.submit_s, line: number, fields: row.fields(self.accounting.rule()) });
        Ok(true)
    }

    fn jobs(&self) -> usize {
        self.jobs.len()
    }

    fn translated(self: Box<Self>) -> Result<Translated, Problem> {
        let Table { accounting, mut jobs } = *self;
        if let Some(problem) = accounting.problem {
            return Err(problem);
        }
        jobs.sort_by_key(|job| job.submit_s);
        // Time 0 of the log is the first submission.
        let first_s = jobs.first().map_or(0, |job| job.submit_s);
        let records = jobs.into_iter().map(move |job| {
            let (id, rest) = job.fields.split_once(' ').unwrap_or_default();
            (format!("{id} {} {rest}", job.submit_s - first_s), job.line)
        });
        Ok(Translated {
            header: accounting.header(first_s),
            remarks: accounting.notes(false),
            advice: Advice { blank: accounting.without_jobs(), allowed: ALLOWED, remedy: REMEDY },
            records: Box::new(records),
        })
    }
}

/// Digest of a JobID.
fn digest_of(id: &str) -> u64 {
    let mut digest = Digest::EMPTY;
    digest.add_text(id);
    digest.value()
}

/// True if a line is the header line of Slurm's accounting.
pub(in crate::logs) fn is_header(line: &[u8]) -> bool {
    str::from_utf8(line).is_ok_and(|line| Columns::of(line).is_some())
}

/// The problem that a file does not begin with a header line.
fn no_header(line: &str) -> Problem {
    let first = shortened(line, 60);
    Problem::new(
        "",
        format!("does not begin with the header line of a table of sacct, but with \"{first}\""),
        "names of columns with bars between them, one of which is JobID",
        format!("Print it without --noheader: {RECIPE}"),
    )
}
