//! Formats that are translated to the Standard Workload Format, so that one collector judges the records of all of them.

use crate::base::problem::Problem;
use crate::logs::account::Reason;
use std::fmt;

/// A format that becomes the Standard Workload Format line by line.
pub trait Dialect: fmt::Debug {
    /// Longest line \[bytes\].
    fn longest_line(&self) -> usize;

    /// Adds a line of the file; returns true if it is a job.
    ///
    /// # Errors
    /// If the line is a job that is not usable.
    fn add(&mut self, line: &[u8], number: u64) -> Result<bool, Reason>;

    /// Number of jobs so far.
    fn jobs(&self) -> usize;

    /// The jobs and the header.
    ///
    /// # Errors
    /// If the text is not in this format, or lacks what a job needs. The problem has no place.
    fn translated(self: Box<Self>) -> Result<Translated, Problem>;
}

/// A log that was translated.
pub struct Translated {
    /// Fields of the header: name and text.
    pub header: Vec<(&'static str, String)>,
    /// Records with names in place of numbers, in order of submission, with their lines in the file.
    pub records: Box<dyn Iterator<Item = (String, u64)>>,
    /// Remarks, a sentence each.
    pub remarks: Vec<String>,
    /// What to say if there is no usable job.
    pub advice: Advice,
}

/// What to say about a text without a usable job.
#[derive(Clone, Copy, Debug)]
pub struct Advice {
    /// What a text without a record has.
    pub blank: &'static str,
    /// What is allowed.
    pub allowed: &'static str,
    /// What to do.
    pub remedy: &'static str,
}

impl Default for Advice {
    /// The advice for the Standard Workload Format.
    fn default() -> Self {
        Advice {
            blank: "it has comments and blank lines only",
            allowed: "a job log in the Standard Workload Format: a line of 18 numbers per job, comments after ;",
            remedy: "Check that this is the log and that it arrived whole; the Parallel Workloads Archive \
                     (https://www.cs.huji.ac.il/labs/parallel/workload/) has logs of many machines.",
        }
    }
}
