//! Records the steps that `cargo xtask test --full` has passed at this commit, so that an interrupted test can resume.
//! target/passed.tsv has one line per step.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::process::{Outcome, answer};
use crate::project;

/// A passed step with its wall time and processor time.
pub type Passed = (String, Duration, Option<Duration>);

/// The commit, if the checkout has no uncommitted changes.
pub fn commit() -> Option<String> {
    let git = |arguments: &[&str]| answer(Command::new("git").args(arguments).current_dir(project::root()));
    let changes = git(&["status", "--porcelain"])?;
    changes.is_empty().then(|| git(&["rev-parse", "HEAD"]))?
}

/// Steps passed at a commit.
pub fn at(commit: &str) -> Vec<Passed> {
    read(&project::read(&file()).unwrap_or_default(), commit)
}

/// Records a passed step.
pub fn remember(commit: &str, (step, time, processor): &Passed) -> Outcome {
    let seconds = processor.map_or_else(String::new, |time| time.as_secs_f64().to_string());
    let line = format!("{commit}\t{step}\t{}\t{seconds}\n", time.as_secs_f64());
    let opened = OpenOptions::new().create(true).append(true).open(file());
    let written = opened.and_then(|mut file| file.write_all(line.as_bytes()));
    written.map_err(|error| format!("{}: {error}", file().display()))
}

fn file() -> PathBuf {
    project::target().join("passed.tsv")
}

fn read(text: &str, commit: &str) -> Vec<Passed> {
    let passed = text.lines().filter_map(|line| {
        let mut fields = line.strip_prefix(commit)?.strip_prefix('\t')?.split('\t');
        let step = fields.next()?.to_owned();
        let mut time = || Duration::try_from_secs_f64(fields.next()?.parse().ok()?).ok();
        Some((step, time()?, time()))
    });
    passed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_steps_of_this_commit_have_passed() {
        let text = "ab\tclippy\t1.5\t2.5\nabc\tfmt\t1\t\nab\tdist\t3\t\nab\thalf";
        let seconds = Duration::from_secs_f64;
        let wanted = [("clippy".to_owned(), seconds(1.5), Some(seconds(2.5))), ("dist".to_owned(), seconds(3.0), None)];
        assert_eq!(read(text, "ab"), wanted);
    }
}
