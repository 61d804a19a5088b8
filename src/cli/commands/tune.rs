//! `metasched tune`: searches for the values of numbers that make a measure best.

use crate::base::problem::{Problem, Problems};
use crate::cli::execute::{Execution, Resources};
use crate::cli::input::names;
use crate::cli::input::source::{Points, Source};
use crate::cli::input::whole::whole;
use crate::cli::output::format::{Content, Format, OutputOptions};
use crate::cli::output::table;
use crate::cli::results::ResultsOption;
use crate::cli::session::{Failure, Session};
use crate::experiment::measure::{self, Measure};
use crate::experiment::tune::{self, Compared, Tuned, Tuning};
use crate::experiment::{Task, stored};
use crate::export::table::{Document, Table};
use crate::parameter::json::shortened;
use crate::words::number::{counted, plain};
use clap::Args;

/// Usage with a scenario and with a preset.
pub const USAGE: &str = "\
metasched tune [OPTIONS] --vary <PATH=MIN:MAX> <SCENARIO|LINK|->
       metasched tune [OPTIONS] --vary <PATH=MIN:MAX> --preset <NAME>";

/// Examples of `metasched tune --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched tune --preset landing --scheduler b1 --vary schedulers.0.lslt=0:2
  metasched tune mine.json --vary schedulers.1.constants.a=0:2 \\
      --vary schedulers.1.constants.b=0:10 --objective mean_bounded_slowdown
  metasched tune mine.json --vary schedulers.0.chunk=0.1:1 --csv > curve.csv

Half of the budget tries points at random, the other half goes on from the best \
one. The choice is made on the replications of the scenario and tested on others. \
The result is the same with any number of threads. CSV is the curve of progress, a row per point that was tried; JSON has it too.

Exit codes: 0 done, 1 failed while running, 2 wrong input, 128 + N stopped by \
signal N.";

/// Arguments of `tune`.
#[derive(Args, Clone, Debug)]
pub struct Tune {
    /// Vary a number between two values: its path as for --set. Repeatable.
    #[arg(long, value_name = "PATH=MIN:MAX", required = true)]
    vary: Vec<String>,

    /// The measure to optimise, by its name in the results' JSON.
    #[arg(long, value_name = "MEASURE", default_value = "mean_turnaround_s", value_parser = names::MEASURES, hide_possible_values = true)]
    objective: String,

    /// Maximum number of points that are tried.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole(1..=100_000))]
    budget: u32,

    /// Additional replications on which the choice is tested.
    #[arg(long, value_name = "R", default_value_t = 5, value_parser = whole(1..=1000))]
    hold_out: u32,

    #[command(flatten)]
    resources: Resources,

    #[command(flatten)]
    results: ResultsOption,

    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    output: OutputOptions,
}

impl Tune {
    /// Tunes, and prints the best numbers.
    ///
    /// # Errors
    /// Wrong input, such as a path that cannot be varied.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        let given = self.source.load(session, Points::One)?;
        given.note_unread(session.messages)?;
        let vary = ranges(&self.vary)?;
        let measure = objective(&self.objective)?;
        let tuning =
            Tuning::new(&given.scenario, &vary, measure, self.budget as usize, self.hold_out).map_err(as_given)?;
        let log = given.log(session)?;
        let output = self.output.begin(session, Format::OF_ONE)?;
        let log = log.read(session)?;
        let folder = self.results.open_for(session, &given)?;
        let execution = Execution::new(session.messages, self.resources, log.as_ref(), folder.as_ref());
        let tuned = tuning.run(&mut |tasks: &[Task]| {
            let keys = stored::keys(tasks, log.as_deref());
            let mut done = vec![None; tasks.len()];
            execution.tasks(tasks, &keys, |task, result| done[task] = Some(result))?;
            Ok::<_, Failure>(done)
        })?;
        output.print(
            session,
            Content {
                text: &|terminal| table::text(&document(&tuned, measure), terminal),
                json: &|| serde_json::to_value(&tuned),
                csv: curve(&tuned),
                document: Some(document(&tuned, measure)),
            },
        )
    }
}

