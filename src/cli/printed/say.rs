//! What goes where: standard output carries the result and nothing else, standard error everything that is said about it.

use crate::base::problem::Problem;
use crate::cli::printed::failure::Failure;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output carries a file instead of the result.
static FOR_A_FILE: AtomicBool = AtomicBool::new(false);

/// Writes the result.
///
/// # Errors
/// If standard output does not take it.
pub fn result(text: &str) -> Result<(), Failure> {
    results(|out| out.write_all(text.as_bytes()))
}

/// Writes the result piece by piece, for one that may be larger than what it is made of.
///
/// # Errors
/// If standard output does not take it.
pub fn results(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    if FOR_A_FILE.load(Ordering::Acquire) {
        return Ok(());
    }
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)
        .and_then(|()| out.flush())
        .map_err(|error| Failure::of_output(&error))
}

/// Standard output is for a file named "-" from now on, and the result is not printed.
pub fn give_to_a_file() {
    FOR_A_FILE.store(true, Ordering::Release);
}

/// Says what stopped the command, and gives the exit code.
pub fn failure(failure: &Failure) -> ExitCode {
    let error = |problem: &Problem| line("error: ", &problem.to_string());
    match failure {
        Failure::Input(problems) => {
            problems.0.iter().for_each(error);
            ExitCode::from(2)
        }
        Failure::Running(problem) => {
            error(problem);
            ExitCode::from(1)
        }
        Failure::Unread => ExitCode::SUCCESS,
    }
}

/// Says what a person should look at before trusting the result.
pub fn warning(text: &str) {
    line("warning: ", text);
}

/// Says what is good to know.
pub fn note(text: &str) {
    line("", text);
}

/// Whether the result goes to a terminal that may be coloured.
pub fn colours() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    !unwanted && !dumb && io::stdout().is_terminal()
}

/// A line on standard error. Names of files and the like may hold anything, so control characters are left out. If
/// it cannot be written, there is nothing to do about it.
fn line(what: &str, text: &str) {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() && c != '\n' { ' ' } else { c })
        .collect();
    let text = if text.ends_with(['.', '?', '!']) {
        text
    } else {
        text + "."
    };
    let _ = writeln!(io::stderr().lock(), "{what}{text}");
}
