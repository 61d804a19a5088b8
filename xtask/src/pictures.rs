//! `cargo xtask pictures`: the pictures of the page in the documents, taken of the built page in Chromium.

use std::process::Command;

use crate::process::{Outcome, run};
use crate::{browsers, dist, node, project};

/// Builds the page, and takes them anew.
pub fn write() -> Outcome {
    dist::build()?;
    node::browser_packages()?;
    run(Command::new(node::node()?)
        .arg(project::browser_tests().join("pictures.mjs"))
        .envs(browsers::ensure(&[browsers::CHROMIUM])?)
        .env("METASCHED_DIST", project::dist()))
}
