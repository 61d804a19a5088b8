//! The result in the form that was asked for, where it was asked for.

use crate::base::problem::Problem;
use crate::cli::input::source::Given;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::made_by::MadeBy;
use crate::cli::printed::new_file::{self, NewFile};
use crate::cli::printed::terminal::Terminal;
use crate::cli::printed::{lines, say, table, typeset};
use crate::experiment::{Complete, Plan, Results};
use crate::export::csv;
use crate::workload::swf::Log;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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

/// Forms of the result, and where it goes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Form {
    /// Print the results in this form; a table if left out.
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["json", "csv"])]
    format: Option<Format>,

    /// Short for --format json: every measure, quantiles, and paired differences.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// With --json: also each run by itself (key `runs`), in the order in which they are planned.
    #[arg(long)]
    runs: bool,

    /// Short for --format csv: a row per point and scheduler.
    #[arg(long)]
    csv: bool,

    /// With --csv or --format jsonl: also commit and command, in every row; JSON has them as `made_by` anyway.
    ///
    /// The command is that of the scenario, with its link or preset: it makes the results again without a file.
    #[arg(long)]
    made_by: bool,

    /// Write the results to a file, which appears when it is complete; without it, or with -, to standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A form of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people: a table per point, as wide as the terminal allows.
    Table,
    /// One JSON document: every measure, quantiles, and paired differences.
    Json,
    /// A JSON object per line, point and scheduler.
    Jsonl,
    /// A table of comma-separated values: a row per point and scheduler, every number.
    Csv,
    /// The table for a paper: a tabular per point, with booktabs.
    Latex,
    /// The table for notes and issues.
    Markdown,
}

impl Form {
    /// The results are asked for by their form or place, and not in a file, so that nothing else can go to standard output.
    ///
    /// # Errors
    /// If `file`, which `flag` names, is to go there.
    pub fn assert_alone(&self, flag: &str, file: Option<&Path>) -> Result<(), Problem> {
        let is_asked = self.format.is_some() || self.json || self.csv || self.output.is_some();
        let is_printed = is_asked && !self.is_in_a_file();
        one_on_standard_output(is_printed, flag, file)
    }

    /// Whether the results go to a file.
    pub fn is_in_a_file(&self) -> bool {
        let path = self.output.as_deref();
        path.is_some_and(|path| !new_file::is_standard_output(path))
    }

    /// Begins to write the results, once the inputs are known and before anything is read or simulated for nothing.
    ///
    /// # Errors
    /// If the file cannot be written, or the form does not have what is asked for.
    pub fn begin(&self) -> Result<Sheet, Failure> {
        let format = match (self.format, self.json, self.csv) {
            (Some(format), ..) => format,
            (None, true, _) => Format::Json,
            (None, _, true) => Format::Csv,
            (None, false, false) => Format::Table,
        };
        if self.runs && format != Format::Json {
            let wrong = "is given without JSON, and no other form has each run by itself";
            let allowed = "--runs with --json";
            return Err(Problem::new("--runs", wrong, allowed, "Add --json").into());
        }
        if self.made_by && !matches!(format, Format::Json | Format::Jsonl | Format::Csv) {
            let wrong = "is given without a form that has columns for it";
            let allowed = "--made-by with --csv, --format jsonl or --json";
            return Err(Problem::new("--made-by", wrong, allowed, "Add --csv").into());
        }
        let path = self.output.as_deref().filter(|_| self.is_in_a_file());
        Ok(Sheet {
            format,
            runs: self.runs,
            made_by: self.made_by,
            file: path.map(NewFile::create).transpose()?,
        })
    }
}

/// Where results are about to be written.
#[derive(Debug)]
pub struct Sheet {
    format: Format,
    runs: bool,
    made_by: bool,
    /// None for standard output.
    file: Option<NewFile>,
}

impl Sheet {
    /// Writes the results.
    ///
    /// # Errors
    /// If the file or standard output does not take them.
    pub fn finish(
        mut self,
        given: &Given,
        plan: &Plan,
        results: &Results,
        log: Option<&Log>,
    ) -> Result<(), Failure> {
        let text = (&*given.headline(), plan, results, log);
        let Some(mut file) = self.file.take() else {
            return say::results(|out| self.write(out, text, say::terminal()));
        };
        self.write(&mut file, text, say::file())
            .map_err(|error| file.unwritable(&error))?;
        file.finish()
    }

    fn write(
        &self,
        out: &mut dyn Write,
        (headline, plan, results, log): (&str, &Plan, &Results, Option<&Log>),
        terminal: Terminal,
    ) -> io::Result<()> {
        let made_by = || MadeBy::of(plan.scenario());
        let in_rows = || self.made_by.then(made_by);
        let text = match self.format {
            Format::Json if self.runs => {
                let results = &Complete::of(results, plan);
                let made_by = made_by();
                return write_json(out, &Document { results, made_by });
            }
            Format::Json => {
                let made_by = made_by();
                return write_json(out, &Document { results, made_by });
            }
            Format::Jsonl => return lines::write(out, results, in_rows().as_ref()),
            Format::Csv => {
                return match in_rows() {
                    None => csv::results(out, results, None),
                    Some(made_by) => csv::results_with(out, results, made_by.columns()),
                };
            }
            Format::Table => table::of(headline, plan, results, log, terminal),
            Format::Latex => typeset::latex(headline, plan, results, log),
            Format::Markdown => typeset::markdown(headline, plan, results, log),
        };
        out.write_all(text.as_bytes())
    }
}

/// Results and what they were made by.
#[derive(Serialize)]
struct Document<'r, R: Serialize> {
    #[serde(flatten)]
    results: &'r R,
    made_by: MadeBy,
}

/// Checks that not both what is printed in a form that was asked for and `file`, which `flag` names, are to go to standard output.
///
/// # Errors
/// If they are.
pub fn one_on_standard_output(
    is_printed: bool,
    flag: &str,
    file: Option<&Path>,
) -> Result<(), Problem> {
    match is_printed && file.is_some_and(new_file::is_standard_output) {
        false => Ok(()),
        true => Err(Problem::new(
            flag,
            "is -, standard output, to which what is printed was asked to go as well",
            "one of them on standard output",
            "Name a file for the other, or leave out the form of what is printed",
        )),
    }
}

/// Prints JSON, indented.
///
/// # Errors
/// If standard output does not take it.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    say::results(|out| write_json(out, value))
}

fn write_json(mut out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)
}
