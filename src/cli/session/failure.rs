//! Failures of commands, by exit code.

use crate::base::problem::{Problem, Problems};
use std::fmt::Display;
use std::io;

/// The file name for standard output.
pub const STANDARD_OUTPUT: &str = "-";

/// The reason why a command ends early.
#[derive(Debug)]
pub enum Failure {
    /// Wrong input: exit code 2.
    Input(Problems),
    /// A failure while running, such as writing a file: exit code 1.
    Running(Problem),
    /// The reader of the output stopped reading, as `head` does: not an error.
    Unread,
}

impl Failure {
    /// Failure to write standard output.
    pub fn of_output(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::unwritable("standard output", error),
        }
    }

    /// Failure to write the file (or stream) at `place`.
    pub fn unwritable(place: impl Display, error: &io::Error) -> Failure {
        let place = place.to_string();
        if place == STANDARD_OUTPUT {
            return Failure::of_output(error);
        }
        let remedy = match error.kind() {
            io::ErrorKind::NotFound => "Create the folder first",
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => "Choose a folder you may write to",
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "Free some space, or choose another disk",
            io::ErrorKind::IsADirectory => "Name a file in it",
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => "Name a folder: this is a file, or in one",
            _ => "",
        };
        Failure::Running(Problem::new(place, format!("cannot be written: {error}"), "", remedy))
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Failure {
        Failure::Input(problems)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Input(problem.into())
    }
}
