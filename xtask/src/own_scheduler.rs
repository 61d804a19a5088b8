//! The crate that adds a policy and a workload from outside: what it prints is compared with what is committed.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::process::{Outcome, cargo, run};
use crate::project;

/// What is asked of it: a run, a workload as a log, and what it says to mistakes.
const COMMANDS: [&[&str]; 6] = [
    &["run", "scenario.json", "--threads", "1"],
    &["sweep", "scenario.json", "--csv"],
    &["workload", "bursts", "--jobs", "5"],
    &["validate", "scenario.json", "--set", "schedulers.1.strid=2"],
    &["validate", "scenario.json", "--set", "schedulers.1.policy=in-trun"],
    &["validate", "scenario.json", "--set", "schedulers.0.stride=2", "--strict"],
];

/// Builds it and compares what it prints with `expected.txt`, or writes that anew if the word is `bless`.
pub fn check(word: Option<&str>) -> Outcome {
    let folder = project::root().join("examples").join("own-scheduler");
    let manifest = folder.join("Cargo.toml");
    let target = project::target();
    run(cargo(&["build", "--locked", "--manifest-path"]).arg(manifest).arg("--target-dir").arg(&target))?;
    let program = target.join("debug").join("own-scheduler");
    let mut text = String::new();
    for command in COMMANDS {
        let answer = Command::new(&program)
            .args(command)
            .current_dir(&folder)
            .output()
            .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
        let out = String::from_utf8_lossy(&answer.stdout);
        // Speed and the program's commit are of this machine and this day.
        let errors = String::from_utf8_lossy(&answer.stderr);
        let own = |line: &&str| line.contains("jobs/s");
        let errors = errors.lines().filter(|line| !own(line));
        let out = out.lines().filter(|line| !line.contains("commit"));
        let _ = writeln!(text, "$ own-scheduler {}", command.join(" "));
        out.chain(errors).for_each(|line| {
            let _ = writeln!(text, "{line}");
        });
        let _ = writeln!(text, "(exit {})\n", answer.status.code().unwrap_or(-1));
    }
    let expected = folder.join("expected.txt");
    if word == Some("bless") {
        return fs::write(&expected, text).map_err(|error| error.to_string());
    }
    let wanted = fs::read_to_string(&expected).map_err(|error| {
        format!("cannot read {}: {error}; `cargo xtask test own-scheduler/bless` writes it", expected.display())
    })?;
    let mut lines = wanted.lines().zip(text.lines());
    match lines.find(|(wanted, found)| wanted != found) {
        None if wanted.lines().count() == text.lines().count() => Ok(()),
        Some((wanted, found)) => Err(format!(
            "own-scheduler prints {found:?}, expected.txt has {wanted:?}; if that is meant, run `cargo xtask test own-scheduler/bless`"
        )),
        None => Err("own-scheduler prints more or fewer lines than expected.txt".to_owned()),
    }
}
