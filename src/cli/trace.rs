//! `metasched trace`: what a job log is like.

use super::failure::Failure;
use super::log_file::read_log;
use super::{output, say};
use crate::workload::trace;
use clap::Args;
use std::path::PathBuf;

/// Examples of `metasched trace --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched trace KTH-SP2-1996-2.swf.gz
  metasched trace KTH-SP2-1996-2.swf.gz --json
  metasched run --preset landing --set workload.model=swf \\
      --set workload.path=KTH-SP2-1996-2.swf.gz

Logs are at https://www.cs.huji.ac.il/labs/parallel/workload/.";

/// Arguments of `trace`.
#[derive(Args, Clone, Debug)]
pub struct Trace {
    /// A job log in the Standard Workload Format, plain, .gz or .xz.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Print the statistics as JSON.
    #[arg(long)]
    json: bool,
}

impl Trace {
    /// Describes the log.
    ///
    /// # Errors
    /// If it cannot be read or has no usable job.
    pub fn carry_out(&self) -> Result<(), Failure> {
        let log = read_log(&self.file)?;
        let trace = trace::Trace::of(&log);
        match self.json {
            true => output::json(&trace),
            false => say::result(&trace.to_string()),
        }
    }
}
