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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::collector::Measures;
    use std::fs;

    /// The results of a file, by the keys of their tasks. `None` if the file is refused.
    fn read(path: &Path, bytes: &[u8]) -> Option<BTreeMap<String, TaskResult>> {
        fs::write(path, bytes).unwrap();
        let mut found = BTreeMap::new();
        places(Messages::default(), path, &mut found).ok()?;
        Some(found.into_iter().filter_map(|(key, place)| Some((key, result(path, place)?))).collect())
    }

    /// If one bit of a file is changed, or the file is cut anywhere, each result is read unchanged or not at all.
    #[test]
    fn no_damage_gives_another_result() {
        let one = |task: u64| {
            let measures = Measures { jobs: task, utilisation: 0.1 / task as f64, ..Measures::default() };
            (format!("{task:064x}"), TaskResult { measures, digest: format!("{task:016x}") })
        };
        let written: BTreeMap<String, TaskResult> = (1..4).map(one).collect();
        let lines = written.iter().map(|(key, result)| stored::line(key, result));
        let text =
            [Origin::here("0123456").line()].into_iter().chain(lines).map(|line| line + "\n").collect::<String>();
        let path = std::env::temp_dir().join(format!("metasched-damaged-{}.jsonl", std::process::id()));
        let as_written = |bytes: &[u8]| {
            let found = read(&path, bytes).unwrap_or_default();
            assert!(found.iter().all(|(key, own)| written.get(key) == Some(own)), "{}", String::from_utf8_lossy(bytes));
            found.len()
        };
        let mut bytes = text.into_bytes();
        assert_eq!(as_written(&bytes), 3);
        let first = bytes.iter().position(|&byte| byte == b'\n').unwrap();
        // A file with another beginning is not a results file and is rejected as a whole.
        for at in Origin::BEGIN.len()..bytes.len() {
            for bit in 0..8 {
                bytes[at] ^= 1 << bit;
                // A changed line break damages two results, so at least one of three is left.
                let left = as_written(&bytes);
                assert!(at <= first || left >= 1, "{at} {bit}");
                bytes[at] ^= 1 << bit;
            }
        }
        for cut in 0..bytes.len() {
            let whole = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(as_written(&bytes[..cut]), whole.saturating_sub(1));
        }
        fs::remove_file(&path).unwrap();
    }
}
