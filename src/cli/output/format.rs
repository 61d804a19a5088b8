//! The output of a command: its format, and the file or standard output. The options are the same for all commands.

use crate::base::problem::Problem;
use crate::cli::session::new_file::is_standard_output;
use crate::cli::session::{Failure, NewFile, Session, Terminal};
use crate::export::table::{Document, Table};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Options for format and destination.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// Output format; default: a table for people.
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["json", "csv"])]
    format: Option<Format>,

    /// Short for --format json.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Short for --format csv.
    #[arg(long)]
    csv: bool,

    /// The file.
    #[command(flatten)]
    pub destination: Destination,
}

/// The option for the destination; the only output option of commands that have a single format.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Destination {
    /// Write to a file, which appears when it is complete; without it, or with -, to standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, as wide as the terminal allows.
    Table,
    /// One JSON document: of results every measure, quantiles, and paired differences.
    Json,
    /// One JSON object per line: of results per point and scheduler, of a list per entry.
    Jsonl,
    /// A table of comma-separated values with every number: of results a row per point and scheduler.
    Csv,
    /// The tables for a paper: one tabular each, with booktabs.
    Latex,
    /// The tables in Markdown, for notes and issues.
    Markdown,
}

impl Format {
    /// All formats, for results and lists.
    pub const ALL: &'static [Format] =
        &[Format::Table, Format::Json, Format::Jsonl, Format::Csv, Format::Latex, Format::Markdown];
    /// Formats for a single object. JSON Lines is left out, because there are no entries to print as lines.
    pub const OF_ONE: &'static [Format] = &[Format::Table, Format::Json, Format::Csv, Format::Latex, Format::Markdown];

    /// The name on the command line.
    pub fn name(self) -> String {
        let named = self.to_possible_value();
        named.map_or_else(String::new, |own| own.get_name().to_owned())
    }
}

impl OutputOptions {
    fn asked(&self) -> Option<Format> {
        let short = match (self.json, self.csv) {
            (true, _) => Some(Format::Json),
            (_, true) => Some(Format::Csv),
            (false, false) => None,
        };
        self.format.or(short)
    }

    /// Checks that only one output goes to standard output. The first output is `file`, the argument of the option
    /// `flag`; the second is the result, if the user chose its format or destination.
    ///
    /// # Errors
    /// If both outputs go to standard output.
    pub fn assert_alone(&self, flag: &str, file: Option<&Path>) -> Result<(), Problem> {
        let is_asked = self.asked().is_some() || self.destination.output.is_some();
        match is_asked && self.destination.file().is_none() && file.is_some_and(is_standard_output) {
            false => Ok(()),
            true => Err(Problem::new(
                flag,
                "is -, standard output, to which what is printed was asked to go as well",
                "one of them on standard output",
                "Name a file for the other, or leave out the form of what is printed",
            )),
        }
    }

    /// The chosen format; without a choice, the first of `allowed`.
    ///
    /// # Errors
    /// If the chosen format is not one of `allowed`.
    pub fn among(&self, allowed: &[Format]) -> Result<Format, Problem> {
        let usual = allowed.first().copied().unwrap_or(Format::Table);
        let format = self.asked().unwrap_or(usual);
        if allowed.contains(&format) {
            return Ok(format);
        }
        let names: Vec<String> = allowed.iter().map(|own| own.name()).collect();
        Err(Problem::new(
            "--format",
            format!("is {}, and what is printed here has no such form", format.name()),
            names.join(", "),
            "Choose one of these",
        ))
    }

    /// Creates the output, before a log is read or anything is simulated.
    ///
    /// # Errors
    /// If the file cannot be written, or the format is not one of `allowed`.
    pub fn begin(&self, session: &mut Session, allowed: &[Format]) -> Result<Output, Failure> {
        Output::begin(session, self.among(allowed)?, self.destination.file())
    }
}

impl Destination {
    /// The file; `None` for standard output.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_standard_output(path))
    }

    /// Creates output with a single format.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(&self, session: &mut Session) -> Result<Output, Failure> {
        Output::begin(session, Format::Table, self.file())
    }
}

/// Output that has been created.
#[derive(Debug)]
pub struct Output {
    /// The format.
    pub format: Format,
    /// `None` for standard output.
    file: Option<NewFile>,
}

/// The content of an output, in a form for each format.
pub struct Content<'c> {
    /// Text for people.
    pub text: &'c dyn Fn(Terminal) -> String,
    /// The content as JSON. If it is a list, JSON Lines has one line per entry.
    pub json: &'c dyn Fn() -> serde_json::Result<Value>,
    /// Every number, as a table.
    pub csv: Table,
    /// The tables for papers and notes. If it is `None`, the table of `csv` is used instead.
    pub document: Option<Document>,
}

impl Output {
    /// Creates the output file; `None` or - is standard output.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(session: &mut Session, format: Format, file: Option<&Path>) -> Result<Output, Failure> {
        let file = file.filter(|path| !is_standard_output(path));
        Ok(Output { format, file: file.map(|path| NewFile::create(session, path)).transpose()? })
    }

    /// Prints a text in pieces. Colours and line lengths depend on the destination.
    ///
    /// # Errors
    /// If the file or standard output cannot be written.
    pub fn print_with(
        self,
        session: &Session,
        print: impl FnOnce(&mut dyn Write, Terminal) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let Some(mut file) = self.file else {
            return session.print(|out| print(out, session.messages.terminal()));
        };
        print(&mut file, session.messages.file()).map_err(|error| file.unwritable(&error))?;
        file.finish()
    }

    /// Prints a text that does not depend on the destination.
    ///
    /// # Errors
    /// Same as [`Output::print_with`].
    pub fn print_text(self, session: &Session, text: &str) -> Result<(), Failure> {
        self.print_with(session, |out, _| out.write_all(text.as_bytes()))
    }

    /// Prints in the chosen format.
    ///
    /// # Errors
    /// Same as [`Output::print_with`].
    pub fn print(self, session: &Session, content: Content<'_>) -> Result<(), Failure> {
        let Content { text, json, csv, document } = content;
        let format = self.format;
        self.print_with(session, |out, terminal| {
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

/// Writes indented JSON.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_json(mut out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)
}

/// Writes JSON on one line.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_line(mut out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)
}
