//! The files that a command reads and those that it writes: none is both, and none is written twice.

use crate::base::problem::Problem;
use same_file::Handle;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Files that the command reads.
static INPUTS: Mutex<Vec<Handle>> = Mutex::new(Vec::new());

/// Files that the command writes or has written, by their full names.
static OUTPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The command reads this file, so it must not write it.
///
/// # Errors
/// If the command writes it already, or standard output is this file: what is written would take the place of what is read.
pub fn protect(input: &Path) -> Result<(), Problem> {
    locked(&INPUTS).extend(unwritten(input)?);
    Ok(())
}

/// The command, which has begun all its outputs, reads this file: there may be thousands, so none is held open.
///
/// # Errors
/// As [`protect`].
pub fn assert_unwritten(input: &Path) -> Result<(), Problem> {
    unwritten(input).map(drop)
}

/// The file, if it is an ordinary one that the command does not write.
fn unwritten(input: &Path) -> Result<Option<Handle>, Problem> {
    let Some(file) = ordinary(input) else {
        return Ok(None);
    };
    assert_not_printed_to(&file, &input.display().to_string())?;
    if locked(&OUTPUTS).contains(&full_name(input)) {
        return Err(written_over(input));
    }
    Ok(Some(file))
}

/// The command reads standard input.
///
/// # Errors
/// If standard output is the same file.
pub fn protect_standard_input(name: &str) -> Result<(), Problem> {
    match Handle::stdin() {
        Ok(file) => assert_not_printed_to(&file, name),
        Err(_) => Ok(()),
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

/// What is written would take the place of this input.
fn written_over(input: &Path) -> Problem {
    Problem::new(
        input.display().to_string(),
        "is a file that this command reads, so it is not written",
        "another file",
        "Name the output differently",
    )
}

/// The command writes this file, which has its full name, from now on. An ordinary file is written once; a pipe may be written several times.
///
/// # Errors
/// If the command reads it, or writes it already.
pub fn claim(output: &Path) -> Result<(), Problem> {
    let file = ordinary(output);
    if file.is_none() && output.exists() {
        return Ok(());
    }
    if let Some(file) = &file
        && (locked(&INPUTS).contains(file) || is(Handle::stdin(), file))
    {
        return Err(written_over(output));
    }
    let mut outputs = locked(&OUTPUTS);
    let is_printed_to = file.is_some_and(|file| is(Handle::stdout(), &file) || is(Handle::stderr(), &file));
    if is_printed_to || outputs.iter().any(|own| own == output) {
        let wrong = "is written by this command already";
        let remedy = "Name one of them differently";
        return Err(Problem::new(output.display().to_string(), wrong, "a file for each output", remedy));
    }
    outputs.push(output.to_owned());
    Ok(())
}

/// An ordinary file that is there.
fn ordinary(path: &Path) -> Option<Handle> {
    // Opening a pipe would wait for its other end.
    let is_file = fs::metadata(path).is_ok_and(|about| about.is_file());
    is_file.then(|| Handle::from_path(path).ok())?
}

fn is(stream: io::Result<Handle>, file: &Handle) -> bool {
    stream.is_ok_and(|own| own == *file)
}

fn locked<T>(files: &'static Mutex<Vec<T>>) -> MutexGuard<'static, Vec<T>> {
    files.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file by its full name, also before it is there.
pub fn full_name(target: &Path) -> PathBuf {
    if let Ok(there) = fs::canonicalize(target) {
        return there;
    }
    match (fs::canonicalize(folder_of(target)), target.file_name()) {
        (Ok(folder), Some(own)) => folder.join(own),
        _ => target.to_owned(),
    }
}

/// The folder that a file is in.
pub fn folder_of(target: &Path) -> &Path {
    let folder = target.parent();
    let folder = folder.filter(|own| !own.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}
