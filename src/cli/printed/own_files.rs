//! The files that a command reads and those that it writes: none is both, and none is written twice.

use crate::base::problem::Problem;
use crate::cli::printed::same_file;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Files that the command reads, by their full names.
static INPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Files that the command writes or has written, likewise.
static OUTPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Most symbolic links that lead from one to the next, as on Linux.
const MOST_LINKS: usize = 40;

/// The command reads this file, so it must not write it.
///
/// # Errors
/// If the command writes it already, or standard output is this file: what is written would take the place of what is read.
pub fn protect(input: &Path) -> Result<(), Problem> {
    if same_file::is_printed_to(input) {
        return Err(printed_over(input.display().to_string()));
    }
    let input = full_name(input);
    if locked(&OUTPUTS).contains(&input) {
        return Err(written_over(&input));
    }
    locked(&INPUTS).push(input);
    Ok(())
}

/// What is written would take the place of this input.
fn written_over(input: &Path) -> Problem {
    Problem::new(
        input.display().to_string(),
        "is a file that this command reads, so it is not written",
        "another file",
        "Name the output differently",
    )
}

/// What is printed would be written over this input.
pub fn printed_over(input: String) -> Problem {
    Problem::new(
        input,
        "is a file that this command reads, and standard output goes to it",
        "another file for what is printed",
        "Name another file behind > or >>",
    )
}

/// The command does not read this file, which goes by its full name.
///
/// # Errors
/// If it does.
pub fn assert_unread(output: &Path) -> Result<(), Problem> {
    let is_read = locked(&INPUTS).iter().any(|own| own == output);
    match is_read || same_file::is_standard_input(output) {
        true => Err(written_over(output)),
        false => Ok(()),
    }
}

/// The command writes this file from now on, which goes by its full name. What is ordinary is written once; a pipe takes all that comes.
///
/// # Errors
/// If the command writes it already.
pub fn claim(output: &Path, is_ordinary: bool) -> Result<(), Problem> {
    let mut outputs = locked(&OUTPUTS);
    let is_written = || {
        let known = outputs.iter().any(|own| own == output);
        known || same_file::is_printed_to(output) || same_file::is_said_to(output)
    };
    if is_ordinary && is_written() {
        let wrong = "is written by this command already";
        let remedy = "Name one of them differently";
        let place = output.display().to_string();
        return Err(Problem::new(place, wrong, "a file for each output", remedy));
    }
    outputs.push(output.to_owned());
    Ok(())
}

fn locked(files: &'static Mutex<Vec<PathBuf>>) -> MutexGuard<'static, Vec<PathBuf>> {
    files.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file by its full name, also before it is there. A symbolic link is what it leads to, even if nothing is there yet.
pub fn full_name(target: &Path) -> PathBuf {
    if let Ok(there) = fs::canonicalize(target) {
        return there;
    }
    let mut name = target.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&name) else {
            break;
        };
        name = folder_of(&name).join(next);
    }
    match (fs::canonicalize(folder_of(&name)), name.file_name()) {
        (Ok(folder), Some(own)) => folder.join(own),
        _ => name,
    }
}

/// The folder that a file is in.
pub fn folder_of(target: &Path) -> &Path {
    let folder = target.parent();
    let folder = folder.filter(|own| !own.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}
