//! The session of one command: its input files, output files and messages. No file is both read and written, and no
//! file is written twice.

pub mod failure;
pub mod messages;
pub mod new_file;
pub mod terminal;
pub mod ticker;

use crate::base::problem::Problem;
pub use failure::Failure;
pub use messages::Messages;
pub use new_file::NewFile;
use same_file::Handle;
use std::fs;
use std::io::{self, BufWriter, Stdin, Write};
use std::path::{Path, PathBuf};
pub use terminal::Terminal;
pub use ticker::Ticker;

/// Name of standard input in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// The session of one command.
#[derive(Debug, Default)]
pub struct Session {
    inputs: Inputs,
    outputs: Outputs,
    /// Standard error.
    pub messages: Messages,
}

#[derive(Debug, Default)]
struct Inputs {
    files: Vec<Handle>,
    /// True if standard input is in use: it can be read only once.
    has_standard_input: bool,
}

#[derive(Debug, Default)]
struct Outputs {
    /// Full paths of the files that the command writes.
    files: Vec<PathBuf>,
    /// True if standard output is used for a file, so that the result is not printed.
    has_standard_output: bool,
}

impl Session {
    /// A session without inputs and outputs.
    pub fn new(messages: Messages) -> Session {
        Session { messages, ..Session::default() }
    }

    /// Registers an input file, so that the command does not write it.
    ///
    /// # Errors
    /// If the command already writes the file, or standard output is redirected to it: the output would replace the
    /// input.
    pub fn read(&mut self, input: &Path) -> Result<(), Problem> {
        self.inputs.files.extend(self.unwritten(input)?);
        Ok(())
    }

    /// Checks that the command does not write an input file that it will read later. There may be thousands of such
    /// input files, so they are not kept open.
    ///
    /// # Errors
    /// Same as [`Session::read`].
    pub fn assert_unwritten(&self, input: &Path) -> Result<(), Problem> {
        self.unwritten(input).map(drop)
    }

    /// A handle of the file; `None` if it is not an ordinary file.
    fn unwritten(&self, input: &Path) -> Result<Option<Handle>, Problem> {
        let Some(file) = ordinary(input) else {
            return Ok(None);
        };
        assert_not_printed_to(&file, &input.display().to_string())?;
        if self.outputs.files.contains(&full_name(input)) {
            return Err(written_over(input));
        }
        Ok(Some(file))
    }

    /// Registers standard input as an input of the command.
    ///
    /// # Errors
    /// If standard input was registered before, or standard output is redirected to the same file.
    pub fn take_standard_input(&mut self) -> Result<Stdin, Problem> {
        if let Ok(file) = Handle::stdin() {
            assert_not_printed_to(&file, STANDARD_INPUT)?;
        }
        match std::mem::replace(&mut self.inputs.has_standard_input, true) {
            false => Ok(io::stdin()),
            true => Err(Problem::new(
                STANDARD_INPUT,
                "is named twice, but can be read once",
                "- for one file",
                "Name the other file by its path",
            )),
        }
    }

    /// Registers an output by its full path. An ordinary file may be registered once; a pipe may be registered several
    /// times.
    ///
    /// # Errors
    /// If the command reads the file, or already writes it.
    fn claim(&mut self, output: &Path) -> Result<(), Problem> {
        let file = ordinary(output);
        if file.is_none() && output.exists() {
            return Ok(());
        }
        if let Some(file) = &file
            && (self.inputs.files.contains(file) || is(Handle::stdin(), file))
        {
            return Err(written_over(output));
        }
        let is_printed_to = file.is_some_and(|file| is(Handle::stdout(), &file) || is(Handle::stderr(), &file));
        if is_printed_to || self.outputs.files.iter().any(|own| own == output) {
            let wrong = "is written by this command already";
            let remedy = "Name one of them differently";
            return Err(Problem::new(output.display().to_string(), wrong, "a file for each output", remedy));
        }
        self.outputs.files.push(output.to_owned());
        Ok(())
    }

    /// Reserves standard output for an output file with the name "-". Then the result is not printed.
    pub fn give_standard_output(&mut self) {
        self.outputs.has_standard_output = true;
    }

    /// Prints the result to standard output in pieces, unless a file named "-" uses it.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn print(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        if self.outputs.has_standard_output {
            return Ok(());
        }
        let mut out = BufWriter::new(io::stdout().lock());
        write(&mut out).and_then(|()| out.flush()).map_err(|error| Failure::of_output(&error))
    }

    /// Prints a text as the result.
    ///
    /// # Errors
    /// Same as [`Session::print`].
    pub fn print_text(&self, text: &str) -> Result<(), Failure> {
        self.print(|out| out.write_all(text.as_bytes()))
    }
}

/// True if the path means standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Name of an input in messages.
pub fn shown(path: &Path) -> String {
    match is_standard_input(path) {
        true => STANDARD_INPUT.to_owned(),
        false => path.display().to_string(),
    }
}

fn assert_not_printed_to(input: &Handle, name: &str) -> Result<(), Problem> {
    let is_ordinary = input.as_file().metadata().is_ok_and(|about| about.is_file());
    match is_ordinary && is(Handle::stdout(), input) {
        false => Ok(()),
        true => Err(Problem::new(
            name,
            "is a file that this command reads, and standard output goes to it",
            "another file for what is printed",
            "Name another file behind > or >>",
        )),
    }
}

/// The problem that an output would replace this input.
fn written_over(input: &Path) -> Problem {
    Problem::new(
        input.display().to_string(),
        "is a file that this command reads, so it is not written",
        "another file",
        "Name the output differently",
    )
}

/// A handle of an ordinary file; `None` for other files, and if the file does not exist.
fn ordinary(path: &Path) -> Option<Handle> {
    // Do not open a pipe, because this would wait for the other process.
    let is_file = fs::metadata(path).is_ok_and(|about| about.is_file());
    is_file.then(|| Handle::from_path(path).ok())?
}

fn is(stream: io::Result<Handle>, file: &Handle) -> bool {
    stream.is_ok_and(|own| own == *file)
}

/// The full path of a file, which need not exist yet.
fn full_name(target: &Path) -> PathBuf {
    if let Ok(there) = fs::canonicalize(target) {
        return there;
    }
    match (fs::canonicalize(folder_of(target)), target.file_name()) {
        (Ok(folder), Some(own)) => folder.join(own),
        _ => target.to_owned(),
    }
}

/// The folder of a file.
pub fn folder_of(target: &Path) -> &Path {
    let folder = target.parent();
    let folder = folder.filter(|own| !own.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}
