//! What a log does not tell of its jobs, from a file beside it: how each communicates, and where it belongs.
//!
//! A table of comma-separated values whose first line names its columns, in any order: `job`, the job's number in the log, and
//! one or more of `compute_fraction` (K), `bsbw_mbps`, `home_cluster` (from 0, as in jobs files), `arrival_s` (by the clock of the run),
//! `estimate_s`, `size_mb`, `parallelism_variance` (σ), and `moldable` and `local` (0 or 1). What is empty, and jobs without
//! a line, are as the scenario has them; of arrivals all are given or none.

mod attached;
mod table;

use super::refusal::Refusal;
use crate::base::digest::hex;
use crate::base::problem::Problem;
use sha2::{Digest, Sha256};
use std::io::{self, BufRead, BufReader, Read};
use table::{LONGEST_LINE, Row, Table};

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
            let read = (&mut reader).take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
            match read {
                Ok(0) => break,
                Ok(_) => hash.update(&line),
                Err(error) => return Err(unreadable(name, &error).into()),
            }
            if table.grow().is_err() {
                return Err(Refusal::of_memory(name, table.rows() as u64, ""));
            }
            enough(table.memory())?;
            table.line(&line)?;
        }
        let sha256 = hex(&hash.finalize());
        Ok(Details { name: name.to_owned(), sha256, rows: table.finish()? })
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
