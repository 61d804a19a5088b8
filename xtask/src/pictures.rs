//! `cargo xtask pictures`: takes the pictures of the page in the documents, with Chromium.

use std::process::Command;

use crate::process::{Outcome, run};
use crate::{browsers, dist, node, project};

/// Builds the page, and takes the pictures.
pub fn write() -> Outcome {
    dist::build()?;
    node::browser_packages()?;
    run(Command::new(node::node()?)
        .arg(project::browser_tests().join("pictures.mjs"))
        .envs(browsers::ensure(&[browsers::CHROMIUM])?)
        .env("METASCHED_DIST", project::dist()))
}
