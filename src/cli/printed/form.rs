//! In which form a command prints, and where: the same options for all.

use crate::base::problem::Problem;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::new_file::{self, NewFile};
use crate::cli::printed::sections::Rows;
use crate::cli::printed::terminal::Terminal;
use crate::cli::printed::{say, typeset};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// In which form something is printed, and where it goes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Form {
    #[command(flatten)]
    asked: AskedFormat,

    #[command(flatten)]
    destination: Destination,
}

/// In which form something is printed.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct AskedFormat {
    /// Print in this form; as for people if left out.
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["json", "csv"])]
    format: Option<Format>,

    /// Short for --format json.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Short for --format csv.
    #[arg(long)]
    csv: bool,
}

/// Where something is printed.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Destination {
    /// Write to a file, which appears when it is complete; without it, or with -, to standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A form of what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, as wide as the terminal allows.
    Table,
    /// One JSON document: of results every measure, quantiles, and paired differences.
    Json,
    /// A JSON object per line: of results per point and scheduler, of a list per entry.
    Jsonl,
    /// A table of comma-separated values, every number: of results a row per point and scheduler.
    Csv,
    /// The tables for a paper: a tabular each, with booktabs.
    Latex,
    /// The tables for notes and issues.
    Markdown,
}

impl Format {
    /// All of them, which results and lists have.
    pub const ALL: &'static [Format] =
        &[Format::Table, Format::Json, Format::Jsonl, Format::Csv, Format::Latex, Format::Markdown];
    /// Those of what is no list.
    pub const OF_ONE: &'static [Format] = &[Format::Table, Format::Json, Format::Csv, Format::Latex, Format::Markdown];

    /// Its name on the command line.
    pub fn name(self) -> String {
        let named = self.to_possible_value();
        named.map_or_else(String::new, |own| own.get_name().to_owned())
    }
}

impl Form {
    /// What is printed is asked for by its form or place, and not in a file, so that nothing else can go to standard output.
    ///
    /// # Errors
    /// If `file`, which `flag` names, is to go there.
    pub fn assert_alone(&self, flag: &str, file: Option<&Path>) -> Result<(), Problem> {
        let is_asked = self.asked.any().is_some() || self.destination.output.is_some();
        one_on_standard_output(is_asked && !self.is_in_a_file(), flag, file)
    }

    /// Whether it goes to a file.
    pub fn is_in_a_file(&self) -> bool {
        self.destination.is_a_file()
    }

    /// As [`AskedFormat::among`].
    ///
    /// # Errors
    /// As there.
    pub fn among(&self, there: &[Format]) -> Result<Format, Problem> {
        self.asked.among(there)
    }

    /// Begins to print, once the inputs are known and before anything is read or simulated for nothing.
    ///
    /// # Errors
    /// If the file cannot be written, or the form is none of those that there are.
    pub fn begin(&self, there: &[Format]) -> Result<Sheet, Failure> {
        Ok(Sheet { format: self.among(there)?, place: self.destination.begin()? })
    }
}

impl AskedFormat {
    fn any(&self) -> Option<Format> {
        let short = match (self.json, self.csv) {
            (true, _) => Some(Format::Json),
            (_, true) => Some(Format::Csv),
            (false, false) => None,
        };
        self.format.or(short)
    }

    /// The form that is asked for, else the first of those that there are.
    ///
    /// # Errors
    /// If it is none of them.
    pub fn among(&self, there: &[Format]) -> Result<Format, Problem> {
        let usual = there.first().copied().unwrap_or(Format::Table);
        let format = self.any().unwrap_or(usual);
        if there.contains(&format) {
            return Ok(format);
        }
        let names: Vec<String> = there.iter().map(|own| own.name()).collect();
        Err(Problem::new(
            "--format",
            format!("is {}, and what is printed here has no such form", format.name()),
            names.join(", "),
            "Choose one of these",
        ))
    }