/// Parses the ranges in which numbers are varied; rejects a path that is given twice.
fn ranges(vary: &[String]) -> Result<Vec<(String, f64, f64)>, Problem> {
    let mut all: Vec<(String, f64, f64)> = Vec::new();
    for text in vary {
        let (path, low, high) = tune::range(text).ok_or_else(|| {
            Problem::new(
                format!("--vary {}", shortened(text, 60)),
                "cannot be read",
                "PATH=MIN:MAX",
                "For example --vary schedulers.0.lslt=0:2",
            )
        })?;
        if all.iter().any(|(own, ..)| *own == path) {
            return Err(Problem::new(format!("--vary {path}"), "is given twice", "each path once", "Leave one out"));
        }
        all.push((path, low, high));
    }
    Ok(all)
}

/// Puts `--` before the place of each problem, so that the place is the name of a command-line option.
fn as_given(problems: Problems) -> Problems {
    let typed = |problem: Problem| Problem { place: format!("--{}", problem.place), ..problem };
    Problems(problems.0.into_iter().map(typed).collect())
}

/// The measure with this key.
fn objective(key: &str) -> Result<&'static Measure, Problem> {
    let found = measure::all().iter().find(|own| own.key == key);
    found.ok_or_else(|| {
        let keys: Vec<&str> = measure::all().iter().map(|own| own.key).collect();
        let remedy = match crate::words::nearest::nearest(key, keys.iter().copied()) {
            Some(near) => format!("Did you mean {near}?"),
            None => "Choose one of these".to_owned(),
        };
        let wrong = format!("is {}, which is no measure", shortened(key, 60));
        Problem::new("--objective", wrong, keys.join(", "), remedy)
    })
}

/// Table with one row per trial.
fn curve(tuned: &Tuned) -> Table {
    let mut heads = vec!["trial".to_owned()];
    heads.extend(tuned.parameters.iter().cloned());
    heads.extend([tuned.objective.to_owned(), "best".to_owned()]);
    let number = |own: &f64| {
        if own.is_nan() { String::new() } else { own.to_string() }
    };
    let rows = tuned.curve.iter().enumerate().map(|(trial, own)| {
        let mut row = vec![(trial + 1).to_string()];
        row.extend(own.values.iter().map(number));
        row.extend([number(&own.value), number(&own.best)]);
        row
    });
    Table::new(heads, rows)
}

/// The result as a document: the chosen numbers, the measure before and after tuning, and the trials that improved the
/// measure.
fn document(tuned: &Tuned, measure: &Measure) -> Document {
    let held_back = &tuned.held_back;
    let half = match held_back.difference_ci95 {
        Some(half) => format!(" ± {} (95 %, paired)", plain(half)),
        None => String::new(),
    };
    let change = format!("On the replications held back it changes by {}{half}.", plain(held_back.difference));
    let again = held_back.again_words().map(str::to_owned);
    Document {
        headline: format!(
            "{} of {}, {} tried",
            measure.axis(),
            tuned.scheduler,
            counted(tuned.curve.len() as u64, "point")
        ),
        tables: vec![choice(tuned, measure), steps(tuned, measure)],
        notes: [Some(change), again, held_back.dropped_words()].into_iter().flatten().collect(),
        ..Document::default()
    }
}

/// A table of the numbers before and after tuning, and of the measure with the old and with the new numbers.
fn choice(tuned: &Tuned, measure: &Measure) -> Table {
    let numbers = tuned.parameters.iter().zip(tuned.start.iter().zip(&tuned.best));
    let numbers = numbers.map(|(path, (start, best))| [path.clone(), start.to_string(), best.to_string()]);
    let compared = |what: &str, own: &Compared| {
        let of = format!("{what} ({})", own.replications);
        [of, measure.in_column(own.start), measure.in_column(own.best)]
    };
    let all = numbers.chain([
        compared("replications it was chosen on", &tuned.training),
        compared("replications held back", &tuned.held_back),
    ]);
    Table::new(["", "before", "after"].map(str::to_owned), all)
}

/// A table of the trials that were better than all trials before them.
fn steps(tuned: &Tuned, measure: &Measure) -> Table {
    let names = tuned.parameters.iter().map(|path| path.rsplit('.').next().unwrap_or(path));
    let heads = ["trial"].into_iter().chain(names).chain(["best so far"]).map(str::to_owned);
    let mut steps = Vec::new();
    let mut before = f64::NAN;
    for (trial, own) in tuned.curve.iter().enumerate() {
        if own.best != before && !own.best.is_nan() {
            let mut row = vec![(trial + 1).to_string()];
            row.extend(own.values.iter().map(f64::to_string));
            row.push(measure.in_column(own.best));
            steps.push(row);
            before = own.best;
        }
    }
    Table::new(heads, steps)
}
