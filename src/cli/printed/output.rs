//! The result in the form that was asked for, where it was asked for.

use crate::base::problem::Problem;
use crate::cli::input::source::Given;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::form::{Form, Format, Sheet, write_json, write_line};
use crate::cli::printed::made_by::MadeBy;
use crate::cli::printed::{results, table};
use crate::experiment::{Complete, Plan, Results};
use crate::export::csv;
use crate::workload::swf::Log;
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::path::PathBuf;

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
    pub form: Form,

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
    /// Begins to write the results, once the inputs are known and before anything is read or simulated for nothing.
    ///
    /// # Errors
    /// If the file cannot be written, or the form does not have what is asked for.
    pub fn begin(&self) -> Result<Sheet, Failure> {
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
        self.form.begin(Format::ALL)
    }

    /// Writes the results to the sheet that was begun.
    ///
    /// # Errors
    /// If the file or standard output does not take them.
    pub fn write(
        &self,
        sheet: Sheet,
        given: &Given,
        plan: &Plan,
        results: &Results,
        log: Option<&Log>,
    ) -> Result<(), Failure> {
        let made_by = MadeBy::of(plan.scenario());
        let document = || results::document(&given.headline(), plan, results, log);
        let format = sheet.format;
        sheet.print_with(|out, terminal| {
            let text = match format {
                Format::Json if self.runs => {
                    return write_json(out, &Made { results: &Complete::of(results, plan), made_by });
                }
                Format::Json => return write_json(out, &Made { results, made_by }),
                Format::Jsonl => return write_lines(out, results, self.made_by.then_some(&made_by)),
                Format::Csv if self.made_by => return csv::results_with(out, results, made_by.columns()),
                Format::Csv => return csv::results(out, results, None),
                Format::Table => table::text(&document(), terminal),
                Format::Latex => document().latex(),
                Format::Markdown => document().markdown(),
            };
            out.write_all(text.as_bytes())
        })
    }
}

/// Writes an object per point and scheduler: what holds for all, the parameters of the point, the scheduler's result as in the JSON of results, and
/// what made it, if that is wanted.
fn write_lines(out: &mut dyn Write, results: &Results, made_by: Option<&MadeBy>) -> io::Result<()> {
    for point in &results.points {
        for run in &point.results {
            let mut line = Map::new();
            line.insert("engine_version".to_owned(), results.engine_version.into());
            line.insert("scenario_digest".to_owned(), results.scenario_digest.as_str().into());
            line.insert("parameters".to_owned(), point.parameters.clone().into());
            if let Value::Object(own) = serde_json::to_value(run)? {
                line.extend(own);
            }
            let more = made_by.into_iter().flat_map(MadeBy::columns);
            line.extend(more.map(|(name, cell)| (name.to_owned(), cell)));
            write_line(out, &line)?;
        }
    }
    Ok(())
}

/// Results and what they were made by.
#[derive(Serialize)]
struct Made<'r, R: Serialize> {
    #[serde(flatten)]
    results: &'r R,
    made_by: MadeBy,
}
