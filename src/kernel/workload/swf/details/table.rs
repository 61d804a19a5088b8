//! The table in a file of details, line by line.

use crate::base::decimal;
use crate::base::number;
use crate::base::problem::Problem;
use crate::platform::{BPS_PER_MBPS, MOST_CLUSTERS};
use crate::workload::swf::detail::Detail;
use std::collections::TryReserveError;

/// What it says of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub job: u32,
    pub line: u32,
    pub detail: Detail,
}

/// Most rows of a file.
const MOST_ROWS: usize = 10_000_000;

/// What has more lines than this is no table, whatever is in them.
const MOST_LINES: u32 = 20_000_000;

/// Longest line \[bytes\].
pub(super) const LONGEST_LINE: u64 = 4096;

/// Largest bisection bandwidth of a job \[Mbps\].
const MOST_BSBW_MBPS: f64 = 1e6;

/// Latest time and longest estimate of a job \[s\].
const MOST_S: f64 = 1e15;

/// Most that a job must be sent \[MB\].
const MOST_SIZE_MB: f64 = 1e6;

/// Largest variance of parallelism.
const MOST_VARIANCE: f64 = 100.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Job,
    ComputeFraction,
    Bsbw,
    Home,
    Arrival,
    Estimate,
    Size,
    Variance,
    Moldable,
    Local,
}

impl Column {
    const ALL: [(Column, &'static str); 10] = [
        (Column::Job, "job"),
        (Column::ComputeFraction, "compute_fraction"),
        (Column::Bsbw, "bsbw_mbps"),
        (Column::Home, "home_cluster"),
        (Column::Arrival, "arrival_s"),
        (Column::Estimate, "estimate_s"),
        (Column::Size, "size_mb"),
        (Column::Variance, "parallelism_variance"),
        (Column::Moldable, "moldable"),
        (Column::Local, "local"),
    ];

    fn named(name: &str) -> Option<Column> {
        let all = Column::ALL.iter();
        all.clone().find(|own| own.1 == name).map(|own| own.0)
    }

    /// The names of some, separated by `between`.
    fn names(some: &[(Column, &str)], between: &str) -> String {
        let names: Vec<&str> = some.iter().map(|own| own.1).collect();
        names.join(between)
    }
}

/// A table in reading.
pub(super) struct Table<'n> {
    name: &'n str,
    lines: u32,
    columns: Vec<Column>,
    rows: Vec<Row>,
}

