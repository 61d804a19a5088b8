//! Reads results files. Another process may be writing to a file, and the last line of a file may be incomplete.

use crate::base::problem::Problem;
use crate::cli::session::{Failure, Messages};
use crate::experiment::TaskResult;
use crate::experiment::stored::{self, Origin};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// Maximum length of the first line \[bytes\].
const LONGEST_FIRST_LINE: u64 = 4096;

/// Maximum length of a line after the first line \[bytes\].
const LONGEST_LINE: u64 = 1 << 30;

/// Position of a line in its file.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Offset of the first byte.
    begin: u64,
    /// Length without the line break \[bytes\].
    length: usize,
}

/// Adds the positions of the results in a file, by key of the task. Returns the number of incomplete or damaged lines.
///
/// # Errors
/// If the file cannot be read, or has results that cannot be combined with results of this program.
pub fn places(messages: Messages, path: &Path, places: &mut BTreeMap<String, Place>) -> Result<u64, Failure> {
    let place = path.display().to_string();
    let unreadable = |error: io::Error| {
        let wrong = format!("cannot be read: {error}");
        Failure::from(Problem::new(
            place.clone(),
            wrong,
            "a results file",
            "Allow it to be read, or name another folder",
        ))
    };
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path).map_err(unreadable)?);
    let mut bytes = Vec::new();
    let mut begin = (&mut reader).take(LONGEST_FIRST_LINE).read_until(b'\n', &mut bytes).map_err(unreadable)? as u64;
    let ours = bytes.starts_with(Origin::BEGIN);
    match line(&bytes) {
        Some(first) if ours => Origin::assert_ours(first, &place)?,
        // The first line is incomplete: the process that writes the file has only just started, or a system crash lost
        // the content.
        None if ours || Origin::BEGIN.starts_with(&bytes) || bytes.iter().all(|&byte| byte == 0) => return Ok(0),
        _ => {
            messages.warning(&format!("{place} is no results file, and is not read"));
            return Ok(0);
        }
    }
    let mut damaged = 0;
    loop {
        bytes.clear();
        let length = (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut bytes).map_err(unreadable)?;
        if length == 0 {
            return Ok(damaged);
        }
        match line(&bytes).and_then(|text| Some((stored::parts(text)?, text.len()))) {
            Some(((key, _), length)) => {
                places.insert(key.to_owned(), Place { begin, length });
            }
            None => damaged += 1,
        }
        begin += length as u64;
    }
}

/// The result at a position in a file; `None` if the result no longer exists.
pub fn result(path: &Path, place: Place) -> Option<TaskResult> {
    let mut file = File::open(path).ok()?;
    file.seek(SeekFrom::Start(place.begin)).ok()?;
    let mut bytes = vec![0; place.length];
    file.read_exact(&mut bytes).ok()?;
    let (_, result) = stored::parts(str::from_utf8(&bytes).ok()?)?;
    serde_json::from_str(result).ok()
}

/// The text of a line; `None` if the line is incomplete.
fn line(bytes: &[u8]) -> Option<&str> {
    str::from_utf8(bytes.strip_suffix(b"\n")?).ok()
}
