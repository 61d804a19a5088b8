//! What a log does not tell of its jobs, from a file beside it: how each communicates, and where it belongs.
//!
//! A table of comma-separated values whose first line names its columns, in any order: `job`, the job's number in the log, and
//! one or more of `compute_fraction` (K), `bsbw_mbps`, `home_cluster` (from 0, as in jobs files), `arrival_s` (by the clock of the run),
//! `estimate_s`, `size_mb`, `parallelism_variance` (σ), and `moldable` and `local` (0 or 1). What is empty, and jobs without
//! a line, are as the scenario has them; of arrivals all are given or none.

use super::detail::Detail;
use super::log::Log;
use super::refusal::Refusal;
use crate::base::decimal;
use crate::base::digest::hex;
use crate::base::number;
use crate::base::problem::Problem;
use crate::platform::{BPS_PER_MBPS, MOST_CLUSTERS};
use sha2::{Digest, Sha256};
use std::collections::TryReserveError;
use std::io::{self, BufRead, BufReader, Read};

/// A file of details.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// The file's name, for messages.
    pub name: String,
    /// SHA-256 of the text, 64 hexadecimal digits.
    pub sha256: String,
    /// By number of the job, each once.
    rows: Vec<Row>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    job: u32,
    line: u32,
    detail: Detail,
}

/// Most rows of a file.
const MOST_ROWS: usize = 10_000_000;

/// What has more lines than this is no table, whatever is in them.
const MOST_LINES: u32 = 20_000_000;

/// Longest line \[bytes\].
const LONGEST_LINE: u64 = 4096;

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

impl Details {
    /// Reads a file of details.
    ///
    /// # Errors
    /// If it cannot be read, is no such table (the first line that is wrong), or takes more memory than there is.
    pub fn read(name: &str, source: &mut dyn Read) -> Result<Details, Refusal> {
        Details::read_within(name, source, &|_| Ok(()))
    }

    /// The same, as long as there is enough memory for what was read \[bytes\].
    ///
    /// # Errors
    /// As [`read`](Details::read), or what `enough` says.
    pub fn read_within(
        name: &str,
        source: &mut dyn Read,
        enough: &dyn Fn(u64) -> Result<(), Problem>,
    ) -> Result<Details, Refusal> {
        let mut reader = BufReader::new(source);
        let mut table = Table::new(name);
        let mut hash = Sha256::new();
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = (&mut reader)
                .take(LONGEST_LINE + 1)
                .read_until(b'\n', &mut line);
            match read {
                Ok(0) => break,
                Ok(_) => hash.update(&line),
                Err(error) => return Err(unreadable(name, &error).into()),
            }
            if table.grow().is_err() {
                return Err(Refusal::of_memory(name, table.rows.len() as u64, ""));
            }
            enough(table.memory())?;
            table.line(&line)?;
        }
        let sha256 = hex(&hash.finalize());
        Ok(Details {
            name: name.to_owned(),
            sha256,
            rows: table.finish()?,
        })
    }

    /// Memory that it takes \[bytes\].
    pub fn bytes(&self) -> u64 {
        size_of_val(&*self.rows) as u64
    }

    fn of_job(&self, job: u32) -> Option<&Row> {
        let place = self.rows.binary_search_by_key(&job, |row| row.job).ok()?;
        self.rows.get(place)
    }
}

impl Log {
    /// Takes over what a file tells of the log's jobs, by their numbers: what a person should know about it, a sentence each.
    ///
    /// # Errors
    /// If it tells nothing of any of its jobs, or takes more memory than there is.
    pub fn attach(&mut self, details: &Details) -> Result<Vec<String>, Refusal> {
        let mut own = std::mem::take(&mut self.details);
        let more = self.records.len() - own.len();
        if own.try_reserve_exact(more).is_err() {
            return Err(Refusal::of_memory(
                &details.name,
                details.rows.len() as u64,
                "",
            ));
        }
        own.resize(self.records.len(), Detail::default());
        let mut described = 0;
        for (record, detail) in self.records.iter().zip(&mut own) {
            let Some(row) = record.number().and_then(|job| details.of_job(job)) else {
                continue;
            };
            described += 1;
            let new = row.detail;
            *detail = Detail {
                compute_fraction: new.compute_fraction.or(detail.compute_fraction),
                bsbw_bps: new.bsbw_bps.or(detail.bsbw_bps),
                home: new.home.or(detail.home),
                arrival_s: new.arrival_s.or(detail.arrival_s),
                estimate_s: new.estimate_s.or(detail.estimate_s),
                size_mb: new.size_mb.or(detail.size_mb),
                parallelism_variance: new.parallelism_variance.or(detail.parallelism_variance),
                moldable: new.moldable.or(detail.moldable),
                local: new.local.or(detail.local),
                ..*detail
            };
        }
        self.details = own;
        let all = self.records.len();
        if described == 0 {
            return Err(Problem::new(
                details.name.clone(),
                format!("has no line for any job of {}", self.name),
                "the numbers that jobs have in the log (its first field)",
                "Check that the file belongs to this log",
            )
            .into());
        }
        self.arrivals_rise(&details.name)?;
        self.detailed = Some((details.name.clone(), details.sha256.clone()));
        let mut notes = Vec::new();
        if described < all {
            notes.push(format!(
                "{} of the {} jobs of {} have no line: they are as the scenario has them.",
                number::count((all - described) as u64),
                number::count(all as u64),
                self.name
            ));
        }
        Ok(notes)
    }

