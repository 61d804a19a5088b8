//! The command line for systems on which nothing is run here: it is type-checked for them.

use std::process::Command;

use crate::process::{Outcome, cargo, run};
use crate::{project, tools};

/// Systems, as the compiler names them.
const SYSTEMS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];

/// Makes sure that the compiler has the standard libraries of these systems.
pub fn ensure() -> Outcome {
    SYSTEMS.into_iter().try_for_each(tools::target)
}

/// Everything but the page and the commands of this checkout, with its tests.
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
