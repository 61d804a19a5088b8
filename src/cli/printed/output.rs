//! The result in the form that was asked for.

use crate::cli::input::source::Given;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::{say, table};
use crate::experiment::{Plan, Results};
use crate::export::csv;
use crate::workload::swf::Log;
use clap::Args;
use serde::Serialize;
use serde_json::Value;
use std::path::PathBuf;

/// What becomes of the result.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Output {
    #[command(flatten)]
    form: Form,

    /// Also write every job of every run to one CSV table, in the columns of Batsim and evalys.
    ///
    /// Columns of our own follow: the job's number, submission, user and requested time in its log, and the scheduler, replication,
    /// point and swept parameters of its run. A run that is the same at several points is there once, with these left empty. Nothing is
    /// kept of such a command (--results): jobs are written as they end.
    #[arg(long, value_name = "FILE", conflicts_with = "results")]
    pub jobs_out: Option<PathBuf>,
}

impl Output {
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
        self.form.print(given, plan, results, log)
    }
}

/// Forms of the result.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Form {
    /// Print the results as JSON: every measure, quantiles, and paired differences.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

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
        if self.json {
            return json(results);
        }
        if self.csv {
            let mut text = Vec::new();
            let value = serde_json::to_value(results).unwrap_or(Value::Null);
            csv::results(&mut text, &value).map_err(|error| Failure::of_output(&error))?;
            return say::result(&String::from_utf8_lossy(&text));
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
    let text =
        serde_json::to_string_pretty(value).map_err(|error| Failure::of_output(&error.into()))?;
    say::result(&(text + "\n"))
}
