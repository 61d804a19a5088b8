//! The output of `run` and `sweep`: results in the chosen format, and files of jobs.

use crate::base::problem::Problem;
use crate::cli::execute::files::Files;
use crate::cli::execute::jobs_out::JobsOut;
use crate::cli::execute::swf_out::SwfOut;
use crate::cli::external::{self, ProgramFile};
use crate::cli::input::given::Given;
use crate::cli::output::format::{Format, Output, OutputOptions, write_json, write_line};
use crate::cli::output::made_by::MadeBy;
use crate::cli::output::{bundle, results_tables, table};
use crate::cli::session::{Failure, Session};
use crate::experiment::compare::{self, Pair};
use crate::experiment::{Complete, Plan, Results};
use crate::export::jobs::OfRun;
use crate::export::{csv, runs};
use crate::logs::Log;
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Options of the output.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct ResultsOutput {
    #[command(flatten)]
    options: OutputOptions,

    /// With --json: also each run by itself (key `runs`), in the order of the plan.
    #[arg(long)]
    runs: bool,

    /// With --json: also every pair of schedulers at each point, compared by every measure (key `pairs`).
    #[arg(long)]
    pairs: bool,

    /// With --csv or --format jsonl: also commit and command, in every row; JSON always has them as `made_by`.
    ///
    /// The command contains the scenario's link or preset: it makes the results again without a file.
    #[arg(long)]
    made_by: bool,

    /// Also write every job of every run to one CSV table, in the columns of Batsim and evalys.
    ///
    /// With - the table goes to standard output instead of the results.
    /// More columns follow: the job's number (Batsim: its id), submission, user and requested time in its log, and the
    /// scheduler, replication, point and swept parameters of its run. A run that is the same at several points is
    /// written once, with these columns empty. Results of such a command cannot be stored (--results): jobs are written
    /// as they end.
    #[arg(long, value_name = "FILE", conflicts_with = "results")]
    pub jobs_out: Option<PathBuf>,

    /// Also write scenario, results and jobs to a new folder, with their checksums; `metasched run DIR` repeats it.
    ///
    /// The folder is a research object (RO-Crate): ro-crate-metadata.json names the program with its engine, the
    /// command, each file, and the log, which is not copied. `metasched run DIR` simulates again, compares results and
    /// jobs, and ends with exit code 1 if they differ.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["results", "jobs_out"])]
    pub bundle: Option<PathBuf>,
}

impl ResultsOutput {
    /// Creates all outputs, before a log is read or anything is simulated.
    ///
    /// # Errors
    /// If options contradict each other, or a file cannot be written.
    pub fn begin(
        &self,
        session: &mut Session,
        plan: &Plan,
        swf_out: Option<&Path>,
    ) -> Result<(Output, Files), Failure> {
        let jobs_out = self.jobs_out.as_deref();
        if jobs_out.is_some() && jobs_out == swf_out {
            let wrong = "names the file of --jobs-out";
            return Err(Problem::new("--swf-out", wrong, "another file", "Give each a file of its own").into());
        }
        self.options.assert_alone("--jobs-out", jobs_out)?;
        self.options.assert_alone("--swf-out", swf_out)?;
        let format = self.options.among(Format::ALL)?;
        if self.runs && format != Format::Json {
            let wrong = "is given without JSON, and no other form has each run by itself";
            return Err(Problem::new("--runs", wrong, "--runs with --json", "Add --json").into());
        }
        if self.pairs && format != Format::Json {
            let wrong = "is given without JSON, and no other form has pairs of schedulers";
            return Err(Problem::new("--pairs", wrong, "--pairs with --json", "Add --json").into());
        }
        if self.made_by && !matches!(format, Format::Json | Format::Jsonl | Format::Csv) {
            let wrong = "is given without a form that has columns for it";
            let allowed = "--made-by with --csv, --format jsonl or --json";
            return Err(Problem::new("--made-by", wrong, allowed, "Add --csv").into());
        }
        let output = self.options.begin(session, Format::ALL)?;
        let of_bundle = self.bundle.as_deref().map(bundle::begin).transpose()?;
        let jobs_out = jobs_out.or(of_bundle.as_deref());
        let jobs = jobs_out.map(|path| JobsOut::new(session, path, plan)).transpose()?;
        let swf = swf_out.map(|path| SwfOut::new(session, path, plan)).transpose()?;
        Ok((output, Files { jobs, swf }))
    }

    /// Prints the results to the output.
    ///
    /// # Errors
    /// If the file or standard output cannot be written.
    pub fn print(
        &self,
        session: &mut Session,
        output: Output,
        given: &Given,
        plan: &Plan,
        results: &Results,
        log: Option<&Log>,
    ) -> Result<(), Failure> {
        let made_by = MadeBy::of(plan.scenario());
        let document = || results_tables::document(&given.headline(), plan, results, log);
        let format = output.format;
        let programs = external::programs(plan.scenario());
        let names = plan.scenario().scheduler_names().into_iter();
        let schedulers = names.zip(plan.scenario().scheduler_settings());
        let schedulers: Vec<_> = schedulers.map(|(scheduler, settings)| Settings { scheduler, settings }).collect();
        if let Some(folder) = &self.bundle {
            let (programs, made_by) = (programs.clone(), made_by.clone());
            let made = Made {
                results,
                run_names: None,
                pairs: None,
                programs,
                made_by: made_by.clone(),
                schedulers: &schedulers,
            };
            bundle::write(session, folder, &given.headline(), plan.scenario(), log, &made_by, |out| {
                write_json(out, &made)
            })?;
        }
        let schedulers = &schedulers;
        let pairs = self.pairs.then(|| compare::pairs(results, plan.scenario()));
        let run_names = self.runs.then(|| runs::runs(plan));
        output.print_with(session, |out, terminal| {
            let text = match format {
                Format::Json if self.runs => {
                    let results = &Complete::of(results, plan);
                    return write_json(out, &Made { results, run_names, pairs, programs, made_by, schedulers });
                }
                Format::Json => {
                    return write_json(out, &Made { results, run_names, pairs, programs, made_by, schedulers });
                }
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

/// Writes one JSON object per point and scheduler. The object has the fields that all results share, the parameters of
/// the point, the scheduler's result as in the JSON format, and optionally commit and command.
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

/// The settings of a scheduler that its runs read.
#[derive(Serialize)]
struct Settings {
    /// Name of the scheduler in the results.
    scheduler: String,
    settings: Map<String, Value>,
}

/// Results with commit and command, and with pairs of schedulers if they are wanted.
#[derive(Serialize)]
struct Made<'r, R: Serialize> {
    #[serde(flatten)]
    results: &'r R,
    /// Scheduler, replication and point of each run, in the order of the runs; `None` without `--runs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    run_names: Option<Vec<OfRun>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<Vec<Pair<'r>>>,
    /// The programs that decided, if any did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    programs: Vec<ProgramFile>,
    made_by: MadeBy,
    /// The schedulers with their settings.
    schedulers: &'r [Settings],
}
