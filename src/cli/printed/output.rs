//! The result in the form that was asked for.

use crate::cli::input::source::Given;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::{say, table};
use crate::experiment::{Complete, Plan, Results};
use crate::export::csv;
use crate::workload::swf::Log;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// What becomes of the result.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// The form of the result.
    #[command(flatten)]
    pub form: Form,

    /// Also write every job of every run to one CSV table, in the columns of Batsim and evalys.
    ///
    /// With - the table goes to standard output instead of the results.
    /// Columns of our own follow: the job's number, submission, user and requested time in its log, and the scheduler, replication,
    /// point and swept parameters of its run. A run that is the same at several points is there once, with these left empty. Nothing is
    /// kept of such a command (--results): jobs are written as they end.
    #[arg(long, value_name = "FILE", conflicts_with = "results")]
    pub jobs_out: Option<PathBuf>,
}

/// Forms of the result.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Form {
    /// Print the results as JSON: every measure, quantiles, and paired differences.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// With --json: also each run by itself (key `runs`), in the order in which they are planned.
    #[arg(long, requires = "json")]
    runs: bool,

    /// Print the results as a CSV table: a row per point and scheduler.
    #[arg(long)]
    csv: bool,
}

impl Form {
    /// Prints the results.
    ///
    /// # Errors
    /// If standard output does not take them.
    pub fn print(
        &self,
        given: &Given,
        plan: &Plan,
        results: &Results,
        log: Option<&Log>,
    ) -> Result<(), Failure> {
        if self.runs {
            return json(&Complete::of(results, plan));
        }
        if self.json {
            return json(results);
        }
        if self.csv {
            return say::results(|out| csv::results(out, results, None));
        }
        say::result(&table::of(
            given.headline(),
            plan,
            results,
            log,
            say::colours(),
        ))
    }
}

/// Prints JSON, indented.
///
/// # Errors
/// If standard output does not take it.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    say::results(|mut out| {
        serde_json::to_writer_pretty(&mut out, value)?;
        writeln!(out)
    })
}
