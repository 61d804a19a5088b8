//! Unfinished files of processes that were killed, so that they could not take them away.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// What stands between the name of a file and the process that writes it, until it is complete.
const PART: &str = ".part-";

/// What stands between the name of a table and the number of a run whose jobs are to be put behind it.
const RUN: &str = ".run-";

/// The name of a file of this process until it is complete.
pub fn part_of(target: &Path) -> PathBuf {
    with_end(target, &format!("{PART}{}", std::process::id()))
}

/// The name of what is to be put behind a file, and of the same in another folder.
pub fn run_of(target: &Path, number: usize) -> PathBuf {
    with_end(target, &format!("{RUN}{number}"))
}

fn with_end(target: &Path, end: &str) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Takes away what killed processes have left of a file that is written anew.
pub fn remove(target: &Path) {
    let (Some(folder), Some(name)) = (target.parent(), target.file_name()) else {
        return;
    };
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let name = name.to_string_lossy();
    for entry in entries.flatten() {
        let other = entry.file_name();
        let end = other.to_str().and_then(|other| other.strip_prefix(&*name));
        if let Some(process) = end.and_then(process)
            && is_abandoned(&entry.path(), process)
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The process that such an end of a name is about.
fn process(end: &str) -> Option<i32> {
    let (run, process) = end.rsplit_once(PART)?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_part = run.is_empty() || run.strip_prefix(RUN).is_some_and(is_number);
    (is_part && is_number(process)).then(|| process.parse().ok())?
}

/// Whether no process writes the file any more. A process that writes one holds its lock, also on another machine, where its number means
/// nothing here. Until it has the lock, a process of this machine is known by its number.
fn is_abandoned(path: &Path, process: i32) -> bool {
    !runs(process) && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(unix)]
fn runs(process: i32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};
    Pid::from_raw(process).is_none_or(|process| test_kill_process(process) != Err(Errno::SRCH))
}

/// Not known, so nothing is taken away.
#[cfg(not(unix))]
fn runs(_: i32) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_parts_are_taken_away() {
        assert_eq!(process(".part-17"), Some(17));
        assert_eq!(process(".run-3.part-17"), Some(17));
        for other in ["", ".part-", ".part-x", ".part--1", ".bak", ".old.part-17", ".run-.part-17", ".part-99999999999"]
        {
            assert_eq!(process(other), None, "{other}");
        }
    }
}
