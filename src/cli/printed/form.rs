//! In which form a command prints, and where: the same options for all.

use crate::base::problem::Problem;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::new_file::{self, NewFile};
use crate::cli::printed::say;
use crate::cli::printed::terminal::Terminal;
use crate::export::table::{Document, Table};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// In which form something is printed, and where it goes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Form {
    /// Print in this form; as for people if left out.
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["json", "csv"])]
    format: Option<Format>,

    /// Short for --format json.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Short for --format csv.
    #[arg(long)]
    csv: bool,

    /// Where it goes.
    #[command(flatten)]
    pub destination: Destination,
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
    fn asked(&self) -> Option<Format> {
        let short = match (self.json, self.csv) {
            (true, _) => Some(Format::Json),
            (_, true) => Some(Format::Csv),
            (false, false) => None,
        };
        self.format.or(short)
    }

    /// Not both what is printed in a form or place that was asked for and `file`, which `flag` names, go to standard output.
    ///
    /// # Errors
    /// If both do.
    pub fn assert_alone(&self, flag: &str, file: Option<&Path>) -> Result<(), Problem> {
        let is_asked = self.asked().is_some() || self.destination.output.is_some();
        match is_asked && self.destination.file().is_none() && file.is_some_and(new_file::is_standard_output) {
            false => Ok(()),
            true => Err(Problem::new(
                flag,
                "is -, standard output, to which what is printed was asked to go as well",
                "one of them on standard output",
                "Name a file for the other, or leave out the form of what is printed",
            )),
        }
    }

    /// The form that is asked for, else the first of those that there are.
    ///
    /// # Errors
    /// If it is none of them.
    pub fn among(&self, there: &[Format]) -> Result<Format, Problem> {
        let usual = there.first().copied().unwrap_or(Format::Table);
        let format = self.asked().unwrap_or(usual);
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

    /// Begins to print, once the inputs are known and before anything is read or simulated for nothing.
    ///
    /// # Errors
    /// If the file cannot be written, or the form is none of those that there are.
    pub fn begin(&self, there: &[Format]) -> Result<Sheet, Failure> {
        Sheet::begin(self.among(there)?, self.destination.file())
    }
}

impl Destination {
    /// The file; none if it is standard output.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !new_file::is_standard_output(path))
    }

    /// Begins to print what has one form only.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(&self) -> Result<Sheet, Failure> {
        Sheet::begin(Format::Table, self.file())
    }
}

/// What is about to be printed in a form, to a file or to standard output.
#[derive(Debug)]
pub struct Sheet {
    /// The form.
    pub format: Format,
    file: Option<NewFile>,
}

/// What a command prints, for every form.
pub struct Content<'c> {
    /// For people.
    pub text: &'c dyn Fn(Terminal) -> String,
    /// All of it; a list has an entry per line of JSON.
    pub json: &'c dyn Fn() -> serde_json::Result<Value>,
    /// Every number.
    pub csv: Table,
    /// What people see, for papers and notes; the table of `csv` if there is none.
    pub document: Option<Document>,
}

impl Sheet {
    /// Begins to write a file; prints to standard output if there is none, or it is called -.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(format: Format, file: Option<&Path>) -> Result<Sheet, Failure> {
        let file = file.filter(|path| !new_file::is_standard_output(path));
        Ok(Sheet { format, file: file.map(NewFile::create).transpose()? })
    }

    /// Prints, as it suits the place.
    ///
    /// # Errors
    /// If the file or standard output does not take it.
    pub fn print_with(self, print: impl FnOnce(&mut dyn Write, Terminal) -> io::Result<()>) -> Result<(), Failure> {
        let Some(mut file) = self.file else {
            return say::results(|out| print(out, say::terminal()));
        };
        print(&mut file, say::file()).map_err(|error| file.unwritable(&error))?;
        file.finish()
    }

    /// Prints a text that is the same in every place.
    ///
    /// # Errors
    /// As [`Sheet::print_with`].
    pub fn print_text(self, text: &str) -> Result<(), Failure> {
        self.print_with(|out, _| out.write_all(text.as_bytes()))
    }

    /// Prints in the form that was asked for.
    ///
    /// # Errors
    /// If the file or standard output does not take it.
    pub fn print(self, content: Content<'_>) -> Result<(), Failure> {
        let Content { text, json, csv, document } = content;
        let format = self.format;
        self.print_with(|out, terminal| {
            let document = |csv| document.unwrap_or_else(|| Document::of(vec![csv]));
            let text = match format {
                Format::Table => text(terminal),
                Format::Json => return write_json(out, &json()?),
                Format::Jsonl => {
                    let list = json()?;
                    return list.as_array().into_iter().flatten().try_for_each(|entry| write_line(out, entry));
                }
                Format::Csv => return csv.csv(out),
                Format::Latex => document(csv).latex(),
                Format::Markdown => document(csv).markdown(),
            };
            out.write_all(text.as_bytes())
        })
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

/// Writes JSON in a line.
///
/// # Errors
/// If `out` does not take it.
pub fn write_line(mut out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)
}
