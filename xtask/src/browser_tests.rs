//! The browser tests of tests/browser, run by Node.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::Command;

use crate::process::{self, Outcome};
use crate::{browsers, files, node, project, step};

/// The browser tests on dist/: all files of tests/browser, or the one of this name; those that compare with the native
/// program need it.
pub fn run(filter: Option<&str>, native: Option<PathBuf>) -> Outcome {
    let browsers = browsers::ensure(&browsers::TESTED)?;
    node::browser_packages()?;
    let folder = project::browser_tests();
    let files = match filter {
        Some(name) => vec![format!("{name}.test.mjs")],
        None => test_files()?,
    };
    let mut command = Command::new(node::node()?);
    // TAP where a program reads it: its closing lines are the same in every version of Node.
    let reporter = if io::stdout().is_terminal() && env::var_os("CI").is_none() { "spec" } else { "tap" };
    command
        // Two files at a time: much of a test is waiting.
        .args(["--test", "--test-concurrency=2"])
        .arg(format!("--test-reporter={reporter}"))
        .args(files);
    let second_tries = project::target().join("second-tries.txt");
    project::write(&second_tries, "")?;
    if env::var_os("CI").is_some() {
        command.env("METASCHED_SECOND_TRIES", &second_tries);
    }
    process::run(
        command
            .current_dir(folder)
            .envs(browsers)
            .envs(native.map(|program| ("METASCHED_BIN", program)))
            .env("METASCHED_DIST", project::dist()),
    )?;
    for test in project::read(&second_tries)?.lines() {
        step::note(format!("ONLY AT THE SECOND TRY: {test}"));
    }
    Ok(())
}

fn test_files() -> Outcome<Vec<String>> {
    let mut files = files::all(&project::browser_tests())?;
    files.retain(|file| file.ends_with(".test.mjs") && !file.contains('/'));
    match files.is_empty() {
        true => Err("tests/browser has no *.test.mjs".to_owned()),
        false => Ok(files),
    }
}
