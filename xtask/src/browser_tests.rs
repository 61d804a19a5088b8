//! The browser tests of tests/browser, run by Node.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::Command;

use crate::process::{self, Outcome};
use crate::{browsers, debian, node, project, python, step};

/// Programs that run the page in WebKit without a screen, in Debian's packages `webkit2gtk-driver` and `xvfb`.
const WEBKIT: [&str; 2] = ["WebKitWebDriver", "xvfb-run"];

/// Runs the browser tests on dist/: all files of tests/browser, or the named one. Tests that compare with the native
/// program need it.
pub fn run(filter: Option<&str>, native: Option<PathBuf>) -> Outcome {
    let browsers = browsers::ensure(&browsers::TESTED)?;
    node::browser_packages()?;
    let mut command = Command::new(node::node()?);
    // TAP for programs: its closing lines are the same in every version of Node.
    let reporter = if io::stdout().is_terminal() && env::var_os("CI").is_none() { "spec" } else { "tap" };
    command.arg(format!("--test-reporter={reporter}")).arg("run.mjs").args(filter);
    let second_tries = project::target().join("second-tries.txt");
    project::write(&second_tries, "")?;
    if env::var_os("CI").is_some() {
        command.env("METASCHED_SECOND_TRIES", &second_tries);
    }
    // Tests of traces run the native program.
    let perfetto = native.as_ref().map(|_| python::perfetto()).transpose()?;
    process::run(
        command
            .current_dir(project::browser_tests())
            .envs(browsers)
            .envs(native.map(|program| ("METASCHED_BIN", program)))
            .envs(perfetto.map(|site| ("METASCHED_PERFETTO", site)))
            .env("METASCHED_DIST", project::dist()),
    )?;
    for test in project::read(&second_tries)?.lines() {
        step::note(format!("ONLY AT THE SECOND TRY: {test}"));
    }
    Ok(())
}

/// Installs WebKit if it is missing and can be installed.
///
/// # Errors
/// If it is missing afterwards.
pub fn ensure_webkit() -> Outcome {
    let missing = || WEBKIT.into_iter().find(|program| process::find(program).is_none());
    if missing().is_some() {
        debian::install(&["webkit2gtk-driver", "xvfb", "xauth"])?;
    }
    match missing() {
        None => Ok(()),
        Some(program) => Err(format!("{program} is missing; on Debian: apt-get install webkit2gtk-driver xvfb xauth")),
    }
}

/// Runs the page of dist/ in WebKit.
pub fn in_webkit(native: PathBuf) -> Outcome {
    node::browser_packages()?;
    process::run(
        Command::new(node::node()?)
            .arg("webkit.mjs")
            .current_dir(project::browser_tests())
            .env("METASCHED_BIN", native)
            .env("METASCHED_DIST", project::dist()),
    )
}
