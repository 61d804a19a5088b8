//! Standard input, which stands for a file named "-" and can be read once.

use crate::base::problem::Problem;
use crate::cli::printed::own_files;
use std::io::{self, Stdin};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// What messages call it.
pub const NAME: &str = "standard input";

/// Whether something is read from it.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether a file of this name is standard input.
pub fn is_named(path: &Path) -> bool {
    path == Path::new("-")
}

/// A file as messages call it.
pub fn shown(path: &Path) -> String {
    match is_named(path) {
        true => NAME.to_owned(),
        false => path.display().to_string(),
    }
}

/// Standard input, for the one who reads it.
///
/// # Errors
/// If something was read from it before, or if what is printed would be written over it.
pub fn take() -> Result<Stdin, Problem> {
    own_files::protect_standard_input(NAME)?;
    match TAKEN.swap(true, Ordering::AcqRel) {
        false => Ok(io::stdin()),
        true => Err(Problem::new(
            NAME,
            "is named twice, but can be read once",
            "- for one file",
            "Name the other file by its path",
        )),
    }
}