    /// Arrivals are given for all jobs or for none, and in the order of the log.
    fn arrivals_rise(&self, name: &str) -> Result<(), Problem> {
        let mut before_s = 0.0;
        let any = self.details.iter().any(|own| own.arrival_s.is_some());
        for (record, detail) in self.records.iter().zip(&self.details).filter(|_| any) {
            let job = record
                .number()
                .map_or_else(|| "a job".to_owned(), |job| format!("job {job}"));
            let remedy = "Give every job its arrival, or leave the column out";
            match detail.arrival_s {
                Some(arrival_s) if arrival_s >= before_s => before_s = arrival_s,
                Some(arrival_s) => {
                    return Err(Problem::new(
                        format!("{name}: the arrival_s of {job}"),
                        format!(
                            "is {arrival_s}, but the job before it in the log arrives at {before_s}"
                        ),
                        "arrivals in the order of the log",
                        remedy,
                    ));
                }
                None => {
                    return Err(Problem::new(
                        format!("{name}: the arrival_s of {job}"),
                        "is left out, but other jobs have one",
                        "an arrival for every job of the log, or for none",
                        remedy,
                    ));
                }
            }
        }
        Ok(())
    }

    /// Memory that a table of details will take for all jobs \[bytes\].
    pub fn bytes_of_details(&self) -> u64 {
        (self.records.len() * size_of::<Detail>()) as u64
    }

    /// What is known of the job of a record beside what the scenario says of all.
    pub fn detail(&self, record: usize) -> Detail {
        self.details.get(record).copied().unwrap_or_default()
    }

    /// The file that [was attached](Log::attach).
    pub fn detailed_by(&self) -> Option<&str> {
        self.details().map(|(name, _)| name)
    }

    /// Name and SHA-256 of that file.
    pub fn details(&self) -> Option<(&str, &str)> {
        let detailed = self.detailed.as_ref();
        detailed.map(|(name, sha256)| (&**name, &**sha256))
    }

    /// What is in the log, and in the file of details if it has one: equal for logs with the same jobs.
    pub fn identity(&self) -> String {
        let details = self.details().map(|(_, sha256)| sha256);
        format!("{}{}", self.sha256, details.unwrap_or_default())
    }

    /// The highest home cluster that a job was given, and the number of that job.
    pub fn highest_home(&self) -> Option<(u32, Option<u32>)> {
        let homes = self.details.iter().zip(&self.records);
        homes
            .filter_map(|(detail, record)| Some((detail.home?, record.number())))
            .max_by_key(|(home, _)| *home)
    }
}

/// A table in reading.
struct Table<'n> {
    name: &'n str,
    lines: u32,
    columns: Vec<Column>,
    rows: Vec<Row>,
}

impl Table<'_> {
    fn new(name: &str) -> Table<'_> {
        Table {
            name,
            lines: 0,
            columns: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Memory that its rows take \[bytes\].
    fn memory(&self) -> u64 {
        (self.rows.len() * size_of::<Row>()) as u64
    }

    /// Makes room for a row.
    fn grow(&mut self) -> Result<(), TryReserveError> {
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

    fn line(&mut self, line: &[u8]) -> Result<(), Problem> {
        self.lines = self.lines.saturating_add(1);
        if line.len() as u64 > LONGEST_LINE {
            let allowed = "a few numbers, separated by commas";
            return Err(self.problem(
                "is longer than 4096 bytes",
                allowed,
                "Check that this is the file",
            ));
        }
        if self.lines > MOST_LINES {
            let allowed = format!("{} lines", number::count(MOST_LINES.into()));
            return Err(self.problem(
                "is one line too many",
                &allowed,
                "Check that this is the file",
            ));
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
                &format!(
                    "job, and one or more of {}",
                    Column::names(&Column::ALL[1..], ", ")
                ),
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
            return Err(self.problem(
                "is one job too many",
                &allowed,
                "Leave out what the log does not have",
            ));
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
        let number = decimal::parse(cell)
            .filter(|number| (0.0..=most).contains(number) && number.fract() == 0.0);
        number.map(|number| number as u32).ok_or_else(|| {
            let wrong = format!("has \"{}\" as {column}", shortened(cell));
            let allowed = format!("a whole number from 0 to {}", number::exact(most));
            self.problem(wrong, &allowed, "")
        })
    }

    fn finish(mut self) -> Result<Vec<Row>, Problem> {
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

fn unreadable(name: &str, error: &io::Error) -> Problem {
    Problem::new(
        name,
        format!("cannot be read: {error}"),
        "a table of comma-separated values",
        "Check that the file is whole and readable",
    )
}

#[cfg(test)]
mod tests;
