//! Type-checks the command line for systems that are not available here.

use std::process::Command;

use crate::process::{Outcome, cargo, run};
use crate::{project, tools};

/// Target triples.
const SYSTEMS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];

/// Installs the standard libraries for these systems.
pub fn ensure() -> Outcome {
    SYSTEMS.into_iter().try_for_each(tools::target)
}

/// Type-checks all packages except the page and xtask, including their tests.
pub fn check() -> Outcome {
    SYSTEMS.into_iter().try_for_each(|system| {
        let mut check: Command = cargo(&[
            "check",
            "--package=metasched",
            "--package=metasched-cli",
            "--features=metasched/cli,metasched/chart",
            "--lib",
            "--bins",
            "--tests",
            "--target",
            system,
        ]);
        run(check.current_dir(project::root()))
    })
}