    /// Begins to print to standard output.
    ///
    /// # Errors
    /// If the form is none of those that there are.
    pub fn begin(&self, there: &[Format]) -> Result<Sheet, Problem> {
        Ok(Sheet { format: self.among(there)?, place: Place::STANDARD_OUTPUT })
    }
}

impl Destination {
    /// Whether it is a file.
    pub fn is_a_file(&self) -> bool {
        let output = self.output.as_deref();
        output.is_some_and(|path| !new_file::is_standard_output(path))
    }

    /// Begins to print, once the inputs are known and before anything is read or simulated for nothing.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(&self) -> Result<Place, Failure> {
        Place::begin(self.output.as_deref())
    }
}

/// Where something is about to be printed: in a file, or on standard output.
#[derive(Debug)]
pub struct Place(Option<NewFile>);

impl Place {
    /// No file.
    const STANDARD_OUTPUT: Place = Place(None);

    /// Begins to write a file; standard output if there is none, or it is called -.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(file: Option<&Path>) -> Result<Place, Failure> {
        let file = file.filter(|path| !new_file::is_standard_output(path));
        file.map(NewFile::create).transpose().map(Place)
    }

    /// Whether it is a file.
    pub fn is_a_file(&self) -> bool {
        self.0.is_some()
    }

    /// Prints there, as it suits the place.
    ///
    /// # Errors
    /// If the file or standard output does not take it.
    pub fn print(self, print: impl FnOnce(&mut dyn Write, Terminal) -> io::Result<()>) -> Result<(), Failure> {
        let Some(mut file) = self.0 else {
            return say::results(|out| print(out, say::terminal()));
        };
        print(&mut file, say::file()).map_err(|error| file.unwritable(&error))?;
        file.finish()
    }

    /// Prints a text that is the same in every place.
    ///
    /// # Errors
    /// As [`Place::print`].
    pub fn print_text(self, text: &str) -> Result<(), Failure> {
        self.print(|out, _| out.write_all(text.as_bytes()))
    }
}

/// The form that was asked for, and where it is about to be printed.
#[derive(Debug)]
pub struct Sheet {
    /// The form.
    pub format: Format,
    /// Where it goes.
    pub place: Place,
}

/// What a command prints, for every form.
pub struct Content<'c> {
    /// For people.
    pub text: &'c dyn Fn(Terminal) -> String,
    /// All of it; a list has an entry per line of JSON.
    pub json: &'c dyn Fn() -> serde_json::Result<Value>,
    /// Every number: the heads, and a row each.
    pub csv: &'c dyn Fn() -> Rows,
    /// The tables that people see; those of `csv` if there are none.
    pub tables: &'c dyn Fn() -> Vec<Rows>,
}

impl Sheet {
    /// Prints it in the form that was asked for.
    ///
    /// # Errors
    /// If the file or standard output does not take it.
    pub fn print(self, content: &Content<'_>) -> Result<(), Failure> {
        let Sheet { format, place } = self;
        place.print(|mut out, terminal| {
            let text = match format {
                Format::Table => (content.text)(terminal),
                Format::Json => return write_json(out, &(content.json)()?),
                Format::Jsonl => {
                    for entry in (content.json)()?.as_array().into_iter().flatten() {
                        serde_json::to_writer(&mut out, entry)?;
                        writeln!(out)?;
                    }
                    return Ok(());
                }
                Format::Csv => typeset::commas(&(content.csv)()),
                Format::Latex => typeset::tabulars(&(content.tables)()),
                Format::Markdown => typeset::pipes(&(content.tables)()),
            };
            out.write_all(text.as_bytes())
        })
    }
}

/// Checks that not both what is printed in a form that was asked for and `file`, which `flag` names, are to go to standard output.
///
/// # Errors
/// If they are.
fn one_on_standard_output(is_printed: bool, flag: &str, file: Option<&Path>) -> Result<(), Problem> {
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

/// Writes JSON, indented.
///
/// # Errors
/// If `out` does not take it.
pub fn write_json(mut out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)
}