impl Table<'_> {
    pub fn new(name: &str) -> Table<'_> {
        Table { name, lines: 0, columns: Vec::new(), rows: Vec::new() }
    }

    /// How many it has by now.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Memory that its rows take \[bytes\].
    pub fn memory(&self) -> u64 {
        (self.rows.len() * size_of::<Row>()) as u64
    }

    /// Makes room for a row.
    pub fn grow(&mut self) -> Result<(), TryReserveError> {
        match self.rows.len() < self.rows.capacity() {
            true => Ok(()),
            // A quarter more, not twice as much: the last growth may be of hundreds of megabytes.
            false => self.rows.try_reserve_exact((self.rows.len() / 4).max(1024)),
        }
    }

    fn problem(&self, wrong: impl Into<String>, allowed: &str, remedy: &str) -> Problem {
        let place = format!("{}, line {}", self.name, number::count(self.lines.into()));
        Problem::new(place, wrong, allowed, remedy)
    }

    /// Takes the next line.
    pub fn line(&mut self, line: &[u8]) -> Result<(), Problem> {
        self.lines = self.lines.saturating_add(1);
        if line.len() as u64 > LONGEST_LINE {
            let allowed = "a few numbers, separated by commas";
            return Err(self.problem("is longer than 4096 bytes", allowed, "Check that this is the file"));
        }
        if self.lines > MOST_LINES {
            let allowed = format!("{} lines", number::count(MOST_LINES.into()));
            return Err(self.problem("is one line too many", &allowed, "Check that this is the file"));
        }
        let Ok(text) = std::str::from_utf8(line) else {
            return Err(self.problem(
                "is no text",
                "a table of comma-separated values, not compressed",
                "Unpack the file, or save it as plain text (UTF-8)",
            ));
        };
        let text = text.trim_start_matches('\u{FEFF}').trim();
        if text.is_empty() {
            return Ok(());
        }
        // Some programs put quotation marks around every cell.
        let cells = text.split(',').map(|cell| cell.trim().trim_matches('"'));
        if self.columns.is_empty() {
            return self.header(cells.collect());
        }
        self.row(&cells.collect::<Vec<_>>())
    }

    fn header(&mut self, names: Vec<&str>) -> Result<(), Problem> {
        for name in names {
            let all = || Column::names(&Column::ALL, ",");
            let Some(column) = Column::named(name) else {
                let wrong = format!("names the column \"{}\"", shortened(name));
                return Err(self.problem(wrong, &all(), "The first line names the columns"));
            };
            if self.columns.contains(&column) {
                let wrong = format!("names the column \"{name}\" twice");
                return Err(self.problem(wrong, &all(), "Remove one of them"));
            }
            self.columns.push(column);
        }
        if !self.columns.contains(&Column::Job) || self.columns.len() < 2 {
            return Err(self.problem(
                "lacks a column",
                &format!("job, and one or more of {}", Column::names(&Column::ALL[1..], ", ")),
                "Name the columns in the first line",
            ));
        }
        Ok(())
    }

    fn row(&mut self, cells: &[&str]) -> Result<(), Problem> {
        if cells.len() != self.columns.len() {
            return Err(self.problem(
                format!("has {}", number::counted(cells.len() as u64, "cell")),
                &format!("{}, as the first line", self.columns.len()),
                "Separate cells by commas, and write decimals with a point",
            ));
        }
        if self.rows.len() >= MOST_ROWS {
            let allowed = format!("{} jobs", number::count(MOST_ROWS as u64));
            return Err(self.problem("is one job too many", &allowed, "Leave out what the log does not have"));
        }
        let mut job = None;
        let mut detail = Detail::default();
        for (column, cell) in self.columns.iter().zip(cells) {
            match column {
                Column::Job => job = Some(self.whole("job", cell, f64::from(u32::MAX - 1))?),
                _ if cell.is_empty() => {}
                Column::ComputeFraction => {
                    detail.compute_fraction = Some(self.number("compute_fraction", cell, 1.0)?);
                }
                Column::Bsbw => {
                    let mbps = self.number("bsbw_mbps", cell, MOST_BSBW_MBPS)?;
                    detail.bsbw_bps = Some(mbps * BPS_PER_MBPS);
                }
                Column::Arrival => {
                    detail.arrival_s = Some(self.number("arrival_s", cell, MOST_S)?);
                }
                Column::Estimate => {
                    let estimate_s = self.number("estimate_s", cell, MOST_S)?;
                    if estimate_s <= 0.0 {
                        let wrong = format!("has \"{}\" as estimate_s", shortened(cell));
                        return Err(self.problem(wrong, "a positive number", ""));
                    }
                    detail.estimate_s = Some(estimate_s);
                }
                Column::Size => {
                    detail.size_mb = Some(self.number("size_mb", cell, MOST_SIZE_MB)?);
                }
                Column::Variance => {
                    let variance = self.number("parallelism_variance", cell, MOST_VARIANCE)?;
                    detail.parallelism_variance = Some(variance);
                }
                Column::Moldable => {
                    detail.moldable = Some(self.whole("moldable", cell, 1.0)? == 1);
                }
                Column::Local => detail.local = Some(self.whole("local", cell, 1.0)? == 1),
                Column::Home => {
                    let most = MOST_CLUSTERS as f64 - 1.0;
                    detail.home = Some(self.whole("home_cluster", cell, most)?);
                }
            }
        }
        let line = self.lines;
        self.rows.extend(job.map(|job| Row { job, line, detail }));
        Ok(())
    }

    fn number(&self, column: &str, cell: &str, most: f64) -> Result<f64, Problem> {
        let number = decimal::parse(cell).filter(|number| (0.0..=most).contains(number));
        number.ok_or_else(|| {
            let wrong = format!("has \"{}\" as {column}", shortened(cell));
            let allowed = format!("a number from 0 to {}", number::exact(most));
            self.problem(wrong, &allowed, "")
        })
    }

    fn whole(&self, column: &str, cell: &str, most: f64) -> Result<u32, Problem> {
        let number = decimal::parse(cell).filter(|number| (0.0..=most).contains(number) && number.fract() == 0.0);
        number.map(|number| number as u32).ok_or_else(|| {
            let wrong = format!("has \"{}\" as {column}", shortened(cell));
            let allowed = format!("a whole number from 0 to {}", number::exact(most));
            self.problem(wrong, &allowed, "")
        })
    }

    /// The rows by number of their jobs, each of which has one.
    pub fn finish(mut self) -> Result<Vec<Row>, Problem> {
        if self.rows.is_empty() {
            return Err(Problem::new(
                self.name,
                "has no line for any job",
                format!(
                    "a first line that names columns ({}), and a line for each job",
                    Column::names(&Column::ALL, ",")
                ),
                "Check that this is the file and that it arrived whole",
            ));
        }
        self.rows.sort_unstable_by_key(|row| (row.job, row.line));
        for pair in self.rows.windows(2) {
            if let [first, second] = pair
                && first.job == second.job
            {
                let lines = [first.line, second.line].map(|line| number::count(line.into()));
                return Err(Problem::new(
                    format!("{}, line {}", self.name, lines[1]),
                    format!("tells of job {} again, after line {}", first.job, lines[0]),
                    "one line for each job",
                    "Remove one of them",
                ));
            }
        }
        self.rows.shrink_to_fit();
        Ok(self.rows)
    }
}

/// The beginning of a text that a message cites.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
