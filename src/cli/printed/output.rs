//! The result in the form that was asked for, where it was asked for.

use crate::base::problem::Problem;
use crate::cli::input::source::Given;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::form::{Form, Format, Place, Sheet, write_json};
use crate::cli::printed::made_by::MadeBy;
use crate::cli::printed::terminal::Terminal;
use crate::cli::printed::{lines, table, typeset};
use crate::experiment::{Complete, Plan, Results};
use crate::export::csv;
use crate::workload::swf::Log;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What becomes of the result.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// The form of the result.
    #[command(flatten)]
    pub form: ResultsForm,

    /// Also write every job of every run to one CSV table, in the columns of Batsim and evalys.
    ///
    /// With - the table goes to standard output instead of the results.
    /// Columns of our own follow: the job's number (of Batsim its id), submission, user and requested time in its log, and the scheduler, replication,
    /// point and swept parameters of its run. A run that is the same at several points is there once, with these left empty. Nothing is
    /// kept of such a command (--results): jobs are written as they end.
    #[arg(long, value_name = "FILE", conflicts_with = "results")]
    pub jobs_out: Option<PathBuf>,
}

/// Forms of results, and where they go.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct ResultsForm {
    #[command(flatten)]
    form: Form,

    /// With --json: also each run by itself (key `runs`), in the order in which they are planned.
    #[arg(long)]
    runs: bool,

    /// With --csv or --format jsonl: also commit and command, in every row; JSON has them as `made_by` anyway.
    ///
    /// The command is that of the scenario, with its link or preset: it makes the results again without a file.
    #[arg(long)]
    made_by: bool,
}

impl ResultsForm {
    /// As [`Form::assert_alone`].
    ///
    /// # Errors
    /// As there.
    pub fn assert_alone(&self, flag: &str, file: Option<&Path>) -> Result<(), Problem> {
        self.form.assert_alone(flag, file)
    }

    /// Whether the results go to a file.
    pub fn is_in_a_file(&self) -> bool {
        self.form.is_in_a_file()
    }

    /// Begins to print a text about the results, which has no other form.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin_text(&self) -> Result<Place, Failure> {
        Ok(self.form.begin(&[Format::Table])?.place)
    }

    /// Begins to write the results, once the inputs are known and before anything is read or simulated for nothing.
    ///
    /// # Errors
    /// If the file cannot be written, or the form does not have what is asked for.
    pub fn begin(&self) -> Result<ResultsSheet, Failure> {
        let format = self.form.among(Format::ALL)?;
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
        Ok(ResultsSheet { sheet: self.form.begin(Format::ALL)?, runs: self.runs, made_by: self.made_by })
    }
}

/// Where results are about to be written.
#[derive(Debug)]
pub struct ResultsSheet {
    sheet: Sheet,
    runs: bool,
    made_by: bool,
}

impl ResultsSheet {
    /// Writes the results.
    ///
    /// # Errors
    /// If the file or standard output does not take them.
    pub fn finish(self, given: &Given, plan: &Plan, results: &Results, log: Option<&Log>) -> Result<(), Failure> {
        let Sheet { format, place } = self.sheet;
        let form = (format, self.runs, self.made_by);
        let text = (&*given.headline(), plan, results, log);
        place.print(|out, terminal| write(out, form, text, terminal))
    }
}

/// Writes results in a form, with each run by itself and with what made them where that is wanted.
fn write(
    out: &mut dyn Write,
    (format, runs, made_by): (Format, bool, bool),
    (headline, plan, results, log): (&str, &Plan, &Results, Option<&Log>),
    terminal: Terminal,
) -> io::Result<()> {
    let maker = || MadeBy::of(plan.scenario());
    let in_rows = || made_by.then(maker);
    let text = match format {
        Format::Json if runs => {
            let results = &Complete::of(results, plan);
            let made_by = maker();
            return write_json(out, &Document { results, made_by });
        }
        Format::Json => {
            let made_by = maker();
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

/// Results and what they were made by.
#[derive(Serialize)]
struct Document<'r, R: Serialize> {
    #[serde(flatten)]
    results: &'r R,
    made_by: MadeBy,
}
