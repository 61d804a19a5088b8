//! Reasons why a file is not read as a log.

use crate::base::problem::Problem;
use crate::words::number;
use std::fmt;
use std::io;

/// The reason why a file is not read as a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The file is not a log, or is incomplete.
    Unsound(Box<Problem>),
    /// The file may be sound, but reading failed: too little memory, or a disk error.
    Failed(Box<Problem>),
}

/// Progress before an error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// Number of bytes of the file that were read.
    pub bytes: u64,
    /// Records that were read.
    pub records: u64,
}

impl Refusal {
    fn unsound(problem: Problem) -> Refusal {
        Refusal::Unsound(Box::new(problem))
    }

    fn failed(problem: Problem) -> Refusal {
        Refusal::Failed(Box::new(problem))
    }

    /// The refusal for an I/O error.
    pub(super) fn of(name: &str, error: &io::Error, progress: Progress) -> Refusal {
        use io::ErrorKind::{InvalidData, InvalidInput, Other, OutOfMemory, UnexpectedEof, Unsupported};
        // A sound file that is not what is wanted, such as an archive of several logs.
        if let Some(problem) = error.get_ref().and_then(|own| own.downcast_ref::<Problem>()) {
            return Refusal::unsound(Problem { place: name.to_owned(), ..problem.clone() });
        }
        let byte = number::count(progress.bytes);
        let records = number::counted(progress.records, "record");
        match error.kind() {
            OutOfMemory => Refusal::failed(Problem::new(
                name,
                format!("takes too much memory to decompress ({error}): {records} were read before"),
                "",
                "Unpack it first",
            )),
            UnexpectedEof => Refusal::unsound(Problem::new(
                name,
                format!("breaks off near byte {byte}: {records} were read before"),
                "a whole file",
                GET_A_WHOLE_ONE,
            )),
            InvalidData | InvalidInput | Other | Unsupported => Refusal::unsound(Problem::new(
                name,
                format!(
                    "is damaged near byte {byte} ({error}): {records} were read before, of which some may be wrong"
                ),
                "a file as it was compressed",
                GET_A_WHOLE_ONE,
            )),
            _ => Refusal::failed(Problem::new(
                name,
                format!("cannot be read beyond byte {byte}: {error}"),
                "",
                "Check the disk or the network, or copy the file anew",
            )),
        }
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        match self {
            Refusal::Unsound(problem) | Refusal::Failed(problem) => problem,
        }
    }

    /// This kind of refusal, with the problem that `otherwise` makes of the current problem.
    #[must_use]
    pub fn said(self, otherwise: impl FnOnce(Problem) -> Problem) -> Refusal {
        match self {
            Refusal::Unsound(problem) => Refusal::unsound(otherwise(*problem)),
            Refusal::Failed(problem) => Refusal::failed(otherwise(*problem)),
        }
    }
}

const GET_A_WHOLE_ONE: &str =
    "Download it again, or unpack by yourself what can be had: gzip -dc FILE > part.swf, or xz -dc";

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem().fmt(f)
    }
}

impl std::error::Error for Refusal {}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal::unsound(problem)
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        match refusal {
            Refusal::Unsound(problem) | Refusal::Failed(problem) => *problem,
        }
    }
}
